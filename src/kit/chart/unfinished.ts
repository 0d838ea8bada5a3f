/**
 * What of a course is not whole yet, or never will be: today, and a week or month that the period cuts. Drawn as the
 * rest it would be read as a fall.
 */
import { addDays, daysBetween, type Period } from '@contract/values/dates.ts'

/** The last day of the month that begins on `first`. */
export const monthEnd = (first: string): string => addDays(`${addDays(first, 31).slice(0, 8)}01`, -1)

/** Why days told within a period are not whole, seen from `today`: `en curso`, `3 de 7 días`; undefined where they are. */
export function unfinishedOf(whole: Period, within: Period, today: string): string | undefined {
  const from = whole.from < within.from ? within.from : whole.from
  const to = whole.to > within.to ? within.to : whole.to
  if (from <= today && today <= to) return 'en curso'
  const [told, all] = [daysBetween(from, to), daysBetween(whole.from, whole.to)]
  return told < all ? `${told} de ${all} días` : undefined
}
