/** An affiliate's bets configuration as the cells of sheets, and as the body that saves them. Pure. */
import type { z } from 'zod'
import {
  betsConfigurations,
  type betsChange,
  type BetsConfiguration,
  type betsConfigurationForm,
} from '@contract/bets-configurations.ts'
import { titleOf } from '@contract/field.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { ownOf, type Edits, type GridCell } from '@/kit/grid/edits.ts'
import type { OwnValues } from '@/kit/grid/saving.ts'
import type { ValueKind } from '@/kit/grid/values.ts'

/** Its path says all that saving it needs. */
export type BetsCell = GridCell<null>
export type BetsLimit = BetsConfiguration['limits'][number]
export type BetsProduct = BetsConfiguration['products'][number]
/** One change over many has no type of rates: it is set above them, and inherited. */
type SettingName = z.output<typeof betsChange>['field'] | 'rate_type_id'
type Value = string | number | boolean | null

/** How each setting is read and written. */
export const valueKinds = {
  annul_minutes: 'whole',
  prize_days: 'whole',
  max_lines: 'whole',
  pays_other_agencies: 'flag',
  min_stake: 'amount',
  max_stake: 'amount',
  max_ticket: 'amount',
  enabled: 'flag',
  multiplier: 'multiplier',
  rate_type_id: 'choice',
} as const satisfies Record<SettingName, ValueKind>

const { shape } = betsConfigurations.show.response
export const ruleKeys = ['annul_minutes', 'prize_days', 'max_lines', 'pays_other_agencies'] as const
export const limitKeys = ['min_stake', 'max_stake', 'max_ticket'] as const
export const ruleTitle = (key: (typeof ruleKeys)[number]) => titleOf(shape[key]) ?? key
export const rateTypeTitle = titleOf(shape.rate_type_id) ?? ''
export const limitTitle = (key: (typeof limitKeys)[number]) => titleOf(shape.limits.element.shape[key]) ?? key

/** What names a setting among all of a configuration, as a global change does. */
interface Named {
  field: SettingName
  currency?: Currency
  product_id?: number
  bet_type_id?: number
  place?: number | undefined
}

/**
 * `annul_minutes`, `max_stake.BS`, `multiplier.4.9`, of its second prize `multiplier.4.9.2`: the same whatever else the
 * configuration has.
 */
export function pathOf({ field, currency, product_id, bet_type_id, place = 1 }: Named): string {
  return [field, currency, product_id, bet_type_id, place > 1 ? place : undefined]
    .filter((part) => part !== undefined)
    .join('.')
}

/** A value as sheets hold it: a decimal string. */
export function decimalOf(value: Value): string | null {
  return value === null ? null : String(typeof value === 'boolean' ? Number(value) : value)
}

/** `La de «De mostrador» la fija cada taquilla.` */
function officesNote(types: BetsConfiguration['rate_types']): string {
  const names = types.filter(({ by_offices }) => by_offices).map(({ name }) => `«${name}»`)
  return `La de ${new Intl.ListFormat('es').format(names)} la fija cada taquilla.`
}

/** What no affiliate sets comes from the product itself, which the server names so. */
const fromProduct = 'Producto'

function cellOf(
  named: Named,
  label: string,
  { own, inherited, from }: { own: Value; inherited: Value; from: string | null },
): BetsCell {
  return {
    path: pathOf(named),
    label,
    kind: valueKinds[named.field],
    own: decimalOf(own),
    inherited: decimalOf(inherited),
    from: from === fromProduct ? 'su producto' : from,
    ...(named.currency && { currency: named.currency }),
    data: null,
  }
}

export const ruleCell = (all: BetsConfiguration, key: (typeof ruleKeys)[number]): BetsCell =>
  cellOf({ field: key }, ruleTitle(key), all[key])

/** The type of rates, by its name; of some each office sets its own. */
export const rateTypeCell = ({ rate_type_id, rate_types }: BetsConfiguration): BetsCell => ({
  ...cellOf({ field: 'rate_type_id' }, rateTypeTitle, rate_type_id),
  labels: Object.fromEntries(rate_types.map(({ id, name }) => [id, name])),
  ...(rate_types.some(({ by_offices }) => by_offices) && { note: officesNote(rate_types) }),
})

export const limitCell = (row: BetsLimit, key: (typeof limitKeys)[number]): BetsCell =>
  cellOf({ field: key, currency: row.currency }, `${limitTitle(key)} en ${currencyFacts[row.currency].name}`, row[key])

export const enabledCell = ({ product_id, name, enabled }: BetsProduct): BetsCell =>
  cellOf({ field: 'enabled', product_id }, `${name}, se vende`, enabled)

/** What a product pays for a bet, for its first prize unless said. */
export function multiplierCell(
  { product_id, name, bet_types }: BetsProduct,
  bet_type_id: number,
  place?: number,
): BetsCell | null {
  const type = bet_types.find((one) => one.bet_type_id === bet_type_id && one.place === place)
  return type
    ? cellOf({ field: 'multiplier', product_id, bet_type_id, place }, `${name}, ${type.name}`, type.multiplier)
    : null
}

/** Every prize of every bet of every product, as the body lists them. */
const betsOf = ({ products }: BetsConfiguration) =>
  products.flatMap((product) => product.bet_types.map(({ bet_type_id, place }) => ({ product, bet_type_id, place })))

/** Every cell by the place of its value in the body: `limits.0.min_stake`. In the screen's order. */
export function betsCells(all: BetsConfiguration): ReadonlyMap<string, BetsCell> {
  return new Map([
    ...ruleKeys.map((key) => [key, ruleCell(all, key)] as const),
    ['rate_type_id', rateTypeCell(all)] as const,
    ...all.limits.flatMap((row, at) => limitKeys.map((key) => [`limits.${at}.${key}`, limitCell(row, key)] as const)),
    ...all.products.map((product, at) => [`products.${at}.enabled`, enabledCell(product)] as const),
    ...betsOf(all).map(
      ({ product, bet_type_id, place }, at) =>
        [`multipliers.${at}.multiplier`, multiplierCell(product, bet_type_id, place)!] as const,
    ),
  ])
}

export function ownBets(all: BetsConfiguration): OwnValues {
  return new Map([...betsCells(all).values()].map(({ path, own }) => [path, own]))
}

/** The path of the cell at a place of the body; for another part of its row, the row's first cell. */
export function betsPathAt(all: BetsConfiguration, place: string): string | undefined {
  const cells = betsCells(all)
  const row = /^\w+\.\d+\./.exec(place)?.[0]
  const found = cells.get(place) ?? [...cells].find(([one]) => row !== undefined && one.startsWith(row))?.[1]
  return found?.path
}

/** The whole configuration as the server takes it: what is not edited goes as it was saved. */
export function configurationBody(all: BetsConfiguration, edits: Edits<null>): z.input<typeof betsConfigurationForm> {
  const cells = betsCells(all)
  const valueAt = (place: string): Value => {
    const cell = cells.get(place)!
    const own = ownOf(cell, edits)
    if (own === null || cell.kind === 'amount' || cell.kind === 'multiplier') return own
    return cell.kind === 'flag' ? own === '1' : Number(own)
  }
  const valuesAt = (keys: readonly string[], row = '') =>
    Object.fromEntries(keys.map((key) => [key, valueAt(row + key)]))
  return {
    agency_id: all.agency_id,
    version: all.version,
    ...valuesAt([...ruleKeys, 'rate_type_id']),
    limits: all.limits.map(({ currency }, at) => ({ currency, ...valuesAt(limitKeys, `limits.${at}.`) })),
    products: all.products.map(({ product_id }, at) => ({ product_id, ...valuesAt(['enabled'], `products.${at}.`) })),
    multipliers: betsOf(all).map(({ product: { product_id }, bet_type_id, place }, at) => ({
      product_id,
      bet_type_id,
      ...(place && { place }),
      ...valuesAt(['multiplier'], `multipliers.${at}.`),
    })),
  } as z.input<typeof betsConfigurationForm>
}
