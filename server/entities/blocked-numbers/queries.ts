/** Blocks in force, for those who may lift them. */
import { sql } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import type { BlockedRow, blockedNumbers } from '@contract/blocked-numbers.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { ordered, pageOf, type Page } from '../../platform/lists/paging.ts'

/** `p` is the block: what pages are ordered by last. */
const tables = sql`blocked_numbers p JOIN partners partner ON partner.id = p.partner_id JOIN products product ON product.id = p.product_id
  LEFT JOIN bet_types bet ON bet.id = p.bet_type_id LEFT JOIN draws d ON d.id = p.draw_id LEFT JOIN users maker ON maker.id = p.created_by`

const columns = sql`p.id, p.partner_id, partner.name AS partner_name, p.product_id, product.name AS product_name, p.bet_type_id, bet.name AS bet_type_name, p.number,
  (SELECT string_agg(s.name, ' - ' ORDER BY c.at) FROM unnest(string_to_array(p.number, '-')) WITH ORDINALITY AS c(code, at) JOIN product_symbols s ON s.product_id = p.product_id AND s.code = c.code) AS symbol_name,
  p.draw_id, d.scheduled_at AS draw_at, p.from_day, p.to_day, p.reason, maker.name AS created_by_name, p.created_at`

const sortable = {
  created_at: sql`p.created_at`,
  number: sql`p.number`,
  product_name: sql`product.name`,
  partner_name: sql`partner.name_key`,
  bet_type_name: sql`bet.name`,
  draw_at: sql`d.scheduled_at`,
  from_day: sql`p.from_day`,
  to_day: sql`p.to_day`,
}

/** @throws Problem `not_found` when it filters by a partner outside the caller's subtree. */
export async function listBlocked(
  scope: Scope,
  db: Executor,
  asked: Received<typeof blockedNumbers.list>['query'],
): Promise<Page<BlockedRow>> {
  const { product_id, bet_type_id, draw_id, partner_id, numbers, q } = asked
  if (partner_id !== undefined) await mustBeWithin(scope, db, partner_id)
  const where = every(
    sql`p.lifted_at IS NULL`,
    within(scope, sql`p.partner_id`),
    partner_id !== undefined && under(partner_id, sql`p.partner_id`),
    product_id !== undefined && sql`p.product_id = ${product_id}`,
    // What stops a bet or a draw is also what names none.
    bet_type_id !== undefined && sql`(p.bet_type_id IS NULL OR p.bet_type_id = ${bet_type_id})`,
    draw_id !== undefined &&
      sql`p.product_id = (SELECT x.product_id FROM draws x WHERE x.id = ${draw_id}) AND (p.draw_id IS NULL OR p.draw_id = ${draw_id})
      AND (SELECT (p.from_day IS NULL OR p.from_day <= x.day) AND (p.to_day IS NULL OR p.to_day >= x.day) FROM draws x WHERE x.id = ${draw_id})`,
    numbers !== undefined && sql`p.number = ANY (${list(numbers)}::text[])`,
    q !== undefined &&
      sql`(p.number = ${q} OR EXISTS (SELECT 1 FROM product_symbols s WHERE s.product_id = p.product_id AND s.code = p.number AND starts_with(lower(s.name), lower(${q}))))`,
  )
  return pageOf(db, asked, { columns, from: tables, where, order: ordered(asked.sort ?? '-created_at', sortable) })
}
