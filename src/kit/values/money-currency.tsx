/** Which currency is on screen. One at a time: two are never added. */
import { Segmented } from 'antd'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { useSession } from '@providers/session.ts'

export interface CurrencySwitchProps {
  value: Currency | undefined
  onChange: (currency: Currency | undefined) => void
  /** Offers `Todas`: lists that keep a row per currency. Figures always show one. */
  all?: boolean
}

const every = 'todas'

export function CurrencySwitch({ value, onChange, all = false }: CurrencySwitchProps) {
  const { currencies } = useSession()
  if (currencies.length < 2) return null
  const options = [
    ...(all ? [{ value: every, label: 'Todas', title: 'Todas las monedas, cada una por separado' }] : []),
    ...currencies.map((one) => ({
      value: one as string,
      label: currencyFacts[one].clear_symbol,
      title: currencyFacts[one].name,
    })),
  ]
  return (
    <Segmented
      aria-label="Moneda"
      options={options}
      value={value ?? every}
      onChange={(chosen) => onChange(currencies.find((one) => one === chosen))}
    />
  )
}
