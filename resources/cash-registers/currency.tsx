/** One currency of a drawer at a time, chosen with the pointer or by its key. */
import { DollarOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import type { CounterKey } from '@/kit/counter/keys.tsx'

interface OneCurrencyProps {
  currencies: readonly Currency[]
  value: Currency
  onChange: (currency: Currency) => void
}

/** Nothing where there is but one. */
export function OneCurrency({ currencies, value, onChange }: OneCurrencyProps) {
  if (currencies.length < 2) return null
  return (
    <Segmented<Currency>
      aria-label="Moneda del conteo"
      options={currencies.map((one) => ({
        value: one,
        label: currencyFacts[one].clear_symbol,
        title: currencyFacts[one].name,
      }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** The key that goes on to the next one; null where there is but one. */
export function currencyKey(
  currencies: readonly Currency[],
  value: Currency,
  onChange: (currency: Currency) => void,
): CounterKey | null {
  const next = currencies[(currencies.indexOf(value) + 1) % currencies.length]
  if (next === undefined || next === value) return null
  return {
    key: 'F8',
    label: currencyFacts[value].name,
    icon: <DollarOutlined />,
    onPress: () => onChange(next),
  }
}
