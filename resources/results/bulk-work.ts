/** A file of results on its way: read here, checked and entered whole by the server, confirmed in parts with progress. */
import { useMemo, useState } from 'react'
import { draws } from '@contract/draws.ts'
import { general } from '@contract/general.ts'
import { largestBulk, manageDraws } from '@contract/manage-draws.ts'
import {
  isLeftOut,
  mostDaysBack,
  mostFileRows,
  type FileDraw,
  type FileEntry,
  type ResultFileRow,
} from '@contract/result-file.ts'
import { addDays, inZone } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import type { DayOrder } from '@contract/values/reading.ts'
import { useAction, useCall, useEndpointCache, useSend } from '@providers/queries.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { daysRead, type DaysRead } from '@/kit/files/day-order.ts'
import type { ReadFile } from '@/kit/files/reading.tsx'
import type { Table } from '@/kit/files/tables.ts'
import { useInParts } from '@/kit/page/in-parts.ts'
import {
  gapsIn,
  missingFieldsText,
  tableReading,
  rowsWithNumber,
  toRows,
  type ResultField,
  type TableReading,
  type ResultRows,
} from './result-columns.ts'
import { longTable } from './wide-tables.ts'

type Chosen = ReadFile<ResultField, TableReading>

/** What follows from how the file is read. */
interface Understood extends ResultRows {
  days: DaysRead
  order: DayOrder | null
  /** Columns with cells that are empty below one that is not, in words. */
  gaps: string[]
  /** What must be said before it can be checked, in words. */
  lacking: string[]
}

type EntryState = { state: 'confirmada' } | { state: 'fallida'; detail: string }

export interface BulkWork {
  products: string[]
  chosen: Chosen | null
  understood: Understood | null
  /** As the server understood it; null until it was asked, or since something changed. */
  checked: FileDraw[] | null
  entries: FileEntry[] | null
  /** What became of each entry that was confirmed, by its id. */
  outcomes: ReadonlyMap<number, EntryState>
  busy: boolean
  progress: { done: number; total: number } | null
  open: (name: string, tables: Table[]) => void
  change: (change: Partial<Chosen>) => void
  check: () => void
  settle: (lines: readonly number[], number: string) => void
  /** Says the hour of lines that say none. */
  settleHour: (lines: readonly number[], hour: string) => void
  enter: () => Promise<void>
  confirm: () => Promise<void>
  cancel: () => void
  reset: () => void
}

const nothing = { chosen: null, rows: null, checked: null, entries: null, outcomes: new Map<number, EntryState>() }
interface State {
  chosen: Chosen | null
  /** With what a person settled. */
  rows: ResultFileRow[] | null
  checked: FileDraw[] | null
  entries: FileEntry[] | null
  outcomes: ReadonlyMap<number, EntryState>
}

/** What is empty need not travel. */
const lean = (row: ResultFileRow) =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== '' && value !== undefined),
  ) as Partial<ResultFileRow>

function understand({ tables, sheet, reading, order }: Chosen, today: string): Understood {
  const table = tables[sheet]!
  const read = toRows(table, reading)
  const days = daysRead(
    read.rows.map((row) => row.day),
    { earliest: addDays(today, -mostDaysBack), latest: today },
  )
  const lacking = missingFieldsText(reading)
  const orderly = order ?? days.order
  return {
    ...read,
    days,
    order: orderly,
    gaps: gapsIn(table, reading),
    lacking: [
      ...lacking,
      ...(orderly === null ? ['si va antes el día o el mes'] : []),
      ...(read.rows.length > mostFileRows
        ? [`un archivo de hasta ${formatCount(mostFileRows)} números: este tiene ${formatCount(read.rows.length)}`]
        : []),
    ],
  }
}

/** The sheet that can be read, or the one that comes closest. */
function choose(name: string, given: Table[], products: readonly string[]): Chosen {
  const tables = given.map((table) => longTable(table, products, mostFileRows + 1))
  const readings = tables.map((table) => tableReading(table, products))
  const lacks = readings.map((reading) => missingFieldsText(reading).length)
  const sheet = lacks.indexOf(Math.min(...lacks))
  const several = lacks.filter((lack) => lack === 0).length > 1
  return { name, tables, sheet, several, reading: readings[sheet]!, order: null }
}

export function useBulkWork(): BulkWork {
  const { zone } = useSession()
  const today = inZone(serverNow(), zone).day
  const lotteries = useCall(general.lotteries)
  const products = useMemo(
    () => (lotteries.data?.data ?? []).filter((one) => one.kind !== 'polla').map((one) => one.name),
    [lotteries.data],
  )
  const names = useMemo(() => (lotteries.data?.data ?? []).flatMap((one) => [one.name, one.code]), [lotteries.data])
  const [state, setState] = useState<State>(nothing)
  const { chosen, rows, entries, outcomes } = state
  const understood = useMemo(() => (chosen ? understand(chosen, today) : null), [chosen, today])
  const checking = useAction(manageDraws.checkFile, { success: false })
  const entering = useAction(manageDraws.enterFile, { invalidates: [manageDraws, draws] })
  const { invalidate } = useEndpointCache()
  const save = useSend(manageDraws.saveResult)
  /** Each entry is an award of its own: one that can't be confirmed keeps no other back. */
  const confirming = useInParts<FileEntry>(largestBulk, async (part, options) => {
    const entries = part.map(({ id, numbers }) => ({ entry_id: id, numbers }))
    const { bulk } = await save({ body: { step: 'bulk-confirm', entries } }, options)
    const outcome = [
      ...bulk!.confirmed.map((id) => [id, { state: 'confirmada' }] as const),
      ...bulk!.failed.map(({ entry_id, detail }) => [entry_id, { state: 'fallida', detail }] as const),
    ]
    setState((before) => ({ ...before, outcomes: new Map<number, EntryState>([...before.outcomes, ...outcome]) }))
  })

  const ask = async (asked: readonly ResultFileRow[], order: DayOrder) => {
    const answer = await checking.run({ body: { rows: asked.map(lean), day_order: order } })
    return answer?.draws ?? null
  }
  const check = async ({ rows: read, order }: { rows: ResultFileRow[]; order: DayOrder }) => {
    const checked = await ask(read, order)
    setState((before) => ({ ...before, rows: read, checked }))
  }
  /** What a file says plainly is checked at once; the rest when a person has said what it lacks. */
  const open = (name: string, tables: Table[]) => {
    const next = choose(name, tables, names)
    const read = understand(next, today)
    setState({ ...nothing, chosen: next })
    const plain = next.reading.sure && !next.several && read.lacking.length === 0 && !read.days.mixed
    if (plain) void check({ rows: read.rows, order: read.order! })
  }
  const change = (more: Partial<Chosen>) => {
    if (!chosen) return
    const reading =
      more.sheet === undefined ? (more.reading ?? chosen.reading) : tableReading(chosen.tables[more.sheet]!, names)
    setState({ ...nothing, chosen: { ...chosen, ...more, reading } })
  }
  const order = understood?.order ?? null
  /** Only the lines of that draw are looked at again. */
  const settle = async (lines: readonly number[], number: string) => {
    if (!rows || !order) return
    const next = rowsWithNumber(rows, lines, number)
    const again = await ask(
      lines.map((at) => next[at]!),
      order,
    )
    if (!again) return
    const placed = again.map((draw) => ({ ...draw, rows: draw.rows.map((at) => lines[at]!) }))
    setState((before) => ({
      ...before,
      rows: next,
      checked: (before.checked ?? []).flatMap((draw) => (draw.rows[0] === lines[0] ? placed : [draw])),
    }))
  }
  const enter = async () => {
    if (!rows || !order || !state.checked) return
    const leave_out = state.checked.filter((draw) => isLeftOut(draw.state)).length
    const answer = await entering.run({ body: { rows: rows.map(lean), day_order: order, leave_out } })
    if (answer) setState((before) => ({ ...before, entries: answer.entries }))
    else await check({ rows, order })
  }
  return {
    products,
    ...state,
    understood,
    busy: checking.pending || entering.pending || confirming.progress !== null,
    progress: confirming.progress,
    open,
    change,
    check: () => void (understood?.order && check({ rows: understood.rows, order: understood.order })),
    settle: (lines, number) => void settle(lines, number),
    // Lines that had no hour may be of one draw with others: all is looked at again.
    settleHour: (lines, hour) => {
      if (!rows || !order) return
      const said = new Set(lines)
      void check({ rows: rows.map((row, at) => (said.has(at) ? { ...row, time: hour } : row)), order })
    },
    enter,
    confirm: async () => {
      await confirming.run((entries ?? []).filter((one) => one.can_confirm && !isDone(outcomes, one)))
      await Promise.all([invalidate(manageDraws), invalidate(draws)])
    },
    cancel: confirming.cancel,
    reset: () => setState(nothing),
  }
}

const isDone = (outcomes: BulkWork['outcomes'], { id }: FileEntry) => outcomes.get(id)?.state === 'confirmada'
