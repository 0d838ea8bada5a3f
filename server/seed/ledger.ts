/**
 * The ledger of tickets that were loaded in bulk, a kind of entry at a time: the same entries that
 * selling, annulling, awarding, paying and expiring would have added one by one.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AccountKind } from '@contract/ledger-accounts.ts'
import type { EntryKind } from '@contract/ledger-entries.ts'
import type { Executor } from '../platform/db/connect.ts'
import { isWithoutSale } from '../rules/ledger/debt-kinds.ts'
import { refundHours } from './terms.ts'

/** From an office's account to another's; `other` is the second office of a source. */
interface Side {
  of: 'office' | 'other'
  kind: AccountKind
}

interface Booking {
  kind: EntryKind
  ref_kind: 'ticket' | 'draw' | 'settlement'
  /** Rows of day, ref_id, office_id, other_id, by, at, currency, and what the moves name. */
  source: SQL
  /** Each move takes its amount from a column of the source. */
  moves: readonly { debit: Side; credit: Side; amount: string }[]
}

const office = (kind: AccountKind): Side => ({ of: 'office', kind })

/** Adds the entries of every row and their postings; zero amounts have none. */
async function book(db: Executor, { kind, ref_kind, source, moves }: Booking): Promise<void> {
  const kinds = [...new Set(moves.flatMap((move) => [move.debit.kind, move.credit.kind]))]
  const pivot = sql.raw(kinds.map((one) => `max(id) FILTER (WHERE kind = '${one}') AS ${one}`).join(', '))
  const account = ({ of, kind: one }: Side) => `${of}.${one}`
  const sides = sql.raw(
    moves
      .flatMap((move) => [
        `(${account(move.debit)}, source.${move.amount})`,
        `(${account(move.credit)}, -source.${move.amount})`,
      ])
      .join(', '),
  )
  await db.run(sql`
    WITH account AS MATERIALIZED (
      SELECT partner_id, currency, ${pivot} FROM ledger_accounts GROUP BY 1, 2
    ), source AS MATERIALIZED (
      SELECT rows.*, nextval('ledger_entry_ids') AS entry_id FROM (${source} ORDER BY at) rows
    ), entry AS (
      INSERT INTO ledger_entries (day, id, kind, ref_kind, ref_id, office_id, created_by, created_at)
      SELECT day, entry_id, ${kind}, ${ref_kind}, ref_id, other_id, by, at FROM source
    )
    INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
    SELECT source.day, source.entry_id, side.account_id, side.amount, source.currency
    FROM source
    JOIN account office ON office.partner_id = source.office_id AND office.currency = source.currency
    JOIN account other ON other.partner_id = source.other_id AND other.currency = source.currency
    CROSS JOIN LATERAL (VALUES ${sides}) side(account_id, amount) WHERE side.amount <> 0`)
}

interface Days {
  from: string
  to: string
}

/** Of a `ticket` of these days. */
const soldIn = ({ from, to }: Days) => sql`ticket.day BETWEEN ${from}::date AND ${to}::date`
const base = sql`ticket.id AS ref_id, ticket.office_id, ticket.currency`

/** Entries of all tickets sold from `from` to `to`, and of the draws of those days. */
export async function bookDays(db: Executor, from: string, to: string): Promise<void> {
  const days = { from, to }
  await book(db, {
    kind: 'venta',
    ref_kind: 'ticket',
    moves: [{ debit: office('caja'), credit: office('ventas'), amount: 'total' }],
    source: sql`SELECT ticket.day, ${base}, ticket.office_id AS other_id, ticket.seller_id AS by, ticket.sold_at AS at, ticket.total
      FROM tickets ticket WHERE ${soldIn(days)}`,
  })
  await bookReturns(db, days)
  await bookPrizes(db, days)
}

/** What was annulled or given back is owed, and handed over, or lapses. */
async function bookReturns(db: Executor, days: Days): Promise<void> {
  const owedBack = { debit: office('ventas'), credit: office('devoluciones_por_pagar'), amount: 'total' }
  const handedOver = {
    debit: office('devoluciones_por_pagar'),
    credit: { of: 'other', kind: 'caja' },
    amount: 'total',
  } as const
  const returned = sql`ticket_lines line JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id
      JOIN draws draw ON draw.id = line.draw_id
      WHERE line.state = 'devuelta' AND line.day BETWEEN ${days.from}::date AND ${days.to}::date`
  await book(db, {
    kind: 'anulacion',
    ref_kind: 'ticket',
    moves: [owedBack],
    source: sql`
      SELECT ticket.day, ${base}, ticket.office_id AS other_id, ticket.annulled_by AS by, ticket.annulled_at AS at, ticket.total
      FROM tickets ticket
      WHERE ${soldIn(days)} AND ticket.state = 'anulado'`,
  })
  await book(db, {
    kind: 'reintegro',
    ref_kind: 'ticket',
    moves: [handedOver],
    source: sql`
      SELECT (ticket.annulled_at AT TIME ZONE banca.zone)::date AS day, ${base}, ticket.office_id AS other_id, ticket.annulled_by AS by,
        ticket.annulled_at AS at, ticket.refunded AS total
      FROM tickets ticket CROSS JOIN banca WHERE ${soldIn(days)} AND ticket.state = 'anulado'`,
  })
  await book(db, {
    kind: 'devolucion',
    ref_kind: 'ticket',
    moves: [owedBack],
    source: sql`
      SELECT ticket.day, ${base}, ticket.office_id AS other_id, NULL::int AS by, max(draw.closes_at) AS at, sum(line.stake) AS total
      FROM ${returned} GROUP BY ticket.day, ticket.id, ticket.office_id, ticket.currency`,
  })
  await book(db, {
    kind: 'reintegro',
    ref_kind: 'ticket',
    moves: [handedOver],
    source: sql`
      SELECT (came.at AT TIME ZONE banca.zone)::date AS day, came.*
      FROM (
        SELECT ${base}, coalesce(ticket.paid_office_id, ticket.office_id) AS other_id, coalesce(ticket.paid_by, ticket.seller_id) AS by,
          coalesce(ticket.paid_at, max(draw.scheduled_at) + make_interval(hours => ${refundHours})) AS at, ticket.refunded AS total
        FROM ${returned} AND ticket.refunded > 0
        GROUP BY ticket.day, ticket.id
      ) came CROSS JOIN banca`,
  })
  await book(db, {
    kind: 'caducidad',
    ref_kind: 'ticket',
    moves: [{ debit: office('devoluciones_por_pagar'), credit: office('ajustes'), amount: 'total' }],
    source: sql`
      SELECT ticket.refund_until + 1 AS day, ${base}, ticket.office_id AS other_id, NULL::int AS by,
        (ticket.refund_until + 1)::timestamp AT TIME ZONE max(banca.zone) AS at, sum(line.stake) - ticket.returned AS total
      FROM banca CROSS JOIN ${returned}
      GROUP BY ticket.day, ticket.id HAVING sum(line.stake) > ticket.returned`,
  })
}

async function bookPrizes(db: Executor, days: Days): Promise<void> {
  await book(db, {
    kind: 'premiacion',
    ref_kind: 'draw',
    moves: [{ debit: office('premios'), credit: office('premios_por_pagar'), amount: 'prizes' }],
    source: sql`
      SELECT draw.day, draw.id AS ref_id, prize.office_id, prize.currency, prize.office_id AS other_id, NULL::int AS by,
        max(prize.awarded_at) AS at, sum(prize.amount) AS prizes
      FROM draws draw JOIN prizes prize ON prize.draw_id = draw.id AND prize.withdrawn_at IS NULL
      WHERE draw.day BETWEEN ${days.from}::date AND ${days.to}::date GROUP BY draw.day, draw.id, prize.office_id, prize.currency`,
  })
  await book(db, {
    kind: 'pago_premio',
    ref_kind: 'ticket',
    moves: [{ debit: office('premios_por_pagar'), credit: { of: 'other', kind: 'caja' }, amount: 'prize' }],
    source: sql`
      SELECT (ticket.paid_at AT TIME ZONE banca.zone)::date AS day, ${base}, ticket.paid_office_id AS other_id, ticket.paid_by AS by,
        ticket.paid_at AS at, ticket.prize
      FROM tickets ticket CROSS JOIN banca WHERE ${soldIn(days)} AND ticket.state = 'pagado'`,
  })
  await book(db, {
    kind: 'vencimiento',
    ref_kind: 'ticket',
    moves: [{ debit: office('premios_por_pagar'), credit: office('ajustes'), amount: 'prize' }],
    source: sql`
      SELECT ticket.expires_on + 1 AS day, ${base}, ticket.office_id AS other_id, NULL::int AS by,
        (ticket.expires_on + 1)::timestamp AT TIME ZONE banca.zone AS at, ticket.prize
      FROM tickets ticket CROSS JOIN banca WHERE ${soldIn(days)} AND ticket.state = 'vencido'`,
  })
}

/** What the offices' days have earned, once they are settled. */
export async function bookSettled(db: Executor, from: string, to: string): Promise<void> {
  for (const [kind, sum] of [
    ['comision', 'commission'],
    ['participacion', 'participation'],
  ] as const) {
    await book(db, {
      kind,
      ref_kind: 'settlement',
      moves: [{ debit: office(kind), credit: office(`${kind}_por_pagar`), amount: sum }],
      source: sql`
        SELECT sales_day.day, office.father_id AS ref_id, sales_day.office_id, sales_day.currency, sales_day.office_id AS other_id,
          NULL::int AS by,
          (sales_day.day + 1)::timestamp AT TIME ZONE banca.zone AS at, sales_day.${sql.raw(sum)}
        FROM sales_days sales_day
        JOIN partners office ON office.id = sales_day.office_id
        CROSS JOIN banca
        WHERE sales_day.day BETWEEN ${from}::date AND ${to}::date AND sales_day.${sql.raw(sum)} <> 0`,
    })
  }
}

/** The daily sums of every account, from postings alone. The table must be empty. */
export async function sumLedger(db: Executor): Promise<void> {
  await db.run(sql`
    INSERT INTO ledger_days (account_id, day, debit, credit, without_sale)
    SELECT moved.account_id, moved.day, moved.debit, moved.credit, ${isWithoutSale(sql`account.kind`)}
    FROM (
      SELECT account_id, day, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS debit,
        coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS credit
      FROM ledger_postings GROUP BY 1, 2
    ) moved
    JOIN ledger_accounts account ON account.id = moved.account_id
    ORDER BY 1, 2`)
}
