/** What a sale writes: its ticket, lines and ledger entry, its office's rows, and last what offices share. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays, inZone } from '@contract/values/dates.ts'
import { add } from '@contract/values/money.ts'
import { compileOnce, type Places } from '../../platform/db/compile.ts'
import { array, type Executor, type Tx } from '../../platform/db/connect.ts'
import { transferCtes } from '../ledger/entries.ts'
import { rateInForce } from '../rates/in-force.ts'
import { settlementCtes, settlementRows, settlementValues } from '../rollups/count.ts'
import { heldCtes, idsOf } from './facts.ts'
import type { OfficeRules } from './read-rules.ts'
import { proofValues } from './proof.ts'
import { takeQuota } from './quota.ts'
import type { Priced, Ready, Sale, SaleKeys } from './sell.ts'
import { newCode, newSerial } from './serial.ts'
import type { LineRange } from './tripleta.ts'

/** Ids asked of the sequence in one go. */
const idsAtOnce = 50

interface Own extends Omit<SaleKeys, 'day'> {
  content_hash: number
}

/** What `ticketCtes` takes. The rate is the one in force for its partner, frozen with the sale. */
function ticketValues(sale: Sale, { rules: { office }, lines, total, ranges }: Ready, own: Own) {
  const closes = lines.map((line) => line.facts.closes_at!).sort()[0]!
  const window = new Date(sale.at.getTime() + office.annul_minutes * 60_000).toISOString()
  const arrayOf = (value: (line: Priced) => unknown) => array(lines.map(value))
  return {
    id: own.id,
    serial: own.serial,
    code: own.code,
    content_hash: own.content_hash,
    day: sale.day,
    office_id: sale.office_id,
    seller_id: sale.seller_id,
    currency: sale.currency as string,
    rate_type_id: office.rate_type_id,
    total,
    potential: add(...lines.map((line) => line.potential)),
    at: sale.at.toISOString(),
    first_close_at: closes,
    annul_before: window < closes ? window : closes,
    expires_on: lastDay(lines, ranges, office),
    draws: arrayOf((line) => line.draw_id),
    products: arrayOf((line) => line.product_id),
    bets: arrayOf((line) => line.bet_type_id),
    numbers: arrayOf((line) => line.number),
    stakes: arrayOf((line) => line.stake),
    multipliers: arrayOf((line) => line.facts.multiplier),
    places: arrayOf(({ facts }) => (facts.place_multipliers ? `{${facts.place_multipliers.join(',')}}` : null)),
    rates: arrayOf((line) => line.rate_id),
  }
}

/** The ticket and its lines. */
function ticketCtes(at: Places<ReturnType<typeof ticketValues>>): SQL {
  return sql`
    ticket AS (
      INSERT INTO tickets (
        day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at, first_close_at,
        annul_before, expires_on, content_hash, rate
      )
      SELECT ${at.day}::date, ${at.id}::bigint, ${at.serial}, ${at.code}, ${at.office_id}::int, ${at.seller_id}::int,
        ${at.currency}::currency, ${at.total}::numeric, ${at.potential}::numeric, cardinality(${at.draws}::int[]),
        ${at.at}::timestamptz, ${at.first_close_at}::timestamptz, ${at.annul_before}::timestamptz, ${at.expires_on}::date,
        ${at.content_hash}::int,
        (SELECT frozen.rate FROM rates frozen WHERE frozen.id = ${rateInForce({
          rate_type_id: sql`${at.rate_type_id}::int`,
          currency: sql`${at.currency}::currency`,
          at: sql`${at.at}::timestamptz`,
          office_id: sql`${at.office_id}::int`,
        })})
    ), line AS (
      INSERT INTO ticket_lines (
        day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier,
        place_multipliers, rate_id
      )
      SELECT ${at.day}::date, ${at.id}::bigint, given.n, given.draw_id, given.product_id, given.bet_type_id, ${at.office_id}::int,
        ${at.currency}::currency, given.number, given.stake, given.multiplier, given.place_multipliers::numeric[], given.rate_id
      FROM unnest(
        ${at.draws}::int[], ${at.products}::int[], ${at.bets}::int[], ${at.numbers}::text[], ${at.stakes}::numeric[],
        ${at.multipliers}::numeric[], ${at.places}::text[], ${at.rates}::int[]
      )
        WITH ORDINALITY AS given(draw_id, product_id, bet_type_id, number, stake, multiplier, place_multipliers, rate_id, n)
    )`
}

interface Beside {
  cash_account: number | null
  sales_account: number | null
  /** Ids of the draws to hold. */
  held: unknown
}

/** The ledger asks for the office's day first: payments and awards take their rows in that order too. */
const recording = compileOnce<[ReturnType<typeof ticketValues>, ReturnType<typeof settlementValues>, Beside]>(
  (at, settled, beside) => sql`
    WITH ${heldCtes(beside.held)},
    ${settlementCtes(settlementRows(settled), sql`(SELECT count(lock) FROM held) > 0`)},
    ${ticketCtes(at)},
    daily AS (
      INSERT INTO sales_days AS sales_day (day, office_id, currency, sold, n_vendido, last_sale_at)
      SELECT ${at.day}::date, ${at.office_id}::int, ${at.currency}::currency, ${at.total}::numeric, 1, ${at.at}::timestamptz
      FROM (SELECT count(*) FROM counted) AS settlement_first
      ON CONFLICT (day, office_id, currency) DO UPDATE SET sold = sales_day.sold + excluded.sold, n_vendido = sales_day.n_vendido + 1,
        last_sale_at = greatest(sales_day.last_sale_at, excluded.last_sale_at)
      RETURNING 1
    ),
    ${transferCtes({
      day: at.day,
      currency: at.currency,
      kind: 'venta',
      ref_kind: 'ticket',
      ref_id: sql`${at.id}::bigint`,
      office_id: sql`${at.office_id}::int`,
      created_by: at.seller_id,
      created_at: at.at,
      accounts: sql`
        VALUES (${beside.cash_account}::int, ${at.total}::numeric, 0::numeric),
          (${beside.sales_account}::int, 0, ${at.total}::numeric)`,
      after: sql`(SELECT count(*) FROM daily) > 0`,
    })}
    SELECT`,
)

/**
 * Nobody waits for what it writes: it is sent ahead of the quotas and the commit, which fail with it. Its locks come
 * before any row that others take too. `refused` says why where the quotas or the proof refuse.
 */
export async function record(
  tx: Tx,
  sale: Sale,
  ready: Ready,
  { content_hash, refused }: { content_hash: number; refused: (db: Executor) => Promise<never> },
): Promise<SaleKeys> {
  const { held, lines, rules } = ready
  const { office, version } = rules
  const { day, office_id, currency } = sale
  const hour = Number(inZone(sale.at, office.zone).time.slice(0, 2))
  const counted = { day, hour, office_id, currency, lines }
  const own = { id: await newTicketId(tx), serial: newSerial(day), code: newCode() }
  tx.behind(
    'sale-record',
    recording(ticketValues(sale, ready, { ...own, content_hash }), settlementValues(counted, office), {
      cash_account: office.cash_account,
      sales_account: office.sales_account,
      held: array(idsOf(lines)),
    }),
  )
  const proved = proofValues(sale, held, { id: own.id, content_hash })
  takeQuota(tx, counted, lines, { place: office, total: ready.total, version, proved, refused })
  return { day, ...own }
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

/** Prizes are good for the office's days after the last draw of the ticket, a range's last one included. */
function lastDay(lines: readonly Priced[], ranges: readonly LineRange[], office: OfficeRules): string {
  const last = [...lines.map((line) => line.facts.day!), ...ranges.map((range) => range.last_day)].sort().at(-1)!
  return addDays(last, office.prize_days)
}
