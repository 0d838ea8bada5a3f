/** Every entity of the product. A server without a handler for one of them does not compile. */
import { accountBalance } from './account-balance.ts'
import { accountEntries } from './account-entries.ts'
import { accounts } from './accounts.ts'
import { agencies } from './agencies.ts'
import { alarmConfig } from './alarm-config.ts'
import { alarms } from './alarms.ts'
import { analytics } from './analytics.ts'
import { betsConfigurations } from './bets-configurations.ts'
import type { Endpoint } from './endpoint.ts'
import { awardingControl } from './awarding-control.ts'
import { auditLog } from './audit-log.ts'
import { blockedNumbers } from './blocked-numbers.ts'
import { counter } from './counter.ts'
import { distributors } from './distributors.ts'
import { draws } from './draws.ts'
import { manageDraws } from './manage-draws.ts'
import { statements } from './statements.ts'
import { suspendedDraws } from './suspended-draws.ts'
import { firstStepCalls } from './first-steps.ts'
import { externalSales } from './external-sales.ts'
import { files } from './files.ts'
import { fundMovements } from './fund-movements.ts'
import { general } from './general.ts'
import { dailyBets } from './daily-bets.ts'
import { dailySales } from './daily-sales.ts'
import { dailyTerminalPaBets } from './daily-terminal-pa-bets.ts'
import { grossSales } from './gross-sales.ts'
import { images } from './images.ts'
import { incomes } from './incomes.ts'
import { kpis } from './kpis.ts'
import { locations } from './locations.ts'
import { cashFunds } from './cash-funds.ts'
import { cashConfig } from './cash-config.ts'
import { cashManage } from './cash-manage.ts'
import { cashRegisters } from './cash-registers.ts'
import { clients } from './clients.ts'
import { commissions } from './commissions.ts'
import { ticketOffices } from './ticket-offices.ts'
import { banking } from './banking.ts'
import { movementReports } from './movement-reports.ts'
import { rates } from './rates.ts'
import { salesControl } from './sales-control.ts'
import { network } from './network.ts'
import { notifications } from './notifications.ts'
import { onlineSales } from './online-sales.ts'
import { openings } from './openings.ts'
import { outcomes } from './outcomes.ts'
import { partners } from './partners.ts'
import { paymentMethods } from './payment-methods.ts'
import { payments } from './payments.ts'
import { polla } from './polla.ts'
import { products } from './products.ts'
import { quotas } from './quotas.ts'
import { topQuotas } from './top-quotas.ts'
import { reloads } from './reloads.ts'
import { reports } from './reports.ts'
import { savedViews } from './saved-views.ts'
import { crossDb } from './cross-db.ts'
import { session } from './session.ts'
import { ticketReports } from './ticket-reports.ts'
import { transactions } from './transactions.ts'
import { updates } from './updates.ts'
import { users } from './users.ts'
import { tickets } from './tickets.ts'
import { ticketManagement } from './ticket-management.ts'

export const entities = {
  session,
  crossDb,
  partners,
  distributors,
  agencies,
  betsConfigurations,
  quotas,
  topQuotas,
  products,
  images,
  locations,
  general,
  draws,
  manageDraws,
  suspendedDraws,
  awardingControl,
  blockedNumbers,
  tickets,
  counter,
  ticketManagement,
  clients,
  accounts,
  paymentMethods,
  payments,
  accountEntries,
  auditLog,
  polla,
  kpis,
  alarms,
  alarmConfig,
  analytics,
  reports,
  grossSales,
  dailySales,
  dailyBets,
  dailyTerminalPaBets,
  onlineSales,
  ticketReports,
  savedViews,
  banking,
  firstSteps: firstStepCalls,
  ticketOffices,
  commissions,
  users,
  network,
  notifications,
  files,
  externalSales,
  accountBalance,
  openings,
  statements,
  movementReports,
  salesControl,
  rates,
  cashRegisters,
  cashConfig,
  cashManage,
  cashFunds,
  fundMovements,
  reloads,
  incomes,
  outcomes,
  transactions,
  updates,
} as const
export type EntityName = keyof typeof entities
/** `tickets.sell`: a call by its entity's name and its own. */
export type CallName = { [E in EntityName]: `${E}.${keyof (typeof entities)[E]['endpoints'] & string}` }[EntityName]

/** All endpoints with the name of their entity and their own. */
export function everyEndpoint(): { entity: EntityName; name: string; endpoint: Endpoint }[] {
  return Object.entries(entities).flatMap(([entity, { endpoints }]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({
      entity: entity as EntityName,
      name,
      endpoint: endpoint as Endpoint,
    })),
  )
}
