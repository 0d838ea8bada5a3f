/** Lines of accounts in the order of the days, with what stood before them and after each: common table expressions. */
import { sql, type SQL } from 'drizzle-orm'
import { sumText } from './asked.ts'

/**
 * `opening (currency, amount)` and `line`, the postings that `where` admits with the balance after each. Each currency has
 * its own, from its opening on: lines are added up in the one order that they have, so that a balance is the same whichever
 * way they are listed.
 */
export function statementCtes(opening: SQL, where: SQL): SQL {
  const order = sql`posting.day, posting.entry_id, posting.account_id, posting.ctid`
  return sql`
    opening AS MATERIALIZED (${opening}),
    line AS NOT MATERIALIZED (
      SELECT posting.day, posting.entry_id, posting.account_id, posting.ctid::text AS place, posting.currency, posting.amount,
        coalesce((SELECT opening.amount FROM opening WHERE opening.currency = posting.currency), 0)
          + sum(posting.amount) OVER (PARTITION BY posting.currency ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS balance
      FROM ledger_postings posting WHERE ${where}
    )`
}

export const statementKey = [sql`line.entry_id`, sql`line.account_id`, sql`line.place::tid`]

/** What each line is called, and its amounts: columns of `line`. */
export const statementColumns = sql`
  line.entry_id || ' ' || line.place AS id, line.day, line.currency::text AS currency,
  greatest(line.amount, 0)::numeric(20, 2)::text AS debit, greatest(-line.amount, 0)::numeric(20, 2)::text AS credit,
  line.balance::numeric(20, 2)::text AS balance`

export const statementAmounts = {
  currency: sql`line.currency`,
  debit: sumText(sql`sum(greatest(line.amount, 0))`),
  credit: sumText(sql`sum(greatest(-line.amount, 0))`),
}

/** `total` and `totals` of a page: by currency, of those that `said` admits. */
export const statementTotals = (opening: SQL, said: SQL): SQL => sql`
  SELECT coalesce(sum(moved.rows), 0)::int AS total, coalesce(json_agg(json_build_object(
      'currency', currency, 'rows', coalesce(moved.rows, 0), 'opening', ${opening},
      'debit', ${sumText(sql`moved.debit`)}, 'credit', ${sumText(sql`moved.credit`)},
      'closing', ${sumText(sql`coalesce(opening.amount, 0) + coalesce(moved.debit, 0) - coalesce(moved.credit, 0)`)}
    ) ORDER BY currency), '[]') AS totals
  FROM (
    SELECT line.currency, count(*)::int AS rows, sum(greatest(line.amount, 0)) AS debit, sum(greatest(-line.amount, 0)) AS credit
    FROM line GROUP BY 1
  ) moved FULL JOIN opening USING (currency)
  WHERE ${said}`
