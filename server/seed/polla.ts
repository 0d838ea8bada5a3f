/**
 * The demo's polla: pots that were opened by hand, yesterday's rounds played, settled and partly paid, and
 * tickets in the rounds that sell now. All of it by the counter's own functions, as its seller would.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Pot } from '@contract/jackpots.ts'
import type { PollaSettings } from '@contract/products.ts'
import type { Currency } from '@contract/values/currency.ts'
import { addDays, inZone } from '@contract/values/dates.ts'
import { pay } from '../rules/pay/pay.ts'
import { jackpotId, movePots } from '../rules/polla/pots.ts'
import { ensurePollaRounds } from '../rules/polla/rounds.ts'
import { sellPolla } from '../rules/polla/sell.ts'
import { settlePollas } from '../rules/polla/settle.ts'
import { executor, transaction, type Executor, type Pool } from '../platform/db/connect.ts'
import { Random } from './random.ts'
import { minutesOfDay } from './shape.ts'

/** Days of rounds after today. */
const daysAhead = 3
const minute = 60_000
/** Two rounds a day sell what a small corner of the demo's counters would: a few of a hundred of its tickets of a day. */
const ticketsOfARound = 14
/** Selling asks the database's clock: a demo of another moment has its rounds and no tickets. */
const longestAgo = 30 * minute

const opening: Record<Currency, Record<Pot, string>> = {
  BS: { primero: '5000.00', segundo: '2000.00', semanal: '10000.00' },
  USD: { primero: '40.00', segundo: '15.00', semanal: '80.00' },
  COP: { primero: '160000.00', segundo: '60000.00', semanal: '320000.00' },
}
/** What is played in, most often first. */
const playedIn: readonly Currency[] = ['BS', 'BS', 'BS', 'BS', 'USD', 'COP']

interface PollaDemo {
  today: string
  now: Date
  zone: string
  seed: number
}

interface Round {
  id: number
  product_id: number
  day: string
  opens_at: string
  closes_at: string
  polla: PollaSettings
  codes: string[]
}

interface Seller {
  seller_id: number
  office_id: number
  banca_id: number
  /** Those its office sells in. */
  currencies: Currency[]
}

/** Makes the rounds from today on; call it once the draws are there. */
export async function prepareRounds(db: Executor, today: string): Promise<void> {
  await ensurePollaRounds(db, today, addDays(today, daysAhead))
}

/** Plays yesterday's rounds to their end and fills those of today and those that sell. Does nothing in a banca without a polla's seller. */
export async function seedPolla(pool: Pool, demo: PollaDemo): Promise<void> {
  const db = executor(pool)
  const seller = await db.one<Seller>(sql`
    SELECT u.id AS seller_id, u.partner_id AS office_id,
      (SELECT min(b.id) FROM users b WHERE b.username = 'banca') AS banca_id, o.currencies::text[] AS currencies
    FROM users u JOIN partners o ON o.id = u.partner_id WHERE u.username = 'polla'`)
  if (!seller || Math.abs(Date.now() - demo.now.getTime()) > longestAgo) return
  const random = new Random(demo.seed, 51)
  const yesterday = addDays(demo.today, -1)
  await transaction(pool, (tx) => ensurePollaRounds(tx, yesterday, yesterday))
  const past = await roundsWhere(db, sql`d.day = ${yesterday}::date AND d.state = 'activo'`)
  for (const round of past) {
    await openPots(pool, round, seller)
    await replay(pool, round, seller, demo, random)
  }
  await settlePollas({ pool, db })
  await payWinners(pool, past, seller, demo)
  for (const round of await roundsWhere(
    db,
    sql`d.day = ${demo.today}::date AND d.state = 'activo' AND d.closes_at <= now() + interval '1 minute'`,
  ))
    await replay(pool, round, seller, demo, random)
  for (const round of await roundsWhere(
    db,
    sql`d.state = 'activo' AND d.opens_at <= now() AND d.closes_at > now() + interval '1 minute'`,
  ))
    await sellRound(pool, round, seller, demo, random)
}

async function roundsWhere(db: Executor, where: SQL): Promise<Round[]> {
  return db.rows<Round>(sql`
    SELECT d.id, d.product_id, d.day, d.opens_at, d.closes_at, p.settings -> 'polla' AS polla,
      ARRAY(SELECT s.code FROM product_symbols s WHERE s.product_id = p.id ORDER BY s.position) AS codes
    FROM draws d JOIN products p ON p.id = d.product_id AND p.kind = 'polla' WHERE ${where} ORDER BY d.day, d.id`)
}

async function openPots(pool: Pool, { product_id, day, polla }: Round, { banca_id }: Seller): Promise<void> {
  await transaction(pool, async (tx) => {
    for (const currency of Object.keys(polla.price) as Currency[]) {
      const daily = await jackpotId(tx, { product_id, kind: 'diario', currency, from_day: day })
      const weekly = await tx.one<{ id: number }>(
        sql`
          SELECT id
          FROM jackpots
          WHERE product_id = ${product_id} AND kind = 'semanal' AND currency = ${currency}::currency
            AND ${day}::date BETWEEN from_day AND to_day`,
      )
      await movePots(tx, {
        kind: 'INGRESO',
        currency,
        day,
        at: new Date(`${day}T12:00:00Z`),
        by: banca_id,
        reason: 'Apertura del pote',
        moves: [
          { jackpot_id: daily, pot: 'primero', amount: opening[currency].primero },
          { jackpot_id: daily, pot: 'segundo', amount: opening[currency].segundo },
          ...(weekly ? [{ jackpot_id: weekly.id, pot: 'semanal' as const, amount: opening[currency].semanal }] : []),
        ],
      })
    }
  })
}

/** Opens a round that is over for as long as its tickets are sold, at the instants at which they would have been. */
async function replay(pool: Pool, round: Round, seller: Seller, demo: PollaDemo, random: Random): Promise<void> {
  const db = executor(pool)
  const hours = await db.one<{ closes_at: string; scheduled_at: string }>(sql`
    WITH before AS (SELECT closes_at, scheduled_at FROM draws WHERE id = ${round.id}), open AS (
      UPDATE draws
      SET closes_at = now() + interval '1 hour', scheduled_at = now() + interval '2 hours' + make_interval(secs => id)
      WHERE id = ${round.id}
    ) SELECT * FROM before`)
  await sellRound(pool, round, seller, demo, random)
  await db.run(
    sql`UPDATE draws SET closes_at = ${hours!.closes_at}, scheduled_at = ${hours!.scheduled_at} WHERE id = ${round.id}`,
  )
  await db.run(sql`
    UPDATE tickets t
    SET first_close_at = ${round.closes_at}, annul_before = least(t.annul_before, ${round.closes_at})
    FROM ticket_lines l
    WHERE l.draw_id = ${round.id} AND t.day = l.day AND t.id = l.ticket_id`)
}

/**
 * When a round's tickets are sold: in the hours of a shop from its opening, which is a midnight, to its close. Those to
 * come are left to the counter.
 */
function instantsOf({ opens_at, closes_at }: Round, now: number, random: Random): number[] {
  const opens = Date.parse(opens_at)
  const closes = Date.parse(closes_at)
  const minutes = minutesOfDay(Math.floor((closes - opens) / minute))
  return Array.from({ length: ticketsOfARound }, () => opens + minutes.pick(random) * minute + random.below(minute))
    .filter((at) => at < Math.min(now, closes))
    .sort((a, b) => a - b)
}

/** Sells what a round has sold until now. */
async function sellRound(
  pool: Pool,
  round: Round,
  { seller_id, office_id, currencies }: Seller,
  { zone, now }: PollaDemo,
  random: Random,
): Promise<void> {
  for (const instant of instantsOf(round, now.getTime(), random)) {
    const at = new Date(instant)
    const currency = random.pick(playedIn.filter((one) => currencies.includes(one) && round.polla.price[one]))
    await transaction(pool, (tx) =>
      sellPolla(tx, {
        round_id: round.id,
        currency,
        symbols: pick(round.codes, round.polla.symbols, random),
        office_id,
        seller_id,
        confirm_repeated: true,
        at,
        day: inZone(at, zone).day,
      }),
    )
  }
}

function pick(codes: readonly string[], count: number, random: Random): string[] {
  const left = [...codes]
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)[0]!)
}

/** Every other winner has come for the prize. */
async function payWinners(
  pool: Pool,
  rounds: readonly Round[],
  { seller_id, office_id }: Seller,
  { today, now }: PollaDemo,
): Promise<void> {
  const winners = await executor(pool).rows<{ day: string; id: string; code: string }>(sql`
    SELECT t.day, t.id, t.code FROM tickets t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
    WHERE l.draw_id = ANY (${sql.param(rounds.map((round) => round.id))}::int[]) AND t.state = 'ganador' ORDER BY t.sold_at, t.id`)
  for (const winner of winners.filter((_, at) => at % 2 === 0)) {
    await transaction(pool, (tx) => pay(tx, { ...winner, office_id, by: seller_id, at: now, today }))
  }
}
