/**
 * Sells a ticket, in the domain's order, inside the caller's transaction: office → lines → repeated
 * ticket → merge → numbers → stakes → draws open → blocks → insert with ledger and rollups → quotas, taken
 * by the transaction's last statement, so that a full quota is said when it commits.
 * Whatever is refused leaves nothing behind. What rarely changes is remembered (`known.ts`).
 */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { addDays, inZone } from '@contract/values/dates.ts'
import { add, compare, formatMoney } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { transferCtes } from '../ledger/entries.ts'
import { settlementCtes } from './count.ts'
import {
  frozenRate,
  guessDraws,
  heldCtes,
  holdDraws,
  lineFactsOf,
  type Held,
  type Line,
  type LineFacts,
} from './facts.ts'
import { forgetOffice, rulesOf, type OfficeRules, type Rules } from './known.ts'
import { proofOf, repeatedOf, WrongGuess } from './proof.ts'
import { keyOf, remaining, takeQuota } from './quota.ts'
import { canonicalLines, checkOffice, mergeLines, mostWon, onLine, potentialOf, refuse, ticketFaults } from './rules.ts'
import { newCode, newSerial } from './serial.ts'
import { holdRanges, writeRanges, type Range } from './tripleta.ts'

export interface Sale {
  office_id: number
  seller_id: number
  currency: Currency
  lines: readonly Line[]
  confirm_repeated?: boolean | undefined
  device_id?: string | undefined
  /** A polla: exactly one line, for the price of its product. Without it no line may be one. */
  polla?: true | undefined
  /** The server's clock, and the business day it falls on. */
  at: Date
  day: string
}

export interface Sold {
  day: string
  id: string
  serial: string
  code: string
}

/** Ids asked of the sequence in one go. */
const idsAtOnce = 50

type Merged = Line & { from: number[] }
interface Priced extends Merged {
  facts: LineFacts
  product_id: number
  potential: string
  rate_id: number
  quotas: readonly string[]
}

/** A ticket that breaks no rule, before anything of it is written. */
interface Ready {
  held: Held
  rules: Rules
  lines: readonly Priced[]
  total: string
  ranges: readonly Range[]
}

/** Sells and answers the ticket's keys. Throws the problem of the first rule broken. */
export async function sell(tx: Tx, asked: Sale): Promise<Sold> {
  tx.planOnce()
  const sale = { ...asked, lines: canonicalLines(asked.lines) }
  const content_hash = hashOf(sale)
  const merged = mergeLines(sale.lines)
  const ready = (await guess(tx, sale, merged)) ?? (await look(tx, sale, merged, content_hash))
  const sold = await record(tx, sale, ready, content_hash)
  await writeRanges(tx, sold, ready.ranges)
  return sold
}

/** By what is remembered alone; what that would refuse is looked at before it is refused. */
async function guess(tx: Tx, sale: Sale, merged: readonly Merged[]): Promise<Ready | undefined> {
  const held = tx.attempt === 1 ? guessDraws(tx, merged) : undefined
  if (!held) return undefined
  return check(tx, sale, merged, held, null).catch((error: unknown) => {
    if (error instanceof Problem || error instanceof WrongGuess) return undefined
    throw error
  })
}

async function look(tx: Tx, sale: Sale, merged: readonly Merged[], content_hash: number): Promise<Ready> {
  // Neither needs what the other answers: they are sent together, and asked in the rules' order.
  const [held, same] = await Promise.all([
    holdDraws(tx, merged),
    sale.confirm_repeated ? null : repeatedOf(tx, sale, content_hash),
  ])
  return check(tx, sale, merged, held, same)
}

async function check(tx: Tx, sale: Sale, merged: readonly Merged[], held: Held, same: string | null): Promise<Ready> {
  const rules = await rulesOf(tx, held, sale, betsOf(merged, held))
  if (!rules) throw new Problem('not_found')
  const { office } = rules
  checkOffice(office, sale.lines, sale.device_id, sale.polla)
  if (same !== null) throw new Problem('ticket_repeated', { extra: { serial: same } })
  const facts = merged.map((line) => factsOf(line, held, rules))
  refuse(ticketFaults(merged, facts, office, sale.currency, sale.polla))
  const total = add(...merged.map((line) => line.stake))
  if (office.max_ticket && compare(total, office.max_ticket) > 0) {
    throw Problem.on(
      'lines',
      'ticket_too_large',
      `El máximo por ticket es ${formatMoney(office.max_ticket, sale.currency)}.`,
      { limit: office.max_ticket },
    )
  }
  // The draws of a range are looked at anyway, and held behind the line's own.
  if (held.guessed && facts.some((line) => line.kind === 'tripleta')) throw new WrongGuess('a range is not remembered')
  const lines = await price(tx, sale, rules, merged, facts)
  if (compare(add(...lines.map((line) => line.potential)), mostWon) > 0)
    throw Problem.on(
      'lines',
      'ticket_too_large',
      `Los premios posibles del ticket pasarían de ${formatMoney(mostWon, sale.currency)}.`,
    )
  return { held, rules, lines, total, ranges: await holdRanges(tx, lines) }
}

/** The bets of the lines, each once; a draw that does not exist has none. */
function betsOf(lines: readonly Line[], { draws }: Held) {
  const bets = new Map(
    lines.flatMap(({ draw_id, bet_type_id }) => {
      const product_id = draws.get(draw_id)?.product_id
      return product_id === undefined ? [] : [[`${product_id}|${bet_type_id}`, { product_id, bet_type_id }] as const]
    }),
  )
  return [...bets.values()]
}

function factsOf(line: Line, { draws }: Held, rules: Rules): LineFacts {
  const draw = draws.get(line.draw_id)
  if (!draw) return lineFactsOf(line)
  const bet = { product_id: draw.product_id, bet_type_id: line.bet_type_id }
  return lineFactsOf(line, draw, rules.game(bet), rules.terms(bet))
}

function hashOf({ currency, lines }: Sale): number {
  const content = lines
    .map((line) => `${line.draw_id}|${line.bet_type_id}|${line.number}|${line.stake}`)
    .sort()
    .join('\n')
  return createHash('sha256').update(`${currency}\n${content}`).digest().readInt32BE(0)
}

async function price(
  tx: Tx,
  { office_id, currency }: Sale,
  rules: Rules,
  merged: readonly Merged[],
  facts: readonly LineFacts[],
): Promise<Priced[]> {
  const priced: Priced[] = []
  for (const [index, line] of merged.entries()) {
    const own = facts[index]!
    const product_id = own.product_id!
    const terms = rules.terms({ product_id, bet_type_id: line.bet_type_id })!
    if (terms.rate_id === null) forgetOffice(tx, office_id, currency)
    const rate_id = terms.rate_id ?? (await frozenRate(tx, terms))
    priced.push({
      ...line,
      facts: own,
      product_id,
      potential: potentialOf(line.stake, own),
      rate_id,
      quotas: terms.quotas,
    })
  }
  return priced
}

/** Why a sale that was undone had to be: a quota without room, or a draw that closed meanwhile. */
async function refuseQuota(
  db: Executor,
  { office_id, currency }: Sale,
  lines: readonly Priced[],
  { guessed }: Held,
): Promise<never> {
  if (guessed) throw new WrongGuess('what was remembered did not hold')
  const left = await remaining(db, office_id, currency, lines)
  const faults = lines.flatMap((line) => {
    const available = left.get(keyOf(line))
    if (available === undefined || compare(available, line.stake) >= 0) return []
    return onLine(line, {
      code: 'quota_exceeded',
      field: 'stake',
      message: `Al ${line.number} le quedan ${formatMoney(available, currency)} de cupo.`,
      extra: { available },
    })
  })
  refuse(faults)
  // No quota is short: a draw closed between the two looks at it, or somebody raised the quota meanwhile.
  const closed = await db.one(sql`
    SELECT 1 FROM draws WHERE id = ANY (${list(lines.map((line) => line.draw_id))}::int[]) AND (state <> 'activo' OR closes_at <= clock_timestamp()) LIMIT 1`)
  throw new Problem(closed ? 'draw_closed' : 'conflict')
}

/**
 * Nobody waits for what it writes: it is sent ahead of the quotas and the commit, which fail with it. Its locks come
 * before any row that others take too.
 */
async function record(
  tx: Tx,
  sale: Sale,
  { held, rules, lines, total, ranges }: Ready,
  content_hash: number,
): Promise<Sold> {
  const { office, version } = rules
  const expires_on = lastDay(lines, ranges, office)
  const { day, office_id, currency } = sale
  const hour = Number(inZone(sale.at, office.zone).time.slice(0, 2))
  const counted = { day, hour, office_id, currency, sign: 1 as const, lines }
  const id = await newTicketId(tx)
  const serial = newSerial(day)
  const code = newCode()
  // The ledger asks for the office's day first: payments and awards take their rows in that order too.
  tx.behind(
    'sale-record',
    sql`
    WITH ${heldCtes(lines)},
    ${settlementCtes(counted, office, sql`(SELECT count(lock) FROM held) > 0`)},
    ${ticketCtes(sale, office, lines, { id, serial, code, content_hash, total, expires_on })},
    daily AS (
      INSERT INTO sales_days AS s (day, office_id, currency, sold, n_vendido, last_sale_at)
      SELECT ${day}::date, ${office_id}::int, ${currency}::currency, ${total}::numeric, 1, ${sale.at.toISOString()}::timestamptz FROM (SELECT count(*) FROM counted) AS settlement_first
      ON CONFLICT (day, office_id, currency) DO UPDATE SET sold = s.sold + excluded.sold, n_vendido = s.n_vendido + 1, last_sale_at = greatest(s.last_sale_at, excluded.last_sale_at)
      RETURNING 1
    ),
    ${transferCtes({
      day,
      currency,
      kind: 'venta',
      ref_kind: 'ticket',
      ref_id: sql`${id}::bigint`,
      office_id: sql`${office_id}::int`,
      created_by: sale.seller_id,
      created_at: sale.at,
      debit: sql`${office.cash_account}::int`,
      credit: sql`${office.sales_account}::int`,
      amount: total,
      after: sql`(SELECT count(*) FROM daily) > 0`,
    })}
    SELECT`,
  )
  const proof = proofOf(sale, held, { id, content_hash })
  takeQuota(tx, counted, lines, { ...office, version, proof }, (db) => refuseQuota(db, sale, lines, held))
  return { day, id, serial, code }
}

const ticketIds = new WeakMap<object, string[]>()

/**
 * A ticket's id, known before it is written: taken from the sequence many at a time, for the connection they came by.
 * A server that is killed may give numbers of its last moments again, but no connection outlives it. What is not used is a gap.
 */
async function newTicketId(tx: Tx): Promise<string> {
  const kept = ticketIds.get(tx.connection)?.shift()
  if (kept !== undefined) return kept
  const rows = await tx.prepared<{ id: string }>(
    'sale-ids',
    sql`SELECT nextval('ticket_ids') AS id FROM generate_series(1, ${idsAtOnce}::int)`,
  )
  const [first, ...rest] = rows.map((row) => row.id)
  ticketIds.set(tx.connection, rest)
  return first!
}

/** The ticket and its lines. The rate is the one in force for its partner, frozen with the sale. */
function ticketCtes(
  sale: Sale,
  office: OfficeRules,
  lines: readonly Priced[],
  own: { id: string; serial: string; code: string; content_hash: number; total: string; expires_on: string },
): SQL {
  const { day, office_id, currency } = sale
  const at = sale.at.toISOString()
  const closes = lines.map((line) => line.facts.closes_at!).sort()[0]!
  const window = new Date(sale.at.getTime() + office.annul_minutes * 60_000).toISOString()
  const places = lines.map(({ facts }) => (facts.place_multipliers ? `{${facts.place_multipliers.join(',')}}` : null))
  return sql`
    ticket AS (
      INSERT INTO tickets (day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at, first_close_at, annul_before, expires_on, content_hash, rate)
      SELECT ${day}::date, ${own.id}::bigint, ${own.serial}, ${own.code}, ${office_id}::int, ${sale.seller_id}::int, ${currency}::currency, ${own.total}::numeric, ${add(...lines.map((line) => line.potential))}::numeric, ${lines.length}::int,
        ${at}::timestamptz, ${closes}::timestamptz, ${window < closes ? window : closes}::timestamptz, ${own.expires_on}::date, ${own.content_hash}::int,
        (SELECT r.rate FROM rates r WHERE r.currency = ${currency}::currency AND r.valid_from <= ${at}::timestamptz AND r.rate_type_id = ${office.rate_type_id}::int
          ORDER BY r.valid_from DESC LIMIT 1)
    ), line AS (
      INSERT INTO ticket_lines (day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, place_multipliers, rate_id)
      SELECT ${day}::date, ${own.id}::bigint, l.n, l.draw_id, l.product_id, l.bet_type_id, ${office_id}::int, ${currency}::currency, l.number, l.stake, l.multiplier, l.place_multipliers::numeric[], l.rate_id
      FROM unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.number))}::text[],
        ${list(lines.map((line) => line.stake))}::numeric[], ${list(lines.map((line) => line.facts.multiplier))}::numeric[], ${list(places)}::text[], ${list(lines.map((line) => line.rate_id))}::int[])
        WITH ORDINALITY AS l(draw_id, product_id, bet_type_id, number, stake, multiplier, place_multipliers, rate_id, n)
    )`
}

/** Prizes are good for the office's days after the last draw of the ticket, a range's last one included. */
function lastDay(lines: readonly Priced[], ranges: readonly Range[], office: OfficeRules): string {
  const last = [...lines.map((line) => line.facts.day!), ...ranges.map((range) => range.last_day)].sort().at(-1)!
  return addDays(last, office.prize_days)
}
