/** Amounts that nobody can pay: with cents, in a currency that has none (`currency_decimals`). */
import { sql, type SQL } from 'drizzle-orm'

/** Is one of these amounts of a currency such? */
export const withCents = (currency: SQL, ...amounts: readonly [SQL, ...SQL[]]): SQL => {
  const each = amounts.map((amount) => sql`${amount} <> round_money(${amount}, ${currency})`)
  return sql`(currency_decimals(${currency}) < 2 AND (${sql.join(each, sql` OR `)}))`
}

/** A prize of a `ticket` of which nobody was paid anything yet, and that may still be. */
export const isUnpaid = sql`ticket.state NOT IN ('pagado', 'vencido', 'anulado', 'devuelto')`
