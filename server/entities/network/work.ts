/**
 * Checks and writes workbooks apart from whoever sent them (`platform/jobs/claimed.ts`). A writing is one transaction:
 * begun anew, nothing of it stands.
 */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import { networkLink } from '@contract/links.ts'
import { networkLimits, type NetworkSheet } from '@contract/network-sheets.ts'
import type { NotificationLevel } from '@contract/notifications.ts'
import type { SessionUser } from '@contract/session.ts'
import { json, list, transaction, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { orTryLater, type Claim, type ClaimedWork, type Piece } from '../../platform/jobs/claimed.ts'
import { planOf, reviewOf, rowsOfPlan } from './plan.ts'
import type { Plan, PlannedPartner, PlannedRate, PlannedUser } from './planned.ts'
import { readBook, type Book } from './read.ts'
import { holdTree, NetworkChanged, writePlan } from './write.ts'

interface Sent extends Piece {
  partner_id: number
  filename: string
  file: Buffer
  state: 'por_revisar' | 'por_aplicar'
  review: string | null
}

const atRest = sql`phase = '', done = 0, total = 0`

const told = (id: number, level: NotificationLevel, title: string, text: string) =>
  ({ kind: 'red', level, title, text, link: networkLink(id) }) as const

/** Workbooks that wait to be looked at, or to be written. */
export const networkWork: ClaimedWork<Sent> = {
  name: 'network',
  table: sql`network_imports`,
  open: sql`w.state IN ('por_revisar', 'por_aplicar')`,
  order: sql`w.requested_at, w.id`,
  columns: sql`w.user_id, w.partner_id, w.filename, w.file, w.state, w.review`,
  begun: atRest,
  run: (one, claim) => new Work(one, claim).run().catch(meeting),
  // What was checked before can be looked at still.
  gaveUp: ({ id, state, filename }, reason) => ({
    set:
      state === 'por_aplicar'
        ? sql`state = 'revisada', ${atRest}, problem = ${reason}`
        : sql`state = 'fallida', ${atRest}, problem = ${reason}, ended_at = clock_timestamp()`,
    notification: told(id, 'advierte', 'No se pudo con el libro', `${filename}: ${reason}`),
  }),
}

class Work {
  private done = 0
  private readonly one: Sent
  private readonly claim: Claim

  constructor(one: Sent, claim: Claim) {
    this.one = one
    this.claim = claim
  }

  /** One count from the first row to the last: whatever is being done goes on from where the one before ended. */
  private readonly tell = (phase: string, more = 0): void => {
    this.done += more
    this.claim.tell({ phase, done: this.done })
  }

  async run(): Promise<void> {
    const { user_id, partner_id, state, file, filename } = this.one
    const { key, jobs } = this.claim.database
    const session = await this.claim.person(partner_id)
    if (!allows(rules.registryWrite, session)) throw new Problem('forbidden')
    this.tell('Leyendo el libro')
    const said = await jobs.db.rows<{ match: string; field: string | null }>(
      sql`SELECT sheet || '|' || match AS match, field FROM network_columns WHERE partner_id = ${partner_id}`,
    )
    const who = `${key} ${user_id}`
    const columns = new Map(said.map((one) => [one.match, one.field]))
    const book = await readBook({ who, bytes: file, filename }, columns).catch(orTryLater)
    this.tell('Revisando las filas')
    if (state === 'por_revisar')
      await transaction(jobs.pool, async (tx) => this.keep(tx, book, await planOf(tx, book, session)))
    else await this.apply(book, session)
  }

  /** Written whole, if it still does what was looked at; otherwise it is there to be looked at again. */
  private async apply(book: Book, session: SessionUser): Promise<void> {
    await transaction(this.claim.database.jobs.pool, async (tx) => {
      const now = new Date()
      // What is planned rests on a network that nobody moves meanwhile.
      await holdTree(tx)
      const plan = await planOf(tx, book, session, true)
      if (plan.faults.length > 0 || reviewOf(plan) !== this.one.review) {
        const problem = 'La red cambió desde la revisión. Mírela de nuevo antes de aplicar.'
        return this.keep(tx, book, plan, { problem, text: 'La red cambió desde la revisión: mírela de nuevo.' })
      }
      const total = rowsOfPlan(plan).filter(({ action }) => action !== 'igual').length
      this.claim.tell({ total })
      await writePlan({ tx, session, now, tell: this.tell }, plan)
      const { id, filename } = this.one
      return this.claim.end(tx, {
        set: sql`state = 'aplicada', file = NULL, ended_at = clock_timestamp(), phase = '', done = ${this.done}, total = ${total},
          problem = NULL`,
        notification: told(id, 'informa', 'Red aplicada', `${filename} quedó aplicado.`),
      })
    })
  }

  /** What was found out, in the place of what was known before. */
  private async keep(tx: Tx, book: Book, plan: Plan, changed?: { problem: string; text: string }): Promise<void> {
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
    await this.claim.end(tx, {
      set: sql`state = 'revisada', ${atRest}, sheets = ${json(sheets)}, others = ${list(book.others)}::text[],
        faults = ${plan.faults.length}, review = ${plan.faults.length === 0 ? reviewOf(plan) : null},
        problem = ${changed?.problem ?? null}`,
      ...(changed && { notification: told(id, 'advierte', 'El libro no se aplicó', changed.text) }),
    })
  }
}

/** Somebody made, at the same moment, what the workbook makes too. */
function meeting(error: unknown): never {
  const isTaken = (error as { code?: string }).code === '23505'
  if (!isTaken && !(error instanceof NetworkChanged)) throw error
  throw new Problem('network_changed', {
    detail: 'Alguien cambió la red mientras se aplicaba: no se escribió nada. Revíselo de nuevo.',
  })
}

async function keepFaults(tx: Tx, import_id: number, { faults }: Plan): Promise<void> {
  const kept = faults.slice(0, networkLimits.faults).map((fault, n) => ({ n, ...fault }))
  await tx.run(sql`
    INSERT INTO network_faults (import_id, n, sheet, line, "column", value, message)
    SELECT ${import_id}::int, r.*
    FROM jsonb_to_recordset(${json(kept)}) AS r(n int, sheet text, line int, "column" text, value text, message text)`)
}

/** Rows of the plan that are written by one statement. */
const batchSize = 2_000

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
  for (let from = 0; from < all.length; from += batchSize) {
    const rows = all.slice(from, from + batchSize).map((one, at) => ({ n: from + at, ...shownOf(one) }))
    await tx.run(sql`
      INSERT INTO network_rows (import_id, n, sheet, line, action, key, name, of_code, differences)
      SELECT ${import_id}::int, r.n, r.sheet, r.line, r.action, r.key, r.name, r.of_code, r.differences
      FROM jsonb_to_recordset(${json(rows)})
        AS r(n int, sheet text, line int, action text, key text, name text, of_code text, differences text[])`)
  }
}
