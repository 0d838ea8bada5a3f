/** The currencies the business sells in (spec, section 1). Two currencies are never added. */
import { z } from 'zod'
import { fold } from './text.ts'

export const currencies = ['BS', 'USD', 'COP'] as const
export type Currency = (typeof currencies)[number]
export const currency = z.enum(currencies, { error: 'Moneda no válida' }).meta({ title: 'Moneda' })

interface CurrencyFacts {
  name: string
  symbol: string
  /** As shown where USD and COP stand side by side: both use `$`. */
  clear_symbol: string
  /**
   * Decimals of what is staked, won, earned and paid: there are no coins for less. Written are two in every currency, so
   * that amounts of all of them stand one under the other. The database's `currency_decimals` says the same.
   */
  decimals: 0 | 2
}

export const currencyFacts: Record<Currency, CurrencyFacts> = {
  BS: { name: 'Bolívares', symbol: 'Bs', clear_symbol: 'Bs', decimals: 2 },
  USD: { name: 'Dólares', symbol: '$', clear_symbol: '$', decimals: 2 },
  COP: { name: 'Pesos Colombianos', symbol: '$', clear_symbol: 'COP $', decimals: 0 },
}

const currencyNames: readonly [RegExp, Currency][] = [
  [/^(bs|bsf|bss|bsd|ves|vef|ved|bolivar|bolivares|bolivares digitales|moneda nacional)$/, 'BS'],
  [/^(usd|us\$|usd ?\$|\$|\$us|dolar|dolares|dolar americano|dolares americanos|divisas?)$/, 'USD'],
  [/^(cop|cop ?\$|col\$|peso|pesos|pesos? colombianos?)$/, 'COP'],
]

/** `Bs.`, `VES`, `Bolívares`, `$`, `Pesos` as one of the currencies; null for another, or for none. */
export function readCurrency(written: string): Currency | null {
  const word = fold(written).replaceAll('.', '')
  return currencyNames.find(([names]) => names.test(word))?.[1] ?? null
}

/** Why an amount in this currency has no cents, where it has any: `En pesos colombianos no hay céntimos`. */
export const centsFault = (of: Currency) => `En ${currencyFacts[of].name.toLowerCase()} no hay céntimos`

/** What a sign beside an amount may stand for: `$` alone is of dollars and of pesos, whose symbol it is too. */
export function currenciesOfSign(sign: string): readonly Currency[] {
  if (sign === '$') return ['USD', 'COP']
  const one = readCurrency(sign)
  return one === null ? [] : [one]
}

/** Why an amount that says these currencies has no place, after its text: `está en dólares y aquí va en bolívares`. */
export function currencyFault(said: readonly Currency[], of: Currency | null): string {
  const names = said.map((one) => currencyFacts[one].name.toLowerCase()).join(' o ')
  return of === null
    ? `está en ${names} y aquí no va una moneda`
    : `está en ${names} y aquí va en ${currencyFacts[of].name.toLowerCase()}`
}
