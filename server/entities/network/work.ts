/**
 * Checks and writes workbooks apart from whoever sent them, one at a time in each instance. Their state lies in the
 * database: how far each is, is told by every instance, and one whose instance died is begun anew by another. A
 * writing is one transaction: begun anew, nothing of it stands.
 */
import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import { networkLink } from '@contract/links.ts'
import { networkLimits, type NetworkSheet } from '@contract/network-sheets.ts'
import type { SessionUser } from '@contract/session.ts'
import { json, list, transaction, type Executor, type Tx } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/databases.ts'
import { isDiskFull, isLost } from '../../platform/db/lost.ts'
import { Problem } from '../../platform/http/problem.ts'
import { notify } from '../../platform/notices/notify.ts'
import { loadUser } from '../../platform/session/authenticate.ts'
import { planOf, reviewOf, rowsOfPlan } from './plan.ts'
import type { Plan, PlannedPartner, PlannedRate, PlannedUser } from './planned.ts'
import { readBook, type Book } from './read.ts'
import { holdTree, NetworkChanged, writePlan } from './write.ts'

/** Whoever works on one says this often that it lives; after so long without a word another begins it anew. */
const beatEveryMs = 2_000
const takenOverAfter = '20 seconds'
/** Begun so often and not ended once, it is given up. */
const attempts = 3

interface Taken {
  id: number
  user_id: number
  partner_id: number
  filename: string
  file: Buffer
  state: 'por_revisar' | 'por_aplicar'
  review: string | null
  attempts: number
}

const working = new WeakMap<Database, Promise<void>>()

/** Works until nothing waits or `closing` says so. Called again meanwhile, it is the same work. */
export function workOnNetwork(database: Database, closing: AbortSignal): Promise<void> {
  const under_way = working.get(database)
  if (under_way) return under_way
  const work = workOnAll(database, closing).finally(() => working.delete(database))
  working.set(database, work)
  return work
}

async function workOnAll(database: Database, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const runner = randomUUID()
    const one = await database.jobs.db.one<Taken>(sql`
      UPDATE network_imports t
      SET runner = ${runner}, beat_at = clock_timestamp(), attempts = t.attempts + 1, done = 0, total = 0, phase = ''
      WHERE t.id = (
        SELECT id
        FROM network_imports
        WHERE state IN ('por_revisar', 'por_aplicar')
          AND (runner IS NULL OR beat_at < clock_timestamp() - ${takenOverAfter}::interval)
        ORDER BY requested_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, user_id, partner_id, filename, file, state, review, attempts`)
    if (!one) return
    // What waits for a place to be read at is looked at again when the clock says so.
    if (!(await new Work(database, one, runner).run())) return
  }
}

class Work {
  private phase = ''
  private done = 0
  private total = 0
  private readonly database: Database
  private readonly one: Taken
  private readonly runner: string

  constructor(database: Database, one: Taken, runner: string) {
    this.database = database
    this.one = one
    this.runner = runner
  }

  private readonly mine = (): SQL => sql`id = ${this.one.id} AND runner = ${this.runner} AND state = ${this.one.state}`
  /** One count from the first row to the last: whatever is being done goes on from where the one before ended. */
  private readonly tell = (phase: string, more = 0): void => {
    this.phase = phase
    this.done += more
  }

  /** Answers whether the next one may begin: not where this one met a busy server and waits on. */
  async run(): Promise<boolean> {
    const { db } = this.database.jobs
    const beat = setInterval(
      () =>
        void db
          .run(
            sql`
              UPDATE network_imports
              SET beat_at = clock_timestamp(), phase = ${this.phase}, done = ${this.done}, total = ${this.total}
              WHERE ${this.mine()}`,
          )
          .catch(() => 0),
      beatEveryMs,
    )
    try {
      if (this.one.attempts > attempts) throw new Problem('internal')
      await this.work()
    } catch (error) {
      if (error instanceof NoPlace) {
        await db
          .run(sql`UPDATE network_imports SET runner = NULL, attempts = attempts - 1 WHERE ${this.mine()}`)
          .catch(() => 0)
        return false
      }
      await this.failed(error)
    } finally {
      clearInterval(beat)
    }
    return true
  }

  private async work(): Promise<void> {
    const { user_id, partner_id, state, file, filename } = this.one
    const { jobs } = this.database
    const session = await loadUser(jobs.db, this.database, sql`person.id = ${user_id}`)
    // With the rights of now: who was moved elsewhere, or may no longer, does nothing here.
    if (!session || session.partner_id !== partner_id || !allows(rules.registryWrite, session))
      throw new Problem('forbidden')
    this.tell('Leyendo el libro')
    const said = await jobs.db.rows<{ key: string; field: string | null }>(
      sql`SELECT sheet || '|' || match AS key, field FROM network_columns WHERE partner_id = ${partner_id}`,
    )
    const who = `${this.database.key} ${user_id}`
    const columns = new Map(said.map(({ key, field }) => [key, field]))
    const book = await readBook({ who, bytes: file, filename }, columns).catch((error: unknown) => {
      throw isBusy(error) ? new NoPlace() : error
    })
    this.tell('Revisando las filas')
    if (state === 'por_revisar')
      await transaction(jobs.pool, async (tx) => this.keep(tx, book, await planOf(tx, book, session)))
    else await this.apply(book, session)
  }

  /** Written whole, if it still does what was looked at; otherwise it is there to be looked at again. */
  private async apply(book: Book, session: SessionUser): Promise<void> {
    const { pool } = this.database.jobs
    const changed = await transaction(pool, async (tx) => {
      const now = new Date()
      // What is planned rests on a network that nobody moves meanwhile.
      await holdTree(tx)
      const plan = await planOf(tx, book, session, true)
      if (plan.faults.length > 0 || reviewOf(plan) !== this.one.review) {
        await this.keep(tx, book, plan, 'La red cambió desde la revisión. Mírela de nuevo antes de aplicar.')
        return true
      }
      this.total = rowsOfPlan(plan).filter(({ action }) => action !== 'igual').length
      await writePlan({ tx, session, now, tell: this.tell }, plan)
      const ended = await tx.run(sql`
        UPDATE network_imports
        SET state = 'aplicada', file = NULL, runner = NULL, ended_at = clock_timestamp(), phase = '', done = ${this.done},
          total = ${this.total}, problem = NULL
        WHERE ${this.mine()}`)
      if (ended === 0) throw new Problem('conflict')
      return false
    })
    await this.say(
      changed
        ? ['advierte', 'El libro no se aplicó', 'La red cambió desde la revisión: mírela de nuevo.']
        : ['informa', 'Red aplicada', `${this.one.filename} quedó aplicado.`],
    )
  }

  /** What was found out, in the place of what was known before. */
  private async keep(tx: Tx, book: Book, plan: Plan, problem: string | null = null): Promise<void> {
    const { id } = this.one
    const rows = rowsOfPlan(plan)
    const countsOf = (sheet: NetworkSheet) => {
      const of = (action: string) => rows.filter((row) => row.sheet === sheet && row.action === action).length
      return { crea: of('crea'), cambia: of('cambia'), igual: of('igual') }
    }
    const sheets = book.sheets.map(({ sheet, name, columns, count }) => ({
      sheet,
      name,
      rows: count,
      columns,
      counts: countsOf(sheet),
    }))
    await tx.run(sql`DELETE FROM network_faults WHERE import_id = ${id}`)
    await tx.run(sql`DELETE FROM network_rows WHERE import_id = ${id}`)
    await keepFaults(tx, id, plan)
    await keepRows(tx, id, plan)
    const kept = await tx.run(sql`
      UPDATE network_imports
      SET state = 'revisada', runner = NULL, phase = '', done = 0, total = 0, attempts = 0, sheets = ${json(sheets)},
        others = ${list(book.others)}::text[],
        faults = ${plan.faults.length}, review = ${plan.faults.length === 0 ? reviewOf(plan) : null}, problem = ${problem}
      WHERE ${this.mine()}`)
    // It was discarded, or another instance took it over.
    if (kept === 0) throw new Problem('conflict')
  }

  /** Another time, when the server is to blame; otherwise it is said why. What was checked before can be looked at still. */
  private async failed(fault: unknown): Promise<void> {
    const { db } = this.database.jobs
    const error = isDiskFull(fault) ? new Problem('disk_full') : fault
    if (error instanceof Problem && error.code === 'conflict') return
    const isTold = error instanceof Problem
    const met = meeting(error)
    if (!isTold && !met && this.one.attempts < attempts) {
      await db.run(sql`UPDATE network_imports SET runner = NULL WHERE ${this.mine()}`).catch(() => 0)
      if (isLost(error)) return
      throw error
    }
    const problem = (isTold ? error.detail : (met ?? new Problem('internal').detail)).slice(0, 500)
    const next = this.one.state === 'por_aplicar' ? 'revisada' : 'fallida'
    await db.run(
      sql`UPDATE network_imports SET state = ${next}, runner = NULL, phase = '', done = 0, total = 0, problem = ${problem}, attempts = 0,
        ended_at = CASE WHEN ${next} = 'fallida' THEN clock_timestamp() END WHERE ${this.mine()}`,
    )
    await this.say(['advierte', 'No se pudo con el libro', `${this.one.filename}: ${problem}`])
  }

  private async say([level, title, text]: ['informa' | 'advierte', string, string]): Promise<void> {
    await transaction(this.database.jobs.pool, (tx) =>
      notify(tx, sql`SELECT ${this.one.user_id}::int`, {
        kind: 'red',
        level,
        title,
        text,
        link: networkLink(this.one.id),
        key: `network:${this.one.id}:${this.runner}`,
      }),
    )
  }
}

/** The file could not be read now: it is read again when the clock says so. */
class NoPlace extends Error {}

/** All places are taken where files are read, or the server ends: neither is the workbook's doing. */
const isBusy = (error: unknown) => error instanceof Problem && (error.code === 'busy' || error.code === 'unavailable')

/** Somebody made, at the same moment, what the workbook makes too. */
function meeting(error: unknown): string | null {
  const isTaken = (error as { code?: string }).code === '23505'
  return isTaken || error instanceof NetworkChanged
    ? 'Alguien cambió la red mientras se aplicaba: no se escribió nada. Revíselo de nuevo.'
    : null
}

async function keepFaults(tx: Tx, import_id: number, { faults }: Plan): Promise<void> {
  const kept = faults.slice(0, networkLimits.faults).map((fault, n) => ({ n, ...fault }))
  await tx.run(sql`
    INSERT INTO network_faults (import_id, n, sheet, line, "column", value, message)
    SELECT ${import_id}::int, r.*
    FROM jsonb_to_recordset(${json(kept)}) AS r(n int, sheet text, line int, "column" text, value text, message text)`)
}

/** Rows of the plan that are written by one statement. */
const together = 2_000

/** How a row of a plan is shown to whoever looks at it. */
function shownOf(one: PlannedPartner | PlannedUser | PlannedRate) {
  const { sheet, line, action, differences } = one
  const said = { sheet, line, action, differences }
  if ('username' in one) return { ...said, key: one.username, name: one.name, of_code: one.partner.code }
  if ('rate' in one) return { ...said, key: one.partner.code, name: one.label, of_code: one.partner.code }
  return { ...said, key: one.code, name: one.name, of_code: one.father?.code ?? '' }
}

async function keepRows(tx: Executor, import_id: number, plan: Plan): Promise<void> {
  const all = rowsOfPlan(plan)
  for (let from = 0; from < all.length; from += together) {
    const rows = all.slice(from, from + together).map((one, at) => ({ n: from + at, ...shownOf(one) }))
    await tx.run(sql`
      INSERT INTO network_rows (import_id, n, sheet, line, action, key, name, of_code, differences)
      SELECT ${import_id}::int, r.n, r.sheet, r.line, r.action, r.key, r.name, r.of_code, r.differences
      FROM jsonb_to_recordset(${json(rows)})
        AS r(n int, sheet text, line int, action text, key text, name text, of_code text, differences text[])`)
  }
}
