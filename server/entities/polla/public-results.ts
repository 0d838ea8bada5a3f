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
  const found = await rounds(db, sql`draw.day = ${day}::date AND product.status = 'activo'`)
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
    SELECT draw.id AS round_id, kept.pot, jackpot.currency::text AS currency,
      coalesce(CASE WHEN settled.yes THEN played.amount END, held.amount, 0.00) AS amount,
      CASE WHEN settled.yes THEN coalesce(won.winners, 0) END AS winners, CASE WHEN settled.yes THEN won.share END AS share
    FROM draws draw JOIN jackpots jackpot ON jackpot.product_id = draw.product_id AND draw.day BETWEEN jackpot.from_day AND jackpot.to_day
    CROSS JOIN LATERAL (
      SELECT pot, at
      FROM unnest(ARRAY['primero', 'segundo', 'semanal']) WITH ORDINALITY AS pots(pot, at)
      WHERE (pot = 'semanal') = (jackpot.kind = 'semanal')
    ) kept
    CROSS JOIN LATERAL (SELECT sum(movement.amount) AS amount FROM jackpot_movements movement
      WHERE movement.jackpot_id = jackpot.id AND movement.pot = kept.pot) held
    CROSS JOIN LATERAL (
      SELECT -sum(movement.amount) AS amount
      FROM jackpot_movements movement
      WHERE movement.jackpot_id = jackpot.id AND movement.pot = kept.pot AND movement.result_id = draw.result_id
    ) played
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS winners, min(prize.amount) AS share
      FROM prizes prize
      WHERE prize.result_id = draw.result_id AND prize.pot = kept.pot AND prize.currency = jackpot.currency AND prize.withdrawn_at IS NULL
    ) won
    CROSS JOIN LATERAL (SELECT draw.state = 'premiado' AND (jackpot.kind = 'diario' OR played.amount IS NOT NULL) AS yes) settled
    WHERE draw.id = ANY (${list(round_ids)}::int[]) ORDER BY draw.id, jackpot.currency, kept.at`)
}
