/** What must always hold; run by `npm run verify` and at the end of every suite that moves money. */
import { sql, type SQL } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'
import { waits as waitsFor } from '../settlement/settled.ts'
import { unitsFromLines } from './units-from-lines.ts'

export interface Finding {
  rule: string
  rows: number
}

/** Of a week `r`: it, or one that it carries from, waits to be settled. */
const waits = waitsFor(sql`r.agency_id`, sql`r.week`)

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
    SELECT 1
    FROM (
      SELECT account_id, day, sum(greatest(amount, 0)) AS debit, sum(greatest(-amount, 0)) AS credit
      FROM ledger_postings
      GROUP BY 1, 2
    ) p
    FULL JOIN ledger_days d USING (account_id, day)
    WHERE coalesce(p.debit, 0) <> coalesce(d.debit, 0) OR coalesce(p.credit, 0) <> coalesce(d.credit, 0)`,
  ],
  [
    'ventas, premios, comisión y participación del día son los del libro',
    sql`
    SELECT 1 FROM (
      SELECT a.partner_id AS office_id, d.day, a.currency,
        sum(d.credit - d.debit) FILTER (WHERE a.kind = 'ventas') AS sold,
        sum(d.debit - d.credit) FILTER (WHERE a.kind = 'comision') AS commission,
        sum(d.debit - d.credit) FILTER (WHERE a.kind = 'participacion') AS participation,
        sum(d.debit - d.credit) FILTER (WHERE a.kind = 'premios') AS prizes
      FROM ledger_days d
      JOIN ledger_accounts a ON a.id = d.account_id
      WHERE a.kind IN ('ventas', 'comision', 'participacion', 'premios')
      GROUP BY 1, 2, 3
    ) l FULL JOIN sales_days s USING (office_id, day, currency)
    WHERE coalesce(l.sold, 0) <> coalesce(s.sold, 0) OR coalesce(l.commission, 0) <> coalesce(s.commission, 0)
      OR coalesce(l.participation, 0) <> coalesce(s.participation, 0) OR coalesce(l.prizes, 0) <> coalesce(s.prizes, 0)`,
  ],
  [
    'cada semana liquidada es la de sus jugadas y premios',
    sql`
    SELECT 1 FROM (SELECT * FROM (${unitsFromLines}) r WHERE NOT ${waits}) l
    FULL JOIN (SELECT * FROM settlement_weeks r WHERE NOT ${waits}) s USING (agency_id, currency, product_id, rate_id, week)
    WHERE coalesce(l.sold, 0) <> coalesce(s.sold, 0) OR coalesce(l.prizes, 0) <> coalesce(s.prizes, 0)
      OR coalesce(l.commission, 0) <> coalesce(s.commission, 0)
      OR coalesce(l.participation, 0) <> coalesce(s.participation, 0) OR l.carried <> s.carried`,
  ],
  [
    'lo liquidado por horas suma la semana, y por días lo que muestran las taquillas',
    sql`
    SELECT 1 FROM (
      SELECT o.father_id AS agency_id, h.currency, h.product_id, h.rate_id, week_of(h.day) AS week,
        sum(h.commission) AS commission, sum(h.participation) AS participation
      FROM settled_hours h JOIN partners o ON o.id = h.office_id GROUP BY 1, 2, 3, 4, 5
    ) h FULL JOIN settlement_weeks w USING (agency_id, currency, product_id, rate_id, week)
    WHERE coalesce(h.commission, 0) <> coalesce(w.commission, 0) OR coalesce(h.participation, 0) <> coalesce(w.participation, 0)
    UNION ALL
    SELECT 1
    FROM (
      SELECT office_id, day, currency, sum(commission) AS commission, sum(participation) AS participation
      FROM settled_hours
      GROUP BY 1, 2, 3
    ) h
    FULL JOIN sales_days d USING (office_id, day, currency)
    WHERE coalesce(h.commission, 0) <> coalesce(d.commission, 0) OR coalesce(h.participation, 0) <> coalesce(d.participation, 0)`,
  ],
  [
    'lo vendido por día es la suma de sus jugadas',
    sql`
    SELECT 1 FROM (
      SELECT day, office_id, currency, sum(stake) FILTER (WHERE state NOT IN ('anulada', 'devuelta')) AS sold
      FROM ticket_lines
      GROUP BY 1, 2, 3
    ) l FULL JOIN sales_days s USING (day, office_id, currency) WHERE coalesce(l.sold, 0) <> coalesce(s.sold, 0)`,
  ],
  [
    'los totales de cada sorteo premiado son los de sus números y sus premios',
    sql`
    SELECT 1 FROM (
      SELECT draw_id, partner_id, currency, sum(sold) AS sold, sum(lines) AS lines, sum(prizes) AS prizes FROM (
        SELECT s.draw_id, s.partner_id, s.currency, s.sold, s.lines, 0 AS prizes
        FROM draw_sales s
        JOIN draws d ON d.id = s.draw_id AND d.state = 'premiado'
        UNION ALL
        SELECT p.draw_id, a.ancestor_id, p.currency, 0, 0, p.amount
        FROM prizes p
        JOIN partner_ancestors a ON a.partner_id = p.office_id
        WHERE p.withdrawn_at IS NULL
      ) counted GROUP BY 1, 2, 3
    ) l FULL JOIN (
      SELECT draw_id, partner_id, currency, sum(sold) AS sold, sum(lines) AS lines, sum(prizes) AS prizes FROM draw_totals GROUP BY 1, 2, 3
    ) t USING (draw_id, partner_id, currency)
    WHERE coalesce(l.sold, 0) <> coalesce(t.sold, 0) OR coalesce(l.lines, 0) <> coalesce(t.lines, 0)
      OR coalesce(l.prizes, 0) <> coalesce(t.prizes, 0)`,
  ],
  // A ceiling may be lowered below what was sold: it stops what follows, so the one that held at the last sale counts.
  [
    'ningún número pasa del cupo que regía en su última venta',
    sql`
    SELECT 1 FROM draw_sales s JOIN draws d ON d.id = s.draw_id WHERE d.state = 'activo' AND s.sold > s.quota`,
  ],
  [
    'lo publicado de otros sistemas es lo del libro',
    sql`
    SELECT 1 FROM (
      SELECT day, agency_id, currency, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission
      FROM external_entries
      WHERE replaced_by IS NULL
      GROUP BY 1, 2, 3
    ) e FULL JOIN (
      SELECT d.day, a.partner_id AS agency_id, a.currency, sum(d.credit - d.debit) FILTER (WHERE a.kind = 'ventas_externas') AS sold,
        sum(d.debit - d.credit) FILTER (WHERE a.kind = 'premios_externos') AS prizes,
        sum(d.debit - d.credit) FILTER (WHERE a.kind = 'comision_externa') AS commission
      FROM ledger_days d
      JOIN ledger_accounts a ON a.id = d.account_id
      WHERE a.kind IN ('ventas_externas', 'premios_externos', 'comision_externa')
      GROUP BY 1, 2, 3
    ) l USING (day, agency_id, currency)
    WHERE coalesce(e.sold, 0) <> coalesce(l.sold, 0) OR coalesce(e.prizes, 0) <> coalesce(l.prizes, 0)
      OR coalesce(e.commission, 0) <> coalesce(l.commission, 0)`,
  ],
  [
    'cada saldo cerrado es la suma de sus días',
    sql`
    SELECT 1 FROM (
      SELECT d.partner_id, d.currency, sum(d.sold) - sum(d.prizes) - sum(d.commission) - sum(d.participation) AS amount
      FROM product_days d JOIN balances_through t ON d.day <= t.day GROUP BY 1, 2
    ) d FULL JOIN closed_balances b USING (partner_id, currency) WHERE coalesce(d.amount, 0) <> coalesce(b.amount, 0)`,
  ],
  [
    'ningún ticket se pagó dos veces',
    sql`
    SELECT e.ref_id
    FROM ledger_entries e
    JOIN ledger_postings p ON p.day = e.day AND p.entry_id = e.id
    JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'caja'
    WHERE e.kind = 'pago_premio' GROUP BY e.ref_id HAVING count(*) > 1`,
  ],
  [
    'un premio pagado en otra agencia está cruzado entre las dos, y ningún otro',
    sql`
    SELECT 1 FROM (
      SELECT t.id AS ref_id, t.currency, v.agency_id, v.amount
      FROM tickets t
      JOIN partners seller ON seller.id = t.office_id
      JOIN partners payer ON payer.id = t.paid_office_id,
      LATERAL (VALUES (payer.father_id, t.prize), (seller.father_id, -t.prize)) AS v(agency_id, amount)
      WHERE t.state = 'pagado' AND seller.father_id <> payer.father_id
    ) due FULL JOIN (
      SELECT e.ref_id, a.currency, a.partner_id AS agency_id, sum(p.amount) AS amount
      FROM ledger_entries e
      JOIN ledger_postings p ON p.day = e.day AND p.entry_id = e.id
      JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'ajustes'
      WHERE e.kind = 'pago_premio' GROUP BY 1, 2, 3
    ) crossed USING (ref_id, currency, agency_id) WHERE coalesce(due.amount, 0) <> coalesce(crossed.amount, 0)`,
  ],
  [
    'el premio de una tripleta está en el sorteo que la completó',
    sql`
    SELECT 1 FROM (
      SELECT DISTINCT ON (day, ticket_id, n) day, ticket_id, n, result_id, symbols,
        count(*) OVER (PARTITION BY day, ticket_id, n) AS found
      FROM (
        SELECT DISTINCT ON (l.day, l.ticket_id, l.n, r.number) l.day, l.ticket_id, l.n, d.id AS draw_id, d.scheduled_at,
          d.result_id, cardinality(string_to_array(l.number, '-')) AS symbols
        FROM line_draws o
        JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
          AND l.state NOT IN ('anulada', 'devuelta') AND round(l.stake * l.multiplier, 2) > 0
        JOIN draws d ON d.id = o.draw_id
        JOIN result_numbers r ON r.result_id = d.result_id AND r.number = ANY (string_to_array(l.number, '-'))
        ORDER BY l.day, l.ticket_id, l.n, r.number, d.scheduled_at, d.id
      ) first
      ORDER BY day, ticket_id, n, scheduled_at DESC, draw_id DESC
    ) last FULL JOIN (
      SELECT p.ticket_day AS day, p.ticket_id, p.line_n AS n, p.result_id AS stands FROM prizes p
      WHERE p.withdrawn_at IS NULL
        AND EXISTS (
          SELECT 1 FROM line_draws o WHERE o.day = p.ticket_day AND o.ticket_id = p.ticket_id AND o.line_n = p.line_n
        )
    ) p USING (day, ticket_id, n) WHERE stands IS DISTINCT FROM CASE WHEN found = symbols THEN result_id END`,
  ],
  [
    'el premio de un ticket ganador es la suma de sus jugadas',
    sql`
    SELECT 1
    FROM tickets t
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.prize), 0) AS prize
      FROM ticket_lines l
      WHERE l.day = t.day AND l.ticket_id = t.id AND l.state IN ('ganadora', 'vencida')
    ) l
    WHERE t.prize > 0 AND t.state IN ('ganador', 'vencido') AND t.prize <> l.prize`,
  ],
  [
    'un pago por aprobar espera, y uno aprobado se pagó donde se aprobó',
    sql`
    SELECT 1 FROM pay_approvals a JOIN tickets t ON t.day = a.ticket_day AND t.id = a.ticket_id
    WHERE (a.state = 'pendiente' AND t.state IN ('pagado', 'vencido', 'anulado'))
      OR (a.state = 'aprobado' AND t.state = 'pagado' AND t.paid_office_id <> a.office_id AND a.amount = t.prize)`,
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
      SELECT a.currency, sum(d.credit - d.debit) AS amount
      FROM ledger_days d
      JOIN ledger_accounts a ON a.id = d.account_id AND a.kind = 'potes'
      GROUP BY 1
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
