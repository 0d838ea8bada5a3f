/** The tickets and prizes behind a day of a statement: what a figure of sales or prizes is the sum of. */
import type { MovementRow, movementReports } from '@contract/movement-reports.ts'
import { statementLink } from '@resources/statements/sheet.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import type { FiltersOf } from '@/kit/table/query.ts'
import { fixedRange } from '@/kit/values/period-days.ts'

type Query = FiltersOf<typeof movementReports.list>

/** Of all below the partner: who answers for others from elsewhere has no such list. */
export function movementLink(
  { day, concept, currency }: Pick<MovementRow, 'day' | 'concept' | 'currency'>,
  { partner_id }: Pick<Query, 'partner_id'>,
): string | undefined {
  const target = { choice: fixedRange, query: { from: day, to: day, partner_id, currency } } as const
  if (concept === 'ventas') return ticketsLink(target)
  return concept === 'premios' ? prizesLink(target) : undefined
}

/** Where a week was closed, the statement that told it. */
export function toldLink(
  { day, concept }: Pick<MovementRow, 'day' | 'concept'>,
  { partner_id }: Pick<Query, 'partner_id'>,
): string | undefined {
  return concept === 'cierre' && partner_id !== undefined ? statementLink(partner_id, day) : undefined
}
