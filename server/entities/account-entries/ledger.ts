/** The ledger of accounts: their lines in the order of the days, with what stood before them and after each. */
import { sql, type SQL } from 'drizzle-orm'
import { accountEntries } from '@contract/account-entries.ts'
import { every } from '../../platform/db/connect.ts'
import { handledElsewhere, listing, type ListQuestion } from '../../platform/lists/listing.ts'
import { subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { accountsOf, isAmong, sumText } from '../../rules/ledger/asked.ts'
import {
  statementAmounts,
  statementColumns,
  statementKey,
  statementCtes,
  statementTotals,
} from '../../rules/ledger/statement.ts'
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

export const ledger = listing(accountEntries.ledger, {
  about: (asked, { db, scope }) => subjectOf(db, scope, asked.partner_id),
  gathered: (question, where) => ({ tables: statementCtes(opening(question), where), taken: true }),
  from: sql`line`,
  columns: sql`
    ${statementColumns}, line.entry_id::text AS entry_id, entry.kind, ${refColumns},
    account.kind AS account, account.partner_id, partner.name AS partner_name, coalesce(entry.memo, '') AS memo`,
  shown: {
    row: sql`line`,
    tables: sql`
      JOIN ledger_entries entry ON entry.day = line.day AND entry.id = line.entry_id
      JOIN ledger_accounts account ON account.id = line.account_id
      JOIN partners partner ON partner.id = account.partner_id`,
  },
  key: statementKey,
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
  amounts: statementAmounts,
  counted: ({ asked: { kind } }) =>
    statementTotals(
      kind === undefined ? sumText(sql`opening.amount`) : sql`NULL`,
      sql`moved.rows > 0 OR opening.amount <> 0`,
    ),
  heading: ({ about }) => ({ Afiliado: about.name }),
})
