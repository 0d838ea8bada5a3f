/**
 * The awarder's day: what state a draw is in at an instant, which ones wait for a person, and which
 * comes next. States move with the clock between two answers of the server, so they are told here too.
 */
import { lateAfterMinutes, type DrawRow, type DrawState } from '@contract/draws.ts'
import { clockOf, formatDay } from '@contract/values/dates.ts'

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

/** Somebody's money waits for its result; one in which nobody played may have one, and rings no one. */
function isMissed(draw: DrawRow, now: number): boolean {
  return draw.played && awaitsResult(draw, now)
}

/** Its result is missed for too long: somebody must look. */
export function isLate(draw: DrawRow, now: number): boolean {
  return isMissed(draw, now) && now - time(draw.scheduled_at) >= lateAfterMinutes * minute
}

/** Waits for a person: for a result, or for the confirmation of one (a correction too). */
export function isPending(draw: DrawRow, now: number): boolean {
  return draw.entry !== null || isMissed(draw, now)
}

/** Something this person can do about it now: enter a result, or confirm one that is theirs to confirm. */
function isMine(draw: DrawRow, now: number): boolean {
  return draw.entry === null ? isMissed(draw, now) : draw.entry.can_confirm
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

export interface DrawGroup {
  key: string
  title: string
  /** The title as it is heard. */
  said: string
  draws: DrawRow[]
}

interface Grouping {
  /** The day that is looked at. */
  day: string
  zone: string
  now: number
  /** Everything that waits comes before all the rest: where only a few fit on the screen. */
  pending_first: boolean
}

/** Draws in the order they come: those of other days under their day, those of the day under the hour they fall in. */
export function groupDraws(draws: readonly DrawRow[], { day, zone, now, pending_first }: Grouping): DrawGroup[] {
  const groups = new Map<string, DrawGroup>()
  const titleOf = (draw: DrawRow): [title: string, said: string] => {
    if (pending_first && isPending(draw, now) && draw.day === day) return ['Por premiar', 'Por premiar']
    const hour = `${clockOf(draw.scheduled_at, zone).slice(0, 2)}:00`
    return draw.day === day ? [hour, `Hora ${hour}`] : [formatDay(draw.day), `Pendientes del ${formatDay(draw.day)}`]
  }
  for (const draw of pending_first ? pendingFirst(draws, now) : draws) {
    const [title, said] = titleOf(draw)
    const group = groups.get(title) ?? { key: title, title, said, draws: [] }
    groups.set(title, group)
    group.draws.push(draw)
  }
  return [...groups.values()]
}

function pendingFirst(draws: readonly DrawRow[], now: number): DrawRow[] {
  return [...draws.filter((draw) => isPending(draw, now)), ...draws.filter((draw) => !isPending(draw, now))]
}

/** How long ago, in words that fit a narrow column: `12 min`, `2 h 05 min`. */
export function elapsedText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - time(since)) / minute))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
