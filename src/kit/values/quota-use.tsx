/** How much of its quota a number has used: the percentage, what it is of, and a bar; warm where it needs a person's eye. */
import { StopOutlined, WarningFilled } from '@ant-design/icons'
import type { Currency } from '@contract/values/currency.ts'
import { compare, formatDecimal } from '@contract/values/money.ts'
import { barWidth } from '../chart/value.ts'
import { Money } from './money.tsx'

/** From here a quota needs a person's eye: percent. */
const nearlyFull = '90'
const full = '100'

export interface QuotaUseProps {
  /** Decimal strings; null where there is no quota. */
  row: { quota: string | null; used_percent: string | null }
  currency: Currency
  /** With the currency's symbol. */
  clear?: boolean
}

export function QuotaUse({ row: { quota, used_percent }, currency, clear = false }: QuotaUseProps) {
  if (quota === null || used_percent === null) return <span className="sorteo-muted">sin cupo</span>
  const near = compare(used_percent, nearlyFull) >= 0
  return (
    <span className={`quota-use stack inline${near ? ' warns' : ''}`}>
      <span>
        {near &&
          (compare(used_percent, full) < 0 ? (
            <WarningFilled aria-hidden="true" />
          ) : (
            <StopOutlined aria-hidden="true" />
          ))}{' '}
        {formatDecimal(used_percent)} % de <Money value={quota} currency={currency} clear={clear} />
      </span>
      <UseBar percent={used_percent} />
    </span>
  )
}

/** The bar alone, in the colour of its text; 100 and what is beyond fill it. */
export function UseBar({ percent }: { percent: string }) {
  return (
    <span className="track" aria-hidden="true">
      <span style={{ width: `${barWidth(percent, '100')}%` }} />
    </span>
  )
}
