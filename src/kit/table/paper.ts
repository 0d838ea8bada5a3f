/**
 * A list on paper holds all its rows as filtered, not the page on screen. They are read before the browser is asked to
 * print, since its own event waits for nothing.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pageLimits, type Answer, type Arguments } from '@contract/endpoint.ts'
import { useToasts } from '@providers/notifications.ts'
import { useReadOnce } from '@providers/queries.ts'
import type { Filters } from './export-question.ts'
import type { PagedEndpoint, RowOf } from './query.ts'

/** About eighty sheets. More is nothing that anybody reads on paper, and is offered as a file. */
export const paperRows = 3_000

/** How often rows that moved between two parts are read anew before they are printed as they came. */
const readings = 3

/** All rows of a list, and the answer that the last of them came with, which has the sums. */
export interface Paper<E extends PagedEndpoint> {
  answer: Answer<E>
  rows: RowOf<E>[]
  /** Something was sold while the parts were read, each time: the sums may be of other rows by a little. */
  moved: boolean
}

interface PageAnswer<Row> {
  data: Row[]
  total: number
  totals?: unknown
}

/** Every page of the list. `tooMany` when there is more than fits on paper. */
async function readAll<Row>(
  read: (page: number) => Promise<PageAnswer<Row>>,
): Promise<{ tooMany: number } | { answer: PageAnswer<Row>; rows: Row[]; moved: boolean }> {
  for (let reading = 1; ; reading += 1) {
    const first = await read(1)
    if (first.total > paperRows) return { tooMany: first.total }
    const rows = [...first.data]
    let answer = first
    for (let page = 2; rows.length < answer.total && answer.data.length > 0; page += 1) {
      answer = await read(page)
      rows.push(...answer.data)
    }
    const moved =
      rows.length !== first.total ||
      JSON.stringify([first.total, first.totals]) !== JSON.stringify([answer.total, answer.totals])
    if (!moved || reading === readings) return { answer, rows, moved }
  }
}

/**
 * Prints a list: `print` reads its rows as `query` says, shows them to the browser as `paper` and opens its dialog.
 * `tooMany` is how many there are where they are more than fit; `close` takes that back.
 */
export function usePaper<E extends PagedEndpoint>(list: E, query: () => Filters | null) {
  const read = useReadOnce(list)
  const toasts = useToasts()
  const [paper, setPaper] = useState<Paper<E> | null>(null)
  const [reading, setReading] = useState(false)
  const [tooMany, setTooMany] = useState(0)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    // Not when `print` returns: not every browser waits there until its dialog is closed.
    const printed = () => setPaper(null)
    window.addEventListener('afterprint', printed)
    return () => {
      alive.current = false
      window.removeEventListener('afterprint', printed)
    }
  }, [])
  const print = useCallback(async () => {
    const asked = query()
    if (!asked) return
    setReading(true)
    try {
      const page = (number: number) => {
        const whole = { ...asked, page: number, per_page: pageLimits.largest }
        return read((list.body ? { body: whole } : { query: whole }) as Arguments<E>)
      }
      const all = await readAll(page as (number: number) => Promise<PageAnswer<RowOf<E>>>)
      if (!alive.current) return
      if ('tooMany' in all) setTooMany(all.tooMany)
      else {
        flushSync(() => setPaper(all as unknown as Paper<E>))
        window.print()
      }
    } catch (error) {
      if (alive.current) toasts.error(error)
    } finally {
      if (alive.current) setReading(false)
    }
  }, [list, query, read, toasts])
  return { paper, reading, tooMany, print, close: () => setTooMany(0) }
}
