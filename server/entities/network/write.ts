/**
 * Writes what a plan does, in one transaction: partners a level at a time, then users, then rates. What somebody
 * changed meanwhile is not written over: everything is undone, and the workbook is checked again.
 */
import { sql } from 'drizzle-orm'
import { documentKey } from '@contract/partner-fields.ts'
import { partnerTypes } from '@contract/partners.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { json, list, type Tx } from '../../platform/db/connect.ts'
import { scopeOf } from '../../platform/db/scope.ts'
import type { AuditedChange } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { offByAfter, offByNew } from '../../platform/lists/switched-off.ts'
import { setAsOf } from '../../rules/commissions/in-force.ts'
import { mustStaySound } from '../../rules/commissions/sound.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import { followFlag } from '../../rules/prepaid/switch.ts'
import { holdMoves, holdSales, lockTree, moveSubtree } from '../../rules/tree/tree.ts'
import { hasDocument, holdDocuments } from '../../rules/tree/uniqueness.ts'
import { agencyKind } from '../agencies/kind.ts'
import { insertRows, saveRows, storedOf } from '../partners/columns.ts'
import { soldAmong } from './known.ts'
import { idOf, type Plan, type PlannedPartner, type PlannedUser } from './planned.ts'
import { writePlannedRates } from './write-rates.ts'
import { idIn, type Ids, type Writing } from './writing.ts'

/** Somebody changed what the plan rests on. */
export class NetworkChanged extends Error {}

/** Rows of one statement. */
const batchSize = 1_000

/** Nobody moves what a plan rests on until it is written; others go on adding to the tree, and selling. */
export async function holdTree(tx: Tx): Promise<void> {
  await holdMoves(tx)
  await lockTree(tx, 'add')
}

/**
 * @throws NetworkChanged; Problem `busy` where somebody moves and others keep the tree for too long, `invalid` where a
 * rate set in part would not stay sound
 */
export async function writePlan(writing: Writing, plan: Plan): Promise<void> {
  const { tx, session } = writing
  const ids: Ids = new Map()
  await holdFathers(tx, plan)
  await takeDocuments(tx, plan)
  await addPartners(writing, plan.partners, ids)
  await changePartners(writing, plan.partners)
  await addUsers(writing, plan.users, ids)
  await changeUsers(writing, plan.users, ids)
  const deed = { session, ip: '', request_id: 'network', action: 'network.apply' }
  const trace = async (entity: string, changes: readonly AuditedChange[]) => {
    // Without a change it would tell of the request, which told of itself already.
    if (changes.length > 0) await writeAudit(tx, { ...deed, entity, changes })
  }
  for (const some of chunks(plan.partners))
    await trace(
      'partners',
      some.flatMap((one) => traceOf(one, ids)),
    )
  for (const some of chunks(plan.users)) await trace('users', some.flatMap(userTrace))
  // Sales are held back from here on.
  await switchPrepaid(tx, plan.partners)
  await movePartners(tx, plan.partners, ids)
  // Last: what is left to be done before the commit must be quick, for they begin behind it.
  await writePlannedRates(writing, plan.rates, ids)
  const moved = plan.partners.flatMap(({ moves, before }) => (moves ? [before!.id] : []))
  const rated = plan.rates.flatMap(({ action, partner }) => (action === 'igual' ? [] : [idIn(ids, partner)]))
  await mustStaySound(tx, [...new Set([...moved, ...rated])], { at: setAsOf, path: 'file' })
}

/** Those above stay as they are until it is written. */
async function holdFathers(tx: Tx, { partners }: Plan): Promise<void> {
  const fathers = new Set(partners.flatMap(({ father }) => (father && !('before' in father) ? [father.id] : [])))
  await tx.rows(sql`SELECT 1 FROM partners WHERE id = ANY (${list([...fathers])}::int[]) ORDER BY id FOR SHARE`)
}

/** The documents that are set anew, against whoever takes one at the same moment. */
async function takeDocuments(tx: Tx, { partners }: Plan): Promise<void> {
  const anew = partners.filter(({ document, before }) => document !== '' && document !== before?.document)
  if (anew.length === 0) return
  await holdDocuments(
    tx,
    anew.map(({ document }) => documentKey(document)),
  )
  for (const type of partnerTypes) {
    const keys = anew.filter((one) => one.type === type).map(({ document }) => documentKey(document))
    if (keys.length === 0) continue
    const codes = list(partners.map(({ code }) => code))
    const other = await tx.one(
      sql`SELECT 1 FROM partners partner
        WHERE partner.type = ${type} AND ${hasDocument(list(keys))} AND partner.code <> ALL (${codes}::text[]) LIMIT 1`,
    )
    if (other) throw new NetworkChanged()
  }
}

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += batchSize) yield rows.slice(from, from + batchSize)
}

/** Of one level of the tree at a time: each needs its father's id. */
async function addPartners(writing: Writing, partners: readonly PlannedPartner[], ids: Ids): Promise<void> {
  const { tell } = writing
  let waiting = partners.filter(({ action }) => action === 'crea')
  while (waiting.length > 0) {
    const ready = waiting.filter(({ father }) => father && (idOf(father) !== null || ids.has(father.code)))
    if (ready.length === 0) throw new Error('a partner hangs from nobody')
    for (const some of chunks(ready)) {
      await insertPartners(writing, some, ids)
      tell('Creando afiliados', some.length)
    }
    const made = new Set(ready)
    waiting = waiting.filter((one) => !made.has(one))
  }
}

async function insertPartners({ tx, session }: Writing, partners: readonly PlannedPartner[], ids: Ids): Promise<void> {
  const rows = partners.map((one) => ({ ...storedOf(one), type: one.type, father_id: idIn(ids, one.father!) }))
  const made = await insertRows(tx, scopeOf(session), rows)
  for (const { id, code } of made) ids.set(code, id)
  const added = list(made.map(({ id }) => id))
  await tx.run(sql`
    INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
    SELECT partner.id, partner.id, 0, partner.type FROM partners partner WHERE partner.id = ANY (${added}::int[])
    UNION ALL
    SELECT partner.id, up.ancestor_id, up.depth + 1, partner.type
    FROM partners partner
    JOIN partner_ancestors up ON up.partner_id = partner.father_id
    WHERE partner.id = ANY (${added}::int[])`)
  await tx.run(
    sql`INSERT INTO ticket_offices (partner_id) SELECT id FROM partners WHERE id = ANY (${added}::int[]) AND type = 'taquilla'`,
  )
  await openAccounts(
    tx,
    made.map(({ id }) => id),
  )
}

async function changePartners({ tx, session, tell }: Writing, partners: readonly PlannedPartner[]): Promise<void> {
  const changed = partners.filter(({ action }) => action === 'cambia')
  for (const some of chunks(changed)) {
    const rows = some.map((one) => {
      // It is switched when all else is written: sales are held back from then on.
      const { prepaid: _later, ...stored } = storedOf(one)
      return { ...stored, id: one.before!.id, version: one.before!.version }
    })
    const saved = await saveRows(tx, scopeOf(session), rows)
    if (saved !== some.length) throw new NetworkChanged()
    await openAccounts(
      tx,
      some.map(({ before }) => before!.id),
    )
    tell('Cambiando afiliados', some.length)
  }
  for (const one of changed) {
    const { id, currencies } = one.before!
    if (one.type === 'agencia' && currencies.length !== one.currencies.length)
      await agencyKind.offer(tx, id, currencies, one.currencies)
  }
}

/** Who has waited too long for others is told to bring it again. */
const busy = (error: unknown): never => {
  throw error instanceof Problem ? new Problem('busy', { detail: error.detail }) : error
}

/** Agencies that become prepaid, or cease to be. Has the tree alone. */
async function switchPrepaid(tx: Tx, partners: readonly PlannedPartner[]): Promise<void> {
  const switched = partners.flatMap(({ before, prepaid }) =>
    before && before.prepaid !== prepaid ? [{ id: before.id, prepaid }] : [],
  )
  if (switched.length === 0) return
  await holdSales(tx).catch(busy)
  await tx.run(sql`
    UPDATE partners partner SET prepaid = given.prepaid
    FROM jsonb_to_recordset(${json(switched)}) AS given(id int, prepaid boolean) WHERE partner.id = given.id`)
  await followFlag(
    tx,
    switched.map(({ id }) => id),
  )
}

/** Has the tree alone, for as long as this takes: a sale that was under way meanwhile may have been somebody's first. */
async function movePartners(tx: Tx, partners: readonly PlannedPartner[], ids: Ids): Promise<void> {
  const moved = partners.filter(({ moves }) => moves)
  if (moved.length === 0) return
  await holdSales(tx).catch(busy)
  const sold = await soldAmong(
    tx,
    moved.map(({ before }) => before!.id),
  )
  if (sold.size > 0) throw new NetworkChanged()
  for (const { before, father } of moved) {
    const { id: partner_id, father_id } = before!
    const to = idIn(ids, father!)
    await tx.run(sql`UPDATE partners SET father_id = ${to} WHERE id = ${partner_id}`)
    await moveSubtree(tx, { partner_id, from: father_id!, to }, { sold: false })
  }
}

const userRecord = sql`
  username text, name text, role user_role, partner_id int, manage_childs boolean, awarding_results boolean, email text,
  status active_status`

const userRow = (user: PlannedUser, ids: Ids) => ({
  username: user.username,
  name: user.name,
  role: user.role,
  partner_id: idIn(ids, user.partner),
  manage_childs: user.manage_childs,
  awarding_results: user.awarding_results,
  email: user.email,
  status: user.status,
})

/** No password matches theirs until they are given one. */
async function addUsers({ tx, session, tell }: Writing, users: readonly PlannedUser[], ids: Ids): Promise<void> {
  const added = users.filter(({ action }) => action === 'crea')
  for (const some of chunks(added)) {
    await tx.run(sql`
      INSERT INTO users (
        username, name, role, partner_id, manage_childs, awarding_results, email, status, off_by, password_hash,
        password_must_change
      )
      SELECT given.*, ${offByNew(scopeOf(session), sql`given.status`)}, '', true
      FROM jsonb_to_recordset(${json(some.map((one) => userRow(one, ids)))}) AS given(${userRecord})`)
    tell('Creando usuarios', some.length)
  }
}

async function changeUsers({ tx, session, tell }: Writing, users: readonly PlannedUser[], ids: Ids): Promise<void> {
  for (const some of chunks(users.filter(({ action }) => action === 'cambia'))) {
    const rows = some.map((one) => ({ id: one.before!.id, version: one.before!.version, ...userRow(one, ids) }))
    const saved = await tx.run(sql`
      UPDATE users author
      SET name = given.name, role = given.role, partner_id = given.partner_id, manage_childs = given.manage_childs,
        awarding_results = given.awarding_results,
        email = given.email, status = given.status, off_by = ${offByAfter(scopeOf(session), sql`author`, sql`given.status`)},
        version = author.version + 1, updated_at = now()
      FROM jsonb_to_recordset(${json(rows)}) AS given(id int, version int, ${userRecord})
      WHERE author.id = given.id AND author.version = given.version`)
    if (saved !== some.length) throw new NetworkChanged()
    tell('Cambiando usuarios', some.length)
  }
}

const noPartner = { near: true, name_key: '', off_above: null, owes_outside: false }

function traceOf(one: PlannedPartner, ids: Ids): AuditedChange[] {
  if (one.action === 'igual') return []
  const { near: _near, name_key: _key, off_above: _above, owes_outside: _owes, ...before } = one.before ?? noPartner
  return [
    {
      entity_id: idIn(ids, one),
      ...(one.before && { before }),
      after: { type: one.type, ...storedOf(one), father: one.father?.code, changes: one.differences },
      significant:
        one.moves || (one.before !== null && (one.before.status !== one.status || one.before.prepaid !== one.prepaid)),
    },
  ]
}

function userTrace(user: PlannedUser): AuditedChange[] {
  if (user.action === 'igual') return []
  const { username, name, role, manage_childs, awarding_results, email, status, partner, differences, before } = user
  const after = { username, name, role, manage_childs, awarding_results, email, status, partner: partner.code }
  return [
    {
      entity_id: before?.id ?? username,
      ...(before && { before }),
      after: { ...after, changes: differences },
      significant: true,
    },
  ]
}
