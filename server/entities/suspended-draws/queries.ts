/** Suspensions as their list shows them. Who may reach it sees the whole banca, as a draw is the whole banca's. */
import { sql } from 'drizzle-orm'
import { suspendedDraws, type SuspensionRow } from '@contract/suspended-draws.ts'
import { listing, readOne, wholeBanca } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'

export const suspensions = listing(suspendedDraws.list, {
  from: sql`draw_suspensions suspension JOIN draws draw ON draw.id = suspension.draw_id
    JOIN products product ON product.id = draw.product_id
    LEFT JOIN draws target ON target.id = suspension.moved_to_draw_id LEFT JOIN users maker ON maker.id = suspension.created_by
    LEFT JOIN users lifter ON lifter.id = suspension.lifted_by`,
  columns: sql`suspension.id, suspension.draw_id, product.name AS product_name, draw.day, draw.scheduled_at, draw.closes_at,
    suspension.mode, suspension.moved_to_draw_id,
    target.scheduled_at AS moved_to_at, suspension.reason, suspension.lines,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', returned.key, 'amount', returned.value) ORDER BY returned.key), '[]')
      FROM jsonb_each_text(suspension.amounts) returned) AS amounts,
    maker.name AS created_by_name, suspension.created_at, suspension.lifted_at, lifter.name AS lifted_by_name`,
  key: sql`suspension.id`,
  scope: wholeBanca,
  filter: {
    from: (from) => sql`draw.day >= ${from}::date`,
    to: (to) => sql`draw.day <= ${to}::date`,
    product_id: (product_id) => sql`draw.product_id = ${product_id}`,
  },
  order: {
    created_at: sql`suspension.created_at`,
    scheduled_at: sql`draw.scheduled_at`,
    day: sql`draw.day`,
    product_name: sql`product.name`,
    mode: sql`suspension.mode`,
    lines: sql`suspension.lines`,
    lifted_at: sql`suspension.lifted_at`,
  },
  search: { plain: [sql`product.name`, sql`suspension.reason`] },
  toRow: (row: Omit<SuspensionRow, 'actions'>): SuspensionRow => ({
    ...row,
    actions: row.lifted_at === null ? ['lift'] : [],
  }),
  named: { product_id: (product_id) => nameById('products', product_id) },
})

/** @throws Problem `not_found` */
export const suspensionOf = readOne(suspensions)
