/**
 * A ticket's share of the pots: of its price the part for prizes, split over the three pots, to
 * the coin. It joins the pots when the sale commits and leaves them again when the ticket is annulled or
 * refunded. The rest of the price stays in the sales, as the house's part.
 *
 * Both are written by the transaction's last statements: every polla sold touches the same accounts of
 * the banca, which are held only for as long as the commit takes.
 */
import { sql } from 'drizzle-orm'
import type { Pot } from '@contract/jackpots.ts'
import type { PollaSettings } from '@contract/products.ts'
import type { Currency } from '@contract/values/currency.ts'
import { addDays, weekday } from '@contract/values/dates.ts'
import { compare, isZero, percentOf, subtract } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { holdPotsLast, jackpotId, potEntryCtes, type PotMove } from './pots.ts'

export type Split = Pick<PollaSettings, 'prize_percent' | 'second_percent' | 'weekly_percent'>

/** The shares of a price. Each is rounded as it can be paid, but for the first pot, which takes what is left of the prize share. */
export function splitShares(
  total: string,
  { prize_percent, second_percent, weekly_percent }: Split,
  of: Currency,
): Record<Pot, string> {
  const prize = percentOf(total, prize_percent, of)
  const segundo = percentOf(prize, second_percent, of)
  const rest = subtract(prize, segundo)
  const asked = percentOf(prize, weekly_percent, of)
  // Two halves of a coin rounded up are a coin too many where nothing is left for the first pot.
  const semanal = compare(asked, rest) > 0 ? rest : asked
  return { primero: subtract(rest, semanal), segundo, semanal }
}

export interface SharedTicket {
  /** Business day of the sale, and the ticket's id. */
  day: string
  id: string
  /** The round. */
  draw_id: number
  currency: Currency
  total: string
  by: number
  at: Date
}

/** Adds a sold ticket's shares to the pots of its round's day and week. Call it after `sell`, in its transaction. */
export async function addShares(tx: Tx, sold: SharedTicket): Promise<void> {
  const { day, id, currency, total, by, at } = sold
  const [round] = await tx.prepared<{ product_id: number; day: string; polla: PollaSettings }>(
    'polla-split',
    sql`
    SELECT draw.product_id, draw.day, product.settings -> 'polla' AS polla
    FROM draws draw
    JOIN products product ON product.id = draw.product_id
    WHERE draw.id = ${sold.draw_id}`,
  )
  if (!round) throw new Problem('draw_unknown')
  const daily = await jackpotId(tx, { product_id: round.product_id, kind: 'diario', currency, from_day: round.day })
  const weekly = await jackpotId(tx, {
    product_id: round.product_id,
    kind: 'semanal',
    currency,
    from_day: addDays(round.day, 1 - weekday(round.day)),
  })
  const shares = splitShares(total, round.polla, currency)
  const moves = (['primero', 'segundo', 'semanal'] as const)
    .map((pot): PotMove => ({ jackpot_id: pot === 'semanal' ? weekly : daily, pot, amount: shares[pot] }))
    .filter((move) => !isZero(move.amount))
  if (moves.length === 0) return
  tx.last({
    name: 'polla-shares',
    query: sql`
      WITH moved AS (
        INSERT INTO jackpot_movements (jackpot_id, pot, kind, amount, ticket_day, ticket_id, day, created_by, created_at)
        SELECT given.jackpot_id, given.pot, 'ticket', given.amount, ${day}::date, ${id}::bigint, ${day}::date, ${by}::int,
          ${at.toISOString()}::timestamptz
        FROM unnest(
          ${list(moves.map((one) => one.jackpot_id))}::int[], ${list(moves.map((one) => one.pot))}::text[],
          ${list(moves.map((one) => one.amount))}::numeric[]
        ) AS given(jackpot_id, pot, amount)
        JOIN jackpots jackpot ON jackpot.id = given.jackpot_id AND jackpot.state = 'abierto'
        RETURNING amount
      ), ${potEntryCtes({ currency, day, at, by, jackpot_id: moves[0]!.jackpot_id })}
      SELECT refuse_unless((SELECT whole FROM posted) AND (SELECT count(*) FROM moved) = ${moves.length}::int, 'jackpot')`,
    refused: () => {
      throw new Problem('jackpot_closed')
    },
  })
}

export interface ReturnedTicket {
  day: string
  id: string
  by: number | null
  at: Date
  /** Business day of the annulment or refund. */
  today: string
}

/**
 * Takes a ticket's shares out of the pots again; nothing for a ticket without shares, or twice. Call it
 * after its rollups are registered as last statements. A pot that was emptied by hand gives back no more
 * than it holds: the banca has the rest already.
 */
export async function takeBackShares(tx: Tx, { day, id, by, at, today }: ReturnedTicket): Promise<void> {
  const [shared] = await tx.prepared<{ currency: string; jackpot_ids: number[] }>(
    'polla-shared',
    sql`
    SELECT jackpot.currency::text AS currency, array_agg(DISTINCT jackpot.id ORDER BY jackpot.id) AS jackpot_ids
    FROM jackpot_movements movement
    JOIN jackpots jackpot ON jackpot.id = movement.jackpot_id
    WHERE movement.ticket_day = ${day}::date AND movement.ticket_id = ${id}::bigint
    GROUP BY 1`,
  )
  if (!shared) return
  const { currency, jackpot_ids } = shared
  const refused = (): never => {
    throw new Problem('jackpot_closed')
  }
  holdPotsLast(tx, jackpot_ids, refused)
  tx.last({
    name: 'polla-shares-back',
    query: sql`
      WITH share AS (
        SELECT jackpot_id, pot, sum(amount) AS amount
        FROM jackpot_movements
        WHERE ticket_day = ${day}::date AND ticket_id = ${id}::bigint
        GROUP BY 1, 2
        HAVING sum(amount) > 0
      ), back AS (
        SELECT share.jackpot_id, share.pot,
          CASE WHEN EXISTS (SELECT 1 FROM jackpot_movements taken
            WHERE taken.jackpot_id = share.jackpot_id AND taken.pot = share.pot AND taken.kind = 'EGRESO')
          THEN least(
            share.amount, (SELECT sum(movement.amount) FROM jackpot_movements movement
              WHERE movement.jackpot_id = share.jackpot_id AND movement.pot = share.pot)
          ) ELSE share.amount
            END AS amount
        FROM share
      ), moved AS (
        INSERT INTO jackpot_movements (jackpot_id, pot, kind, amount, ticket_day, ticket_id, day, created_by, created_at)
        SELECT back.jackpot_id, back.pot, 'anulacion', -back.amount, ${day}::date, ${id}::bigint, ${today}::date, ${by}::int,
          ${at.toISOString()}::timestamptz
        FROM back WHERE back.amount > 0
        RETURNING amount
      ), ${potEntryCtes({ currency, day: today, at, by, jackpot_id: jackpot_ids[0]! })}
      SELECT refuse_unless(
        (SELECT whole FROM posted)
        AND NOT EXISTS (SELECT 1 FROM share JOIN jackpots jackpot ON jackpot.id = share.jackpot_id
          WHERE jackpot.state <> 'abierto'), 'jackpot'
      )`,
    refused,
  })
}
