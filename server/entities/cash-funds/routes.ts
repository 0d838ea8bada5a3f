/** Funds: created, saved and closed by whoever keeps them, and money of their own moved in and out. */
import { sql } from 'drizzle-orm'
import { fundRecords, fundMoveForm, type cashFunds, type fundForm, type FundRow } from '@contract/cash-funds.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { applicableOnly, missingFields } from '@contract/field.ts'
import { centsFault, currencies, type Currency } from '@contract/values/currency.ts'
import { hasCents } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { json } from '../../platform/db/connect.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { versioned } from '../../platform/lists/versioned.ts'
import { moveMoney, mustBeEmpty } from '../../rules/cash/funds.ts'
import { signatureOf } from '../../rules/cash/movements.ts'
import { fundHistory, fundList, readFund as read } from './list.ts'

type Form = ReturnType<typeof fundForm.parse>
type Written = Received<typeof cashFunds.write>['body']
type Asked = Extract<Written, { action: 'mover' }>

const minimumsOf = (form: Form): [Currency, string][] =>
  currencies.flatMap((of) => {
    const amount = form[`minimum_${of.toLowerCase() as Lowercase<Currency>}`]
    return amount === null ? [] : [[of, amount]]
  })

/** @throws Problem `not_your_side`, `amount_decimals`, `fund_in_use` */
async function check({ db }: Context, form: Form, before: FundRow | null): Promise<void> {
  if (before && !before.own) throw new Problem('not_your_side', { detail: 'Lo cambia quien tiene el fondo.' })
  const cents = minimumsOf(form).find(([of, amount]) => hasCents(amount, of))
  if (cents) throw Problem.on(`minimum_${cents[0].toLowerCase()}`, 'amount_decimals', centsFault(cents[0]))
  if (before?.status === 'activo' && form.status === 'inactivo') await mustBeEmpty(db, before)
}

const records = versioned(fundRecords, {
  table: 'cash_funds',
  read,
  write: (form) => ({
    name: form.name,
    name_key: fold(form.name),
    minimums: json(Object.fromEntries(minimumsOf(form))),
    notes: form.notes,
    status: form.status,
  }),
  added: (_form, { scope }) => ({ partner_id: scope.partner_id }),
  check,
  unique: { cash_funds_name: ['name', 'name_taken', 'Ya existe un fondo con ese nombre.'] },
  // What it holds moves by itself: the log keeps what people wrote.
  trace: ({ id, name, minimum_bs, minimum_usd, minimum_cop, notes, status, partner_id }) => ({
    id,
    name,
    minimum_bs,
    minimum_usd,
    minimum_cop,
    notes,
    status,
    partner_id,
  }),
  significant: () => true,
})

/** @throws Problem `invalid` of what is missing, and what `moveMoney` does */
async function move(context: Context, asked: Asked): Promise<FundRow> {
  const missing = missingFields(fundMoveForm, asked)
  if (missing.length > 0)
    throw new Problem('invalid', { errors: missing.map((path) => ({ path, message: 'Elija de dónde o a dónde' })) })
  const { fund_id, direction, other_fund_id, account_id, currency, amount, concept, reference } = applicableOnly(
    fundMoveForm,
    asked,
  )
  const said = { fund_id, direction, other_fund_id, account_id, currency, amount, concept, reference }
  const id = await moveMoney(context.db, context.scope.partner_id, said, signatureOf(context))
  context.audit({ entity_id: fund_id, after: { movement: id, ...said }, significant: true })
  return read(context, fund_id)
}

function write(context: Context, body: Written): Promise<FundRow> {
  if (body.action === 'mover') return move(context, body)
  const { action: _, ...form } = body
  return records.create(context, { body: form })
}

async function options({ db, scope }: Context): Promise<Answer<typeof cashFunds.options>> {
  const data = await db.rows<Answer<typeof cashFunds.options>['data'][number]>(sql`
    SELECT fund.id, fund.name, owner.currencies::text[] AS currencies
    FROM cash_funds fund JOIN partners owner ON owner.id = fund.partner_id
    WHERE fund.partner_id = ${scope.partner_id} AND fund.status = 'activo' ORDER BY fund.name, fund.id`)
  return { data }
}

const { list: history, export: historyExport } = listOf(fundHistory)

export const cashFundsRoutes: Handlers<typeof cashFunds> = {
  ...listOf(fundList),
  history,
  historyExport,
  options,
  show: records.show,
  update: records.update,
  write: (context, { body }) => write(context, body),
}
