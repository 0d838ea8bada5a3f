/** The ledger of accounts: their lines in the order of the days, with what stood before them and after each. */
import { sql, type SQL } from 'drizzle-orm'
import { accountEntries } from '@contract/account-entries.ts'
import { every } from '../../platform/db/connect.ts'
import { handledElsewhere, listing, type ListQuestion } from '../../platform/lists/listing.ts'
import { subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { accountsOf, isAmong, sumText } from '../../rules/ledger/asked.ts'
import { refColumns } from './reference.ts'

type Question = ListQuestion<typeof accountEntries.ledger, Subject>

/** What the accounts asked for came to before the days, by currency; of one type of entries nothing comes before. */
function opening({ about, asked }: Question): SQL {
  return sql`
    SELECT account.currency, sum(ledger_day.debit - ledger_day.credit) AS amount
    FROM ledger_days ledger_day JOIN ledger_accounts account ON account.id = ledger_day.account_id
    WHERE ${every(
      asked.kind === undefined ? sql`ledger_day.day < ${asked.from}::date` : sql`false`,
      accountsOf(about, asked),
    )} GROUP BY 1`
}

/**
 * Lines `line` with the balance after each. Each currency has its own, from its opening on: lines are added up in the
 * one order that they have, so that a balance is the same whichever way they are listed.
 */
function lines(question: Question, where: SQL): SQL {
  const order = sql`posting.day, posting.entry_id, posting.account_id, posting.ctid`
  return sql`
    opening AS MATERIALIZED (${opening(question)}),
    line AS NOT MATERIALIZED (
      SELECT posting.day, posting.entry_id, posting.account_id, posting.ctid::text AS place, posting.currency, posting.amount,
        coalesce((SELECT opening.amount FROM opening WHERE opening.currency = posting.currency), 0)
          + sum(posting.amount) OVER (PARTITION BY posting.currency ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS balance
      FROM ledger_postings posting WHERE ${where}
    )`
}

export const ledger = listing(accountEntries.ledger, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  gathered: (question, where) => ({ tables: lines(question, where), taken: true }),
  from: sql`line`,
  columns: sql`
    line.entry_id || ' ' || line.place AS id, line.day, line.entry_id::text AS entry_id, entry.kind, ${refColumns},
    account.kind AS account, account.partner_id, partner.name AS partner_name, coalesce(entry.memo, '') AS memo,
    line.currency::text AS currency, greatest(line.amount, 0)::numeric(20, 2)::text AS debit,
    greatest(-line.amount, 0)::numeric(20, 2)::text AS credit, line.balance::numeric(20, 2)::text AS balance`,
  shown: {
    row: sql`line`,
    tables: sql`
      JOIN ledger_entries entry ON entry.day = line.day AND entry.id = line.entry_id
      JOIN ledger_accounts account ON account.id = line.account_id
      JOIN partners partner ON partner.id = account.partner_id`,
  },
  key: [sql`line.entry_id`, sql`line.account_id`, sql`line.place::tid`],
  never_null: true,
  order: { day: sql`line.day` },
  scope: handledElsewhere,
  alsoWhere: ({ about, asked }) => {
    const accounts = accountsOf(about, asked)
    return accounts && isAmong(accounts, sql`posting.account_id`)
  },
  period: ({ from, to }) => sql`posting.day BETWEEN ${from}::date AND ${to}::date`,
  filter: {
    partner_id: handledElsewhere,
    account: handledElsewhere,
    currency: handledElsewhere,
    own_only: handledElsewhere,
    kind: (kind) => sql`EXISTS (
      SELECT 1 FROM ledger_entries entry WHERE entry.day = posting.day AND entry.id = posting.entry_id AND entry.kind = ${kind})`,
  },
  amounts: {
    currency: sql`line.currency`,
    debit: sumText(sql`sum(greatest(line.amount, 0))`),
    credit: sumText(sql`sum(greatest(-line.amount, 0))`),
  },
  counted: (question) => {
    const of_kind = question.asked.kind !== undefined
    return sql`
      SELECT coalesce(sum(moved.rows), 0)::int AS total, coalesce(json_agg(json_build_object(
          'currency', currency, 'rows', coalesce(moved.rows, 0), 'opening', ${of_kind ? sql`NULL` : sumText(sql`opening.amount`)},
          'debit', ${sumText(sql`moved.debit`)}, 'credit', ${sumText(sql`moved.credit`)},
          'closing', ${sumText(sql`coalesce(opening.amount, 0) + coalesce(moved.debit, 0) - coalesce(moved.credit, 0)`)}
        ) ORDER BY currency), '[]') AS totals
      FROM (
        SELECT line.currency, count(*)::int AS rows, sum(greatest(line.amount, 0)) AS debit, sum(greatest(-line.amount, 0)) AS credit
        FROM line GROUP BY 1
      ) moved FULL JOIN opening USING (currency)
      WHERE moved.rows > 0 OR opening.amount <> 0`
  },
  heading: ({ about }) => ({ Afiliado: about.name }),
})
