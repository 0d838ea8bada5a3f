/** Draws of any day that nobody awarded: how many, and the way to the oldest. */
import { WarningFilled } from '@ant-design/icons'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { useCan } from '@providers/session.ts'
import { awardLink } from '@contract/links.ts'
import type { DashboardCalls } from './dashboard-calls.ts'

export function PendingDraws({ call, zone }: { call: DashboardCalls['pending']; zone: string }) {
  const awards = useCan(rules.awarding)
  const oldest = call.data?.data[0]
  if (!oldest) return null
  const text = `${countText(call.data?.count ?? 0, 'sorteo por premiar', 'sorteos por premiar')}`
  const since = `El más antiguo: ${oldest.product_name}, ${formatInstant(oldest.scheduled_at, zone)}`
  return (
    <span className="warns strong" title={since}>
      <WarningFilled aria-hidden="true" /> {awards ? <Link to={awardLink(oldest.id)}>{text}</Link> : text}
    </span>
  )
}
