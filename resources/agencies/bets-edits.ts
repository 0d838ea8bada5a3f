/**
 * What a person changes on an agency's bets configuration, as a flat map from a setting's path to its
 * new own value (`null` inherits again). Pure: the cells, the list of changes, the draft, the conflict
 * and the saved body are all read from it.
 */
import type { z } from 'zod'
import { betsConfigurationForm, multiplier, type BetsConfiguration } from '@contract/bets-configurations.ts'
import type { FieldFault } from '@contract/problems.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { amount } from '@contract/values/money.ts'
import { refusal } from '@/kit/form/errors.ts'
import { isUnread, sameAmount } from '@/kit/form/money-reading.ts'

export type Own = string | number | boolean | null
export type Edits = Readonly<Record<string, Own>>
export type BetsBody = z.input<typeof betsConfigurationForm>
type SettingKind = 'amount' | 'multiplier' | 'whole' | 'switch'

/** One setting of the configuration as the screen shows it. */
export interface Setting {
  path: string
  /** Full name, for the list of changes and for screen readers. */
  label: string
  kind: SettingKind
  own: Own
  inherited: Own
  /** The ancestor that the inherited value comes from. */
  from: string | null
  currency?: Currency
  /** After the value, where it stands alone: `min`. */
  unit?: string
}

export const generalFields = [
  { key: 'annul_minutes', label: 'Minutos para anular', kind: 'whole', unit: 'min' },
  { key: 'prize_days', label: 'Días para cobrar un premio', kind: 'whole', unit: 'días' },
  { key: 'max_lines', label: 'Jugadas por ticket', kind: 'whole', unit: 'jugadas' },
  { key: 'pays_other_agencies', label: 'Paga tickets de otras agencias', kind: 'switch', unit: undefined },
] as const

export const limitFields = [
  { key: 'min_stake', label: 'Mínimo por jugada' },
  { key: 'max_stake', label: 'Máximo por jugada' },
  { key: 'max_ticket', label: 'Máximo por ticket' },
] as const

export const limitPath = (currency: Currency, key: string) => `limits.${currency}.${key}`
export const productPath = (productId: number) => `products.${productId}`
export const multiplierPath = (productId: number, betTypeId: number) => `multipliers.${productId}.${betTypeId}`

function generalSettings(configuration: BetsConfiguration): Setting[] {
  return generalFields.map(({ key, label, kind, unit }) => ({
    path: key,
    label,
    kind,
    ...(unit && { unit }),
    ...configuration[key],
  }))
}

function limitSettings(configuration: BetsConfiguration): Setting[] {
  return configuration.limits.flatMap((row) =>
    limitFields.map(
      ({ key, label }): Setting => ({
        path: limitPath(row.currency, key),
        label: `${label} en ${currencyFacts[row.currency].name}`,
        kind: 'amount',
        currency: row.currency,
        ...row[key],
      }),
    ),
  )
}

function productSettings(configuration: BetsConfiguration): Setting[] {
  return configuration.products.flatMap((product): Setting[] => [
    { path: productPath(product.product_id), label: product.name, kind: 'switch', ...product.enabled },
    ...product.bet_types.map(
      (type): Setting => ({
        path: multiplierPath(product.product_id, type.bet_type_id),
        label: `${product.name}, ${type.name}`,
        kind: 'multiplier',
        ...type.multiplier,
      }),
    ),
  ])
}

/** Every setting by its path, in the screen's order. */
export function settingsOf(configuration: BetsConfiguration): ReadonlyMap<string, Setting> {
  const all = [...generalSettings(configuration), ...limitSettings(configuration), ...productSettings(configuration)]
  return new Map(all.map((setting) => [setting.path, setting]))
}

/** The same value, however it is written: `30` and `30.00` are one amount. */
export function sameOwn(left: Own, right: Own): boolean {
  return typeof left === 'string' && typeof right === 'string' ? sameAmount(left, right) : left === right
}

export function ownOf(setting: Setting, edits: Edits): Own {
  return edits[setting.path] === undefined ? setting.own : edits[setting.path]!
}

/** The edits with one more; an edit back to what is saved is no change. */
export function withEdit(edits: Edits, setting: Setting, value: Own): Edits {
  const { [setting.path]: _before, ...others } = edits
  return sameOwn(setting.own, value) ? others : { ...others, [setting.path]: value }
}

/** The settings that `edits` changes, in the screen's order. Paths that no longer exist are left out. */
export function changedSettings(settings: ReadonlyMap<string, Setting>, edits: Edits): Setting[] {
  return [...settings.values()].filter(
    (setting) => edits[setting.path] !== undefined && !sameOwn(setting.own, edits[setting.path]!),
  )
}

const numberRules = betsConfigurationForm.pick({ annul_minutes: true, prize_days: true, max_lines: true })
  .shape as Record<string, z.ZodType>

/** Why a value cannot be saved, in the contract's words; null when it can. */
export function faultOf(setting: Setting, value: Own): string | null {
  if (value === null || setting.kind === 'switch') return null
  if (typeof value === 'string' && isUnread(value))
    return setting.kind === 'multiplier' ? 'Escriba un número como 30 o 30,50' : refusal(amount, value)
  const schema =
    setting.kind === 'amount'
      ? betsConfigurationForm.shape.limits.element.shape.min_stake
      : setting.kind === 'multiplier'
        ? multiplier
        : numberRules[setting.path]
  return schema ? refusal(schema, value) : null
}

/** The whole configuration as the server takes it: what is not edited goes as it was saved. */
export function bodyOf(configuration: BetsConfiguration, edits: Edits): BetsBody {
  const settings = settingsOf(configuration)
  const own = <T extends Own>(path: string) => ownOf(settings.get(path)!, edits) as T | null
  return {
    agency_id: configuration.agency_id,
    version: configuration.version,
    annul_minutes: own<number>('annul_minutes'),
    prize_days: own<number>('prize_days'),
    max_lines: own<number>('max_lines'),
    pays_other_agencies: own<boolean>('pays_other_agencies'),
    limits: configuration.limits.map(({ currency }) => ({
      currency,
      min_stake: own<string>(limitPath(currency, 'min_stake')),
      max_stake: own<string>(limitPath(currency, 'max_stake')),
      max_ticket: own<string>(limitPath(currency, 'max_ticket')),
    })),
    products: configuration.products.map(({ product_id }) => ({
      product_id,
      enabled: own<boolean>(productPath(product_id)),
    })),
    multipliers: configuration.products.flatMap(({ product_id, bet_types }) =>
      bet_types.map(({ bet_type_id }) => ({
        product_id,
        bet_type_id,
        multiplier: own<string>(multiplierPath(product_id, bet_type_id)),
      })),
    ),
  }
}

/** The setting that a fault of the saved body lies in (`limits.0.min_stake` → `limits.BS.min_stake`), or null. */
export function pathOfFault(fault: FieldFault, body: BetsBody): string | null {
  const [list, position, key] = fault.path.replace(/^body\./, '').split('.')
  if (list === undefined) return null
  if (position === undefined) return generalFields.some((field) => field.key === list) ? list : null
  const index = Number(position)
  const [limit, product, line] = [body.limits[index], body.products[index], body.multipliers[index]]
  if (list === 'limits' && limit) return limitPath(limit.currency, key ?? 'max_stake')
  if (list === 'products' && product) return productPath(product.product_id)
  if (list === 'multipliers' && line) return multiplierPath(line.product_id, line.bet_type_id)
  return null
}

/** Edits over a configuration that somebody else saved meanwhile: those that both changed, to different values. */
export function clashesOf(
  before: BetsConfiguration,
  now: BetsConfiguration,
  edits: Edits,
): { setting: Setting; before: Own; theirs: Own; mine: Own }[] {
  const old = settingsOf(before)
  return changedSettings(settingsOf(now), edits).flatMap((setting) => {
    const previous = old.get(setting.path)?.own ?? null
    return sameOwn(previous, setting.own)
      ? []
      : [{ setting, before: previous, theirs: setting.own, mine: edits[setting.path]! }]
  })
}
