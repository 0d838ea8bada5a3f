/** What files are called: by the screen that they are taken from, in its own words, and by the days that they are of. */
import { screens } from './screens.ts'

/**
 * A list that is its screen's only one is called as the screen; beside others it is told apart by its own title, which may
 * say by itself what it is of.
 */
type Place = string | readonly [screen: string, 'only' | 'titled']

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
  'accounts.movements': ['accounts', 'titled'],
  'paymentMethods.list': ['payment-methods', 'only'],
  'accountEntries.list': ['account-entries', 'titled'],
  'accountEntries.summary': ['account-entries', 'titled'],
  'accountEntries.ledger': ['account-entries', 'titled'],
  'manageDraws.results': ['results', 'only'],
  'suspendedDraws.list': ['suspended-draws', 'only'],
  'blockedNumbers.list': ['blocked-numbers', 'only'],
  'auditLog.list': ['logs-reports', 'only'],
  'auditLog.changed': 'logs-reports',
  'counter.tickets': 'sell',
  'polla.list': ['polla', 'only'],
  'polla.prizes': ['polla-prizes', 'only'],
  'analytics.rows': ['analytical-dashboard', 'only'],
  'salesControl.list': ['sales-control', 'only'],
  'movementReports.list': ['movement-reports', 'only'],
  'rates.list': ['rate', 'only'],
  'payments.list': ['payment-record', 'only'],
  'cashRegisters.list': ['office-cash-register', 'only'],
  'cashFunds.list': ['cash-funds', 'only'],
  'cashFunds.history': ['cash-funds', 'titled'],
  'fundMovements.list': ['cash-funds', 'titled'],
  'reloads.global': ['cash-reloads', 'only'],
  'reloads.me': ['cash-reloads', 'titled'],
  'cashManage.list': ['cash-registers', 'only'],
  'cashManage.summary': ['cash-resume', 'only'],
  'cashManage.audit': ['cash-audit', 'only'],
  'cashManage.prizes': ['cash-prizes', 'only'],
  'transactions.list': ['transactions-history', 'only'],
  'incomes.list': ['agency-incomes', 'only'],
  'outcomes.list': ['agency-outcomes', 'only'],
  'accountBalance.report': ['account-balance', 'titled'],
  'accountBalance.ageing': ['account-balance', 'titled'],
  'accountBalance.closings': ['account-balance', 'titled'],
  'accountBalance.clock': ['account-balance', 'titled'],
  'statements.lines': ['account-balance', 'titled'],
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
  'updates.list': ['updates', 'only'],
  'updates.offices': 'updates',
  'externalSales.list': ['external-reports', 'only'],
  'externalSales.pending': 'external-reports',
  'externalSales.entries': 'external-reports',
  'externalSales.global': 'external-reports',
  'externalSales.dictionary': 'external-reports-config',
}

/** A text as part of a file's name: without what some system takes in none. */
export const fileText = (text: string): string => text.replace(/[\\/:*?"<>|]/g, '-')

/** Pages whose tabs say what they are without it. */
const unsaid: ReadonlySet<string> = new Set(['Contabilidad'])

/** How a screen is called where none of its neighbours stands beside it: with its page, or its section where others have such a one. */
function screenName(key: string): string {
  const screen = screens.find((one) => one.key === key)
  if (!screen) throw new Error(`there is no screen ${key}`)
  if (screen.page && !unsaid.has(screen.page.label)) return `${screen.page.label}, ${lower(screen.label)}`
  return screen.key.startsWith('polla') ? `Polla, ${lower(screen.label)}` : screen.label
}

const lower = (text: string) => text[0]!.toLowerCase() + text.slice(1)

/** Of whom a name says more than this, a window shows no more of the file's. */
const longestWhose = 40

/**
 * A list's file without its ending and its days: `Ventas generales`, `Clientes, operaciones de un cliente`; of one partner or
 * account with its name, as `of` says: `Movimientos, Agencia Uno`. Throws for a list that no screen has.
 */
export function listFileName(list: { entity: string; name: string }, title: string, of?: string): string {
  const place = places[`${list.entity}.${list.name}`]
  if (place === undefined) throw new Error(`no screen has the list ${list.entity}.${list.name}`)
  const [key, how] = typeof place === 'string' ? [place] : place
  const screen = screenName(key)
  const name =
    how === 'only' ? screen : how === 'titled' || title.startsWith(screen) ? title : `${screen}, ${lower(title)}`
  return fileText(of ? `${name}, ${of.slice(0, longestWhose).trim()}` : name)
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
