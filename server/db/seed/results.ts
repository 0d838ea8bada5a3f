/** The demo's draws and their results. Results come from chance alone; nothing here knows what was staked. */
import { sql } from 'drizzle-orm'
import { signs } from '@contract/values/bet-numbers.ts'
import { winningNumbers, type ResultNumber, type Winning } from '../../award/winning.ts'
import { ensureDraws } from '../../draws/generate.ts'
import { list, type Executor } from '../connect.ts'
import { betTypes, products, symbolsOf, type Product } from './catalogue.ts'
import { Random } from './random.ts'

export interface SeedDraw {
  id: number
  product: Product
  day: string
  /** Milliseconds since 1970, like every instant here. */
  opens: number
  closes: number
  scheduled: number
  state: 'activo' | 'premiado' | 'suspendido'
  /** Set with the state `premiado`. */
  result_id: number
  awarded: number
  /** Winning numbers by bet type. */
  wins: ReadonlyMap<number, readonly Winning[]>
}

interface Row {
  id: number
  product_id: number
  day: string
  opens_at: string
  closes_at: string
  scheduled_at: string
}

/** Days of draws already there to be sold, after today. */
const daysAhead = 3
const minute = 60_000

/** Products whose last draw still waits for its result, so that there is one to award. */
const awaited = new Set(['LA_GRANJITA', 'GUACHARO_ACTIVO'])
const suspendedReason = 'Falla eléctrica en la sede del sorteo'

/** What comes out of the urn. */
export function drawNumbers(product: Product, random: Random): ResultNumber[] {
  if (product.symbols > 0) return [{ place: '', number: random.pick(symbolsOf(product))[0], sign: null }]
  if (product.kind === 'panama') return ['1', '2', '3'].map((place) => ({ place, number: random.digits(4), sign: null }))
  const places = [...new Set(product.offers.map((offer) => offer.bet_type.slice(-1)))].filter((place) => ['A', 'B', 'C'].includes(place)).sort()
  return places.map((place) => ({ place, number: random.digits(3), sign: place === 'C' ? random.pick(signs) : null }))
}

function winsOf(product: Product, numbers: readonly ResultNumber[]): Map<number, Winning[]> {
  const offered = betTypes.filter((type) => product.offers.some((offer) => offer.bet_type === type.code)).map(({ id, kind, place }) => ({ bet_type_id: id, kind, place }))
  return Map.groupBy(winningNumbers(offered, numbers), (one) => one.bet_type_id)
}

/** Makes the draws from `from_day` to some days after `today`; those past get a result, one on `suspended_day` is suspended. */
export async function prepareDraws(db: Executor, random: Random, { from_day, today, ahead_day, suspended_day, now }: { from_day: string; today: string; ahead_day: string; suspended_day: string; now: Date }): Promise<SeedDraw[]> {
  await ensureDraws(db, from_day, ahead_day)
  const rows = await db.rows<Row>(sql`SELECT id, product_id, day, opens_at, closes_at, scheduled_at FROM draws ORDER BY id`)
  const numbers: { result_id: number; one: ResultNumber }[] = []
  let results = 0
  const draws = rows.map((row): SeedDraw => {
    const product = products.find((one) => one.id === row.product_id)!
    const scheduled = Date.parse(row.scheduled_at)
    const awarded = scheduled + random.between(3 * minute, 12 * minute)
    const base = { id: row.id, product, day: row.day, opens: Date.parse(row.opens_at), closes: Date.parse(row.closes_at), scheduled }
    const waiting = { ...base, result_id: 0, awarded: 0, wins: new Map() }
    if (row.day === suspended_day && product.code === 'TRIPLE_ZULIA' && !numbers.some(({ one }) => one.place === row.day)) {
      return { ...waiting, state: 'suspendido' }
    }
    const drawn = drawNumbers(product, random)
    const last = awaited.has(product.code) && row.day === today && !rows.some((other) => other.product_id === row.product_id && other.id > row.id && Date.parse(other.scheduled_at) <= now.getTime())
    if (awarded > now.getTime() || last) return { ...waiting, state: 'activo' }
    const result_id = ++results
    for (const one of drawn) numbers.push({ result_id, one })
    return { ...base, state: 'premiado', result_id, awarded, wins: winsOf(product, drawn) }
  })
  await write(db, draws, numbers)
  return draws
}
