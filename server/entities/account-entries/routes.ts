/** The books. A partner outside the caller's subtree is `not_found`. */
import type { accountEntries } from '@contract/account-entries.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { namedTotals, postBatch } from '../../rules/ledger/batch.ts'
import { settledListOf } from '../../rules/settlement/readers.ts'
import { balances } from './balances.ts'
import { accountChart, openAccount } from './chart.ts'
import { journal } from './journal.ts'
import { ledger } from './ledger.ts'
import { partnersNamed } from './named.ts'

const journalList = settledListOf(journal)
const balanceList = settledListOf(balances)
const ledgerList = settledListOf(ledger)

export const accountEntriesRoutes: Handlers<typeof accountEntries> = {
  ...journalList,
  summary: balanceList.list,
  summaryExport: balanceList.export,
  ledger: ledgerList.list,
  ledgerExport: ledgerList.export,
  create: async (context, { body: { entries: lines } }) => {
    const { batch_id, entries } = await postBatch(context.db, context, lines)
    context.audit({
      entity_id: batch_id,
      after: { lines: lines.length, ...namedTotals(lines) },
      significant: true,
    })
    return { batch_id, lines: lines.length, data: entries }
  },
  partnersNamed: ({ db, scope }, { body }) => partnersNamed(db, scope, body.texts),
  chart: (context, { query }) => accountChart(context, query.partner_id),
  openAccount: (context, { body }) => openAccount(context, body),
}
