/**
 * The rows that lists show at the moment, for what stands over one of them: a drawer goes on to the next row without
 * closing, over the borders of pages too. A list tells what it shows; a drawer finds its row in it.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PagedEndpoint } from './query.ts'

/** A list as it stands on the screen. */
export interface ShownRows {
  list: PagedEndpoint
  rows: readonly unknown[]
  page: number
  per_page: number
  total: number
  /** The rows are those of the page: none of the page before it, while this one loads. */
  fresh: boolean
  toPage: (page: number) => void
}

let shown: readonly ShownRows[] = []
const watchers = new Set<() => void>()

function setShown(next: readonly ShownRows[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}

function watchShown(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Tells what a list shows; nothing while it has no rows. */
export function useTellRows(
  endpoint: PagedEndpoint,
  own_rows: readonly unknown[] | undefined,
  at: Omit<ShownRows, 'list' | 'rows'>,
): void {
  const listed = own_rows && own_rows.length > 0 ? { ...at, list: endpoint, rows: own_rows } : null
  const own = useRef<ShownRows | null>(null)
  const latest = useRef(listed)
  useEffect(() => {
    latest.current = listed
  })
  const { list, rows, page, per_page, total, fresh } = listed ?? {}
  useEffect(() => {
    const others = shown.filter((one) => one !== own.current)
    // Its page is turned in the address as it is by then.
    own.current = listed && { ...listed, toPage: (to) => latest.current?.toPage(to) }
    setShown(own.current ? [...others, own.current] : others)
    // oxlint-disable-next-line react/exhaustive-deps -- what is told is these parts of it
  }, [list, rows, page, per_page, total, fresh])
  useEffect(() => () => setShown(shown.filter((one) => one !== own.current)), [])
}

/** How a drawer knows its row again, and opens another in its place. */
export interface RowsOf {
  /** The list, where only one holds such rows. */
  list?: PagedEndpoint
  /** What tells one record from another; rows of one record are one stop of the way. `undefined` where a row opens nothing. */
  idOf: (row: unknown) => string | number | undefined
  /** The record that is open. */
  id: string | number | undefined
  open: (row: unknown) => void
}

type Step = 1 | -1

/** The way along the rows from the one that is open. */
export interface RowWalk {
  /** From 1, over all pages; `null` where the row has left the list meanwhile. */
  position: number | null
  total: number
  /** `null` at an end of the list. Pressed again before the row has come, it goes on from there. */
  previous: (() => void) | null
  next: (() => void) | null
  /** The page of the row that was asked for is on its way. */
  busy: boolean
  /** A step by its key, at an end as well. */
  go: (step: Step) => void
}

/** The first row from `from` on, in steps, that is another record. */
function otherFrom(rows: readonly unknown[], from: number, step: Step, { idOf, id }: RowsOf): number | null {
  for (let at = from; at >= 0 && at < rows.length; at += step) {
    const found = idOf(rows[at])
    if (found !== undefined && found !== id) return at
  }
  return null
}

/**
 * Where the open row is, or was when it was last there: one that left its list leaves its place to the one after it, and so
 * does one that went elsewhere in it by what was done with it, as a payment that waited and was confirmed.
 */
interface Place {
  list: PagedEndpoint
  id: string | number
  at: number
  /** The record that came next. */
  after?: string | number | undefined
}

interface Here {
  one: ShownRows
  at: number
  /** Its place is another's now, who is at `at`. */
  gone: boolean
  /** Where it is itself, of one that went elsewhere in the list. */
  stands?: number
}

/** The record after the one at a place. */
function after(rows: readonly unknown[], at: number, of: RowsOf): string | number | undefined {
  const next = otherFrom(rows, at + 1, 1, of)
  return next === null ? undefined : of.idOf(rows[next])
}

function placed(lists: readonly ShownRows[], of: RowsOf, last: Place | null): Here | null {
  const { idOf, id } = of
  const same = last?.id === id ? last : null
  for (const one of lists) {
    // The list may be shorter by now.
    const isThere = same?.list === one.list && same.at < one.rows.length && idOf(one.rows[same.at]) === id
    const at = isThere ? same.at : one.rows.findIndex((row) => idOf(row) === id)
    if (at < 0) continue
    const next = same?.list === one.list && same.after !== undefined && same.after !== after(one.rows, at, of)
    const left = next ? one.rows.findIndex((row) => idOf(row) === same.after) : -1
    return left < 0 ? { one, at, gone: false } : { one, at: left, gone: true, stands: at }
  }
  const left = same && lists.find(({ list }) => list === same.list)
  return left && same ? { one: left, at: same.at, gone: true } : null
}

/** A row that was asked for: what is pressed before it has come goes on from it. */
interface Aim extends Place {
  /** The record that was open then. */
  from: string | number
}

/** `null` where no list on the screen holds the record: it was opened by a link or a search. */
export function useRowWalk(of: RowsOf): RowWalk | null {
  const all = useSyncExternalStore(watchShown, () => shown)
  const last = useRef<Place | null>(null)
  const aim = useRef<Aim | null>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { idOf, id, list } = of
  const lists = list ? all.filter((one) => one.list === list) : all
  const here = id === undefined ? null : placed(lists, of, last.current)
  const open = (one: ShownRows, at: number) => {
    const next = idOf(one.rows[at])
    if (next !== undefined) last.current = { list: one.list, id: next, at }
    if (next !== undefined && id !== undefined) aim.current = { list: one.list, id: next, at, from: id }
    of.open(one.rows[at])
  }
  useEffect(() => {
    if (aim.current?.from !== id) aim.current = null
    if (here && id !== undefined && !here.gone && !aim.current)
      last.current = { list: here.one.list, id, at: here.at, after: after(here.one.rows, here.at, of) }
  })
  useEffect(() => setWanted(null), [id])
  const latest = useRef({ of, open })
  useEffect(() => {
    latest.current = { of, open }
  })
  // The page that was asked for has come: its row nearest to where the way came from.
  useEffect(() => {
    const arrived = wanted && all.find((one) => one.list === wanted.list && one.fresh && one.page === wanted.page)
    if (!arrived) return
    setWanted(null)
    const now = latest.current
    const at = otherFrom(arrived.rows, wanted.step > 0 ? 0 : arrived.rows.length - 1, wanted.step, now.of)
    if (at !== null) now.open(arrived, at)
  }, [wanted, all])
  // While the other page comes, the open row is on none: the way stays as it was.
  const before = useRef<RowWalk | null>(null)
  const busy = wanted !== null
  const stands = here?.gone ? here.stands : here?.at
  const standing = here && {
    position: stands === undefined ? null : (here.one.page - 1) * here.one.per_page + stands + 1,
    total: here.one.total,
  }
  const go = (step: Step) => {
    if (busy || !here) return
    const reached = aim.current?.list === here.one.list ? aim.current : null
    const from = reached ? { one: here.one, at: reached.at, gone: false } : here
    const to = wayFrom(from, reached ? { ...of, id: reached.id } : of, step)
    if (to?.at !== undefined) open(here.one, to.at)
    else if (to) {
      setWanted({ list: here.one.list, page: to.page, step })
      here.one.toPage(to.page)
    }
  }
  const leads = (step: Step) => (here && wayFrom(here, of, step) ? () => go(step) : null)
  const walk: RowWalk | null = busy
    ? before.current && { ...before.current, busy, go }
    : standing && { ...standing, previous: leads(-1), next: leads(1), busy, go }
  useEffect(() => {
    if (!busy) before.current = walk
  })
  return walk
}

interface Wanted {
  list: PagedEndpoint
  page: number
  step: Step
}

/** The row that a step leads to, or the page where it is; `null` at an end of the list. */
function wayFrom({ one, at, gone }: Here, of: RowsOf, step: Step): { page: number; at?: number } | null {
  const { rows, page, per_page, total } = one
  // Back from a place that a list grown shorter has no more is its last row.
  const to = otherFrom(rows, step > 0 ? at + (gone ? 0 : 1) : Math.min(at, rows.length) - 1, step, of)
  if (to !== null) return { page, at: to }
  const beyond = page + step
  return beyond < 1 || beyond > Math.ceil(total / per_page) ? null : { page: beyond }
}
