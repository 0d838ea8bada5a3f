/**
 * Moves the lines of a suspended draw to another open draw of the same product. No money moves: they stay
 * sold where and when they were. The target's quotas hold at every level, or nothing is moved.
 */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { defaultTerms } from '../sale/facts.ts'
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
      RETURNING day, ticket_id, n, office_id, currency, bet_type_id, number, stake,
        line_potential(stake, multiplier, place_multipliers, currency)
    ) INSERT INTO moved_lines SELECT * FROM gone`)
  await moveRanges(tx, draw, target)
  await moveTickets(tx)
  await moveNumbers(tx, draw, target)
}

/** A range that began with the suspended draw begins with the target, and is as long as it was. */
async function moveRanges(tx: Tx, draw: SuspendedDraw, target: number): Promise<void> {
  const short = await tx.one<{ lines: number }>(sql`
    WITH several AS (
      SELECT moved.day, moved.ticket_id, moved.n, count(*)::int AS count
      FROM moved_lines moved
      JOIN line_draws line_draw ON line_draw.day = moved.day AND line_draw.ticket_id = moved.ticket_id AND line_draw.line_n = moved.n
      GROUP BY 1, 2, 3
    ), next AS (
      SELECT draw.id, row_number() OVER (ORDER BY draw.scheduled_at) AS place FROM draws draw
      WHERE draw.product_id = ${draw.product_id} AND draw.state = 'activo'
        AND draw.scheduled_at >= (SELECT scheduled_at FROM draws WHERE id = ${target})
    ), gone AS (
      DELETE FROM line_draws line_draw USING several
      WHERE line_draw.day = several.day AND line_draw.ticket_id = several.ticket_id AND line_draw.line_n = several.n
        AND NOT EXISTS (SELECT 1 FROM next WHERE next.id = line_draw.draw_id AND next.place <= several.count)
    ), added AS (
      INSERT INTO line_draws (draw_id, day, ticket_id, line_n)
      SELECT next.id, several.day, several.ticket_id, several.n
      FROM several
      JOIN next ON next.place <= several.count
      ON CONFLICT DO NOTHING
    )
    SELECT count(*)::int AS lines FROM several WHERE several.count > (SELECT count(*) FROM next)`)
  if (short && short.lines > 0) throw new Problem('tripleta_draws_missing', { extra: { lines: short.lines } })
}

/** A moved ticket closes with the first of the draws it has now, and may be annulled within its office's minutes until then. */
async function moveTickets(tx: Tx): Promise<void> {
  await tx.run(sql`
    WITH own AS (
      SELECT ticket_key.day, ticket_key.ticket_id, ticket_key.office_id, min(draw.closes_at) AS closes_at
      FROM (SELECT DISTINCT day, ticket_id, office_id FROM moved_lines) ticket_key
      JOIN ticket_lines line ON line.day = ticket_key.day AND line.ticket_id = ticket_key.ticket_id
      JOIN draws draw ON draw.id = line.draw_id GROUP BY 1, 2, 3
    ), minutes AS (
      SELECT office_id,
        coalesce((SELECT setting.annul_minutes FROM partner_ancestors above
          JOIN partner_settings setting ON setting.partner_id = above.ancestor_id
        WHERE above.partner_id = office_id AND setting.annul_minutes IS NOT NULL ORDER BY above.depth LIMIT 1),
        ${defaultTerms.annul_minutes}) AS minutes
      FROM (SELECT DISTINCT office_id FROM own) office
    )
    UPDATE tickets ticket
    SET first_close_at = own.closes_at,
      annul_before = least(own.closes_at, ticket.sold_at + make_interval(mins => minutes.minutes))
    FROM own JOIN minutes USING (office_id) WHERE ticket.day = own.day AND ticket.id = own.ticket_id`)
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
      SELECT above.ancestor_id AS partner_id, moved.bet_type_id, moved.number, moved.currency, sum(moved.stake) AS sold,
        sum(moved.potential) AS liability, count(*)::int AS lines
      FROM moved_lines moved JOIN partner_ancestors above ON above.partner_id = moved.office_id GROUP BY 1, 2, 3, 4
    ), limited AS (
      SELECT sums.*, coalesce(least(quota.amount, top.amount), 'infinity') AS quota FROM sums
      JOIN partners partner ON partner.id = sums.partner_id
      LEFT JOIN regular_quotas quota ON quota.partner_id = sums.partner_id AND quota.product_id = ${draw.product_id}
        AND quota.bet_type_id = sums.bet_type_id AND quota.currency = sums.currency
      LEFT JOIN top_quotas top ON partner.type = 'banca' AND top.product_id = ${draw.product_id} AND top.bet_type_id = sums.bet_type_id
        AND top.currency = sums.currency
    ), change AS (
      SELECT ${draw.id}::int AS draw_id, partner_id, bet_type_id, number, currency, -sold AS sold, -liability AS liability,
        -lines AS lines, quota
      FROM limited
      UNION ALL SELECT ${target}::int, partner_id, bet_type_id, number, currency, sold, liability, lines, quota FROM limited
    ), written AS (
      INSERT INTO draw_sales AS sale (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines, quota)
      SELECT draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines, quota
      FROM change
      WHERE sold <= quota
      ORDER BY draw_id, partner_id, bet_type_id, number, currency
      ON CONFLICT (draw_id, partner_id, bet_type_id, number, currency) DO UPDATE
        SET sold = sale.sold + excluded.sold, liability = sale.liability + excluded.liability, lines = sale.lines + excluded.lines,
          quota = excluded.quota
        WHERE excluded.sold <= 0 OR sale.sold + excluded.sold <= excluded.quota
      RETURNING sale.draw_id, sale.partner_id, sale.bet_type_id, sale.number, sale.currency
    )
    -- Of those whose quota it passes, the one that lacks most: what it has left and what it would take belong together.
    SELECT DISTINCT ON (change.bet_type_id, change.number, change.currency) bet.name AS bet_type_name, change.number,
      change.currency::text AS currency,
      change.sold AS asked, room.available, partner.id AS partner_id, partner.name AS partner_name
    FROM change
    LEFT JOIN written USING (draw_id, partner_id, bet_type_id, number, currency)
    LEFT JOIN draw_sales sale USING (draw_id, partner_id, bet_type_id, number, currency)
    CROSS JOIN LATERAL (SELECT greatest(change.quota - coalesce(sale.sold, 0), 0) AS available) room
    JOIN bet_types bet ON bet.id = change.bet_type_id JOIN partners partner ON partner.id = change.partner_id
    WHERE written.draw_id IS NULL
    ORDER BY change.bet_type_id, change.number, change.currency, change.sold - room.available DESC, partner.id`)
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
