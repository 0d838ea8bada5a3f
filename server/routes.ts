/** Every entity of the contract and who answers for it; a missing one does not compile. */
import type { EntityName, entities } from '@contract/index.ts'
import { agenciesRoutes } from './agencies/routes.ts'
import { betsConfigurationsRoutes } from './bets-configurations/routes.ts'
import { drawsRoutes } from './draws/routes.ts'
import { generalRoutes } from './general/routes.ts'
import type { Handlers } from './http/context.ts'
import { kpisRoutes } from './kpis/routes.ts'
import { locationsRoutes } from './locations/routes.ts'
import { partnersRoutes } from './partners/routes.ts'
import { reportsRoutes } from './reports/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { ticketsRoutes } from './tickets/routes.ts'

export const routes = {
  session: sessionRoutes,
  partners: partnersRoutes,
  agencies: agenciesRoutes,
  betsConfigurations: betsConfigurationsRoutes,
  locations: locationsRoutes,
  general: generalRoutes,
  draws: drawsRoutes,
  tickets: ticketsRoutes,
  kpis: kpisRoutes,
  reports: reportsRoutes,
} satisfies { [N in EntityName]: Handlers<(typeof entities)[N]> }
