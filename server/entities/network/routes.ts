/** The network from a workbook: each person's own. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { roleLabels, outranks, type Role } from '@contract/access/rules.ts'
import type { ReceivedFile, UploadedFile } from '@contract/endpoint.ts'
import { networkColumns, networkLimits } from '@contract/network-sheets.ts'
import type { NetworkImport, network } from '@contract/network.ts'
import { json } from '../../platform/db/connect.ts'
import { within } from '../../platform/db/scope.ts'
import type { Context, FileAnswer, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { soon, unclaimed } from '../../platform/jobs/claimed.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { notifyAdministrators } from '../../platform/notifications/administrators.ts'
import { giveOneTimes } from '../../platform/session/one-time.ts'
import { hashOneTime } from '../../platform/session/password.ts'
import { manyGivenNotification } from '../../platform/session/one-time-notifications.ts'
import { cleanName } from '../../rules/external-sales/columns.ts'
import { randomPassword } from '../users/password.ts'
import { networkBook, passwordBook } from './book.ts'
import { columnMatch } from './columns.ts'
import { changeList, entrants, faultList, importOf, importsOf, treeOf } from './queries.ts'
import { networkWork } from './work.ts'

/** The same file, while it waits, is the one that it was. @throws Problem `network_too_many` */
async function load(context: Context, { filename, bytes }: UploadedFile): Promise<NetworkImport> {
  const { db, session, audit } = context
  const sha256 = createHash('sha256').update(bytes).digest()
  // One person from several tabs at once: what waits is counted in one place.
  await db.run(sql`SELECT 1 FROM users WHERE id = ${session.id} FOR NO KEY UPDATE`)
  const known = await db.one<{ same: number | null; waiting: number }>(sql`
    SELECT max(id) FILTER (WHERE sha256 = ${sha256} AND state = 'por_revisar') AS same, count(*)::int AS waiting FROM network_imports
    WHERE user_id = ${session.id} AND state IN ('por_revisar', 'revisada', 'por_aplicar')`)
  if (known?.same) return importOf(context, known.same)
  if ((known?.waiting ?? 0) >= networkLimits.waiting) throw new Problem('network_too_many')
  const name = cleanName(filename) || 'libro.xlsx'
  const made = await db.one<{ id: number }>(sql`
    INSERT INTO network_imports (user_id, partner_id, filename, sha256, file)
    VALUES (${session.id}, ${session.partner_id}, ${name}, ${sha256}, ${Buffer.from(bytes)}) RETURNING id`)
  audit({ entity_id: made!.id, after: { filename: name, bytes: bytes.length } })
  soon(context, networkWork)
  return importOf(context, made!.id)
}

/** Another state for one that stands in `from`: one conditional UPDATE. @throws Problem `not_found`, `network_decided` */
async function turn(context: Context, id: number, from: readonly NetworkImport['state'][], to: NetworkImport['state']) {
  await importOf(context, id)
  const turned = await context.db.run(sql`
    UPDATE network_imports SET state = ${to}, ${unclaimed}, problem = NULL, phase = '',
      file = CASE WHEN ${to} <> 'descartada' THEN file END, ended_at = CASE WHEN ${to} = 'descartada' THEN now() END
    WHERE id = ${id} AND user_id = ${context.session.id} AND state IN (${sql.join(
      from.map((one) => sql`${one}`),
      sql`, `,
    )})`)
  if (turned === 0) throw new Problem('network_decided')
}

/** @throws Problem as `turn`, `network_faults`, `network_changed` */
async function apply(context: Context, id: number, review: string): Promise<NetworkImport> {
  // Of several that press at once each waits for the one before and answers as it does.
  await context.db.run(
    sql`SELECT 1 FROM network_imports WHERE id = ${id} AND user_id = ${context.session.id} FOR NO KEY UPDATE`,
  )
  const before = await importOf(context, id)
  // Pressed again: it is under way, or done, already.
  if (['por_aplicar', 'aplicada'].includes(before.state) && before.review === review) return before
  if (before.state === 'revisada' && before.faults > 0) throw new Problem('network_faults')
  if (before.state === 'revisada' && before.review !== review) throw new Problem('network_changed')
  await turn(context, id, ['revisada'], 'por_aplicar')
  const after = await importOf(context, id)
  context.audit({
    entity_id: id,
    before: { filename: before.filename, state: before.state },
    after: { filename: after.filename, state: after.state, sheets: before.sheets },
    significant: true,
  })
  soon(context, networkWork)
  return after
}

interface Entrant {
  id: number
  username: string
  name: string
  role: Role
  manage_childs: boolean
  awarding_results: boolean
  partner: string
}

/** Each time new ones, in the place of those of before: none is kept, and none is of whoever was given more since. */
async function passwords(context: Context, id: number): Promise<FileAnswer> {
  const { db, scope, session, audit } = context
  await importOf(context, id)
  const made = await db.rows<Entrant>(sql`
    SELECT author.id, author.username, author.name, author.role::text AS role, author.manage_childs, author.awarding_results,
      partner.name AS partner
    FROM network_imports import, LATERAL ( SELECT author.id FROM ${entrants} AND ${within(scope, sql`author.partner_id`)} ) entrant
    JOIN users author ON author.id = entrant.id
    JOIN partners partner ON partner.id = author.partner_id
    WHERE import.id = ${id} ORDER BY partner.name, author.username FOR UPDATE OF author`)
  const users = made.filter((user) => outranks(session, user))
  if (users.length === 0) throw new Problem('network_nobody')
  const given = users.map((user) => ({ ...user, password: randomPassword(user.username) }))
  await giveOneTimes(
    db,
    given.map(({ id: user_id, password }) => ({ id: user_id, hash: hashOneTime(password) })),
  )
  await notifyAdministrators(db, manyGivenNotification(session, users.length, context.request_id), session.id)
  audit({ entity_id: id, after: { users: users.length }, significant: true })
  return passwordBook(
    context,
    given.map((user) => ({ ...user, role: roleLabels[user.role] })),
  )
}

const { list: faults, export: faultsExport } = listOf(faultList)
const { list: changes, export: changesExport } = listOf(changeList)

export const networkRoutes: Handlers<typeof network> = {
  list: async (caller) => ({ data: await importsOf(caller) }),
  load: (context, input) => load(context, (input as unknown as ReceivedFile).body),
  book: (context, { query: { empty } }) => networkBook(context, empty),
  faults,
  faultsExport,
  changes,
  changesExport,
  show: (caller, { params: { id } }) => importOf(caller, id),
  tree: async (caller, { params: { id }, query: { father } }) => ({ data: await treeOf(caller, id, father) }),
  columns: async (context, { params: { id }, body: { sheet, columns } }) => {
    const unknown = columns.find(({ field }) => field !== null && !(field in networkColumns[sheet]))
    if (unknown) throw Problem.on('columns', 'invalid', `«${unknown.name}»: no hay esa columna en la hoja.`)
    const before = await importOf(context, id)
    await turn(context, id, ['revisada', 'fallida'], 'por_revisar')
    const said = columns.map(({ name, field }) => ({ match: columnMatch(name), field }))
    await context.db.run(sql`
      INSERT INTO network_columns (partner_id, sheet, match, field)
      SELECT DISTINCT ON (r.match) ${context.session.partner_id}::int, ${sheet}, r.match, r.field
      FROM jsonb_to_recordset(${json(said)}) AS r(match text, field text)
      ON CONFLICT (partner_id, sheet, match) DO UPDATE SET field = excluded.field`)
    const taken = before.sheets.find((one) => one.sheet === sheet)?.columns ?? []
    context.audit({ entity_id: id, before: { sheet, columns: taken }, after: { sheet, columns } })
    soon(context, networkWork)
    return importOf(context, id)
  },
  apply: (context, { params: { id }, body: { review } }) => apply(context, id, review),
  discard: async (context, { params: { id } }) => {
    const before = await importOf(context, id)
    await turn(context, id, ['por_revisar', 'revisada', 'fallida'], 'descartada')
    const after = await importOf(context, id)
    context.audit({
      entity_id: id,
      before: { filename: before.filename, state: before.state },
      after: { filename: after.filename, state: after.state },
    })
    return after
  },
  passwords: (context, { params: { id } }) => passwords(context, id),
}
