/** What the lines of a statement lead to: the tickets and prizes of its week, the day by day, and who is behind it. */
import { screenLink } from '@contract/links.ts'
import type { WeekStatement } from '@contract/statements.ts'
import { addDays } from '@contract/values/dates.ts'
import type { Currency } from '@contract/values/currency.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import { fixedRange } from '@/kit/values/period-days.ts'
import { statementLink, type SheetLine } from './sheet.ts'

/** Sales and prizes of an agency alone: what a distributor answers for is not always below it. */
export function lineLink(
  { partner_id, type, week }: Pick<WeekStatement, 'partner_id' | 'type' | 'week'>,
  currency: Currency,
  { concept }: Pick<SheetLine, 'concept'>,
): string | undefined {
  const query = { from: addDays(week, -6), to: week, partner_id, currency }
  const days = { period: fixedRange, ...query }
  switch (concept) {
    case 'anterior':
      return statementLink(partner_id, addDays(week, -7))
    case 'ventas':
      return type === 'agencia' ? ticketsLink({ choice: fixedRange, query }) : undefined
    case 'premios':
      return type === 'agencia' ? prizesLink({ choice: fixedRange, query }) : undefined
    case 'cobranza':
      return screenLink('account-balance', { ...days, level: 'directos' })
    case 'saldo':
      return undefined
    default:
      return screenLink('movement-reports', days)
  }
}
