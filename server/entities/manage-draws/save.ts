/** The steps of `save-result`, each with its answer and what the log keeps of it. */
import { sql } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import type { SaveResult, saveResultAnswer } from '@contract/manage-draws.ts'
import type { z } from 'zod'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { bulkConfirm } from './bulk-confirm.ts'
import { confirm } from './confirm.ts'
import {
  discardEntry,
  enter,
  enterableDraw,
  mustBeOver,
  pendingEntry,
  resultShapeOf,
} from '../../rules/results/entries.ts'
import { checkedNumbers } from '../../rules/results/parts.ts'
import { previewDraw } from './preview.ts'

type Asked<S extends SaveResult['step']> = Extract<SaveResult, { step: S }>
type SaveAnswer = z.input<typeof saveResultAnswer>

function answer(step: SaveResult['step'], more: Partial<SaveAnswer> = {}): SaveAnswer {
  return { step, preview: null, entry: null, result_id: null, bulk: null, ...more }
}

/** What a result would do. Of a draw that is not over too: nothing is written. */
export async function preview({ scope, db, now }: Context, asked: Asked<'preview'>): Promise<SaveAnswer> {
  const draw = await enterableDraw(db, asked.draw_id, now)
  if (!draw) throw new Problem('not_found')
  mustBeOver(draw)
  const numbers = await checkedNumbers(db, await resultShapeOf(db, draw.product_id), asked.numbers)
  return answer('preview', { preview: await previewDraw(scope, db, draw, numbers, now) })
}

export async function enterOne(context: Context, asked: Asked<'enter'>): Promise<SaveAnswer> {
  const { scope, db, session, now, audit } = context
  const entry_id = await enter(db, {
    draw_id: asked.draw_id,
    numbers: asked.numbers,
    entered_by: session.id,
    source: 'manual',
    reason: asked.reason,
    at: now,
  })
  const entry = (await pendingEntry(db, session, entry_id))!
  audit({
    entity_id: asked.draw_id,
    after: { step: 'enter', entry_id, kind: entry.kind, numbers: entry.numbers },
    ...(entry.reason !== null && { reason: entry.reason }),
    significant: true,
  })
  const draw = (await enterableDraw(db, asked.draw_id, now))!
  return answer('enter', { entry, preview: await previewDraw(scope, db, draw, entry.numbers, now) })
}

export async function confirmOne(context: Context, asked: Asked<'confirm'>): Promise<SaveAnswer> {
  const { scope, db, session, now, audit } = context
  const before = await pendingEntry(db, session, asked.entry_id)
  try {
    const { entry, result_id, winners, prizes } = await confirm(db, {
      entry_id: asked.entry_id,
      numbers: asked.numbers,
      by: session.id,
      at: now,
      accept_paid: asked.accept_paid,
      scope,
    })
    audit({
      entity_id: entry.draw_id,
      before: { entry_id: entry.id, entered_by: entry.entered_by, source: entry.source },
      after: {
        step: 'confirm',
        kind: entry.kind,
        result_id,
        numbers: entry.numbers,
        winners,
        prizes,
        ...(asked.accept_paid && { accept_paid: true }),
      },
      ...(entry.reason !== null && { reason: entry.reason }),
      significant: true,
    })
    const draw = (await enterableDraw(db, entry.draw_id, now))!
    return answer('confirm', { result_id, preview: await previewDraw(scope, db, draw, entry.numbers, now) })
  } catch (error) {
    if (error instanceof Problem && error.code === 'result_entries_differ')
      await keepDifference(context, before?.draw_id, asked.entry_id, before?.numbers ?? [], asked.numbers)
    throw error
  }
}

/** The transaction that found the difference is undone, and the log must know of it. */
async function keepDifference(
  { wire, session, ip, request_id }: Context,
  draw_id: number | undefined,
  entry_id: number,
  first: readonly ResultNumber[],
  second: readonly ResultNumber[],
): Promise<void> {
  await writeAudit(wire.database.aside, {
    session,
    ip,
    request_id,
    action: 'manageDraws.saveResult',
    entity: 'manageDraws',
    changes: [
      {
        ...(draw_id !== undefined && { entity_id: draw_id }),
        before: { entry_id, numbers: first },
        after: { step: 'confirm', refused: 'result_entries_differ', numbers: second },
        significant: true,
      },
    ],
  })
}

export async function discardOne({ db, session, now, audit }: Context, asked: Asked<'discard'>): Promise<SaveAnswer> {
  const { draw_id, numbers } = await discardEntry(db, asked.entry_id, session.id, now)
  audit({
    entity_id: draw_id,
    before: { entry_id: asked.entry_id, numbers },
    after: { step: 'discard' },
    significant: true,
  })
  return answer('discard')
}

export async function confirmMany(
  { scope, db, session, now, audit }: Context,
  asked: Asked<'bulk-confirm'>,
): Promise<SaveAnswer> {
  const { confirmed, failed } = await bulkConfirm(db, asked.entries, session.id, now, scope)
  for (const { entry, result_id } of confirmed) {
    audit({
      entity_id: entry.draw_id,
      before: { entry_id: entry.id, entered_by: entry.entered_by, source: entry.source },
      after: { step: 'bulk-confirm', result_id, numbers: entry.numbers },
      significant: true,
    })
  }
  return answer('bulk-confirm', { bulk: { confirmed: confirmed.map((one) => one.entry.id), failed } })
}

/** Who withdrew what is in the log with its reason; the result stays as a withdrawn one. */
export async function auditWithdrawal(
  { db, audit }: Context,
  { id, draw_id, reason }: { id: number; draw_id: number; reason: string },
  undone: unknown,
): Promise<void> {
  const numbers = await db.rows(
    sql`SELECT place, number, sign FROM result_numbers WHERE result_id = ${id} ORDER BY place`,
  )
  audit({
    entity_id: draw_id,
    before: { result_id: id, numbers },
    after: { step: 'withdraw', undone },
    reason,
    significant: true,
  })
}
