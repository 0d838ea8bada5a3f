/** What files are called: by the screen that they are taken from, in its own words, and by the days that they are of. */
import { screens } from './screens.ts'

/** A list that is its screen's only one is called as the screen; beside others it is told apart by its own title. */
type Place = string | readonly [screen: string, 'only']

/** The screen of each list that comes as a file, by the list's entity and name. */
const places: Readonly<Record<string, Place>> = {
  'partners.list': ['affiliates', 'only'],
  'distributors.list': 'affiliates',
  'distributors.v1List': 'affiliates',
  'network.book': 'affiliates',
  'network.faults': 'affiliates',
  'network.changes': 'affiliates',
  'agencies.list': ['agencies', 'only'],
  'agencies.short': ['agencies', 'only'],
  'ticketOffices.list': ['ticket-offices', 'only'],
  'users.list': ['users', 'only'],
  'clients.list': ['clients', 'only'],
  'clients.operations': 'clients',
  'commissions.list': ['commissions', 'only'],
  'quotas.list': ['quotas', 'only'],
  'betsConfigurations.list': 'quotas',
  'topQuotas.list': ['top-quotas', 'only'],
  'products.list': ['products', 'only'],
  'accounts.list': ['accounts', 'only'],
  'accounts.movements': 'accounts',
  'paymentMethods.list': ['payment-methods', 'only'],
  'accountEntries.list': 'account-entries',
  'accountEntries.summary': 'account-entries',
  'accountEntries.ledger': 'account-entries',
  'manageDraws.results': ['results', 'only'],
  'suspendedDraws.list': ['suspended-draws', 'only'],
  'blockedNumbers.list': ['blocked-numbers', 'only'],
  'auditLog.list': ['logs-reports', 'only'],
  'auditLog.changed': 'logs-reports',
  'polla.list': ['polla', 'only'],
  'polla.prizes': ['polla-prizes', 'only'],
  'analytics.rows': ['analytical-dashboard', 'only'],
  'salesControl.list': ['sales-control', 'only'],
  'movementReports.list': ['movement-reports', 'only'],
  'rates.list': ['rate', 'only'],
  'payments.list': ['payment-record', 'only'],
  'accountBalance.report': 'account-balance',
  'accountBalance.ageing': 'account-balance',
  'accountBalance.closings': 'account-balance',
  'accountBalance.clock': 'account-balance',
  'statements.lines': 'account-balance',
  'reports.general': ['general-sales', 'only'],
  'grossSales.list': ['gross-sales', 'only'],
  'dailySales.list': ['daily-sales', 'only'],
  'dailyBets.list': ['bets-daily', 'only'],
  'dailyTerminalPaBets.list': 'bets-daily',
  'onlineSales.partner': 'sales-online',
  'onlineSales.product': 'sales-online',
  'onlineSales.summary': 'sales-online',
  'ticketReports.consult': ['ticket-consult', 'only'],
  'ticketReports.played': 'ticket-consult',
  'ticketReports.detailedPrize': ['detailed-prize', 'only'],
  'externalSales.list': ['external-reports', 'only'],
  'externalSales.pending': 'external-reports',
  'externalSales.entries': 'external-reports',
  'externalSales.global': 'external-reports',
  'externalSales.dictionary': 'external-reports-config',
}

/** A text as part of a file's name: without what some system takes in none. */
export const fileText = (text: string): string => text.replace(/[\\/:*?"<>|]/g, '-')

/** How a screen is called where none of its neighbours stands beside it: with its page, or its section where others have such a one. */
function screenName(key: string): string {
  const screen = screens.find((one) => one.key === key)
  if (!screen) throw new Error(`there is no screen ${key}`)
  if (screen.page) return `${screen.page.label}, ${lower(screen.label)}`
  return screen.key.startsWith('polla') ? `Polla, ${lower(screen.label)}` : screen.label
}

const lower = (text: string) => text[0]!.toLowerCase() + text.slice(1)

/**
 * A list's file without its ending and its days: `Ventas generales`, `Clientes, operaciones de un cliente`. Throws for
 * a list that no screen has.
 */
export function listFileName(list: { entity: string; name: string }, title: string): string {
  const place = places[`${list.entity}.${list.name}`]
  if (place === undefined) throw new Error(`no screen has the list ${list.entity}.${list.name}`)
  const screen = screenName(typeof place === 'string' ? place : place[0])
  return fileText(typeof place !== 'string' ? screen : title.startsWith(screen) ? title : `${screen}, ${lower(title)}`)
}

interface Days {
  from?: unknown
  to?: unknown
}

/** The days that a file is of, or the one on which it was made: `2026-11-01 a 2026-11-20`. They sort by time. */
export function fileDays({ from, to }: Days, today: string): string {
  const [first, last] = [from, to].map((day) => (typeof day === 'string' ? day : null))
  if (first && last) return first === last ? first : `${first} a ${last}`
  return first ? `desde ${first}` : last ? `hasta ${last}` : today
}
