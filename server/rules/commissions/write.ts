/**
 * Writes rates. Who is told `now` gets an instant that lies behind the commit: a sale before it has the old rate,
 * one from it on the new one, and none is held back meanwhile. Where writing took longer than that, it is done anew
 * with more time.
 */
import { sql } from 'drizzle-orm'
import { json, type Tx } from '../../platform/db/connect.ts'
import type { RatePart } from '@contract/commission-rates.ts'
import type { RateKey } from '@contract/commissions.ts'
import { setAsOf } from './in-force.ts'

/** How far ahead `now` is: for a few rows, and for each thousand more. */
const leadMs = 1_000
const leadPerThousandMs = 100

/**
 * The instant from which so many rows will hold, by the database's clock, to the second; never before one that was told
 * `now` already, which would take over again from what is set after it.
 */
export async function effectiveFrom(tx: Tx, rows: number): Promise<string> {
  const lead = (leadMs + (rows / 1_000) * leadPerThousandMs) * 3 ** (tx.attempt - 1)
  const at = await tx.one<{ at: string }>(
    sql`SELECT greatest(date_trunc('second', clock_timestamp() + ${Math.ceil(lead + 1_000)} * interval '1 millisecond'),
      (SELECT max(starts_at) FROM commissions WHERE starts_at > now() AND starts_at <= ${setAsOf})) AS at`,
  )
  return at!.at
}

/** The commit must come before the instant. Past it everything is undone, and begun again with more time. */
export function commitBefore(tx: Tx, starts_at: string): void {
  tx.last({
    name: 'commission-in-time',
    query: sql`SELECT refuse_late(${starts_at}::timestamptz)`,
    refused: () => {
      throw new Error('being late is a passing fault')
    },
  })
}

export interface SetRate extends RateKey {
  rate: RatePart | null
}

/** A key has one row for an instant: what was set ahead for the same one is replaced. */
export async function writeRates(tx: Tx, rows: readonly SetRate[], starts_at: string, by: number): Promise<void> {
  const flat = rows.map(({ rate, ...key }) => ({ ...key, ...rate }))
  await tx.run(sql`
    INSERT INTO commissions AS c (
      partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
      participation_percent, starts_at, set_by
    )
    SELECT r.partner_id, r.product_id, r.bet_type_id, r.currency, r.commission_kind, r.commission_percent,
      r.participation_kind, r.participation_percent, ${starts_at}::timestamptz, ${by}::int
    FROM jsonb_to_recordset(${json(flat)}) AS r(partner_id int, product_id smallint, bet_type_id smallint, currency currency,
      commission_kind text, commission_percent numeric, participation_kind text, participation_percent numeric)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT ON CONSTRAINT commissions_once DO UPDATE SET commission_kind = excluded.commission_kind,
      commission_percent = excluded.commission_percent,
      participation_kind = excluded.participation_kind, participation_percent = excluded.participation_percent,
      set_by = excluded.set_by, created_at = now()`)
}
