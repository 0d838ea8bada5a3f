/** Suspensions as their list shows them. Who may reach it sees the whole banca, as a draw is the whole banca's. */
import { sql } from 'drizzle-orm'
import { suspendedDraws, type SuspensionRow } from '@contract/suspended-draws.ts'
import { listing, readOne, wholeBanca } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'

export const suspensions = listing(suspendedDraws.list, {
  from: sql`draw_suspensions s JOIN draws d ON d.id = s.draw_id JOIN products product ON product.id = d.product_id
    LEFT JOIN draws target ON target.id = s.moved_to_draw_id LEFT JOIN users maker ON maker.id = s.created_by
    LEFT JOIN users lifter ON lifter.id = s.lifted_by`,
  columns: sql`s.id, s.draw_id, product.name AS product_name, d.day, d.scheduled_at, d.closes_at, s.mode, s.moved_to_draw_id,
    target.scheduled_at AS moved_to_at, s.reason, s.lines,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', a.key, 'amount', a.value) ORDER BY a.key), '[]')
      FROM jsonb_each_text(s.amounts) a) AS amounts,
    maker.name AS created_by_name, s.created_at, s.lifted_at, lifter.name AS lifted_by_name`,
  key: sql`s.id`,
  scope: wholeBanca,
  filter: {
    from: (from) => sql`d.day >= ${from}::date`,
    to: (to) => sql`d.day <= ${to}::date`,
    product_id: (product_id) => sql`d.product_id = ${product_id}`,
  },
  order: {
    created_at: sql`s.created_at`,
    scheduled_at: sql`d.scheduled_at`,
    day: sql`d.day`,
    product_name: sql`product.name`,
    mode: sql`s.mode`,
    lines: sql`s.lines`,
    lifted_at: sql`s.lifted_at`,
  },
  search: { plain: [sql`product.name`, sql`s.reason`] },
  toRow: (row: Omit<SuspensionRow, 'actions'>): SuspensionRow => ({
    ...row,
    actions: row.lifted_at === null ? ['lift'] : [],
  }),
  named: { product_id: (product_id) => nameById('products', product_id) },
})

/** @throws Problem `not_found` */
export const suspensionOf = readOne(suspensions)
