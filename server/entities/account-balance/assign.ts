/** Passing a debt from one creditor to another: what it starts from, what it leaves, and who is told. */
import { sql } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import type { accountBalance } from '@contract/account-balance.ts'
import type { Assignable } from '@contract/assignments.ts'
import type { Received } from '@contract/endpoint.ts'
import { screenLink } from '@contract/links.ts'
import { centsFault, type Currency } from '@contract/values/currency.ts'
import { addDays, weekday } from '@contract/values/dates.ts'
import { compare, formatMoney, hasCents, negate } from '@contract/values/money.ts'
import { list } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { owedByCreditor, passDebt } from '../../rules/books/assign.ts'
import { creditors, readCreditors, sundayOf } from '../../rules/books/creditors.ts'
import { balanceCtes } from '../../rules/books/debts.ts'
import { lineUp } from '../../rules/books/post-closings.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'

type Asked = Received<typeof accountBalance.assign>['body']

/** @throws Problem `not_found`, `owes_nobody` */
async function mustOwe({ db, scope }: Context, partner_id: number): Promise<void> {
  await mustBeWithin(scope, db, partner_id)
  const owes = await db.one(
    sql`SELECT 1 FROM partners WHERE id = ${partner_id} AND type IN ('agencia', 'distribuidor')`,
  )
  if (!owes) throw Problem.on('partner_id', 'owes_nobody')
}

/** Of whoever owes nobody, nothing. @throws Problem `not_found` */
export async function assignableOf(
  context: Context,
  { query: { partner_id, currency, to_id } }: Received<typeof accountBalance.assignable>,
): Promise<Assignable> {
  await mustBeWithin(context.scope, context.db, partner_id)
  if (to_id !== undefined) await mustBeWithin(context.scope, context.db, to_id)
  return read(context, partner_id, currency, to_id)
}

async function read(
  { db, today }: Context,
  partner_id: number,
  currency: Currency,
  to_id?: number,
): Promise<Assignable> {
  const owed = new Map((await owedByCreditor(db, partner_id, currency)).map((one) => [one.creditor_id, one.owed]))
  const now = await db.one<{ creditor_id: number }>(sql`
    SELECT creditor.creditor_id FROM ${creditors} creditor
    JOIN partners partner ON partner.id = creditor.partner_id AND partner.type IN ('agencia', 'distribuidor')
    WHERE creditor.partner_id = ${partner_id} AND creditor.since <= ${sundayOf(sql`${today}::date`)}
      AND ${sundayOf(sql`${today}::date`)} < creditor.until`)
  const asked = [...owed.keys(), now?.creditor_id, to_id].filter((id) => id !== undefined)
  // Another one is no creditor, and is not told of.
  const names = await db.rows<{ id: number; name: string; code: string; type: string }>(sql`
    SELECT id, name, code, type::text AS type FROM partners
    WHERE id = ANY (${list(asked)}::int[]) AND type IN ('banca', 'distribuidor') ORDER BY name, id`)
  const ids = names.map(({ id }) => id)
  const known = await readCreditors(db, ids)
  const sunday = addDays(today, 7 - weekday(today))
  const debts = await db.rows<{ id: number; debt: string }>(sql`
    WITH RECURSIVE ${balanceCtes({
      rows: sql`partner.id = ANY (${list([...ids, partner_id])}::int[])`,
      from: today,
      to: today,
      currency,
    })}
    SELECT partner_id AS id, debt::text AS debt FROM balance_row`)
  const debtOf = (id: number) => debts.find((one) => one.id === id)?.debt ?? '0.00'
  return {
    debt: debtOf(partner_id),
    data: names.map(({ id, name, code, type }) => ({
      id,
      name,
      code,
      is_current: id === now?.creditor_id,
      line: lineUp(known, id, sunday),
      owed: owed.get(id) ?? '0.00',
      debt: type === 'banca' ? null : debtOf(id),
    })),
  }
}

/** @throws Problem `not_found`, `owes_nobody`, `amount_decimals`, and what `passDebt` does */
export async function assignDebt(
  context: Context,
  { body }: Received<typeof accountBalance.assign>,
): Promise<Assignable> {
  const { db, session, now, today, audit } = context
  const { partner_id, currency, from_id, to_id, amount, reason } = body
  await mustOwe(context, partner_id)
  await mustBeCreditors(context, body)
  if (hasCents(amount, currency)) throw Problem.on('amount', 'amount_decimals', centsFault(currency))
  const before = await read(context, partner_id, currency, to_id)
  const assigned = await passDebt(db, body, { by: session.id, at: now, today })
  const after = await read(context, partner_id, currency, to_id)
  const owedIn = ({ data }: Assignable) =>
    Object.fromEntries(data.filter(({ id }) => id === from_id || id === to_id).map(({ name, owed }) => [name, owed]))
  audit({
    entity_id: partner_id,
    before: { currency, ...owedIn(before) },
    after: { assignment_id: assigned.id, amount: assigned.amount, ...owedIn(after) },
    reason,
    significant: true,
  })
  await tell(context, body, assigned.amount)
  return after
}

/** The banca and distributors are owed; another creditor than one that is named has nothing to pass. */
async function mustBeCreditors({ db, scope }: Context, { from_id, to_id }: Asked): Promise<void> {
  await mustBeWithin(scope, db, from_id)
  await mustBeWithin(scope, db, to_id)
  const owed = await db.one(sql`SELECT 1 FROM partners WHERE id = ${to_id} AND type IN ('banca', 'distribuidor')`)
  if (!owed) throw Problem.on('to_id', 'invalid', 'Elija la banca o un distribuidor')
}

/** The people of all three who decide on money, but whoever did it. */
async function tell(
  { db, session }: Context,
  { partner_id, from_id, to_id, currency, reason }: Asked,
  amount: string,
): Promise<void> {
  const rows = await db.rows<{ id: number; name: string }>(
    sql`SELECT id, name FROM partners WHERE id IN (${partner_id}, ${from_id}, ${to_id})`,
  )
  const nameOf = (id: number) => rows.find((one) => one.id === id)!.name
  const [debtor, from, to] = [nameOf(partner_id), nameOf(from_id), nameOf(to_id)]
  const isOwed = compare(amount, '0') > 0
  const said = formatMoney(isOwed ? amount : negate(amount), currency, true)
  await notify(
    db,
    sql`
      SELECT person.id FROM users person
      WHERE person.partner_id IN (${partner_id}, ${from_id}, ${to_id}) AND person.id <> ${session.id} AND person.status = 'activo'
        AND person.role = ANY (${list(rules.money.roles)}::user_role[])`,
    {
      kind: 'cierre',
      level: 'informa',
      title: 'Deuda asignada',
      text: isOwed
        ? `De lo que ${debtor} le debe a ${from}, ${said} pasan a deberse a ${to}: ${reason}`
        : `De lo que ${from} le debe a ${debtor}, ${said} pasan a deberse por ${to}: ${reason}`,
      link: screenLink('movement-reports', { period: 'semana', currency }),
    },
  )
}
