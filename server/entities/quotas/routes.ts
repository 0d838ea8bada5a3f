/** Quotas of partners. */
import type { quotas } from '@contract/quotas.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { changeQuotas } from './global.ts'
import { listQuotas, sheetOf } from './queries.ts'
import { saveQuotas } from './save.ts'

export const quotasRoutes: Handlers<typeof quotas> = {
  list: ({ scope, db }, { body }) => listQuotas(scope, db, body),
  show: ({ scope, db }, { params }) => sheetOf(scope, db, params.id),
  save: (context, { body }) => saveQuotas(context, body.rows),
  global: (context, { query, body }) => changeQuotas(context, body, query.expected_matched_rows),
}
