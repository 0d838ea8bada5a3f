/** Results and awarding. */
import type { manageDraws, SaveResult } from '@contract/manage-draws.ts'
import type { Answer } from '@contract/endpoint.ts'
import { withdrawResult } from '../../rules/award/withdraw.ts'
import { askSources, enterAnswers } from '../../rules/external/request.ts'
import { staged, type Context, type Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { showDraw } from './detail.ts'
import { checkFile, enterFile } from './result-file.ts'
import { resultsOfDays } from './results.ts'
import { auditWithdrawal, confirmMany, confirmOne, discardOne, enterOne, preview } from './save.ts'

function save(context: Context, asked: SaveResult): Promise<Answer<typeof manageDraws.saveResult>> {
  switch (asked.step) {
    case 'preview':
      return preview(context, asked)
    case 'enter':
      return enterOne(context, asked)
    case 'confirm':
      return confirmOne(context, asked)
    case 'discard':
      return discardOne(context, asked)
    case 'bulk-confirm':
      return confirmMany(context, asked)
  }
}

const results = listOf(resultsOfDays)

export const manageDrawsRoutes: Handlers<typeof manageDraws> = {
  saveResult: (context, { body }) => save(context, body as SaveResult),
  checkFile: async ({ db, session, now, today }, { body }) => ({
    draws: await checkFile(db, session, body, { now, today }),
  }),
  enterFile: async ({ db, session, now, today, audit }, { body }) => {
    const { written, entries } = await enterFile(db, session, body, { now, today })
    audit({
      after: { step: 'file', rows: body.rows.length, entered: written.length, left_out: body.leave_out },
      significant: true,
    })
    for (const { id: entry_id, draw_id, numbers } of written)
      audit({ entity_id: draw_id, after: { step: 'file', entry_id, numbers }, significant: true })
    return { entered: written.length, entries }
  },
  withdraw: async (context, { params: { id }, query: { reason } }) => {
    const { draw_id, undone } = await withdrawResult(context.db, {
      result_id: id,
      reason,
      by: context.session.id,
      at: context.now,
      scope: context.scope,
    })
    await auditWithdrawal(context, { id, draw_id, reason }, undone)
    return { id, draw_id, undone: undone as Answer<typeof manageDraws.withdraw>['undone'] }
  },
  results: results.list,
  resultsExport: results.export,
  detail: ({ scope, db, session, now }, { params }) => showDraw(scope, db, params.id, { session, now }),
  external: staged(async ({ db: outside, today }, { body }) => {
    const heard = await askSources(outside, body, today)
    return async ({ db, session, now, audit }) => {
      const answer = await enterAnswers(db, session, heard, body, { now })
      for (const entry of answer.entered)
        audit({
          entity_id: entry.draw_id,
          after: { step: 'external', entry_id: entry.id, source: entry.source, numbers: entry.numbers },
          significant: true,
        })
      return answer
    }
  }),
}
