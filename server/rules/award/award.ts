/**
 * Awards a draw: marks winners and losers, checks two independent sums against each other, and counts
 * prizes in ledger and rollups, all lines or none. Awarding twice changes nothing.
 */
import { sql } from 'drizzle-orm'
import { add } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { checkSums, type AwardSum } from './check-sums.ts'
import type { Correction } from './closed-tickets.ts'
import { foldNumbers, type SignedPrizes } from './count-prizes.ts'
import { holdDraws } from './hold.ts'
import { givePrizes, markLines, mustCover, offeredBets, severalDraws } from './lines.ts'
import { settle } from './settle-prizes.ts'
import { settleTickets, type TicketRef } from './ticket-states.ts'
import { settleTripletas } from './tripletas.ts'
import { winningNumbers, type PlacedNumber } from './winning.ts'

export interface Award {
  draw_id: number
  numbers: readonly PlacedNumber[]
  entered_by: number | null
  confirmed_by: number | null
  source: string
  at: Date
  /** Tickets that were paid before an earlier result was withdrawn stay as they are, knowingly. */
  accept_paid?: boolean | undefined
  /** Whose tickets a refusal may name; all without it. */
  scope?: Scope | undefined
}

export interface Awarded {
  result_id: number
  winners: number
  /** Prize by currency, of lines that this result alone decided or completed. */
  prizes: AwardSum[]
}

interface Draw {
  id: number
  product_id: number
  day: string
}

/** A result written and its lines decided, not counted yet. */
export interface Decided extends Awarded, SignedPrizes {
  draw_id: number
  /** Of the prizes given, those that did not only change their draw. */
  won: string[]
}

/**
 * Enters the result and awards. Throws `draw_open`, `draw_already_awarded`, `draw_suspended`, `result_invalid`,
 * `award_sums_differ`, `result_paid`.
 */
export async function award(tx: Tx, awarding: Award): Promise<Awarded> {
  await holdDraws(tx, [awarding.draw_id])
  const decided = await decideDraw(tx, awarding)
  const { draw_id, result_id, winners, prizes, won } = decided
  const several = await severalDraws(tx)
  // From here on in the order of a sale: settlement, offices' days, ledger, upper levels.
  await settle(tx, decided, { ...awarding, by: awarding.confirmed_by, awarded: [draw_id] }, () =>
    settleTickets(tx, draw_id, several, won),
  )
  await foldNumbers(tx, draw_id)
  return { result_id, winners, prizes }
}

/**
 * Counts several draws that were decided, in one pass: counting one after the other would hold rows that
 * sales share while it waits for rows of sales.
 */
export async function countDecided(tx: Tx, decided: readonly Decided[], correction: Correction): Promise<void> {
  const ids = list(decided.map((one) => one.draw_id))
  const tickets = await tx.rows<TicketRef>(sql`
    SELECT day, ticket_id FROM ticket_lines WHERE draw_id = ANY (${ids}::int[]) AND state IN ('ganadora', 'perdedora')
    UNION SELECT l.day, l.ticket_id FROM line_draws o JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
    WHERE o.draw_id = ANY (${ids}::int[]) AND l.state IN ('ganadora', 'perdedora')`)
  await settle(tx, inForce(decided), { ...correction, awarded: decided.map((one) => one.draw_id) }, tickets)
  for (const { draw_id } of decided) await foldNumbers(tx, draw_id)
}

/** Of the prizes of several draws what stands at the end: one of them may have given what another took back. */
function inForce(decided: readonly SignedPrizes[]): SignedPrizes {
  const [given, taken] = [decided.flatMap((one) => one.given), decided.flatMap((one) => one.taken)]
  const both = new Set(taken.filter((id) => given.includes(id)))
  return { given: given.filter((id) => !both.has(id)), taken: taken.filter((id) => !both.has(id)) }
}

/** Writes the result, marks the draw's lines and gives their prizes. The draw is held; whoever calls this counts it too. */
export async function decideDraw(
  tx: Tx,
  { draw_id, numbers, entered_by, confirmed_by, source, at }: Award,
): Promise<Decided> {
  const draw = await claim(tx, draw_id)
  const result_id = await writeResult(tx, {
    draw_id,
    product_id: draw.product_id,
    numbers,
    entered_by,
    confirmed_by,
    source,
    at,
  })
  const several = await severalDraws(tx)
  const bets = await offeredBets(tx, draw.product_id)
  await mustCover(tx, draw_id, bets, numbers)
  const winning = winningNumbers(bets, numbers)
  const winners = await markLines(tx, draw_id, winning, several)
  const tripletas = await settleTripletas(tx, draw_id, at)
  const given = await givePrizes(tx, draw_id, result_id, several, at)
  const sums = await checkSums(tx, draw_id, winning, several)
  return {
    draw_id,
    result_id,
    winners: winners + tripletas.won.length,
    prizes: await withTripletas(tx, sums, tripletas.won),
    given: [...given, ...tripletas.given],
    taken: tripletas.taken,
    won: [...given, ...tripletas.won],
  }
}

async function claim(tx: Tx, draw_id: number): Promise<Draw> {
  const draw = await tx.one<Draw>(sql`
    UPDATE draws
    SET state = 'premiado'
    WHERE id = ${draw_id} AND state = 'activo' AND closes_at <= clock_timestamp()
    RETURNING id, product_id, day`)
  if (draw) return draw
  const now = await tx.one<{ state: string }>(sql`SELECT state::text AS state FROM draws WHERE id = ${draw_id}`)
  if (!now) throw new Problem('not_found')
  throw new Problem(
    now.state === 'premiado' ? 'draw_already_awarded' : now.state === 'suspendido' ? 'draw_suspended' : 'draw_open',
  )
}

/** A result as it was entered, in force for its draw from now on; one before it is withdrawn already. */
export async function writeResult(
  tx: Tx,
  {
    draw_id,
    product_id,
    numbers,
    entered_by,
    confirmed_by,
    source,
    at,
    replaces_id = null,
    reason = null,
  }: Omit<Award, 'accept_paid' | 'scope'> & { product_id: number; replaces_id?: number | null; reason?: string | null },
): Promise<number> {
  const result = await tx.one<{ id: number }>(sql`
    INSERT INTO results (draw_id, product_id, source, entered_by, confirmed_by, awarded_at, replaces_id, reason)
    VALUES (
      ${draw_id}, ${product_id}, ${source}, ${entered_by}, ${confirmed_by}, ${at.toISOString()}, ${replaces_id}, ${reason}
    )
    RETURNING id`)
  const result_id = result!.id
  await tx.run(sql`
    INSERT INTO result_numbers (result_id, place, number, sign)
    SELECT ${result_id}::int, *
    FROM unnest(
      ${list(numbers.map((one) => one.place))}::text[], ${list(numbers.map((one) => one.number))}::text[],
      ${list(numbers.map((one) => one.sign))}::text[]
    )`)
  await tx.run(sql`UPDATE draws SET result_id = ${result_id} WHERE id = ${draw_id}`)
  return result_id
}

async function withTripletas(tx: Tx, sums: readonly AwardSum[], given: readonly string[]): Promise<AwardSum[]> {
  if (given.length === 0) return [...sums]
  const more = await tx.rows<AwardSum>(
    sql`SELECT currency::text AS currency, sum(amount) AS amount FROM prizes WHERE id = ANY (${list(given)}::bigint[]) GROUP BY 1`,
  )
  const all = new Map(sums.map((sum) => [sum.currency, sum.amount]))
  for (const { currency, amount } of more) all.set(currency, add(all.get(currency) ?? '0.00', amount))
  return [...all].map(([currency, amount]) => ({ currency, amount })).sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
