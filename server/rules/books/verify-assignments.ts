/** What must always hold of debts passed from one creditor to another, by other words than they are posted by. */
import { sql, type SQL } from 'drizzle-orm'

/** Rows (assignment_id, partner_id, sub, currency, amount): what each says of every creditor in its lines. */
const said = sql`(
  SELECT line.id AS assignment_id, line.debtors[step] AS partner_id, line.debtors[step + 1] AS sub, line.currency,
    sum(line.amount) AS amount
  FROM (
    SELECT id, currency, amount, to_line AS debtors FROM assignments
    UNION ALL SELECT id, currency, -amount, from_line FROM assignments
  ) line CROSS JOIN LATERAL generate_series(1, cardinality(line.debtors) - 1) step
  GROUP BY 1, 2, 3, 4 HAVING sum(line.amount) <> 0)`

/** The same, as it is posted. */
const done = sql`(
  SELECT entry.ref_id AS assignment_id, account.partner_id, account.sub, account.currency, sum(posting.amount) AS amount
  FROM ledger_entries entry
  JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
  JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'liquidacion'
  WHERE entry.ref_kind = 'assignment' GROUP BY 1, 2, 3, 4 HAVING sum(posting.amount) <> 0)`

export const assignmentRules: readonly [string, SQL][] = [
  [
    'cada asignación pasó su monto de un acreedor al otro, y lo que esos deben con él',
    sql`
    SELECT partner_id, currency FROM ${said} said FULL JOIN ${done} done USING (assignment_id, partner_id, sub, currency)
    WHERE coalesce(said.amount, 0) <> coalesce(done.amount, 0)`,
  ],
  [
    'los asientos de una asignación son los de su día, y ningún otro mueve de acreedor',
    sql`
    SELECT assignment.partner_id, assignment.currency, entry.day
    FROM ledger_entries entry
    LEFT JOIN assignments assignment ON assignment.id = entry.ref_id AND entry.ref_kind = 'assignment'
    WHERE (entry.kind = 'asignacion' OR entry.ref_kind = 'assignment')
      AND (entry.kind = 'asignacion' AND entry.day = assignment.day) IS NOT TRUE`,
  ],
]
