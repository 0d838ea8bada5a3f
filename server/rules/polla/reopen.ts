/**
 * Undoes the settlement of the pollas that count a draw whose result is withdrawn or corrected: prizes and
 * movements go back to the cent, and the round waits for its results again. Refused once somebody was
 * paid, or once the next round was shared out, which had part of the money in its pots.
 */
import { sql } from 'drizzle-orm'
import { formatDay } from '@contract/values/dates.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { unfoldNumbers } from '../award/count-prizes.ts'
import { holdDraws } from '../award/hold.ts'
import { settlePrizes } from '../award/settle-prizes.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { holdPotsLast, potEntryCtes } from './pots.ts'

interface Settled {
  id: number
  product_id: number
  product_name: string
  day: string
  result_id: number
}

/** Call it before a draw's result is touched. Throws `polla_settled`; `jackpot_too_small` where what passed on was taken out since. */
export async function reopenPollas(tx: Tx, draw_id: number, by: number | null, at: Date): Promise<void> {
  const settled = sql`
    SELECT draw.id, draw.product_id, product.name AS product_name, draw.day, draw.result_id
    FROM polla_draws polla_draw
    JOIN draws draw ON draw.id = polla_draw.polla_draw_id AND draw.state = 'premiado'
    JOIN products product ON product.id = draw.product_id
    WHERE polla_draw.draw_id = ${draw_id} ORDER BY draw.id`
  const found = await tx.rows<Settled>(settled)
  if (found.length === 0) return
  await holdDraws(
    tx,
    found.map((round) => round.id),
  )
  for (const round of await tx.rows<Settled>(settled)) await reopen(tx, round, draw_id, by, at)
}

async function reopen(tx: Tx, round: Settled, draw_id: number, by: number | null, at: Date): Promise<void> {
  const { id, day, result_id } = round
  const against = await tx.one<{ paid: boolean; later: boolean }>(sql`
    SELECT EXISTS (
      SELECT 1
      FROM prizes prize
      JOIN tickets ticket ON ticket.day = prize.ticket_day AND ticket.id = prize.ticket_id AND ticket.state IN ('pagado', 'vencido')
      WHERE prize.result_id = ${result_id} AND prize.withdrawn_at IS NULL
    ) AS paid,
      EXISTS (SELECT 1 FROM draws draw
        WHERE draw.product_id = ${round.product_id} AND draw.day > ${day}::date AND draw.state = 'premiado') AS later`)
  if (against?.paid) throw new Problem('polla_settled')
  if (against?.later)
    throw new Problem('polla_settled', {
      detail: `${round.product_name} del ${formatDay(day)} ya se liquidó, y también una ronda posterior que recibió su acumulado.`,
    })
  await tx.run(
    sql`
      UPDATE results
      SET withdrawn_at = ${at.toISOString()}, withdrawn_by = ${by},
        withdrawn_reason = 'Cambió el resultado de un sorteo que cuenta'
      WHERE id = ${result_id}`,
  )
  await tx.run(sql`UPDATE draws SET state = 'activo', result_id = NULL WHERE id = ${id}`)
  await tx.run(
    sql`UPDATE prizes SET withdrawn_at = ${at.toISOString()} WHERE result_id = ${result_id} AND withdrawn_at IS NULL`,
  )
  await tx.run(
    sql`UPDATE ticket_lines SET state = 'pendiente', prize = 0 WHERE draw_id = ${id} AND state IN ('ganadora', 'perdedora')`,
  )
  await settlePrizes(tx, round, { given: null, taken: result_id }, at)
  await unfoldNumbers(tx, id)
  await reverseMovements(tx, round, by, at)
  await writeAudit(tx, {
    session: null,
    ip: '',
    request_id: '',
    action: 'polla.reopen',
    entity: 'polla',
    changes: [{ entity_id: id, before: { result_id }, after: { day, because_of: draw_id, by }, significant: true }],
  })
}

/**
 * Every movement of the settlement goes back, and the jackpots it closed are open again. Last, as in a sale: the pots'
 * accounts are shared.
 */
async function reverseMovements(
  tx: Tx,
  { product_id, day, result_id }: Settled,
  by: number | null,
  at: Date,
): Promise<void> {
  const moved = await tx.rows<{ currency: string; jackpot_ids: number[] }>(sql`
    SELECT jackpot.currency::text AS currency, array_agg(DISTINCT jackpot.id ORDER BY jackpot.id) AS jackpot_ids
    FROM jackpot_movements movement JOIN jackpots jackpot ON jackpot.id = movement.jackpot_id WHERE movement.result_id = ${result_id}
    GROUP BY 1 ORDER BY 1`)
  const refused = (): never => {
    throw new Problem('jackpot_too_small', { detail: 'Lo que esta ronda pasó al pote siguiente ya se retiró de él.' })
  }
  const closed = await tx.rows<{ id: number }>(sql`
    SELECT jackpot.id
    FROM jackpots jackpot
    WHERE jackpot.product_id = ${product_id} AND jackpot.state = 'liquidado' AND ${day}::date BETWEEN jackpot.from_day AND jackpot.to_day
      AND (jackpot.kind = 'diario'
        OR EXISTS (SELECT 1 FROM jackpot_movements movement WHERE movement.jackpot_id = jackpot.id AND movement.result_id = ${result_id}))`)
  const closed_ids = closed.map((row) => row.id)
  holdPotsLast(tx, [...closed_ids, ...moved.flatMap((one) => one.jackpot_ids)], refused)
  tx.last({
    name: 'polla-pots-open',
    query: sql`UPDATE jackpots SET state = 'abierto' WHERE id = ANY (${list(closed_ids)}::int[])`,
    refused: async () => refused(),
  })
  for (const { currency, jackpot_ids } of moved) {
    tx.last({
      name: 'polla-pots-reverse',
      refused: async () => refused(),
      query: sql`
        WITH own AS (
          SELECT movement.jackpot_id, movement.pot, sum(movement.amount) AS amount FROM jackpot_movements movement
          WHERE movement.result_id = ${result_id}::int AND movement.jackpot_id = ANY (${list(jackpot_ids)}::int[]) GROUP BY 1, 2
          HAVING sum(movement.amount) <> 0
        ), moved AS (
          INSERT INTO jackpot_movements (jackpot_id, pot, kind, amount, reason, day, created_by, created_at, result_id)
          SELECT jackpot_id, pot, 'reverso', -amount, 'Cambió un resultado que cuenta', ${day}::date, ${by}::int,
            ${at.toISOString()}::timestamptz, ${result_id}::int
          FROM own
          ORDER BY jackpot_id, pot
          RETURNING amount
        ), ${potEntryCtes({ currency, day, at, by, jackpot_id: jackpot_ids[0]! })}
        SELECT refuse_unless(
          (SELECT whole FROM posted)
          AND NOT EXISTS (
            SELECT 1
            FROM own
            WHERE own.amount > 0
              AND own.amount > (
                SELECT sum(movement.amount) FROM jackpot_movements movement
                WHERE movement.jackpot_id = own.jackpot_id AND movement.pot = own.pot
              )
          ), 'jackpot'
        )`,
    })
  }
}
