/** A draw's state and clock, in words: what a person must attend to is warm and says so. */
import { drawStateLabels, type DrawRow, type DrawState } from '@contract/draws.ts'
import { StateSign } from '@/kit/values/status-tag.tsx'
import { countdownText, isClosingSoon } from '@/kit/counter/countdown.ts'
import { awaitsResult, elapsedText, isLate, stateAt } from './draws.ts'

interface DrawProps {
  draw: DrawRow
  /** Server milliseconds. */
  now: number
}

const colors: Partial<Record<DrawState, string>> = {
  programado: 'sorteo-muted',
  premiado: 'good',
  suspendido: 'bad',
}

const clock = 'sorteo-figures small sorteo-muted'
const urgentClock = 'sorteo-figures small strong warns'

export function DrawStateTag({ draw, now }: DrawProps) {
  const state = stateAt(draw, now)
  if (draw.entry)
    return (
      <span className="line baseline inline gap-xxs nowrap small strong warns">
        <StateSign state="por_confirmar" /> Por confirmar
      </span>
    )
  if (isLate(draw, now))
    return (
      <span className="line baseline inline gap-xxs nowrap small strong warns">
        <StateSign state="atrasado" /> Atrasado
      </span>
    )
  return (
    <span className={`line baseline inline gap-xxs nowrap small ${colors[state] ?? ''}`}>
      <StateSign state={state} /> {drawStateLabels[state]}
    </span>
  )
}

/** How long until it closes, or since its hour. Nothing where time no longer matters. */
export function DrawClock({ draw, now }: DrawProps) {
  const state = stateAt(draw, now)
  if (state === 'abierto') {
    const left = new Date(draw.closes_at).getTime() - now
    return (
      <time className={isClosingSoon(left) ? urgentClock : clock} dateTime={draw.closes_at}>
        cierra en {countdownText(left)}
      </time>
    )
  }
  if (!awaitsResult(draw, now)) return null
  return (
    <time className={isLate(draw, now) ? urgentClock : clock} dateTime={draw.scheduled_at}>
      hace {elapsedText(draw.scheduled_at, now)}
    </time>
  )
}

/** In one line of the timeline: its clock where time matters, its state where it does not. */
export function DrawMark({ draw, now }: DrawProps) {
  const ticks = draw.entry === null && (stateAt(draw, now) === 'abierto' || awaitsResult(draw, now))
  if (!ticks) return <DrawStateTag draw={draw} now={now} />
  return (
    <span className="line baseline inline gap-xxs nowrap note">
      {isLate(draw, now) && (
        <span className="warns">
          <StateSign state="atrasado" />
        </span>
      )}
      <DrawClock draw={draw} now={now} />
    </span>
  )
}
