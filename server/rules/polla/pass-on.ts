/**
 * Where money goes that no ticket won: out of a day's pots into those of the next round, out of a week's
 * into the next week's. Nothing is ever lost between two rounds, whatever was suspended in between.
 */
import { sql } from 'drizzle-orm'
import type { Pot } from '@contract/jackpots.ts'
import type { Currency } from '@contract/values/currency.ts'
import { addDays, formatDay, weekday } from '@contract/values/dates.ts'
import { isZero, negate } from '@contract/values/money.ts'
import { transaction, type Executor, type Pool, type Tx } from '../../platform/db/connect.ts'
import { locks } from '../../platform/db/locks.ts'
import { jackpotId, movePots, potSums, type PotChange } from './pots.ts'

export interface OpenJackpot {
  id: number
  product_id: number
  kind: 'diario' | 'semanal'
  currency: Currency
  from_day: string
  to_day: string
}

/** The day of a product's first round after another that will be played, if there is one. */
async function nextRoundDay(db: Executor, product_id: number, after: string): Promise<string | undefined> {
  const next = await db.one<{ day: string | null }>(
    sql`SELECT min(day) AS day FROM draws WHERE product_id = ${product_id} AND day > ${after}::date AND state = 'activo'`,
  )
  return next?.day ?? undefined
}

/** Moves what is left of a jackpot's pots to the next one of its kind, in one entry. */
export async function passOn(
  tx: Tx,
  from: OpenJackpot,
  rests: readonly { pot: Pot; amount: string }[],
  change: Pick<PotChange, 'day' | 'at' | 'result_id'>,
): Promise<void> {
  const left = rests.filter((rest) => !isZero(rest.amount))
  if (left.length === 0) return
  const next = (await nextRoundDay(tx, from.product_id, from.to_day)) ?? addDays(from.to_day, 1)
  const from_day = from.kind === 'semanal' ? addDays(next, 1 - weekday(next)) : next
  const to = await jackpotId(tx, { product_id: from.product_id, kind: from.kind, currency: from.currency, from_day })
  await movePots(tx, {
    ...change,
    kind: 'acumulado',
    currency: from.currency,
    by: null,
    reason: `Del ${formatDay(from.to_day)} al ${formatDay(from_day)}`,
    moves: left.flatMap(({ pot, amount }) => [
      { jackpot_id: from.id, pot, amount: negate(amount) },
      { jackpot_id: to, pot, amount },
    ]),
  })
}

/**
 * Passes on the pots of days and weeks that are over and that no settlement will touch any more: their
 * rounds are suspended with nothing left to give back, or were never made. They wait for a round to come.
 */
export async function passOnPots(pool: Pool, today: string, at: Date): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.award}::bigint)`)
    const idle = await tx.rows<OpenJackpot>(sql`
      SELECT jackpot.id, jackpot.product_id, jackpot.kind, jackpot.currency::text AS currency, jackpot.from_day, jackpot.to_day
      FROM jackpots jackpot
      WHERE jackpot.state = 'abierto' AND jackpot.to_day < ${today}::date
        AND EXISTS (SELECT 1 FROM draws draw
          WHERE draw.product_id = jackpot.product_id AND draw.day > jackpot.to_day AND draw.state = 'activo')
        AND NOT EXISTS (
          SELECT 1
          FROM draws draw
          WHERE draw.product_id = jackpot.product_id AND draw.day BETWEEN jackpot.from_day AND jackpot.to_day
            AND (
              draw.state = 'activo'
              OR (
                draw.state = 'suspendido'
                AND EXISTS (SELECT 1 FROM ticket_lines line WHERE line.draw_id = draw.id AND line.state = 'pendiente')
              )
            )
        )
      ORDER BY jackpot.from_day, jackpot.id`)
    for (const jackpot of idle) {
      await tx.run(sql`UPDATE jackpots SET state = 'liquidado' WHERE id = ${jackpot.id}`)
      await passOn(tx, jackpot, await potSums(tx, [jackpot.id]), { day: today, at })
    }
  })
}
