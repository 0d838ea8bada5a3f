/** The awarder's day: its draws in order of time at the left, the one being worked on beside them. */
import { CheckCircleFilled, CloudDownloadOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { rules } from '@contract/access/rules.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { useServerClock } from '@/kit/counter/clock.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { AwardersDrawer } from './awarders.tsx'
import { calledAt, useAwarding, useDraws, useFirst, useMoving, useTop } from './awarding.ts'
import { DayList } from './day-list.tsx'
import { isLate, isPending, nextPending } from './draws.ts'
import { AwardFilters } from './filters.tsx'
import { LateAlarm } from './late.tsx'
import { AwardPanel } from './panel.tsx'
import { SourcesDrawer } from './sources.tsx'
import type { Refused } from './sending.ts'
import { TypeAhead, Waits } from './type-ahead.tsx'
import { awardState, type AwardState } from './view.ts'
import './award.css'

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
            <AwardOutcome last={last} refused={elsewhere} zone={zone} onBack={open} />
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
function AwardOutcome({ last, refused, zone, onBack }: ToldProps) {
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
