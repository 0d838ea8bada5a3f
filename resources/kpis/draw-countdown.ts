/** Which draws close next, and how long that is in words. */
import type { Answer } from '@contract/endpoint.ts'
import type { draws } from '@contract/draws.ts'

type Draw = Answer<typeof draws.list>['data'][number]

const shown = 10
const soonMs = 5 * 60_000

/** Draws that still sell at `now` (server milliseconds), the first to close first. */
export function nextDraws(all: readonly Draw[], now: number): Draw[] {
  return all
    .filter((draw) => (draw.state === 'abierto' || draw.state === 'programado') && new Date(draw.closes_at).getTime() > now)
    .sort((one, other) => new Date(one.closes_at).getTime() - new Date(other.closes_at).getTime() || one.id - other.id)
    .slice(0, shown)
}

/** `2 h 05 min`, `12:09` in the last hour, `cerrado` after. Seconds are rounded up: zero is the close itself. */
export function countdownText(leftMs: number): string {
  if (leftMs <= 0) return 'cerrado'
  const seconds = Math.ceil(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

export function isClosingSoon(leftMs: number): boolean {
  return leftMs > 0 && leftMs <= soonMs
}
