/** Choosing one draw: its day, its product, its hour. A link that only names the draw finds the rest by it. */
import { draws, drawStateLabels, type DrawRow } from '@contract/draws.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { addDays, inZone, clockOf } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import type { ConsultState } from './consult-state.ts'

export interface ChosenDraw {
  day: string
  draw: DrawRow | undefined
  /** Of the day and product, in order of time. */
  offered: readonly DrawRow[]
  loading: boolean
  error: unknown
  retry: () => void
}

/** The draw of the URL, and those that stand beside it. */
export function useChosenDraw({ draw, draw_day, product_id }: ConsultState): ChosenDraw {
  const { zone, currency } = useSession()
  const today = useToday()
  const lookup = useCall(
    ticketReports.betNumber,
    { query: { draw_id: draw ?? 0, currency } },
    { enabled: draw !== undefined && draw_day === undefined },
  )
  const found = lookup.data && inZone(new Date(lookup.data.scheduled_at), zone).day
  const searching = draw !== undefined && draw_day === undefined && lookup.isPending
  const day = draw_day ?? found ?? today
  const list = useCall(
    draws.list,
    { query: { day } },
    { enabled: !searching, refetchInterval: day === today ? 60_000 : false },
  )
  const rows = list.data?.data ?? []
  const failed = lookup.isError ? lookup : list
  return {
    day,
    draw: rows.find((row) => row.id === draw),
    offered: rows.filter((row) => product_id === undefined || row.product_id === product_id),
    loading: searching || list.isPending,
    error: failed.isError ? failed.error : null,
    retry: () => void failed.refetch(),
  }
}

export interface DrawPickerProps {
  chosen: ChosenDraw
  state: ConsultState
  set: SetUrlState<ConsultState>
}

/** What a change of draw starts anew. */
const fresh = { sort: undefined, q: undefined } as const

export function DrawPicker({ chosen, state, set }: DrawPickerProps) {
  const { zone } = useSession()
  const today = useToday()
  const time = (row: DrawRow) => clockOf(row.scheduled_at, zone)
  const options = chosen.offered.map((row) => ({
    value: row.id,
    label: `${time(row)} ${row.product_name} · ${drawStateLabels[row.state]}`,
  }))
  return (
    <div className="draw-picker row gap-xs" role="group" aria-label="Sorteo">
      <DayPicker
        label="Día del sorteo"
        allowClear={false}
        value={chosen.day}
        last={addDays(today, 31)}
        onChange={(draw_day) => set({ draw_day, draw: undefined, ...fresh })}
      />
      <ProductSelect
        value={state.product_id}
        onChange={(product_id) =>
          set({
            product_id,
            ...(chosen.draw &&
              product_id !== undefined &&
              chosen.draw.product_id !== product_id && { draw: undefined }),
            draw_day: chosen.day,
            bet_type_id: undefined,
            ...fresh,
          })
        }
      />
      <Select
        className="draw-picker-draw"
        aria-label="Sorteo"
        placeholder="Elija el sorteo"
        showSearch
        filterOption={matchesText}
        popupMatchSelectWidth={false}
        loading={chosen.loading}
        value={chosen.draw?.id ?? null}
        options={options}
        notFoundContent={<span role="status">Ningún sorteo ese día.</span>}
        onChange={(draw) => set({ draw: draw ?? undefined, draw_day: chosen.day, bet_type_id: undefined, ...fresh })}
      />
    </div>
  )
}
