/** What an office is ordered: each is one conditional UPDATE, and asked again it changes nothing. */
import { sql, type SQL } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import {
  mostMatching,
  type OfficeAction,
  type OfficeOutcome,
  type TicketOfficeRow,
  type ticketOffices,
} from '@contract/ticket-offices.ts'
import { formatCount } from '@contract/values/money.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { noteRefusal } from '../../platform/http/refusal-log.ts'
import { preparedOf } from '../../platform/lists/statements.ts'
import { mustNotBeOffAbove, offByOf } from '../../platform/lists/switched-off.ts'
import { endFamilies } from '../../platform/session/families.ts'
import { holdSalesOf, removePartner } from '../partners/remove.ts'
import { mustMatch } from '../../platform/lists/must-match.ts'
import { officeKind, auditedOffice } from './kind.ts'
import { officeList, readTicketOffice } from './queries.ts'

/** Does `change` to an office within reach, and notes what became of it. */
async function ordered(context: Context, id: number, change: () => Promise<number>): Promise<TicketOfficeRow> {
  const before = await readTicketOffice(context, id)
  const changed = await change()
  const after = await readTicketOffice(context, id)
  context.audit({ entity_id: id, before: auditedOffice(before), after: auditedOffice(after), significant: changed > 0 })
  return after
}

/** @throws Problem `not_found`, `invalid_father` where its agency is inactive */
export function switchTo(context: Context, id: number, status: TicketOfficeRow['status']): Promise<TicketOfficeRow> {
  const { scope, db } = context
  return ordered(context, id, async () => {
    // An agency that is switched off at the same moment either is seen here or takes its offices along.
    const agency = await db.one<{ status: string }>(
      sql`SELECT status FROM partners WHERE id = (SELECT father_id FROM partners WHERE id = ${id}) FOR SHARE`,
    )
    if (status === 'activo' && agency?.status !== 'activo')
      throw Problem.on('status', 'invalid_father', 'Su agencia está inactiva.')
    if (status === 'activo') await mustNotBeOffAbove(context, 'partners', id)
    return db.run(sql`
      UPDATE partners SET status = ${status}::active_status, off_by = ${offByOf(scope, status)}, version = version + 1, updated_at = now()
      WHERE id = ${id} AND status <> ${status}::active_status`)
  })
}

export async function disconnect(context: Context, id: number): Promise<TicketOfficeRow> {
  const before = await readTicketOffice(context, id)
  const ended = await endFamilies(context.db, 'desconexion', { partner_id: id })
  const after = await readTicketOffice(context, id)
  context.audit({
    entity_id: id,
    before: { name: before.name, sessions: before.sessions },
    after: { name: after.name, sessions: after.sessions, ended },
    significant: ended > 0,
  })
  return after
}

const machine = (context: Context, id: number, set: SQL, where: SQL) =>
  context.db.run(sql`UPDATE ticket_offices SET ${set} WHERE partner_id = ${id} AND ${where}`)

/** It sells from none until one comes in, where it is tied; where it is not, from any. */
export function release(context: Context, id: number): Promise<TicketOfficeRow> {
  return ordered(context, id, () =>
    machine(context, id, sql`device_id = NULL, device_bound_at = NULL`, sql`device_id IS NOT NULL`),
  )
}

export function requestUpdate(
  context: Context,
  id: number,
  command: 'software' | 'hardware',
  cancel: boolean,
): Promise<TicketOfficeRow> {
  return ordered(context, id, () =>
    cancel
      ? machine(context, id, sql`pending_command = NULL`, sql`pending_command = ${command}`)
      : machine(context, id, sql`pending_command = ${command}`, sql`pending_command IS DISTINCT FROM ${command}`),
  )
}

export async function remove(context: Context, id: number): Promise<'eliminada' | 'desactivada'> {
  return (await removePartner(context, officeKind, id)) ? 'eliminada' : 'desactivada'
}

const done: Record<Exclude<OfficeAction, 'remove'>, string> = {
  activate: 'activada',
  deactivate: 'desactivada',
  disconnect: 'desconectada',
  release: 'liberada',
  software: 'actualización de software pedida',
  hardware: 'actualización de hardware pedida',
}

async function act(context: Context, id: number, action: OfficeAction): Promise<string> {
  if (action === 'remove') return remove(context, id)
  if (action === 'activate' || action === 'deactivate')
    await switchTo(context, id, action === 'activate' ? 'activo' : 'inactivo')
  else if (action === 'disconnect') await disconnect(context, id)
  else if (action === 'release') await release(context, id)
  else await requestUpdate(context, id, action, false)
  return done[action]
}

const notNow = 'Como está ahora no le corresponde: nada cambió.'

/**
 * Each for itself: what one is refused for undoes nothing of the others. In the order of their ids, so that two who do
 * the same wait and do not cross. With `only_fitting` nothing is done to those whose own menu would not offer it.
 */
export async function inBulk(
  context: Context,
  action: OfficeAction,
  ids: readonly number[],
  only_fitting = false,
): Promise<OfficeOutcome[]> {
  const { db } = context
  const outcomes: OfficeOutcome[] = []
  if (action === 'remove') await holdSalesOf(db, ids)
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const office = await readTicketOffice(context, id).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    })
    if (!office) {
      outcomes.push({
        id,
        name: 'Taquilla no disponible',
        done: false,
        text: new Problem('not_found').detail,
        code: 'not_found',
      })
      continue
    }
    if (only_fitting && !office.actions.includes(action)) {
      outcomes.push({ id, name: office.name, done: false, text: notNow, code: null })
      continue
    }
    await db.run(sql`SAVEPOINT one`)
    try {
      const text = await act(context, id, action)
      await db.run(sql`RELEASE SAVEPOINT one`)
      outcomes.push({ id, name: office.name, done: true, text, code: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await db.run(sql`ROLLBACK TO SAVEPOINT one`)
      await noteRefusal(db, context, 'ticketOffices', error)
      outcomes.push({ id, name: office.name, done: false, text: error.detail, code: error.code })
    }
  }
  // Of those that nothing was done to the log says so, and why.
  if (!outcomes.some((one) => one.done))
    context.audit({ before: [], after: outcomes.map(({ id, code }) => ({ id, action, code })) })
  return outcomes
}

/**
 * To all that the list finds with these filters, as many as the person saw there.
 * @throws Problem `invalid` where they are too many for one act, `matched_rows_changed` where they are not as many by now
 */
export async function toAllMatching(
  context: Context,
  action: OfficeAction,
  filter: Received<typeof ticketOffices.matching>['body']['filter'],
  expected: number,
): Promise<OfficeOutcome[]> {
  const { from, where } = await preparedOf(officeList, context, filter)
  const rows = await context.db.rows<{ id: number }>(sql`SELECT partner.id FROM ${from} WHERE ${where}`)
  if (rows.length > mostMatching)
    throw Problem.on(
      'filter',
      'invalid',
      `Son ${formatCount(rows.length)} taquillas; hasta ${formatCount(mostMatching)} a la vez. Filtre menos.`,
    )
  mustMatch(rows.length, expected)
  return inBulk(
    context,
    action,
    rows.map(({ id }) => id),
    true,
  )
}
