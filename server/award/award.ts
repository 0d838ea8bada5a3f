/**
 * Awards a draw: marks winners and losers, checks two independent sums against each other, and counts
 * prizes in ledger and rollups, all lines or none. Awarding twice changes nothing.
 */
import { sql } from 'drizzle-orm'
import { list, type Tx } from '../db/connect.ts'
import { Problem } from '../http/problem.ts'
import { post } from '../ledger/entries.ts'
import { drawLockSpace, locks } from '../db/locks.ts'
import { lockTree } from '../partners/tree.ts'
import { byOffice, countLevels, countSettlement, foldNumbers, type OfficePrizes } from './count-prizes.ts'
import { winningNumbers, type OfferedBet, type ResultNumber, type Winning } from './winning.ts'

export interface Award {
  draw_id: number
  numbers: readonly ResultNumber[]
  entered_by: number | null
  confirmed_by: number | null
  source: string
  at: Date
}

export interface Awarded {
  result_id: number
  winners: number
  /** Prize by currency. */
  prizes: { currency: string; amount: string }[]
}

interface Draw {
  id: number
  product_id: number
  day: string
}

/** Enters the result and awards. Throws `draw_open`, `draw_already_awarded`, `draw_suspended`, `award_sums_differ`. */
export async function award(tx: Tx, { draw_id, numbers, entered_by, confirmed_by, source, at }: Award): Promise<Awarded> {
  await lockTree(tx, 'add')
  await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.award}::bigint)`)
  // Waits for the sales under way, and keeps new ones out until this is done.
  await tx.run(sql`SELECT pg_advisory_xact_lock(${drawLockSpace}, ${draw_id})`)
  const draw = await claim(tx, draw_id)
  const result = await tx.one<{ id: number }>(sql`
    INSERT INTO results (draw_id, product_id, source, entered_by, confirmed_by, awarded_at) VALUES (${draw_id}, ${draw.product_id}, ${source}, ${entered_by}, ${confirmed_by}, ${at.toISOString()}) RETURNING id`)
  const result_id = result!.id
  await tx.run(sql`
    INSERT INTO result_numbers (result_id, place, number, sign)
    SELECT ${result_id}::int, * FROM unnest(${list(numbers.map((one) => one.place))}::text[], ${list(numbers.map((one) => one.number))}::text[], ${list(numbers.map((one) => one.sign))}::text[])`)
  await tx.run(sql`UPDATE draws SET result_id = ${result_id} WHERE id = ${draw_id}`)
  const bets = await tx.rows<OfferedBet>(sql`
    SELECT b.id AS bet_type_id, b.kind::text AS kind, b.place FROM product_bet_types o JOIN bet_types b ON b.id = o.bet_type_id WHERE o.product_id = ${draw.product_id}`)
  const winning = winningNumbers(bets, numbers)
  const winners = await markLines(tx, draw, winning)
  const prizes = await checkSums(tx, draw, winning)
  await tx.run(sql`
    INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at)
    SELECT day, ticket_id, n, draw_id, ${result_id}::int, office_id, currency, prize, ${at.toISOString()}::timestamptz FROM ticket_lines WHERE draw_id = ${draw_id} AND state = 'ganadora' AND prize > 0`)
  // From here on in the order of a sale: settlement, offices' days, ledger, upper levels.
  const changes = await countSettlement(tx, draw)
  await settleTickets(tx, draw_id)
  await postPrizes(tx, draw, byOffice(changes), at)
  await countLevels(tx, draw, changes)
  await foldNumbers(tx, draw_id)
  return { result_id, winners, prizes }
}

async function claim(tx: Tx, draw_id: number): Promise<Draw> {
  const draw = await tx.one<Draw>(sql`
    UPDATE draws SET state = 'premiado' WHERE id = ${draw_id} AND state = 'activo' AND closes_at <= clock_timestamp() RETURNING id, product_id, day`)
  if (draw) return draw
  const now = await tx.one<{ state: string }>(sql`SELECT state::text AS state FROM draws WHERE id = ${draw_id}`)
  if (!now) throw new Problem('not_found')
  throw new Problem(now.state === 'premiado' ? 'draw_already_awarded' : now.state === 'suspendido' ? 'draw_suspended' : 'draw_open')
}

function winningRows(winning: readonly Winning[]) {
  return sql`(SELECT bet_type_id, number, places::int[] AS places FROM unnest(${list(winning.map((one) => one.bet_type_id))}::int[], ${list(winning.map((one) => one.number))}::text[],
    ${list(winning.map((one) => (one.places ? `{${one.places.join(',')}}` : null)))}::text[]) AS w(bet_type_id, number, places))`
}

/** Winners get their prize, stake × multiplier half-up at the cent, one prize place at a time; the rest lose. */
async function markLines(tx: Tx, { id }: Draw, winning: readonly Winning[]): Promise<number> {
  const winners = await tx.run(sql`
    UPDATE ticket_lines l SET state = 'ganadora', prize = CASE
      WHEN w.places IS NULL THEN round(l.stake * l.multiplier, 2)
      ELSE (SELECT sum(round(l.stake * coalesce(l.place_multipliers[place + 1], 0), 2)) FROM unnest(w.places) AS place) END
    FROM ${winningRows(winning)} w
    WHERE l.draw_id = ${id} AND l.state = 'pendiente' AND l.bet_type_id = w.bet_type_id AND l.number = w.number`)
  await tx.run(sql`UPDATE ticket_lines SET state = 'perdedora' WHERE draw_id = ${id} AND state = 'pendiente'`)
  return winners
}

/**
 * The lines' prizes against the counters kept while selling, which know nothing of the lines: stakes by
 * number (and, where a number has one multiplier, its liability). They must agree to the cent.
 */
async function checkSums(tx: Tx, { id }: Draw, winning: readonly Winning[]): Promise<Awarded['prizes']> {
  const sums = await tx.rows<{ currency: string; amount: string; differs: boolean }>(sql`
    WITH w AS ${winningRows(winning)},
    by_line AS (SELECT l.currency, l.bet_type_id, l.number, sum(l.prize) AS prize, sum(l.stake) AS stake, count(*) AS lines FROM ticket_lines l WHERE l.draw_id = ${id} AND l.state = 'ganadora' GROUP BY 1, 2, 3),
    by_number AS (
      SELECT s.currency, s.bet_type_id, s.number, s.sold, s.lines, CASE WHEN w.places IS NULL THEN s.liability END AS liability
      FROM w JOIN draw_sales s ON s.draw_id = ${id} AND s.bet_type_id = w.bet_type_id AND s.number = w.number
      WHERE s.partner_id = (SELECT id FROM partners WHERE type = 'banca') AND s.lines > 0
    )
    SELECT coalesce(l.currency, n.currency)::text AS currency, coalesce(sum(l.prize), 0) AS amount,
      bool_or(l.stake IS DISTINCT FROM n.sold OR l.lines IS DISTINCT FROM n.lines OR (n.liability IS NOT NULL AND n.liability <> l.prize)) AS differs
    FROM by_line l FULL JOIN by_number n USING (currency, bet_type_id, number) GROUP BY 1 ORDER BY 1`)
  if (sums.some((sum) => sum.differs)) throw new Problem('award_sums_differ')
  return sums.map(({ currency, amount }) => ({ currency, amount }))
}

/** Each ticket of the draw has fewer lines to wait for; one that won is a winner at once, one without hope a loser. */
async function settleTickets(tx: Tx, draw_id: number): Promise<void> {
  await tx.run(sql`
    WITH settled AS (
      SELECT day, ticket_id, count(*) AS lines, sum(prize) AS prize FROM ticket_lines WHERE draw_id = ${draw_id} AND state IN ('ganadora', 'perdedora') GROUP BY 1, 2
    ), changed AS (
      UPDATE tickets t SET pending_lines = t.pending_lines - s.lines, prize = t.prize + s.prize, state = CASE
        WHEN t.prize + s.prize > 0 THEN 'ganador' WHEN t.pending_lines - s.lines = 0 THEN 'perdedor' ELSE 'vendido' END::ticket_state
      FROM settled s WHERE t.day = s.day AND t.id = s.ticket_id AND t.state IN ('vendido', 'ganador')
      RETURNING t.day, t.office_id, t.currency, t.state, t.prize - s.prize > 0 AS won_before
    ), moved AS (
      SELECT day, office_id, currency, count(*) FILTER (WHERE state = 'ganador' AND NOT won_before) AS won, count(*) FILTER (WHERE state = 'perdedor') AS lost
      FROM changed GROUP BY 1, 2, 3
    )
    INSERT INTO sales_days AS d (day, office_id, currency, n_vendido, n_ganador, n_perdedor)
    SELECT day, office_id, currency, -(won + lost), won, lost FROM moved ORDER BY day, office_id, currency
    ON CONFLICT (day, office_id, currency) DO UPDATE SET n_vendido = d.n_vendido + excluded.n_vendido, n_ganador = d.n_ganador + excluded.n_ganador, n_perdedor = d.n_perdedor + excluded.n_perdedor`)
}

async function postPrizes(tx: Tx, draw: Draw, offices: readonly OfficePrizes[], at: Date): Promise<void> {
  for (const { office_id, currency, prizes, commission } of offices) {
    await post(tx, {
      day: draw.day, kind: 'premiacion', ref_kind: 'draw', ref_id: draw.id, office_id, currency, created_at: at,
      moves: [
        { debit: { partner_id: office_id, kind: 'premios' }, credit: { partner_id: office_id, kind: 'premios_por_pagar' }, amount: prizes },
        { debit: { partner_id: office_id, kind: 'comision' }, credit: { partner_id: office_id, kind: 'comision_por_pagar' }, amount: commission },
      ],
    })
  }
}
