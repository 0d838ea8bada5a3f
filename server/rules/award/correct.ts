/**
 * Replaces a draw's result by another, in one pass: prizes not paid yet are undone, new ones given, paid
 * tickets keep their sum and the difference becomes the selling agency's adjustment. Both results stay.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { reopenPollas } from '../polla/reopen.ts'
import { writeResult, type Award, type Awarded } from './award.ts'
import { checkSums } from './check-sums.ts'
import { holdDraws } from './hold.ts'
import { givePrizes, mustCover, offeredBets, remarkLines, severalDraws, takePrizes } from './lines.ts'
import { sameNumbers } from './numbers.ts'
import { settle } from './settle-prizes.ts'
import { settleTripletas } from './tripletas.ts'
import { winningNumbers, type PlacedNumber } from './winning.ts'

/** Sent with a correction beside what an award has. */
export interface Correcting extends Award {
  reason: string
}

interface Replaced {
  result_id: number
  product_id: number
  day: string
}

/**
 * @throws Problem `result_same` when the draw has these very numbers, `result_paid` with the `tickets`
 * unless `accept_paid`, `polla_settled`, `award_sums_differ`, `conflict` when the draw has no result (any more)
 */
export async function correct(tx: Tx, correcting: Correcting): Promise<Awarded> {
  const { draw_id, numbers, confirmed_by, at, reason } = correcting
  await holdDraws(tx, [draw_id])
  const old = await replace(tx, correcting)
  await reopenPollas(tx, draw_id, confirmed_by, at)
  const result_id = await writeResult(tx, {
    ...correcting,
    product_id: old.product_id,
    replaces_id: old.result_id,
    reason,
  })
  const several = await severalDraws(tx)
  const bets = await offeredBets(tx, old.product_id)
  await mustCover(tx, draw_id, bets, numbers)
  const winning = winningNumbers(bets, numbers)
  const tickets = await remarkLines(tx, draw_id, winning, several)
  const tripletas = await settleTripletas(tx, draw_id, at)
  const taken = await takePrizes(tx, draw_id, old.result_id, several, at)
  const given = await givePrizes(tx, draw_id, result_id, several, at)
  const prizes = await checkSums(tx, draw_id, winning, several)
  await settle(
    tx,
    { given: [...given, ...tripletas.given], taken: [...taken, ...tripletas.taken] },
    { ...correcting, by: confirmed_by },
    [...tickets, ...tripletas.tickets],
  )
  return { result_id, winners: given.length + tripletas.given.length, prizes }
}

/** Takes the result in force out of force, once under any concurrency. */
async function replace(tx: Tx, { draw_id, numbers, confirmed_by, at, reason }: Correcting): Promise<Replaced> {
  const current = await tx.rows<PlacedNumber>(sql`
    SELECT n.place, n.number, n.sign
    FROM results r
    JOIN result_numbers n ON n.result_id = r.id
    WHERE r.draw_id = ${draw_id} AND r.withdrawn_at IS NULL`)
  if (sameNumbers(current, numbers)) throw new Problem('result_same')
  const old = await tx.one<Replaced>(sql`
    UPDATE results r SET withdrawn_at = ${at.toISOString()}, withdrawn_by = ${confirmed_by}, withdrawn_reason = ${reason}
    FROM draws d
    WHERE r.draw_id = ${draw_id} AND r.withdrawn_at IS NULL AND d.id = r.draw_id AND d.state = 'premiado'
      AND d.result_id = r.id
    RETURNING r.id AS result_id, d.product_id, d.day`)
  if (!old) throw new Problem('conflict')
  return old
}
