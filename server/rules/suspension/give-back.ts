/**
 * Gives the lines of a suspended draw back: out of the sales of the day they were sold on, at every level,
 * and out of the ledger, in the same order of tables and rows as a sale. A ticket without other lines is
 * returned whole; one with others goes on with them.
 */
import { sql } from 'drizzle-orm'
import { negate } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { post } from '../ledger/entries.ts'
import { takeBackShares } from '../polla/shares.ts'
import { shards } from '../rollups/count.ts'
import { noteCte } from '../settlement/note.ts'
import type { SuspendedDraw, Suspension } from './suspend.ts'

export async function giveBackLines(
  tx: Tx,
  draw: SuspendedDraw,
  by: Pick<Suspension, 'by' | 'at' | 'today'>,
): Promise<void> {
  await takeLines(tx, draw)
  await countSettlement(tx)
  await countTickets(tx)
  await postRefunds(tx, draw, by)
  await countNumbers(tx, draw)
  await countLevels(tx)
  if (!draw.polla) return
  const tickets = await tx.rows<{ day: string; id: string }>(
    sql`SELECT DISTINCT day, ticket_id AS id FROM returned_lines ORDER BY 1, 2`,
  )
  for (const ticket of tickets) await takeBackShares(tx, { ...ticket, ...by })
}

/** The lines given back now, and no line of an earlier suspension. */
async function takeLines(tx: Tx, { id }: SuspendedDraw): Promise<void> {
  await tx.run(sql`
    CREATE TEMP TABLE returned_lines (
      day date, ticket_id bigint, office_id int, currency currency, product_id int, bet_type_id int, rate_id int, number text,
      stake numeric, potential numeric
    ) ON COMMIT DROP`)
  await tx.run(sql`
    CREATE TEMP TABLE returned_changes (
      day date, office_id int, currency currency, product_id int, bet_type_id int, sold numeric, lines int
    ) ON COMMIT DROP`)
  await tx.run(sql`
    WITH gone AS (
      UPDATE ticket_lines SET state = 'devuelta' WHERE draw_id = ${id} AND state = 'pendiente'
      RETURNING day, ticket_id, office_id, currency, product_id, bet_type_id, rate_id, number, stake,
        line_potential(stake, multiplier, place_multipliers) AS potential
    ) INSERT INTO returned_lines SELECT * FROM gone`)
}

/** Settlement rows, then the offices' days. Sums are negative: what is given back. */
async function countSettlement(tx: Tx): Promise<void> {
  await tx.run(sql`
    WITH grp AS (
      SELECT returned.day, returned.office_id, returned.currency, returned.product_id, returned.bet_type_id, returned.rate_id,
        extract(hour FROM ticket.sold_at AT TIME ZONE banca.zone)::int AS hour, -sum(returned.stake) AS sold, -count(*)::int AS lines
      FROM returned_lines returned JOIN tickets ticket ON ticket.day = returned.day AND ticket.id = returned.ticket_id CROSS JOIN banca
      GROUP BY 1, 2, 3, 4, 5, 6, 7
    ), counted AS (
      INSERT INTO settlement_hours AS settlement_hour (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, lines)
      SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, lines FROM grp ORDER BY 2, 1, 3, 4, 5, 6, 7
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
        DO UPDATE SET sold = settlement_hour.sold + excluded.sold, lines = settlement_hour.lines + excluded.lines
    ), ${noteCte(sql`SELECT office_id, day, currency, product_id, rate_id FROM grp`)}
    INSERT INTO returned_changes
    SELECT day, office_id, currency, product_id, bet_type_id, sum(sold), sum(lines)
    FROM grp
    GROUP BY 1, 2, 3, 4, 5`)
  await tx.run(sql`
    INSERT INTO sales_days AS sales_day (day, office_id, currency, sold, returned)
    SELECT day, office_id, currency, sum(sold), -sum(sold) FROM returned_changes GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, office_id, currency)
      DO UPDATE SET sold = sales_day.sold + excluded.sold, returned = sales_day.returned + excluded.returned`)
}

/**
 * Each ticket waits for fewer lines; what it has left decides what it is, unless it was paid while a result that was
 * withdrawn since stood.
 */
async function countTickets(tx: Tx): Promise<void> {
  await tx.run(sql`
    WITH gone AS (SELECT day, ticket_id, count(*) AS lines FROM returned_lines GROUP BY 1, 2),
    changed AS (
      UPDATE tickets ticket SET pending_lines = ticket.pending_lines - gone.lines, state = CASE
        WHEN ticket.state = 'pagado' THEN 'pagado'
          WHEN NOT EXISTS (
            SELECT 1 FROM ticket_lines line WHERE line.day = ticket.day AND line.ticket_id = ticket.id AND line.state <> 'devuelta'
          ) THEN 'devuelto'
        WHEN ticket.prize > 0 THEN 'ganador' WHEN ticket.pending_lines - gone.lines = 0 THEN 'perdedor' ELSE 'vendido' END::ticket_state
      FROM gone WHERE ticket.day = gone.day AND ticket.id = gone.ticket_id
      RETURNING ticket.day, ticket.office_id, ticket.currency, ticket.state
    ), moved AS (
      SELECT day, office_id, currency, count(*) FILTER (WHERE state = 'devuelto') AS returned,
        count(*) FILTER (WHERE state = 'perdedor') AS lost
      FROM changed
      GROUP BY 1, 2, 3
    )
    INSERT INTO sales_days AS sales_day (day, office_id, currency, n_vendido, n_devuelto, n_perdedor)
    SELECT day, office_id, currency, -(returned + lost), returned, lost FROM moved ORDER BY 1, 2, 3
    ON CONFLICT (day, office_id, currency) DO UPDATE SET n_vendido = sales_day.n_vendido + excluded.n_vendido,
      n_devuelto = sales_day.n_devuelto + excluded.n_devuelto, n_perdedor = sales_day.n_perdedor + excluded.n_perdedor`)
}

/** One entry per office and day of sale, which speaks of the draw. */
async function postRefunds(tx: Tx, draw: SuspendedDraw, { by, at }: Pick<Suspension, 'by' | 'at'>): Promise<void> {
  const offices = await tx.rows<{
    day: string
    office_id: number
    currency: string
    sold: string
  }>(sql`
    SELECT day, office_id, currency::text AS currency, sum(sold) AS sold
    FROM returned_changes
    GROUP BY day, office_id, returned_changes.currency
    ORDER BY 1, 2, 3`)
  for (const { day, office_id, currency, sold } of offices) {
    await post(tx, {
      day,
      kind: 'devolucion',
      ref_kind: 'draw',
      ref_id: draw.id,
      office_id,
      currency,
      created_by: by,
      created_at: at,
      moves: [
        {
          debit: { partner_id: office_id, kind: 'ventas' },
          credit: { partner_id: office_id, kind: 'caja' },
          amount: negate(sold),
        },
      ],
    })
  }
}

/** The quota the lines had taken, at every level. */
async function countNumbers(tx: Tx, { id }: SuspendedDraw): Promise<void> {
  await tx.run(sql`
    INSERT INTO draw_sales AS sale (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines)
    SELECT ${id}::int, above.ancestor_id, returned.bet_type_id, returned.number, returned.currency, -sum(returned.stake),
      -sum(returned.potential), -count(*)::int
    FROM returned_lines returned JOIN partner_ancestors above ON above.partner_id = returned.office_id GROUP BY 2, 3, 4, 5
    ORDER BY 2, 3, 4, 5
    ON CONFLICT (draw_id, partner_id, bet_type_id, number, currency) DO UPDATE
      SET sold = sale.sold + excluded.sold, liability = sale.liability + excluded.liability, lines = sale.lines + excluded.lines`)
}

/** The rows that offices share, at the hour of the sale. */
async function countLevels(tx: Tx): Promise<void> {
  const shard = sql`change.office_id % ${sql.raw(String(shards))}`
  await tx.run(sql`
    WITH change AS (
      SELECT returned.day, returned.office_id, returned.currency, extract(hour FROM ticket.sold_at AT TIME ZONE banca.zone)::int AS hour,
        -sum(returned.stake) AS sold,
        -(count(DISTINCT ticket.id) FILTER (WHERE ticket.state = 'devuelto'))::int AS tickets
      FROM returned_lines returned JOIN tickets ticket ON ticket.day = returned.day AND ticket.id = returned.ticket_id CROSS JOIN banca
      GROUP BY 1, 2, 3, 4
    )
    INSERT INTO sales_hours AS sales_hour (day, partner_id, currency, hour, shard, sold, tickets)
    SELECT change.day, above.ancestor_id, change.currency, change.hour, ${shard}, sum(change.sold), sum(change.tickets)
    FROM change JOIN partner_ancestors above ON above.partner_id = change.office_id GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 1, 4, 5
    ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET sold = sales_hour.sold + excluded.sold,
      tickets = sales_hour.tickets + excluded.tickets`)
  await tx.run(sql`
    INSERT INTO product_days AS product_day (day, partner_id, currency, product_id, bet_type_id, shard, sold, lines)
    SELECT change.day, above.ancestor_id, change.currency, change.product_id, change.bet_type_id,
      ${shard}, sum(change.sold), sum(change.lines)
    FROM returned_changes change JOIN partner_ancestors above ON above.partner_id = change.office_id GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY 2, 3, 1, 4, 5, 6
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET sold = product_day.sold + excluded.sold,
      lines = product_day.lines + excluded.lines`)
}
