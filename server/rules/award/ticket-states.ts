/**
 * What a ticket is, from what its lines are: with a prize a winner at once, without hope a loser, and
 * sold while it still waits. Its office's day counts it by its state.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Tx } from '../../platform/db/connect.ts'

export interface TicketRef {
  day: string
  ticket_id: string
}

/** The keys as a table of `day` and `ticket_id`, each ticket once. */
export function ticketRows(keys: readonly TicketRef[]): SQL {
  return sql`(
    SELECT DISTINCT day, ticket_id
    FROM unnest(
      ${list(keys.map((key) => key.day))}::date[], ${list(keys.map((key) => key.ticket_id))}::bigint[]
    ) AS key(day, ticket_id)
  )`
}

const counted = ['vendido', 'ganador', 'pagado', 'perdedor', 'vencido'] as const
const columns = counted.map((state) => `n_${state}`)

/**
 * After the first award of a draw: each ticket has as many lines fewer to wait for as were settled now.
 * Lines over several draws (bet types `several`) are those that it made win (`won` prizes) or lose.
 * A paid ticket keeps its state and its sum.
 */
export async function settleTickets(
  tx: Tx,
  draw_id: number,
  several: readonly number[],
  won: readonly string[],
): Promise<void> {
  await tx.run(sql`
    WITH settled AS (
      SELECT day, ticket_id, count(*) AS lines, sum(prize) AS prize FROM (
        SELECT day, ticket_id, prize
        FROM ticket_lines
        WHERE draw_id = ${draw_id} AND state IN ('ganadora', 'perdedora') AND bet_type_id <> ALL (${list(several)}::int[])
        UNION ALL
        SELECT line.day, line.ticket_id, line.prize
        FROM line_draws line_draw
        JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
        WHERE line_draw.draw_id = ${draw_id}
          AND (
            line.state = 'perdedora'
            OR (
              line.state = 'ganadora'
              AND EXISTS (
                SELECT 1
                FROM prizes prize
                WHERE prize.ticket_day = line.day AND prize.ticket_id = line.ticket_id AND prize.line_n = line.n
                  AND prize.withdrawn_at IS NULL
                  AND prize.id = ANY (${list(won)}::bigint[])
              )
            )
          )
      ) line GROUP BY 1, 2
    ), changed AS (
      UPDATE tickets ticket
      SET pending_lines = ticket.pending_lines - settled.lines,
        prize = CASE WHEN ticket.state = 'pagado' THEN ticket.prize ELSE ticket.prize + settled.prize END, state = CASE
        WHEN ticket.state = 'pagado' THEN 'pagado' WHEN ticket.prize + settled.prize > 0 THEN 'ganador'
          WHEN ticket.pending_lines - settled.lines = 0 THEN 'perdedor' ELSE 'vendido' END::ticket_state
      FROM settled WHERE ticket.day = settled.day AND ticket.id = settled.ticket_id AND ticket.state IN ('vendido', 'ganador', 'pagado')
      RETURNING ticket.day, ticket.office_id, ticket.currency, ticket.state, ticket.prize - settled.prize > 0 AS won_before
    ), moved AS (
      SELECT day, office_id, currency, count(*) FILTER (WHERE state = 'ganador' AND NOT won_before) AS won,
        count(*) FILTER (WHERE state = 'perdedor') AS lost
      FROM changed GROUP BY 1, 2, 3
    )
    INSERT INTO sales_days AS sales_day (day, office_id, currency, n_vendido, n_ganador, n_perdedor)
    SELECT day, office_id, currency, -(won + lost), won, lost FROM moved WHERE won + lost > 0 ORDER BY day, office_id, currency
    ON CONFLICT (day, office_id, currency) DO UPDATE SET n_vendido = sales_day.n_vendido + excluded.n_vendido,
      n_ganador = sales_day.n_ganador + excluded.n_ganador, n_perdedor = sales_day.n_perdedor + excluded.n_perdedor`)
}

/**
 * Holds the offices' days of the tickets and of what is counted, in one order, until the transaction ends:
 * whoever pays or expires a ticket takes its office's day first too.
 */
export async function holdDays(
  tx: Tx,
  changes: readonly { day: string; office_id: number; currency: string }[],
  keys: readonly TicketRef[],
): Promise<void> {
  await tx.run(sql`
    SELECT 1 FROM sales_days sales_day WHERE (sales_day.day, sales_day.office_id, sales_day.currency) IN (
      SELECT ticket.day, ticket.office_id, ticket.currency FROM tickets ticket
      JOIN ${ticketRows(keys)} key ON ticket.day = key.day AND ticket.id = key.ticket_id
      UNION
      SELECT *
      FROM unnest(
        ${list(changes.map((one) => one.day))}::date[], ${list(changes.map((one) => one.office_id))}::int[],
        ${list(changes.map((one) => one.currency))}::currency[]
      )
    ) ORDER BY sales_day.day, sales_day.office_id, sales_day.currency FOR NO KEY UPDATE`)
}

/** Holds the tickets: a result that is taken back and a payment meet here, and the one that comes second sees what the first did. */
export async function holdTickets(tx: Tx, keys: readonly TicketRef[]): Promise<void> {
  await tx.run(
    sql`
      SELECT 1
      FROM tickets ticket
      JOIN ${ticketRows(keys)} key ON ticket.day = key.day AND ticket.id = key.ticket_id
      ORDER BY ticket.day, ticket.id
      FOR NO KEY UPDATE OF ticket`,
  )
}

/** Makes the tickets what their lines say, whatever they were. Annulled and returned ones stay so, paid ones keep state and sum. */
export async function recomputeTickets(tx: Tx, keys: readonly TicketRef[]): Promise<void> {
  const moved = (state: string) =>
    sql.raw(`count(*) FILTER (WHERE state = '${state}') - count(*) FILTER (WHERE old_state = '${state}') AS n_${state}`)
  await tx.run(sql`
    WITH before AS (
      SELECT ticket.day, ticket.id, ticket.state AS old_state
      FROM tickets ticket
      JOIN ${ticketRows(keys)} key ON ticket.day = key.day AND ticket.id = key.ticket_id
      WHERE ticket.state NOT IN ('anulado', 'devuelto')
    ), line AS (
      SELECT line.day, line.ticket_id, count(*) FILTER (WHERE line.state = 'pendiente') AS pending, sum(line.prize) AS prize
      FROM before JOIN ticket_lines line ON line.day = before.day AND line.ticket_id = before.id GROUP BY 1, 2
    ), changed AS (
      UPDATE tickets ticket
      SET pending_lines = counted.pending, prize = CASE WHEN before.old_state = 'pagado' THEN ticket.prize ELSE counted.prize END,
        state = CASE
        WHEN before.old_state = 'pagado' THEN 'pagado' WHEN counted.prize > 0 THEN 'ganador' WHEN counted.pending = 0 THEN 'perdedor'
          ELSE 'vendido' END::ticket_state
      FROM before JOIN line counted ON counted.day = before.day AND counted.ticket_id = before.id
      WHERE ticket.day = before.day AND ticket.id = before.id
      RETURNING ticket.day, ticket.office_id, ticket.currency, ticket.state, before.old_state
    ), moved AS (
      SELECT day, office_id, currency, ${sql.join(counted.map(moved), sql`, `)} FROM changed WHERE state <> old_state GROUP BY 1, 2, 3
    )
    INSERT INTO sales_days AS sales_day (day, office_id, currency, ${sql.raw(columns.join(', '))})
    SELECT day, office_id, currency, ${sql.raw(columns.join(', '))} FROM moved ORDER BY day, office_id, currency
    ON CONFLICT (day, office_id, currency)
      DO UPDATE SET ${sql.raw(columns.map((name) => `${name} = sales_day.${name} + excluded.${name}`).join(', '))}`)
}
