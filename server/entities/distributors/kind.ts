/** Distributors as a kind of partner: what of them the audit log keeps, and what their currencies hang from. */
import { sql } from 'drizzle-orm'
import type { DistributorRow } from '@contract/distributors.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { countText } from '@contract/values/money.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { openAccounts } from '../../rules/ledger/accounts.ts'
import type { SavedKind } from '../partners/kind.ts'
import { readDistributor } from './queries.ts'

function trace(row: DistributorRow) {
  const {
    actions: _actions,
    directs: _directs,
    agencies: _agencies,
    offices: _offices,
    sold_today: _sold,
    debt: _debt,
    balance: _balance,
    created_at: _created,
    ...set
  } = row
  return set
}

/**
 * A currency gained is only offered: who is below takes it up on their own. One that somebody below sells in stays.
 * The row was written before, so that nobody below can take it up meanwhile.
 * @throws Problem `currency_below`
 */
async function offer(db: Executor, id: number, before: readonly Currency[], after: readonly Currency[]): Promise<void> {
  const dropped = before.filter((one) => !after.includes(one))
  const kept = await db.rows<{ currency: Currency; sellers: number }>(sql`
    SELECT c.currency, count(*)::int AS sellers FROM unnest(${list(dropped)}::text[]) c(currency)
    JOIN partner_ancestors a ON a.ancestor_id = ${id} AND a.depth > 0
    JOIN partners p ON p.id = a.partner_id AND c.currency::currency = ANY (p.currencies) GROUP BY 1 ORDER BY 1`)
  const [first] = kept
  if (first) {
    const sellers = countText(first.sellers, 'afiliado que depende de él vende', 'afiliados que dependen de él venden')
    throw Problem.on('currencies', 'currency_below', `${sellers} en ${currencyFacts[first.currency].name}.`)
  }
  await openAccounts(db, [id], after)
}

export const distributorKind = {
  type: 'distribuidor',
  read: readDistributor,
  trace,
  offer,
} satisfies SavedKind<DistributorRow>
