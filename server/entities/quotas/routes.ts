/** Quotas of partners. */
import type { quotas } from '@contract/quotas.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { changeQuotas } from './global.ts'
import { quotaList, partnerQuotaSheet } from './queries.ts'
import { saveQuotas } from './save.ts'

export const quotasRoutes: Handlers<typeof quotas> = {
  ...listOf(quotaList),
  show: ({ scope, db }, { params }) => partnerQuotaSheet(scope, db, params.id),
  save: (context, { body }) => saveQuotas(context, body.rows),
  global: (context, { query, body }) => changeQuotas(context, body, query.expected_matched_rows),
}
