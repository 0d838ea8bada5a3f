/** Commissions and participations. */
import {
  commissionKinds,
  commissionKindLabels,
  commissionKindTexts,
  participationKindLabels,
  participationKinds,
  participationKindTexts,
} from '@contract/commission-rates.ts'
import type { commissions } from '@contract/commissions.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { changeCommissions } from './global.ts'
import { previewCommissions } from './preview.ts'
import { commissionList, commissionHistory, commissionSheet } from './queries.ts'
import { saveCommissions, withdrawRate } from './save.ts'

export const commissionsRoutes: Handlers<typeof commissions> = {
  ...listOf(commissionList),
  commissionKinds: async () => ({
    data: commissionKinds.map((key) => ({ key, name: commissionKindLabels[key], ...commissionKindTexts[key] })),
  }),
  participationKinds: async () => ({
    data: participationKinds.map((key) => ({
      key,
      name: participationKindLabels[key],
      ...participationKindTexts[key],
    })),
  }),
  show: ({ scope, db }, { params: { id } }) => commissionSheet(scope, db, id),
  history: async ({ scope, db }, { params: { id } }) => ({ data: await commissionHistory(scope, db, id) }),
  save: (context, { body }) => saveCommissions(context, body),
  withdraw: (context, { body }) => withdrawRate(context, body),
  preview: (context, { body }) => previewCommissions(context, body),
  global: (context, { query, body }) => changeCommissions(context, body, query.expected_matched_rows),
}
