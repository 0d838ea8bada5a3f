/** Wall-clock time of many instants in one zone. */
import { inZone } from '@contract/values/dates.ts'

/** No zone changes its offset within one of these. */
const STEP_MS = 15 * 60_000

/**
 * A function from an ISO instant to its wall clock in `zone`, as milliseconds that read as UTC.
 * Asking `Intl` once per quarter of an hour instead of once per cell makes a large file several times faster.
 */
export function zoneClock(zone: string): (instant: string) => number {
  const offsets = new Map<number, number>()
  return (instant) => {
    const at = Date.parse(instant)
    const step = Math.floor(at / STEP_MS)
    let offset = offsets.get(step)
    if (offset === undefined) {
      const begin = step * STEP_MS
      const { day, time } = inZone(new Date(begin), zone)
      offset = Date.parse(`${day}T${time}Z`) - begin
      offsets.set(step, offset)
    }
    return at + offset
  }
}
