/** The demo's draws and their results. Results come from chance alone; nothing here knows what was staked. */
import { sql } from 'drizzle-orm'
import { signs } from '@contract/values/bet-numbers.ts'
import { addDays } from '@contract/values/dates.ts'
import { winningNumbers, type PlacedNumber, type Winning } from '../rules/award/winning.ts'
import { ensureDraws } from '../rules/draws/generate.ts'
import { list, type Executor } from '../platform/db/connect.ts'
import { betTypes, catalogueProducts, catalogueSymbols, type BetType, type CatalogueProduct } from './catalogue.ts'
import type { Random } from './random.ts'

export interface SeedDraw {
  id: number
  product: CatalogueProduct
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

function offered(product: CatalogueProduct): BetType[] {
  return betTypes.filter((type) => product.offers.some((offer) => offer.bet_type === type.code))
}

/** What comes out of the urn. */
function drawNumbers(product: CatalogueProduct, random: Random): PlacedNumber[] {
  if (product.symbols > 0) return [{ place: '', number: random.pick(catalogueSymbols(product))[0], sign: null }]
  if (product.kind === 'panama')
    return ['1', '2', '3'].map((place) => ({ place, number: random.digits(4), sign: null }))
  const places = [...new Set(offered(product).map((type) => type.place))].filter(Boolean).sort()
  return places.map((place) => ({ place, number: random.digits(3), sign: place === 'C' ? random.pick(signs) : null }))
}

function winsOf(product: CatalogueProduct, numbers: readonly PlacedNumber[]): Map<number, Winning[]> {
  const bets = offered(product).map(({ id, kind, place }) => ({ bet_type_id: id, kind, place }))
  const wins = new Map<number, Winning[]>()
  for (const one of winningNumbers(bets, numbers))
    wins.set(one.bet_type_id, [...(wins.get(one.bet_type_id) ?? []), one])
  return wins
}

export interface SeedPeriod {
  from_day: string
  today: string
  now: Date
  /** One draw of this day is suspended, and its lines returned. */
  suspended_day: string
}

/** The draws that stay without a result: one suspended, and the last ones of today that somebody may award. */
function exceptions(
  rows: readonly Row[],
  { today, suspended_day, now }: SeedPeriod,
): { suspended: number | undefined; waiting: Set<number> } {
  const suspended = rows.find((row) => row.day === suspended_day && productOf(row).code === 'TRIPLE_ZULIA')?.id
  const last = new Map<number, number>()
  for (const row of rows) {
    if (row.day === today && awaited.has(productOf(row).code) && Date.parse(row.scheduled_at) <= now.getTime())
      last.set(row.product_id, row.id)
  }
  return { suspended, waiting: new Set(last.values()) }
}

function productOf({ product_id }: Row): CatalogueProduct {
  return catalogueProducts.find((one) => one.id === product_id)!
}

/** Makes the draws from `from_day` to some days after `today`; those past get a result. Answers them by id, which is by time. */
export async function prepareDraws(db: Executor, random: Random, period: SeedPeriod): Promise<SeedDraw[]> {
  await ensureDraws(db, period.from_day, addDays(period.today, daysAhead))
  const rows = await db.rows<Row>(
    sql`SELECT id, product_id, day, opens_at, closes_at, scheduled_at FROM draws ORDER BY id`,
  )
  const { suspended, waiting } = exceptions(rows, period)
  const results: Result[] = []
  const draws = rows.map((row): SeedDraw => {
    const product = productOf(row)
    const scheduled = Date.parse(row.scheduled_at)
    const awarded = scheduled + random.between(3 * minute, 12 * minute)
    const numbers = drawNumbers(product, random)
    const draw = {
      id: row.id,
      product,
      day: row.day,
      opens: Date.parse(row.opens_at),
      closes: Date.parse(row.closes_at),
      scheduled,
    }
    const past = awarded <= period.now.getTime() && !waiting.has(row.id)
    if (row.id === suspended || !past)
      return {
        ...draw,
        state: row.id === suspended ? 'suspendido' : 'activo',
        result_id: 0,
        awarded: 0,
        wins: new Map(),
      }
    results.push({ draw_id: row.id, product_id: product.id, awarded, numbers })
    return { ...draw, state: 'premiado', result_id: results.length, awarded, wins: winsOf(product, numbers) }
  })
  await writeResults(db, results)
  if (suspended)
    await db.run(
      sql`UPDATE draws SET state = 'suspendido', suspended_reason = ${suspendedReason} WHERE id = ${suspended}`,
    )
  return draws
}

interface Result {
  draw_id: number
  product_id: number
  awarded: number
  numbers: readonly PlacedNumber[]
}

/** Ids are the results' places in the list, from 1. */
async function writeResults(db: Executor, results: readonly Result[]): Promise<void> {
  const awardedAt = list(results.map((one) => new Date(one.awarded).toISOString()))
  await db.run(sql`
    INSERT INTO results (id, draw_id, product_id, entered_by, confirmed_by, entered_at, awarded_at)
    SELECT r.id, r.draw_id, r.product_id, u.entered, u.confirmed, r.awarded, r.awarded
    FROM unnest(
      ${list(results.map((one) => one.draw_id))}::int[], ${list(results.map((one) => one.product_id))}::int[],
      ${awardedAt}::timestamptz[]
    ) WITH ORDINALITY AS r(draw_id, product_id, awarded, id)
    CROSS JOIN (SELECT max(id) AS entered, min(id) AS confirmed FROM users WHERE awarding_results) u`)
  const numbers = results.flatMap((result, at) => result.numbers.map((one) => ({ result_id: at + 1, ...one })))
  await db.run(sql`
    INSERT INTO result_numbers (result_id, place, number, sign)
    SELECT *
    FROM unnest(
      ${list(numbers.map((one) => one.result_id))}::int[], ${list(numbers.map((one) => one.place))}::text[],
      ${list(numbers.map((one) => one.number))}::text[], ${list(numbers.map((one) => one.sign))}::text[]
    )`)
  await db.run(sql`UPDATE draws SET state = 'premiado', result_id = r.id FROM results r WHERE r.draw_id = draws.id`)
  await db.run(sql`SELECT setval(pg_get_serial_sequence('results', 'id'), ${results.length + 1}, false)`)
}
