/** Removes a partner that never was anything, and deactivates any other. */
import { sql } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { mustNotBeOffAbove } from '../../platform/lists/switched-off.ts'
import { holdSales } from '../../rules/tree/tree.ts'
import type { PartnerKind, PartnerRecord } from './kind.ts'

/**
 * Nothing hangs from `partner` or speaks of it, so that removing it loses nothing. Only offices sell, and
 * one that sold is never removed: without dependents there are no sales either.
 */
export const isUnused = sql`(
  NOT EXISTS (SELECT 1 FROM partners child WHERE child.father_id = partner.id)
  AND NOT EXISTS (SELECT 1 FROM users person WHERE person.partner_id = partner.id)
  AND NOT EXISTS (SELECT 1 FROM payment_methods method WHERE method.partner_id = partner.id)
  AND NOT EXISTS (SELECT 1 FROM accounts account WHERE account.partner_id = partner.id)
  AND NOT EXISTS (SELECT 1 FROM clients client WHERE client.partner_id = partner.id)
  AND NOT EXISTS (SELECT 1 FROM blocked_numbers block WHERE block.partner_id = partner.id)
  AND NOT EXISTS (SELECT 1 FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
    WHERE account.partner_id = partner.id))`

/**
 * Where one of these is an office that would go: tickets name their office without a reference that the database would
 * keep, so nobody sells at the instant it is looked at. Before any row is held, as whoever moves a partner does.
 * @throws Problem `conflict` when others keep the tree for too long
 */
export async function holdSalesOf(db: Executor, ids: readonly number[]): Promise<void> {
  const goes = await db.one(
    sql`SELECT 1 FROM partners partner WHERE partner.id = ANY (${list(ids)}::int[]) AND partner.type = 'taquilla' AND ${isUnused} LIMIT 1`,
  )
  if (goes) await holdSales(db)
}

/**
 * Answers whether it is gone. The row is held first: whatever arrives at the same instant to hang from it
 * either is seen here, and the partner stays, or finds none to hang from.
 * @throws Problem `not_found`
 */
export async function removePartner<Row extends PartnerRecord>(
  context: Context,
  { read, trace }: PartnerKind<Row>,
  id: number,
): Promise<boolean> {
  const { scope, db } = context
  await read(context, id)
  await holdSalesOf(db, [id])
  await db.run(sql`SELECT 1 FROM partners WHERE id = ${id} FOR UPDATE`)
  const before = await read(context, id)
  await mustNotBeOffAbove(context, 'partners', id)
  const removed = await db.run(sql`DELETE FROM partners partner WHERE partner.id = ${id} AND ${isUnused}`)
  if (removed) {
    context.audit({ entity_id: id, before: trace(before), significant: true })
    return true
  }
  const changed = await db.run(
    sql`
      UPDATE partners
      SET status = 'inactivo', off_by = ${scope.partner_id}, version = version + 1, updated_at = now()
      WHERE id = ${id} AND status = 'activo'`,
  )
  context.audit({
    entity_id: id,
    before: trace(before),
    after: trace(await read(context, id)),
    significant: changed > 0,
  })
  return false
}
