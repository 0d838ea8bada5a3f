/** A recalculation as whoever asks for it sees it: begun, and looked at until it is over. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { reports, type Recalculation } from '../../contract/reports.ts'
import type { Period } from '../../contract/values/dates.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { recalculation } from '../../server/rules/rollups/run.ts'
import type { TestApp } from './app.ts'

/** The run as it ended. Throws what the call refuses. */
export async function recalculate(app: TestApp, period: Period, as = 'banca'): Promise<Recalculation> {
  const begun = await app.call(reports.generalRecalculate, { body: period }, { as })
  if (begun.status !== 202) throw new Error(begun.problem.code)
  return endOf(app, begun.body.id, as)
}

/** Waits for a run of `as` to end. The clock, which no test has, looks at what rests. */
export async function endOf(app: TestApp, id: number, as = 'banca'): Promise<Recalculation> {
  let run: Recalculation | null = null
  const { main } = app.app.databases
  const state = async () => {
    await main.db.run(sql`UPDATE recalculations SET beat_at = NULL WHERE runner IS NULL`)
    await workOn(recalculation, main, new AbortController().signal).catch(() => undefined)
    run = (await app.call(reports.generalRecalculation, {}, { as })).body.run
    return run?.id === id && run.state
  }
  await expect.poll(state, { timeout: 60_000 }).not.toBe('en_curso')
  return run!
}
