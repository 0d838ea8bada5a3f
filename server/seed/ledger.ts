/**
 * The ledger of tickets that were loaded in bulk, a kind of entry at a time: the same entries that
 * selling, annulling, awarding, paying and expiring would have added one by one.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AccountKind } from '../rules/ledger/accounts.ts'
import type { EntryKind } from '../rules/ledger/entries.ts'
import type { Executor } from '../platform/db/connect.ts'

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
      .flatMap((move) => [`(${account(move.debit)}, s.${move.amount})`, `(${account(move.credit)}, -s.${move.amount})`])
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
    SELECT s.day, s.entry_id, side.account_id, side.amount, s.currency
    FROM source s
    JOIN account office ON office.partner_id = s.office_id AND office.currency = s.currency
    JOIN account other ON other.partner_id = s.other_id AND other.currency = s.currency
    CROSS JOIN LATERAL (VALUES ${sides}) side(account_id, amount) WHERE side.amount <> 0`)
}

/** Entries of all tickets sold from `from` to `to`, and of the draws of those days. */
export async function bookDays(db: Executor, from: string, to: string): Promise<void> {
  const sold = sql`t.day BETWEEN ${from}::date AND ${to}::date`
  const base = sql`t.id AS ref_id, t.office_id, t.currency`
  const total = { debit: office('caja'), credit: office('ventas'), amount: 'total' }
  await book(db, {
    kind: 'venta',
    ref_kind: 'ticket',
    moves: [total],
    source: sql`SELECT t.day, ${base}, t.office_id AS other_id, t.seller_id AS by, t.sold_at AS at, t.total FROM tickets t WHERE ${sold}`,
  })
  await book(db, {
    kind: 'anulacion',
    ref_kind: 'ticket',
    moves: [reversed(total)],
    source: sql`
      SELECT t.day, ${base}, t.office_id AS other_id, t.annulled_by AS by, t.annulled_at AS at, t.total
      FROM tickets t
      WHERE ${sold} AND t.state = 'anulado'`,
  })
  await book(db, {
    kind: 'devolucion',
    ref_kind: 'ticket',
    moves: [reversed(total)],
    source: sql`
      SELECT t.day, ${base}, t.office_id AS other_id, NULL::int AS by, max(d.scheduled_at) AS at, sum(l.stake) AS total
      FROM ticket_lines l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id JOIN draws d ON d.id = l.draw_id
      WHERE l.state = 'devuelta' AND l.day BETWEEN ${from}::date AND ${to}::date GROUP BY t.day, t.id, t.office_id, t.currency`,
  })
  await book(db, {
    kind: 'premiacion',
    ref_kind: 'draw',
    moves: [{ debit: office('premios'), credit: office('premios_por_pagar'), amount: 'prizes' }],
    source: sql`
      SELECT d.day, d.id AS ref_id, p.office_id, p.currency, p.office_id AS other_id, NULL::int AS by,
        max(p.awarded_at) AS at, sum(p.amount) AS prizes
      FROM draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL
      WHERE d.day BETWEEN ${from}::date AND ${to}::date GROUP BY d.day, d.id, p.office_id, p.currency`,
  })
  await book(db, {
    kind: 'pago_premio',
    ref_kind: 'ticket',
    moves: [{ debit: office('premios_por_pagar'), credit: { of: 'other', kind: 'caja' }, amount: 'prize' }],
    source: sql`
      SELECT (t.paid_at AT TIME ZONE b.zone)::date AS day, ${base}, t.paid_office_id AS other_id, t.paid_by AS by, t.paid_at AS at, t.prize
      FROM tickets t CROSS JOIN banca b WHERE ${sold} AND t.state = 'pagado'`,
  })
  await book(db, {
    kind: 'vencimiento',
    ref_kind: 'ticket',
    moves: [{ debit: office('premios_por_pagar'), credit: office('ajustes'), amount: 'prize' }],
    source: sql`
      SELECT t.expires_on + 1 AS day, ${base}, t.office_id AS other_id, NULL::int AS by,
        (t.expires_on + 1)::timestamp AT TIME ZONE b.zone AS at, t.prize
      FROM tickets t CROSS JOIN banca b WHERE ${sold} AND t.state = 'vencido'`,
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
        SELECT s.day, o.father_id AS ref_id, s.office_id, s.currency, s.office_id AS other_id, NULL::int AS by,
          (s.day + 1)::timestamp AT TIME ZONE b.zone AS at, s.${sql.raw(sum)}
        FROM sales_days s
        JOIN partners o ON o.id = s.office_id
        CROSS JOIN banca b
        WHERE s.day BETWEEN ${from}::date AND ${to}::date AND s.${sql.raw(sum)} <> 0`,
    })
  }
}

function reversed({ debit, credit, amount }: Booking['moves'][number]): Booking['moves'][number] {
  return { debit: credit, credit: debit, amount }
}

/** The daily sums of every account, from postings alone. The table must be empty. */
export async function sumLedger(db: Executor): Promise<void> {
  await db.run(sql`
    INSERT INTO ledger_days (account_id, day, debit, credit)
    SELECT account_id, day, coalesce(sum(amount) FILTER (WHERE amount > 0), 0), coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)
    FROM ledger_postings GROUP BY account_id, day ORDER BY account_id, day`)
}
