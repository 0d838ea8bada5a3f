/** Blocks in force, for those who may lift them. */
import { sql } from 'drizzle-orm'
import { blockedNumbers } from '@contract/blocked-numbers.ts'
import { fold } from '@contract/values/text.ts'
import { list } from '../../platform/db/connect.ts'
import { under, within } from '../../platform/db/scope.ts'
import { listing } from '../../platform/lists/listing.ts'
import { folded, nameById } from '../../platform/lists/names.ts'
import { named } from '../../rules/figures/names.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

export const blocks = listing(blockedNumbers.list, {
  from: sql`(SELECT * FROM blocked_numbers WHERE lifted_at IS NULL) b JOIN partners partner ON partner.id = b.partner_id
    JOIN products product ON product.id = b.product_id LEFT JOIN bet_types bet ON bet.id = b.bet_type_id
    LEFT JOIN draws d ON d.id = b.draw_id LEFT JOIN users maker ON maker.id = b.created_by`,
  columns: sql`b.id, b.partner_id, partner.name AS partner_name, b.product_id, product.name AS product_name, b.bet_type_id,
    bet.name AS bet_type_name, b.number,
    (SELECT string_agg(s.name, ' - ' ORDER BY c.at) FROM unnest(string_to_array(b.number, '-')) WITH ORDINALITY AS c(code, at)
      JOIN product_symbols s ON s.product_id = b.product_id AND s.code = c.code) AS symbol_name,
    b.draw_id, d.scheduled_at AS draw_at, b.from_day, b.to_day, b.reason, maker.name AS created_by_name, b.created_at`,
  key: sql`b.id`,
  scope: (scope) => within(scope, sql`b.partner_id`),
  filter: {
    product_id: (product_id) => sql`b.product_id = ${product_id}`,
    // What stops a bet or a draw is also what names none.
    bet_type_id: (bet_type_id) => sql`(b.bet_type_id IS NULL OR b.bet_type_id = ${bet_type_id})`,
    draw_id: (draw_id) => sql`(b.draw_id IS NULL OR b.draw_id = ${draw_id}) AND EXISTS (
      SELECT 1 FROM draws x WHERE x.id = ${draw_id} AND x.product_id = b.product_id
        AND (b.from_day IS NULL OR b.from_day <= x.day) AND (b.to_day IS NULL OR b.to_day >= x.day))`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`b.partner_id`)
    },
    numbers: (numbers) => sql`b.number = ANY (${list(numbers)}::text[])`,
  },
  order: {
    created_at: sql`b.created_at`,
    number: sql`b.number`,
    product_name: sql`product.name`,
    partner_name: sql`partner.name`,
    bet_type_name: sql`bet.name`,
    draw_at: sql`d.scheduled_at`,
    from_day: sql`b.from_day`,
    to_day: sql`b.to_day`,
  },
  search: {
    plain: [sql`b.reason`],
    more: (q) => sql`(
      b.number = ${q}
      OR EXISTS (
        SELECT 1
        FROM product_symbols s
        WHERE s.product_id = b.product_id AND s.code = b.number AND starts_with(${folded(sql`s.name`)}, ${fold(q)})
      )
    )`,
  },
  named: {
    product_id: named.product_id,
    bet_type_id: named.bet_type_id,
    draw_id: named.draw_id,
    partner_id: (partner_id) => nameById('partners', partner_id),
  },
})
