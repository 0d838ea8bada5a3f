/** The currencies the business sells in (spec, section 1). Two currencies are never added. */
import { z } from 'zod'

export const currencies = ['BS', 'USD', 'COP'] as const
export type Currency = (typeof currencies)[number]
export const currency = z.enum(currencies, { error: 'Moneda no válida' }).meta({ title: 'Moneda' })

interface CurrencyFacts {
  name: string
  symbol: string
  /** As shown where USD and COP stand side by side: both use `$`. */
  clear_symbol: string
  decimals: number
  /** Decimals of what is staked: there are no coins for less. */
  stake_decimals: 0 | 2
}

export const currencyFacts: Record<Currency, CurrencyFacts> = {
  BS: { name: 'Bolívares', symbol: 'Bs', clear_symbol: 'Bs', decimals: 2, stake_decimals: 2 },
  USD: { name: 'Dólares', symbol: '$', clear_symbol: '$', decimals: 2, stake_decimals: 2 },
  COP: { name: 'Pesos Colombianos', symbol: '$', clear_symbol: 'COP $', decimals: 2, stake_decimals: 0 },
}
