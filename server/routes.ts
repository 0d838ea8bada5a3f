/** Every entity of the contract and who answers for it; a missing one does not compile. */
import type { EntityName, entities } from '@contract/index.ts'
import type { Handlers } from './platform/http/context.ts'
import { accountEntriesRoutes } from './entities/account-entries/routes.ts'
import { agenciesRoutes } from './entities/agencies/routes.ts'
import { alarmConfigRoutes } from './entities/alarm-config.ts'
import { alarmsRoutes } from './entities/alarms.ts'
import { analyticsRoutes } from './entities/analytics/routes.ts'
import { awardingControlRoutes } from './entities/awarding-control/routes.ts'
import { betsConfigurationsRoutes } from './entities/bets-configurations/routes.ts'
import { blockedNumbersRoutes } from './entities/blocked-numbers/routes.ts'
import { distributorsRoutes } from './entities/distributors/routes.ts'
import { drawsRoutes } from './entities/draws/routes.ts'
import { counterRoutes } from './entities/counter/routes.ts'
import { dailyBetsRoutes } from './entities/daily-bets.ts'
import { dailySalesRoutes } from './entities/daily-sales.ts'
import { dailyTerminalPaBetsRoutes } from './entities/daily-terminal-pa-bets.ts'
import { externalSalesRoutes } from './entities/external-sales/routes.ts'
import { commissionsRoutes } from './entities/commissions/routes.ts'
import { ticketOfficesRoutes } from './entities/ticket-offices/routes.ts'
import { bankingRoutes } from './entities/banking.ts'
import { movementReportsRoutes } from './entities/movement-reports.ts'
import { salesControlRoutes } from './entities/sales-control/routes.ts'
import { ratesRoutes } from './entities/rates/routes.ts'
import { networkRoutes } from './entities/network/routes.ts'
import { filesRoutes } from './entities/files.ts'
import { firstStepsRoutes } from './entities/first-steps.ts'
import { generalRoutes } from './entities/general/routes.ts'
import { grossSalesRoutes } from './entities/gross-sales.ts'
import { imagesRoutes } from './entities/images/routes.ts'
import { incomesRoutes } from './entities/incomes/routes.ts'
import { kpisRoutes } from './entities/kpis/routes.ts'
import { locationsRoutes } from './entities/locations/routes.ts'
import { manageDrawsRoutes } from './entities/manage-draws/routes.ts'
import { notificationsRoutes } from './entities/notifications.ts'
import { onlineSalesRoutes } from './entities/online-sales/routes.ts'
import { outcomesRoutes } from './entities/outcomes/routes.ts'
import { partnersRoutes } from './entities/partners/routes.ts'
import { auditLogRoutes } from './entities/audit-log.ts'
import { cashFundsRoutes } from './entities/cash-funds/routes.ts'
import { fundMovementsRoutes } from './entities/fund-movements/routes.ts'
import { reloadsRoutes } from './entities/reloads/routes.ts'
import { cashConfigRoutes } from './entities/cash-config.ts'
import { cashManageRoutes } from './entities/cash-manage/routes.ts'
import { cashRegistersRoutes } from './entities/cash-registers/routes.ts'
import { clientsRoutes } from './entities/clients.ts'
import { accountsRoutes } from './entities/accounts.ts'
import { paymentMethodsRoutes } from './entities/payment-methods.ts'
import { paymentsRoutes } from './entities/payments/routes.ts'
import { pollaRoutes } from './entities/polla/routes.ts'
import { productsRoutes } from './entities/products/routes.ts'
import { quotasRoutes } from './entities/quotas/routes.ts'
import { reportsRoutes } from './entities/reports/routes.ts'
import { savedViewsRoutes } from './entities/saved-views/routes.ts'
import { crossDbRoutes } from './entities/cross-db/routes.ts'
import { sessionRoutes } from './entities/session/routes.ts'
import { suspendedDrawsRoutes } from './entities/suspended-draws/routes.ts'
import { ticketManagementRoutes } from './entities/ticket-management/routes.ts'
import { ticketReportsRoutes } from './entities/ticket-reports/routes.ts'
import { ticketsRoutes } from './entities/tickets/routes.ts'
import { openingsRoutes } from './entities/openings/routes.ts'
import { accountBalanceRoutes } from './entities/account-balance/routes.ts'
import { statementsRoutes } from './entities/statements/routes.ts'
import { transactionsRoutes } from './entities/transactions/routes.ts'
import { updatesRoutes } from './entities/updates/routes.ts'
import { usersRoutes } from './entities/users/routes.ts'
import { topQuotasRoutes } from './entities/top-quotas/routes.ts'

export const routes = {
  session: sessionRoutes,
  crossDb: crossDbRoutes,
  partners: partnersRoutes,
  distributors: distributorsRoutes,
  agencies: agenciesRoutes,
  betsConfigurations: betsConfigurationsRoutes,
  locations: locationsRoutes,
  general: generalRoutes,
  draws: drawsRoutes,
  tickets: ticketsRoutes,
  counter: counterRoutes,
  kpis: kpisRoutes,
  alarms: alarmsRoutes,
  alarmConfig: alarmConfigRoutes,
  analytics: analyticsRoutes,
  reports: reportsRoutes,
  grossSales: grossSalesRoutes,
  dailySales: dailySalesRoutes,
  dailyBets: dailyBetsRoutes,
  dailyTerminalPaBets: dailyTerminalPaBetsRoutes,
  onlineSales: onlineSalesRoutes,
  manageDraws: manageDrawsRoutes,
  awardingControl: awardingControlRoutes,
  suspendedDraws: suspendedDrawsRoutes,
  blockedNumbers: blockedNumbersRoutes,
  quotas: quotasRoutes,
  topQuotas: topQuotasRoutes,
  products: productsRoutes,
  images: imagesRoutes,
  clients: clientsRoutes,
  accounts: accountsRoutes,
  paymentMethods: paymentMethodsRoutes,
  payments: paymentsRoutes,
  accountEntries: accountEntriesRoutes,
  auditLog: auditLogRoutes,
  polla: pollaRoutes,
  ticketManagement: ticketManagementRoutes,
  ticketReports: ticketReportsRoutes,
  savedViews: savedViewsRoutes,
  users: usersRoutes,
  notifications: notificationsRoutes,
  files: filesRoutes,
  network: networkRoutes,
  banking: bankingRoutes,
  firstSteps: firstStepsRoutes,
  ticketOffices: ticketOfficesRoutes,
  commissions: commissionsRoutes,
  externalSales: externalSalesRoutes,
  accountBalance: accountBalanceRoutes,
  openings: openingsRoutes,
  statements: statementsRoutes,
  movementReports: movementReportsRoutes,
  rates: ratesRoutes,
  salesControl: salesControlRoutes,
  cashRegisters: cashRegistersRoutes,
  cashConfig: cashConfigRoutes,
  cashManage: cashManageRoutes,
  cashFunds: cashFundsRoutes,
  fundMovements: fundMovementsRoutes,
  reloads: reloadsRoutes,
  incomes: incomesRoutes,
  outcomes: outcomesRoutes,
  transactions: transactionsRoutes,
  updates: updatesRoutes,
} satisfies { [N in EntityName]: Handlers<(typeof entities)[N]> }
