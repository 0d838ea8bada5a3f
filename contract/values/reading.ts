/**
 * Days and hours as people and programs write them in files: read where they are clear, null where they are
 * not. A day whose order nobody can see (`05/11/2026`) is read by the order that is said.
 */
import { amountOfFigures, takeApart, type NumberStyle } from './amount-text.ts'
import type { Currency } from './currency.ts'
import { inZone, isDay } from './dates.ts'
import { amountOfNumber } from './money.ts'
import { fold } from './text.ts'

/** Which comes first where a day is written in figures and its year last. */
export const dayOrders = ['dmy', 'mdy'] as const
export type DayOrder = (typeof dayOrders)[number]

/** In Spanish and English, by three letters. */
const months = ['ene jan', 'feb', 'mar', 'abr apr', 'may', 'jun', 'jul', 'ago aug', 'sep set', 'oct', 'nov', 'dic dec']
const weekdays = /^(lu|ma|mi|ju|vi|sa|do|mo|tu|we|th|fr|su)[a-z]*[.,]*\s+(?=\S*\d)/

/** `11`, `nov`, `noviembre` as 11; null for none. */
export function readMonth(text: string): number | null {
  const word = fold(text)
  if (/^\d{1,2}$/.test(word)) return Number(word) >= 1 && Number(word) <= 12 ? Number(word) : null
  const at = /^[a-z]{3,10}\.?$/.test(word)
    ? months.findIndex((names) => names.split(' ').includes(word.slice(0, 3)))
    : -1
  return at < 0 ? null : at + 1
}

/** Day, month and year as text, as a calendar day; null when there is none such. A year of two figures is of this century. */
export function dayFromParts(date: string, month: string, year: string): string | null {
  const number = readMonth(month)
  if (number === null || !/^\d{1,2}$/.test(date) || !/^(\d{2}|\d{4})$/.test(year)) return null
  const day = `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** `2026-11-20`, `20/11/2026`, `20-11-26`, `20 de noviembre de 2026`, `vie. 20-nov-2026`, `20261120`. */
export function readDay(text: string, order: DayOrder = 'dmy'): string | null {
  const word = fold(text).replace(weekdays, '')
  const year_first =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(word) ?? /^((?:19|20)\d{2})()(\d{2})(\d{2})$/.exec(word)
  if (year_first) return dayFromParts(year_first[4]!, year_first[3]!, year_first[1]!)
  const figures = /^(\d{1,2})\s*([-/. ])\s*(\d{1,2})\s*\2\s*(\d{2}|\d{4})$/.exec(word)
  if (figures) {
    const [, first = '', , second = '', year = ''] = figures
    return order === 'dmy' ? dayFromParts(first, second, year) : dayFromParts(second, first, year)
  }
  const named = /^(\d{1,2})[-/. ]*(?:de )?([a-z]{3,10})[-/., ]*(?:del? )?(\d{4}|\d{2})$/.exec(word)
  if (named) return dayFromParts(named[1]!, named[2]!, named[3]!)
  const english = /^([a-z]{3,10})\.? (\d{1,2}),? (\d{4})$/.exec(word)
  return english ? dayFromParts(english[2]!, english[1]!, english[3]!) : null
}

/** The only order in which figures are a day of the calendar (`23/11/2026` is day first); null where both or neither reads them. */
function dayOrderOf(text: string): DayOrder | null {
  const [dmy, mdy] = [readDay(text, 'dmy'), readDay(text, 'mdy')]
  return (dmy === null) === (mdy === null) ? null : dmy === null ? 'mdy' : 'dmy'
}

/** What the days of a file say of their order, one after the other: a single one over twelve tells it for all. */
export class DayOrders {
  private said = new Set<DayOrder>()

  add(text: string): void {
    if (this.said.size === dayOrders.length) return
    const order = dayOrderOf(text)
    if (order !== null) this.said.add(order)
  }

  /** Null where no day tells it, and where two tell different ones (`contradict`). */
  get order(): DayOrder | null {
    return this.said.size === 1 ? [...this.said][0]! : null
  }

  get contradict(): boolean {
    return this.said.size === dayOrders.length
  }
}

/** `13:05`, `13:05:00`, `1:05 pm`, `1 p. m.`, `13h05`, `13:05 hrs` as `13:05`; `12:45 m` is noon and 45 minutes. */
export function readTime(text: string): string | null {
  const written =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:[.,]\d+)?)?\s*(?:([ap])\s?\.?\s?m\b\.?|(m)\b\.?|h(?:rs?|s)?\b\.?)?$/.exec(
      fold(text),
    )
  if (!written) return null
  const [, hours = '', minutes, half, noon] = written
  const hour = Number(hours)
  if (hour > 23 || Number(minutes ?? '0') > 59 || (minutes === undefined && !half && !noon)) return null
  if ((noon && hour !== 12) || (half === 'a' && hour > 12)) return null
  const of24 = half ? (hour > 12 ? hour : (hour % 12) + (half === 'p' ? 12 : 0)) : hour
  return `${String(of24).padStart(2, '0')}:${minutes ?? '00'}`
}

/** A date with its hour behind it, apart: `20/11/2026 1:05 pm`, `2026-11-20T13:05`. The hour is empty where there is none. */
export function splitMoment(text: string): { day: string; time: string } {
  const written = /^(.*\d)(?:T|,?\s+)(\d{1,2}(?:[:.h]\d{2}.*|\s*[ap]\s?\.?\s?m\b\.?))$/i.exec(text.trim())
  return written && readTime(written[2]!) ? { day: written[1]!, time: written[2]! } : { day: text.trim(), time: '' }
}

const withOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** An instant that says how far from Greenwich its clock is. */
export function isInstant(text: string): boolean {
  return withOffset.test(text) && !Number.isNaN(Date.parse(text))
}

/**
 * Day and hour of a line: of two fields, or of a date that carries its hour. An instant with its offset is read by
 * the clock of `zone`; all else is a clock's time already. What is not understood is null.
 */
export function readMoment(
  day: string,
  time: string,
  zone: string,
  order: DayOrder = 'dmy',
): { day: string | null; time: string | null } {
  if (time === '' && isInstant(day)) {
    const at = inZone(new Date(day), zone)
    return { day: at.day, time: at.time.slice(0, 5) }
  }
  const apart = splitMoment(day)
  // A spreadsheet's hour may come with a day of 1899 before it.
  const hour = time === '' ? apart.time : splitMoment(time).time || time
  return { day: readDay(apart.day, order), time: readTime(hour) }
}

/**
 * An amount as a file has it, by the style that is said of the file: `1.234` is 1234.00 in es-VE and no amount in
 * the other. A number of a spreadsheet comes as one and is read to the cent. A hyphen alone is zero, as ledgers
 * write it; parentheses are a minus. Null where the style does not read it, or where it says another currency than
 * `of`, the line's own: nothing is guessed. Of a line whose currency is not known (null) any is let through.
 */
export function readWrittenAmount(written: string | number, style: NumberStyle, of: Currency | null): string | null {
  if (typeof written === 'number') return amountOfNumber(written)
  if (/^[-–−]$/.test(written.trim())) return '0.00'
  const apart = takeApart(written)
  if (apart === null || (of !== null && apart.currencies?.includes(of) === false)) return null
  const amount = amountOfFigures(apart.figures, style)
  return amount !== null && apart.negative && /[1-9]/.test(amount) ? `-${amount}` : amount
}

/** Days of a spreadsheet are counted from here; a February 29 of 1900 that never was is among them. */
const firstSerial = Date.UTC(1899, 11, 30)
/** 1980 to 2099: what is no day of a sale is no day. */
const serials = { from: 29_221, to: 73_050 }

/** A spreadsheet's day number, with its hour behind the point, as a calendar day; null for what is none. */
export function dayOfSheetNumber(serial: number): string | null {
  if (!Number.isFinite(serial) || serial < serials.from || serial > serials.to) return null
  return new Date(firstSerial + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
}
