/** Agencies by their last sale. */
import { sql } from 'drizzle-orm'
import type { Period } from '@contract/values/dates.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import {
  isNarrowed,
  narrowed,
  officeOf,
  onlyOffices,
  type Narrowing,
  type Subject,
} from '../../rules/figures/subject.ts'

export interface LatestPartner {
  partner_id: number
  name: string
  father_name: string
  last_sale_at: string
  tickets: number
  sold: string
}

/** With a product or bet type: sold and lines of it, and the last sale that had any of it. */
export async function latestPartners(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  { from, to }: Period,
  limit: number,
): Promise<LatestPartner[]> {
  const days = sql`s.day BETWEEN ${from} AND ${to}`
  const offices = isNarrowed(by)
    ? sql`
      SELECT s.partner_id AS office_id, sum(s.sold) AS sold, sum(s.lines)::int AS tickets, (
        SELECT t.sold_at FROM tickets t
        WHERE t.office_id = s.partner_id AND t.day BETWEEN ${from} AND ${to} AND t.currency = ${by.currency} AND t.state NOT IN ('anulado', 'devuelto')
          AND EXISTS (SELECT 1 FROM ticket_lines l WHERE ${every(sql`l.day = t.day AND l.ticket_id = t.id`, ...narrowed(by, 'l'))})
        ORDER BY t.sold_at DESC LIMIT 1
      ) AS last_sale_at
      FROM product_days s WHERE ${every(days, sql`s.currency = ${by.currency}`, onlyOffices(subject, sql`s.partner_id`), ...narrowed(by, 's'))} GROUP BY 1`
    : sql`
      SELECT s.office_id, sum(s.sold) AS sold, sum(s.n_vendido + s.n_ganador + s.n_pagado + s.n_perdedor + s.n_vencido)::int AS tickets, max(s.last_sale_at) AS last_sale_at
      FROM sales_days s WHERE ${every(days, sql`s.currency = ${by.currency}`, officeOf(subject, sql`s.office_id`))} GROUP BY 1`
  return db.rows<LatestPartner>(sql`
    SELECT a.id AS partner_id, a.name, f.name AS father_name, max(s.last_sale_at) AS last_sale_at, sum(s.tickets)::int AS tickets, sum(s.sold) AS sold
    FROM (${offices}) s JOIN partners o ON o.id = s.office_id JOIN partners a ON a.id = o.father_id JOIN partners f ON f.id = a.father_id
    WHERE s.last_sale_at IS NOT NULL
    GROUP BY a.id, f.name ORDER BY max(s.last_sale_at) DESC, a.id LIMIT ${limit}`)
}
