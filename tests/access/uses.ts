/** The calls each screen is made of, by its key: whoever opens one must be let in by what it asks. */
import type { Endpoint } from '../../contract/endpoint.ts'
import { accountBalance } from '../../contract/account-balance.ts'
import { accounts } from '../../contract/accounts.ts'
import { accountEntries } from '../../contract/account-entries.ts'
import { agencies } from '../../contract/agencies.ts'
import { alarms } from '../../contract/alarms.ts'
import { distributors } from '../../contract/distributors.ts'
import { analytics } from '../../contract/analytics.ts'
import { auditLog } from '../../contract/audit-log.ts'
import { awardingControl } from '../../contract/awarding-control.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { blockedNumbers } from '../../contract/blocked-numbers.ts'
import { cashConfig } from '../../contract/cash-config.ts'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { cashFunds } from '../../contract/cash-funds.ts'
import { fundMovements } from '../../contract/fund-movements.ts'
import { reloads } from '../../contract/reloads.ts'
import { crossDb } from '../../contract/cross-db.ts'
import { counter } from '../../contract/counter.ts'
import { draws } from '../../contract/draws.ts'
import { externalSales } from '../../contract/external-sales.ts'
import { general } from '../../contract/general.ts'
import { dailyBets } from '../../contract/daily-bets.ts'
import { dailyTerminalPaBets } from '../../contract/daily-terminal-pa-bets.ts'
import { dailySales } from '../../contract/daily-sales.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import { images } from '../../contract/images.ts'
import { incomes } from '../../contract/incomes.ts'
import { kpis } from '../../contract/kpis.ts'
import { locations } from '../../contract/locations.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { openings } from '../../contract/openings.ts'
import { onlineSales } from '../../contract/online-sales.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { partners } from '../../contract/partners.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { payments } from '../../contract/payments.ts'
import { polla } from '../../contract/polla.ts'
import { products } from '../../contract/products.ts'
import { quotas } from '../../contract/quotas.ts'
import { rates } from '../../contract/rates.ts'
import { reports } from '../../contract/reports.ts'
import { salesControl } from '../../contract/sales-control.ts'
import { statements } from '../../contract/statements.ts'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { tickets } from '../../contract/tickets.ts'
import { banking } from '../../contract/banking.ts'
import { clients } from '../../contract/clients.ts'
import { commissions } from '../../contract/commissions.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { network } from '../../contract/network.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { updates } from '../../contract/updates.ts'
import { users } from '../../contract/users.ts'
import { transactions } from '../../contract/transactions.ts'
import { topQuotas } from '../../contract/top-quotas.ts'

/** What the page of an affiliate shows beside its own data. */
const managedRegisters = [
  cashManage.list,
  cashManage.export,
  cashManage.show,
  cashManage.subrows,
  cashManage.approve,
  cashManage.giveBack,
  cashManage.many,
  partners.options,
]
const partnerPage = [
  accountBalance.debt,
  ...Object.values(betsConfigurations.endpoints),
  ...Object.values(commissions.endpoints),
  agencies.list,
  dailySales.list,
  users.list,
]

export const uses: Readonly<Record<string, readonly Pick<Endpoint, 'method' | 'access'>[]>> = {
  'sales-dashboard': [
    ...Object.values(kpis.endpoints),
    accountBalance.ageing,
    alarms.standing,
    draws.list,
    draws.pending,
    partners.options,
    general.products,
  ],
  'bancas-dashboard': [crossDb.figures, crossDb.conns, crossDb.enabled, crossDb.register, crossDb.change, crossDb.end],
  'analytical-dashboard': [...Object.values(analytics.endpoints), partners.options, general.products],
  users: [...Object.values(users.endpoints), partners.options],
  clients: [clients.list, clients.show, clients.create, clients.update, clients.remove, clients.operations],
  'cash-funds': [...Object.values(cashFunds.endpoints), ...Object.values(fundMovements.endpoints), accounts.options],
  'cash-reloads': [...Object.values(reloads.endpoints), cashFunds.options, partners.options],
  'account-entries': [
    accountEntries.list,
    accountEntries.summary,
    accountEntries.ledger,
    accountEntries.create,
    accountEntries.partnersNamed,
    accountEntries.chart,
    partners.options,
    ticketManagement.show,
  ],
  accounts: [
    accounts.list,
    accounts.movements,
    accounts.show,
    accounts.create,
    accounts.update,
    accounts.remove,
    payments.show,
  ],
  'payment-methods': [...Object.values(paymentMethods.endpoints), accounts.options],
  // Limits are set by whoever keeps the registry: their button is not there for others.
  'sales-control': [salesControl.list, salesControl.export, partners.options],
  // Types are the banca's: their button is not there for others.
  rate: [rates.list, rates.export, rates.create, rates.withdraw, rates.inForce, rates.course, rates.types],
  'payment-record': [
    ...Object.values(payments.endpoints),
    paymentMethods.ofPartner,
    accounts.options,
    images.upload,
    partners.options,
  ],
  'transactions-pending': [...Object.values(transactions.endpoints), partners.options],
  'transactions-history': [transactions.list, transactions.export, transactions.summary, partners.options],
  'movement-reports': [movementReports.list, movementReports.listExport, partners.options],
  'account-balance': [
    accountBalance.report,
    accountBalance.reportExport,
    accountBalance.ageing,
    accountBalance.ageingExport,
    accountBalance.closings,
    accountBalance.closingsExport,
    accountBalance.clock,
    accountBalance.clockExport,
    accountBalance.clockedWeeks,
    ...Object.values(openings.endpoints),
    ...Object.values(statements.endpoints),
    partners.options,
  ],
  'general-sales': [...Object.values(reports.endpoints), partners.options, general.products],
  'bets-daily': [
    ...Object.values(dailyBets.endpoints),
    ...Object.values(dailyTerminalPaBets.endpoints),
    partners.options,
    general.products,
  ],
  'daily-sales': [...Object.values(dailySales.endpoints), partners.options, general.products],
  'gross-sales': [...Object.values(grossSales.endpoints), partners.options, general.products],
  'sales-online': [...Object.values(onlineSales.endpoints), partners.options, general.products],
  'external-reports': [...Object.values(externalSales.endpoints), partners.options, general.products],
  'external-reports-config': [
    externalSales.config,
    externalSales.saveConfig,
    externalSales.dictionary,
    general.products,
  ],
  results: [draws.list, manageDraws.results, manageDraws.resultsExport, manageDraws.saveResult, general.products],
  'ticket-consult': [
    ticketReports.consult,
    ticketReports.consultExport,
    ticketReports.played,
    ticketReports.playedExport,
    ticketReports.playedSummary,
    ticketReports.betNumber,
    draws.list,
    ...Object.values(ticketManagement.endpoints),
    images.upload,
    partners.options,
    general.products,
  ],
  'detailed-prize': [
    ticketReports.detailedPrize,
    ticketReports.detailedPrizeExport,
    ticketReports.detailedPrizeSummary,
    ticketManagement.show,
    ticketManagement.refusalPicture,
    partners.options,
    general.products,
  ],
  'banking-config': [
    ...Object.values(banking.endpoints),
    images.upload,
    outcomes.types,
    outcomes.createType,
    outcomes.updateType,
  ],
  commissions: [...Object.values(commissions.endpoints), partners.list, partners.options, general.products],
  'ticket-offices': [
    ...Object.values(ticketOffices.endpoints).filter((call) => call !== ticketOffices.terminal),
    partners.fathers,
    partners.invalidNames,
    partners.options,
  ],
  'top-quotas': [...Object.values(topQuotas.endpoints), general.products],
  affiliates: [
    ...Object.values(distributors.endpoints),
    ...Object.values(network.endpoints),
    ...partnerPage,
    ...Object.values(locations.endpoints),
    partners.directs,
    partners.fathers,
    partners.invalidNames,
    partners.options,
  ],
  agencies: [
    ...Object.values(agencies.endpoints),
    ...partnerPage,
    ticketOffices.list,
    ticketReports.consult,
    ...Object.values(betsConfigurations.endpoints),
    ...Object.values(locations.endpoints),
    partners.fathers,
    partners.invalidNames,
    partners.list,
  ],
  quotas: [
    ...Object.values(quotas.endpoints),
    ...Object.values(betsConfigurations.endpoints),
    partners.list,
    partners.directs,
    partners.options,
    general.products,
  ],
  products: [...Object.values(products.endpoints), images.upload, general.typesBet],
  updates: [
    ...Object.values(updates.endpoints).filter((call) => call !== updates.ask && call !== updates.download),
    partners.options,
  ],
  'manage-draws': [
    draws.list,
    draws.pending,
    manageDraws.saveResult,
    manageDraws.withdraw,
    manageDraws.detail,
    manageDraws.external,
    ...Object.values(awardingControl.endpoints),
    general.products,
  ],
  'logs-reports': Object.values(auditLog.endpoints),
  'blocked-numbers': [
    ...Object.values(blockedNumbers.endpoints),
    ticketReports.betNumber,
    draws.list,
    partners.options,
    general.products,
  ],
  'suspended-draws': [
    ...Object.values(suspendedDraws.endpoints),
    draws.list,
    ticketReports.playedSummary,
    general.products,
  ],
  'agency-incomes': [
    incomes.list,
    incomes.export,
    incomes.show,
    incomes.create,
    incomes.remove,
    incomes.methods,
    outcomes.types,
    outcomes.destinations,
    cashRegisters.current,
    partners.options,
  ],
  'agency-outcomes': [
    outcomes.list,
    outcomes.export,
    outcomes.show,
    outcomes.create,
    outcomes.remove,
    outcomes.methods,
    outcomes.types,
    outcomes.destinations,
    cashRegisters.current,
    partners.options,
  ],
  'agency-cash-config': [
    ...Object.values(cashConfig.endpoints),
    outcomes.types,
    outcomes.createType,
    outcomes.updateType,
  ],
  'office-incomes': [
    ...Object.values(incomes.endpoints),
    cashRegisters.current,
    clients.find,
    outcomes.types,
    partners.options,
  ],
  'office-outcomes': [
    outcomes.list,
    outcomes.create,
    outcomes.update,
    outcomes.remove,
    outcomes.transfer,
    outcomes.destinations,
    outcomes.types,
    outcomes.methods,
    outcomes.transferMethods,
    cashRegisters.current,
    clients.find,
    partners.options,
  ],
  'cash-resume': [cashManage.summary, cashManage.summaryExport, cashManage.resume, partners.options],
  'cash-registers': managedRegisters,
  'cash-prizes': [cashManage.prizes, cashManage.prizesExport, partners.options],
  'cash-audit': [cashManage.audit, cashManage.auditExport, partners.options],
  'agency-cash-register': managedRegisters,
  'office-cash-register': [
    cashRegisters.list,
    cashRegisters.export,
    cashRegisters.current,
    cashRegisters.show,
    cashRegisters.open,
    cashRegisters.count,
    cashRegisters.send,
    cashRegisters.handOver,
    cashRegisters.recalculate,
    partners.options,
  ],
  sell: [
    counter.catalogue,
    counter.quote,
    counter.tickets,
    counter.live,
    tickets.sell,
    tickets.bySerial,
    tickets.pay,
    tickets.refund,
    tickets.annul,
    tickets.reprint,
    clients.find,
    ticketOffices.terminal,
  ],
  polla: [
    polla.list,
    polla.sell,
    ticketOffices.terminal,
    polla.show,
    polla.annul,
    polla.payPrize,
    polla.jackpots,
    tickets.bySerial,
    tickets.refund,
    tickets.reprint,
  ],
  'polla-results': [polla.publicResults],
  'polla-prizes': [
    polla.prizes,
    polla.payPrize,
    polla.show,
    polla.annul,
    polla.jackpots,
    tickets.bySerial,
    tickets.refund,
    tickets.reprint,
  ],
}
