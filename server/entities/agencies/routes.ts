/** Agencies. */
import type { agencies } from '@contract/agencies.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { cloneAgency } from './clone.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { settledListOf, settleFirst } from '../../rules/settlement/readers.ts'
import { createPartner } from '../partners/create.ts'
import { removePartner } from '../partners/remove.ts'
import { updatePartner } from '../partners/update.ts'
import { agencyKind } from './kind.ts'
import { agencyList, readAgency, agencyOptions, responsibles, shortList } from './queries.ts'
import { saveResponsible } from './responsible.ts'

export const agenciesRoutes: Handlers<typeof agencies> = {
  ...settledListOf(agencyList),
  short: listOf(shortList).list,
  options: ({ scope, db }, { query }) => agencyOptions(scope, db, query),
  config: ({ scope, db }, { query }) => responsibles(scope, db, query),
  saveConfig: (context, { body }) => saveResponsible(context, body),
  create: (context, { body }) => createPartner(context, agencyKind, body),
  clone: (context, { body }) => cloneAgency(context, body),
  show: async (context, { params: { id } }) => {
    await settleFirst(context, id)
    return readAgency(context, id)
  },
  update: (context, { params, body }) => updatePartner(context, agencyKind, params.id, body),
  remove: async (context, { params: { id } }) => ({
    id,
    result: (await removePartner(context, agencyKind, id)) ? 'eliminada' : 'desactivada',
  }),
}
