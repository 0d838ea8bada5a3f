/**
 * Kinds of account by what they say of a debt. What offices sold and earned is known day by day without the books
 * (`sales_days`); all other kinds have few days, which are found by their mark, `ledger_days.without_sale`.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import { list } from '../../platform/db/connect.ts'

/** Of an office's day the column of `sales_days`, the kind of account that says the same, and whether it is owed or kept. */
export const soldKinds = [
  ['ventas', 'sold', ''],
  ['premios', 'prizes', '-'],
  ['comision', 'commission', '-'],
  ['participacion', 'participation', '-'],
] as const satisfies readonly (readonly [AccountKind, string, '' | '-'])[]

/** What earns and no office's day tells. */
export const earnedWithoutSale = [
  'ventas_externas',
  'premios_externos',
  'comision_externa',
  'ajustes',
  'margen',
] as const satisfies readonly AccountKind[]

/** What earns: of an agency in its own accounts and its offices', of a distributor in its own. */
export const earningKinds = ['ventas', 'premios', 'comision', 'participacion', ...earnedWithoutSale] as const

/** What is owed and paid: accounts of a row's partner itself, which have nothing of those it answers for. */
export const ownKinds = ['liquidacion', 'liquidado', 'cobranza'] as const satisfies readonly AccountKind[]

/** Whether days of an account of this kind bear the mark. */
export const isWithoutSale = (kind: SQL): SQL =>
  sql`(${kind} = ANY (${list([...earnedWithoutSale, ...ownKinds])}::text[]))`
