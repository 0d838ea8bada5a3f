/** Every entity of the contract and who answers for it; a missing one does not compile. */
import type { EntityName, entities } from '@contract/index.ts'
import type { Handlers } from './http/context.ts'
import { agenciesRoutes } from './agencies/routes.ts'
import { awardingControlRoutes } from './awarding-control/routes.ts'
import { betsConfigurationsRoutes } from './bets-configurations/routes.ts'
import { blockedNumbersRoutes } from './blocked-numbers/routes.ts'
import { drawsRoutes } from './draws/routes.ts'
import { generalRoutes } from './general/routes.ts'
import { imagesRoutes } from './images/routes.ts'
import { kpisRoutes } from './kpis/routes.ts'
import { locationsRoutes } from './locations/routes.ts'
import { manageDrawsRoutes } from './manage-draws/routes.ts'
import { partnersRoutes } from './partners/routes.ts'
import { pollaRoutes } from './polla/routes.ts'
import { productsRoutes } from './products/routes.ts'
import { regularQuotasRoutes } from './regular-quotas/routes.ts'
import { reportsRoutes } from './reports/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { suspendedDrawsRoutes } from './suspended-draws/routes.ts'
import { ticketManagementRoutes } from './ticket-management/routes.ts'
import { ticketReportsRoutes } from './ticket-reports/routes.ts'
import { ticketsRoutes } from './tickets/routes.ts'
import { topQuotasRoutes } from './top-quotas/routes.ts'

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
  manageDraws: manageDrawsRoutes,
  awardingControl: awardingControlRoutes,
  suspendedDraws: suspendedDrawsRoutes,
  blockedNumbers: blockedNumbersRoutes,
  regularQuotas: regularQuotasRoutes,
  topQuotas: topQuotasRoutes,
  products: productsRoutes,
  images: imagesRoutes,
  polla: pollaRoutes,
  ticketManagement: ticketManagementRoutes,
  ticketReports: ticketReportsRoutes,
} satisfies { [N in EntityName]: Handlers<(typeof entities)[N]> }
