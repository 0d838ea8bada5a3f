/**
 * The awarder's day: what state a draw is in at an instant, which ones wait for a person, and which
 * comes next. States move with the clock between two answers of the server, so they are told here too.
 */
import { lateAfterMinutes, type DrawRow, type DrawState } from '@contract/draws.ts'
import { clockOf } from '@contract/values/dates.ts'

const minute = 60_000

function time(instant: string): number {
  return new Date(instant).getTime()
}

/** The state at `now` (server milliseconds): awarded and suspended are facts, the rest is the clock's. */
export function stateAt(draw: DrawRow, now: number): DrawState {
  if (draw.state === 'premiado' || draw.state === 'suspendido') return draw.state
  if (now < time(draw.opens_at)) return 'programado'
  return now < time(draw.closes_at) ? 'abierto' : 'cerrado'
}

/** A polla has no result of its own: it is settled when the draws it counts are. */
function takesResult(draw: DrawRow): boolean {
  return draw.parts.length > 0 && draw.product_kind !== 'polla'
}

/** Closed, its hour passed, and nobody has confirmed a result. */
export function awaitsResult(draw: DrawRow, now: number): boolean {
  return takesResult(draw) && stateAt(draw, now) === 'cerrado' && time(draw.scheduled_at) <= now
}

/** Awaits its result for too long: somebody must look. */
export function isLate(draw: DrawRow, now: number): boolean {
  return awaitsResult(draw, now) && now - time(draw.scheduled_at) >= lateAfterMinutes * minute
}

/** Waits for a person: for a result, or for the confirmation of one (a correction too). */
export function isPending(draw: DrawRow, now: number): boolean {
  return draw.entry !== null || awaitsResult(draw, now)
}

/** Something this person can do about it now: enter a result, or confirm one that is theirs to confirm. */
function isMine(draw: DrawRow, now: number): boolean {
  return draw.entry === null ? awaitsResult(draw, now) : draw.entry.can_confirm
}

/** The next draw this person can do something about: after `from` in order of time, then from the beginning. */
export function nextPending(draws: readonly DrawRow[], from: number | undefined, now: number): DrawRow | undefined {
  const at = draws.findIndex((draw) => draw.id === from)
  return [...draws.slice(at + 1), ...draws.slice(0, Math.max(at, 0))].find((draw) => isMine(draw, now))
}

/** What the list shows of the day. */
export function chosenDraws(
  draws: readonly DrawRow[],
  { state, pending }: { state?: DrawState | undefined; pending: boolean },
  now: number,
): DrawRow[] {
  return draws.filter(
    (draw) => (state === undefined || stateAt(draw, now) === state) && (!pending || isPending(draw, now)),
  )
}

export interface HourOfDraws {
  /** `09:00`, in the banca's zone. */
  hour: string
  draws: DrawRow[]
}

/** Draws in the order they come, under the hour they fall in. */
export function byHour(draws: readonly DrawRow[], zone: string): HourOfDraws[] {
  const hours: HourOfDraws[] = []
  for (const draw of draws) {
    const hour = `${clockOf(draw.scheduled_at, zone).slice(0, 2)}:00`
    const last = hours.at(-1)
    if (last?.hour === hour) last.draws.push(draw)
    else hours.push({ hour, draws: [draw] })
  }
  return hours
}

/** How long ago, in words that fit a narrow column: `12 min`, `2 h 05 min`. */
export function elapsedText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - time(since)) / minute))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
