/** Rates that a place would make more than they were, or than whoever places earns itself: at every instant from now on. */
import { sql, type SQL } from 'drizzle-orm'
import { isWholeRate, rateText, sameRate, wholeRate, type Rate, type RatePart } from '@contract/commission-rates.ts'
import type { RateKey } from '@contract/commissions.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { groupBy } from '../../platform/group-by.ts'
import { rateAboveGranted, grantedCells, offeredIn, turnsAfter, type GrantedCell } from '../commissions/granted.ts'
import { rateAt, partJson, rateJson, setAsOf } from '../commissions/in-force.ts'
import { keysOf } from '../commissions/specific.ts'
import { nodesOf, type PlaceChange, type PlaceDifference, type TreePlace, type Placed } from './place.ts'
import type { SettingNames } from './settings.ts'

export interface OwnRate extends RateKey {
  rate: RatePart
}

interface Held {
  rate: RatePart
  /** Set by whoever places, in the same act: looked at where that is. */
  planned: boolean
}
type Own = ReadonlyMap<string, Held>

const textOf = ({ product_id, bet_type_id, currency }: Omit<RateKey, 'partner_id'>) =>
  `${product_id}|${bet_type_id}|${currency}`

function ownOf(rows: readonly OwnRate[], planned: boolean, over: ReadonlyMap<number, Own> = new Map()) {
  const own = new Map([...over].map(([id, held]) => [id, new Map(held)]))
  for (const { partner_id, rate, ...key } of rows) {
    const held = own.get(partner_id) ?? new Map<string, Held>()
    own.set(partner_id, held.set(textOf(key), { rate, planned }))
  }
  return own
}

type Key = Omit<RateKey, 'partner_id'>

/** What the row of a key of one of the chain comes to: what it does not set is that of the row which would hold without it. */
function wholeAt(
  chain: readonly number[],
  level: number,
  key: Key,
  own: ReadonlyMap<number, Own>,
  granted: Rate | null,
): Rate {
  const part = own.get(chain[level]!)!.get(textOf(key))!.rate
  if (isWholeRate(part)) return part
  const keys = keysOf(key)
  for (let up = level; up < chain.length; up += 1) {
    const set = own.get(chain[up]!)
    const next = keys.find((one) => set?.has(textOf(one)) && (up > level || textOf(one) !== textOf(key)))
    if (next) return wholeRate(part, wholeAt(chain, up, next, own, granted))
  }
  return wholeRate(part, granted)
}

/** Of the chain the nearest that sets one, and of its own the most specific; null where that is what `grantor` has. */
function holdingAt({ chain }: TreePlace, { keys, rate: granted }: Looked, own: ReadonlyMap<number, Own>) {
  for (const [level, id] of chain.entries()) {
    const key = keys.find((one) => own.get(id)?.has(textOf(one)))
    if (key) {
      const { planned } = own.get(id)!.get(textOf(key))!
      return { rate: wholeAt(chain, level, key, own, granted), planned }
    }
  }
  return null
}

/** A cell of the grantor's, with all keys that speak of it, the most specific first. */
interface Looked extends GrantedCell {
  keys: readonly Key[]
}

interface Raise {
  cell: GrantedCell
  from: Rate | null
  to: Rate
  isNew: boolean
}

function raisesOf(
  { before, after }: Placed,
  cells: readonly Looked[],
  { was, is }: { was: ReadonlyMap<number, Own>; is: ReadonlyMap<number, Own> },
): Raise[] {
  const sells = (place: TreePlace, { currency }: GrantedCell) => place.currencies.some((one) => one === currency)
  return cells.flatMap((cell): Raise[] => {
    if (!sells(after, cell)) return []
    const held = holdingAt(after, cell, is)
    if (!held || held.planned || !rateAboveGranted(held.rate, cell.rate)) return []
    const isNew = before === null || !sells(before, cell)
    const from = isNew ? null : (holdingAt(before, cell, was)?.rate ?? cell.rate)
    if (!isNew && (sameRate(held.rate, from) || !rateAboveGranted(held.rate, from))) return []
    return [{ cell, from, to: held.rate, isNew }]
  })
}

const said = (rate: Rate | null) => (rate ? rateText(rate) : 'ninguna')

type Named = Pick<GrantedCell, 'product_id' | 'name'>

/** What of the cells is alike, named once: everything, a whole product, or one by one. */
function namedOnce(some: readonly Named[], cells: readonly Named[], names: SettingNames): string[] {
  if (some.length === cells.length) return ['Comisión']
  return groupBy(some, (one) => String(one.product_id)).flatMap((of) => {
    const [{ product_id }] = of
    return of.length === cells.filter((one) => one.product_id === product_id).length
      ? [`Comisión de ${names.product(product_id)}`]
      : of.map(({ name }) => `Comisión de ${name}`)
  })
}

/** Those that change alike are said once. */
function shown(raises: readonly Raise[], cells: readonly GrantedCell[], names: SettingNames): PlaceChange[] {
  const alike = groupBy(raises, ({ cell, from, to, isNew }) =>
    [isNew ? '' : said(from), said(to), said(cell.rate)].join('|'),
  )
  return alike.flatMap((some): PlaceChange[] => {
    const [{ cell, from, to, isNew }] = some
    const all = some.map((one) => one.cell)
    return namedOnce(all, cells, names).map((name) => ({
      what: 'rate',
      name,
      from: isNew ? null : said(from),
      to: said(to),
      most: said(cell.rate),
    }))
  })
}

/** The rates of everything that is sold, as whoever has one chain above it earns them now, and with another. */
export async function ratesAt(
  db: Executor,
  before: readonly number[],
  { chain: after, currencies }: TreePlace,
  names: SettingNames,
): Promise<PlaceDifference[]> {
  const cells = await db.rows<
    Named & { was: Rate | null; was_by: number | null; is: Rate | null; is_by: number | null }
  >(sql`
    SELECT k.product_id, k.name, ${rateJson(sql`w`)} AS was, w.from_id AS was_by, ${rateJson(sql`i`)} AS is, i.from_id AS is_by
    FROM (${offeredIn(sql`${list(currencies)}::text[]`)}) k
    LEFT JOIN ${rateAt(sql`k`, setAsOf, { above: before })} w ON true LEFT JOIN ${rateAt(sql`k`, setAsOf, { above: after })} i ON true
    ORDER BY k.product_id, k.bet_type_id, k.currency`)
  const alike = groupBy(cells, ({ was, was_by, is, is_by }) => [said(was), was_by, said(is), is_by].join('|'))
  return alike.flatMap((some): PlaceDifference[] => {
    const [{ was, was_by, is, is_by }] = some
    const [held, would] = [
      { text: said(was), by: was_by },
      { text: said(is), by: is_by },
    ]
    return namedOnce(some, cells, names).map((name) => ({ what: 'rate', name, before: held, after: would, own: null }))
  })
}

function setAt(db: Executor, nodes: readonly number[], at: SQL): Promise<OwnRate[]> {
  return db.rows<OwnRate>(sql`
    SELECT c.partner_id, c.product_id, c.bet_type_id, c.currency::text AS currency, ${partJson(sql`c`)} AS rate
    FROM commissions_set_at(${at}) c WHERE c.partner_id = ANY (${list(nodes)}::int[])`)
}

/** Of each of these, what its place would make more than `grantor` may; `planned` rates come with their places. */
export async function rateChanges(
  db: Executor,
  grantor: number,
  placed: readonly Placed[],
  names: SettingNames,
  planned: readonly OwnRate[] = [],
): Promise<PlaceChange[][]> {
  const nodes = nodesOf(placed)
  const changes: PlaceChange[][] = placed.map(() => [])
  if (nodes.length === 0) return changes
  for (const at of [setAsOf, ...(await turnsAfter(db, grantor, setAsOf, nodes))]) {
    const was = ownOf(await setAt(db, nodes, at), false)
    if (was.size === 0) continue
    const cells = (await grantedCells(db, grantor, at)).map((cell) => ({ ...cell, keys: keysOf(cell) }))
    const is = ownOf(planned, true, was)
    placed.forEach((one, n) => {
      const sold = cells.filter(({ currency }) => one.after.currencies.some((own) => own === currency))
      const known = new Set(changes[n]!.map((change) => JSON.stringify(change)))
      const more = shown(raisesOf(one, sold, { was, is }), sold, names)
      changes[n]!.push(...more.filter((change) => !known.has(JSON.stringify(change))))
    })
  }
  return changes
}
