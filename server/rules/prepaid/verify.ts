/** What must always hold of prepaid agencies: rules for `verifyBooks`, from all postings and by other words than those that move a row. */
import { sql, type SQL } from 'drizzle-orm'
import { list } from '../../platform/db/connect.ts'
import { earningKinds } from '../ledger/debt-kinds.ts'

/** Of an owner of accounts, the agency that its debts are of. */
const agencyOf = sql`CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END`

export const prepaidRules: readonly [string, SQL][] = [
  [
    'lo que una agencia prepago puede vender es lo que tiene a su favor, sin comisión por cerrar ni premios por pagar',
    sql`
    SELECT 1 FROM (
      SELECT ${agencyOf} AS partner_id, account.currency,
        coalesce(sum(posting.amount) FILTER (WHERE account.kind IN ('liquidacion', 'liquidado')), 0)
          - coalesce(sum(posting.amount) FILTER (WHERE account.kind = ANY (${list(earningKinds)}::text[])), 0) AS debt,
        coalesce(sum(posting.amount) FILTER (WHERE account.kind IN ('comision', 'participacion') AND (last.week IS NULL
          OR entry.day > last.week OR NOT coalesce(pg_visible_in_snapshot(entry.xid, last.cut), true))), 0) AS untold,
        coalesce(-sum(posting.amount) FILTER (WHERE account.kind = 'premios_por_pagar'), 0) AS unpaid
      FROM prepaid_agencies own
      JOIN partners owner ON ${agencyOf} = own.partner_id
      JOIN ledger_accounts account ON account.partner_id = owner.id AND account.currency = own.currency
      JOIN ledger_postings posting ON posting.account_id = account.id
      JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id
      LEFT JOIN closings last ON last.partner_id = own.partner_id AND last.currency = own.currency AND last.reversed_at IS NULL
        AND last.week = (SELECT books.closed_through FROM partner_books books
          WHERE books.partner_id = own.partner_id AND books.currency = own.currency)
      GROUP BY 1, 2
    ) counted FULL JOIN prepaid_agencies own USING (partner_id, currency)
    WHERE coalesce(own.available, 0) <> coalesce(-counted.debt - counted.untold - counted.unpaid, 0)`,
  ],
  [
    'las cuentas de una agencia prepago mueven lo que puede vender, y las de ninguna otra',
    sql`
    SELECT 1
    FROM ledger_accounts account
    JOIN partners owner ON owner.id = account.partner_id
    LEFT JOIN partners agency ON agency.id = ${agencyOf} AND agency.prepaid
    LEFT JOIN prepaid_agencies own ON own.partner_id = agency.id AND own.currency = account.currency
    WHERE account.prepaid_of IS DISTINCT FROM CASE WHEN prepaid_sign(account.kind) IS NOT NULL THEN agency.id END
      OR (account.prepaid_of IS NOT NULL AND own.partner_id IS NULL)
    UNION ALL
    SELECT 1 FROM prepaid_agencies own JOIN partners agency ON agency.id = own.partner_id AND NOT agency.prepaid`,
  ],
]
