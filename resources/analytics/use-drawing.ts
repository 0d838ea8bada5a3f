/** The free question's drawing: what it asks beside the table, and what of the answers is drawn. */
import { useMemo, useRef } from 'react'
import type { Arguments } from '@contract/endpoint.ts'
import { pageLimits } from '@contract/endpoint.ts'
import { analytics } from '@contract/analytics.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay, longestRangeDays, type Period } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { useCalls } from '@providers/many-queries.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import type { TrendSeries, TrendSlot } from '@/kit/chart/series.ts'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { labelsOf, largestRows, unfinishedRow } from '@/kit/screen/chart-rows.ts'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { useToday } from '@/kit/values/period.ts'
import {
  byDay,
  chosenRows,
  courseOf,
  drawableOf,
  drawnMeasures,
  drawnRows,
  drawnState,
  drawingKey,
  measureSeries,
  chartParts,
  partSeries,
  partsOut,
  splitLevel,
  splitDimension,
  tellingApart,
  rowWords,
  type DrawingQuery,
  type DrawnKey,
  type DrawnState,
  type DrawingRow,
  type SplitDimension,
} from './drawing.ts'

/** More parts than these and the rest of them cannot be told apart. */
const mostParts = 6
/** Characters that the axis of a drawing beside its rows has room for. */
const axisRoom = 48

type Call = ReturnType<typeof useCall<typeof analytics.rows>>

export interface Drawing {
  asked: DrawingQuery
  state: DrawnState
  set: SetUrlState<DrawnState>
  currency: Currency
  course: string | undefined
  split: SplitDimension | undefined
  call: Call
  rows: readonly DrawingRow[]
  slots: readonly TrendSlot[]
  /** All that may be drawn, whether it is or not. */
  series: readonly TrendSeries[]
  shown: readonly TrendSeries[]
  /** The measures drawn, of which the first says what the figures are. */
  drawn: readonly DrawnKey[]
}

/** What is left of a question when its comparison and its order are another's matter. */
const plain = { compare: 'ninguna', compare_from: undefined, page: 1 } as const
const argumentsOf = (query: object) => ({ query }) as unknown as Arguments<typeof analytics.rows>

/** Each part of what is drawn, and what is left of the whole. */
function useParts(
  drawing: { asked: DrawingQuery; split: SplitDimension | undefined; base: object; rows: readonly DrawingRow[] },
  of: DrawnKey | undefined,
) {
  const { asked, split, base, rows } = drawing
  const measure = of === 'sold_before' ? undefined : of
  const level = split === 'afiliado' ? splitLevel(asked) : asked.level
  const wanted = split !== undefined && measure !== undefined
  const largest = useCall(
    analytics.rows,
    argumentsOf({ ...base, ...plain, by: split ? [split] : asked.by, level, per_page: mostParts, sort: '-sold' }),
    { enabled: wanted },
  )
  const parts = useMemo(
    () => (wanted && largest.data ? chartParts(largest.data.data, split) : []),
    [wanted, largest.data, split],
  )
  const calls = useCalls(
    analytics.rows,
    parts.map(({ filter }) => argumentsOf({ ...base, ...plain, ...filter, per_page: pageLimits.largest })),
  )
  // The results are an array anew each time: what is drawn is another when an answer is.
  const latest = useRef(calls)
  latest.current = calls
  const answered = calls.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  return useMemo(() => {
    const answers = latest.current.map(({ data }) => data)
    const isWhole = answers.length > 0 && answers.every((one) => one !== undefined)
    return isWhole && answered && measure ? partSeries(rows, parts, answers, { asked, measure }) : []
  }, [answered, measure, rows, asked, parts])
}

/** While it is not open nothing is asked for it. */
export function useDrawing({ query, drawn: open }: ReportView<typeof analytics.rows>): Drawing {
  const { currency: own } = useSession()
  const today = useToday()
  const [state, set] = useUrlState(drawnState)
  const asked = query as unknown as DrawingQuery
  const currency = (asked.currency ?? own) as Currency
  const course = courseOf(asked)
  const isChosen = chosenRows(asked, state) !== undefined
  const base = useMemo(() => {
    const most = course !== undefined ? longestRangeDays : isChosen ? pageLimits.largest : largestRows
    const order = course ?? (byDay(asked) ? '-sold_by_day' : '-sold')
    return { ...asked, currency, page: 1, per_page: most, sort: order }
  }, [asked, currency, course, isChosen])
  const call = useCall(analytics.rows, argumentsOf(base), { enabled: open })
  const rows = useMemo(() => drawnRows(call.data?.data ?? [], asked, state, largestRows), [call.data, asked, state])
  const split = splitDimension(asked, state)
  const offered = useMemo(() => drawableOf(asked, split), [asked, split])
  const drawn = useMemo(() => drawnMeasures(offered, state, split), [offered, state, split])
  const parts = useParts({ asked, split: open ? split : undefined, base, rows }, drawn[0])
  const slots = useMemo(() => {
    const full = rows.map((row) => rowWords(row, asked.by, formatDay))
    const told = rows.map((row) => rowWords(row, tellingApart(rows, asked.by), formatDay))
    const labels = labelsOf(told, course !== undefined, axisRoom)
    return rows.map(
      (row, at): TrendSlot => ({
        key: drawingKey(row),
        label: labels[at]!,
        title: byDay(asked) ? `${full[at]!}, por día de ${countText(row.days ?? 0, 'día', 'días')}` : full[at]!,
        unfinished:
          course &&
          unfinishedRow(course, String(row[course as keyof DrawingRow] ?? ''), query as unknown as Period, today),
      }),
    )
  }, [rows, asked, course, query, today])
  const series = useMemo(
    () => (split === undefined ? measureSeries(rows, asked, offered) : parts),
    [split, rows, asked, offered, parts],
  )
  const shown = useMemo(() => {
    const out = split === undefined ? [] : partsOut(split, state)
    return series.filter(({ key }) => (split === undefined ? drawn.includes(key as DrawnKey) : !out.includes(key)))
  }, [split, series, state, drawn])
  return { asked, state, set, currency, course, split, call, rows, slots, series, shown, drawn }
}
