/** The day's draws in order of time, under their hours. One tab stop: arrows walk it, Enter opens a draw. */
import { memo, useEffect, useRef } from 'react'
import { drawStateLabels, type DrawRow } from '@contract/draws.ts'
import { byHour, clockOf, isLate, stateAt } from './award-draws.ts'
import { DrawClock, DrawStateTag } from './award-state.tsx'
import { moveRoving } from './roving-focus.ts'

export interface TimelineProps {
  draws: readonly DrawRow[]
  open: number | undefined
  /** Server milliseconds. */
  now: number
  zone: string
  onOpen: (draw: DrawRow) => void
}

export function Timeline({ draws, open, now, zone, onOpen }: TimelineProps) {
  const list = useRef<HTMLDivElement>(null)
  const stop = draws.some((draw) => draw.id === open) ? open : draws[0]?.id
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <div
      ref={list}
      className="award-timeline"
      role="toolbar"
      tabIndex={-1}
      aria-orientation="vertical"
      aria-label="Sorteos del día, en orden de hora"
      onKeyDown={moveRoving}
      onClick={(event) => {
        const id = (event.target as HTMLElement).closest<HTMLElement>('[data-draw]')?.dataset['draw']
        const draw = draws.find((one) => String(one.id) === id)
        if (draw) onOpen(draw)
      }}
    >
      {byHour(draws, zone).map(({ hour, draws: inHour }) => (
        <section key={hour} aria-label={`Hora ${hour}`}>
          <h3 aria-hidden="true">{hour}</h3>
          {inHour.map((draw) => (
            <TimelineItem key={draw.id} draw={draw} current={draw.id === open} stop={draw.id === stop} now={ticking(draw, now) ? now : coarse(now)} zone={zone} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** Only an open draw counts seconds; the others need a new look once in a while. */
function ticking(draw: DrawRow, now: number): boolean {
  return stateAt(draw, now) === 'abierto' || Math.abs(new Date(draw.opens_at).getTime() - now) < 60_000
}

function coarse(now: number): number {
  return Math.floor(now / 15_000) * 15_000
}

interface ItemProps {
  draw: DrawRow
  current: boolean
  stop: boolean
  now: number
  zone: string
}

const TimelineItem = memo(function TimelineItem({ draw, current, stop, now, zone }: ItemProps) {
  const state = stateAt(draw, now)
  const time = clockOf(draw.scheduled_at, zone)
  return (
    <button
      type="button"
      className="award-item"
      data-roving
      data-draw={draw.id}
      data-state={draw.entry ? 'entry' : isLate(draw, now) ? 'late' : state}
      tabIndex={stop ? 0 : -1}
      aria-current={current}
      aria-label={`${time} ${draw.product_name}. ${draw.entry ? 'Por confirmar' : drawStateLabels[state]}${isLate(draw, now) ? ', atrasado' : ''}${draw.result === null ? '' : `, ${draw.result}`}`}
    >
      <span className="award-item-time">{time}</span>
      <span className="award-item-name">{draw.product_name}</span>
      <span className="award-item-side">
        {draw.result !== null && !draw.entry ? <span className="award-item-result">{draw.result}</span> : <DrawStateTag draw={draw} now={now} />}
      </span>
      <span className="award-item-clock"><DrawClock draw={draw} now={now} /></span>
    </button>
  )
})
