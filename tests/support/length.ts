/**
 * How long races and models last. Every day they are short and the same, so that a failure is a change's own;
 * `npm run test:long` tries more of each, and models with a seed of its own each time. In the browser it looks at
 * every screen and follows every link where each day sees one of each kind. What the usual run passes over altogether
 * stands in `usual.mjs`.
 */

/** Trials of each race: RACE_TRIALS in the long run. */
export const trials = Number(process.env['RACE_TRIALS'] ?? 4)

const asked = process.env['MODEL_RUNS']
/** Is this the long run, which has all the time it takes? */
export const isLong = asked !== undefined
/** Of what is alike, those that are tried each day; the long run tries all. */
export const eachDay = <T>(all: readonly T[], isTried: (one: T, at: number) => boolean): readonly T[] =>
  isLong ? all : all.filter(isTried)
/** Fails again as it did: MODEL_SEED=… */
const seed = process.env['MODEL_SEED'] ?? (isLong ? undefined : '20261122')

/** What the long run tries for each of a day: those whose runs take seconds would outlast it with as many as the others. */
const timesMore = 30

/** So many runs of a model, or MODEL_RUNS, at most thirty times as many; a failure prints its seed. */
export function modelRuns(everyDay: number): { numRuns: number; seed?: number } {
  return {
    numRuns: Math.min(Number(asked ?? everyDay), everyDay * timesMore),
    ...(seed !== undefined && { seed: Number(seed) }),
  }
}

/** Of a model whose runs take seconds: half so many each day, as many as of any other in the long run. */
export function slowModelRuns(many: number): { numRuns: number; seed?: number } {
  const runs = modelRuns(many)
  return isLong ? runs : { ...runs, numRuns: Math.ceil(many / 2) }
}
