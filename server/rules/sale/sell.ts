/**
 * Sells a ticket, in the domain's order, inside the caller's transaction: office → lines → repeated
 * ticket → merge → numbers → stakes → draws open → blocks → insert with ledger and rollups → what a prepaid agency has
 * left, and quotas, taken by the transaction's last statement, so that too little of either is said when it commits.
 * Whatever is refused leaves nothing behind. What rarely changes is remembered (`known.ts`).
 */
import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import type { OperationClient } from '@contract/clients.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { attachClient } from '../clients/attach.ts'
import { against, rulesBroken, sizeOf, wholeFaults, type KnownTicket } from './against.ts'
import { frozenRate, guessDraws, holdSaleDraws, type HeldDraws, type Line, type LineFacts } from './facts.ts'
import { betsOf, lineFactsBy, forgetOffice, rulesOf, type Rules } from './known.ts'
import { repeatedOf, WrongGuess } from './proof.ts'
import { record } from './record.ts'
import { canonicalLines, checkOffice, mergeLines, onLine, potentialOf, refuseLines } from './rules.ts'
import { holdRanges, writeRanges, type LineRange } from './tripleta.ts'

export interface Sale {
  office_id: number
  seller_id: number
  currency: Currency
  lines: readonly Line[]
  confirm_repeated?: boolean | undefined
  device_id?: string | undefined
  /** Who buys it, where somebody says. */
  client?: OperationClient | null | undefined
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
type Known = Merged & { facts: LineFacts }
export interface Priced extends Known {
  product_id: number
  potential: string
  rate_id: number
  quotas: readonly string[]
}

type Ticket = KnownTicket<Merged>

/** A ticket that breaks no rule, before anything of it is written. */
export interface Ready {
  held: HeldDraws
  rules: Rules
  ticket: Ticket
  lines: readonly Priced[]
  total: string
  ranges: readonly LineRange[]
}

/** Sells and answers the ticket's keys. Throws the problem of the first rule broken, and what `attachClient` throws. */
export async function sell(tx: Tx, asked: Sale): Promise<SaleKeys> {
  tx.planOnce()
  const sale = { ...asked, lines: canonicalLines(asked.lines) }
  const content_hash = hashOf(sale)
  const merged = mergeLines(sale.lines)
  const ready = (await guess(tx, sale, merged)) ?? (await look(tx, sale, merged, content_hash))
  const sold = await record(tx, sale, ready, { content_hash, refused: (db) => refuse(db, ready.held, ready.ticket) })
  await writeRanges(tx, sold, ready.ranges)
  const { office_id, seller_id: by, at } = sale
  await attachClient(tx, sale.client, {
    kind: sale.polla ? 'polla' : 'ticket',
    day: sold.day,
    id: sold.id,
    office_id,
    by,
    at,
  })
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
  const known = merged.map((line) => ({ ...line, facts: lineFactsBy(line, held, rules) }))
  const ticket: Ticket = {
    office,
    office_id: sale.office_id,
    currency: sale.currency,
    polla: sale.polla,
    has_client: Boolean(sale.client),
    lines: known,
  }
  const broken = rulesBroken(ticket)
  const size = sizeOf(ticket, broken)
  if (broken.some((one) => one) || wholeFaults(ticket, size).length > 0) return refuse(tx, held, ticket)
  // The draws of a range are looked at anyway, and held behind the line's own.
  if (held.guessed && known.some((line) => line.facts.kind === 'tripleta'))
    throw new WrongGuess('a range is not remembered')
  const lines = await price(tx, sale, rules, known)
  const ranges = (await holdRanges(tx, lines)) ?? (await refuse(tx, held, ticket))
  return { held, rules, lines, ticket, total: size.total, ranges }
}

/** Throws all that is against the ticket in one answer: the lines' faults, and what lacks room. */
async function refuse(db: Executor, held: HeldDraws, ticket: Ticket): Promise<never> {
  // By what is remembered alone nothing is refused.
  if (held.guessed) throw new WrongGuess('what was remembered did not hold')
  const found = await against(db, ticket)
  refuseLines([
    ...ticket.lines.flatMap((line, index) => {
      const { fault } = found.lines[index]!
      return fault ? onLine(line, fault) : []
    }),
    ...found.ticket.map(({ field, ...fault }) => ({ path: field, ...fault })),
  ])
  // Nothing is short: a draw closed between the two looks at it, or somebody raised the quota meanwhile.
  const closed = await db.one(sql`
    SELECT 1
    FROM draws
    WHERE id = ANY (${list(ticket.lines.map((line) => line.draw_id))}::int[])
      AND (state <> 'activo' OR closes_at <= clock_timestamp())
    LIMIT 1`)
  throw new Problem(closed ? 'draw_closed' : 'conflict')
}

function hashOf({ currency, lines }: Sale): number {
  const content = lines
    .map((line) => `${line.draw_id}|${line.bet_type_id}|${line.number}|${line.stake}`)
    .sort()
    .join('\n')
  return hash('sha256', `${currency}\n${content}`, 'buffer').readInt32BE(0)
}

async function price(tx: Tx, { office_id, currency }: Sale, rules: Rules, lines: readonly Known[]): Promise<Priced[]> {
  const priced: Priced[] = []
  for (const line of lines) {
    const product_id = line.facts.product_id!
    const terms = rules.terms({ product_id, bet_type_id: line.bet_type_id })!
    if (terms.rate_id === null) forgetOffice(tx, office_id, currency)
    const rate_id = terms.rate_id ?? (await frozenRate(tx, terms))
    priced.push({
      ...line,
      product_id,
      potential: potentialOf(line.stake, line.facts, currency),
      rate_id,
      quotas: terms.quotas,
    })
  }
  return priced
}
