/** Reloads: what funds gave to drawers below them, by who gave, by who received, and giving one. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import { reloads, type ReloadRow } from '@contract/reloads.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { namedWithin, publicName, under, within, type Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { listing, readOne, type Reader } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { holdFunds, mustFitPartner, mustBeInFund } from '../../rules/cash/funds.ts'
import { lineBetween } from '../../rules/cash/carried.ts'
import { moved, movedSum, writtenOn } from '../../rules/cash/movement-rows.ts'
import { signatureOf } from '../../rules/cash/movements.ts'
import { give } from '../../rules/cash/transfers.ts'
import { mustFitOffice } from '../../rules/cash/write.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { tellReceiver } from '../incomes/telling.ts'

const person = (scope: Scope, user: string) =>
  namedWithin(scope, sql.raw(`${user}.partner_id`), sql.raw(`${user}.name`))

/** The giving half, which is the reload's own number. */
const from = sql`cash_movements movement
  JOIN cash_funds fund ON fund.id = movement.fund_id
  JOIN cash_movements pair ON pair.id = movement.pair_id
  JOIN partners office ON office.id = pair.office_id
  JOIN partners agency ON agency.id = office.father_id`
/** What its fields show, under names of its own: joined to the rows of a page alone. */
const shown = sql`
  JOIN cash_funds of_fund ON of_fund.id = movement.fund_id
  JOIN partners giver ON giver.id = of_fund.partner_id
  JOIN cash_movements half ON half.id = movement.pair_id
  JOIN partners to_office ON to_office.id = half.office_id
  JOIN partners to_agency ON to_agency.id = to_office.father_id
  LEFT JOIN payments payment ON payment.movement_id = movement.id
  JOIN users writer ON writer.id = movement.created_by
  LEFT JOIN users decider ON decider.id = movement.decided_by`
const isReload = sql`movement.kind = 'recarga' AND movement.direction = 'sale'`
const inFull = sql`CASE WHEN movement.state = 'aceptado' THEN movement.amount ELSE 0.00 END`
const acceptedSum = sql`sum(${inFull})::numeric(18, 2)::text`

const columns = ({ scope }: Pick<Reader, 'scope'>): SQL => sql`
  movement.id, movement.state, movement.day::text AS day, movement.currency::text AS currency, movement.amount::text AS amount,
  (${moved})::text AS moved, (${inFull})::text AS accepted, movement.concept, ${publicName(scope, sql`giver`)} AS giver_name,
  ${namedWithin(scope, sql`giver.id`, sql`of_fund.name`)} AS fund_name, to_office.id AS office_id, to_office.name AS office_name,
  to_agency.name AS agency_name, payment.id AS payment_id,
  payment.receipt_year || '-' || lpad(payment.receipt_number::text, 6, '0') AS receipt, ${person(scope, 'writer')} AS created_by,
  movement.created_at, ${person(scope, 'decider')} AS decided_by, movement.decided_at, movement.observation`

/** Those that partner gave, or that came to offices under it. */
const ofPartner = (id: number): SQL => sql`(fund.partner_id = ${id} OR ${under(id, sql`office.id`)})`
const seen = (scope: Scope): SQL => sql`${isReload} AND (
  ${within(scope, sql`fund.partner_id`)} OR ${within(scope, sql`office.id`)})`

const shared = {
  from,
  columns,
  shown: { row: sql`movement`, tables: shown },
  key: sql`movement.id`,
  filter: {
    state: (state: string) => sql`movement.state = ${state}`,
    currency: (currency: string) => sql`movement.currency = ${currency}`,
    partner_id: async (id: number, { scope, db }: Pick<Reader, 'scope' | 'db'>) => {
      await mustBeWithin(scope, db, id)
      return ofPartner(id)
    },
  },
  order: {
    created_at: sql`movement.created_at`,
    office_name: sql`office.name`,
    agency_name: sql`agency.name`,
    amount: sql`movement.amount`,
    state: sql`movement.state`,
  },
  search: { folded: [sql`office.name_key`, sql`agency.name_key`], plain: [sql`movement.concept`] },
  period: writtenOn,
  amounts: { currency: sql`movement.currency`, moved: movedSum, accepted: acceptedSum },
  named: { partner_id: (id: number) => nameById('partners', id) },
}

const meList = listing(reloads.me, {
  ...shared,
  scope: (scope) => sql`${isReload} AND fund.partner_id = ${scope.partner_id}::int`,
})
const globalList = listing(reloads.global, { ...shared, scope: seen })
const read = readOne(globalList)

/** @throws Problem `not_found` of a partner out of reach */
async function ofDay(
  { db, scope }: Context,
  { partner, date }: { partner: number; date: string },
): Promise<Answer<typeof reloads.ofDay>> {
  await mustBeWithin(scope, db, partner)
  const where = sql`${seen(scope)} AND ${ofPartner(partner)} AND movement.day = ${date}::date`
  const data = await db.rows<ReloadRow>(sql`
    SELECT ${columns({ scope })} FROM ${from} ${shown} WHERE ${where} ORDER BY movement.id DESC`)
  const sums = await db.rows<Answer<typeof reloads.ofDay>['sums'][number]>(sql`
    SELECT movement.currency::text AS currency, count(*)::int AS reloads, ${movedSum} AS moved, ${acceptedSum} AS accepted,
      coalesce(sum(movement.amount) FILTER (WHERE movement.state = 'por_aceptar'), 0)::numeric(18, 2)::text AS waiting
    FROM ${from} WHERE ${where} GROUP BY movement.currency ORDER BY movement.currency`)
  return { data, sums }
}

type Given = Received<typeof reloads.create>['body']

/** Which agency it is of. @throws Problem `not_found`, on the field */
async function officeBelow({ db, scope }: Context, office_id: number): Promise<number> {
  const office = await db.one<{ agency_id: number }>(sql`
    SELECT office.father_id AS agency_id FROM partners office
    WHERE office.id = ${office_id} AND office.type = 'taquilla' AND office.status = 'activo' AND ${within(scope, sql`office.id`)}`)
  if (!office) throw Problem.on('office_id', 'not_found', 'La taquilla no existe, está inactiva o no está a su alcance')
  return office.agency_id
}

/**
 * @throws Problem `not_found` on the fund or the office, `amount_decimals`, `currency_not_sold`, `owes_nobody`, `fund_short`
 */
async function create(context: Context, given: Given): Promise<ReloadRow> {
  const { db, scope, today } = context
  const { fund_id, office_id, currency, amount, concept } = given
  await lockTree(db, 'add')
  const agency_id = await officeBelow(context, office_id)
  await mustFitPartner(db, scope.partner_id, given)
  await mustFitOffice(db, office_id, 'transacciones', { currency, amount, method_id: null })
  await lineBetween(db, { agency_id, holder_id: scope.partner_id, today, path: 'office_id' })
  await holdFunds(db, scope.partner_id, [{ id: fund_id, path: 'fund_id' }])
  await mustBeInFund(db, fund_id, given)
  const { gives } = await give(
    db,
    {
      kind: 'recarga',
      from: { fund_id },
      to: { office_id },
      register_id: null,
      method_id: null,
      currency,
      amount,
      concept,
    },
    signatureOf(context),
  )
  const row = await read(context, gives)
  context.audit({ entity_id: row.id, after: row, significant: true })
  await tellReceiver(context, { ...row, from: row.giver_name })
  return row
}

const { list: me, export: meExport } = listOf(meList)
const { list: global, export: globalExport } = listOf(globalList)

export const reloadsRoutes: Handlers<typeof reloads> = {
  me,
  meExport,
  global,
  globalExport,
  ofDay: (context, { params }) => ofDay(context, params),
  create: (context, { body }) => create(context, body),
}
