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
    SELECT d.id, d.product_id, p.name AS product_name, d.day, d.result_id
    FROM polla_draws l
    JOIN draws d ON d.id = l.polla_draw_id AND d.state = 'premiado'
    JOIN products p ON p.id = d.product_id
    WHERE l.draw_id = ${draw_id} ORDER BY d.id`
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
      FROM prizes p
      JOIN tickets t ON t.day = p.ticket_day AND t.id = p.ticket_id AND t.state IN ('pagado', 'vencido')
      WHERE p.result_id = ${result_id} AND p.withdrawn_at IS NULL
    ) AS paid,
      EXISTS (SELECT 1 FROM draws d WHERE d.product_id = ${round.product_id} AND d.day > ${day}::date AND d.state = 'premiado') AS later`)
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
    SELECT j.currency::text AS currency, array_agg(DISTINCT j.id ORDER BY j.id) AS jackpot_ids
    FROM jackpot_movements m JOIN jackpots j ON j.id = m.jackpot_id WHERE m.result_id = ${result_id} GROUP BY 1 ORDER BY 1`)
  const refused = (): never => {
    throw new Problem('jackpot_too_small', { detail: 'Lo que esta ronda pasó al pote siguiente ya se retiró de él.' })
  }
  const closed = await tx.rows<{ id: number }>(sql`
    SELECT j.id
    FROM jackpots j
    WHERE j.product_id = ${product_id} AND j.state = 'liquidado' AND ${day}::date BETWEEN j.from_day AND j.to_day
      AND (j.kind = 'diario' OR EXISTS (SELECT 1 FROM jackpot_movements m WHERE m.jackpot_id = j.id AND m.result_id = ${result_id}))`)
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
          SELECT m.jackpot_id, m.pot, sum(m.amount) AS amount FROM jackpot_movements m
          WHERE m.result_id = ${result_id}::int AND m.jackpot_id = ANY (${list(jackpot_ids)}::int[]) GROUP BY 1, 2 HAVING sum(m.amount) <> 0
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
                SELECT sum(m.amount) FROM jackpot_movements m WHERE m.jackpot_id = own.jackpot_id AND m.pot = own.pot
              )
          ), 'jackpot'
        )`,
    })
  }
}
