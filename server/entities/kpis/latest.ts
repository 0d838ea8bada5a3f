/** Agencies by their last sale. */
import { sql, type SQL } from 'drizzle-orm'
import type { Period } from '@contract/values/dates.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { namedWithin, type Scope } from '../../platform/db/scope.ts'
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
  /** Null where whoever asks stands below. */
  father_name: string | null
  last_sale_at: string
  tickets: number
  sold: string
}

/**
 * The last day on or before which `limit` agencies sold: who sold last sold since then. Back from the end of the range a day
 * at a time, and no further than its beginning.
 */
function sinceEnough(subject: Subject, { currency }: Narrowing, { from, to }: Period, limit: number): SQL {
  return sql`
    RECURSIVE back AS (
      SELECT ${to}::date + 1 AS day, '{}'::int[] AS agencies
      UNION ALL
      SELECT b.day - 1, b.agencies || ARRAY(
        SELECT DISTINCT o.father_id FROM sales_days s JOIN partners o ON o.id = s.office_id
        WHERE s.day = b.day - 1 AND s.currency = ${currency} AND s.last_sale_at IS NOT NULL
          AND ${every(officeOf(subject, sql`s.office_id`))}
          AND o.father_id <> ALL (b.agencies))
      FROM back b WHERE b.day > ${from}::date AND cardinality(b.agencies) < ${limit}
    )`
}

const validTickets = sql.raw('sum(s.n_vendido + s.n_ganador + s.n_pagado + s.n_perdedor + s.n_vencido)::int')

/** Rows `id, last_sale_at, tickets, sold`, an agency each: the `limit` that sold last, with all they sold in the range. */
function lastToSell(subject: Subject, by: Narrowing, { from, to }: Period, limit: number): SQL {
  const sold = every(sql`s.currency = ${by.currency}`, officeOf(subject, sql`s.office_id`))
  return sql`
    WITH ${sinceEnough(subject, by, { from, to }, limit)},
    last AS MATERIALIZED (
      SELECT o.father_id AS id, max(s.last_sale_at) AS last_sale_at FROM sales_days s JOIN partners o ON o.id = s.office_id
      WHERE s.day BETWEEN (SELECT min(day) FROM back) AND ${to} AND s.last_sale_at IS NOT NULL AND ${sold}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}
    )
    SELECT l.id, l.last_sale_at, s.tickets, s.sold FROM last l CROSS JOIN LATERAL (
      SELECT ${validTickets} AS tickets, sum(s.sold) AS sold
      FROM partners o JOIN sales_days s ON s.office_id = o.id AND s.day BETWEEN ${from} AND ${to}
      WHERE o.father_id = l.id AND ${sold}) s`
}

/** The same of a product or bet type: sold and lines of it, and the last sale that had any of it. */
function lastToSellOf(subject: Subject, by: Narrowing, { from, to }: Period, limit: number): SQL {
  return sql`
    SELECT o.father_id AS id, max(s.last_sale_at) AS last_sale_at, sum(s.tickets)::int AS tickets, sum(s.sold) AS sold FROM (
      SELECT s.partner_id AS office_id, sum(s.sold) AS sold, sum(s.lines)::int AS tickets, (
        SELECT t.sold_at FROM tickets t
        WHERE t.office_id = s.partner_id AND t.day BETWEEN ${from} AND ${to} AND t.currency = ${by.currency}
          AND t.state NOT IN ('anulado', 'devuelto')
          AND EXISTS (SELECT 1 FROM ticket_lines l WHERE ${every(sql`l.day = t.day AND l.ticket_id = t.id`, ...narrowed(by, 'l'))})
        ORDER BY t.sold_at DESC LIMIT 1
      ) AS last_sale_at
      FROM product_days s
      WHERE s.day BETWEEN ${from} AND ${to} AND s.currency = ${by.currency}
        AND ${every(onlyOffices(subject, sql`s.partner_id`), ...narrowed(by, 's'))}
      GROUP BY 1
    ) s JOIN partners o ON o.id = s.office_id
    WHERE s.last_sale_at IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`
}

/** With a product or bet type: sold and lines of it, and the last sale that had any of it. */
export async function latestPartners(
  { scope, db }: { scope: Scope; db: Executor },
  subject: Subject,
  by: Narrowing,
  period: Period,
  limit: number,
): Promise<LatestPartner[]> {
  const last = isNarrowed(by) ? lastToSellOf : lastToSell
  return db.rows<LatestPartner>(sql`
    SELECT a.id AS partner_id, a.name, ${namedWithin(scope, sql`f.id`, sql`f.name`)} AS father_name, s.last_sale_at, s.tickets, s.sold
    FROM (${last(subject, by, period, limit)}) s JOIN partners a ON a.id = s.id JOIN partners f ON f.id = a.father_id
    ORDER BY s.last_sale_at DESC, a.id`)
}
