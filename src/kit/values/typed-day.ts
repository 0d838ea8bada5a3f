/** A day or an hour as people type it into a field: what it means, or why it is not taken. */
import { formatDay, isDay } from '@contract/values/dates.ts'
import { readDay, readTime } from '@contract/values/reading.ts'

/** As the field writes it, or why not. */
export type TypedDay = { text: string } | { fault: string }

interface DayLimits {
  /** The first and the last day that may be chosen. */
  first?: string | undefined
  last?: string | undefined
}

/** `1/2/26`, `1-2-2026`, `01022026`, `010226`, `2026-02-01`, `1 de febrero de 2026` as `2026-02-01`: the day first, as here. */
export function dayTyped(text: string): string | null {
  const figures = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text.trim())
  const [, date = '', month = '', year = ''] = figures ?? []
  return (figures && readDay(`${date}/${month}/${year}`)) ?? readDay(text)
}

/** A typed day as `DD/MM/YYYY`, or why it is none. */
export function typedDay(text: string, { first, last }: DayLimits = {}): TypedDay {
  const day = dayTyped(text)
  if (day === null) return { fault: whyNot(text.trim()) }
  if (!isDay(day) || day < '1900' || day > '2200') return { fault: 'el año va de 1900 a 2199' }
  if (first !== undefined && day < first) return { fault: `debe ser el ${formatDay(first)} o después` }
  if (last !== undefined && day > last) return { fault: `debe ser el ${formatDay(last)} o antes` }
  return { text: formatDay(day) }
}

function whyNot(text: string): string {
  if (/^\d{1,2}[-/. ]+\d{1,2}[-/. ]*$/.test(text)) return 'falta el año; escríbalo como 01/02/2026'
  if (/^(\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}|\d{4}[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{6}|\d{8})$/.test(text))
    return 'ese día no existe en el calendario'
  return 'no es una fecha; escríbala como 01/02/2026'
}

/** A typed hour as `HH:MM`, or why it is none. */
export function typedTime(text: string): TypedDay {
  const bare = /^(\d{1,2})(\d{2})?$/.exec(text.trim())
  const time = readTime(bare ? `${bare[1]}:${bare[2] ?? '00'}` : text)
  return time === null ? { fault: 'no es una hora; escríbala como 13:05' } : { text: time }
}
