/**
 * Rounds of the polla: one a day and product, over the day's draws of the products it counts. A round
 * is a row of `draws` (it closes with the first of its listed draws, its hour is the last one's) and has
 * its pots. Once a ticket is sold its listed draws stand: nobody's polla changes after it was paid for.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'
import { drawLockSpace } from '../../platform/db/locks.ts'

/** Rounds as the products and draws of these days ask for them: (product_id, day, opens_at, closes_at, scheduled_at, draw_ids). */
function planned(from_day: string, to_day: string): SQL {
  return sql`(
    SELECT product.id AS product_id, draw.day, max(draw.scheduled_at) AS scheduled_at, min(draw.closes_at) AS closes_at,
      (draw.day - coalesce((product.settings ->> 'sale_days_before')::int, 0))::timestamp AT TIME ZONE banca.zone AS opens_at,
      array_agg(draw.id ORDER BY draw.id) AS draw_ids
    FROM products product CROSS JOIN banca JOIN draws draw
      ON draw.product_id IN (SELECT source::int FROM jsonb_array_elements_text(product.settings -> 'polla' -> 'source_products') source)
      AND draw.day BETWEEN ${from_day}::date AND ${to_day}::date AND draw.state <> 'suspendido'
    WHERE product.kind = 'polla' AND product.status = 'activo' AND jsonb_typeof(product.settings -> 'polla') = 'object'
    GROUP BY product.id, draw.day, banca.zone)`
}

/**
 * Makes the rounds of every active polla for the business days `from_day` to `to_day`, both included,
 * with their listed draws and pots; rounds without sales follow what changed in their draws. May run
 * again and from several instances. Call it in a transaction, after the draws themselves are made.
 */
export async function ensurePollaRounds(db: Executor, from_day: string, to_day: string): Promise<void> {
  // One at a time: two of them could make two rounds of one day from different lists of draws.
  const products = await db.rows(
    sql`SELECT id FROM products WHERE kind = 'polla' AND status = 'activo' ORDER BY id FOR NO KEY UPDATE`,
  )
  if (products.length === 0) return
  await db.run(sql`
    INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at)
    SELECT round.product_id, round.day, round.scheduled_at, round.opens_at, round.closes_at FROM ${planned(from_day, to_day)} round
    WHERE round.opens_at < round.closes_at
      AND NOT EXISTS (SELECT 1 FROM draws draw WHERE draw.product_id = round.product_id AND draw.day = round.day)
    ORDER BY round.day, round.product_id ON CONFLICT (product_id, scheduled_at) DO NOTHING`)
  await followDraws(db, from_day, to_day)
  await openPots(db, from_day, to_day)
}

/** Rounds without sales take over the hours and the list of their draws as they are now. One that is just being sold keeps them. */
async function followDraws(db: Executor, from_day: string, to_day: string): Promise<void> {
  const changed = await db.rows<{ id: number }>(sql`
    SELECT draw.id FROM ${planned(from_day, to_day)} round
    JOIN draws draw ON draw.product_id = round.product_id AND draw.day = round.day AND draw.state = 'activo'
    WHERE round.opens_at < round.closes_at
      AND ((draw.opens_at, draw.closes_at, draw.scheduled_at) <> (round.opens_at, round.closes_at, round.scheduled_at)
        OR round.draw_ids
          IS DISTINCT FROM (SELECT array_agg(polla_draw.draw_id ORDER BY polla_draw.draw_id) FROM polla_draws polla_draw
            WHERE polla_draw.polla_draw_id = draw.id))
    ORDER BY draw.id`)
  const held: number[] = []
  for (const { id } of changed) {
    const lock = await db.one<{ taken: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${drawLockSpace}, ${id}) AS taken`,
    )
    if (lock?.taken) held.push(id)
  }
  if (held.length === 0) return
  const moved = await db.rows<{ id: number }>(sql`
    UPDATE draws draw SET opens_at = round.opens_at, closes_at = round.closes_at, scheduled_at = round.scheduled_at
    FROM ${planned(from_day, to_day)} round
    WHERE draw.id = ANY (${list(held)}::int[]) AND draw.product_id = round.product_id AND draw.day = round.day AND draw.state = 'activo'
      AND NOT EXISTS (SELECT 1 FROM ticket_lines line WHERE line.draw_id = draw.id)
    RETURNING draw.id`)
  const ids = list(moved.map((row) => row.id))
  await db.run(sql`DELETE FROM polla_draws WHERE polla_draw_id = ANY (${ids}::int[])`)
  await db.run(sql`
    INSERT INTO polla_draws (polla_draw_id, draw_id)
    SELECT draw.id, unnest(round.draw_ids)
    FROM ${planned(from_day, to_day)} round
    JOIN draws draw ON draw.product_id = round.product_id AND draw.day = round.day AND draw.id = ANY (${ids}::int[])`)
}

/** A daily pot per round and a weekly one (Monday to Sunday), for each currency that has a price. */
async function openPots(db: Executor, from_day: string, to_day: string): Promise<void> {
  await db.run(sql`
    INSERT INTO jackpots (product_id, kind, currency, from_day, to_day)
    SELECT DISTINCT draw.product_id, kind.kind, price.currency::currency, kind.from_day, kind.to_day
    FROM draws draw JOIN products product ON product.id = draw.product_id AND product.kind = 'polla' CROSS JOIN banca
    CROSS JOIN LATERAL jsonb_object_keys(coalesce(product.settings -> 'polla' -> 'price', '{}')) AS price(currency)
    CROSS JOIN LATERAL (
      VALUES ('diario', draw.day, draw.day), ('semanal', ${mondayOf(sql`draw.day`)}, ${mondayOf(sql`draw.day`)} + 6)
    ) AS kind(kind, from_day, to_day)
    WHERE draw.day BETWEEN ${from_day}::date AND ${to_day}::date AND draw.state = 'activo'
      AND price.currency = ANY (banca.currencies::text[])
    ORDER BY 1, 2, 3, 4 ON CONFLICT (product_id, kind, currency, from_day) DO NOTHING`)
}

/** The Monday of a day's week. */
function mondayOf(day: SQL): SQL {
  return sql`date_trunc('week', ${day})::date`
}
