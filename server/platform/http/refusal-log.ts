/** Refusals that are events: kept in the log and told to the administrators, though everything else of the call is undone. */
import { writeAudit } from '../audit/audit.ts'
import type { Executor } from '../db/connect.ts'
import { notifyAdministrators } from '../notifications/administrators.ts'
import type { Context } from './context.ts'
import { Problem } from './problem.ts'

type Caller = Pick<Context, 'session' | 'ip' | 'request_id' | 'now'>

/** The same by the same person is told once in an hour; the log has each. Of any other error nothing is kept. */
export async function noteRefusal(
  db: Executor,
  { session, ip, request_id, now }: Caller,
  entity: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Problem) || !error.noted) return
  const { code, detail, noted } = error
  const { entity_id, title, tried, link } = noted
  await writeAudit(db, {
    session,
    ip,
    request_id,
    entity,
    action: `${entity}.refused`,
    changes: [{ entity_id, after: { refused: code, tried }, reason: detail, significant: true }],
  })
  const key = ['refused', entity, code, session.id, entity_id, now.toISOString().slice(0, 13)].join(':')
  const text = `${session.name} (${session.username}, ${session.partner_name}) ${tried}.`
  await notifyAdministrators(db, { level: 'advierte', title, text, key, ...(link && { link }) }, session.id)
}
