/** Asking a banca's database on behalf of somebody of another, who must not hang from it. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './databases.ts'
import { isLost } from './lost.ts'

/** Shorter than what makes one be taken for away: whoever asks from elsewhere does not say that of a busy one. */
const patienceMs = 2_500

/** What `work` found there; undefined where it is away, or does not answer in time, which ends what listens to the signal. */
export async function askThere<T>(
  { presence }: Database,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ found: T } | undefined> {
  const over = new AbortController()
  const asked = () =>
    Promise.race([
      work(over.signal).then((found) => ({ found })),
      sleep(patienceMs, undefined, { signal: over.signal, ref: false }),
    ])
  try {
    return (await presence.ifThere(asked))?.found
  } catch (fault) {
    if (!isLost(fault)) throw fault
    return undefined
  } finally {
    over.abort()
  }
}
