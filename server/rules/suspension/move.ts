/**
 * Moves the lines of a suspended draw to another open draw of the same product. No money moves: they stay
 * sold where and when they were. The target's quotas hold at every level, or nothing is moved.
 */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { fallback } from '../sale/facts.ts'
import type { SuspendedDraw } from './suspend.ts'

/** Throws `suspension_quota` with what each number has left, `tripleta_draws_missing`. */
export async function moveLines(tx: Tx, draw: SuspendedDraw, target: number): Promise<void> {
  await tx.run(sql`
    CREATE TEMP TABLE moved_lines (
      day date, ticket_id bigint, n int, office_id int, currency currency, bet_type_id int, number text, stake numeric,
      potential numeric
    ) ON COMMIT DROP`)
  await tx.run(sql`
    WITH gone AS (
      UPDATE ticket_lines SET draw_id = ${target} WHERE draw_id = ${draw.id} AND state = 'pendiente'
      RETURNING day, ticket_id, n, office_id, currency, bet_type_id, number, stake, line_potential(stake, multiplier, place_multipliers)
    ) INSERT INTO moved_lines SELECT * FROM gone`)
  await moveRanges(tx, draw, target)
  await moveTickets(tx)
  await moveNumbers(tx, draw, target)
}

/** A range that began with the suspended draw begins with the target, and is as long as it was. */
async function moveRanges(tx: Tx, draw: SuspendedDraw, target: number): Promise<void> {
  const short = await tx.one<{ lines: number }>(sql`
    WITH several AS (
      SELECT m.day, m.ticket_id, m.n, count(*)::int AS count
      FROM moved_lines m
      JOIN line_draws r ON r.day = m.day AND r.ticket_id = m.ticket_id AND r.line_n = m.n
      GROUP BY 1, 2, 3
    ), next AS (
      SELECT d.id, row_number() OVER (ORDER BY d.scheduled_at) AS place FROM draws d
      WHERE d.product_id = ${draw.product_id} AND d.state = 'activo'
        AND d.scheduled_at >= (SELECT scheduled_at FROM draws WHERE id = ${target})
    ), gone AS (
      DELETE FROM line_draws r USING several s
      WHERE r.day = s.day AND r.ticket_id = s.ticket_id AND r.line_n = s.n
        AND NOT EXISTS (SELECT 1 FROM next WHERE next.id = r.draw_id AND next.place <= s.count)
    ), added AS (
      INSERT INTO line_draws (draw_id, day, ticket_id, line_n)
      SELECT next.id, s.day, s.ticket_id, s.n
      FROM several s
      JOIN next ON next.place <= s.count
      ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS lines FROM several s WHERE s.count > (SELECT count(*) FROM next)`)
  if (short && short.lines > 0) throw new Problem('tripleta_draws_missing', { extra: { lines: short.lines } })
}

/** A moved ticket closes with the first of the draws it has now, and may be annulled within its office's minutes until then. */
async function moveTickets(tx: Tx): Promise<void> {
  await tx.run(sql`
    WITH own AS (
      SELECT k.day, k.ticket_id, k.office_id, min(d.closes_at) AS closes_at
      FROM (SELECT DISTINCT day, ticket_id, office_id FROM moved_lines) k
      JOIN ticket_lines l ON l.day = k.day AND l.ticket_id = k.ticket_id JOIN draws d ON d.id = l.draw_id GROUP BY 1, 2, 3
    ), minutes AS (
      SELECT office_id, coalesce((SELECT s.annul_minutes FROM partner_ancestors a JOIN partner_settings s ON s.partner_id = a.ancestor_id
        WHERE a.partner_id = office_id AND s.annul_minutes IS NOT NULL ORDER BY a.depth LIMIT 1), ${fallback.annul_minutes}) AS minutes
      FROM (SELECT DISTINCT office_id FROM own) o
    )
    UPDATE tickets t
    SET first_close_at = own.closes_at,
      annul_before = least(own.closes_at, t.sold_at + make_interval(mins => minutes.minutes))
    FROM own JOIN minutes USING (office_id) WHERE t.day = own.day AND t.id = own.ticket_id`)
}

interface Short {
  bet_type_name: string
  number: string
  currency: Currency
  asked: string
  available: string
  partner_id: number
  partner_name: string
}

/** Out of one draw's counters into the other's, by the very rule of a sale: a counter without room takes nothing. */
async function moveNumbers(tx: Tx, draw: SuspendedDraw, target: number): Promise<void> {
  const short = await tx.rows<Short>(sql`
    WITH sums AS (
      SELECT a.ancestor_id AS partner_id, m.bet_type_id, m.number, m.currency, sum(m.stake) AS sold,
        sum(m.potential) AS liability, count(*)::int AS lines
      FROM moved_lines m JOIN partner_ancestors a ON a.partner_id = m.office_id GROUP BY 1, 2, 3, 4
    ), limited AS (
      SELECT s.*, coalesce(least(q.amount, t.amount), 'infinity') AS quota FROM sums s JOIN partners p ON p.id = s.partner_id
      LEFT JOIN regular_quotas q ON q.partner_id = s.partner_id AND q.product_id = ${draw.product_id}
        AND q.bet_type_id = s.bet_type_id AND q.currency = s.currency
      LEFT JOIN top_quotas t ON p.type = 'banca' AND t.product_id = ${draw.product_id} AND t.bet_type_id = s.bet_type_id
        AND t.currency = s.currency
    ), change AS (
      SELECT ${draw.id}::int AS draw_id, partner_id, bet_type_id, number, currency, -sold AS sold, -liability AS liability,
        -lines AS lines, quota
      FROM limited
      UNION ALL SELECT ${target}::int, partner_id, bet_type_id, number, currency, sold, liability, lines, quota FROM limited
    ), written AS (
      INSERT INTO draw_sales AS s (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines, quota)
      SELECT draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines, quota
      FROM change
      WHERE sold <= quota
      ORDER BY draw_id, partner_id, bet_type_id, number, currency
      ON CONFLICT (draw_id, partner_id, bet_type_id, number, currency) DO UPDATE
        SET sold = s.sold + excluded.sold, liability = s.liability + excluded.liability, lines = s.lines + excluded.lines,
          quota = excluded.quota
        WHERE excluded.sold <= 0 OR s.sold + excluded.sold <= excluded.quota
      RETURNING s.draw_id, s.partner_id, s.bet_type_id, s.number, s.currency
    )
    -- Of those whose quota it passes, the one that lacks most: what it has left and what it would take belong together.
    SELECT DISTINCT ON (c.bet_type_id, c.number, c.currency) b.name AS bet_type_name, c.number, c.currency::text AS currency,
      c.sold AS asked, r.available, p.id AS partner_id, p.name AS partner_name
    FROM change c
    LEFT JOIN written w USING (draw_id, partner_id, bet_type_id, number, currency)
    LEFT JOIN draw_sales s USING (draw_id, partner_id, bet_type_id, number, currency)
    CROSS JOIN LATERAL (SELECT greatest(c.quota - coalesce(s.sold, 0), 0) AS available) r
    JOIN bet_types b ON b.id = c.bet_type_id JOIN partners p ON p.id = c.partner_id
    WHERE w.draw_id IS NULL ORDER BY c.bet_type_id, c.number, c.currency, c.sold - r.available DESC, p.id`)
  if (short.length === 0) return
  const errors = short.map(({ bet_type_name, number, currency, asked, available, partner_id, partner_name }) => ({
    path: 'moved_to_draw_id',
    code: 'quota_exceeded' as const,
    extra: { number, asked, available, partner_id },
    message:
      `${bet_type_name} ${number}: a ${partner_name} le quedan ` +
      `${formatMoney(available, currency)} de cupo y se le pasarían ` +
      `${formatMoney(asked, currency)}.`,
  }))
  throw new Problem('suspension_quota', { errors, ...(errors.length === 1 && { detail: errors[0]!.message }) })
}
