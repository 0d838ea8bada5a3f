/** Blocks in force, for those who may lift them. */
import { sql } from 'drizzle-orm'
import { blockedNumbers } from '@contract/blocked-numbers.ts'
import { fold } from '@contract/values/text.ts'
import { list } from '../../platform/db/connect.ts'
import { under, within } from '../../platform/db/scope.ts'
import { listing } from '../../platform/lists/listing.ts'
import { foldedSql, nameById } from '../../platform/lists/names.ts'
import { nameQueries } from '../../rules/figures/names.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

export const blocks = listing(blockedNumbers.list, {
  from: sql`(SELECT * FROM blocked_numbers WHERE lifted_at IS NULL) block JOIN partners partner ON partner.id = block.partner_id
    JOIN products product ON product.id = block.product_id LEFT JOIN bet_types bet ON bet.id = block.bet_type_id
    LEFT JOIN draws draw ON draw.id = block.draw_id LEFT JOIN users maker ON maker.id = block.created_by`,
  columns: sql`block.id, block.partner_id, partner.name AS partner_name, block.product_id, product.name AS product_name, block.bet_type_id,
    bet.name AS bet_type_name, block.number,
    (SELECT string_agg(symbol.name, ' - ' ORDER BY part.at)
      FROM unnest(string_to_array(block.number, '-')) WITH ORDINALITY AS part(code, at)
      JOIN product_symbols symbol ON symbol.product_id = block.product_id AND symbol.code = part.code) AS symbol_name,
    block.draw_id, draw.scheduled_at AS draw_at, block.from_day, block.to_day, block.reason, maker.name AS created_by_name,
    block.created_at`,
  key: sql`block.id`,
  scope: (scope) => within(scope, sql`block.partner_id`),
  filter: {
    product_id: (product_id) => sql`block.product_id = ${product_id}`,
    // What stops a bet or a draw is also what names none.
    bet_type_id: (bet_type_id) => sql`(block.bet_type_id IS NULL OR block.bet_type_id = ${bet_type_id})`,
    draw_id: (draw_id) => sql`(block.draw_id IS NULL OR block.draw_id = ${draw_id}) AND EXISTS (
      SELECT 1 FROM draws other WHERE other.id = ${draw_id} AND other.product_id = block.product_id
        AND (block.from_day IS NULL OR block.from_day <= other.day) AND (block.to_day IS NULL OR block.to_day >= other.day))`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`block.partner_id`)
    },
    numbers: (numbers) => sql`block.number = ANY (${list(numbers)}::text[])`,
  },
  order: {
    created_at: sql`block.created_at`,
    number: sql`block.number`,
    product_name: sql`product.name`,
    partner_name: sql`partner.name`,
    bet_type_name: sql`bet.name`,
    draw_at: sql`draw.scheduled_at`,
    from_day: sql`block.from_day`,
    to_day: sql`block.to_day`,
  },
  search: {
    plain: [sql`block.reason`],
    more: (q) => sql`(
      block.number = ${q}
      OR EXISTS (
        SELECT 1
        FROM product_symbols symbol
        WHERE symbol.product_id = block.product_id AND symbol.code = block.number
          AND starts_with(${foldedSql(sql`symbol.name`)}, ${fold(q)})
      )
    )`,
  },
  named: {
    product_id: nameQueries.product_id,
    bet_type_id: nameQueries.bet_type_id,
    draw_id: nameQueries.draw_id,
    partner_id: (partner_id) => nameById('partners', partner_id),
  },
})
