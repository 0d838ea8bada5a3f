/** Numbers of open draws whose quota is nearly spent: told live, and led to where they can be blocked. */
import { WarningFilled } from '@ant-design/icons'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { kpis } from '@contract/kpis.ts'
import { addDays, clockOf } from '@contract/values/dates.ts'
import { compare, formatDecimal } from '@contract/values/money.ts'
import { drawLink } from '@resources/ticket-reports/consult-state.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { Money } from '@/kit/values/money.tsx'
import { UseBar } from '@/kit/values/quota-use.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { blockLink } from '../blocked-numbers/link.ts'
import type { DashboardFilters } from './dashboard-filters.ts'
import './kpis.css'

const refreshEvery = 15_000
/** From here a number is told, and from there it needs a person now. */
const shownFrom = '80'
const urgent = '95'
const most = 12
/** A draw may sell this many days before its own. */
const furthest = 7

/** Always about now, whatever period the dashboard shows; its partner, product, bet type and currency narrow it. */
export function QuotaAlarms({ filters: { query, period } }: { filters: DashboardFilters }) {
  const blocks = useCan(rules.supervision)
  const call = useCall(
    kpis.topRisk,
    {
      query: {
        ...query,
        from: period.today,
        to: addDays(period.today, furthest),
        by: 'quota',
        only_open: true,
        limit: most,
      },
    },
    { refetchInterval: refreshEvery },
  )
  const rows = (call.data?.data ?? []).filter(
    (row) => row.used_percent !== null && compare(row.used_percent, shownFrom) >= 0,
  )
  const now = rows.filter((row) => compare(row.used_percent ?? '0', urgent) >= 0).length
  return (
    <section className="quota-alarms surface" aria-label="Alarmas de cupo" aria-busy={call.isFetching}>
      <h2>Alarmas de cupo</h2>
      <span className="quota-alarms-note note" role="status">
        {call.data && summaryText(rows.length, now)}
      </span>
      {!call.data && call.isError && <ProblemView error={call.error} onRetry={() => void call.refetch()} />}
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must take the focus to be scrolled by keys
        <ul tabIndex={0} className="line stretch gap-xs plain-list scrolls" aria-label="Números cerca de su cupo">
          {rows.map((row) => (
            <AlarmItem
              key={`${row.draw_id}:${row.bet_type_id}:${row.number}`}
              row={row}
              currency={query.currency}
              time={clockOf(row.scheduled_at, period.zone)}
              blocks={blocks}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Short, as it is announced whenever it changes. */
function summaryText(shown: number, now: number): string {
  if (shown === 0) return `Ningún número abierto pasa del ${shownFrom} % de su cupo.`
  const urgents = now > 0 ? `; ${now} con ${urgent} % o más` : ''
  return shown === most
    ? `Los ${most} más llenos de los sorteos abiertos${urgents}`
    : `${shown} con ${shownFrom} % o más de su cupo${urgents}`
}

type AlarmRow = NonNullable<ReturnType<typeof useCall<typeof kpis.topRisk>>['data']>['data'][number]

function AlarmItem({
  row,
  currency,
  time,
  blocks,
}: {
  row: AlarmRow
  currency: DashboardFilters['currency']
  time: string
  blocks: boolean
}) {
  const used = row.used_percent ?? '0'
  const name = (
    <>
      <strong>{row.number}</strong>
      {row.symbol_name !== null && ` ${row.symbol_name}`}
    </>
  )
  return (
    <li className={compare(used, urgent) >= 0 ? 'cell notice' : 'cell'}>
      <span className="line between gap-xs">
        <Link
          to={blocks ? blockLink(row) : drawLink(row.draw_id, 'numeros')}
          title={`Ver los números de ${row.product_name} de las ${time}`}
        >
          {name}
        </Link>
        <span className="strong nowrap">
          {compare(used, urgent) >= 0 && <WarningFilled aria-hidden="true" />} {formatDecimal(used)} %
        </span>
      </span>
      <span className="cut note">
        {time} {row.product_name} · {row.bet_type_name}
      </span>
      <span className="cut note">
        <Money value={row.sold} currency={currency} /> de <Money value={row.quota} currency={currency} />
      </span>
      <UseBar percent={used} />
    </li>
  )
}
