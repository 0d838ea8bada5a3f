/** What anybody may read of a day's rounds: draws, symbols that came out, pots and how many share them. No ticket, no office, no name. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import type { polla } from '@contract/polla.ts'
import type { Pot } from '@contract/jackpots.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { drawnSymbols, rounds } from './round-view.ts'

type Results = Answer<typeof polla.publicResults>
type PublicPot = Results['rounds'][number]['pots'][number]

/** Rounds of a business day, today's unless one is asked. */
export async function publicResults(db: Executor, asked: string | undefined, now: Date): Promise<Results> {
  const clock = await db.one<{ day: string }>(
    sql`SELECT coalesce(${asked ?? null}::date, (${now.toISOString()}::timestamptz AT TIME ZONE zone)::date) AS day FROM banca`,
  )
  const day = clock?.day ?? now.toISOString().slice(0, 10)
  const found = await rounds(db, sql`d.day = ${day}::date AND p.status = 'activo'`)
  const pots = await potsOf(
    db,
    found.map((round) => round.id),
  )
  return {
    server_time: now.toISOString(),
    day,
    rounds: found.map(({ id, product_name, day: of, state, draws }) => ({
      product_name,
      day: of,
      state,
      draws,
      drawn: drawnSymbols(draws),
      pots: pots.filter((one) => one.round_id === id).map(({ round_id: _, ...pot }) => pot),
    })),
  }
}

/**
 * The pots of rounds. Of a settled one, what was in play is what its settlement took out of them, with
 * winners and share; before that, and of a weekly pot that is still filling, what they hold now.
 */
async function potsOf(db: Executor, round_ids: readonly number[]): Promise<(PublicPot & { round_id: number })[]> {
  return db.rows<PublicPot & { round_id: number; pot: Pot }>(sql`
    SELECT d.id AS round_id, k.pot, j.currency::text AS currency,
      coalesce(CASE WHEN settled.yes THEN played.amount END, held.amount, 0.00) AS amount,
      CASE WHEN settled.yes THEN coalesce(won.winners, 0) END AS winners, CASE WHEN settled.yes THEN won.share END AS share
    FROM draws d JOIN jackpots j ON j.product_id = d.product_id AND d.day BETWEEN j.from_day AND j.to_day
    CROSS JOIN LATERAL (
      SELECT pot, at
      FROM unnest(ARRAY['primero', 'segundo', 'semanal']) WITH ORDINALITY AS k(pot, at)
      WHERE (pot = 'semanal') = (j.kind = 'semanal')
    ) k
    CROSS JOIN LATERAL (SELECT sum(m.amount) AS amount FROM jackpot_movements m WHERE m.jackpot_id = j.id AND m.pot = k.pot) held
    CROSS JOIN LATERAL (
      SELECT -sum(m.amount) AS amount
      FROM jackpot_movements m
      WHERE m.jackpot_id = j.id AND m.pot = k.pot AND m.result_id = d.result_id
    ) played
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS winners, min(z.amount) AS share
      FROM prizes z
      WHERE z.result_id = d.result_id AND z.pot = k.pot AND z.currency = j.currency AND z.withdrawn_at IS NULL
    ) won
    CROSS JOIN LATERAL (SELECT d.state = 'premiado' AND (j.kind = 'diario' OR played.amount IS NOT NULL) AS yes) settled
    WHERE d.id = ANY (${list(round_ids)}::int[]) ORDER BY d.id, j.currency, k.at`)
}
