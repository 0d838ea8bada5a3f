/** Whose accounts a question to the books is of, and what they come to. */
import { sql, type SQL } from 'drizzle-orm'
import { accountClasses, accountKinds, chart, type AccountClass, type AccountKind } from '@contract/ledger-accounts.ts'
import type { Currency } from '@contract/values/currency.ts'
import { every, list } from '../../platform/db/connect.ts'
import type { Subject } from '../figures/subject.ts'

/** What accounts are narrowed by, beside whose they are. */
export interface AskedAccounts {
  account?: AccountKind | undefined
  class?: AccountClass | undefined
  currency?: Currency | undefined
  /** Those of the subject itself, without what is below it. */
  own_only?: boolean
}

const kindsOf = (of: AccountClass) => accountKinds.filter((kind) => chart[kind].class === of)

/**
 * Accounts `account` of the subject and all below it, narrowed by what is asked; undefined where they are all the
 * accounts there are.
 */
export function accountsOf(subject: Subject, asked: AskedAccounts): SQL | undefined {
  const conditions = [
    asked.own_only && sql`account.partner_id = ${subject.id}`,
    !asked.own_only &&
      subject.type !== 'banca' &&
      sql`account.partner_id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${subject.id})`,
    asked.account !== undefined && sql`account.kind = ${asked.account}`,
    asked.class !== undefined && sql`account.kind = ANY (${list(kindsOf(asked.class))}::text[])`,
    asked.currency !== undefined && sql`account.currency = ${asked.currency}::currency`,
  ].filter(Boolean)
  return conditions.length === 0 ? undefined : every(...conditions)
}

/** `column` is one of these accounts, looked up once. */
export function isAmong(accounts: SQL, column: SQL): SQL {
  return sql`${column} = ANY (ARRAY(SELECT account.id FROM ledger_accounts account WHERE ${accounts}))`
}

/** A column of account kinds as the place of each in the chart, and as its class. */
export const chartPlace = (kind: SQL): SQL => sql`array_position(${list(accountKinds)}::text[], ${kind})`
export const classPlace = (of: SQL): SQL => sql`array_position(${list(accountClasses)}::text[], ${of})`
export function classOf(kind: SQL): SQL {
  const whens = accountClasses.map((of) => sql`WHEN ${kind} = ANY (${list(kindsOf(of))}::text[]) THEN ${of}`)
  return sql`CASE ${sql.join(whens, sql` `)} END`
}

/** Debit and credit of postings or days that add up, as texts. */
export const sumText = (sum: SQL): SQL => sql`coalesce(${sum}, 0)::numeric(20, 2)::text`
