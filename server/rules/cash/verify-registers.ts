/** What must always hold of registers: rules for `verifyBooks`, by sums of their own beside those that registers are made by. */
import { sql, type SQL } from 'drizzle-orm'

/** Rows (register_id, partner_id, currency, method_id, amount): what each register that was sent should have of each entry. */
const entries = sql`
  SELECT register.id AS register_id, register.office_id AS partner_id, account.currency, account.sub AS method_id, posting.amount
  FROM cash_registers register
  CROSS JOIN banca
  JOIN ledger_accounts account ON account.partner_id = register.office_id AND account.kind = 'caja'
  JOIN ledger_postings posting ON posting.account_id = account.id
    AND posting.day >= (register.since_at AT TIME ZONE banca.zone)::date - 1
  JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id
  WHERE register.cut IS NOT NULL AND (entry.register_id = register.id AND entry.ref_kind = 'movement'
    OR entry.register_id IS NULL AND posting.day <= (register.cut_at AT TIME ZONE banca.zone)::date
      AND pg_visible_in_snapshot(entry.xid, register.cut) AND NOT pg_visible_in_snapshot(entry.xid, register.since))`

/** Rows (register_id, currency, method_id, amount): what each counted, and what an office's first declared. */
const counted = (moment: 'apertura' | 'cierre') => sql`(
  SELECT register_id, currency, method_id, sum(denomination * pieces) AS amount
  FROM cash_counts WHERE moment = ${moment} GROUP BY 1, 2, 3)`
/** Rows as those, of what each opened with. */
const opened = sql`(
  SELECT register.id AS register_id, before.currency, before.method_id, before.amount
  FROM cash_registers register JOIN ${counted('cierre')} before ON before.register_id = register.before_id
  UNION ALL SELECT * FROM ${counted('apertura')} declared)`
/** Rows as those, of what was posted when each was approved. */
const settled = sql`(
  SELECT entry.register_id, account.currency, account.sub AS method_id, sum(posting.amount) AS amount
  FROM ledger_entries entry
  JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
  JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'caja'
  WHERE entry.kind = 'diferencia' GROUP BY 1, 2, 3)`
const lines = sql`(SELECT register_id, currency, method_id, sum(amount) AS amount FROM cash_lines GROUP BY 1, 2, 3)`

export const registerRules: readonly [string, SQL][] = [
  [
    'las líneas de cada caja enviada son los asientos que su corte ve y el de la anterior no, y sus movimientos',
    sql`
    SELECT coalesce(said.partner_id, register.office_id) AS partner_id, currency, register.day FROM (
      SELECT register_id, partner_id, currency, method_id, sum(amount) AS amount FROM (${entries}) entry GROUP BY 1, 2, 3, 4
    ) said FULL JOIN ${lines} line USING (register_id, currency, method_id)
    JOIN cash_registers register ON register.id = register_id
    WHERE coalesce(said.amount, 0) <> coalesce(line.amount, 0)`,
  ],
  [
    'cada caja enviada esperaba con lo que abrió y sus líneas, y contó sus piezas',
    sql`
    SELECT register.office_id AS partner_id, currency, register.day FROM (
      SELECT register_id, currency, sum(opening) AS opening, sum(opening) + sum(moved) AS expected, sum(counted) AS counted FROM (
        SELECT register_id, currency, amount AS opening, 0 AS moved, 0 AS counted FROM ${opened} opened
        UNION ALL SELECT register_id, currency, 0, amount, 0 FROM ${lines} line
        UNION ALL SELECT register_id, currency, 0, 0, amount FROM ${counted('cierre')} counted
      ) part GROUP BY 1, 2
    ) said FULL JOIN cash_sums kept USING (register_id, currency)
    JOIN cash_registers register ON register.id = register_id AND register.state <> 'abierta'
    WHERE (coalesce(said.opening, 0), coalesce(said.expected, 0), coalesce(said.counted, 0))
      IS DISTINCT FROM (coalesce(kept.opening, 0), coalesce(kept.expected, 0), coalesce(kept.counted, 0))`,
  ],
  [
    'cada caja aprobada tiene lo que contó, y ninguna otra asentó su diferencia',
    sql`
    SELECT register.office_id AS partner_id, currency, register.day FROM (
      SELECT register_id, currency, method_id, sum(amount) AS amount FROM (
        SELECT * FROM ${counted('cierre')} counted
        UNION ALL SELECT register_id, currency, method_id, -amount FROM ${opened} opened
        UNION ALL SELECT register_id, currency, method_id, -amount FROM ${lines} line
      ) part GROUP BY 1, 2, 3
    ) due FULL JOIN ${settled} settled USING (register_id, currency, method_id)
    JOIN cash_registers register ON register.id = register_id
    WHERE CASE register.state WHEN 'aprobada' THEN coalesce(due.amount, 0) ELSE 0 END <> coalesce(settled.amount, 0)
      AND NOT (register.state = 'abierta' AND settled.amount IS NULL)`,
  ],
  [
    'cada asiento de una caja está en una sola: lo que el libro tiene es lo declarado, lo de sus cajas y lo que vino después',
    sql`
    SELECT partner_id, currency FROM (
      SELECT account.partner_id, account.currency, sum(ledger_day.debit - ledger_day.credit) AS amount
      FROM ledger_accounts account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.kind = 'caja' AND EXISTS (SELECT 1 FROM cash_registers register WHERE register.office_id = account.partner_id)
      GROUP BY 1, 2
    ) booked FULL JOIN (
      SELECT register.office_id AS partner_id, part.currency, sum(part.amount) AS amount FROM (
        SELECT register_id, currency, amount FROM ${counted('apertura')} declared
        UNION ALL SELECT line.register_id, line.currency, line.amount FROM ${lines} line
        UNION ALL SELECT register_id, currency, amount FROM ${settled} settled
        UNION ALL SELECT last.id, account.currency, posting.amount
        FROM (
          SELECT DISTINCT ON (office_id) id, office_id, state, coalesce(cut, since) AS cut, coalesce(cut_at, since_at) AS cut_at
          FROM cash_registers ORDER BY office_id, day DESC
        ) last
        CROSS JOIN banca
        JOIN ledger_accounts account ON account.partner_id = last.office_id AND account.kind = 'caja'
        JOIN ledger_postings posting ON posting.account_id = account.id
          AND posting.day >= (last.cut_at AT TIME ZONE banca.zone)::date - 1
        JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id
        WHERE entry.register_id = last.id AND entry.ref_kind = 'movement' AND last.state = 'abierta'
          OR entry.register_id IS NULL AND NOT pg_visible_in_snapshot(entry.xid, last.cut)
      ) part JOIN cash_registers register ON register.id = part.register_id GROUP BY 1, 2
    ) said USING (partner_id, currency) WHERE coalesce(booked.amount, 0) <> coalesce(said.amount, 0)`,
  ],
  [
    'las cajas de una taquilla van una tras otra, y cada una empieza donde la anterior se cortó',
    sql`
    SELECT register.office_id AS partner_id, register.day
    FROM cash_registers register
    LEFT JOIN LATERAL (
      SELECT before.id, before.cut FROM cash_registers before
      WHERE before.office_id = register.office_id AND before.day < register.day ORDER BY before.day DESC LIMIT 1
    ) before ON true
    WHERE register.before_id IS DISTINCT FROM before.id OR before.id IS NOT NULL AND register.since::text <> before.cut::text`,
  ],
]
