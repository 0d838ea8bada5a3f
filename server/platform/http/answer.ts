/** What answers a call: a reading that ends with its caller, or one transaction with its key and its row of the audit log. */
import type { FastifyRequest } from 'fastify'
import type { ReceivedFile } from '@contract/endpoint.ts'
import { writeAudit } from '../audit/audit.ts'
import { transaction, type Tx } from '../db/connect.ts'
import { isRecoveryConflict } from '../db/lost.ts'
import { reportsUntil } from '../db/replica.ts'
import { executorUntil } from '../db/until.ts'
import type { Call, Left } from './call.ts'
import type { Context } from './context.ts'
import { runOnce } from './idempotency.ts'
import { isReading, laneOf, storeOf } from './lanes.ts'
import { holdPictures } from './pictures.ts'
import { Problem } from './problem.ts'
import { noteRefusal } from './refusal-log.ts'
import { bodyHash, operationKey } from './request.ts'

/** Reads stand alone and end with their caller; all else is one transaction, which the caller cannot end. */
export async function answerOf(
  call: Call,
  context: Omit<Context, 'db'>,
  input: never,
  request: FastifyRequest,
  left: Left,
): Promise<unknown> {
  const { endpoint, handler } = call
  const { session, signal, wire } = context
  const lane = laneOf(endpoint)
  const store = storeOf(wire.database, lane)
  const noteAsOf = (as_of: Date) => {
    left.as_of = as_of
  }
  const reading = () => {
    const asked =
      lane === 'reports' ? reportsUntil(wire.database, session.id, signal, noteAsOf) : executorUntil(store, signal)
    return { ...context, db: asked as Tx }
  }
  // What only reads changes nothing that another could have changed meanwhile: it is asked for again.
  if (isReading(endpoint))
    return handler(reading(), input).catch((error: unknown) => {
      throw isRecoveryConflict(error) ? new Problem('unavailable') : error
    })
  // Public calls open transactions of their own: holding one while a password is checked would starve the pool.
  if (endpoint.access.roles === 'public') return handler({ ...context, db: wire.database.db as Tx }, input)
  const noting = async (error: unknown): Promise<never> => {
    await noteRefusal(store.db, context, call.entity, error)
    throw error
  }
  const handle = handler.before ? await handler.before(reading(), input).catch(noting) : handler
  const work = async (tx: Tx): Promise<unknown> => {
    left.changes.length = 0
    left.afterwards.length = 0
    if (call.pictures) await holdPictures(tx, call.pictures((input as { body?: unknown }).body, ''))
    const answer = await handle({ ...context, db: tx }, input)
    const says = left.changes.length > 0 || !endpoint.heard
    if (call.entity !== 'session' && says) {
      await writeAudit(tx, {
        session,
        ip: context.ip,
        request_id: context.request_id,
        action: `${call.entity}.${call.name}`,
        entity: call.entity,
        changes: left.changes,
        asked: input,
      })
    }
    return answer
  }
  const key = operationKey(endpoint, request)
  const answer = await transaction(store.pool, async (tx) =>
    key
      ? runOnce(
          tx,
          { user_id: session.id, key, body_hash: bodyHash(request, endpoint.upload && (input as ReceivedFile).body) },
          () => work(tx),
        )
      : work(tx),
  ).catch(noting)
  for (const follow of left.afterwards)
    follow().catch((error: unknown) => request.log.error({ err: error }, 'afterwards'))
  return answer
}
