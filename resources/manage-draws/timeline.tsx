/** The day's draws in order of time, under their hours. One tab stop: arrows walk it, Enter opens a draw. */
import { clockOf } from '@contract/values/dates.ts'
import { memo, useEffect, useRef, useState } from 'react'
import { drawStateLabels, type DrawRow } from '@contract/draws.ts'
import { groupDraws, isLate, isPending, stateAt } from './draws.ts'
import { DrawMark } from './state.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { moveRoving } from '../../src/kit/page/roving-focus.ts'

export interface TimelineProps {
  /** Those of the day, and before them those of other days that wait. */
  draws: readonly DrawRow[]
  day: string
  open: number | undefined
  /** Server milliseconds. */
  now: number
  zone: string
  onOpen: (draw: DrawRow) => void
}

export function Timeline({ draws, day, open, now, zone, onOpen }: TimelineProps) {
  const phone = usePhone()
  const list = useRef<HTMLDivElement>(null)
  // Without a draw open, the day is shown from where it is now.
  const [present] = useState(
    () => (draws.find((draw) => isPending(draw, now) || stateAt(draw, now) === 'abierto') ?? draws.at(-1))?.id,
  )
  const stop = [open, present].find((id) => draws.some((draw) => draw.id === id)) ?? draws[0]?.id
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>(`[data-draw="${open ?? present}"]`)
    const frame = list.current?.parentElement
    if (item && frame) showInside(frame, item)
  }, [open, present])
  return (
    <div
      ref={list}
      className="award-timeline lined"
      data-rows
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
      {groupDraws(draws, { day, zone, now, pending_first: phone }).map(({ key, title, said, draws: together }) => (
        <section key={key} className="lined" aria-label={said}>
          <h3 className="note sorteo-figures" aria-hidden="true">
            {title}
          </h3>
          {together.map((draw) => (
            <TimelineItem
              key={draw.id}
              draw={draw}
              current={draw.id === open}
              stop={draw.id === stop}
              now={ticking(draw, now) ? now : coarse(now)}
              zone={zone}
            />
          ))}
        </section>
      ))}
    </div>
  )
}

/** Scrolls the list and never the page. */
function showInside(frame: HTMLElement, item: HTMLElement): void {
  const [outer, inner] = [frame.getBoundingClientRect(), item.getBoundingClientRect()]
  if (inner.top < outer.top + 60) frame.scrollTop += inner.top - outer.top - 60
  else if (inner.bottom > outer.bottom - 40) frame.scrollTop += inner.bottom - outer.bottom + 40
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
  const result = draw.entry ? null : draw.result
  // Three columns of a triple take a line of their own.
  const long = result !== null && result.length > 18
  return (
    <button
      type="button"
      className="award-item full plain-button hovers ring-inside"
      data-roving
      data-draw={draw.id}
      data-state={draw.entry ? 'entry' : isLate(draw, now) ? 'late' : state}
      tabIndex={stop ? 0 : -1}
      aria-current={current}
      aria-label={[
        `${time} ${draw.product_name}. ${draw.entry ? 'Por confirmar' : drawStateLabels[state]}`,
        isLate(draw, now) && 'atrasado',
        draw.result,
      ]
        .filter(Boolean)
        .join(', ')}
    >
      <span className="strong sorteo-figures">{time}</span>
      <span className="award-item-name cut">{draw.product_name}</span>
      <span className="cut" style={{ maxWidth: 150 }}>
        {result !== null && !long ? (
          <span className="strong sorteo-figures">{result}</span>
        ) : (
          <DrawMark draw={draw} now={now} />
        )}
      </span>
      {result !== null && long && <span className="award-item-long small strong sorteo-figures">{result}</span>}
    </button>
  )
})
