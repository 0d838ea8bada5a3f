/**
 * Settles one round, all of it or nothing: its results are those of its listed draws, its winners share
 * the pots, and what nobody won passes on. A round without any result, since every listed draw was
 * suspended, could be won by nobody: its tickets are returned and its pots pass on.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Pot } from '@contract/jackpots.ts'
import { add, compare, isZero, negate } from '@contract/values/money.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { foldNumbers } from '../award/count-prizes.ts'
import { holdDraws } from '../award/hold.ts'
import { settlePrizes } from '../award/settle-prizes.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { suspend } from '../suspension/suspend.ts'
import { passOn, type OpenJackpot } from './pass-on.ts'
import { movePots, potSums } from './pots.ts'
import { sharePot, type Outcome } from './winning.ts'

interface Round {
  id: number
  product_id: number
  day: string
}

/** A jackpot in play and what becomes of its pots. */
interface Played {
  jackpot: OpenJackpot
  outcomes: Outcome[]
}

/** Settles a round; false when it is not its turn, or somebody else did. Throws `award_sums_differ`. */
export async function settleRound(tx: Tx, round_id: number, at: Date): Promise<boolean> {
  await holdDraws(tx, [round_id])
  if (!(await canBeWon(tx, round_id))) return giveBack(tx, round_id, at)
  const round = await claim(tx, round_id)
  if (!round) return false
  const drawn = await drawnCodes(tx, round_id)
  const result = await tx.one<{ id: number }>(sql`
    INSERT INTO results (draw_id, product_id, source, awarded_at)
    VALUES (${round_id}, ${round.product_id}, 'polla', ${at.toISOString()})
    RETURNING id`)
  const result_id = result!.id
  await tx.run(sql`UPDATE draws SET result_id = ${result_id} WHERE id = ${round_id}`)
  const played = await share(tx, round, drawn)
  await markLines(tx, round_id, drawn, played)
  await checkSums(tx, round_id, played)
  await writePrizes(tx, round_id, result_id, drawn, played, at)
  await settlePrizes(tx, round, { given: result_id, taken: null }, at)
  await foldNumbers(tx, round_id)
  // The pots come last, as in a sale.
  for (const one of played) await payOut(tx, one, { day: round.day, at, result_id })
  await writeAudit(tx, {
    session: null,
    ip: '',
    request_id: '',
    action: 'polla.settle',
    entity: 'polla',
    changes: [
      {
        entity_id: round_id,
        after: {
          day: round.day,
          result_id,
          drawn,
          pots: played.map(({ jackpot, outcomes }) => ({
            jackpot_id: jackpot.id,
            currency: jackpot.currency,
            outcomes,
          })),
        },
        significant: true,
      },
    ],
  })
  return true
}

async function canBeWon(tx: Tx, round_id: number): Promise<boolean> {
  const any = await tx.one(
    sql`
      SELECT 1
      FROM polla_draws polla_draw
      JOIN draws single ON single.id = polla_draw.draw_id AND single.state <> 'suspendido'
      WHERE polla_draw.polla_draw_id = ${round_id}
      LIMIT 1`,
  )
  return any !== undefined
}

/** A round whose last draw was suspended goes the same way, in the name of who suspended it. */
async function giveBack(tx: Tx, draw_id: number, at: Date): Promise<boolean> {
  const last = await tx.one<{ by: number; today: string }>(sql`
    SELECT suspension.created_by AS by, (${at.toISOString()}::timestamptz AT TIME ZONE banca.zone)::date AS today
    FROM draws draw
    JOIN polla_draws polla_draw ON polla_draw.polla_draw_id = draw.id
    JOIN draw_suspensions suspension ON suspension.draw_id = polla_draw.draw_id AND suspension.lifted_at IS NULL
      AND suspension.created_by IS NOT NULL
    CROSS JOIN banca
    WHERE draw.id = ${draw_id} AND draw.state = 'activo' ORDER BY suspension.id DESC LIMIT 1`)
  if (!last) return false
  await suspend(tx, { draw_id, mode: 'devolver', reason: 'Todos sus sorteos se suspendieron', at, ...last })
  return true
}

/** Takes the round if it is complete and its product's turn: a day before it that is still open would pass its pots on into it. */
async function claim(tx: Tx, round_id: number): Promise<Round | undefined> {
  return tx.one<Round>(sql`
    UPDATE draws draw SET state = 'premiado' WHERE draw.id = ${round_id} AND draw.state = 'activo' AND draw.closes_at <= clock_timestamp()
      AND NOT EXISTS (SELECT 1 FROM polla_draws polla_draw JOIN draws single ON single.id = polla_draw.draw_id AND single.state = 'activo'
        WHERE polla_draw.polla_draw_id = draw.id)
      AND NOT EXISTS (
        SELECT 1
        FROM jackpots jackpot
        WHERE jackpot.product_id = draw.product_id AND jackpot.kind = 'diario' AND jackpot.state = 'abierto' AND jackpot.from_day < draw.day
      )
    RETURNING draw.id, draw.product_id, draw.day`)
}

/** Every symbol that came out in the listed draws. */
async function drawnCodes(tx: Tx, round_id: number): Promise<string[]> {
  const rows = await tx.rows<{ number: string }>(sql`
    SELECT DISTINCT number.number
    FROM polla_draws polla_draw
    JOIN draws single ON single.id = polla_draw.draw_id AND single.state = 'premiado'
    JOIN result_numbers number ON number.result_id = single.result_id AND number.place = ''
    WHERE polla_draw.polla_draw_id = ${round_id} ORDER BY 1`)
  return rows.map((row) => row.number)
}

/** How many symbols of a number did not come out: 0 wins the first pot, 1 the second. */
const missing = (number: SQL, drawn: readonly string[]) =>
  sql`(SELECT count(*) FILTER (WHERE code <> ALL (${list(drawn)}::text[])) FROM unnest(string_to_array(${number}, '-')) AS code)`

/** The pots in play and their shares, from the counters of what was sold: they know nothing of the lines. */
async function share(tx: Tx, { id, product_id, day }: Round, drawn: readonly string[]): Promise<Played[]> {
  const counts = await tx.rows<{ currency: string; missing: string; lines: number }>(sql`
    SELECT currency::text AS currency, missing, sum(lines)::int AS lines FROM (
      SELECT sale.currency, sale.lines, ${missing(sql`sale.number`, drawn)} AS missing FROM draw_sales sale
      WHERE sale.draw_id = ${id} AND sale.lines > 0 AND sale.partner_id = (SELECT id FROM partners WHERE type = 'banca')
    ) sold WHERE missing < 2 GROUP BY 1, 2`)
  const winnersOf = (currency: string, pot: Pot) =>
    counts.find((one) => one.currency === currency && one.missing === (pot === 'segundo' ? '1' : '0'))?.lines ?? 0
  // The weekly pot is shared on the last day of its week that is played.
  const jackpots = await tx.rows<OpenJackpot>(sql`
    SELECT jackpot.id, jackpot.product_id, jackpot.kind, jackpot.currency::text AS currency, jackpot.from_day, jackpot.to_day
    FROM jackpots jackpot
    WHERE jackpot.product_id = ${product_id} AND jackpot.state = 'abierto' AND ${day}::date BETWEEN jackpot.from_day AND jackpot.to_day
      AND (
        jackpot.kind = 'diario'
        OR NOT EXISTS (
          SELECT 1
          FROM draws draw
          WHERE draw.product_id = jackpot.product_id AND draw.day > ${day}::date AND draw.day <= jackpot.to_day AND draw.state = 'activo'
        )
      )
    ORDER BY jackpot.id`)
  const sums = await potSums(
    tx,
    jackpots.map((jackpot) => jackpot.id),
  )
  return jackpots.map((jackpot) => ({
    jackpot,
    outcomes: sums
      .filter((sum) => sum.jackpot_id === jackpot.id)
      .map(({ pot, amount }) => sharePot({ pot, amount, winners: winnersOf(jackpot.currency, pot) }, jackpot.currency)),
  }))
}

/** What a line wins of each pot in play, as a table of (currency, pot, misses, share). */
function shares(played: readonly Played[]): SQL {
  const rows = played.flatMap(({ jackpot, outcomes }) =>
    outcomes
      .filter((one) => !isZero(one.share))
      .map((one) => ({ ...one, currency: jackpot.currency, misses: one.pot === 'segundo' ? 1 : 0 })),
  )
  return sql`
    unnest(
      ${list(rows.map((one) => one.currency))}::currency[], ${list(rows.map((one) => one.pot))}::text[],
      ${list(rows.map((one) => one.misses))}::int[], ${list(rows.map((one) => one.share))}::numeric[]
    ) AS part(currency, pot, misses, share)`
}

/** Winners get their shares, the rest lose. */
async function markLines(tx: Tx, round_id: number, drawn: readonly string[], played: readonly Played[]): Promise<void> {
  await tx.run(sql`
    UPDATE ticket_lines line SET prize = won.prize, state = CASE WHEN won.prize > 0 THEN 'ganadora' ELSE 'perdedora' END::line_state
    FROM (
      SELECT other.day, other.ticket_id, other.n, coalesce(sum(part.share), 0) AS prize
      FROM (
        SELECT day, ticket_id, n, currency, ${missing(sql`number`, drawn)} AS missing
        FROM ticket_lines
        WHERE draw_id = ${round_id} AND state = 'pendiente'
      ) other
      LEFT JOIN ${shares(played)} ON part.currency = other.currency AND part.misses = other.missing GROUP BY 1, 2, 3
    ) won WHERE line.day = won.day AND line.ticket_id = won.ticket_id AND line.n = won.n`)
}

/** What the lines won against what the counters say leaves the pots. They must agree to the cent. */
async function checkSums(tx: Tx, round_id: number, played: readonly Played[]): Promise<void> {
  const won = await tx.rows<{ currency: string; prize: string }>(sql`
    SELECT currency::text AS currency, sum(prize) AS prize FROM ticket_lines WHERE draw_id = ${round_id} AND state = 'ganadora' GROUP BY 1`)
  const currencies = new Set([...won.map((one) => one.currency), ...played.map((one) => one.jackpot.currency)])
  for (const currency of currencies) {
    const paid = add(
      ...played
        .filter((one) => one.jackpot.currency === currency)
        .flatMap((one) => one.outcomes.map((outcome) => outcome.paid)),
    )
    if (compare(paid, won.find((one) => one.currency === currency)?.prize ?? '0') !== 0)
      throw new Problem('award_sums_differ')
  }
}

/** A row for each pot that a line shares. */
async function writePrizes(
  tx: Tx,
  round_id: number,
  result_id: number,
  drawn: readonly string[],
  played: readonly Played[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount, awarded_at, pot)
    SELECT line.day, line.ticket_id, line.n, line.draw_id, ${result_id}::int, line.office_id, line.currency, part.share,
      ${at.toISOString()}::timestamptz, part.pot
    FROM ticket_lines line JOIN ${shares(played)} ON part.currency = line.currency AND part.misses = ${missing(sql`line.number`, drawn)}
    WHERE line.draw_id = ${round_id} AND line.state = 'ganadora' ORDER BY line.day, line.ticket_id, line.n, part.pot`)
}

/** Closes a jackpot: the prizes leave it, the rest passes on. */
async function payOut(
  tx: Tx,
  { jackpot, outcomes }: Played,
  change: { day: string; at: Date; result_id: number },
): Promise<void> {
  await tx.run(sql`UPDATE jackpots SET state = 'liquidado' WHERE id = ${jackpot.id}`)
  await movePots(tx, {
    ...change,
    kind: 'premio',
    currency: jackpot.currency,
    by: null,
    moves: outcomes
      .filter((one) => !isZero(one.paid))
      .map(({ pot, paid }) => ({ jackpot_id: jackpot.id, pot, amount: negate(paid) })),
  })
  await passOn(
    tx,
    jackpot,
    outcomes.map(({ pot, rest }) => ({ pot, amount: rest })),
    change,
  )
}
