/** What a batch comes to while it is written: debit, credit and what is missing, of each currency. */
import { CheckCircleFilled, WarningFilled } from '@ant-design/icons'
import type { BatchSum } from '@contract/entry-batch.ts'
import { formatDay } from '@contract/values/dates.ts'
import { isZero, negate } from '@contract/values/money.ts'
import { Money } from '@/kit/values/money.tsx'

/** Days are told where there are several: the books balance on each of them. */
export function BatchSums({ sums }: { sums: readonly BatchSum[] }) {
  const several = new Set(sums.map(({ day }) => day)).size > 1
  return (
    <ul className="stack gap-xxs plain-list" aria-label="Sumas del lote" aria-live="polite">
      {sums.map((sum) => (
        <li key={`${sum.day} ${sum.currency}`} className="row gap-md sorteo-figures">
          {several && <span className="strong">{formatDay(sum.day)}</span>}
          <span>
            Debe <Money value={sum.debit} currency={sum.currency} clear />
          </span>
          <span>
            Haber <Money value={sum.credit} currency={sum.currency} clear />
          </span>
          <Difference sum={sum} />
        </li>
      ))}
    </ul>
  )
}

function Difference({ sum: { difference, currency } }: { sum: BatchSum }) {
  if (isZero(difference))
    return (
      <span className="good">
        <CheckCircleFilled aria-hidden="true" /> Cuadra
      </span>
    )
  const in_debit = difference.startsWith('-')
  return (
    <span className="warns">
      <WarningFilled aria-hidden="true" /> Diferencia{' '}
      <strong>
        <Money value={in_debit ? negate(difference) : difference} currency={currency} clear />
      </strong>
      : falta en el {in_debit ? 'debe' : 'haber'}
    </span>
  )
}
