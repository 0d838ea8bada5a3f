/**
 * Takes a result back: its prizes are undone, its lines wait again, the draw is closed and without a
 * result. Refused where a ticket was paid with it; such a result is corrected instead.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { reopenPollas } from '../polla/reopen.ts'
import type { AwardSum } from './check-sums.ts'
import { signedPrizes, unfoldNumbers } from './count-prizes.ts'
import { holdDraws } from './hold.ts'
import { severalDraws, takePrizes, unmarkLines } from './lines.ts'
import { settle } from './settle-prizes.ts'
import { checkTripletas, settleTripletas } from './tripletas.ts'

export interface Withdrawal {
  result_id: number
  reason: string
  by: number | null
  at: Date
  /** Whose tickets a refusal may name; all without it. */
  scope?: Scope | undefined
}

export interface Withdrawn {
  draw_id: number
  /** Prizes of it that are no longer, by currency. */
  undone: AwardSum[]
}

/**
 * @throws Problem `not_found`, `result_entry_gone` when it is withdrawn already, `result_invalid` for a polla's,
 * `result_paid` with the `tickets`, `polla_settled`
 */
export async function withdrawResult(tx: Tx, { result_id, reason, by, at, scope }: Withdrawal): Promise<Withdrawn> {
  const found = await tx.one<{ draw_id: number; kind: string }>(
    sql`SELECT result.draw_id, product.kind::text AS kind FROM results result JOIN products product ON product.id = result.product_id
      WHERE result.id = ${result_id}`,
  )
  if (!found) throw new Problem('not_found')
  if (found.kind === 'polla')
    throw new Problem('result_invalid', {
      detail: 'Una polla se liquida con los resultados de sus sorteos: retire o corrija el del sorteo.',
    })
  const { draw_id } = found
  await holdDraws(tx, [draw_id])
  const claimed = await tx.run(sql`
    UPDATE results
    SET withdrawn_at = ${at.toISOString()}, withdrawn_by = ${by}, withdrawn_reason = ${reason}
    WHERE id = ${result_id} AND withdrawn_at IS NULL`)
  if (claimed === 0) throw new Problem('result_entry_gone', { detail: 'El resultado ya se retiró o se corrigió.' })
  await reopenPollas(tx, draw_id, by, at)
  await tx.run(
    sql`UPDATE draws SET state = 'activo', result_id = NULL WHERE id = ${draw_id} AND result_id = ${result_id}`,
  )
  const several = await severalDraws(tx)
  const tickets = await unmarkLines(tx, draw_id, several)
  const tripletas = await settleTripletas(tx, draw_id, at)
  const taken = [...(await takePrizes(tx, draw_id, result_id, several, at)), ...tripletas.taken]
  await checkTripletas(tx, draw_id)
  await settle(tx, { given: tripletas.given, taken }, { by, at, scope }, [...tickets, ...tripletas.tickets])
  await unfoldNumbers(tx, draw_id)
  const undone = await tx.rows<AwardSum>(sql`
    SELECT prize.currency::text AS currency, sum(prize.amount * signed.sign) AS amount
    FROM ${signedPrizes({ given: taken, taken: tripletas.given })}
    GROUP BY 1
    HAVING sum(prize.amount * signed.sign) <> 0
    ORDER BY 1`)
  return { draw_id, undone }
}
