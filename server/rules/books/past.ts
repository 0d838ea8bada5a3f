/**
 * The second half of migration 0042: a partner's past is not closed week by week. Everybody gets one closing on the last
 * Sunday, its opening balance, so many partners in a transaction that nobody waits for it, and what was sold on other
 * systems, which used to be owed at once, is what the agency holds of it. Done once; an interrupted one is gone on with.
 */
import { sql } from 'drizzle-orm'
import { addDays, inZone, weekday } from '@contract/values/dates.ts'
import type { Currency } from '@contract/values/currency.ts'
import { countText, formatMoney } from '@contract/values/money.ts'
import { executor, list, transaction, type Executor, type Pool } from '../../platform/db/connect.ts'
import { openAccounts } from '../ledger/accounts.ts'
import { postAll } from '../ledger/post-all.ts'
import { settlePending } from '../settlement/settle.ts'
import { closeWeek } from './close.ts'

const batchSize = 200

/** Opens the books of everybody who was there before there were any. `log` hears a Spanish sentence for each currency. */
export async function openPast(pool: Pool, log: (message: string) => void): Promise<void> {
  const db = executor(pool)
  const left = await db.one<{ left: boolean }>(sql`SELECT to_regclass('books_before') IS NOT NULL AS left`)
  if (!left?.left) return
  const banca = await db.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  if (banca) {
    const today = inZone(new Date(), banca.zone).day
    await settlePending(pool)
    await holdExternal(pool)
    await openWeeks(pool, addDays(today, -weekday(today)), today)
    await earnFrom(pool, addDays(today, 1 - weekday(today)))
    for (const sums of await told(db)) log(sentence(sums))
  }
  await db.run(sql`DROP TABLE books_before`)
}

/** What the opening balances took is told: from the Monday after it on distributors earn a margin. */
async function earnFrom(pool: Pool, monday: string): Promise<void> {
  const db = executor(pool)
  await db.run(sql`UPDATE banca SET margin_since = ${monday}::date`)
  await db.run(sql`
    INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
    SELECT agency_id, currency, product_id, rate_id, week FROM settlement_weeks WHERE week >= ${monday}::date`)
}

/** What agencies owed for other systems' sales lies, until its week is closed, where they hold it: on each of its days. */
async function holdExternal(pool: Pool): Promise<void> {
  const owed = await executor(pool).rows<{ partner_id: number; currency: string; day: string; amount: string }>(sql`
    SELECT account.partner_id, account.currency::text AS currency, ledger_day.day::text AS day,
      (ledger_day.debit - ledger_day.credit)::text AS amount
    FROM ledger_accounts account
    JOIN ledger_days ledger_day ON ledger_day.account_id = account.id AND ledger_day.debit <> ledger_day.credit
    WHERE account.kind = 'liquidacion' AND account.sub = 0
    ORDER BY 1, 2, 3`)
  for (let from = 0; from < owed.length; from += batchSize) {
    const some = owed.slice(from, from + batchSize)
    await transaction(pool, async (tx) => {
      await openAccounts(tx, [...new Set(some.map(({ partner_id }) => partner_id))])
      await postAll(
        tx,
        some.map(({ partner_id, currency, day, amount }) => ({
          day,
          kind: 'apertura' as const,
          ref_kind: 'adjustment' as const,
          ref_id: partner_id,
          currency,
          memo: 'Ventas en otros sistemas: lo que tiene la agencia',
          moves: [
            {
              debit: { partner_id, kind: 'externo' as const },
              credit: { partner_id, kind: 'liquidacion' as const },
              amount,
            },
          ],
        })),
      )
    })
  }
}

/** Agencies first, then the distributors that answer for them: as many in a transaction as a seller's patience allows. */
async function openWeeks(pool: Pool, week: string, today: string): Promise<void> {
  const partners = await executor(pool).rows<{ id: number }>(sql`
    SELECT partner.id FROM partners partner
    CROSS JOIN LATERAL (SELECT max(above.depth) AS depth FROM partner_ancestors above WHERE above.partner_id = partner.id) place
    WHERE partner.type IN ('agencia', 'distribuidor')
      AND NOT EXISTS (SELECT 1 FROM partner_books books WHERE books.partner_id = partner.id AND books.closed_through IS NOT NULL)
    ORDER BY partner.type = 'distribuidor', place.depth DESC, partner.id`)
  for (let from = 0; from < partners.length; from += batchSize) {
    const some = partners.slice(from, from + batchSize).map(({ id }) => id)
    await transaction(pool, async (tx) => {
      await openAccounts(tx, some)
      const signature = { by: null, at: new Date(), today }
      await closeWeek(tx, { week, of: sql`partner.id = ANY (${list(some)}::int[])`, signature, isFirst: true })
    })
  }
}

interface Opened {
  currency: Currency
  partners: number
  owed: string
  owing: string
}

function told(db: Executor): Promise<Opened[]> {
  return db.rows<Opened>(sql`
    SELECT closing.currency::text AS currency, count(*)::int AS partners,
      coalesce(sum(closing.closing) FILTER (WHERE closing.closing > 0), 0)::text AS owed,
      coalesce(-sum(closing.closing) FILTER (WHERE closing.closing < 0), 0)::text AS owing
    FROM closings closing
    JOIN partners partner ON partner.id = closing.partner_id AND partner.type = 'agencia'
    WHERE closing.is_first AND closing.reversed_at IS NULL GROUP BY closing.currency ORDER BY closing.currency`)
}

const sentence = ({ currency, partners, owed, owing }: Opened) =>
  `Saldo inicial de ${countText(partners, 'agencia', 'agencias')}: deben ${formatMoney(owed, currency, true)} y se les debe ` +
  `${formatMoney(owing, currency, true)}.`
