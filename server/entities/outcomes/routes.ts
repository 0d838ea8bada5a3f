/** What goes out of the open register of an office beside its tickets, and what it gives to another drawer or a fund. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { outcomes, OutcomeRow } from '@contract/outcomes.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { movedAlready } from '../../platform/lists/workflow.ts'
import { lineBetween } from '../../rules/cash/carried.ts'
import { shareFund } from '../../rules/cash/funds.ts'
import { signatureOf } from '../../rules/cash/movements.ts'
import { shareOpenRegister } from '../../rules/cash/open-register.ts'
import { give } from '../../rules/cash/transfers.ts'
import { erase, mustFitOffice, takeBack, write, type Written } from '../../rules/cash/write.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { corrected, movementTrace as trace } from '../incomes/correct.ts'
import { outcomeList, readOutcome as read } from '../incomes/list.ts'
import { officeMethods } from '../incomes/methods.ts'
import { tellReceiver, tellWaiting } from '../incomes/telling.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
import { createMovementType, typesOf, updateMovementType } from './types.ts'

/** To whom the money of an office may go: the agency's other offices, its funds, and those above it where there are any. */
const places = (agency: ReturnType<typeof sql>) => sql`(
  SELECT 'taquilla' AS kind, office.id, office.name, office.currencies::text[] AS currencies, office.father_id AS holder_id, EXISTS (
    SELECT 1 FROM cash_registers register WHERE register.office_id = office.id AND register.state = 'abierta'
  ) AS open
  FROM partners office WHERE office.father_id = ${agency} AND office.type = 'taquilla' AND office.status = 'activo'
  UNION ALL
  SELECT 'fondo', fund.id, CASE WHEN owner.type = 'banca' THEN fund.name || ', ' || owner.name ELSE fund.name END,
    owner.currencies::text[], owner.id, true
  FROM partner_ancestors above
  JOIN partners owner ON owner.id = above.ancestor_id
  JOIN cash_funds fund ON fund.partner_id = owner.id
  CROSS JOIN banca
  WHERE above.partner_id = ${agency} AND fund.status = 'activo' AND (above.depth = 0 OR banca.country_iso2 <> 'PA'))`

/** Of an agency's administrator who names no office: all of its own. */
async function destinationsOf(
  context: Context,
  named: number | undefined,
): Promise<Answer<typeof outcomes.destinations>> {
  const { db, session } = context
  const office_id =
    session.partner_type === 'agencia' && named === undefined ? null : await actingOffice(context, named)
  const agency =
    office_id === null
      ? sql`${session.partner_id}::int`
      : sql`(SELECT own.father_id FROM partners own WHERE own.id = ${office_id})`
  const data = await db.rows<Answer<typeof outcomes.destinations>['data'][number]>(sql`
    SELECT place.kind, place.id, place.name, place.currencies, place.open FROM ${places(agency)} place
    WHERE place.kind = 'fondo' OR place.id IS DISTINCT FROM ${office_id}::int ORDER BY place.kind DESC, place.name, place.id`)
  return { data }
}

type Given = Received<typeof outcomes.transfer>['body']

/** @throws Problem `not_found`, `currency_not_sold`, `method_elsewhere`, `owes_nobody`, on the field */
async function mustReach({ db, today }: Context, office_id: number, given: Given): Promise<void> {
  const { to_office_id = null, to_fund_id = null, currency, method_id } = given
  const path = to_fund_id === null ? 'to_office_id' : 'to_fund_id'
  if (to_fund_id !== null) await shareFund(db, { id: to_fund_id, path })
  const place = await db.one<{ takes: boolean; holder_id: number; agency_id: number }>(sql`
    SELECT ${currency} = ANY (place.currencies) AS takes, place.holder_id,
      (SELECT own.father_id FROM partners own WHERE own.id = ${office_id}) AS agency_id
    FROM ${places(sql`(SELECT own.father_id FROM partners own WHERE own.id = ${office_id})`)} place
    WHERE place.id <> ${office_id} AND place.kind = 'taquilla' AND place.id = ${to_office_id}::int
      OR place.kind = 'fondo' AND place.id = ${to_fund_id}::int`)
  if (!place)
    throw Problem.on(
      path,
      'not_found',
      'No es otra taquilla de su agencia ni un fondo de ella o de quien está por encima',
    )
  if (!place.takes) throw Problem.on('currency', 'currency_not_sold', 'A quien se le entrega no trabaja con esa moneda')
  if (to_fund_id !== null && method_id !== null)
    throw Problem.on('method_id', 'method_elsewhere', 'Un fondo recibe efectivo')
  if (to_fund_id !== null) await lineBetween(db, { ...place, today, path })
}

async function transfer(context: Context, given: Given): Promise<OutcomeRow> {
  const { db } = context
  const { to_office_id, to_fund_id, currency, method_id, amount, concept } = given
  const office_id = await actingOffice(context, given.office_id)
  await lockTree(db, 'add')
  await mustFitOffice(db, office_id, 'transacciones', given)
  await mustReach(context, office_id, given)
  const register = await shareOpenRegister(db, office_id)
  const { gives } = await give(
    db,
    {
      kind: 'transferencia',
      from: { office_id },
      to: to_fund_id == null ? { office_id: to_office_id! } : { fund_id: to_fund_id },
      register_id: register.id,
      method_id,
      currency,
      amount,
      concept,
    },
    signatureOf(context),
  )
  const row = await read(context, gives)
  context.audit({ entity_id: row.id, after: trace(row), significant: true })
  await tellReceiver(context, { ...row, from: row.office_name })
  return row
}

/** An outcome as whoever corrects it found it. @throws Problem `not_your_side`, `moved_already` */
function writtenOf(row: OutcomeRow): Written {
  const { id, kind, office_id, register_id, day, state } = row
  if (kind !== 'egreso')
    throw new Problem('not_your_side', {
      detail: 'Lo que se entregó se retira mientras nadie lo acepte: no se cambia.',
    })
  if (state !== 'registrado' && state !== 'por_aprobar') throw movedAlready(row)
  return { id, kind, office_id: office_id!, register_id, day }
}

async function remove(context: Context, id: number) {
  const before = await read(context, id)
  const { kind, office_id, register_id, day, state } = before
  const open = kind === 'egreso' ? ['registrado', 'por_aprobar'] : ['por_aceptar']
  if (!open.includes(state)) throw movedAlready(before)
  const place = { id, office_id: office_id!, register_id }
  const done =
    kind === 'egreso'
      ? await erase(context.db, { ...place, kind, day }, signatureOf(context))
      : await takeBack(context.db, place, signatureOf(context))
  if (!done) throw movedAlready(await read(context, id))
  context.audit({ entity_id: id, before: trace(before), significant: true })
  return { id, result: 'eliminado' as const }
}

export const outcomesRoutes: Handlers<typeof outcomes> = {
  ...listOf(outcomeList),
  create: async (context, { body: { office_id: named, ...form } }) => {
    const office_id = await actingOffice(context, named)
    const row = await read(context, await write(context.db, 'egreso', office_id, form, signatureOf(context)))
    context.audit({ entity_id: row.id, after: trace(row), significant: true })
    await tellWaiting(context, row)
    return row
  },
  show: (context, { params }) => read(context, params.id),
  update: async (context, { params, body: { office_id: _, ...form } }) => {
    const before = await read(context, params.id)
    const found = { before, written: writtenOf(before), read: () => read(context, params.id) }
    return corrected(context, found, form)
  },
  remove: (context, { params }) => remove(context, params.id),
  transfer: (context, { body }) => transfer(context, body),
  destinations: (context, { query }) => destinationsOf(context, query.office_id),
  types: (context, { query }) => typesOf(context, query),
  createType: (context, { body }) => createMovementType(context, body),
  updateType: (context, { params, body }) => updateMovementType(context, params.id, body),
  methods: (context, { query }) => officeMethods(context, 'egresos', query.office_id),
  transferMethods: (context, { query }) => officeMethods(context, 'transacciones', query.office_id),
}
