/**
 * Draws after a product changed: those still to come follow the new schedule, except those that
 * somebody has already played or written on, which stay as they were sold.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { drawLockSpace } from '../../platform/db/locks.ts'
import { drawDaysAhead, ensureDraws, plannedCtes } from './generate.ts'

/** How a draw of the product differs from its plan. The new instants are null where there is no such draw any more. */
interface Stray {
  id: number
  opens_at: string | null
  closes_at: string | null
}

interface Days {
  from_day: string
  last_day: string
}

export interface Reconciled {
  removed: number
  retimed: number
  made: number
  /** Draws that no longer match and stay, because they were played. */
  kept: number
}

/** A polla round that may be made anew: nobody has played it, and it was neither settled nor spoken of. */
function removable(round: SQL): SQL {
  return sql`(
    ${round}.state = 'activo' AND NOT EXISTS (SELECT 1 FROM ticket_lines line WHERE line.draw_id = ${round}.id)
    AND NOT EXISTS (SELECT 1 FROM draw_suspensions suspension WHERE suspension.draw_id = ${round}.id)
    AND NOT EXISTS (SELECT 1 FROM blocked_numbers block WHERE block.draw_id = ${round}.id)
  )`
}

/** Nobody has played it nor said anything of it, and no polla that lists it is bound to it. `draw` is the draw's alias. */
const untouched = sql`(
  NOT EXISTS (SELECT 1 FROM ticket_lines line WHERE line.draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM line_draws line_draw WHERE line_draw.draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM draw_sales sale WHERE sale.draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM results result WHERE result.draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM result_entries entry WHERE entry.draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM external_results heard WHERE heard.draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM draw_suspensions suspension WHERE suspension.draw_id = draw.id OR suspension.moved_to_draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM blocked_numbers block WHERE block.draw_id = draw.id)
  AND NOT EXISTS (SELECT 1 FROM polla_draws polla_draw JOIN draws polla ON polla.id = polla_draw.polla_draw_id
    WHERE polla_draw.draw_id = draw.id AND NOT ${removable(sql`polla`)}))`

function strays(product_id: number, days: Days, at: Date, more: SQL = sql`true`): SQL {
  return sql`
    WITH ${plannedCtes(days.from_day, days.last_day, product_id)}
    SELECT draw.id, planned.opens_at, planned.closes_at, ${untouched} AS untouched
    FROM draws draw LEFT JOIN planned ON planned.scheduled_at = draw.scheduled_at
    WHERE draw.product_id = ${product_id} AND draw.day >= ${days.from_day}::date AND draw.state = 'activo'
      AND draw.scheduled_at > ${at.toISOString()}::timestamptz
      AND (planned.closes_at, planned.opens_at) IS DISTINCT FROM (draw.closes_at, draw.opens_at) AND ${more}
    ORDER BY draw.id`
}

/**
 * Brings the product's draws from `from_day` on to what its schedule says now. Each draw is held before
 * it is judged, so that a sale under way is either seen or finds no draw to sell. Unsold polla rounds
 * that list a draw that goes are removed with it; whoever makes rounds makes them anew.
 */
export async function reconcileDraws(tx: Tx, product_id: number, from_day: string, at: Date): Promise<Reconciled> {
  const days = await tx.one<{ last_day: string }>(
    sql`SELECT max(day)::text AS last_day FROM draws WHERE product_id = ${product_id} AND day >= ${from_day}::date`,
  )
  const made_to = addDays(from_day, drawDaysAhead)
  const reach = { from_day, last_day: [days?.last_day ?? made_to, made_to].sort().at(-1)! }
  const found = (await tx.rows<Stray>(strays(product_id, reach, at))).map((one) => one.id)
  const rounds = await roundsOf(tx, found)
  await hold(tx, [...found, ...rounds])
  const held = await tx.rows<Stray & { untouched: boolean }>(
    strays(product_id, reach, at, sql`draw.id = ANY (${list(found)}::int[])`),
  )
  const free = held.filter((one) => one.untouched)
  await dropRounds(
    tx,
    free.map((one) => one.id),
    rounds,
  )
  const removed = await tx.run(
    sql`DELETE FROM draws WHERE id = ANY (${list(free.filter((one) => one.closes_at === null).map((one) => one.id))}::int[])`,
  )
  const moved = free.filter((one) => one.closes_at !== null)
  const retimed = await tx.run(sql`
    UPDATE draws draw SET opens_at = new.opens_at, closes_at = new.closes_at
    FROM unnest(
      ${list(moved.map((one) => one.id))}::int[], ${list(moved.map((one) => one.opens_at))}::timestamptz[],
      ${list(moved.map((one) => one.closes_at))}::timestamptz[]
    ) AS new(id, opens_at, closes_at)
    WHERE draw.id = new.id`)
  const made = await ensureDraws(tx, from_day, made_to, product_id)
  return { removed, retimed, made, kept: held.length - free.length }
}

/**
 * Draws still to come, made anew by what a day is now. For a banca that never sold, with its sales held back: what
 * somebody has written on stays.
 */
export async function remakeDraws(tx: Tx, from_day: string, at: Date): Promise<void> {
  const ahead = sql`draw.state = 'activo' AND draw.scheduled_at > ${at.toISOString()}::timestamptz`
  await tx.run(
    sql`DELETE FROM draws draw USING products product
      WHERE product.id = draw.product_id AND product.kind = 'polla' AND ${ahead} AND ${removable(sql`draw`)}`,
  )
  await tx.run(sql`DELETE FROM draws draw WHERE ${ahead} AND ${untouched}`)
  await ensureDraws(tx, from_day, addDays(from_day, drawDaysAhead))
}

/** In order of id, as everyone who takes several. */
async function hold(tx: Tx, draw_ids: readonly number[]): Promise<void> {
  const ids = [...draw_ids].sort((left, right) => left - right)
  await tx.run(
    sql`SELECT pg_advisory_xact_lock(${drawLockSpace}, held.id) FROM unnest(${list(ids)}::int[]) AS held(id)`,
  )
}

/** Polla rounds that list one of these draws. */
async function roundsOf(tx: Tx, draw_ids: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`SELECT DISTINCT polla_draw_id AS id FROM polla_draws WHERE draw_id = ANY (${list(draw_ids)}::int[])`,
  )
  return rows.map((row) => row.id)
}

/** Rounds without a ticket: their close and their list follow their draws, so they are made anew. */
async function dropRounds(tx: Tx, draw_ids: readonly number[], rounds: readonly number[]): Promise<void> {
  await tx.run(sql`
    DELETE FROM draws draw WHERE draw.id = ANY (${list(rounds)}::int[]) AND ${removable(sql`draw`)}
      AND EXISTS (SELECT 1 FROM polla_draws polla_draw
        WHERE polla_draw.polla_draw_id = draw.id AND polla_draw.draw_id = ANY (${list(draw_ids)}::int[]))`)
}
