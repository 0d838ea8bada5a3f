/** The name behind an id that a list is narrowed by, as a one-column query: for the heading of its file. */
import { sql } from 'drizzle-orm'
import { within, type Scope } from '../../platform/db/scope.ts'
import { markedNameSql, nameById } from '../../platform/lists/names.ts'

/** The row of offices without a distributor above them, within the partner asked for: their sales are sales all the same. */
export const withoutDistributor = 'Sin distribuidor'

export const nameQueries = {
  product_id: (id: number) => nameById('products', id),
  bet_type_id: (id: number) => sql`SELECT name FROM bet_types WHERE id = ${id}`,
  seller_id: (id: number, { scope }: { scope: Scope }) =>
    sql`SELECT ${markedNameSql('u')} FROM users u WHERE u.id = ${id} AND ${within(scope, sql`u.partner_id`)}`,
  draw_id: (id: number) => sql`
    SELECT p.name || ' ' || to_char(d.scheduled_at AT TIME ZONE b.zone, 'DD/MM/YYYY HH24:MI')
    FROM draws d JOIN products p ON p.id = d.product_id CROSS JOIN banca b WHERE d.id = ${id}`,
}
