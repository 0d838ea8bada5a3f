/**
 * Removes a product that nothing speaks of yet, and deactivates any other: its future draws without sales go, what was
 * sold is still settled.
 */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import type { products } from '@contract/products.ts'
import { drawLockSpace } from '../../platform/db/locks.ts'
import type { Context } from '../../platform/http/context.ts'
import { productOf } from './queries.ts'
import { drawsFollow, trace } from './save.ts'

/** Never sold, never drawn, and no setting of a partner or of another product names it. `p` is its alias. */
const unused = sql`(
  NOT EXISTS (SELECT 1 FROM draws d WHERE d.product_id = p.id AND (
    d.state <> 'activo' OR EXISTS (SELECT 1 FROM ticket_lines l WHERE l.draw_id = d.id)
    OR EXISTS (SELECT 1 FROM line_draws l WHERE l.draw_id = d.id)
    OR EXISTS (SELECT 1 FROM results r WHERE r.draw_id = d.id) OR EXISTS (SELECT 1 FROM result_entries e WHERE e.draw_id = d.id)
    OR EXISTS (SELECT 1 FROM external_results e WHERE e.draw_id = d.id) OR EXISTS (SELECT 1 FROM polla_draws o WHERE o.draw_id = d.id)
    OR EXISTS (SELECT 1 FROM draw_suspensions s WHERE s.draw_id = d.id OR s.moved_to_draw_id = d.id)))
  AND NOT EXISTS (SELECT 1 FROM blocked_numbers b WHERE b.product_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM partner_products x WHERE x.product_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM partner_multipliers x WHERE x.product_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM regular_quotas x WHERE x.product_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM top_quotas x WHERE x.product_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM commissions x WHERE x.product_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM jackpots j JOIN jackpot_movements m ON m.jackpot_id = j.id WHERE j.product_id = p.id)
  AND NOT EXISTS (
    SELECT 1
    FROM products other
    WHERE other.id <> p.id AND other.settings -> 'polla' -> 'source_products' @> to_jsonb(ARRAY[p.id])
  )
  )`

/** @throws Problem `not_found` */
export async function removeProduct(context: Context, id: number): Promise<Answer<typeof products.remove>> {
  const { db } = context
  const before = await productOf(context, id)
  await db.run(sql`SELECT 1 FROM products WHERE id = ${id} FOR UPDATE`)
  // A sale under way is waited for: it then is seen below.
  await db.run(
    sql`
      SELECT pg_advisory_xact_lock(${drawLockSpace}, held.id)
      FROM (SELECT id FROM draws WHERE product_id = ${id} AND state = 'activo' AND closes_at > now() ORDER BY id) held`,
  )
  if (await db.one(sql`SELECT 1 FROM products p WHERE p.id = ${id} AND ${unused}`)) {
    for (const table of [
      'draws',
      'jackpots',
      'product_wildcards',
      'product_symbols',
      'product_schedules',
      'schedule_exceptions',
      'product_bet_types',
    ]) {
      await db.run(sql`DELETE FROM ${sql.identifier(table)} WHERE product_id = ${id}`)
    }
    await db.run(sql`DELETE FROM products WHERE id = ${id}`)
    context.audit({ entity_id: id, before: trace(before), significant: true })
    return { id, result: 'eliminado' }
  }
  const changed = await db.run(
    sql`UPDATE products SET status = 'inactivo', version = version + 1 WHERE id = ${id} AND status = 'activo'`,
  )
  if (changed) await drawsFollow(context, id)
  context.audit({
    entity_id: id,
    before: trace(before),
    after: trace(await productOf(context, id)),
    significant: changed > 0,
  })
  return { id, result: 'desactivado' }
}
