/** The awarder's day: its draws in order of time at the left, the one being worked on beside them. */
import { countText } from '@contract/values/money.ts'
import { clockOf } from '@contract/values/dates.ts'
import { CheckCircleFilled, CloudDownloadOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { rules } from '@contract/access/rules.ts'
import { draws, type DrawRow } from '@contract/draws.ts'
import type { AwardPreview as Preview } from '@contract/manage-draws.ts'
import { useNotice } from '@providers/notifications.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { useServerClock } from '@/kit/counter/clock.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { AwardersDrawer } from './awarders.tsx'
import { chosenDraws, isLate, isPending, nextPending } from './draws.ts'
import { AwardFilters } from './filters.tsx'
import { LateAlarm } from './late.tsx'
import { AwardPanel, refreshEvery } from './panel.tsx'
import { SourcesDrawer } from './sources.tsx'
import { Timeline } from './timeline.tsx'
import { awardState, type AwardState } from './view.ts'
import './award.css'
import { useWholeItems } from '@/kit/page/whole-items.ts'

/** The next draw begins at its top, wherever the last one was scrolled to. */
function useTop(panel: RefObject<HTMLDivElement | null>, draw: number | undefined) {
  useEffect(() => {
    if (draw !== undefined && (panel.current?.getBoundingClientRect().top ?? 0) < 0)
      panel.current?.scrollIntoView({ block: 'start' })
  }, [panel, draw])
}

/** Whoever comes to award begins with the first that waits; to the list they go back by themselves. */
function useFirst(chosen: boolean, first: DrawRow | undefined, open: (draw: DrawRow) => void) {
  const done = useRef(chosen)
  useEffect(() => {
    if (!first || done.current) return
    done.current = true
    open(first)
  }, [first, open])
}

/** What was awarded last, and how to say that a draw was. */
function useLast(zone: string): [last: string | null, tell: (draw: DrawRow, done: Preview | null) => void] {
  const [last, setLast] = useState<string | null>(null)
  const notice = useNotice()
  const tell = (draw: DrawRow, done: Preview | null) => {
    const text = `${draw.product_name} ${clockOf(draw.scheduled_at, zone)} quedó premiado${done ? ` con ${done.text}: ${countText(done.winning_tickets, 'ticket ganador', 'tickets ganadores')}` : ''}.`
    setLast(text)
    notice.success(text)
  }
  return [last, tell]
}

/** The day's draws, and before them those of other days that wait for somebody. */
function useDraws(day: string, product_id: number | undefined) {
  const list = useCall(
    draws.list,
    { query: { day, ...(product_id !== undefined && { product_id }) } },
    { refetchInterval: refreshEvery, keepPrevious: true },
  )
  const waiting = useCall(
    draws.pending,
    { query: product_id === undefined ? {} : { product_id } },
    { refetchInterval: refreshEvery, keepPrevious: true },
  )
  const rows = useMemo(
    () => [...(waiting.data?.data ?? []).filter((draw) => draw.day !== day), ...(list.data?.data ?? [])],
    [waiting.data, list.data, day],
  )
  return { list, waiting, rows }
}

export default function AwardRaffle() {
  const { zone } = useSession()
  const today = useToday()
  const now = useServerClock()
  const manages = useCan(rules.banca)
  const [state, set] = useUrlState(awardState)
  const [last, tell] = useLast(zone)
  const panel = useRef<HTMLDivElement>(null)
  useTop(panel, state.draw)
  const day = state.day ?? today
  const { list, waiting, rows } = useDraws(day, state.product_id)
  const open = (drawId: number | undefined) => {
    set({ draw: drawId, drawer: undefined })
    // What is open already does not begin anew: it takes the keys again.
    if (drawId === state.draw) panel.current?.querySelector<HTMLElement>('input.award-number')?.focus()
  }
  const next = nextPending(rows, state.draw, now)
  const confirmed = (draw: DrawRow, done: Preview | null) => {
    tell(draw, done)
    if (next) open(next.id)
  }
  const phone = usePhone()
  useFirst(state.draw !== undefined || phone, list.data && waiting.data ? next : undefined, (draw) =>
    set({ draw: draw.id }, { replace: true }),
  )
  // A phone shows the draw alone: its list and what narrows it are one step back.
  const alone = phone && state.draw !== undefined
  const dayList = useWholeItems<HTMLDivElement>('.award-item')
  return (
    <Page
      title="Premiar sorteos"
      filters={
        !alone && (
          <AwardFilters
            state={state}
            set={set}
            today={today}
            pending={rows.filter((draw) => isPending(draw, now)).length}
          />
        )
      }
      actions={!alone && <Drawers manages={manages} onOpen={(drawer) => set({ drawer })} />}
    >
      <LateAlarm
        hidden={alone}
        late={rows.filter((draw) => isLate(draw, now))}
        zone={zone}
        onOpen={(draw) => open(draw.id)}
      />
      <div className="award-screen" data-open={state.draw !== undefined}>
        <div ref={dayList} className="award-day-list scrolls surface" aria-busy={list.isFetching}>
          {list.isPending && <ListSkeleton rows={12} />}
          {!list.data && list.isError && <ProblemView error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && (
            <Day
              rows={rows}
              day={day}
              state={state}
              now={now}
              zone={zone}
              onOpen={(draw) => open(draw.id)}
              onAll={() => set({ state: undefined, pending: false, product_id: undefined })}
            />
          )}
        </div>
        <div ref={panel} className="stack gap-sm">
          {last !== null && (
            <p className="good strong">
              <CheckCircleFilled aria-hidden="true" /> {last}
            </p>
          )}
          {state.draw === undefined ? (
            <NothingOpen onFirst={next && (() => open(next.id))} />
          ) : (
            <AwardPanel
              key={state.draw}
              drawId={state.draw}
              tab={state.tab}
              now={now}
              set={set}
              onConfirmed={confirmed}
              onNext={next && (() => open(next.id))}
            />
          )}
        </div>
      </div>
      {state.drawer === 'fuentes' && (
        <SourcesDrawer
          day={day}
          draw={rows.find((draw) => draw.id === state.draw)}
          draws={rows}
          onOpen={open}
          onClose={() => set({ drawer: undefined })}
        />
      )}
      {state.drawer === 'permisos' && manages && <AwardersDrawer onClose={() => set({ drawer: undefined })} />}
    </Page>
  )
}

interface DrawersProps {
  manages: boolean
  onOpen: (drawer: AwardState['drawer']) => void
}

function Drawers({ manages, onOpen }: DrawersProps) {
  return (
    <>
      <Button icon={<CloudDownloadOutlined />} onClick={() => onOpen('fuentes')}>
        Fuentes
      </Button>
      {manages && (
        <Button icon={<TeamOutlined />} onClick={() => onOpen('permisos')}>
          Quién premia
        </Button>
      )}
    </>
  )
}

function NothingOpen({ onFirst }: { onFirst: (() => void) | undefined }) {
  return (
    <div className="panel surface award-panel-empty">
      <EmptyState
        title="Elija un sorteo"
        text="A la izquierda están los del día en orden de hora; flechas y Enter también los abren."
        action={
          onFirst && (
            <Button type="primary" onClick={onFirst}>
              Abrir el primero pendiente
            </Button>
          )
        }
      />
    </div>
  )
}

interface DayProps {
  /** Those of the day, and before them those of others that wait. */
  rows: readonly DrawRow[]
  day: string
  state: AwardState
  now: number
  zone: string
  onOpen: (draw: DrawRow) => void
  onAll: () => void
}

function Day({ rows, day, state, now, zone, onOpen, onAll }: DayProps) {
  const shown = chosenDraws(rows, state, now)
  if (shown.length > 0)
    return <Timeline draws={shown} day={day} open={state.draw} now={now} zone={zone} onOpen={onOpen} />
  if (rows.length === 0 && state.product_id === undefined)
    return <EmptyState title="Sin sorteos este día" text="Los sorteos salen del horario de los productos." />
  const done = state.pending && rows.length > 0 && state.state === undefined
  return (
    <EmptyState
      title={done ? 'Nada pendiente' : 'Ningún sorteo con estos filtros'}
      text={
        done
          ? 'Todos los sorteos cerrados de este día tienen su resultado.'
          : 'Quite los filtros para ver el día completo.'
      }
      action={<Button onClick={onAll}>Ver todos</Button>}
    />
  )
}
