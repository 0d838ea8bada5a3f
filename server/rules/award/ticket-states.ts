/**
 * What a ticket is, from what its lines are: with a prize a winner at once, without hope a loser, and
 * sold while it still waits. Its office's day counts it by its state.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Tx } from '../../platform/db/connect.ts'

export interface TicketKey {
  day: string
  ticket_id: string
}

/** The keys as a table of `day` and `ticket_id`, each ticket once. */
export function ticketRows(keys: readonly TicketKey[]): SQL {
  return sql`(
    SELECT DISTINCT day, ticket_id
    FROM unnest(
      ${list(keys.map((key) => key.day))}::date[], ${list(keys.map((key) => key.ticket_id))}::bigint[]
    ) AS k(day, ticket_id)
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
        SELECT l.day, l.ticket_id, l.prize
        FROM line_draws o
        JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
        WHERE o.draw_id = ${draw_id}
          AND (
            l.state = 'perdedora'
            OR (
              l.state = 'ganadora'
              AND EXISTS (
                SELECT 1
                FROM prizes p
                WHERE p.ticket_day = l.day AND p.ticket_id = l.ticket_id AND p.line_n = l.n AND p.withdrawn_at IS NULL
                  AND p.id = ANY (${list(won)}::bigint[])
              )
            )
          )
      ) line GROUP BY 1, 2
    ), changed AS (
      UPDATE tickets t
      SET pending_lines = t.pending_lines - s.lines,
        prize = CASE WHEN t.state = 'pagado' THEN t.prize ELSE t.prize + s.prize END, state = CASE
        WHEN t.state = 'pagado' THEN 'pagado' WHEN t.prize + s.prize > 0 THEN 'ganador'
          WHEN t.pending_lines - s.lines = 0 THEN 'perdedor' ELSE 'vendido' END::ticket_state
      FROM settled s WHERE t.day = s.day AND t.id = s.ticket_id AND t.state IN ('vendido', 'ganador', 'pagado')
      RETURNING t.day, t.office_id, t.currency, t.state, t.prize - s.prize > 0 AS won_before
    ), moved AS (
      SELECT day, office_id, currency, count(*) FILTER (WHERE state = 'ganador' AND NOT won_before) AS won,
        count(*) FILTER (WHERE state = 'perdedor') AS lost
      FROM changed GROUP BY 1, 2, 3
    )
    INSERT INTO sales_days AS d (day, office_id, currency, n_vendido, n_ganador, n_perdedor)
    SELECT day, office_id, currency, -(won + lost), won, lost FROM moved WHERE won + lost > 0 ORDER BY day, office_id, currency
    ON CONFLICT (day, office_id, currency) DO UPDATE SET n_vendido = d.n_vendido + excluded.n_vendido,
      n_ganador = d.n_ganador + excluded.n_ganador, n_perdedor = d.n_perdedor + excluded.n_perdedor`)
}

/**
 * Holds the offices' days of the tickets and of what is counted, in one order, until the transaction ends:
 * whoever pays or expires a ticket takes its office's day first too.
 */
export async function holdDays(
  tx: Tx,
  changes: readonly { day: string; office_id: number; currency: string }[],
  keys: readonly TicketKey[],
): Promise<void> {
  await tx.run(sql`
    SELECT 1 FROM sales_days s WHERE (s.day, s.office_id, s.currency) IN (
      SELECT t.day, t.office_id, t.currency FROM tickets t JOIN ${ticketRows(keys)} k ON t.day = k.day AND t.id = k.ticket_id
      UNION
      SELECT *
      FROM unnest(
        ${list(changes.map((one) => one.day))}::date[], ${list(changes.map((one) => one.office_id))}::int[],
        ${list(changes.map((one) => one.currency))}::currency[]
      )
    ) ORDER BY s.day, s.office_id, s.currency FOR NO KEY UPDATE`)
}

/** Holds the tickets: a result that is taken back and a payment meet here, and the one that comes second sees what the first did. */
export async function holdTickets(tx: Tx, keys: readonly TicketKey[]): Promise<void> {
  await tx.run(
    sql`
      SELECT 1
      FROM tickets t
      JOIN ${ticketRows(keys)} k ON t.day = k.day AND t.id = k.ticket_id
      ORDER BY t.day, t.id
      FOR NO KEY UPDATE OF t`,
  )
}

/** Makes the tickets what their lines say, whatever they were. Annulled and returned ones stay so, paid ones keep state and sum. */
export async function recomputeTickets(tx: Tx, keys: readonly TicketKey[]): Promise<void> {
  const moved = (state: string) =>
    sql.raw(`count(*) FILTER (WHERE state = '${state}') - count(*) FILTER (WHERE old_state = '${state}') AS n_${state}`)
  await tx.run(sql`
    WITH before AS (
      SELECT t.day, t.id, t.state AS old_state
      FROM tickets t
      JOIN ${ticketRows(keys)} k ON t.day = k.day AND t.id = k.ticket_id
      WHERE t.state NOT IN ('anulado', 'devuelto')
    ), line AS (
      SELECT l.day, l.ticket_id, count(*) FILTER (WHERE l.state = 'pendiente') AS pending, sum(l.prize) AS prize
      FROM before b JOIN ticket_lines l ON l.day = b.day AND l.ticket_id = b.id GROUP BY 1, 2
    ), changed AS (
      UPDATE tickets t SET pending_lines = s.pending, prize = CASE WHEN b.old_state = 'pagado' THEN t.prize ELSE s.prize END, state = CASE
        WHEN b.old_state = 'pagado' THEN 'pagado' WHEN s.prize > 0 THEN 'ganador' WHEN s.pending = 0 THEN 'perdedor'
          ELSE 'vendido' END::ticket_state
      FROM before b JOIN line s ON s.day = b.day AND s.ticket_id = b.id WHERE t.day = b.day AND t.id = b.id
      RETURNING t.day, t.office_id, t.currency, t.state, b.old_state
    ), moved AS (
      SELECT day, office_id, currency, ${sql.join(counted.map(moved), sql`, `)} FROM changed WHERE state <> old_state GROUP BY 1, 2, 3
    )
    INSERT INTO sales_days AS d (day, office_id, currency, ${sql.raw(columns.join(', '))})
    SELECT day, office_id, currency, ${sql.raw(columns.join(', '))} FROM moved ORDER BY day, office_id, currency
    ON CONFLICT (day, office_id, currency)
      DO UPDATE SET ${sql.raw(columns.map((name) => `${name} = d.${name} + excluded.${name}`).join(', '))}`)
}
