/** The banca's own ceilings. */
import type { topQuotas } from '@contract/top-quotas.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { changeTop, saveTop } from './change.ts'
import { topList } from './queries.ts'

export const topQuotasRoutes: Handlers<typeof topQuotas> = {
  ...listOf(topList),
  save: (context, { body }) => saveTop(context, body.rows),
  global: (context, { query, body }) => changeTop(context, body, query.expected_matched_rows),
}
