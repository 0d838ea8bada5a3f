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
    SELECT p.id AS product_id, d.day, max(d.scheduled_at) AS scheduled_at, min(d.closes_at) AS closes_at,
      (d.day - coalesce((p.settings ->> 'sale_days_before')::int, 0))::timestamp AT TIME ZONE b.zone AS opens_at,
      array_agg(d.id ORDER BY d.id) AS draw_ids
    FROM products p CROSS JOIN banca b JOIN draws d
      ON d.product_id IN (SELECT source::int FROM jsonb_array_elements_text(p.settings -> 'polla' -> 'source_products') source)
      AND d.day BETWEEN ${from_day}::date AND ${to_day}::date AND d.state <> 'suspendido'
    WHERE p.kind = 'polla' AND p.status = 'activo' AND jsonb_typeof(p.settings -> 'polla') = 'object'
    GROUP BY p.id, d.day, b.zone)`
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
    SELECT r.product_id, r.day, r.scheduled_at, r.opens_at, r.closes_at FROM ${planned(from_day, to_day)} r
    WHERE r.opens_at < r.closes_at AND NOT EXISTS (SELECT 1 FROM draws d WHERE d.product_id = r.product_id AND d.day = r.day)
    ORDER BY r.day, r.product_id ON CONFLICT (product_id, scheduled_at) DO NOTHING`)
  await followDraws(db, from_day, to_day)
  await openPots(db, from_day, to_day)
}

/** Rounds without sales take over the hours and the list of their draws as they are now. One that is just being sold keeps them. */
async function followDraws(db: Executor, from_day: string, to_day: string): Promise<void> {
  const changed = await db.rows<{ id: number }>(sql`
    SELECT d.id FROM ${planned(from_day, to_day)} r JOIN draws d ON d.product_id = r.product_id AND d.day = r.day AND d.state = 'activo'
    WHERE r.opens_at < r.closes_at
      AND ((d.opens_at, d.closes_at, d.scheduled_at) <> (r.opens_at, r.closes_at, r.scheduled_at)
        OR r.draw_ids IS DISTINCT FROM (SELECT array_agg(l.draw_id ORDER BY l.draw_id) FROM polla_draws l WHERE l.polla_draw_id = d.id))
    ORDER BY d.id`)
  const held: number[] = []
  for (const { id } of changed) {
    const lock = await db.one<{ taken: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(${drawLockSpace}, ${id}) AS taken`,
    )
    if (lock?.taken) held.push(id)
  }
  if (held.length === 0) return
  const moved = await db.rows<{ id: number }>(sql`
    UPDATE draws d SET opens_at = r.opens_at, closes_at = r.closes_at, scheduled_at = r.scheduled_at
    FROM ${planned(from_day, to_day)} r
    WHERE d.id = ANY (${list(held)}::int[]) AND d.product_id = r.product_id AND d.day = r.day AND d.state = 'activo'
      AND NOT EXISTS (SELECT 1 FROM ticket_lines l WHERE l.draw_id = d.id)
    RETURNING d.id`)
  const ids = list(moved.map((row) => row.id))
  await db.run(sql`DELETE FROM polla_draws WHERE polla_draw_id = ANY (${ids}::int[])`)
  await db.run(sql`
    INSERT INTO polla_draws (polla_draw_id, draw_id)
    SELECT d.id, unnest(r.draw_ids)
    FROM ${planned(from_day, to_day)} r
    JOIN draws d ON d.product_id = r.product_id AND d.day = r.day AND d.id = ANY (${ids}::int[])`)
}

/** A daily pot per round and a weekly one (Monday to Sunday), for each currency that has a price. */
async function openPots(db: Executor, from_day: string, to_day: string): Promise<void> {
  await db.run(sql`
    INSERT INTO jackpots (product_id, kind, currency, from_day, to_day)
    SELECT DISTINCT d.product_id, k.kind, price.currency::currency, k.from_day, k.to_day
    FROM draws d JOIN products p ON p.id = d.product_id AND p.kind = 'polla' CROSS JOIN banca b
    CROSS JOIN LATERAL jsonb_object_keys(coalesce(p.settings -> 'polla' -> 'price', '{}')) AS price(currency)
    CROSS JOIN LATERAL (
      VALUES ('diario', d.day, d.day), ('semanal', ${mondayOf(sql`d.day`)}, ${mondayOf(sql`d.day`)} + 6)
    ) AS k(kind, from_day, to_day)
    WHERE d.day BETWEEN ${from_day}::date AND ${to_day}::date AND d.state = 'activo' AND price.currency = ANY (b.currencies::text[])
    ORDER BY 1, 2, 3, 4 ON CONFLICT (product_id, kind, currency, from_day) DO NOTHING`)
}

/** The Monday of a day's week. */
function mondayOf(day: SQL): SQL {
  return sql`date_trunc('week', ${day})::date`
}
