/** What must always hold; run by `npm run verify` and at the end of every suite that moves money. */
import { sql, type SQL } from 'drizzle-orm'
import { formatDay } from '@contract/values/dates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { isUnsettled as waitsFor } from '../settlement/settled.ts'
import { bookRules } from '../books/verify.ts'
import { marginRules } from '../books/verify-margin.ts'
import { movementRules } from '../cash/verify.ts'
import { registerRules } from '../cash/verify-registers.ts'
import { prepaidRules } from '../prepaid/verify.ts'
import { roundingRules } from '../rounding/verify.ts'
import { isWithoutSale } from './debt-kinds.ts'
import { unitsFromLines } from './units-from-lines.ts'
import { refundRules } from './verify-refunds.ts'

export interface Finding {
  rule: string
  rows: number
  /** The earliest that breaks it, where the rule can say of whom and when: `Agencia Uno, BS, 22/11/2026`. */
  first?: string
}

/** Of a week `unit`: it, or one that it carries from, waits to be settled. */
const waits = waitsFor(sql`unit.agency_id`, sql`unit.week`)

const rules: readonly (readonly [string, SQL])[] = [
  [
    'cada asiento suma cero por moneda',
    sql`
    SELECT entry_id FROM ledger_postings GROUP BY entry_id, currency HAVING sum(amount) <> 0`,
  ],
  [
    'cada asiento tiene movimientos',
    sql`
    SELECT entry.id FROM ledger_entries entry WHERE NOT EXISTS (SELECT 1 FROM ledger_postings posting WHERE posting.entry_id = entry.id)`,
  ],
  [
    'cada saldo diario es la suma de sus movimientos',
    sql`
    SELECT 1
    FROM (
      SELECT account_id, day, sum(greatest(amount, 0)) AS debit, sum(greatest(-amount, 0)) AS credit
      FROM ledger_postings
      GROUP BY 1, 2
    ) kept
    FULL JOIN ledger_days ledger_day USING (account_id, day)
    WHERE coalesce(kept.debit, 0) <> coalesce(ledger_day.debit, 0) OR coalesce(kept.credit, 0) <> coalesce(ledger_day.credit, 0)`,
  ],
  [
    'los saldos diarios que ninguna venta cambia están marcados',
    sql`
    SELECT 1 FROM ledger_days ledger_day JOIN ledger_accounts account ON account.id = ledger_day.account_id
    WHERE ledger_day.without_sale <> ${isWithoutSale(sql`account.kind`)}`,
  ],
  [
    'ventas, premios, comisión y participación del día son los del libro',
    sql`
    SELECT 1 FROM (
      SELECT account.partner_id AS office_id, ledger_day.day, account.currency,
        sum(ledger_day.credit - ledger_day.debit) FILTER (WHERE account.kind = 'ventas') AS sold,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'comision') AS commission,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'participacion') AS participation,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'premios') AS prizes
      FROM ledger_days ledger_day
      JOIN ledger_accounts account ON account.id = ledger_day.account_id
      WHERE account.kind IN ('ventas', 'comision', 'participacion', 'premios')
      GROUP BY 1, 2, 3
    ) counted FULL JOIN sales_days sales_day USING (office_id, day, currency)
    WHERE coalesce(counted.sold, 0) <> coalesce(sales_day.sold, 0) OR coalesce(counted.commission, 0) <> coalesce(sales_day.commission, 0)
      OR coalesce(counted.participation, 0) <> coalesce(sales_day.participation, 0)
      OR coalesce(counted.prizes, 0) <> coalesce(sales_day.prizes, 0)`,
  ],
  [
    'cada semana liquidada es la de sus jugadas y premios',
    sql`
    SELECT 1 FROM (SELECT * FROM (${unitsFromLines}) unit WHERE NOT ${waits}) counted
    FULL JOIN (SELECT * FROM settlement_weeks unit WHERE NOT ${waits}) kept USING (agency_id, currency, product_id, rate_id, week)
    WHERE coalesce(counted.sold, 0) <> coalesce(kept.sold, 0) OR coalesce(counted.prizes, 0) <> coalesce(kept.prizes, 0)
      OR coalesce(counted.commission, 0) <> coalesce(kept.commission, 0)
      OR coalesce(counted.participation, 0) <> coalesce(kept.participation, 0) OR counted.carried <> kept.carried`,
  ],
  [
    'lo liquidado por horas suma la semana, y por días lo que muestran las taquillas',
    sql`
    SELECT 1 FROM (
      SELECT office.father_id AS agency_id, settled.currency, settled.product_id, settled.rate_id, week_of(settled.day) AS week,
        sum(settled.commission) AS commission, sum(settled.participation) AS participation
      FROM settled_hours settled JOIN partners office ON office.id = settled.office_id GROUP BY 1, 2, 3, 4, 5
    ) counted FULL JOIN settlement_weeks week USING (agency_id, currency, product_id, rate_id, week)
    WHERE coalesce(counted.commission, 0) <> coalesce(week.commission, 0)
      OR coalesce(counted.participation, 0) <> coalesce(week.participation, 0)
    UNION ALL
    SELECT 1
    FROM (
      SELECT office_id, day, currency, sum(commission) AS commission, sum(participation) AS participation
      FROM settled_hours
      GROUP BY 1, 2, 3
    ) counted
    FULL JOIN sales_days sales_day USING (office_id, day, currency)
    WHERE coalesce(counted.commission, 0) <> coalesce(sales_day.commission, 0)
      OR coalesce(counted.participation, 0) <> coalesce(sales_day.participation, 0)`,
  ],
  [
    'lo vendido por día es la suma de sus jugadas',
    sql`
    SELECT 1 FROM (
      SELECT day, office_id, currency, sum(stake) FILTER (WHERE state NOT IN ('anulada', 'devuelta')) AS sold
      FROM ticket_lines
      GROUP BY 1, 2, 3
    ) counted FULL JOIN sales_days sales_day USING (day, office_id, currency)
    WHERE coalesce(counted.sold, 0) <> coalesce(sales_day.sold, 0)`,
  ],
  [
    'los totales de cada sorteo premiado son los de sus números y sus premios',
    sql`
    SELECT 1 FROM (
      SELECT draw_id, partner_id, currency, sum(sold) AS sold, sum(lines) AS lines, sum(prizes) AS prizes FROM (
        SELECT sale.draw_id, sale.partner_id, sale.currency, sale.sold, sale.lines, 0 AS prizes
        FROM draw_sales sale
        JOIN draws draw ON draw.id = sale.draw_id AND draw.state = 'premiado'
        UNION ALL
        SELECT prize.draw_id, above.ancestor_id, prize.currency, 0, 0, prize.amount
        FROM prizes prize
        JOIN partner_ancestors above ON above.partner_id = prize.office_id
        WHERE prize.withdrawn_at IS NULL
      ) counted GROUP BY 1, 2, 3
    ) counted FULL JOIN (
      SELECT draw_id, partner_id, currency, sum(sold) AS sold, sum(lines) AS lines, sum(prizes) AS prizes FROM draw_totals GROUP BY 1, 2, 3
    ) total USING (draw_id, partner_id, currency)
    WHERE coalesce(counted.sold, 0) <> coalesce(total.sold, 0) OR coalesce(counted.lines, 0) <> coalesce(total.lines, 0)
      OR coalesce(counted.prizes, 0) <> coalesce(total.prizes, 0)`,
  ],
  // A ceiling may be lowered below what was sold: it stops what follows, so the one that held at the last sale counts.
  [
    'ningún número pasa del cupo que regía en su última venta',
    sql`
    SELECT 1 FROM draw_sales sale JOIN draws draw ON draw.id = sale.draw_id WHERE draw.state = 'activo' AND sale.sold > sale.quota`,
  ],
  [
    'lo publicado de otros sistemas es lo del libro',
    sql`
    SELECT 1 FROM (
      SELECT day, agency_id, currency, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission
      FROM external_entries
      WHERE replaced_by IS NULL
      GROUP BY 1, 2, 3
    ) booked FULL JOIN (
      SELECT ledger_day.day, account.partner_id AS agency_id, account.currency,
        sum(ledger_day.credit - ledger_day.debit) FILTER (WHERE account.kind = 'ventas_externas') AS sold,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'premios_externos') AS prizes,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE account.kind = 'comision_externa') AS commission
      FROM ledger_days ledger_day
      JOIN ledger_accounts account ON account.id = ledger_day.account_id
      WHERE account.kind IN ('ventas_externas', 'premios_externos', 'comision_externa')
      GROUP BY 1, 2, 3
    ) posted USING (day, agency_id, currency)
    WHERE coalesce(booked.sold, 0) <> coalesce(posted.sold, 0) OR coalesce(booked.prizes, 0) <> coalesce(posted.prizes, 0)
      OR coalesce(booked.commission, 0) <> coalesce(posted.commission, 0)`,
  ],
  [
    'cada saldo cerrado es la suma de sus días',
    sql`
    SELECT 1 FROM (
      SELECT product_day.partner_id, product_day.currency,
        sum(product_day.sold) - sum(product_day.prizes) - sum(product_day.commission) - sum(product_day.participation) AS amount
      FROM product_days product_day JOIN balances_through through ON product_day.day <= through.day GROUP BY 1, 2
    ) counted FULL JOIN closed_balances closed USING (partner_id, currency)
    WHERE coalesce(counted.amount, 0) <> coalesce(closed.amount, 0)`,
  ],
  [
    'ningún ticket se pagó dos veces',
    sql`
    SELECT entry.ref_id
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'caja'
    WHERE entry.kind = 'pago_premio' GROUP BY entry.ref_id HAVING count(*) > 1`,
  ],
  [
    'un premio pagado en otra agencia está cruzado entre las dos, y ningún otro',
    sql`
    SELECT 1 FROM (
      SELECT ticket.id AS ref_id, ticket.currency, moved_week.agency_id, moved_week.amount
      FROM tickets ticket
      JOIN partners seller ON seller.id = ticket.office_id
      JOIN partners payer ON payer.id = ticket.paid_office_id,
      LATERAL (VALUES (payer.father_id, ticket.prize), (seller.father_id, -ticket.prize)) AS moved_week(agency_id, amount)
      WHERE ticket.state = 'pagado' AND seller.father_id <> payer.father_id
    ) due FULL JOIN (
      SELECT entry.ref_id, account.currency, account.partner_id AS agency_id, sum(posting.amount) AS amount
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'ajustes'
      WHERE entry.kind = 'pago_premio' GROUP BY 1, 2, 3
    ) crossed USING (ref_id, currency, agency_id) WHERE coalesce(due.amount, 0) <> coalesce(crossed.amount, 0)`,
  ],
  [
    'el premio de una tripleta está en el sorteo que la completó',
    sql`
    SELECT 1 FROM (
      SELECT DISTINCT ON (day, ticket_id, n) day, ticket_id, n, result_id, symbols,
        count(*) OVER (PARTITION BY day, ticket_id, n) AS found
      FROM (
        SELECT DISTINCT ON (line.day, line.ticket_id, line.n, number.number) line.day, line.ticket_id, line.n, draw.id AS draw_id,
          draw.scheduled_at,
          draw.result_id, cardinality(string_to_array(line.number, '-')) AS symbols
        FROM line_draws line_draw
        JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
          AND line.state NOT IN ('anulada', 'devuelta') AND prize_of(line.stake, line.multiplier, line.currency) > 0
        JOIN draws draw ON draw.id = line_draw.draw_id
        JOIN result_numbers number ON number.result_id = draw.result_id AND number.number = ANY (string_to_array(line.number, '-'))
        ORDER BY line.day, line.ticket_id, line.n, number.number, draw.scheduled_at, draw.id
      ) first
      ORDER BY day, ticket_id, n, scheduled_at DESC, draw_id DESC
    ) last FULL JOIN (
      SELECT prize.ticket_day AS day, prize.ticket_id, prize.line_n AS n, prize.result_id AS stands FROM prizes prize
      WHERE prize.withdrawn_at IS NULL
        AND EXISTS (
          SELECT 1 FROM line_draws line_draw
          WHERE line_draw.day = prize.ticket_day AND line_draw.ticket_id = prize.ticket_id AND line_draw.line_n = prize.line_n
        )
    ) possible USING (day, ticket_id, n) WHERE stands IS DISTINCT FROM CASE WHEN found = symbols THEN result_id END`,
  ],
  [
    'el premio de un ticket ganador es la suma de sus jugadas',
    sql`
    SELECT 1
    FROM tickets ticket
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(line.prize), 0) AS prize
      FROM ticket_lines line
      WHERE line.day = ticket.day AND line.ticket_id = ticket.id AND line.state IN ('ganadora', 'vencida')
    ) counted
    WHERE ticket.prize > 0 AND ticket.state IN ('ganador', 'vencido') AND ticket.prize <> counted.prize`,
  ],
  [
    'un pago por aprobar espera, y uno aprobado se pagó donde se aprobó',
    sql`
    SELECT 1 FROM pay_approvals approval JOIN tickets ticket ON ticket.day = approval.ticket_day AND ticket.id = approval.ticket_id
    WHERE (approval.state = 'pendiente' AND ticket.state IN ('pagado', 'vencido', 'anulado'))
      OR (approval.state = 'aprobado' AND ticket.state = 'pagado' AND ticket.paid_office_id <> approval.office_id
        AND approval.amount = ticket.prize)`,
  ],
  [
    'ningún pote queda por debajo de cero',
    sql`
    SELECT jackpot_id FROM jackpot_movements GROUP BY jackpot_id, pot HAVING sum(amount) < 0`,
  ],
  [
    'los potes suman lo que el libro tiene en ellos',
    sql`
    SELECT 1
    FROM (SELECT jackpot.currency, sum(movement.amount) AS amount FROM jackpot_movements movement
      JOIN jackpots jackpot ON jackpot.id = movement.jackpot_id GROUP BY 1) moved
    FULL JOIN (
      SELECT account.currency, sum(ledger_day.credit - ledger_day.debit) AS amount
      FROM ledger_days ledger_day
      JOIN ledger_accounts account ON account.id = ledger_day.account_id AND account.kind = 'potes'
      GROUP BY 1
    ) booked USING (currency) WHERE coalesce(moved.amount, 0) <> coalesce(booked.amount, 0)`,
  ],
  ...bookRules,
  ...marginRules,
  ...refundRules,
  ...movementRules,
  ...registerRules,
  ...prepaidRules,
  ...roundingRules,
]

/** How many rows break each rule: composed once, however often it is asked. */
const counted = rules.map(([rule, query]) => ({
  rule,
  query,
  count: sql`SELECT count(*) AS rows FROM (${query}) broken`,
}))

/** The rules that do not hold, with how many rows break each. Empty when all is well. */
export async function verifyBooks(db: Executor): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { rule, query, count } of counted) {
    const row = await db.one<{ rows: string }>(count)
    if (!row || row.rows === '0') continue
    const first = await firstOf(db, query)
    findings.push({ rule, rows: Number(row.rows), ...(first !== '' && { first }) })
  }
  return findings
}

async function firstOf(db: Executor, broken: SQL): Promise<string> {
  const first = await db.one<{ name: string | null; currency: string | null; day: string | null }>(sql`
    SELECT partner.name, broken.named->>'currency' AS currency, broken.named->>'day' AS day
    FROM (SELECT to_jsonb(broken) AS named FROM (${broken}) broken) broken
    LEFT JOIN partners partner ON partner.id = coalesce(broken.named->>'partner_id', broken.named->>'office_id')::int
    ORDER BY broken.named->>'day', partner.id, broken.named->>'currency' LIMIT 1`)
  return [first?.name, first?.currency, first?.day && formatDay(first.day)].filter(Boolean).join(', ')
}
