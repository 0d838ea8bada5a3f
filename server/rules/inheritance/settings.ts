/**
 * Settings of the sale, each of which holds from the nearest of a chain that sets it: which of them a place would make
 * more than they were, or than whoever places may give.
 */
import { sql } from 'drizzle-orm'
import { placeNames } from '@contract/bets-configurations.ts'
import type { Currency } from '@contract/values/currency.ts'
import { compare, formatDecimal, formatMoney } from '@contract/values/money.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { chainRows, nodesOf, type PlaceChange, type PlaceDifference, type TreePlace, type Placed } from './place.ts'
import {
  settingFacts,
  heldBy,
  heldIn,
  settingKeyOf,
  setBy,
  type SettingField,
  type Sets,
  type SettingKey,
  type SetValue,
  type SetValues,
} from './set-values.ts'

/** Null is no limit: nothing is more. */
function isMore(field: SettingField, value: string | null, than: string | null): boolean {
  if (than === null || settingFacts[field].order === 0) return false
  return value === null || compare(value, than) * settingFacts[field].order > 0
}

/** A place by what each of its chain sets, over what whoever places has. */
class Looked {
  private readonly sets: Sets
  private readonly granted: SetValues

  constructor(sets: Sets, granted: SetValues) {
    this.sets = sets
    this.granted = granted
  }

  held(): SetValue[] {
    return [...this.granted.values()]
  }

  most(key: SetValue): string | null {
    return this.granted.get(settingKeyOf(key))?.value ?? settingFacts[key.field].standard
  }

  at({ chain }: TreePlace, key: SetValue): string | null {
    for (const id of chain) {
      const own = this.sets.get(id)?.get(settingKeyOf(key))
      if (own) return own.value
    }
    return this.most(key)
  }

  /** What somebody of these chains sets, each once. */
  keys(...places: readonly (TreePlace | null)[]): SetValue[] {
    const all = new Map<string, SetValue>()
    for (const place of places)
      for (const id of place?.chain ?? []) for (const [key, one] of this.sets.get(id) ?? []) all.set(key, one)
    return [...all.values()]
  }
}

export interface SettingChange extends Required<SettingKey> {
  from: string | null
  to: string | null
  most: string | null
  isNew: boolean
}

function changesOf({ before, after }: Placed, looked: Looked): SettingChange[] {
  const sells = (place: TreePlace, { currency }: SetValue) => currency === null || place.currencies.includes(currency)
  return looked.keys(before, after).flatMap((key): SettingChange[] => {
    if (!sells(after, key)) return []
    const { field, product_id, bet_type_id, place, currency } = key
    const [to, most] = [looked.at(after, key), looked.most(key)]
    const isNew = before === null || !sells(before, key)
    const from = isNew ? null : looked.at(before, key)
    const grows = isNew || isMore(field, to, from)
    const passes = (!isNew && settingFacts[field].kept) || isMore(field, to, most)
    return grows && passes ? [{ field, product_id, bet_type_id, place, currency, from, to, most, isNew }] : []
  })
}

function inWords({ field, currency }: Required<SettingKey>, value: string | null, names?: SettingNames): string {
  if (field === 'rate_type_id') return names?.rateType(value === null ? null : Number(value)) ?? 'ninguno'
  if (value === null) return 'sin límite'
  if (field === 'enabled' || field === 'pays_other_agencies') return value === '0' ? 'No' : 'Sí'
  return currency ? formatMoney(value, currency) : formatDecimal(value)
}

/** `Máximo por jugada en Bs`, `Multiplicador de Triple Zulia · Triple A`. */
function nameOf(
  { field, product_id, bet_type_id, place, currency }: Required<SettingKey>,
  names: SettingNames,
): string {
  const prize = place !== null && place > 1 ? placeNames[place - 1]?.toLowerCase() : null
  const of = [names.product(product_id), names.bet(bet_type_id), prize].filter(Boolean).join(' · ')
  return [settingFacts[field].title, of && `de ${of}`, currency && `en ${currency}`].filter(Boolean).join(' ')
}

/** `Máximo por jugada en Bs: Bs 100,00 → Bs 500,00`, by the names of products and bet types. */
function shown(change: SettingChange, names: SettingNames): PlaceChange {
  const { field, from, to, most, isNew } = change
  return {
    what: field,
    name: nameOf(change, names),
    from: isNew ? null : inWords(change, from),
    to: inWords(change, to),
    most: inWords(change, most),
  }
}

/** Names of products and bet types by their ids. */
export interface SettingNames {
  product(id: number | null): string | undefined
  bet(id: number | null): string | undefined
  /** Of null the one that holds where nobody says. */
  rateType(id: number | null): string | undefined
}

export async function settingNames(db: Executor): Promise<SettingNames> {
  const rows = await db.rows<{ id: number; name: string; bet: boolean }>(
    sql`SELECT id, name, false AS bet FROM products UNION ALL SELECT id, name, true FROM bet_types`,
  )
  const by = (bet: boolean) => new Map(rows.filter((row) => row.bet === bet).map(({ id, name }) => [id, name]))
  const [products, bets] = [by(false), by(true)]
  const types = await db.rows<{ id: number; name: string }>(sql`SELECT id, nombre AS name FROM rate_types ORDER BY id`)
  return {
    product: (id) => products.get(id ?? 0),
    bet: (id) => bets.get(id ?? 0),
    rateType: (id) => (id === null ? types[0] : types.find((one) => one.id === id))?.name,
  }
}

/** Of each of these, what its place would make more than `grantor` may. */
export async function settingChanges(
  db: Executor,
  grantor: number,
  placed: readonly Placed[],
  names: SettingNames,
): Promise<PlaceChange[][]> {
  const looked = new Looked(await setBy(db, nodesOf(placed)), await heldBy(db, grantor))
  return placed.map((one) => changesOf(one, looked).map((change) => shown(change, names)))
}

/** What holds of each setting for whoever has one chain above it, and then another; of currencies that it sells in. */
export async function settingsAt(
  db: Executor,
  before: readonly number[],
  { chain: after, currencies }: TreePlace,
  names: SettingNames,
): Promise<PlaceDifference[]> {
  const [was, is] = [await heldIn(db, chainRows(before)), await heldIn(db, chainRows(after))]
  return [...new Map([...was, ...is])].flatMap(([key, setting]): PlaceDifference[] => {
    if (setting.currency !== null && !currencies.includes(setting.currency)) return []
    const held = (values: SetValues) => {
      const set = values.get(key)
      const value = set?.value ?? settingFacts[setting.field].standard
      return { text: inWords(setting, value, names), by: set?.partner_id ?? null }
    }
    return [{ what: setting.field, name: nameOf(setting, names), before: held(was), after: held(is), own: null }]
  })
}

export interface Raised extends SettingChange {
  partner_id: number
}

/**
 * Looks before and after partners' own settings are written: `grantor` has somebody keep or get no more than it has
 * itself, whatever stands between them, also where a value that is taken back leaves a larger one. Answers what then is
 * more than it has, and more than it was. Its own partner's values only fall.
 */
export async function watchSettings(
  db: Executor,
  grantor: number,
  partner_ids: readonly number[],
  only?: SettingKey,
): Promise<() => Promise<Raised[]>> {
  const rows = await db.rows<{ id: number; chain: number[]; currencies: Currency[] }>(sql`
    SELECT partner.id, partner.currencies::text[] AS currencies, ARRAY(
      SELECT above.ancestor_id
      FROM partner_ancestors above
      JOIN partner_ancestors granted ON granted.partner_id = above.ancestor_id AND granted.ancestor_id = ${grantor} AND granted.depth > 0
      WHERE above.partner_id = partner.id ORDER BY above.depth) AS chain
    FROM partners partner WHERE partner.id = ANY (${list(partner_ids)}::int[])`)
  const nodes = [...new Set(rows.flatMap(({ chain }) => chain))]
  const granted = await heldBy(db, grantor, only)
  const was = new Looked(await setBy(db, nodes, only), granted)
  return async () => {
    const now = new Looked(await setBy(db, nodes, only), granted)
    const raised = rows.flatMap((place): Raised[] => {
      if (place.id === grantor) return []
      const keys = new Map([...was.keys(place), ...now.keys(place)].map((key) => [settingKeyOf(key), key]))
      return [...keys.values()].flatMap((key) =>
        raiseOf(place.id, key, { from: was.at(place, key), to: now.at(place, key), most: was.most(key) }),
      )
    })
    if (!partner_ids.includes(grantor)) return raised
    const since = new Looked(new Map(), await heldBy(db, grantor, only))
    const own = [...granted.values(), ...since.held()].flatMap((key) =>
      raiseOf(grantor, key, { from: was.most(key), to: since.most(key), most: was.most(key) }),
    )
    return [...own, ...raised]
  }
}

function raiseOf(
  partner_id: number,
  { field, product_id, bet_type_id, place, currency }: SetValue,
  { from, to, most }: Pick<SettingChange, 'from' | 'to' | 'most'>,
): Raised[] {
  // Whoever sets a smaller least stake risks nothing by it.
  if (field === 'min_stake' || !isMore(field, to, from) || !isMore(field, to, most)) return []
  return [{ partner_id, field, product_id, bet_type_id, place, currency, from, to, most, isNew: false }]
}

/** Up to where `grantor` may go, for the sentence that refuses. */
export const mostText = (change: SettingChange): string => inWords(change, change.most)
