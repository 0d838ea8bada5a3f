/**
 * The second entry of a result: the same numbers again, by another person where the banca asks for one.
 * Then, and only then, the draw is awarded, or its result corrected.
 */
import { sql } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import { award, type Awarded } from '../../rules/award/award.ts'
import { correct } from '../../rules/award/correct.ts'
import { sameNumbers } from '../../rules/award/numbers.ts'
import { otherPersonConfirms } from '../../rules/results/second-person.ts'
import type { Tx } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { entryGone } from '../../rules/results/entries.ts'

export interface Confirming {
  entry_id: number
  numbers: readonly ResultNumber[]
  by: number
  at: Date
  accept_paid?: boolean | undefined
  scope?: Scope | undefined
}

export interface ClaimedEntry {
  id: number
  draw_id: number
  kind: 'resultado' | 'correccion'
  numbers: ResultNumber[]
  source: string
  reason: string | null
  entered_by: number | null
}

/**
 * Takes the entry for this confirmation, once under any concurrency. What sources wrote may be confirmed
 * by any one person. @throws Problem `result_needs_other_user`, `result_entries_differ`, `result_entry_gone`, `not_found`
 */
export async function claimEntry(tx: Tx, { entry_id, numbers, by, at }: Confirming): Promise<ClaimedEntry> {
  const found = await tx.one<ClaimedEntry & { other_user: boolean }>(sql`
    SELECT entry.id, entry.draw_id, entry.kind, entry.numbers, entry.source, entry.reason, entry.entered_by,
      ${otherPersonConfirms} AS other_user
    FROM result_entries entry CROSS JOIN banca WHERE entry.id = ${entry_id} AND entry.state = 'pendiente' FOR UPDATE OF entry`)
  if (!found) throw await entryGone(tx, entry_id)
  const { other_user, ...entry } = found
  if (other_user && entry.entered_by === by) throw new Problem('result_needs_other_user')
  if (!sameNumbers(entry.numbers, numbers)) throw new Problem('result_entries_differ')
  const claimed = await tx.run(sql`
    UPDATE result_entries
    SET state = 'confirmada', closed_by = ${by}, closed_at = ${at.toISOString()}
    WHERE id = ${entry_id} AND state = 'pendiente'`)
  if (claimed === 0) throw new Problem('result_entry_gone')
  return entry
}

/** Claims and awards. Whatever an award or a correction throws leaves the entry as it was. */
export async function confirm(tx: Tx, confirming: Confirming): Promise<Awarded & { entry: ClaimedEntry }> {
  const entry = await claimEntry(tx, confirming)
  const { by, at, accept_paid, scope } = confirming
  const given = {
    draw_id: entry.draw_id,
    numbers: entry.numbers,
    entered_by: entry.entered_by,
    confirmed_by: by,
    source: entry.source,
    at,
    accept_paid,
    scope,
  }
  const awarded =
    entry.kind === 'correccion' ? await correct(tx, { ...given, reason: entry.reason ?? '' }) : await award(tx, given)
  await tx.run(sql`UPDATE result_entries SET result_id = ${awarded.result_id} WHERE id = ${entry.id}`)
  return { ...awarded, entry }
}
