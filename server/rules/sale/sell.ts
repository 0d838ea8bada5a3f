/**
 * Sells a ticket, in the domain's order, inside the caller's transaction: office → lines → repeated
 * ticket → merge → numbers → stakes → draws open → blocks → insert with ledger and rollups → quotas, taken
 * by the transaction's last statement, so that a full quota is said when it commits.
 * Whatever is refused leaves nothing behind.
 */
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { addDays } from '@contract/values/dates.ts'
import { add, compare, formatMoney } from '@contract/values/money.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { entryCtes, mustBeWhole } from '../ledger/entries.ts'
import { settlementCtes } from './count.ts'
import { frozenRate, lineFacts, officeFacts, type Line, type LineFacts, type OfficeFacts } from './facts.ts'
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

/** The same ticket by the same office within this asks for a confirmation. */
const repeatedWithin = '3 minutes'

type Priced = Line & { from: number[]; facts: LineFacts; product_id: number; potential: string; rate_id: number }

/** Sells and answers the ticket's keys. Throws the problem of the first rule broken. */
export async function sell(tx: Tx, asked: Sale): Promise<Sold> {
  tx.planOnce()
  const sale = { ...asked, lines: canonicalLines(asked.lines) }
  const content_hash = hashOf(sale)
  const merged = mergeLines(sale.lines)
  // None needs what another answers: they are sent together, and asked in the rules' order.
  const [office, same, facts] = await Promise.all([
    officeFacts(tx, sale.office_id, sale.currency, sale.at),
    sale.confirm_repeated ? null : repeatedOf(tx, sale, content_hash),
    lineFacts(tx, sale.office_id, sale.currency, merged),
  ])
  if (!office) throw new Problem('not_found')
  checkOffice(office, sale.lines, sale.device_id, sale.polla)
  if (same !== null) throw new Problem('ticket_repeated', { extra: { serial: same } })
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
  const lines = await price(tx, merged, facts)
  if (compare(add(...lines.map((line) => line.potential)), mostWon) > 0)
    throw Problem.on(
      'lines',
      'ticket_too_large',
      `Los premios posibles del ticket pasarían de ${formatMoney(mostWon, sale.currency)}.`,
    )
  const ranges = await holdRanges(tx, lines)
  const sold = await record(tx, sale, office, lines, lastDay(lines, ranges, office), { total, content_hash })
  await writeRanges(tx, sold, ranges)
  return sold
}

function hashOf({ currency, lines }: Sale): number {
  const content = lines
    .map((line) => `${line.draw_id}|${line.bet_type_id}|${line.number}|${line.stake}`)
    .sort()
    .join('\n')
  return createHash('sha256').update(`${currency}\n${content}`).digest().readInt32BE(0)
}

/** The serial of the same ticket by the same office a moment ago. */
async function repeatedOf(tx: Tx, { office_id, at }: Sale, content_hash: number): Promise<string | null> {
  const [same] = await tx.prepared<{ serial: string }>(
    'sale-repeated',
    sql`
    SELECT serial FROM tickets WHERE office_id = ${office_id} AND sold_at > ${at.toISOString()}::timestamptz - ${repeatedWithin}::interval
      AND content_hash = ${content_hash} AND state NOT IN ('anulado', 'devuelto') ORDER BY sold_at DESC LIMIT 1`,
  )
  return same?.serial ?? null
}

async function price(
  tx: Tx,
  merged: readonly (Line & { from: number[] })[],
  facts: readonly LineFacts[],
): Promise<Priced[]> {
  const priced: Priced[] = []
  for (const [index, line] of merged.entries()) {
    const own = facts[index]!
    priced.push({
      ...line,
      facts: own,
      product_id: own.product_id!,
      potential: potentialOf(line.stake, own),
      rate_id: own.rate_id ?? (await frozenRate(tx, own)),
    })
  }
  return priced
}

/** Why a sale that was undone had to be: a quota without room, or a draw that closed meanwhile. */
async function refuseQuota(db: Executor, { office_id, currency }: Sale, lines: readonly Priced[]): Promise<never> {
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

async function record(
  tx: Tx,
  sale: Sale,
  office: OfficeFacts,
  lines: readonly Priced[],
  expires_on: string,
  { total, content_hash }: { total: string; content_hash: number },
): Promise<Sold> {
  const { day, office_id, currency } = sale
  const counted = { day, hour: office.hour, office_id, currency, sign: 1 as const, lines }
  const serial = newSerial(day)
  const code = newCode()
  // The ledger asks for the office's day first: payments and awards take their rows in that order too.
  const [row] = await tx.prepared<{ id: string; whole: boolean }>(
    'sale-record',
    sql`
    WITH ${settlementCtes(counted)},
    ${ticketCtes(sale, office, lines, { serial, code, content_hash, total, expires_on })},
    daily AS (
      INSERT INTO sales_days AS s (day, office_id, currency, sold, n_vendido, last_sale_at)
      SELECT ${day}::date, ${office_id}::int, ${currency}::currency, ${total}::numeric, 1, ${sale.at.toISOString()}::timestamptz FROM (SELECT count(*) FROM counted) AS settlement_first
      ON CONFLICT (day, office_id, currency) DO UPDATE SET sold = s.sold + excluded.sold, n_vendido = s.n_vendido + 1, last_sale_at = greatest(s.last_sale_at, excluded.last_sale_at)
      RETURNING 1
    ),
    ${entryCtes({
      day,
      currency,
      kind: 'venta',
      ref_kind: 'ticket',
      ref_id: sql`(SELECT id FROM ticket)`,
      office_id: sql`${office_id}::int`,
      created_by: sale.seller_id,
      created_at: sale.at,
      sides: sql`
        SELECT ${office_id}::int AS partner_id, v.kind, v.amount
        FROM (SELECT count(*) FROM daily) AS day_first, (VALUES ('caja', ${total}::numeric), ('ventas', -(${total}::numeric))) AS v(kind, amount)`,
    })}
    SELECT ticket.id, posted.whole FROM ticket, posted`,
  )
  mustBeWhole(row, `ticket ${serial}`)
  takeQuota(tx, counted, lines, (db) => refuseQuota(db, sale, lines))
  return { day, id: row!.id, serial, code }
}

/** The ticket and its lines. The rate is the one in force for its partner, frozen with the sale. */
function ticketCtes(
  sale: Sale,
  office: OfficeFacts,
  lines: readonly Priced[],
  own: { serial: string; code: string; content_hash: number; total: string; expires_on: string },
): SQL {
  const { day, office_id, currency } = sale
  const at = sale.at.toISOString()
  const closes = lines.map((line) => line.facts.closes_at!).sort()[0]!
  const places = lines.map(({ facts }) => (facts.place_multipliers ? `{${facts.place_multipliers.join(',')}}` : null))
  return sql`
    ticket AS (
      INSERT INTO tickets (day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at, first_close_at, annul_before, expires_on, content_hash, rate)
      SELECT ${day}::date, nextval('ticket_ids'), ${own.serial}, ${own.code}, ${office_id}::int, ${sale.seller_id}::int, ${currency}::currency, ${own.total}::numeric, ${add(...lines.map((line) => line.potential))}::numeric, ${lines.length}::int,
        ${at}::timestamptz, ${closes}::timestamptz, least(${closes}::timestamptz, ${at}::timestamptz + make_interval(mins => ${office.annul_minutes}::int)), ${own.expires_on}::date, ${own.content_hash}::int,
        (SELECT r.rate FROM rates r WHERE r.currency = ${currency}::currency AND r.valid_from <= ${at}::timestamptz
          AND r.rate_type_id = coalesce((SELECT s.rate_type_id FROM partner_ancestors a JOIN partner_settings s ON s.partner_id = a.ancestor_id WHERE a.partner_id = ${office_id} AND s.rate_type_id IS NOT NULL ORDER BY a.depth LIMIT 1), (SELECT min(id) FROM rate_types))
          ORDER BY r.valid_from DESC LIMIT 1)
      RETURNING id
    ), line AS (
      INSERT INTO ticket_lines (day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, place_multipliers, rate_id)
      SELECT ${day}::date, ticket.id, l.n, l.draw_id, l.product_id, l.bet_type_id, ${office_id}::int, ${currency}::currency, l.number, l.stake, l.multiplier, l.place_multipliers::numeric[], l.rate_id
      FROM ticket, unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.number))}::text[],
        ${list(lines.map((line) => line.stake))}::numeric[], ${list(lines.map((line) => line.facts.multiplier))}::numeric[], ${list(places)}::text[], ${list(lines.map((line) => line.rate_id))}::int[])
        WITH ORDINALITY AS l(draw_id, product_id, bet_type_id, number, stake, multiplier, place_multipliers, rate_id, n)
    )`
}

/** Prizes are good for the office's days after the last draw of the ticket, a range's last one included. */
function lastDay(lines: readonly Priced[], ranges: readonly Range[], office: OfficeFacts): string {
  const last = [...lines.map((line) => line.facts.day!), ...ranges.map((range) => range.last_day)].sort().at(-1)!
  return addDays(last, office.prize_days)
}
