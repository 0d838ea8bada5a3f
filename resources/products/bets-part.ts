/** What tab *bets* edits: offers, wildcards, and the settings that say how bets are played and shared. */
import { unknownNames } from '@contract/names.ts'
import { productForm, productSettings, type PollaSettings, type Product, type ProductForm } from '@contract/products.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import { add, percentOf, ratioPercent } from '@contract/values/money.ts'
import { textOfValue } from '@/kit/form/money-reading.ts'

export interface BetsPart {
  offers: ProductForm['offers']
  wildcards: ProductForm['wildcards']
  settings: Pick<ProductForm['settings'], 'tripleta_draws' | 'polla'>
}

export const betsSchema = productForm
  .pick({ offers: true, wildcards: true })
  .extend({ settings: productSettings.pick({ tripleta_draws: true, polla: true }) })

/** What a bet type is called, by its id. */
export type BetNames = ReadonlyMap<number, { name: string; kind: BetKind }>

export function betNamesOf({ offers }: Product): BetNames {
  return new Map(offers.map(({ bet_type_id, name, kind }) => [bet_type_id, { name, kind }]))
}

export function betsPartOf({ offers, wildcards, settings }: Product): BetsPart {
  return {
    offers: offers.map(({ bet_type_id, multiplier, place_multipliers, enabled }) => ({
      bet_type_id,
      multiplier,
      place_multipliers,
      enabled,
    })),
    wildcards,
    settings: { tripleta_draws: settings.tripleta_draws, polla: settings.polla },
  }
}

/** Where a polla's settings begin: four fifths are for prizes, most of it for the first pot. */
export const newPolla: PollaSettings = {
  symbols: 6,
  price: {},
  prize_percent: '80',
  first_percent: '60',
  second_percent: '30',
  weekly_percent: '10',
  source_products: [],
}

/** A percentage has four decimals: of a million, each is a whole number of hundredths. */
const whole = '1000000.00'
const isPercent = (text: string) => /^\d{1,3}(\.\d{1,4})?$/.test(text)

export interface PotSplit {
  /** What the three pots add up to, in percent of what is for prizes; null while one is not a number. */
  sum: string | null
  exact: boolean
}

export function potSplit({ first_percent, second_percent, weekly_percent }: PollaSettings): PotSplit {
  const shares = [first_percent, second_percent, weekly_percent]
  if (!shares.every(isPercent)) return { sum: null, exact: false }
  const total = add(...shares.map((one) => percentOf(whole, one)))
  return { sum: (ratioPercent(total, whole, 4) ?? '').replace(/\.?0+$/, ''), exact: total === whole }
}

/** Of 100 sold, what each pot and the house get; null while a percentage is not a number. */
export function sharesOfHundred(polla: PollaSettings): { name: string; amount: string }[] | null {
  const { prize_percent, first_percent, second_percent, weekly_percent } = polla
  if (![prize_percent, first_percent, second_percent, weekly_percent].every(isPercent)) return null
  const prizes = percentOf('100.00', prize_percent)
  return [
    { name: 'Primer pote', amount: percentOf(prizes, first_percent) },
    { name: 'Segundo pote', amount: percentOf(prizes, second_percent) },
    { name: 'Pote semanal', amount: percentOf(prizes, weekly_percent) },
    { name: 'Banca', amount: percentOf('100.00', complement(prize_percent)) },
  ]
}

/** 100 less a percentage; zero where it is above. */
function complement(percent: string): string {
  const [left = '0', fraction = ''] = percent.split('.')
  const rest = 1_000_000n - BigInt(left + fraction.padEnd(4, '0'))
  const text = (rest < 0n ? 0n : rest).toString().padStart(5, '0')
  return `${text.slice(0, -4)}.${text.slice(-4)}`
}

/** `56 / 12 / 8`, `30`. */
function paysText({ multiplier, place_multipliers }: BetsPart['offers'][number]): string {
  return (place_multipliers ?? [multiplier]).map((one) => textOfValue(one, true)).join(' / ')
}

/** The part in lines, to compare two of them. */
export function betsLines(part: BetsPart, names: BetNames): string[] {
  const name = (id: number) => names.get(id)?.name ?? unknownNames.bet_type
  const { polla, tripleta_draws } = part.settings
  return [
    ...part.offers.map((one) => `${name(one.bet_type_id)}: ${one.enabled ? `paga ${paysText(one)}` : 'no se ofrece'}`),
    ...part.wildcards.map(
      (one) => `Comodín ${one.number} de ${name(one.bet_type_id)}: ${textOfValue(one.multiplier, true)}`,
    ),
    `Tripleta de ${tripleta_draws} sorteos`,
    ...(polla
      ? [
          `Polla de ${polla.symbols} símbolos, premios ${polla.prize_percent} %: ` +
            `${polla.first_percent} / ${polla.second_percent} / ${polla.weekly_percent}`,
          `Cuenta ${polla.source_products.length} productos`,
          ...Object.entries(polla.price).map(([currency, price]) => `Precio ${currency} ${price}`),
        ]
      : []),
  ]
}

/** Bets whose pay is another than before, or that are offered no more: what a person is asked about before saving. */
export function payChanges(
  before: BetsPart,
  after: BetsPart,
  names: BetNames,
): { label: string; before: string; after: string }[] {
  const said = (one: BetsPart['offers'][number] | undefined) => (one?.enabled ? `× ${paysText(one)}` : 'No se ofrece')
  return after.offers.flatMap((offer) => {
    const was = before.offers.find((one) => one.bet_type_id === offer.bet_type_id)
    return said(was) === said(offer)
      ? []
      : [{ label: names.get(offer.bet_type_id)?.name ?? '', before: said(was), after: said(offer) }]
  })
}
