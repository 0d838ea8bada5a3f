/** What a row of the balance leads to: those below it, the tickets and prizes behind its figures, and its closed weeks. */
import type { accountBalance, KeptReason, OwedRow } from '@contract/account-balance.ts'
import { screenLink } from '@contract/links.ts'
import type { Currency } from '@contract/values/currency.ts'
import { statementLink } from '@resources/statements/sheet.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import type { Drill } from '@/kit/screen/report-rows.tsx'
import type { FiltersOf } from '@/kit/table/query.ts'
import type { PeriodChoice } from '@/kit/values/period-days.ts'

type Query = FiltersOf<typeof accountBalance.report>
type Linked = Pick<OwedRow, 'key' | 'type' | 'currency' | 'has_children'>

const below = ({ key, type, has_children }: Linked) =>
  type === 'distribuidor' && has_children ? { filters: { partner_id: Number(key), level: 'directos' as const } } : null

/** A distributor's dependants; of an agency there is nothing below but offices, which owe nothing by themselves. */
export function balanceDrill(row: Linked): Drill<typeof accountBalance.report> | null {
  return below(row)
}

/** The same by age. */
export const ageingDrill = (row: Linked): Drill<typeof accountBalance.ageing> | null => below(row)

/** Movement by movement, of the last month. */
export function movementsLink(partner_id: number, currency: Currency): string {
  return screenLink('movement-reports', { period: '30d', partner_id, currency })
}

/** What a partner owes by its age, in a currency or in all. */
export function ageingLink(of: { partner_id?: number | undefined; level?: string; currency?: Currency }): string {
  return screenLink('account-balance', { view: 'antiguedad', ...of })
}

/** Of an agency alone: what a distributor answers for is not always below it. */
function behind({ key, type, currency }: Linked, { from, to }: Query, choice: PeriodChoice) {
  return type === 'agencia' ? { choice, query: { from, to, partner_id: Number(key), currency } } : undefined
}

/** One ticket at a time. */
export function ticketsBehind(row: Linked, query: Query, choice: PeriodChoice): string | undefined {
  const target = behind(row, query, choice)
  return target && ticketsLink(target)
}

/** One prize at a time. */
export function prizesBehind(row: Linked, query: Query, choice: PeriodChoice): string | undefined {
  const target = behind(row, query, choice)
  return target && prizesLink(target)
}

/** Its closed weeks of the last month. */
export function closedLink({ key, currency }: Linked): string {
  return screenLink('account-balance', {
    view: 'semanas',
    period: '30d',
    partner_id: Number(key),
    currency,
  })
}

/** The statement of the week through which it is closed. */
export function lastToldLink({ key, closed_through }: Pick<OwedRow, 'key' | 'closed_through'>): string | undefined {
  return closed_through === null ? undefined : statementLink(Number(key), closed_through)
}

/** Where that is mended which keeps a partner's week open, of that partner or week; of one that is closed there is nothing. */
export function mendLink(
  { problem, partner_id, day }: { problem: KeptReason; partner_id: number; day: string | null },
  week: string,
): string | undefined {
  switch (problem) {
    case 'week_pending':
      return screenLink('manage-draws', { day: day ?? week, pending: true })
    case 'week_review':
      return screenLink('external-reports', { state: 'por_revisar', period: '90d' })
    case 'week_below':
      return screenLink('account-balance', { partner_id, level: 'directos' })
    case 'week_not_next':
      return screenLink('account-balance', { view: 'semanas', period: '90d', partner_id })
    case 'week_closed':
      return undefined
  }
}
