/** What must always hold; run by `npm run verify` and at the end of every suite that moves money. */
import { sql, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'

export interface Finding {
  rule: string
  rows: number
}

const rules: readonly [string, SQL][] = [
  [
    'cada asiento suma cero por moneda',
    sql`
    SELECT entry_id FROM ledger_postings GROUP BY entry_id, currency HAVING sum(amount) <> 0`,
  ],
  [
    'cada asiento tiene movimientos',
    sql`
    SELECT e.id FROM ledger_entries e WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.entry_id = e.id)`,
  ],
  [
    'cada saldo diario es la suma de sus movimientos',
    sql`
    SELECT 1 FROM (SELECT account_id, day, sum(greatest(amount, 0)) AS debit, sum(greatest(-amount, 0)) AS credit FROM ledger_postings GROUP BY 1, 2) p
    FULL JOIN ledger_days d USING (account_id, day)
    WHERE coalesce(p.debit, 0) <> coalesce(d.debit, 0) OR coalesce(p.credit, 0) <> coalesce(d.credit, 0)`,
  ],
  [
    'ventas, comisión y premios del día son los del libro',
    sql`
    SELECT 1 FROM (
      SELECT a.partner_id AS office_id, d.day, a.currency,
        sum(d.credit - d.debit) FILTER (WHERE a.kind = 'ventas') AS sold,
        sum(d.debit - d.credit) FILTER (WHERE a.kind = 'comision') AS commission,
        sum(d.debit - d.credit) FILTER (WHERE a.kind = 'premios') AS prizes
      FROM ledger_days d JOIN ledger_accounts a ON a.id = d.account_id WHERE a.kind IN ('ventas', 'comision', 'premios') GROUP BY 1, 2, 3
    ) l FULL JOIN sales_days s USING (office_id, day, currency)
    WHERE coalesce(l.sold, 0) <> coalesce(s.sold, 0) OR coalesce(l.commission, 0) <> coalesce(s.commission, 0) OR coalesce(l.prizes, 0) <> coalesce(s.prizes, 0)`,
  ],
  [
    'lo vendido por día es la suma de sus jugadas',
    sql`
    SELECT 1 FROM (
      SELECT day, office_id, currency, sum(stake) FILTER (WHERE state NOT IN ('anulada', 'devuelta')) AS sold FROM ticket_lines GROUP BY 1, 2, 3
    ) l FULL JOIN sales_days s USING (day, office_id, currency) WHERE coalesce(l.sold, 0) <> coalesce(s.sold, 0)`,
  ],
  // A ceiling may be lowered below what was sold: it stops what follows, so the one that held at the last sale counts.
  [
    'ningún número pasa del cupo que regía en su última venta',
    sql`
    SELECT 1 FROM draw_sales s JOIN draws d ON d.id = s.draw_id WHERE d.state = 'activo' AND s.sold > s.quota`,
  ],
  [
    'ningún ticket se pagó dos veces',
    sql`
    SELECT ref_id FROM ledger_entries WHERE kind = 'pago_premio' GROUP BY ref_id HAVING count(*) > 1`,
  ],
  [
    'el premio de un ticket ganador es la suma de sus jugadas',
    sql`
    SELECT 1 FROM tickets t CROSS JOIN LATERAL (SELECT coalesce(sum(l.prize), 0) AS prize FROM ticket_lines l WHERE l.day = t.day AND l.ticket_id = t.id AND l.state IN ('ganadora', 'vencida')) l
    WHERE t.prize > 0 AND t.state IN ('ganador', 'vencido') AND t.prize <> l.prize`,
  ],
  [
    'un pago por aprobar espera, y uno aprobado se pagó donde se aprobó',
    sql`
    SELECT 1 FROM pay_approvals a JOIN tickets t ON t.day = a.ticket_day AND t.id = a.ticket_id
    WHERE (a.state = 'pendiente' AND t.state IN ('pagado', 'vencido', 'anulado')) OR (a.state = 'aprobado' AND t.state = 'pagado' AND t.paid_office_id <> a.office_id AND a.amount = t.prize)`,
  ],
  [
    'ningún pote queda por debajo de cero',
    sql`
    SELECT jackpot_id FROM jackpot_movements GROUP BY jackpot_id, pot HAVING sum(amount) < 0`,
  ],
  [
    'los potes suman lo que el libro tiene en ellos',
    sql`
    SELECT 1 FROM (SELECT j.currency, sum(m.amount) AS amount FROM jackpot_movements m JOIN jackpots j ON j.id = m.jackpot_id GROUP BY 1) p
    FULL JOIN (
      SELECT a.currency, sum(d.credit - d.debit) AS amount FROM ledger_days d JOIN ledger_accounts a ON a.id = d.account_id AND a.kind = 'potes' GROUP BY 1
    ) l USING (currency) WHERE coalesce(p.amount, 0) <> coalesce(l.amount, 0)`,
  ],
]

/** The rules that do not hold, with how many rows break each. Empty when all is well. */
export async function verifyBooks(db: Executor): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [rule, query] of rules) {
    const row = await db.one<{ rows: string }>(sql`SELECT count(*) AS rows FROM (${query}) broken`)
    if (row && row.rows !== '0') findings.push({ rule, rows: Number(row.rows) })
  }
  return findings
}
