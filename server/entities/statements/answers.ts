/** What the debtor of a closed week answers to it, what both sides say about that, and who is told. */
import { sql } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import type { ClosingRow } from '@contract/account-balance.ts'
import type { Received } from '@contract/endpoint.ts'
import { screenLink } from '@contract/links.ts'
import type { statements } from '@contract/statements.ts'
import { weekDays } from '@contract/values/dates.ts'
import { list } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { changedMeanwhile } from '../../platform/lists/versioned.ts'
import { threadOf } from '../../platform/lists/thread.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { readClosing, seenBy } from '../account-balance/closings.ts'

const nameOf = ({ name, week, currency }: ClosingRow) => `${name}, semana del ${weekDays(week)} (${currency})`

/** Tells the people of both sides who decide on money, and of a dispute the banca's too; never whoever did it. */
async function tell(
  { db, session }: Context,
  { id, week, partner_id }: ClosingRow,
  said: { title: string; text: string; level: 'informa' | 'advierte' },
): Promise<void> {
  await notify(
    db,
    sql`
      SELECT person.id FROM closings closing
      JOIN partners banca ON banca.type = 'banca'
      JOIN users person ON person.partner_id IN (closing.partner_id, closing.creditor_id)
        OR (${said.level === 'advierte'} AND person.partner_id = banca.id)
      WHERE closing.id = ${id} AND person.id <> ${session.id} AND person.status = 'activo'
        AND person.role = ANY (${list(rules.money.roles)}::user_role[])`,
    {
      ...said,
      kind: 'cierre',
      link: screenLink('account-balance', { view: 'semanas', period: 'rango', from: week, to: week, partner_id }),
    },
  )
}

/**
 * Answers a closing that stands, as it was seen. What was answered before stays in the thread.
 * @throws Problem `not_found`, `not_your_side`, `week_reopened`, `changed_meanwhile`
 */
export async function answer(
  context: Context,
  { params: { id }, body: { answer: given, text, answers } }: Received<typeof statements.answer>,
): Promise<ClosingRow> {
  const { db, scope, session, now, audit } = context
  const before = await readClosing(context, id)
  if (before.partner_id !== scope.partner_id)
    throw new Problem('not_your_side', { detail: 'Lo responde quien debe, o a quien se le debe, por esa semana.' })
  const written = await db.run(sql`
    INSERT INTO closing_answers AS known (closing_id, answer, user_id, at)
    SELECT closing.id, ${given}, ${session.id}::int, ${now.toISOString()}::timestamptz FROM closings closing
    WHERE closing.id = ${id} AND closing.reversed_at IS NULL
      AND (${answers}::int = 0 OR EXISTS (SELECT 1 FROM closing_answers earlier WHERE earlier.closing_id = closing.id))
    ON CONFLICT (closing_id) DO UPDATE
      SET answer = excluded.answer, user_id = excluded.user_id, at = excluded.at, answers = known.answers + 1
      WHERE known.answers = ${answers}::int`)
  if (written !== 1) {
    const current = await readClosing(context, id)
    throw current.state === 'reabierta' ? new Problem('week_reopened') : changedMeanwhile(current)
  }
  const isDispute = given === 'en_disputa'
  const word = isDispute ? 'En disputa' : 'Conforme'
  await db.run(sql`
    INSERT INTO closing_comments (record_id, user_id, text, at)
    VALUES (${id}, ${session.id}, ${text === '' ? word : `${word}: ${text}`}, ${now.toISOString()}::timestamptz)`)
  const after = await readClosing(context, id)
  await tell(context, after, {
    level: isDispute ? 'advierte' : 'informa',
    title: isDispute ? 'Semana en disputa' : 'Semana conforme',
    text: `${nameOf(after)}${text && `: ${text}`}`,
  })
  audit({ entity_id: id, before: { answer: before.answer }, after: { answer: given, text }, significant: isDispute })
  return after
}

export const closingThread = threadOf({
  table: 'closing_comments',
  read: readClosing,
  tell: (context, row, text) =>
    tell(context, row, { level: 'informa', title: 'Comentario de una semana', text: `${nameOf(row)}: ${text}` }),
})

/** Of closings that stand, within reach: who disputes waits for the others. */
export async function disputes({ db, scope }: Context): Promise<{ count: number; oldest: string | null }> {
  const found = await db.one<{ count: number; oldest: string | null }>(sql`
    SELECT count(*)::int AS count, min(disputed.at) AS oldest
    FROM closing_answers disputed JOIN closings closing ON closing.id = disputed.closing_id
    WHERE disputed.answer = 'en_disputa' AND closing.reversed_at IS NULL AND closing.partner_id <> ${scope.partner_id}
      AND ${seenBy(scope)}`)
  return found!
}
