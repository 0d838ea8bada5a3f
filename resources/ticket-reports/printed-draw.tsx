/** Which draw the lines or numbers on paper are of. */
import { drawStateLabels, type DrawRow } from '@contract/draws.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'

export function PrintedDraw({ draw }: { draw: DrawRow }) {
  const { zone } = useSession()
  return (
    <div className="printed-header" aria-hidden="true">
      <strong>
        {draw.product_name}, sorteo del {formatInstant(draw.scheduled_at, zone)}
      </strong>
      <span>
        {drawStateLabels[draw.state]}
        {draw.result !== null && ` · Resultado ${draw.result}`}
      </span>
    </div>
  )
}
