/** Bets configuration of agencies. */
import type { betsConfigurations } from '@contract/bets-configuration.ts'
import type { Handlers } from '../http/context.ts'
import { configurationOf } from './queries.ts'
import { saveConfiguration } from './save.ts'

export const betsConfigurationsRoutes: Handlers<typeof betsConfigurations> = {
  show: ({ scope, db }, { params }) => configurationOf(scope, db, params.agencyId),
  save: (context, { body }) => saveConfiguration(context, body),
}
