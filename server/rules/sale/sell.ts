/**
 * Sells a ticket, in the domain's order, inside the caller's transaction: office → lines → repeated
 * ticket → merge → numbers → stakes → draws open → blocks → insert with ledger and rollups → what a prepaid agency has
 * left, and quotas, taken by the transaction's last statement, so that too little of either is said when it commits.
 * Whatever is refused leaves nothing behind. What rarely changes is remembered (`known.ts`).
 */
import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { add, compare, formatMoney } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import {
  frozenRate,
  guessDraws,
  holdSaleDraws,
  lineFactsOf,
  type HeldDraws,
  type Line,
  type LineFacts,
} from './facts.ts'
import { forgetOffice, rulesOf, type Rules } from './known.ts'
import { availableOf } from '../prepaid/movements.ts'
import { repeatedOf, WrongGuess } from './proof.ts'
import { counterKey, remaining } from './quota.ts'
import { record } from './record.ts'
import {
  canonicalLines,
  checkOffice,
  mergeLines,
  mostWon,
  onLine,
  potentialOf,
  refuseLines,
  ticketFaults,
} from './rules.ts'
import { holdRanges, writeRanges, type LineRange } from './tripleta.ts'

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

export interface SaleKeys {
  day: string
  id: string
  serial: string
  code: string
}

type Merged = Line & { from: number[] }
export interface Priced extends Merged {
  facts: LineFacts
  product_id: number
  potential: string
  rate_id: number
  quotas: readonly string[]
}

/** A ticket that breaks no rule, before anything of it is written. */
export interface Ready {
  held: HeldDraws
  rules: Rules
  lines: readonly Priced[]
  total: string
  ranges: readonly LineRange[]
}

/** Sells and answers the ticket's keys. Throws the problem of the first rule broken. */
export async function sell(tx: Tx, asked: Sale): Promise<SaleKeys> {
  tx.planOnce()
  const sale = { ...asked, lines: canonicalLines(asked.lines) }
  const content_hash = hashOf(sale)
  const merged = mergeLines(sale.lines)
  const ready = (await guess(tx, sale, merged)) ?? (await look(tx, sale, merged, content_hash))
  const sold = await record(tx, sale, ready, { content_hash, refused: (db) => refuseQuota(db, sale, ready) })
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
    holdSaleDraws(tx, merged),
    sale.confirm_repeated ? null : repeatedOf(tx, sale, content_hash),
  ])
  return check(tx, sale, merged, held, same)
}

async function check(
  tx: Tx,
  sale: Sale,
  merged: readonly Merged[],
  held: HeldDraws,
  same: string | null,
): Promise<Ready> {
  const rules = await rulesOf(tx, held, sale, betsOf(merged, held))
  if (!rules) throw new Problem('not_found')
  const { office } = rules
  checkOffice(office, sale.lines, sale.device_id, sale.polla)
  if (same !== null) throw new Problem('ticket_repeated', { extra: { serial: same } })
  const facts = merged.map((line) => factsOf(line, held, rules))
  refuseLines(ticketFaults(merged, facts, office, sale.currency, sale.polla))
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
function betsOf(lines: readonly Line[], { draws }: HeldDraws) {
  const bets = new Map(
    lines.flatMap(({ draw_id, bet_type_id }) => {
      const product_id = draws.get(draw_id)?.product_id
      return product_id === undefined ? [] : [[`${product_id}|${bet_type_id}`, { product_id, bet_type_id }] as const]
    }),
  )
  return [...bets.values()]
}

function factsOf(line: Line, { draws }: HeldDraws, rules: Rules): LineFacts {
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
  return hash('sha256', `${currency}\n${content}`, 'buffer').readInt32BE(0)
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
      potential: potentialOf(line.stake, own, currency),
      rate_id,
      quotas: terms.quotas,
    })
  }
  return priced
}

/** Why a sale that was undone had to be: an agency with too little left, a quota without room, or a draw that closed meanwhile. */
async function refuseQuota(db: Executor, { office_id, currency }: Sale, ready: Ready): Promise<never> {
  const { lines, held } = ready
  if (held.guessed) throw new WrongGuess('what was remembered did not hold')
  await refuseShort(db, currency, ready)
  const left = await remaining(db, office_id, currency, lines)
  const faults = lines.flatMap((line) => {
    const available = left.get(counterKey(line))
    if (available === undefined || compare(available, line.stake) >= 0) return []
    return onLine(line, {
      code: 'quota_exceeded',
      field: 'stake',
      message: `Al ${line.number} le quedan ${formatMoney(available, currency)} de cupo.`,
      extra: { available },
    })
  })
  refuseLines(faults)
  // No quota is short: a draw closed between the two looks at it, or somebody raised the quota meanwhile.
  const closed = await db.one(sql`
    SELECT 1
    FROM draws
    WHERE id = ANY (${list(lines.map((line) => line.draw_id))}::int[])
      AND (state <> 'activo' OR closes_at <= clock_timestamp())
    LIMIT 1`)
  throw new Problem(closed ? 'draw_closed' : 'conflict')
}

/** @throws Problem `prepaid_short`, with what the agency may still sell */
async function refuseShort(db: Executor, currency: Currency, { rules: { office }, total }: Ready): Promise<void> {
  if (!office.is_prepaid) return
  const left = await availableOf(db, office.agency_id, currency)
  if (compare(left, total) >= 0) return
  const available = compare(left, '0') > 0 ? left : '0.00'
  throw Problem.on(
    'lines',
    'prepaid_short',
    `La agencia es prepago y le quedan ${formatMoney(available, currency)} por vender; el ticket es de ${formatMoney(total, currency)}.`,
    { available },
  )
}
