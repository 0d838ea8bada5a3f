/** Accounts of the caller's subtree, what each holds by the books, and how it came about. */
import { sql, type SQL } from 'drizzle-orm'
import { accounts, type AccountRow } from '@contract/accounts.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { fold } from '@contract/values/text.ts'
import { publicName, within } from '../platform/db/scope.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { Problem } from '../platform/http/problem.ts'
import { listOf } from '../platform/lists/list-of.ts'
import { formColumns, handledElsewhere, listing, readOne } from '../platform/lists/listing.ts'
import { offAbove, type OffAbove } from '../platform/lists/switched-off.ts'
import { actionsOn, removing, versioned } from '../platform/lists/versioned.ts'
import { sumText } from '../rules/ledger/asked.ts'
import {
  statementAmounts,
  statementColumns,
  statementKey,
  statementCtes,
  statementTotals,
} from '../rules/ledger/statement.ts'
import { mustBeWithin } from '../rules/tree/reach.ts'

/** `booked` is the account of the books that `a` is; there is none before its first movement. */
const isBooked = sql`booked.partner_id = a.partner_id AND booked.kind = 'banco' AND booked.currency = a.currency AND booked.sub = a.id`

const kept = listing(accounts.list, {
  from: sql`accounts a
    JOIN partners p ON p.id = a.partner_id
    LEFT JOIN LATERAL (
      SELECT sum(ledger_day.debit - ledger_day.credit) AS balance, max(ledger_day.day) AS moved_on
      FROM ledger_accounts booked JOIN ledger_days ledger_day ON ledger_day.account_id = booked.id
      WHERE ${isBooked}
    ) holds ON true`,
  columns: ({ scope }) => sql`
    a.id, ${formColumns('a', accounts.create.body!)}, ${offAbove(scope, sql`a.off_by`)} AS off_above, a.partner_id,
    p.name AS partner_name, ${sumText(sql`holds.balance`)} AS balance, holds.moved_on, a.created_at, a.version`,
  key: sql`a.id`,
  scope: (scope) => within(scope, sql`a.partner_id`),
  filter: {
    kind: (kind) => sql`a.kind = ${kind}`,
    currency: (currency) => sql`a.currency = ${currency}`,
    status: (status) => sql`a.status = ${status}`,
  },
  order: {
    name: sql`a.name`,
    kind: sql`a.kind`,
    currency: sql`a.currency`,
    partner_name: sql`p.name`,
    balance: sql`coalesce(holds.balance, 0)`,
    moved_on: sql`holds.moved_on`,
    status: sql`a.status`,
    created_at: sql`a.created_at`,
  },
  search: { folded: [sql`a.name_key`], plain: [sql`a.bank`, sql`a.holder`] },
  amounts: { currency: sql`a.currency`, balance: sumText(sql`sum(holds.balance)`) },
  toRow: ({ off_above, ...row }: Omit<AccountRow, 'actions'> & OffAbove, { session }): AccountRow => ({
    ...row,
    // One that moved is closed by switching it off: to remove it would come to the same.
    actions: actionsOn(accounts, { ...row, off_above }, session).filter(
      (one) => one !== 'remove' || row.moved_on === null,
    ),
  }),
})
const read = readOne(kept)

/** Whoever stands on the other side of the payment, as the reader may know it. */
const withName = (owner: SQL) =>
  sql`CASE payment.payer_id WHEN ${owner} THEN payment.receiver_id ELSE payment.payer_id END`

const movements = listing<typeof accounts.movements, never, AccountRow>(accounts.movements, {
  about: ({ account_id }, reader) => read(reader, account_id),
  gathered: ({ asked }, where) => ({
    tables: statementCtes(
      sql`
        SELECT a.currency, coalesce(sum(ledger_day.debit - ledger_day.credit), 0) AS amount
        FROM accounts a
        LEFT JOIN ledger_accounts booked ON ${isBooked}
        LEFT JOIN ledger_days ledger_day ON ledger_day.account_id = booked.id AND ledger_day.day < ${asked.from}::date
        WHERE a.id = ${asked.account_id} GROUP BY 1`,
      where,
    ),
    taken: true,
  }),
  from: sql`line`,
  columns: ({ scope }) => sql`
    ${statementColumns}, entry.kind, CASE WHEN payment.id IS NULL THEN fund.name ELSE ${publicName(scope, sql`other`)} END AS with_name,
    payment.id AS payment_id, coalesce(payment.reference, movement.reference) AS reference,
    coalesce(entry.memo, movement.concept, '') AS memo`,
  shown: {
    row: sql`line`,
    tables: ({ about }) => sql`
      JOIN ledger_entries entry ON entry.day = line.day AND entry.id = line.entry_id
      LEFT JOIN payments payment ON payment.id = entry.ref_id AND entry.ref_kind = 'payment'
      LEFT JOIN cash_movements movement ON movement.id = entry.ref_id AND entry.ref_kind = 'movement'
      LEFT JOIN cash_funds fund ON fund.id = movement.fund_id
      LEFT JOIN partners other ON other.id = ${withName(sql`${about.partner_id}`)}`,
  },
  key: statementKey,
  never_null: true,
  order: { day: sql`line.day` },
  scope: handledElsewhere,
  alsoWhere: ({ asked }) => sql`posting.account_id = (
    SELECT booked.id FROM accounts a JOIN ledger_accounts booked ON ${isBooked} WHERE a.id = ${asked.account_id})`,
  period: ({ from, to }) => sql`posting.day BETWEEN ${from}::date AND ${to}::date`,
  filter: {},
  amounts: statementAmounts,
  // Said without a movement too: what it held it holds still.
  counted: statementTotals(sumText(sql`opening.amount`), sql`true`),
  heading: ({ about }) => ({ Cuenta: about.name, De: about.partner_name }),
  file: { called: ({ about }) => ({ of: about.name }) },
})

/** What names an account names its currency with it. @throws Problem `account_moved` */
async function mustKeepCurrency({ db }: Context, id: number): Promise<void> {
  // Held alone: nobody begins to name it meanwhile.
  await db.run(sql`SELECT 1 FROM accounts WHERE id = ${id} FOR UPDATE`)
  const named = await db.one(sql`
    SELECT 1 WHERE EXISTS (SELECT 1 FROM payment_methods method WHERE method.account_id = ${id})
      OR EXISTS (SELECT 1 FROM payments payment WHERE payment.payer_account_id = ${id})
      OR EXISTS (SELECT 1 FROM payments payment WHERE payment.receiver_account_id = ${id})
      OR EXISTS (SELECT 1 FROM cash_movements movement WHERE movement.account_id = ${id})`)
  if (named) throw Problem.on('currency', 'account_moved')
}

type Asked = Received<typeof accounts.options>['query']

/** Whose accounts may be chosen, and of which currency. @throws Problem `not_found` */
async function ownerOf({ db, scope }: Context, asked: Asked): Promise<{ partner_id: number; currency?: string }> {
  const { partner_id = scope.partner_id, method_id, payment_id, currency } = asked
  const table = payment_id === undefined ? sql`payment_methods` : sql`payments`
  const owner = payment_id === undefined ? sql`partner_id` : sql`receiver_id`
  const id = payment_id ?? method_id
  const of = currency !== undefined && { currency }
  if (id === undefined) return { partner_id, ...of }
  const found = await db.one<{ partner_id: number; currency: string }>(
    sql`SELECT named.${owner} AS partner_id, named.currency::text AS currency FROM ${table} named WHERE named.id = ${id}`,
  )
  if (!found) throw new Problem('not_found')
  return { partner_id: found.partner_id, ...(payment_id === undefined ? of : { currency: found.currency }) }
}

async function offered(context: Context, asked: Asked): Promise<Answer<typeof accounts.options>> {
  const { db, scope } = context
  const { partner_id, currency } = await ownerOf(context, asked)
  await mustBeWithin(scope, db, partner_id)
  const data = await db.rows<Answer<typeof accounts.options>['data'][number]>(sql`
    SELECT a.id, a.name, a.kind, a.currency::text AS currency FROM accounts a
    WHERE a.partner_id = ${partner_id} AND a.status = 'activo' AND a.currency = coalesce(${currency ?? null}::currency, a.currency)
    ORDER BY a.name_key, a.id`)
  return { data }
}

const { list: movementList, export: movementExport } = listOf(movements)

export const accountsRoutes: Handlers<typeof accounts> = {
  ...listOf(kept),
  movements: movementList,
  movementsExport: movementExport,
  options: (context, { query }) => offered(context, query),
  ...versioned(accounts, {
    table: 'accounts',
    switched: 'accounts',
    read,
    write: (form) => ({ ...form, name_key: fold(form.name) }),
    added: (_form, { scope }) => ({ partner_id: scope.partner_id }),
    check: async (context, { currency }, before) => {
      if (before && before.currency !== currency) await mustKeepCurrency(context, before.id)
    },
    unique: { accounts_name: ['name', 'name_taken', 'Ya existe una cuenta con ese nombre.'] },
    // What it holds moves by itself: the log keeps what people wrote.
    trace: ({ balance: _1, moved_on: _2, actions: _3, ...row }) => row,
    significant: () => true,
  }),
  remove: removing({ table: 'accounts', switched: 'accounts', read, done: 'eliminada', kept: 'cerrada' }),
}
