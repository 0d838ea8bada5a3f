/** Bets configuration of partners: of one with what it inherits, of many, and one setting over a filter. */
import type { betsConfigurations } from '@contract/bets-configurations.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { changeConfigurations } from './global.ts'
import { configurationList } from './list.ts'
import { configurationOf } from './queries.ts'
import { saveConfiguration } from './save.ts'

export const betsConfigurationsRoutes: Handlers<typeof betsConfigurations> = {
  ...listOf(configurationList),
  global: (context, { query, body }) => changeConfigurations(context, body, query.expected_matched_rows),
  show: ({ scope, db }, { params }) => configurationOf(scope, db, params.agencyId),
  save: (context, { body }) => saveConfiguration(context, body),
}
