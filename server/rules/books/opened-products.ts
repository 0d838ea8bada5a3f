/** What a banca brings along of a product: what is in a polla's pots, and the losses that an agency's ARRASTRE carries. */
import { sql } from 'drizzle-orm'
import { openingFacts, type OpeningRow } from '@contract/openings.ts'
import { addDays, weekday } from '@contract/values/dates.ts'
import { json, type Tx } from '../../platform/db/connect.ts'
import { locks, settleLockSpace } from '../../platform/db/locks.ts'
import { jackpotId } from '../polla/pots.ts'
import type { Posting } from './openings.ts'

/**
 * What these agencies sold and settled in the product is settled once more, with the loss that was kept before it. Whoever
 * settles one at this moment is waited for, and whoever comes later finds the loss.
 */
export async function carryOpened(tx: Tx, rows: readonly OpeningRow[]): Promise<void> {
  const carried = rows.filter(({ kind }) => kind === 'arrastre')
  const agencies = [...new Set(carried.map(({ partner_id }) => partner_id))].sort((one, other) => one - other)
  for (const id of agencies) await tx.run(sql`SELECT pg_advisory_xact_lock(${settleLockSpace}, ${id})`)
  if (carried.length === 0) return
  await tx.run(sql`
    INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
    SELECT week.agency_id, week.currency, week.product_id, week.rate_id, week.week
    FROM jsonb_to_recordset(${json(carried)}) AS opened(partner_id int, currency currency, product_id int)
    JOIN settlement_weeks week ON week.agency_id = opened.partner_id AND week.currency = opened.currency
      AND week.product_id = opened.product_id
    JOIN frozen_rates frozen ON frozen.id = week.rate_id AND frozen.participation_kind = 'ARRASTRE'`)
}

/** Puts what was in the pots into those that are played for next. What the books have of it is posted with the others. */
export async function fillPots(tx: Tx, rows: readonly OpeningRow[], { week, signature }: Posting): Promise<void> {
  const filled = rows.flatMap(({ kind, product_id, currency, amount }) => {
    const { pot } = openingFacts[kind]
    return pot && product_id ? [{ pot, product_id, currency, amount }] : []
  })
  if (filled.length === 0) return
  // A settlement has the pots it shares to itself.
  await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.award}::bigint)`)
  for (const { pot, product_id, currency, amount } of filled) {
    const kind = pot === 'semanal' ? 'semanal' : 'diario'
    const day = await nextPlayed(tx, { product_id, kind, currency, today: signature.today })
    const from_day = kind === 'semanal' ? addDays(day, 1 - weekday(day)) : day
    const jackpot_id = await jackpotId(tx, { product_id, kind, currency, from_day })
    await tx.run(sql`
      INSERT INTO jackpot_movements (jackpot_id, pot, kind, amount, reason, day, created_by, created_at)
      VALUES (${jackpot_id}, ${pot}, 'apertura', ${amount}, 'Saldo inicial', ${week}, ${signature.by}, ${signature.at.toISOString()})`)
  }
}

/** The day of the next round; where none is planned, the first from today on whose pots were not shared out yet. */
async function nextPlayed(
  tx: Tx,
  { product_id, kind, currency, today }: { product_id: number; kind: string; currency: string; today: string },
): Promise<string> {
  const row = await tx.one<{ day: string }>(sql`
    SELECT coalesce(
      (SELECT min(day) FROM draws WHERE product_id = ${product_id} AND day >= ${today}::date AND state = 'activo'),
      greatest(${today}::date, (
        SELECT max(to_day) + 1 FROM jackpots
        WHERE product_id = ${product_id} AND kind = ${kind} AND currency = ${currency}::currency AND state = 'liquidado'
      )))::text AS day`)
  return row!.day
}
