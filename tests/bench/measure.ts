/** How a speed is measured here: against a yardstick in the same run, since machines differ and are noisy. */

export interface Measured {
  work: string
  yardstick: string
  /** What was aimed at, in words. */
  reach: string
  /** The measured ratio or sizes, in words. */
  measured: string
  reached: boolean
}

/** Runs `work` from `clients` at once until `seconds` have gone by; answers how many a second. */
export async function rate(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + seconds * 1_000
  const start = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        await work(client)
        done += 1
      }
    }),
  )
  return done / ((performance.now() - start) / 1_000)
}

/** The times of `times` runs in milliseconds, ascending, after one that warms up. */
export async function timings(times: number, work: () => Promise<unknown>): Promise<number[]> {
  await work()
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return taken.sort((a, b) => a - b)
}

export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function round(value: number, decimals = 1): string {
  return value.toFixed(decimals)
}
