/** Agencies. */
import type { agencies } from '@contract/agencies.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { cloneAgency } from './clone.ts'
import { createAgency } from './create.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { agencyList, agencyOf, agencyOptions, responsibles, shortList } from './queries.ts'
import { removeAgency } from './remove.ts'
import { saveResponsible } from './responsible.ts'
import { updateAgency } from './update.ts'

export const agenciesRoutes: Handlers<typeof agencies> = {
  ...listOf(agencyList),
  short: listOf(shortList).list,
  options: ({ scope, db }, { query }) => agencyOptions(scope, db, query),
  config: ({ scope, db }, { query }) => responsibles(scope, db, query),
  saveConfig: (context, { body }) => saveResponsible(context, body),
  create: (context, { body }) => createAgency(context, body),
  clone: (context, { body }) => cloneAgency(context, body),
  show: (context, { params }) => agencyOf(context, params.id),
  update: (context, { params, body }) => updateAgency(context, params.id, body),
  remove: (context, { params }) => removeAgency(context, params.id),
}
