/** Rows of a report as places along an axis: what they are called there, and which of them are not whole. */
import { addDays, weekday, type Period } from '@contract/values/dates.ts'
import { distinctNames } from '../chart/names.ts'
import { monthEnd, unfinishedOf } from '../chart/unfinished.ts'

/** More columns than this cannot be told apart by eye. */
export const largestRows = 12
/** Characters that the axis of a wide drawing has room for. */
const axisRoom = 126

/** Labels share the width of the axis: the fewer rows, the longer their names may be. A day is told by day and month. */
export function labelsOf(names: readonly string[], isCourse: boolean, room = axisRoom): string[] {
  if (isCourse) return names.map((name) => name.replace(dayName, '$1/$2'))
  return distinctNames(names, Math.max(8, Math.floor(room / Math.max(1, names.length))))
}

/** Where a day is what a row is called. */
const dayName = /^(\d\d)\/(\d\d)\/(\d{4})$/

/** The days that a row of a course stands for, by its column; null of a day of the week or an hour, which stand for none. */
function daysOfRow(course: string, value: string): Period | null {
  const named = dayName.exec(value)
  if (named) return daysOfRow('day', `${named[3]}-${named[2]}-${named[1]}`)
  if (course === 'day') return { from: value, to: value }
  if (course === 'week') return { from: value, to: addDays(value, 6) }
  if (course !== 'month') return null
  const first = `${value.slice(3)}-${value.slice(0, 2)}-01`
  return { from: first, to: monthEnd(first) }
}

/** Why a row of a course is not of all its days, as it would be read as a fall otherwise. */
export function unfinishedRow(course: string, value: string, asked: Period, today: string): string | undefined {
  const isToday = asked.from <= today && today <= asked.to && value === String(weekday(today))
  if (course === 'weekday') return isToday ? 'con hoy, en curso' : undefined
  const days = daysOfRow(course, value)
  return days ? unfinishedOf(days, asked, today) : undefined
}
