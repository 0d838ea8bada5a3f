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
import { drawsFollow, auditedProduct } from './save.ts'

/** Never sold, never drawn, and no setting of a partner or of another product names it. `product` is its alias. */
const unused = sql`(
  NOT EXISTS (SELECT 1 FROM draws draw WHERE draw.product_id = product.id AND (
    draw.state <> 'activo' OR EXISTS (SELECT 1 FROM ticket_lines line WHERE line.draw_id = draw.id)
    OR EXISTS (SELECT 1 FROM line_draws line_draw WHERE line_draw.draw_id = draw.id)
    OR EXISTS (SELECT 1 FROM results result WHERE result.draw_id = draw.id)
    OR EXISTS (SELECT 1 FROM result_entries entry WHERE entry.draw_id = draw.id)
    OR EXISTS (SELECT 1 FROM external_results heard WHERE heard.draw_id = draw.id)
    OR EXISTS (SELECT 1 FROM polla_draws polla_draw WHERE polla_draw.draw_id = draw.id)
    OR EXISTS (SELECT 1 FROM draw_suspensions suspension WHERE suspension.draw_id = draw.id OR suspension.moved_to_draw_id = draw.id)))
  AND NOT EXISTS (SELECT 1 FROM blocked_numbers block WHERE block.product_id = product.id)
  AND NOT EXISTS (SELECT 1 FROM partner_products enabled WHERE enabled.product_id = product.id)
  AND NOT EXISTS (SELECT 1 FROM partner_multipliers multiplier WHERE multiplier.product_id = product.id)
  AND NOT EXISTS (SELECT 1 FROM regular_quotas quota WHERE quota.product_id = product.id)
  AND NOT EXISTS (SELECT 1 FROM top_quotas top WHERE top.product_id = product.id)
  AND NOT EXISTS (SELECT 1 FROM commissions rate WHERE rate.product_id = product.id)
  AND NOT EXISTS (SELECT 1 FROM jackpots jackpot JOIN jackpot_movements movement ON movement.jackpot_id = jackpot.id
    WHERE jackpot.product_id = product.id)
  AND NOT EXISTS (SELECT 1 FROM openings opening WHERE opening.product_id = product.id)
  AND NOT EXISTS (
    SELECT 1
    FROM products other
    WHERE other.id <> product.id AND other.settings -> 'polla' -> 'source_products' @> to_jsonb(ARRAY[product.id])
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
  if (await db.one(sql`SELECT 1 FROM products product WHERE product.id = ${id} AND ${unused}`)) {
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
    context.audit({ entity_id: id, before: auditedProduct(before), significant: true })
    return { id, result: 'eliminado' }
  }
  const changed = await db.run(
    sql`UPDATE products SET status = 'inactivo', version = version + 1 WHERE id = ${id} AND status = 'activo'`,
  )
  if (changed) await drawsFollow(context, id)
  context.audit({
    entity_id: id,
    before: auditedProduct(before),
    after: auditedProduct(await productOf(context, id)),
    significant: changed > 0,
  })
  return { id, result: 'desactivado' }
}
