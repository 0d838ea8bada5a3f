/**
 * The statements of a week, line by line, as common table expressions. A closed week is as it was told when it was closed; of
 * one that is not, what would be told now. Commission and participation come apart into what they were reckoned from, by the
 * units of the settlement; whatever these do not account for (other days of a first closing, what was corrected since) is a
 * line of its own, so that the lines always come to what is told.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { addDays } from '@contract/values/dates.ts'
import { assigned } from './assigned.ts'
import { creditors } from './creditors.ts'
import { balanceCtes } from './debts.ts'

interface Asked {
  /** Which partners (`partner`): a condition. */
  rows: SQL
  /** The Sunday of the week. */
  week: string
  currency?: Currency | undefined
  /** As `balanceCtes` has it. */
  closed?: string | null | undefined
}

/** What a closing says of a week, in the order of the sum: by sign, and the concept that it is in a statement. */
const plain = [
  ['margen', sql`-statement.margin`],
  ['externo', sql`statement.external`],
  ['ajustes', sql`statement.adjustments`],
] as const

const standing = (partner: SQL, week: string) => sql`
  SELECT 1 FROM closings closing WHERE closing.partner_id = ${partner} AND closing.week = ${week}::date AND closing.reversed_at IS NULL`

/** Of a partner with a closing of the week that stands nothing has to be worked out, unless one of its currencies was reopened. */
const isToReckon = (week: string) => sql`(NOT EXISTS (${standing(sql`partner.id`, week)}) OR EXISTS (
  SELECT 1 FROM closings undone WHERE undone.partner_id = partner.id AND undone.week = ${week}::date
    AND undone.reversed_at IS NOT NULL
    AND NOT EXISTS (${standing(sql`partner.id`, week)} AND closing.currency = undone.currency)))`

const earned = ['sold', 'prizes', 'commission', 'participation', 'margin', 'external', 'adjustments'] as const
const columnsOf = (row: string) =>
  sql.join(
    earned.map((name) => sql.raw(`${row}.${name}`)),
    sql`, `,
  )

/**
 * `statement (partner_id, creditor_id, currency, closing_id, state, …)`: a row for each currency in which there is anything.
 * The week after the last closing begins with what that one told, and what came of it since is late; one after weeks that are
 * open begins with what is known of them.
 */
const statementCte = ({ rows, week, currency }: Asked) => sql`
    statement AS MATERIALIZED (
      SELECT closing.partner_id, closing.creditor_id, closing.currency, closing.id AS closing_id, 'cerrada' AS state, closing.is_first,
        partner.type = 'agencia' AS is_agency, ${columnsOf('closing')}, closing.late, closing.collected, closing.opening, closing.payments
      FROM closings closing
      JOIN partners partner ON partner.id = closing.partner_id
      WHERE closing.week = ${week}::date AND closing.reversed_at IS NULL AND ${rows}
        ${currency ? sql`AND closing.currency = ${currency}::currency` : sql``}
      UNION ALL
      SELECT row.partner_id, creditor.creditor_id, row.currency, NULL,
        CASE WHEN books.closed_through >= ${week}::date THEN 'anterior' ELSE 'abierta' END, false,
        partner.type = 'agencia', ${columnsOf('row')},
        row.before - coalesce(last.closing, row.before), 0.00, coalesce(last.closing, row.before), row.payments
      FROM balance_row row
      JOIN partners partner ON partner.id = row.partner_id
      JOIN ${creditors} creditor ON creditor.partner_id = row.partner_id
        AND creditor.since <= ${week}::date AND ${week}::date < creditor.until
      LEFT JOIN partner_books books ON books.partner_id = row.partner_id AND books.currency = row.currency
      LEFT JOIN closings last ON last.partner_id = row.partner_id AND last.currency = row.currency
        AND last.week = ${week}::date - 7 AND last.reversed_at IS NULL
      WHERE NOT EXISTS (${standing(sql`row.partner_id`, week)} AND closing.currency = row.currency)
    )`

/**
 * `reckoned`: the parts of commission and participation. What all was sold at one rate is one part; else each product by rate
 * is one, with its bet types and days where the product had several.
 */
const reckonedCtes = (week: string) => sql`
    unit AS MATERIALIZED (
      SELECT settled.agency_id AS partner_id, settled.currency, settled.product_id, settled.rate_id, settled.sold, settled.prizes,
        settled.commission, settled.participation, settled.carried, rate.commission_kind, rate.commission_percent,
        rate.participation_kind, rate.participation_percent
      FROM statement
      JOIN settlement_weeks settled ON settled.agency_id = statement.partner_id AND settled.currency = statement.currency
        AND settled.week = ${addDays(week, -6)}::date
      JOIN frozen_rates rate ON rate.id = settled.rate_id
      WHERE NOT statement.is_first
    ),
    part AS (
      SELECT partner_id, currency, 'comision' AS concept, commission_kind AS kind, commission_percent AS percent,
        commission_kind = 'VENTA' AS adds_up, product_id, rate_id, sold, prizes, 0.00 AS commission, 0.00 AS carried, commission AS amount
      FROM unit
      UNION ALL
      SELECT partner_id, currency, 'participacion', participation_kind, participation_percent, participation_kind = 'COMPARTIDA',
        product_id, rate_id, sold, prizes, commission, carried, participation
      FROM unit
    ),
    alike AS (
      SELECT partner_id, currency, concept, bool_and(adds_up) AND count(DISTINCT (kind, percent)) = 1 AS is_one
      FROM part GROUP BY 1, 2, 3
    ),
    gathered AS (
      SELECT part.partner_id, part.currency, part.concept, part.kind, part.percent,
        CASE WHEN NOT alike.is_one THEN part.product_id END AS product_id,
        array_agg(DISTINCT part.rate_id) AS rates, sum(part.sold) AS sold, sum(part.prizes) AS prizes, sum(part.commission) AS commission,
        sum(part.carried) AS carried, sum(part.amount) AS amount
      FROM part
      JOIN alike USING (partner_id, currency, concept)
      GROUP BY 1, 2, 3, 4, 5, 6, CASE WHEN NOT part.adds_up THEN part.rate_id END
      HAVING part.percent > 0 OR sum(part.amount) <> 0
    ),
    reckoned AS MATERIALIZED (
      SELECT gathered.*, cells.bet_types, cells.since, cells.until
      FROM (SELECT *, count(*) OVER (PARTITION BY partner_id, currency, concept, product_id) > 1 AS is_several FROM gathered) gathered
      LEFT JOIN LATERAL (
        SELECT array_agg(DISTINCT bet_type.name ORDER BY bet_type.name) AS bet_types, min(cell.day) AS since, max(cell.day) AS until
        FROM partners office
        JOIN settlement_hours cell ON cell.office_id = office.id AND cell.day BETWEEN ${addDays(week, -6)}::date AND ${week}::date
          AND cell.currency = gathered.currency AND cell.product_id = gathered.product_id AND cell.rate_id = ANY (gathered.rates)
        JOIN bet_types bet_type ON bet_type.id = cell.bet_type_id
        WHERE office.father_id = gathered.partner_id
      ) cells ON gathered.is_several AND gathered.product_id IS NOT NULL
    )`

/**
 * `passed`: by whom what was passed on was closed; `moved`: what came from another creditor or went to one; `paid`: each
 * payment, undone ones and openings too.
 */
const postedCtes = (week: string) => sql`
    passed AS (
      SELECT statement.partner_id, statement.currency, debtor.name, -sum(posting.amount) AS amount
      FROM statement
      JOIN ledger_accounts account ON account.partner_id = statement.partner_id AND account.currency = statement.currency
        AND account.kind = 'cobranza'
      JOIN ledger_postings posting ON posting.account_id = account.id
        AND posting.day BETWEEN ${addDays(week, -6)}::date AND ${week}::date
      JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id AND entry.ref_kind = 'closing'
      JOIN closings passed_on ON passed_on.id = entry.ref_id
      JOIN partners debtor ON debtor.id = passed_on.partner_id
      WHERE statement.closing_id IS NOT NULL AND NOT statement.is_first
      GROUP BY 1, 2, debtor.id HAVING sum(posting.amount) <> 0
    ),
    moved AS (
      SELECT statement.partner_id, statement.currency, statement.closing_id, change.amount
      FROM statement
      JOIN (${assigned(sql`day BETWEEN ${addDays(week, -6)}::date AND ${week}::date`)}) change
        ON change.partner_id = statement.partner_id AND change.currency = statement.currency
      WHERE NOT statement.is_first AND change.amount <> 0
    ),
    paid AS (
      SELECT statement.partner_id, statement.currency, entry.id AS entry_id, entry.memo AS name, posting.day, posting.amount
      FROM statement
      JOIN ledger_accounts account ON account.partner_id = statement.partner_id AND account.currency = statement.currency
        AND account.kind = 'liquidacion'
      JOIN ledger_postings posting ON posting.account_id = account.id
        AND posting.day BETWEEN ${addDays(week, -6)}::date AND ${week}::date
      JOIN ledger_entries entry ON entry.day = posting.day AND entry.id = posting.entry_id
        AND entry.kind NOT IN ('cierre', 'reapertura', 'asignacion')
      WHERE NOT statement.is_first
    )`

/** A line of no unit: its place among the others, its concept and its amount, of the rows of `from`. */
const line = (
  place: number,
  concept: string,
  amount: SQL,
  { from = sql`statement`, name = sql`NULL`, n = sql`0` } = {},
) => sql`
      SELECT partner_id, currency, ${place}::int AS place, ${n}::bigint AS n, ${concept}::text AS concept, ${name}::text AS name,
        NULL::text AS kind, NULL::numeric AS percent, NULL::smallint AS product_id, NULL::text[] AS bet_types, NULL::date AS since,
        NULL::date AS until, NULL::numeric AS sold, NULL::numeric AS prizes, NULL::numeric AS commission, NULL::numeric AS carried,
        ${amount} AS amount, false AS is_rest
      FROM ${from}`

const partsOf = (place: number, concept: 'comision' | 'participacion') => sql`
      SELECT partner_id, currency, ${place}::int,
        row_number() OVER (PARTITION BY partner_id, currency ORDER BY product_id, percent, kind, rates),
        concept, NULL, kind, percent, product_id, bet_types, since, until, sold, prizes, commission, carried, -amount, false
      FROM reckoned WHERE concept = ${concept}`

/** What is told of a concept and in none of its lines. */
const rest = (place: number, concept: string, all: SQL, parts: SQL) => sql`
      SELECT partner_id, currency, ${place}::int, 0, ${concept}, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
        ${all} - coalesce(known.amount, 0), true
      FROM statement LEFT JOIN (${parts} GROUP BY 1, 2) known USING (partner_id, currency)
      WHERE ${all} <> coalesce(known.amount, 0)`
const reckonedOf = (concept: string) => sql`
  SELECT partner_id, currency, -sum(amount) AS amount FROM reckoned WHERE concept = ${concept}`
const sumOf = (from: SQL) => sql`SELECT partner_id, currency, sum(amount) AS amount FROM ${from}`

const linesCte = sql`
    line AS (
      ${line(10, 'anterior', sql`NULL::numeric`)}
      UNION ALL ${line(20, 'ventas', sql`sold`)} WHERE is_agency OR sold <> 0
      UNION ALL ${line(30, 'premios', sql`-prizes`)} WHERE is_agency OR prizes <> 0
      UNION ALL ${partsOf(40, 'comision')}
      UNION ALL ${rest(41, 'comision', sql`-commission`, reckonedOf('comision'))}
      UNION ALL ${partsOf(50, 'participacion')}
      UNION ALL ${rest(51, 'participacion', sql`-participation`, reckonedOf('participacion'))}
      ${sql.join(
        plain.map(([concept, amount], n) => sql`UNION ALL ${line(60 + n, concept, amount)} WHERE ${amount} <> 0`),
        sql` `,
      )}
      UNION ALL ${line(70, 'cobranza', sql`amount`, {
        from: sql`passed`,
        name: sql`name`,
        n: sql`row_number() OVER (PARTITION BY partner_id, currency ORDER BY name)`,
      })}
      UNION ALL ${rest(
        71,
        'cobranza',
        sql`collected`,
        sumOf(sql`(
          SELECT partner_id, currency, amount FROM passed
          UNION ALL SELECT partner_id, currency, amount FROM moved WHERE closing_id IS NOT NULL) known`),
      )}
      UNION ALL ${line(80, 'tardio', sql`late`)} WHERE late <> 0
      UNION ALL ${line(85, 'asignacion', sql`amount`, { from: sql`moved` })}
      UNION ALL ${line(90, 'pagos', sql`amount`, {
        from: sql`paid`,
        name: sql`coalesce(name || ', ', '') || to_char(day, 'DD/MM/YYYY')`,
        n: sql`row_number() OVER (PARTITION BY partner_id, currency ORDER BY day, entry_id)`,
      })}
      UNION ALL ${rest(91, 'pagos', sql`-payments`, sumOf(sql`paid`))}
      UNION ALL ${line(99, 'saldo', sql`NULL::numeric`)}
    )`

/**
 * `statement_line`, for a WITH RECURSIVE: every line with the balance it leaves, in the order (partner_id, currency, place, n),
 * and what of its statement it says (state, creditor_id, closing_id, is_agency). Of all partners they add up to nothing that
 * anybody asks: what an agency owes is in the statement of whoever answers for it too.
 */
export function weekStatementCtes(asked: Asked): SQL {
  const { rows, week, currency, closed } = asked
  const days = { from: addDays(week, -6), to: week }
  return sql`${balanceCtes({ rows: sql`${rows} AND ${isToReckon(week)}`, currency, closed, ...days })},
    ${statementCte(asked)}, ${reckonedCtes(week)}, ${postedCtes(week)}, ${linesCte},
    statement_line AS MATERIALIZED (
      SELECT line.*, statement.state, statement.creditor_id, statement.closing_id, statement.is_agency,
        statement.opening + coalesce(sum(line.amount) OVER (
          PARTITION BY line.partner_id, line.currency ORDER BY line.place, line.n), 0.00) AS balance
      FROM line JOIN statement USING (partner_id, currency)
    )`
}
