/** The alarm of the day: draws that should have a result by now. Announced when their number changes, never with a sound. */
import { shortMoment } from '@contract/values/dates.ts'
import { WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'
import type { DrawRow } from '@contract/draws.ts'
import { useToday } from '@/kit/values/period.ts'

export interface LateAlarmProps {
  /** In order of time. */
  late: readonly DrawRow[]
  zone: string
  /** Heard and not seen. */
  hidden: boolean
  onOpen: (draw: DrawRow) => void
}

export function LateAlarm({ late, zone, hidden, onOpen }: LateAlarmProps) {
  const today = useToday()
  const [oldest] = late
  return (
    <div className={oldest && !hidden ? 'notice row gap-sm' : 'sorteo-unseen'}>
      <span role="status" aria-live="polite">
        {oldest && (
          <>
            <WarningFilled className="warns" aria-hidden="true" />{' '}
            <strong>{late.length === 1 ? '1 sorteo sin resultado' : `${late.length} sorteos sin resultado`}</strong>{' '}
            pasado su plazo. El más antiguo: {oldest.product_name}, {shortMoment(oldest.scheduled_at, zone, today)}.
          </>
        )}
      </span>
      {oldest && !hidden && (
        <Button size="small" className="push" onClick={() => onOpen(oldest)}>
          Abrirlo
        </Button>
      )}
    </div>
  )
}
