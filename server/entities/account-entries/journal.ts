/** The journal: entries as they were written, each with those of its accounts that the caller may see. */
import { sql, type SQL } from 'drizzle-orm'
import { accountEntries } from '@contract/account-entries.ts'
import { daysBetween } from '@contract/values/dates.ts'
import { every } from '../../platform/db/connect.ts'
import { namedWithin, within } from '../../platform/db/scope.ts'
import { handledElsewhere, listing, type ListQuestion } from '../../platform/lists/listing.ts'
import { foldedSql, holdsWordsSql } from '../../platform/lists/names.ts'
import { subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { accountsOf, isAmong, sumText } from '../../rules/ledger/asked.ts'
import { refColumns } from './reference.ts'

type Question = ListQuestion<typeof accountEntries.list, Subject>

/** The accounts asked for; undefined where they are all. */
const narrowing = ({ about, asked }: Pick<Question, 'about' | 'asked'>) => accountsOf(about, asked)

/** Is nothing asked but accounts and days, of which sums are kept? */
const isPlain = ({ asked: { kind, q, batch_id } }: Pick<Question, 'asked'>) =>
  kind === undefined && !q && batch_id === undefined

/** Postings of entry `of` in the accounts asked for, summed; an entry is of one currency. */
function sideOf(question: Question, of: SQL): SQL {
  const accounts = narrowing(question)
  return sql`
    SELECT min(posting.currency) AS currency, sum(greatest(posting.amount, 0)) AS debit, sum(greatest(-posting.amount, 0)) AS credit
    FROM ledger_postings posting
    WHERE ${every(
      sql`posting.day = ${of}.day AND posting.entry_id = ${of}.id`,
      accounts && isAmong(accounts, sql`posting.account_id`),
    )}`
}

/** Postings `posting` of the days in the accounts asked for. */
const postedIn = (accounts: SQL | undefined, { asked: { from, to } }: Question) => sql`
  ledger_postings posting
  WHERE ${every(
    sql`posting.day BETWEEN ${from}::date AND ${to}::date`,
    accounts && isAmong(accounts, sql`posting.account_id`),
  )}`

/** Entries `found`: all there are, or those that few accounts lead to. */
function entries(question: Question): SQL {
  const accounts = narrowing(question)
  if (!accounts || !isPlain(question)) return sql`ledger_entries found`
  return sql`(SELECT DISTINCT posting.day, posting.entry_id AS id FROM ${postedIn(accounts, question)}) found`
}

/** Where entries are narrowed by themselves too: that they have a posting in the accounts asked for. */
function touches(question: Question): SQL | undefined {
  const accounts = narrowing(question)
  if (!accounts || isPlain(question)) return undefined
  return sql`(found.day, found.id) IN (SELECT posting.day, posting.entry_id FROM ${postedIn(accounts, question)})`
}

/** Days are kept by account: over more of them than this they are fewer rows than the postings of the days. */
const fewDays = 7

/** Sums by currency: of the postings of few days, of days as they are kept, or of the entries themselves. */
function sums(question: Question, where: SQL): SQL {
  const { from, to } = question.asked
  const accounts = narrowing(question)
  if (isPlain(question) && daysBetween(from, to) <= fewDays)
    return sql`
      SELECT posting.currency, sum(greatest(posting.amount, 0)) AS debit, sum(greatest(-posting.amount, 0)) AS credit
      FROM ${postedIn(accounts, question)} GROUP BY 1`
  if (isPlain(question))
    return sql`
      SELECT account.currency, sum(ledger_day.debit) AS debit, sum(ledger_day.credit) AS credit
      FROM ledger_days ledger_day JOIN ledger_accounts account ON account.id = ledger_day.account_id
      WHERE ${every(sql`ledger_day.day BETWEEN ${from}::date AND ${to}::date`, accounts)} GROUP BY 1`
  return sql`
    SELECT side.currency, sum(side.debit) AS debit, sum(side.credit) AS credit
    FROM ledger_entries found CROSS JOIN LATERAL (${sideOf(question, sql`found`)}) side WHERE ${where} GROUP BY 1`
}

export const journal = listing(accountEntries.list, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  // A page's rows are found without their sums: PostgreSQL leaves out a join of one row where none of it is looked at.
  from: (question) => sql`${entries(question)} LEFT JOIN LATERAL (${sideOf(question, sql`found`)}) side ON true`,
  columns: ({ scope }) => sql`
    entry.day, entry.id::text AS id, entry.kind, ${refColumns}, posted.postings, own.currency::text AS currency,
    own.debit::numeric(20, 2)::text AS debit, own.credit::numeric(20, 2)::text AS credit, coalesce(entry.memo, '') AS memo,
    trim_scale(entry.rate)::text AS rate,
    entry.created_at, (
      SELECT ${namedWithin(scope, sql`author.partner_id`, sql`author.name`)} FROM users author WHERE author.id = entry.created_by
    ) AS created_by_name, (-posted.within)::numeric(20, 2)::text AS elsewhere`,
  shown: {
    row: sql`found`,
    tables: (question) => sql`
      JOIN ledger_entries entry ON entry.day = found.day AND entry.id = found.id
      CROSS JOIN LATERAL (${sideOf(question, sql`found`)}) own
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(posting.amount), 0) AS within, coalesce(json_agg(json_build_object(
            'partner_id', partner.id, 'partner_name', partner.name, 'account', account.kind,
            'debit', greatest(posting.amount, 0)::numeric(20, 2)::text, 'credit', greatest(-posting.amount, 0)::numeric(20, 2)::text
          ) ORDER BY posting.amount < 0, account.kind, partner.id), '[]') AS postings
        FROM ledger_postings posting
        JOIN ledger_accounts account ON account.id = posting.account_id
        JOIN partners partner ON partner.id = account.partner_id
        WHERE posting.day = entry.day AND posting.entry_id = entry.id AND ${within(question.scope, sql`account.partner_id`)}
      ) posted`,
  },
  key: sql`found.id`,
  never_null: true,
  order: { day: sql`found.day` },
  scope: handledElsewhere,
  alsoWhere: touches,
  period: ({ from, to }) => sql`found.day BETWEEN ${from}::date AND ${to}::date`,
  filter: {
    partner_id: handledElsewhere,
    account: handledElsewhere,
    currency: handledElsewhere,
    kind: (kind) => sql`found.kind = ${kind}`,
    batch_id: (batch) => sql`found.ref_kind = 'batch' AND found.ref_id = ${batch}::bigint`,
  },
  search: {
    more: (q) =>
      /^\d{1,18}$/.test(q)
        ? sql`found.id = ${q}::bigint`
        : holdsWordsSql([foldedSql(sql`coalesce(found.memo, '')`)], q),
  },
  amounts: {
    currency: sql`side.currency`,
    debit: sumText(sql`sum(side.debit)`),
    credit: sumText(sql`sum(side.credit)`),
  },
  counted: (question, where) => sql`
    SELECT (SELECT count(*)::int FROM ${entries(question)} WHERE ${where}) AS total, (
      SELECT coalesce(json_agg(json_build_object(
          'currency', sums.currency, 'debit', ${sumText(sql`sums.debit`)}, 'credit', ${sumText(sql`sums.credit`)}
        ) ORDER BY sums.currency), '[]') FROM (${sums(question, where)}) sums WHERE sums.debit <> 0 OR sums.credit <> 0
    ) AS totals`,
  heading: ({ about }) => ({ Afiliado: about.name }),
})
