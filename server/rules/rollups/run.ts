/**
 * A recalculation as work that goes on when its caller has left: one at a time in the banca, a day to a
 * transaction, so that whoever reads sees a day as it was or as it is right. Its state lies in the database:
 * every instance tells how far it is, and goes on with one whose instance died.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import type { reports } from '@contract/reports.ts'
import { formatInstant, type Period } from '@contract/values/dates.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { transaction, type Executor, type Tx } from '../../platform/db/connect.ts'
import type { Store } from '../../platform/db/databases.ts'
import { isLost } from '../../platform/db/lost.ts'
import { namedWithin, scopeOf, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SessionUser } from '@contract/session.ts'
import { rebuildDays } from './rebuild.ts'

type Recalculation = Answer<typeof reports.generalRecalculate>
type Who = Pick<SessionUser, 'id' | 'zone' | 'partner_id' | 'partner_type'>

/** A runner says this often that it lives; after so long without a word another takes over. */
const beatEveryMs = 5_000
const takenOverAfter = '20 seconds'
/** Sales are never held back for longer than this by a run that waits for its turn at the tables. */
const lockPatience = '2s'
const attempts = 5
const again_ms = 1_000
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
 * Notes a run over the scope's partners; `carryOn` does it once this is committed. Pressed again by the same person while
 * it goes on, it is the same one and not `begun`. Throws `recalculation_running` for another.
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

/** Does a run to its end, day by day: the new one that `id` names, or one whose instance died. Nothing to do is no fault. */
export async function carryOn(store: Store, id?: number): Promise<void> {
  const runner = randomUUID()
  const free =
    id === undefined
      ? sql`coalesce(beat_at, started_at) < clock_timestamp() - ${takenOverAfter}::interval`
      : sql`id = ${id} AND runner IS NULL`
  const taken = await store.db.one<{ id: number }>(sql`
    UPDATE recalculations SET runner = ${runner}, beat_at = clock_timestamp() WHERE state = 'en_curso' AND ${free} RETURNING id`)
  if (!taken) return
  const beat = setInterval(() => {
    void store.aside
      .run(sql`UPDATE recalculations SET beat_at = clock_timestamp() WHERE id = ${taken.id} AND runner = ${runner}`)
      .catch(() => undefined)
  }, beatEveryMs)
  try {
    for (;;) {
      const start = performance.now()
      if (!(await patiently(store, () => nextDay(store, taken.id, runner)))) return
      await sleep(Math.min(longestRestMs, performance.now() - start))
    }
  } catch (error) {
    // Whoever closes leaves the run to the next one.
    if (store.pool.ending) return
    await store.db.run(sql`
      UPDATE recalculations
      SET state = 'fallido', ended_at = clock_timestamp()
      WHERE id = ${taken.id} AND runner = ${runner} AND state = 'en_curso'`)
    throw error
  } finally {
    clearInterval(beat)
  }
}

/** Again, a few times, when others held what it needs or the database was away. */
async function patiently(store: Store, work: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isHeld = (error as { code?: string }).code === '55P03'
      if (attempt === attempts || store.pool.ending || !(isHeld || isLost(error))) throw error
      await sleep(again_ms * attempt)
    }
  }
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

/** Somebody ended the run or took it over: what its day did is undone. */
class Superseded extends Error {}

/** Corrects one day and counts it, in one transaction. False when the run is over. */
async function nextDay({ pool }: Store, id: number, runner: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const run = await tx.one<Progress>(sql`
      SELECT r.partner_id, p.type = 'banca' AS whole, r.from_day + r.days_done AS day, r.from_day AS from, r.to_day AS to,
        r.days_done, r.rows, r.corrected,
        jsonb_build_object('id', u.id, 'username', u.username, 'role', u.role) AS user
      FROM recalculations r JOIN partners p ON p.id = r.partner_id JOIN users u ON u.id = r.started_by
      WHERE r.id = ${id} AND r.runner = ${runner} AND r.state = 'en_curso'`)
    if (!run) return false
    await tx.run(sql`SELECT set_config('lock_timeout', ${lockPatience}, true)`)
    const rebuilt = await rebuildDays(tx, run.day, run.day, run.whole ? undefined : scopeOf(run))
    const isLast = run.day === run.to
    const counted = await tx.run(sql`
      UPDATE recalculations
      SET days_done = days_done + 1, rows = rows + ${rebuilt.rows}, corrected = corrected + ${rebuilt.corrected},
        beat_at = clock_timestamp(),
        state = ${isLast ? 'terminado' : 'en_curso'}, ended_at = ${isLast ? sql`clock_timestamp()` : sql`NULL`}
      WHERE id = ${id} AND runner = ${runner} AND state = 'en_curso' AND days_done = ${run.days_done}`)
    if (counted === 0) throw new Superseded()
    if (isLast) await auditEnd(tx, id, run, rebuilt)
    return !isLast
  }).catch((error: unknown) => {
    if (error instanceof Superseded) return false
    throw error
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
