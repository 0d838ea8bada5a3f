/** Says above a report until when its figures are, while the server reads them from a copy that is behind: never in silence. */
import { ClockCircleOutlined } from '@ant-design/icons'
import { atMoment } from '@contract/values/dates.ts'
import { useDataAsOf } from '@providers/data-as-of.ts'
import { useSession } from '@providers/session.ts'
import { useToday } from '../values/period.ts'

export function AsOfNotice() {
  const as_of = useDataAsOf()
  return as_of !== null && <Notice as_of={as_of} />
}

function Notice({ as_of }: { as_of: string }) {
  const { zone } = useSession()
  const today = useToday()
  return (
    <div className="notice row baseline gap-sm" role="status">
      <ClockCircleOutlined aria-hidden="true" />
      <span>
        Datos hasta {atMoment(as_of, zone, today).replace(/^a /, '')}: la copia de la que se leen los reportes está
        atrasada.
      </span>
    </div>
  )
}
