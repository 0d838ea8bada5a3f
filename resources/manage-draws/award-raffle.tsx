/** The awarder's day: its draws in order of time at the left, the one being worked on beside them. */
import { countText } from '@contract/values/money.ts'
import { clockOf } from '@contract/values/dates.ts'
import { CheckCircleFilled, CloudDownloadOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { rules } from '@contract/access/rules.ts'
import { draws, type DrawRow } from '@contract/draws.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import type { AwardPreview as Preview } from '@contract/award-preview.ts'
import { useNotice } from '@providers/notifications.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { useServerClock } from '@/kit/counter/clock.ts'
import { useUnsaved, type LeaveWords } from '@/kit/form/unsaved.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { AwardersDrawer } from './awarders.tsx'
import { chosenDraws, isLate, isPending, nextPending } from './draws.ts'
import { AwardFilters } from './filters.tsx'
import { LateAlarm } from './late.tsx'
import { AwardPanel, refreshEvery } from './panel.tsx'
import { SourcesDrawer } from './sources.tsx'
import type { Typed } from './numbers.ts'
import { useAwards, type Refused } from './sending.ts'
import { Timeline } from './timeline.tsx'
import { isCovered, TypeAhead, Waits } from './type-ahead.tsx'
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

/** A product draws many times a day: what is said of one of them says of which. */
const calledAt = (draw: DrawRow, zone: string) => `${draw.product_name} ${clockOf(draw.scheduled_at, zone)}`

/** What was awarded last, and how to say that a draw was. */
function useLast(zone: string): [last: string | null, tell: (draw: DrawRow, done: Preview | null) => void] {
  const [last, setLast] = useState<string | null>(null)
  const notice = useNotice()
  const tell = (draw: DrawRow, done: Preview | null) => {
    const text =
      `${calledAt(draw, zone)} quedó ` +
      `premiado${done ? ` con ${done.text}: ${countText(done.winning_tickets, 'ticket ganador', 'tickets ganadores')}` : ''}.`
    setLast(text)
    notice.success(text)
  }
  return [last, tell]
}

/** The one on its way may be taken or not; the others are not sent. */
const unsentWords: LeaveWords = {
  title: 'Quedan resultados sin premiar',
  text:
    'Se están enviando, o el servidor los rechazó. Si sale ahora, los que esperan no se ' +
    'envían: sus sorteos quedan anotados y sin premiar.',
  leave: 'Salir sin premiarlos',
  stay: 'Seguir aquí',
}

/** A pause of typing: nobody is taken to another draw in the middle of a number. */
const pause = 1_200

/**
 * Going on from draw to draw: what was confirmed is sent behind the person's back, and what the server refuses takes them
 * back to it with what they typed, at the first pause.
 */
function useAwarding(drawId: number | undefined, rows: readonly DrawRow[], zone: string, open: (draw: number) => void) {
  const [last, tell] = useLast(zone)
  const notice = useNotice()
  const [drafts] = useState(() => new Map<number, Typed>())
  const typing = useRef({ at: 0, kept: 0 })
  /** Refused, and not been back at since. */
  const [due, setDue] = useState<readonly number[]>([])
  const awards = useAwards(
    (draw, done) => {
      drafts.delete(draw.id)
      tell(draw, done)
    },
    ({ draw, problem }) => {
      notice.error(`${calledAt(draw, zone)}: ${problem.detail}`)
      setDue((now) => [...now.filter((one) => one !== draw.id), draw.id])
    },
  )
  const [back] = due
  const latest = useRef({ open, drawId })
  useEffect(() => {
    latest.current = { open, drawId }
  })
  useEffect(() => {
    if (back === undefined) return undefined
    const look = setInterval(() => {
      if (typing.current.kept > 0 || Date.now() - typing.current.at < pause || isCovered()) return
      setDue((now) => now.filter((one) => one !== back))
      if (latest.current.drawId !== back) latest.current.open(back)
    }, 150)
    return () => clearInterval(look)
  }, [back])
  // What a colleague awarded meanwhile is not said to have none.
  const waiting = awards.refused.filter(({ draw }) => {
    const row = rows.find(({ id }) => id === draw.id)
    return !row || row.entry !== null || row.state !== 'premiado'
  })
  const elsewhere = waiting.filter(({ draw }) => draw.id !== drawId)
  const unsent = useUnsaved(awards.sent.size + waiting.length > 0, () => undefined, unsentWords)
  return { last, awards, drafts, typing, elsewhere, notice, question: unsent.dialog }
}

/**
 * On the way from one draw to another: the address follows a moment later, and no key may be lost until it has. Over as soon
 * as the one it began at is left, whichever comes: another may have been asked for meanwhile.
 */
function useMoving(drawId: number | undefined): [moving: boolean, begin: (to: number | undefined) => void] {
  const [way, setWay] = useState<{ from: number | undefined } | null>(null)
  if (way && way.from !== drawId) setWay(null)
  return [way !== null, (to) => setWay(to === drawId ? null : { from: drawId })]
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
  const panel = useRef<HTMLDivElement>(null)
  useTop(panel, state.draw)
  const day = state.day ?? today
  const { list, waiting, rows } = useDraws(day, state.product_id)
  const [moving, begin] = useMoving(state.draw)
  const open = (drawId: number | undefined) => {
    begin(drawId)
    set({ draw: drawId, drawer: undefined })
    // What is open already does not begin anew: it takes the keys again.
    if (drawId === state.draw) panel.current?.querySelector<HTMLElement>('input.award-number')?.focus()
  }
  const { last, awards, drafts, typing, elsewhere, notice, question } = useAwarding(state.draw, rows, zone, open)
  const next = nextPending(
    rows.filter(({ id }) => id === state.draw || !awards.sent.has(id)),
    state.draw,
    now,
  )
  // What comes next is there before it is asked for.
  useCall(manageDraws.detail, { params: { id: next?.id ?? 0 } }, { enabled: next !== undefined })
  const phone = usePhone()
  useFirst(state.draw !== undefined || phone, list.data && waiting.data ? next : undefined, (draw) =>
    set({ draw: draw.id }, { replace: true }),
  )
  // A phone shows the draw alone: its list and what narrows it are one step back.
  const alone = phone && state.draw !== undefined
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
        <DayList
          list={list}
          day={day}
          {...{ rows, state, now, zone }}
          onOpen={(draw) => open(draw.id)}
          onAll={() => set({ state: undefined, pending: false, product_id: undefined })}
        />
        <div ref={panel}>
          <TypeAhead typing={typing} onLost={(keys) => notice.error(`Lo que tecleó no se usó: «${keys}»`)}>
            {moving && <Waits />}
            <Told last={last} refused={elsewhere} zone={zone} onBack={open} />
            {state.draw === undefined ? (
              <NothingOpen onFirst={next && (() => open(next.id))} />
            ) : (
              <AwardPanel
                key={state.draw}
                drawId={state.draw}
                tab={state.tab}
                now={now}
                set={set}
                awards={awards}
                drafts={drafts}
                onSent={() => next && open(next.id)}
                onNext={next && (() => open(next.id))}
              />
            )}
          </TypeAhead>
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
      {question}
    </Page>
  )
}

interface ToldProps {
  last: string | null
  refused: readonly Refused[]
  zone: string
  onBack: (draw: number) => void
}

/** What was awarded last, and what was refused of draws that are not open. */
function Told({ last, refused, zone, onBack }: ToldProps) {
  return (
    <>
      {refused.map(({ draw, problem }) => (
        <ProblemNote
          key={draw.id}
          problem={{ ...problem, title: `${calledAt(draw, zone)} no quedó premiado` }}
          action={<Button onClick={() => onBack(draw.id)}>Volver</Button>}
        />
      ))}
      {last !== null && (
        <p className="good strong">
          <CheckCircleFilled aria-hidden="true" /> {last}
        </p>
      )}
    </>
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

/** The list at the left, which ends where one of its draws does. */
function DayList({ list, ...day }: DayProps & { list: ReturnType<typeof useDraws>['list'] }) {
  const box = useRef<HTMLDivElement>(null)
  useWholeItems(box, '.award-item')
  return (
    <div ref={box} className="award-day-list scrolls surface" aria-busy={list.isFetching}>
      {list.isPending && <ListSkeleton rows={12} />}
      {!list.data && list.isError && <ProblemView error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && <Day {...day} />}
    </div>
  )
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
