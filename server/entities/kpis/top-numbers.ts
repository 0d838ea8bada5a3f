/**
 * The numbers most sold, by day of the draw: awarded draws from the days, the others number by number.
 *
 * A banca sells thousands of numbers a day, most of them rarely. So only the first of each day are
 * looked at, and added up over all days; whoever is among none of them sold at most the sum of what the
 * last of each day sold. When the answer is above that bound it is exact; when it is not, every number is counted.
 */
import { sql, type SQL } from 'drizzle-orm'
import { compare, isZero } from '@contract/values/money.ts'
import type { Period } from '@contract/values/dates.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { narrowedBy, type Narrowing, type Subject } from '../../rules/figures/subject.ts'

export interface SoldNumber {
  product_id: number
  product_name: string
  bet_type_id: number
  bet_type_name: string
  number: string
  symbol_name: string | null
  lines: number
  sold: string
}

/** Numbers of a day that are looked at: more than all the animals of all products together. */
const FIRST = 300

/** Rows of number_days of the subject, but for their day. */
function dayRows(subject: Subject, by: Narrowing): SQL {
  return every(
    sql`number_day.partner_id = ${subject.id}`,
    sql`number_day.currency = ${by.currency}`,
    ...narrowedBy(by, 'number_day'),
  )
}

/** Numbers of draws not yet awarded, added up. */
function undecided(subject: Subject, by: Narrowing, { from, to }: Period): SQL {
  return sql`
    SELECT draw.product_id, sale.bet_type_id, sale.number, sum(sale.sold) AS sold, sum(sale.lines)::int AS lines
    FROM draw_sales sale JOIN draws draw ON draw.id = sale.draw_id
    WHERE
      ${every(
        // As an array: joined, the planner would rather read every draw there ever was.
        sql`
        sale.draw_id = ANY (
          ARRAY(
            SELECT open.id
            FROM draws open
            WHERE
              ${every(
                sql`open.day BETWEEN ${from} AND ${to}`,
                sql`open.state
                <> 'premiado'`,
                ...narrowedBy({ product_id: by.product_id }, 'open'),
              )}
          )
        )`,
        sql`sale.partner_id = ${subject.id}`,
        sql`sale.currency = ${by.currency}`,
        ...narrowedBy({ bet_type_id: by.bet_type_id }, 'sale'),
      )}
    GROUP BY 1, 2, 3`
}

/** Rows `product_id, bet_type_id, number, lines, sold`, the largest first, with the names they are shown by. */
function named(parts: SQL, limit: number, bound: SQL): SQL {
  return sql`
    SELECT top.product_id, product.name AS product_name, top.bet_type_id, bet.name AS bet_type_name, top.number,
      symbol.name AS symbol_name, top.lines, top.sold, ${bound} AS bound
    FROM (
      SELECT product_id, bet_type_id, number, sum(lines)::int AS lines, sum(sold) AS sold FROM (${parts}) part
      GROUP BY 1, 2, 3 HAVING sum(sold) > 0 ORDER BY sum(sold) DESC, product_id, bet_type_id, number LIMIT ${limit}
    ) top
    JOIN products product ON product.id = top.product_id JOIN bet_types bet ON bet.id = top.bet_type_id
    LEFT JOIN product_symbols symbol ON symbol.product_id = top.product_id AND symbol.code = top.number
    ORDER BY top.sold DESC, top.product_id, top.bet_type_id, top.number`
}

/**
 * `listed`: the first of each day, and of the draws not yet awarded as if they were one more day,
 * `infinity`. `known`: what each number sold on the days that list it. Those who could not pass the
 * `limit`-th of them even with the least of every other day are dropped; the others are looked up there.
 */
function fromFirst(subject: Subject, by: Narrowing, period: Period, limit: number): SQL {
  return sql`
    WITH each AS (SELECT at::date AS day FROM generate_series(${period.from}::date, ${period.to}::date, interval '1 day') at),
    live AS MATERIALIZED (${undecided(subject, by, period)}),
    listed AS MATERIALIZED (
      SELECT each.day, largest.* FROM each CROSS JOIN LATERAL (
        SELECT number_day.product_id, number_day.bet_type_id, number_day.number, number_day.lines, number_day.sold
        FROM number_days number_day
        WHERE number_day.day = each.day AND ${dayRows(subject, by)}
        ORDER BY number_day.sold DESC
        LIMIT ${FIRST}
      ) largest
      UNION ALL
      (SELECT 'infinity', product_id, bet_type_id, number, lines, sold FROM live ORDER BY sold DESC LIMIT ${FIRST})
    ),
    least AS MATERIALIZED (SELECT day, CASE WHEN count(*) = ${FIRST} THEN min(sold) ELSE 0 END AS least FROM listed GROUP BY day),
    bound AS MATERIALIZED (SELECT coalesce(sum(least), 0) AS most FROM least),
    known AS MATERIALIZED (
      SELECT product_id, bet_type_id, number, sum(sold) AS sold, sum(least) AS covered
      FROM listed
      JOIN least USING (day)
      GROUP BY 1, 2, 3
    ),
    contenders AS MATERIALIZED (
      SELECT product_id, bet_type_id, number FROM known
      WHERE sold + (SELECT most FROM bound) - covered >= coalesce(
        (SELECT sold FROM known ORDER BY sold DESC LIMIT 1 OFFSET ${limit - 1}), 0
      )
    )
    ${named(
      sql`
      SELECT listed.product_id, listed.bet_type_id, listed.number, listed.lines, listed.sold
      FROM listed
      JOIN contenders USING (product_id, bet_type_id, number)
      WHERE listed.day <> 'infinity'
      UNION ALL
      SELECT live.product_id, live.bet_type_id, live.number, live.lines, live.sold FROM live
      JOIN contenders USING (product_id, bet_type_id, number)
      UNION ALL
      SELECT unlisted.product_id, unlisted.bet_type_id, unlisted.number, found.lines, found.sold
      FROM (SELECT each.day, contenders.* FROM contenders CROSS JOIN each EXCEPT SELECT day, product_id, bet_type_id, number
        FROM listed) unlisted
      CROSS JOIN LATERAL (
        SELECT number_day.lines, number_day.sold FROM number_days number_day
        WHERE number_day.day = unlisted.day AND number_day.product_id = unlisted.product_id
          AND number_day.bet_type_id = unlisted.bet_type_id AND number_day.number = unlisted.number
          AND number_day.partner_id = ${subject.id} AND number_day.currency = ${by.currency}
        OFFSET 0
      ) found`,
      limit,
      sql`(SELECT most FROM bound)`,
    )}`
}

function fromAll(subject: Subject, by: Narrowing, period: Period, limit: number): SQL {
  return named(
    sql`
    SELECT number_day.product_id, number_day.bet_type_id, number_day.number, number_day.lines, number_day.sold
    FROM number_days number_day
    WHERE number_day.day BETWEEN ${period.from} AND ${period.to} AND ${dayRows(subject, by)}
    UNION ALL
    SELECT product_id, bet_type_id, number, lines, sold FROM (${undecided(subject, by, period)}) live`,
    limit,
    sql`0`,
  )
}

type Bounded = SoldNumber & { bound: string }

/** Is nobody left out who might belong? A tie with the bound is not enough: ties are ordered. */
function isComplete(rows: readonly Bounded[], limit: number): boolean {
  const last = rows.at(-1)
  if (!last || isZero(last.bound)) return rows.length > 0
  return rows.length === limit && compare(last.sold, last.bound) > 0
}

export async function topNumbers(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  period: Period,
  limit: number,
): Promise<SoldNumber[]> {
  const first = await db.rows<Bounded>(fromFirst(subject, by, period, limit))
  const rows = isComplete(first, limit) ? first : await db.rows<Bounded>(fromAll(subject, by, period, limit))
  return rows.map(({ bound: _bound, ...row }) => row)
}
