/** The trial balance: what the accounts came to before some days, in them and after, by class, by account or by partner. */
import { sql, type SQL } from 'drizzle-orm'
import { accountEntries, type BalanceRow } from '@contract/account-entries.ts'
import { every } from '../../platform/db/connect.ts'
import { handledElsewhere, listing, type ListQuestion } from '../../platform/lists/listing.ts'
import { subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { accountsOf, chartPlace, classOf, classPlace, sumText } from '../../rules/ledger/asked.ts'

type Question = ListQuestion<typeof accountEntries.summary, Subject>

/** Debit and credit by account and day. Days are kept; of one type of entries they are its own postings, and nothing comes before. */
function days({ asked: { from, to, kind } }: Question): SQL {
  if (kind === undefined) return sql`SELECT account_id, day, debit, credit FROM ledger_days WHERE day <= ${to}::date`
  return sql`
    SELECT posting.account_id, posting.day, greatest(posting.amount, 0) AS debit, greatest(-posting.amount, 0) AS credit
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    WHERE entry.kind = ${kind} AND entry.day BETWEEN ${from}::date AND ${to}::date AND posting.day BETWEEN ${from}::date AND ${to}::date`
}

/** By what rows are told apart: kind and partner, each nothing where it is not. */
function told({ asked: { by } }: Question): { kind: SQL; partner: SQL } {
  return {
    kind: by === 'clase' ? sql`NULL::text` : sql`account.kind`,
    partner: by === 'afiliado' ? sql`account.partner_id` : sql`NULL::int`,
  }
}

function balancesOf(question: Question): SQL {
  const { about, asked } = question
  const { kind, partner } = told(question)
  const before = sql`ledger_day.day < ${asked.from}::date`
  return sql`
    stands AS (
      SELECT ${classOf(sql`account.kind`)} AS class, ${kind} AS kind, ${partner} AS partner_id, account.currency,
        coalesce(sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE ${before}), 0) AS opening,
        coalesce(sum(ledger_day.debit) FILTER (WHERE NOT ${before}), 0) AS debit,
        coalesce(sum(ledger_day.credit) FILTER (WHERE NOT ${before}), 0) AS credit
      FROM (${days(question)}) ledger_day JOIN ledger_accounts account ON account.id = ledger_day.account_id
      WHERE ${every(accountsOf(about, asked))} GROUP BY 1, 2, 3, 4
    ), balance AS MATERIALIZED (
      SELECT *, opening + debit - credit AS balance FROM stands WHERE opening <> 0 OR debit <> 0 OR credit <> 0
    )`
}

export const balances = listing(accountEntries.summary, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  gathered: (question) => ({ tables: balancesOf(question) }),
  from: sql`balance`,
  columns: ({ asked }) => sql`
    balance.class, balance.kind AS account, balance.partner_id, partner.name AS partner_name, balance.currency::text AS currency,
    ${asked.kind === undefined ? sql`balance.opening::numeric(20, 2)::text` : sql`NULL::text`} AS opening,
    balance.debit::numeric(20, 2)::text AS debit, balance.credit::numeric(20, 2)::text AS credit,
    balance.balance::numeric(20, 2)::text AS balance`,
  shown: { row: sql`balance`, tables: sql`LEFT JOIN partners partner ON partner.id = balance.partner_id` },
  key: [
    classPlace(sql`balance.class`),
    chartPlace(sql`balance.kind`),
    sql`balance.currency`,
    sql`coalesce(balance.partner_id, 0)`,
  ],
  ties: 'ascending',
  order: {
    account: [classPlace(sql`balance.class`), chartPlace(sql`balance.kind`)],
    debit: sql`balance.debit`,
    credit: sql`balance.credit`,
    balance: sql`balance.balance`,
  },
  scope: handledElsewhere,
  period: handledElsewhere,
  filter: {
    by: handledElsewhere,
    partner_id: handledElsewhere,
    class: handledElsewhere,
    account: handledElsewhere,
    kind: handledElsewhere,
    currency: handledElsewhere,
  },
  amounts: {
    currency: sql`balance.currency`,
    opening: sumText(sql`sum(balance.opening)`),
    debit: sumText(sql`sum(balance.debit)`),
    credit: sumText(sql`sum(balance.credit)`),
    balance: sumText(sql`sum(balance.balance)`),
  },
  heading: ({ about }) => ({ Afiliado: about.name }),
  toRow: (row: BalanceRow) => row,
})
