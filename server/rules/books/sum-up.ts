/**
 * What partners have earned since their last closing, as one statement that also says which transactions it saw: its
 * snapshot is the closing's cut, and what is written of a closed week by a transaction that the cut does not see is late.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { earningKinds } from '../ledger/debt-kinds.ts'
import { sundayOf } from './creditors.ts'
import { cameLate, latePosting } from './late.ts'

/** Amounts of one week, decimal strings: what the partner keeps of it counts against it. */
interface WeekSums {
  sunday: string
  /** Of a week that was closed before. */
  late: boolean
  sold: string
  prizes: string
  commission: string
  participation: string
  margin: string
  external: string
  adjustments: string
  /** sold − prizes − commission − participation − margin + external + adjustments */
  due: string
}

/** What a closing of one partner and currency is made from. */
export interface OpenBook {
  partner_id: number
  currency: Currency
  /** The Sunday of its last closing; null where there is none. */
  closed_through: string | null
  /** Owed at the end of that week. */
  opening: string
  /** What moved in its `liquidacion` since; positive is owed. */
  moved: string
  /** What those it answers for passed on to it since. */
  collected: string
  weeks: WeekSums[]
  /** The snapshot in which all of it was read. */
  cut: string
}

const of = (...kinds: (typeof earningKinds)[number][]) => sql`
  coalesce(sum(part.amount) FILTER (WHERE part.kind IN (${sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  )})), 0)`

/**
 * The open books of these partners up to the Sunday `week`, those whose next week to close it is. Of `few` each account is
 * looked up; of more the week's days are read of all accounts.
 */
export function sumUp(tx: Tx, partner_ids: readonly number[], week: string, few = 500): Promise<OpenBook[]> {
  return partner_ids.length > few
    ? tx.rows<OpenBook>(openBooks(partner_ids, week, ofMany(week)))
    : tx.prepared<OpenBook>('open-books', openBooks(partner_ids, week, ofFew(week)))
}

const isEarning = sql`account.kind = ANY (${list(earningKinds)}::text[])`

/** The accounts of what the books of `which` earned: an agency's has its offices' too. */
const accountsOf = (which: SQL) => sql`
      SELECT member.partner_id, member.currency, member.through, member.cut, account.id, account.kind
      FROM (
        SELECT book.*, book.partner_id AS owner_id FROM book WHERE ${which}
        UNION ALL
        SELECT book.*, office.id FROM book JOIN partners office ON office.father_id = book.partner_id AND office.type = 'taquilla'
        WHERE book.type = 'agencia' AND ${which}
      ) member
      JOIN ledger_accounts account ON account.partner_id = member.owner_id AND account.currency = member.currency AND ${isEarning}`

/** What came to each `account` since its book was closed. Looked up: OFFSET keeps the planner from reading all days for it. */
const cameTo = (until: SQL) => sql`
      SELECT account.partner_id, account.currency, account.kind, ${sundayOf(sql`came.day`)} AS sunday, false AS late, came.amount
      FROM account
      CROSS JOIN LATERAL (
        SELECT ledger_day.day, ledger_day.credit - ledger_day.debit AS amount FROM ledger_days ledger_day
        WHERE ledger_day.account_id = account.id AND ledger_day.day > account.through AND ledger_day.day <= ${until}
        OFFSET 0
      ) came`

/** `account`, and `part`: what came to each. */
const ofFew = (week: string) => sql`
    account AS MATERIALIZED (${accountsOf(sql`true`)}
    ), part AS (${cameTo(sql`${week}::date`)}
      UNION ALL
      SELECT account.partner_id, account.currency, account.kind, ${sundayOf(sql`late.day`)}, true, -late.amount
      FROM ${latePosting(sql`book`)} late
      JOIN account ON account.id = late.account_id AND ${cameLate(sql`late`, sql`account`)}
    )`

/** The `account` of what came, and the `book` that it is in. */
const inItsBook = (came: SQL) => sql`
      JOIN ledger_accounts account ON account.id = ${came}.account_id AND ${isEarning}
      JOIN partners owner ON owner.id = account.partner_id
      JOIN book ON book.currency = account.currency
        AND book.partner_id = CASE owner.type WHEN 'taquilla' THEN owner.father_id ELSE owner.id END`

/** The same: of this week from the days of all accounts, of weeks before it from the accounts (`account`) of who never closed. */
const ofMany = (week: string) => sql`
    account AS MATERIALIZED (${accountsOf(sql`book.through < ${week}::date - 7`)}
    ), part AS (
      SELECT book.partner_id, book.currency, account.kind, ${week}::date AS sunday, false AS late, came.amount
      FROM (
        SELECT ledger_day.account_id, ledger_day.credit - ledger_day.debit AS amount FROM ledger_days ledger_day
        WHERE ledger_day.day > ${week}::date - 7 AND ledger_day.day <= ${week}::date
        OFFSET 0
      ) came ${inItsBook(sql`came`)}
      UNION ALL ${cameTo(sql`${week}::date - 7`)}
      UNION ALL
      SELECT book.partner_id, book.currency, account.kind, ${sundayOf(sql`late.day`)}, true, -late.amount
      FROM ${latePosting(sql`book`)} late ${inItsBook(sql`late`)} AND ${cameLate(sql`late`, sql`book`)}
    )`

/** `book`, `parts` and their sums: a row for each open book. */
const openBooks = (partner_ids: readonly number[], week: string, parts: SQL) => sql`
    WITH book AS MATERIALIZED (
      SELECT partner.id AS partner_id, partner.type, each.currency, coalesce(books.closed_through, '-infinity') AS through,
        last.cut, last.closed_at, last.closing
      FROM partners partner
      CROSS JOIN unnest(enum_range(NULL::currency)) each(currency)
      LEFT JOIN partner_books books ON books.partner_id = partner.id AND books.currency = each.currency
      LEFT JOIN closings last ON last.partner_id = partner.id AND last.currency = each.currency
        AND last.week = books.closed_through AND last.reversed_at IS NULL
      WHERE partner.id = ANY (${list(partner_ids)}::int[])
        AND (books.closed_through IS NULL OR books.closed_through = ${week}::date - 7)
    ), ${parts}, week AS (
      SELECT part.partner_id, part.currency, jsonb_build_object(
        'sunday', part.sunday, 'late', part.late, 'sold', ${of('ventas')}::text, 'prizes', (-${of('premios')})::text,
        'commission', (-${of('comision')})::text, 'participation', (-${of('participacion')})::text,
        'margin', (-${of('margen')})::text,
        'external', ${of('ventas_externas', 'premios_externos', 'comision_externa')}::text, 'adjustments', ${of('ajustes')}::text,
        'due', sum(part.amount)::text) AS sums
      FROM part
      GROUP BY part.partner_id, part.currency, part.sunday, part.late
    ), weeks AS (
      SELECT week.partner_id, week.currency, jsonb_agg(week.sums ORDER BY week.sums->>'sunday') AS sums FROM week GROUP BY 1, 2
    ), moved AS (
      SELECT book.partner_id, book.currency,
        sum(ledger_day.debit - ledger_day.credit) FILTER (WHERE own.kind = 'liquidacion') AS owed,
        sum(ledger_day.credit - ledger_day.debit) FILTER (WHERE own.kind = 'cobranza') AS collected
      FROM book
      JOIN ledger_accounts own ON own.partner_id = book.partner_id AND own.currency = book.currency
        AND own.kind IN ('liquidacion', 'cobranza')
      JOIN ledger_days ledger_day ON ledger_day.account_id = own.id
        AND ledger_day.day > book.through AND ledger_day.day <= ${week}::date
      GROUP BY 1, 2
    )
    SELECT book.partner_id, book.currency::text AS currency, nullif(book.through, '-infinity')::text AS closed_through,
      coalesce(book.closing, 0)::text AS opening, coalesce(moved.owed, 0)::text AS moved,
      coalesce(moved.collected, 0)::text AS collected, coalesce(weeks.sums, '[]') AS weeks, pg_current_snapshot()::text AS cut
    FROM book
    LEFT JOIN weeks USING (partner_id, currency)
    LEFT JOIN moved USING (partner_id, currency)
    ORDER BY book.partner_id, book.currency`
