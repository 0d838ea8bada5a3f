/** What the palette finds: accents, capitals and the order of the words do not matter. */
import { addDays } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'

export interface PaletteEntry {
  key: string
  /** What it is: a section of the menu, «Acciones», «Agencia». */
  group: string
  label: string
  /** Beside the label: the page of a tab, a partner's code. */
  hint?: string
  run: () => void
}

/** The entries whose words begin with every word of `text`; those whose label does so come first. */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = fold(text).split(' ').filter(Boolean)
  if (wanted.length === 0) return [...entries]
  const found = entries.filter(({ group, label, hint }) => fits(`${group} ${label} ${hint ?? ''}`, wanted))
  return [...found.filter(({ label }) => fits(label, wanted)), ...found.filter(({ label }) => !fits(label, wanted))]
}

function fits(text: string, wanted: readonly string[]): boolean {
  const words = fold(text).split(/[^\p{L}\p{N}]+/u)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}

const namedDays: Readonly<Record<string, number>> = { hoy: 0, ayer: -1, antier: -2, manana: 1 }

/** `21/11`, `21-11-2026`, without a year the nearest one to today. */
function dayOf(word: string, today: string): string | null {
  const named = namedDays[fold(word)]
  if (named !== undefined) return addDays(today, named)
  const [, date = '', month = '', year] = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}))?$/.exec(word) ?? []
  if (!date) return null
  const years = year ? [Number(year)] : [-1, 0, 1].map((step) => Number(today.slice(0, 4)) + step)
  const days = years
    .map((one) => `${one}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
    .filter((day) => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  return days.sort((one, other) => distance(one) - distance(other))[0] ?? null
}

/**
 * The days whose draws are looked for, and the words for the rest: `lotto 12 ayer`, `lotto 21/11`. Without a day
 * today's come first, then tomorrow's and yesterday's.
 */
export function daysAsked(text: string, today: string): { days: string[]; words: string } {
  const words = text.split(/\s+/).filter(Boolean)
  const at = words.findIndex((word) => dayOf(word, today) !== null)
  if (at < 0) return { days: [today, addDays(today, 1), addDays(today, -1)], words: text }
  return { days: [dayOf(words[at]!, today)!], words: words.filter((_, index) => index !== at).join(' ') }
}
