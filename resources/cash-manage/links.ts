/** Where the registers behind a figure are. */
import { screenLink } from '@contract/links.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { RegisterState } from '@contract/cash-registers.ts'
import { fixedRange, periodIn, type PeriodChoice } from '@/kit/values/period-days.ts'

interface Behind {
  choice: PeriodChoice
  days: { from: string; to: string }
  currency: Currency
  partner_id?: number | undefined
  state?: RegisterState | undefined
  differs?: 'falta' | 'sobra' | undefined
}

export function registersLink({ choice, days, ...filters }: Behind): string {
  return screenLink('cash-registers', { ...periodIn(choice, days), ...filters })
}

/** One register. */
export const registerLink = (register_id: number): string => `${screenLink('cash-registers')}/${register_id}`

/** What was sold on a day in an office. */
export const soldThatDay = (office_id: number, day: string, currency: Currency): string =>
  screenLink('ticket-consult', { ...periodIn(fixedRange, { from: day, to: day }), partner_id: office_id, currency })
