/** An amount as people read it: es-VE digits of one width, its symbol, and for results the sign said twice. */
import { CaretDownFilled } from '@ant-design/icons'
import type { Currency } from '@contract/values/currency.ts'
import { compare, formatMoney } from '@contract/values/money.ts'
import './values.css'

export interface MoneyProps {
  /** A decimal string; `null` when there is nothing to say (an average without tickets). */
  value: string | null
  currency: Currency
  /** A result such as profit: a loss is told by sign, mark and colour. */
  signed?: boolean
  /** Tells COP from USD where both may appear. */
  clear?: boolean
}

export function Money({ value, currency, signed = false, clear = false }: MoneyProps) {
  if (value === null) return <span className="money sorteo-muted">—</span>
  const sign = signed ? compare(value, '0') : 0
  return (
    <span className={`money${sign < 0 ? ' bad' : ''}`}>
      {sign < 0 && <CaretDownFilled className="money-mark" aria-hidden="true" />}
      {formatMoney(value, currency, clear)}
    </span>
  )
}
