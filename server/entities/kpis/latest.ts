/** Agencies by their last sale. */
import { sql, type SQL } from 'drizzle-orm'
import type { Period } from '@contract/values/dates.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { namedWithin, type Scope } from '../../platform/db/scope.ts'
import {
  isNarrowed,
  narrowedBy,
  isOfficeOf,
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
      SELECT back.day - 1, back.agencies || ARRAY(
        SELECT DISTINCT office.father_id FROM sales_days sales_day JOIN partners office ON office.id = sales_day.office_id
        WHERE sales_day.day = back.day - 1 AND sales_day.currency = ${currency} AND sales_day.last_sale_at IS NOT NULL
          AND ${every(isOfficeOf(subject, sql`sales_day.office_id`))}
          AND office.father_id <> ALL (back.agencies))
      FROM back WHERE back.day > ${from}::date AND cardinality(back.agencies) < ${limit}
    )`
}

const validTickets = sql`
  sum(sales_day.n_vendido + sales_day.n_ganador + sales_day.n_pagado + sales_day.n_perdedor + sales_day.n_vencido)::int`

/** Rows `id, last_sale_at, tickets, sold`, an agency each: the `limit` that sold last, with all they sold in the range. */
function lastToSell(subject: Subject, by: Narrowing, { from, to }: Period, limit: number): SQL {
  const sold = every(sql`sales_day.currency = ${by.currency}`, isOfficeOf(subject, sql`sales_day.office_id`))
  return sql`
    WITH ${sinceEnough(subject, by, { from, to }, limit)},
    last AS MATERIALIZED (
      SELECT office.father_id AS id, max(sales_day.last_sale_at) AS last_sale_at FROM sales_days sales_day
      JOIN partners office ON office.id = sales_day.office_id
      WHERE sales_day.day BETWEEN (SELECT min(day) FROM back) AND ${to} AND sales_day.last_sale_at IS NOT NULL AND ${sold}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}
    )
    SELECT last.id, last.last_sale_at, sales.tickets, sales.sold FROM last CROSS JOIN LATERAL (
      SELECT ${validTickets} AS tickets, sum(sales_day.sold) AS sold
      FROM partners office JOIN sales_days sales_day ON sales_day.office_id = office.id AND sales_day.day BETWEEN ${from} AND ${to}
      WHERE office.father_id = last.id AND ${sold}) sales`
}

/** The same of a product or bet type: sold and lines of it, and the last sale that had any of it. */
function lastToSellOf(subject: Subject, by: Narrowing, { from, to }: Period, limit: number): SQL {
  return sql`
    SELECT office.father_id AS id, max(sales.last_sale_at) AS last_sale_at, sum(sales.tickets)::int AS tickets, sum(sales.sold) AS sold
    FROM (
      SELECT product_day.partner_id AS office_id, sum(product_day.sold) AS sold, sum(product_day.lines)::int AS tickets, (
        SELECT ticket.sold_at FROM tickets ticket
        WHERE ticket.office_id = product_day.partner_id AND ticket.day BETWEEN ${from} AND ${to} AND ticket.currency = ${by.currency}
          AND ticket.state NOT IN ('anulado', 'devuelto')
          AND EXISTS (SELECT 1 FROM ticket_lines line
            WHERE ${every(sql`line.day = ticket.day AND line.ticket_id = ticket.id`, ...narrowedBy(by, 'line'))})
        ORDER BY ticket.sold_at DESC LIMIT 1
      ) AS last_sale_at
      FROM product_days product_day
      WHERE product_day.day BETWEEN ${from} AND ${to} AND product_day.currency = ${by.currency}
        AND ${every(onlyOffices(subject, sql`product_day.partner_id`), ...narrowedBy(by, 'product_day'))}
      GROUP BY 1
    ) sales JOIN partners office ON office.id = sales.office_id
    WHERE sales.last_sale_at IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`
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
    SELECT agency.id AS partner_id, agency.name, ${namedWithin(scope, sql`father.id`, sql`father.name`)} AS father_name,
      latest.last_sale_at, latest.tickets, latest.sold
    FROM (${last(subject, by, period, limit)}) latest JOIN partners agency ON agency.id = latest.id
    JOIN partners father ON father.id = agency.father_id
    ORDER BY latest.last_sale_at DESC, agency.id`)
}
