/** The tickets and prizes behind a day of a statement: what a figure of sales or prizes is the sum of. */
import type { MovementRow } from '@contract/movement-reports.ts'
import { statementLink } from '@resources/statements/sheet.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import { fixedRange } from '@/kit/values/period-days.ts'

/** Of all below the partner: who answers for others from elsewhere has no such list. */
export function movementLink({
  partner_id,
  day,
  concept,
  currency,
}: Pick<MovementRow, 'partner_id' | 'day' | 'concept' | 'currency'>): string | undefined {
  const target = { choice: fixedRange, query: { from: day, to: day, partner_id, currency } } as const
  if (concept === 'ventas') return ticketsLink(target)
  return concept === 'premios' ? prizesLink(target) : undefined
}

/** Where a week was closed, the statement that told it. */
export function toldLink({
  partner_id,
  day,
  concept,
}: Pick<MovementRow, 'partner_id' | 'day' | 'concept'>): string | undefined {
  return concept === 'cierre' ? statementLink(partner_id, day) : undefined
}
