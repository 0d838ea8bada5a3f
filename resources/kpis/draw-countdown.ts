/** Which draws close next. */
import type { Answer } from '@contract/endpoint.ts'
import type { draws } from '@contract/draws.ts'

type Draw = Answer<typeof draws.list>['data'][number]

const shown = 10

/** Draws that still sell at `now` (server milliseconds), the first to close first. */
export function nextDraws(all: readonly Draw[], now: number): Draw[] {
  return all
    .filter(
      (draw) => (draw.state === 'abierto' || draw.state === 'programado') && new Date(draw.closes_at).getTime() > now,
    )
    .sort((one, other) => new Date(one.closes_at).getTime() - new Date(other.closes_at).getTime() || one.id - other.id)
    .slice(0, shown)
}
