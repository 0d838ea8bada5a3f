/**
 * What must always hold of closed weeks and debts: rules for `verifyBooks`, each a query of what breaks it, with the partner,
 * the currency and the day that it can name.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list } from '../../platform/db/connect.ts'
import { creditors, sundayOf } from './creditors.ts'
import { earningKinds } from '../ledger/debt-kinds.ts'
import { assignmentRules } from './verify-assignments.ts'
import { paymentRules } from './verify-payments.ts'
import { sumRules } from './verify-sums.ts'

/** Rows (partner_id, currency, creditor_id, amount): what the last closing of each saw, by whom the weeks of it are owed to. */
const seen = sql`
  SELECT last.partner_id, last.currency, creditor.creditor_id, sum(-posting.amount) AS amount
  FROM ledger_postings posting
  JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id
  JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = ANY (${list(earningKinds)}::text[])
  JOIN partners owner ON owner.id = account.partner_id
  JOIN (
    SELECT closing.partner_id, closing.currency, closing.week, closing.cut
    FROM closings closing
    JOIN partner_books books ON books.partner_id = closing.partner_id AND books.currency = closing.currency
      AND books.closed_through = closing.week
    WHERE closing.reversed_at IS NULL
  ) last ON last.partner_id = CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END
    AND last.currency = account.currency
  JOIN ${creditors} creditor ON creditor.partner_id = last.partner_id AND creditor.since <= ${sundayOf(sql`entry.day`)}
    AND ${sundayOf(sql`entry.day`)} < creditor.until
  WHERE entry.day <= last.week AND (entry.xid IS NULL OR pg_visible_in_snapshot(entry.xid, last.cut))
  GROUP BY 1, 2, 3`

const standing = sql`closings closing WHERE closing.reversed_at IS NULL`

export const bookRules: readonly [string, SQL][] = [
  [
    'las semanas cerradas de cada afiliado van una tras otra, y cada una empieza en lo que dejó la anterior',
    sql`
    SELECT closing.partner_id, closing.currency, closing.week AS day FROM (
      SELECT closing.*, lag(closing.week) OVER own AS week_before, lag(closing.closing) OVER own AS closing_before
      FROM ${standing} WINDOW own AS (PARTITION BY closing.partner_id, closing.currency ORDER BY closing.week)
    ) closing WHERE closing.week_before <> closing.week - 7 OR closing.opening <> coalesce(closing.closing_before, 0)`,
  ],
  [
    'un afiliado está cerrado hasta su última semana cerrada',
    sql`
    SELECT partner_id, currency, coalesce(last.week, books.closed_through) AS day
    FROM (SELECT closing.partner_id, closing.currency, max(closing.week) AS week FROM ${standing} GROUP BY 1, 2) last
    FULL JOIN (SELECT * FROM partner_books WHERE closed_through IS NOT NULL) books USING (partner_id, currency)
    WHERE last.week IS DISTINCT FROM books.closed_through`,
  ],
  [
    'el saldo de cada cierre es lo que el libro tenía al final de su semana',
    sql`
    SELECT closing.partner_id, closing.currency, closing.week AS day
    FROM (SELECT * FROM ${standing}) closing
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(ledger_day.debit - ledger_day.credit), 0) AS owed
      FROM ledger_accounts account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id AND ledger_day.day <= closing.week
      WHERE account.partner_id = closing.partner_id AND account.currency = closing.currency AND account.kind = 'liquidacion'
    ) posted WHERE posted.owed <> closing.closing`,
  ],
  [
    'lo cerrado es lo ganado hasta su domingo que su cierre vio, y se debe a quien respondía cada semana',
    sql`
    SELECT partner_id, currency FROM (${seen}) seen FULL JOIN (
      SELECT account.partner_id, account.currency, account.sub AS creditor_id, sum(ledger_day.credit - ledger_day.debit) AS amount
      FROM ledger_accounts account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.kind = 'liquidado' GROUP BY 1, 2, 3
    ) closed USING (partner_id, currency, creditor_id) WHERE coalesce(closed.amount, 0) <> coalesce(seen.amount, 0)`,
  ],
  [
    'lo que los afiliados deben por sus cierres y asignaciones es lo que pasó a quien responde por ellos',
    sql`
    SELECT partner_id, currency FROM (
      SELECT account.sub AS partner_id, account.currency, sum(posting.amount) AS amount
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'liquidacion'
      JOIN partners creditor ON creditor.id = account.sub AND creditor.type <> 'banca'
      WHERE entry.kind IN ('cierre', 'reapertura', 'asignacion') GROUP BY 1, 2
    ) owed FULL JOIN (
      SELECT account.partner_id, account.currency, -sum(posting.amount) AS amount
      FROM ledger_postings posting
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'cobranza'
      GROUP BY 1, 2
    ) passed USING (partner_id, currency) WHERE coalesce(owed.amount, 0) <> coalesce(passed.amount, 0)`,
  ],
  [
    'cada semana cerrada se debe a quien respondía su domingo',
    sql`
    SELECT closing.partner_id, closing.currency, closing.week AS day FROM (SELECT * FROM ${standing}) closing
    LEFT JOIN ${creditors} creditor ON creditor.partner_id = closing.partner_id AND creditor.since <= ${sundayOf(sql`closing.week`)}
      AND closing.week < creditor.until
    WHERE closing.creditor_id IS DISTINCT FROM creditor.creditor_id`,
  ],
  ...sumRules,
  ...paymentRules,
  ...assignmentRules,
]
