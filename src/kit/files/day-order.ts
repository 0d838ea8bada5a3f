/** In which order a whole file writes its days: what one day leaves open, the others mostly tell. */
import { DayOrders, readDay, splitMoment, type DayOrder } from '@contract/values/reading.ts'

export interface DaysRead {
  /** Null where both orders read the file and to different days: a person says which. */
  order: DayOrder | null
  /** Some are dates of a spreadsheet, others text it did not understand: it may have turned day and month around. */
  mixed: boolean
  /** One that reads two ways. */
  example: string | null
  /** A day over twelve says it for all: nobody is asked. */
  told: boolean
  /** Days over twelve say both. */
  contradict: boolean
}

/** Days that may be meant lie between `earliest` and `latest`; the others say that the order is another. */
export function daysRead(
  texts: readonly string[],
  { earliest, latest }: { earliest: string; latest: string },
): DaysRead {
  const written = [...new Set(texts.map((text) => splitMoment(text).day))].filter(Boolean)
  const within = (text: string, order: DayOrder) => {
    const day = readDay(text, order)
    return day !== null && day >= earliest && day <= latest
  }
  const differ = written.filter((text) => readDay(text, 'dmy') !== readDay(text, 'mdy'))
  const [only_dmy, only_mdy] = [
    differ.filter((text) => within(text, 'dmy') && !within(text, 'mdy')),
    differ.filter((text) => within(text, 'mdy') && !within(text, 'dmy')),
  ]
  const said = new DayOrders()
  for (const text of written) said.add(text)
  const order: DayOrder | null =
    said.order ??
    (differ.length === 0 || (only_dmy.length > 0 && only_mdy.length === 0)
      ? 'dmy'
      : only_mdy.length > 0 && only_dmy.length === 0
        ? 'mdy'
        : null)
  const figures = written.filter((text) => /^\d{1,2}\D\d{1,2}\D\d{2,4}$/.test(text))
  const mixed = figures.length > 0 && written.some((text) => /^\d{4}-/.test(text))
  const example = differ.find((text) => within(text, 'dmy') && within(text, 'mdy')) ?? differ[0] ?? null
  return { order, mixed, example, told: said.order !== null, contradict: said.contradict }
}
