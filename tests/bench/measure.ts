/** How a speed is measured here: against a yardstick in the same run, since machines differ and are noisy. */

export interface Measured {
  work: string
  yardstick: string
  /** What was aimed at, in words. */
  reach: string
  /** The measured ratio or sizes, in words. */
  measured: string
  reached: boolean
  /** It was not measured: `measured` says why. */
  missing?: true
}

/** What a part throws where the machine lacks what it takes, a browser say: one Spanish sentence, and no fault of the product. */
export class Unmeasurable extends Error {}

/** The rows of a part, or the one that says why there are none; with an `error` where it should have had some. */
export async function outcomeOf(
  name: string,
  measure: () => Promise<Measured[]>,
): Promise<{ rows: Measured[]; error?: unknown }> {
  try {
    return { rows: await measure() }
  } catch (error) {
    const isExpected = error instanceof Unmeasurable
    const reason = error instanceof Error ? error.message : String(error)
    const row = notMeasured({ work: name, yardstick: '', reach: '' }, isExpected ? reason : `falló: ${reason}`)
    return { rows: [row], ...(!isExpected && { error: error ?? reason }) }
  }
}

function notMeasured(row: Pick<Measured, 'work' | 'yardstick' | 'reach'>, reason: string): Measured {
  return { ...row, measured: `no medido: ${reason}`, reached: false, missing: true }
}

/** Runs `work` from `clients` at once until `seconds` have gone by: how often, and in how many milliseconds. */
export async function doneIn(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<unknown>,
): Promise<{ done: number; ms: number }> {
  const start = performance.now()
  const end = start + seconds * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        await work(client)
        done += 1
      }
    }),
  )
  return { done, ms: performance.now() - start }
}

/** Runs `work` from `clients` at once until `seconds` have gone by; answers how many a second. */
export async function rate(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<unknown>,
): Promise<number> {
  const { done, ms } = await doneIn(clients, seconds, work)
  return (done * 1_000) / ms
}

/** The times of `times` runs in milliseconds, ascending, after one that warms up. */
export async function timings(times: number, work: () => Promise<unknown>): Promise<number[]> {
  return (await rivalTimings({ work }, times)).work
}

/**
 * A B A B: each of the works once, in their order, and that `rounds` times. What else the machine does meanwhile
 * falls on all of them alike. Answers what each gave, in the order of the rounds.
 */
export async function takeTurns<K extends string, T>(
  works: Record<K, (round: number) => Promise<T>>,
  rounds: number,
): Promise<Record<K, T[]>> {
  const names = Object.keys(works) as K[]
  const given = Object.fromEntries(names.map((name): [K, T[]] => [name, []])) as Record<K, T[]>
  for (let round = 0; round < rounds; round++) for (const name of names) given[name].push(await works[name](round))
  return given
}

interface Rivalry {
  clients: number
  /** Of each work, all its slices together. */
  seconds: number
  /** Of one slice, before the others have theirs. */
  slice?: number
}

/** How many a second each work does from `clients` at once: what was done in all its slices, over the time they took. */
export async function rivalRates<K extends string>(
  works: Record<K, (client: number) => Promise<unknown>>,
  { clients, seconds, slice = 0.5 }: Rivalry,
): Promise<Record<K, number>> {
  const names = Object.keys(works) as K[]
  const slices = await takeTurns(
    mapped(works, (work) => () => doneIn(clients, slice, work)),
    Math.ceil(seconds / slice),
  )
  const sum = (name: K, key: 'done' | 'ms') => slices[name].reduce((all, one) => all + one[key], 0)
  return Object.fromEntries(names.map((name) => [name, (sum(name, 'done') * 1_000) / sum(name, 'ms')])) as Record<
    K,
    number
  >
}

/** The times of `times` runs of each work in milliseconds, ascending, one of each in turn, after one that warms up. */
export async function rivalTimings<K extends string>(
  works: Record<K, () => Promise<unknown>>,
  times: number,
): Promise<Record<K, number[]>> {
  const taken = await takeTurns(
    mapped(works, (work) => () => timeOf(work)),
    times + 1,
  )
  return mapped(taken, (all) => ascending(all.slice(1)))
}

/** Milliseconds of one run. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function mapped<K extends string, A, B>(all: Record<K, A>, change: (one: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(all).map(([name, one]) => [name, change(one)])) as Record<K, B>
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}

export function median(values: readonly number[]): number {
  return percentile(ascending(values), 0.5)
}

export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function round(value: number, decimals = 1): string {
  return value.toFixed(decimals)
}

/** What a call answers where it must succeed. */
export function answered<R extends { status: number; problem?: { detail?: string } }>(reply: R): R {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.problem?.detail ?? ''}`)
  return reply
}
