/** Mondays on which the clock closed weeks, and what came of each. */
import { sql } from 'drizzle-orm'
import { accountBalance, type ClockRow } from '@contract/account-balance.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, wholeBanca } from '../../platform/lists/listing.ts'
import type { ClockedWeek } from '../../rules/books/weekly.ts'
import { withNames } from './closings.ts'

export const clockList = listing<typeof accountBalance.clock, ClockRow>(accountBalance.clock, {
  from: sql`weekly_closes clocked`,
  columns: sql`clocked.id, clocked.monday::text AS monday, clocked.state, clocked.closed, clocked.kept,
    jsonb_array_length(clocked.weeks) AS weeks, clocked.begun_at, clocked.ended_at, clocked.problem`,
  key: sql`clocked.id`,
  scope: wholeBanca,
  period: ({ from, to }) => sql`clocked.monday BETWEEN ${from}::date AND ${to}::date`,
  filter: { state: (state) => sql`clocked.state = ${state}` },
  order: { monday: sql`clocked.monday`, closed: sql`clocked.closed`, kept: sql`clocked.kept` },
  first: () => sql`clocked.monday DESC`,
})

/** @throws Problem `not_found` */
export async function clockedWeeks({ db }: Context, id: number): Promise<Answer<typeof accountBalance.clockedWeeks>> {
  const found = await db.one<{ weeks: ClockedWeek[] }>(sql`SELECT weeks FROM weekly_closes WHERE id = ${id}`)
  if (!found) throw new Problem('not_found')
  const data = await Promise.all(
    found.weeks.map(async (one) => ({ ...one, kept_open: await withNames(db, one.kept_open) })),
  )
  return { data }
}
