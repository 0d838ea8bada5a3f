/** When and at whose drawers the demo's till moves. */
import type { Currency } from '@contract/values/currency.ts'
import { addDays, dayStart } from '@contract/values/dates.ts'
import type { DrawerPlan } from './till-plan.ts'

export interface TillDays {
  first_day: string
  today: string
  now: Date
  zone: string
}

/** An office with its drawer, and who works at it. */
export interface Drawer extends DrawerPlan {
  office_id: number
  agency_id: number
  currencies: Currency[]
  /** Its own seller, and who decides over it: somebody of its agency, or of the banca. */
  seller: number
  decider: number
}

/** An instant of a day, or the present where it has not come. */
export function instantOf({ today, now, zone }: Omit<TillDays, 'first_day'>, ago: number, clock: string): Date {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const at = Date.parse(dayStart(addDays(today, -ago), zone)) + (hours * 60 + minutes) * 60_000
  return new Date(Math.min(at, now.getTime()))
}
