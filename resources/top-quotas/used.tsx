/** How much of a ceiling the most sold number of an open draw has used. */
import type { TopQuotaRow } from '@contract/top-quotas.ts'
import { compare, formatAmount, formatDecimal, ratioPercent } from '@contract/values/money.ts'
import { barWidth } from '@/kit/chart/value.ts'

/** From here on the bar asks for attention. */
const close = '80'

export function Used({ row }: { row: TopQuotaRow | undefined }) {
  if (!row || row.used === null) return <span className="sorteo-muted">Sin ventas</span>
  const ratio = row.amount === null ? null : ratioPercent(row.used, row.amount, 0)
  const level =
    ratio === null ? 'none' : compare(ratio, '100') >= 0 ? 'full' : compare(ratio, close) >= 0 ? 'close' : 'free'
  return (
    <span className="top-used" data-level={level}>
      <span className="top-used-text">
        <span>Nº {row.used_number}</span>
        <span>
          {formatAmount(row.used)}
          {ratio !== null && <span className="top-used-ratio"> {formatDecimal(ratio)} %</span>}
        </span>
      </span>
      {row.amount !== null && (
        <span className="top-used-track" aria-hidden="true">
          <span style={{ width: `${barWidth(row.used, row.amount)}%` }} />
        </span>
      )}
    </span>
  )
}
