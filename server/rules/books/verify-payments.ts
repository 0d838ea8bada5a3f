/** What must always hold of payments and of what they posted: rules for `verifyBooks`, each a query of what breaks it. */
import { sql, type SQL } from 'drizzle-orm'

/** Rows (payment_id, partner_id, sub, kind, amount): what each payment's entries came to by account. */
const posted = sql`(
  SELECT entry.ref_id AS payment_id, account.partner_id, account.sub, account.kind, account.currency, sum(posting.amount) AS amount
  FROM ledger_entries entry
  JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
  JOIN ledger_accounts account ON account.id = posting.account_id
  WHERE entry.ref_kind = 'payment' GROUP BY 1, 2, 3, 4, 5)`

export const paymentRules: readonly [string, SQL][] = [
  [
    'cada pago confirmado bajó lo que su línea debe, y ningún otro movió nada',
    sql`
    SELECT partner_id, currency FROM (
      SELECT payment.id AS payment_id, payment.line[step] AS partner_id, payment.line[step + 1] AS sub, payment.currency,
        CASE payment.direction WHEN 'paga' THEN -payment.amount ELSE payment.amount END AS amount
      FROM payments payment CROSS JOIN generate_series(1, cardinality(payment.line) - 1) step
      WHERE payment.state = 'confirmado'
    ) said
    FULL JOIN (SELECT * FROM ${posted} posted WHERE posted.kind = 'liquidacion') done
      USING (payment_id, partner_id, sub, currency)
    WHERE coalesce(said.amount, 0) <> coalesce(done.amount, 0)`,
  ],
  [
    'el dinero de cada pago confirmado salió de donde dice y entró donde dice',
    sql`
    SELECT partner_id, currency FROM (
      SELECT payment.id AS payment_id, side.partner_id, CASE WHEN side.account_id IS NULL THEN 'fuera' ELSE 'banco' END AS kind,
        coalesce(side.account_id, 0) AS sub, payment.currency, side.amount
      FROM payments payment
      CROSS JOIN LATERAL (VALUES (payment.payer_id, payment.payer_account_id, -payment.amount),
        (payment.receiver_id, payment.receiver_account_id, payment.amount)) side(partner_id, account_id, amount)
      WHERE payment.state = 'confirmado' AND (payment.payer_account_id IS NOT NULL OR payment.receiver_account_id IS NOT NULL)
    ) said
    FULL JOIN (SELECT * FROM ${posted} posted WHERE posted.kind IN ('banco', 'fuera')) done
      USING (payment_id, partner_id, kind, sub, currency)
    WHERE coalesce(said.amount, 0) <> coalesce(done.amount, 0)`,
  ],
  [
    'lo que tiene una cuenta es de su afiliado, en su moneda',
    sql`
    SELECT account.partner_id, account.currency FROM ledger_accounts account
    LEFT JOIN accounts own ON (own.id, own.partner_id, own.currency) = (account.sub, account.partner_id, account.currency)
    WHERE account.kind = 'banco' AND account.sub <> 0 AND own.id IS NULL`,
  ],
  [
    'lo que un pago no confirmado asentó se reversó entero',
    sql`
    SELECT posted.partner_id, posted.currency FROM ${posted} posted JOIN payments payment ON payment.id = posted.payment_id
    WHERE payment.state <> 'confirmado' AND posted.amount <> 0`,
  ],
  [
    'los recibos de quien recibe van uno tras otro cada año',
    sql`
    SELECT receiver_id AS partner_id FROM (
      SELECT payment.receiver_id, payment.receipt_year AS year, count(*) AS receipts, max(payment.receipt_number) AS last
      FROM payments payment WHERE payment.receipt_number IS NOT NULL GROUP BY 1, 2
    ) given FULL JOIN payment_receipts kept USING (receiver_id, year)
    WHERE coalesce(given.receipts, 0) <> coalesce(given.last, 0) OR coalesce(given.last, 0) <> coalesce(kept.last, 0)`,
  ],
]
