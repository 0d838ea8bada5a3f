/** Bets configuration of agencies. */
import type { betsConfigurations } from '@contract/bets-configuration.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { configurationOf } from './queries.ts'
import { saveConfiguration } from './save.ts'

export const betsConfigurationsRoutes: Handlers<typeof betsConfigurations> = {
  show: ({ scope, db }, { params }) => configurationOf(scope, db, params.agencyId),
  save: (context, { body }) => saveConfiguration(context, body),
  list: async () => { throw new Problem('unavailable') },
  global: async () => { throw new Problem('unavailable') },
}
