/**
 * A recalculation as work that goes on when its caller has left: one at a time in the banca, a day to a
 * transaction, so that whoever reads sees a day as it was or as it is right. Whoever takes it over
 * (`platform/jobs/claimed.ts`) goes on from the day that it had reached.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import type { reports } from '@contract/reports.ts'
import { formatInstant, type Period } from '@contract/values/dates.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { transaction, type Executor, type Tx } from '../../platform/db/connect.ts'
import { namedWithin, scopeOf, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { Superseded, type Claim, type ClaimedWork, type Piece } from '../../platform/jobs/claimed.ts'
import type { SessionUser } from '@contract/session.ts'
import { rebuildDays } from './rebuild.ts'

type Recalculation = Answer<typeof reports.generalRecalculate>
type Who = Pick<SessionUser, 'id' | 'zone' | 'partner_id' | 'partner_type'>

/** Sales are never held back for longer than this by a run that waits for its turn at the tables. */
const lockPatience = '2s'
/** The run rests as long as a day took, so that it never has a processor to itself. */
const longestRestMs = 2_000

async function read(db: Executor, who: Who, where: SQL): Promise<Recalculation | null> {
  const found = await db.one<Recalculation>(sql`
    SELECT r.id, r.from_day AS from, r.to_day AS to, r.state, ${namedWithin(scopeOf(who), sql`u.partner_id`, sql`u.name`)} AS by,
      r.started_by = ${who.id} AS own, r.started_at, r.ended_at,
      r.to_day - r.from_day + 1 AS days, r.days_done, r.rows, r.corrected
    FROM recalculations r JOIN users u ON u.id = r.started_by WHERE ${where} ORDER BY r.state = 'en_curso' DESC, r.id DESC LIMIT 1`)
  return found ?? null
}

/** The run under way, whoever began it; without one the last that `who` began. */
export function latestRun(db: Executor, who: Who): Promise<Recalculation | null> {
  return read(db, who, sql`r.state = 'en_curso' OR r.started_by = ${who.id}`)
}

/**
 * Notes a run over the scope's partners, to be begun once this is committed. Pressed again by the same person while it
 * goes on, it is the same one and not `begun`. Throws `recalculation_running` for another.
 */
export async function beginRun(
  tx: Tx,
  scope: Scope,
  who: Who,
  { from, to }: Period,
): Promise<{ run: Recalculation; begun: boolean }> {
  const begun = await tx.one<{ id: number }>(sql`
    INSERT INTO recalculations (partner_id, from_day, to_day, started_by) VALUES (${scope.partner_id}, ${from}, ${to}, ${who.id})
    ON CONFLICT DO NOTHING RETURNING id`)
  const run = await read(tx, who, begun ? sql`r.id = ${begun.id}` : sql`r.state = 'en_curso'`)
  // The one in the way ended between the two looks.
  if (!run) throw new Problem('conflict')
  if (begun) return { run, begun: true }
  const same = sql`r.id = ${run.id} AND r.partner_id = ${scope.partner_id} AND r.from_day = ${from} AND r.to_day = ${to}`
  if (run.own && (await read(tx, who, same))) return { run, begun: false }
  throw new Problem('recalculation_running', {
    detail:
      `${run.own ? 'Usted ya' : (run.by ?? 'Otra persona')} está recalculando desde ` +
      `${formatInstant(run.started_at, who.zone)}. Espere a que termine.`,
    extra: { by: run.by, since: run.started_at },
  })
}

/** Ends the run that `who` began; days that are done stay done. Throws `not_found` when there is none under way. */
export async function stopRun(tx: Tx, who: Who): Promise<Recalculation> {
  const stopped = await tx.one<{ id: number }>(sql`
    UPDATE recalculations
    SET state = 'detenido', ended_at = clock_timestamp()
    WHERE state = 'en_curso' AND started_by = ${who.id}
    RETURNING id`)
  const run = stopped && (await read(tx, who, sql`r.id = ${stopped.id}`))
  if (!run) throw new Problem('not_found')
  return run
}

/** A run to its end, day by day: a new one, or one that another instance left at some day. */
export const recalculation: ClaimedWork<Piece> = {
  name: 'recalculation',
  table: sql`recalculations`,
  open: sql`w.state = 'en_curso'`,
  order: sql`w.id`,
  columns: sql`w.started_by AS user_id`,
  run: async ({ id }, claim) => {
    for (;;) {
      const start = performance.now()
      if (await isLastDone(claim, id)) return
      const took = performance.now() - start
      await sleep(Math.min(longestRestMs, took), undefined, { signal: claim.signal })
    }
  },
  gaveUp: () => ({ set: sql`state = 'fallido', ended_at = clock_timestamp()` }),
}

interface Progress {
  partner_id: number
  whole: boolean
  day: string
  from: string
  to: string
  days_done: number
  rows: number
  corrected: number
  user: Pick<SessionUser, 'id' | 'username' | 'role'>
}

/** Corrects one day and counts it, in one transaction; answers whether it was the last. @throws Superseded */
async function isLastDone(claim: Claim, id: number): Promise<boolean> {
  return transaction(claim.database.jobs.pool, async (tx) => {
    const run = await tx.one<Progress>(sql`
      SELECT w.partner_id, p.type = 'banca' AS whole, w.from_day + w.days_done AS day, w.from_day AS from, w.to_day AS to,
        w.days_done, w.rows, w.corrected,
        jsonb_build_object('id', u.id, 'username', u.username, 'role', u.role) AS user
      FROM recalculations w JOIN partners p ON p.id = w.partner_id JOIN users u ON u.id = w.started_by
      WHERE ${claim.mine}`)
    if (!run) throw new Superseded()
    await tx.run(sql`SELECT set_config('lock_timeout', ${lockPatience}, true)`)
    const rebuilt = await rebuildDays(tx, run.day, run.day, run.whole ? undefined : scopeOf(run))
    // A day that is done is a new beginning.
    const counted = sql`
      days_done = days_done + 1, rows = rows + ${rebuilt.rows}, corrected = corrected + ${rebuilt.corrected}, attempts = 1`
    if (run.day !== run.to) {
      await claim.keep(tx, counted)
      return false
    }
    await claim.end(tx, { set: sql`${counted}, state = 'terminado', ended_at = clock_timestamp()` })
    await auditEnd(tx, id, run, rebuilt)
    return true
  })
}

function auditEnd(tx: Tx, id: number, run: Progress, last: { rows: number; corrected: number }): Promise<void> {
  const after = {
    days: run.days_done + 1,
    rows: run.rows + last.rows,
    corrected: run.corrected + last.corrected,
    partner_id: run.partner_id,
  }
  return writeAudit(tx, {
    session: run.user,
    ip: '',
    request_id: `recalculation-${id}`,
    action: 'reports.generalRecalculated',
    entity: 'reports',
    changes: [{ entity_id: `${run.from} ${run.to}`, after, significant: true }],
  })
}
