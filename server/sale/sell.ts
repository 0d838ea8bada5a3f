/**
 * Sells a ticket, in the domain's order, inside the caller's transaction: office → lines → repeated
 * ticket → merge → numbers → stakes → draws open → blocks → quotas → insert, with ledger and rollups.
 * Whatever is refused leaves nothing behind.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { addDays } from '@contract/values/dates.ts'
import { add, compare, formatMoney } from '@contract/values/money.ts'
import { list, type Tx } from '../db/connect.ts'
import { Problem } from '../http/problem.ts'
import { post } from '../ledger/entries.ts'
import { countLevels, countSettlement, totalOf } from './count.ts'
import { frozenRate, lineFacts, officeFacts, type Line, type LineFacts, type OfficeFacts } from './facts.ts'
import { keyOf, remaining, takeQuota } from './quota.ts'
import { checkOffice, mergeLines, onLine, potentialOf, refuse, ticketFaults } from './rules.ts'
import { newCode, newSerial } from './serial.ts'

export interface Sale {
  office_id: number
  seller_id: number
  currency: Currency
  lines: readonly Line[]
  confirm_repeated?: boolean | undefined
  device_id?: string | undefined
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
export async function sell(tx: Tx, sale: Sale): Promise<Sold> {
  const office = await officeFacts(tx, sale.office_id, sale.currency, sale.at)
  if (!office) throw new Problem('not_found')
  checkOffice(office, sale.lines, sale.device_id)
  const content_hash = hashOf(sale)
  if (!sale.confirm_repeated) await checkRepeated(tx, sale, content_hash)
  const merged = mergeLines(sale.lines)
  const facts = await lineFacts(tx, sale.office_id, sale.currency, merged)
  refuse(ticketFaults(merged, facts, office, sale.currency))
  const total = add(...merged.map((line) => line.stake))
  if (office.max_ticket && compare(total, office.max_ticket) > 0) {
    throw Problem.on('lines', 'ticket_too_large', `El máximo por ticket es ${formatMoney(office.max_ticket, sale.currency)}.`, { limit: office.max_ticket })
  }
  const lines = await price(tx, merged, facts)
  await checkQuota(tx, sale, lines)
  return record(tx, sale, office, lines, total, content_hash)
}

function hashOf({ currency, lines }: Sale): number {
  const content = lines.map((line) => `${line.draw_id}|${line.bet_type_id}|${line.number}|${line.stake}`).sort().join('\n')
  return createHash('sha256').update(`${currency}\n${content}`).digest().readInt32BE(0)
}

async function checkRepeated(tx: Tx, { office_id, at }: Sale, content_hash: number): Promise<void> {
  const [same] = await tx.prepared<{ serial: string }>('sale-repeated', sql`
    SELECT serial FROM tickets WHERE office_id = ${office_id} AND sold_at > ${at.toISOString()}::timestamptz - ${repeatedWithin}::interval
      AND content_hash = ${content_hash} AND state NOT IN ('anulado', 'devuelto') ORDER BY sold_at DESC LIMIT 1`)
  if (same) throw new Problem('ticket_repeated', { extra: { serial: same.serial } })
}

async function price(tx: Tx, merged: readonly (Line & { from: number[] })[], facts: readonly LineFacts[]): Promise<Priced[]> {
  const priced: Priced[] = []
  for (const [index, line] of merged.entries()) {
    const own = facts[index]!
    priced.push({ ...line, facts: own, product_id: own.product_id!, potential: potentialOf(line.stake, own), rate_id: own.rate_id ?? (await frozenRate(tx, own)) })
  }
  return priced
}

async function checkQuota(tx: Tx, { office_id, currency }: Sale, lines: readonly Priced[]): Promise<void> {
  await tx.run(sql`SAVEPOINT before_quota`)
  const refused = await takeQuota(tx, office_id, currency, lines)
  if (refused.length === 0) return
  await tx.run(sql`ROLLBACK TO SAVEPOINT before_quota`)
  const left = await remaining(tx, office_id, currency, refused)
  refuse(refused.flatMap((counted) => {
    const line = lines.find((one) => keyOf(one) === keyOf(counted))!
    const available = left.get(keyOf(line)) ?? null
    // No quota is short, so it is the draw that closed between the two looks at it.
    if (available === null || compare(available, line.stake) >= 0) return onLine(line, { code: 'draw_closed', field: 'draw_id', message: `${line.facts.product_name}: el sorteo ya no recibe jugadas.` })
    return onLine(line, { code: 'quota_exceeded', field: 'stake', message: `Al ${line.number} le quedan ${formatMoney(available, currency)} de cupo.`, extra: { available } })
  }))
}

async function record(tx: Tx, sale: Sale, office: OfficeFacts, lines: readonly Priced[], total: string, content_hash: number): Promise<Sold> {
  const { day, office_id, currency } = sale
  const counted = { day, hour: office.hour, office_id, currency, sign: 1 as const, lines }
  const changes = await countSettlement(tx, counted)
  const commission = totalOf(changes, 'commission')
  const closes = lines.map((line) => line.facts.closes_at!).sort()[0]!
  const serial = newSerial(day)
  const code = newCode()
  const [row] = await tx.prepared<{ id: string }>('sale-record', sql`
    WITH ticket AS (
      INSERT INTO tickets (day, id, serial, code, office_id, seller_id, currency, total, potential, commission, pending_lines, sold_at, first_close_at, annul_before, expires_on, content_hash, rate)
      VALUES (${day}, nextval('ticket_ids'), ${serial}, ${code}, ${office_id}, ${sale.seller_id}, ${currency}::currency, ${total}, ${add(...lines.map((line) => line.potential))}, ${commission}, ${lines.length},
        ${sale.at.toISOString()}, ${closes}, least(${closes}::timestamptz, ${sale.at.toISOString()}::timestamptz + make_interval(mins => ${office.annul_minutes}::int)), ${lastDay(lines, office)}, ${content_hash},
        (SELECT r.rate FROM rates r WHERE r.currency = ${currency}::currency AND r.valid_from <= ${sale.at.toISOString()}::timestamptz
          AND r.rate_type_id = coalesce((SELECT s.rate_type_id FROM partner_ancestors a JOIN partner_settings s ON s.partner_id = a.ancestor_id WHERE a.partner_id = ${office_id} AND s.rate_type_id IS NOT NULL ORDER BY a.depth LIMIT 1), (SELECT min(id) FROM rate_types))
          ORDER BY r.valid_from DESC LIMIT 1))
      RETURNING id
    ), line AS (
      INSERT INTO ticket_lines (day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, place_multipliers, rate_id)
      SELECT ${day}::date, ticket.id, l.n, l.draw_id, l.product_id, l.bet_type_id, ${office_id}::int, ${currency}::currency, l.number, l.stake, l.multiplier, l.place_multipliers::numeric[], l.rate_id
      FROM ticket, unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.number))}::text[],
        ${list(lines.map((line) => line.stake))}::numeric[], ${list(lines.map((line) => line.facts.multiplier))}::numeric[], ${list(lines.map((line) => (line.facts.place_multipliers ? `{${line.facts.place_multipliers.join(',')}}` : null)))}::text[], ${list(lines.map((line) => line.rate_id))}::int[])
        WITH ORDINALITY AS l(draw_id, product_id, bet_type_id, number, stake, multiplier, place_multipliers, rate_id, n)
    ), daily AS (
      INSERT INTO sales_days AS s (day, office_id, currency, sold, commission, participation, n_vendido, last_sale_at)
      VALUES (${day}, ${office_id}, ${currency}::currency, ${total}, ${commission}, ${totalOf(changes, 'participation')}, 1, ${sale.at.toISOString()})
      ON CONFLICT (day, office_id, currency) DO UPDATE SET sold = s.sold + excluded.sold, commission = s.commission + excluded.commission,
        participation = s.participation + excluded.participation, n_vendido = s.n_vendido + 1, last_sale_at = greatest(s.last_sale_at, excluded.last_sale_at)
    )
    SELECT id FROM ticket`)
  const id = row!.id
  const office_account = (kind: 'caja' | 'ventas' | 'comision' | 'comision_por_pagar') => ({ partner_id: office_id, kind })
  await post(tx, {
    day, kind: 'venta', ref_kind: 'ticket', ref_id: id, office_id, currency, created_by: sale.seller_id, created_at: sale.at,
    moves: [
      { debit: office_account('caja'), credit: office_account('ventas'), amount: total },
      { debit: office_account('comision'), credit: office_account('comision_por_pagar'), amount: commission },
    ],
  })
  await countLevels(tx, counted, changes)
  return { day, id, serial, code }
}

/** Prizes are good for the office's days after the last draw of the ticket. */
function lastDay(lines: readonly Priced[], office: OfficeFacts): string {
  const last = lines.map((line) => line.facts.day!).sort().at(-1)!
  return addDays(last, office.prize_days)
}
