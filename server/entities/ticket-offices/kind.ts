/** Ticket offices as a kind of partner. */
import type { TicketOfficeRow } from '@contract/ticket-offices.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import type { SavedKind } from '../partners/kind.ts'
import { readTicketOffice } from './queries.ts'

/** What people set, not what happens by itself. */
export function auditedOffice(row: TicketOfficeRow) {
  const {
    actions: _actions,
    live: _live,
    last_seen_at: _seen,
    last_sale_at: _sale,
    sold_today: _sold,
    users: _users,
    sessions: _sessions,
    created_at: _created,
    ...set
  } = row
  return set
}

/** A currency gained gets its accounts; one that is dropped is sold no more, and what was sold in it stays. */
async function offer(
  db: Executor,
  id: number,
  _before: readonly Currency[],
  after: readonly Currency[],
): Promise<void> {
  await openAccounts(db, [id], after)
}

export const officeKind = {
  type: 'taquilla',
  read: readTicketOffice,
  trace: auditedOffice,
  offer,
} satisfies SavedKind<TicketOfficeRow>
