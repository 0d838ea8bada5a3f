/** Agencies as a kind of partner: what of them the audit log keeps, and what follows their currencies. */
import { sql } from 'drizzle-orm'
import type { AgencyRow } from '@contract/agencies.ts'
import type { Currency } from '@contract/values/currency.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import type { SavedKind } from '../partners/kind.ts'
import { readAgency } from './queries.ts'

function trace(
  row: AgencyRow,
): Omit<AgencyRow, 'actions' | 'offices' | 'debt' | 'balance' | 'available' | 'last_sale_at' | 'created_at'> {
  const {
    actions: _actions,
    offices: _offices,
    debt: _debt,
    balance: _balance,
    available: _available,
    last_sale_at: _last,
    created_at: _created,
    ...set
  } = row
  return set
}

/**
 * Offices sell in what their agency sells: those that sold in all of it still do, those that sold in
 * less lose what it dropped. Every currency gained gets its accounts.
 */
async function offer(
  db: Executor,
  agency_id: number,
  before: readonly Currency[],
  after: readonly Currency[],
): Promise<void> {
  const offices = await db.rows<{ id: number }>(sql`
    UPDATE partners p SET version = version + 1, updated_at = now(), currencies = CASE
      WHEN p.currencies @> ${list(before)}::text[]::currency[] THEN ${list(after)}::text[]::currency[]
      ELSE ARRAY(SELECT c FROM unnest(p.currencies) c WHERE c::text = ANY (${list(after)}::text[])) END
    WHERE p.father_id = ${agency_id} RETURNING p.id`)
  await openAccounts(db, [agency_id, ...offices.map(({ id }) => id)], after)
}

export const agencyKind = { type: 'agencia', read: readAgency, trace, offer } satisfies SavedKind<AgencyRow>
