/**
 * Gives the lines of a suspended draw back: out of the sales of the day they were sold on, at every level,
 * and out of the ledger, in the same order of tables and rows as a sale. A ticket without other lines is
 * returned whole; one with others goes on with them. The money is due at a counter (`refund.ts`): nobody who holds a
 * ticket is there yet.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import type { LedgerEntry } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { refundUntil } from '../pay/refund.ts'
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
  const returned = await countTickets(tx, by)
  // One statement for all: whoever writes in several accounts takes their days in one order.
  await postAll(
    tx,
    returned.map((one) => entryOf(one, draw, by)),
  )
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
        line_potential(stake, multiplier, place_multipliers, currency) AS potential
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

/** What was given back of an office's tickets of a day of sale, or of one ticket that was paid already. */
interface Returned {
  day: string
  office_id: number
  currency: string
  amount: string
  paid: { id: string; serial: string } | null
}

/**
 * Each ticket waits for fewer lines; what it has left decides what it is, unless it was paid while a result that was
 * withdrawn since stood: whoever held that one has handed it in, and nothing of it is due.
 */
function countTickets(tx: Tx, { today }: Pick<Suspension, 'today'>): Promise<Returned[]> {
  return tx.rows<Returned>(sql`
    WITH gone AS (SELECT day, ticket_id, count(*) AS lines, sum(stake) AS amount FROM returned_lines GROUP BY 1, 2),
    changed AS (
      UPDATE tickets ticket SET pending_lines = ticket.pending_lines - gone.lines, state = CASE
        WHEN ticket.state = 'pagado' THEN 'pagado'
          WHEN NOT EXISTS (
            SELECT 1 FROM ticket_lines line WHERE line.day = ticket.day AND line.ticket_id = ticket.id AND line.state <> 'devuelta'
          ) THEN 'devuelto'
        WHEN ticket.prize > 0 THEN 'ganador' WHEN ticket.pending_lines - gone.lines = 0 THEN 'perdedor' ELSE 'vendido' END::ticket_state,
        returned = ticket.returned + CASE WHEN ticket.state = 'pagado' THEN 0 ELSE gone.amount END,
        refund_until = ${refundUntil(sql`${today}`)}
      FROM gone WHERE ticket.day = gone.day AND ticket.id = gone.ticket_id
      RETURNING ticket.day, ticket.office_id, ticket.currency, ticket.state, ticket.id, ticket.serial, gone.amount
    ), moved AS (
      SELECT day, office_id, currency, count(*) FILTER (WHERE state = 'devuelto') AS returned,
        count(*) FILTER (WHERE state = 'perdedor') AS lost
      FROM changed
      GROUP BY 1, 2, 3
    ), counted AS (
      INSERT INTO sales_days AS sales_day (day, office_id, currency, n_vendido, n_devuelto, n_perdedor)
      SELECT day, office_id, currency, -(returned + lost), returned, lost FROM moved ORDER BY 1, 2, 3
      ON CONFLICT (day, office_id, currency) DO UPDATE SET n_vendido = sales_day.n_vendido + excluded.n_vendido,
        n_devuelto = sales_day.n_devuelto + excluded.n_devuelto, n_perdedor = sales_day.n_perdedor + excluded.n_perdedor
    )
    SELECT day, office_id, currency::text AS currency, sum(amount) AS amount, NULL::json AS paid
    FROM changed WHERE state <> 'pagado' GROUP BY day, office_id, changed.currency
    UNION ALL
    SELECT day, office_id, currency::text, amount, json_build_object('id', id::text, 'serial', serial)
    FROM changed WHERE state = 'pagado'`)
}

/** An entry for each office and day of sale, which speaks of the draw, and one for each ticket of which nothing is due. */
function entryOf(
  { day, office_id, currency, amount, paid }: Returned,
  draw: SuspendedDraw,
  { by, at }: Pick<Suspension, 'by' | 'at'>,
): LedgerEntry {
  return {
    day,
    kind: 'devolucion',
    ...(paid
      ? {
          ref_kind: 'ticket',
          ref_id: paid.id,
          memo: `Jugadas devueltas del ticket ${paid.serial}, ya pagado: no se entregan`,
        }
      : { ref_kind: 'draw', ref_id: draw.id }),
    office_id,
    currency,
    created_by: by,
    created_at: at,
    moves: [
      {
        debit: { partner_id: office_id, kind: 'ventas' },
        credit: { partner_id: office_id, kind: paid ? 'ajustes' : 'devoluciones_por_pagar' },
        amount,
      },
    ],
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
