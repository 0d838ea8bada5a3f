/**
 * A partner's statement: what it and those it answers for earned, day by day, what was paid, and where weeks were closed.
 * It begins with what was owed the day before and ends with what is owed on its last: the debts of the balance of accounts.
 */
import { sql } from 'drizzle-orm'
import { concepts, movementReports } from '@contract/movement-reports.ts'
import type { Handlers } from '../platform/http/context.ts'
import { list as parameter } from '../platform/db/connect.ts'
import { handledElsewhere, listing } from '../platform/lists/listing.ts'
import { nameById } from '../platform/lists/names.ts'
import { balanceCtes } from '../rules/books/debts.ts'
import { earningKinds, ownKinds } from '../rules/ledger/debt-kinds.ts'
import { subjectOf, type Subject } from '../rules/figures/subject.ts'
import { settledListOf } from '../rules/settlement/readers.ts'

/** What a kind of account is called in a statement. */
const conceptOf = sql`CASE earned.kind
  WHEN 'ventas_externas' THEN 'externo' WHEN 'premios_externos' THEN 'externo' WHEN 'comision_externa' THEN 'externo'
  ELSE earned.kind END`

interface Asked {
  from: string
  to: string
  currency: 'BS' | 'USD' | 'COP'
}

/**
 * `movement (day, concept, currency, amount, told, balance)` and `opening (amount)`; positive is owed; `told` is what a closing
 * said. Of a debt that passed from one creditor to another the debtor's statement says the day alone.
 */
const movements = (subject: Subject, { from, to, currency }: Asked) => sql`
  RECURSIVE ${balanceCtes({ rows: sql`partner.id = ${subject.id}`, from, to, currency })},
  opening AS MATERIALIZED (SELECT coalesce((SELECT before FROM balance_row), 0.00) AS amount),
  moved AS (
    SELECT earned.day, ${conceptOf} AS concept, sum(earned.amount) AS amount, NULL::numeric AS told
    FROM booked earned
    JOIN member ON member.debtor_id = earned.partner_id AND ${inWeekOf}
    WHERE earned.day >= ${from}::date AND earned.kind = ANY (${parameter(earningKinds)}::text[])
    GROUP BY 1, 2 HAVING sum(earned.amount) <> 0
    UNION ALL
    SELECT day, 'pagos', -sum(amount), NULL
    FROM booked
    WHERE partner_id = ${subject.id} AND day >= ${from}::date AND kind = ANY (${parameter(ownKinds)}::text[])
    GROUP BY 1 HAVING sum(amount) <> 0
    UNION ALL
    SELECT passed.day, 'asignacion', sum(passed.amount), NULL FROM (
      SELECT assignment.day, CASE
          WHEN assignment.partner_id = ${subject.id} THEN 0.00
          WHEN ${subject.id} = ANY (assignment.to_line) THEN assignment.amount ELSE -assignment.amount END AS amount
      FROM assignments assignment
      WHERE assignment.currency = ${currency}::currency AND assignment.day BETWEEN ${from}::date AND ${to}::date
        AND (assignment.partner_id = ${subject.id}
          OR (${subject.id} = ANY (assignment.to_line)) <> (${subject.id} = ANY (assignment.from_line)))
    ) passed GROUP BY 1
    UNION ALL
    SELECT closing.week, 'cierre', 0.00, closing.closing FROM closings closing
    WHERE closing.partner_id = ${subject.id} AND closing.currency = ${currency}::currency AND closing.reversed_at IS NULL
      AND closing.week BETWEEN ${from}::date AND ${to}::date
  ),
  movement AS MATERIALIZED (
    SELECT moved.day, moved.concept, ${currency}::text AS currency, moved.amount, moved.told, place.n AS place,
      opening.amount + sum(moved.amount) OVER (ORDER BY moved.day, place.n) AS balance
    FROM moved
    CROSS JOIN opening
    CROSS JOIN LATERAL (SELECT array_position(${parameter(concepts)}::text[], moved.concept) AS n) place
  )`
const inWeekOf = sql`(date_trunc('week', earned.day::timestamp)::date + 6) >= member.since
  AND (date_trunc('week', earned.day::timestamp)::date + 6) < member.until`

const debit = sql`greatest(movement.amount, 0)`
const credit = sql`greatest(-movement.amount, 0)`

const statement = listing<typeof movementReports.list, never, Subject>(movementReports.list, {
  about: ({ partner_id }, { db, scope }) => subjectOf(db, scope, partner_id),
  gathered: ({ about, asked }) => ({ tables: movements(about, asked) }),
  planned_once: true,
  from: sql`movement`,
  columns: ({ about }) => sql`
    ${about.id}::int AS partner_id, movement.day || ' ' || movement.concept AS key, movement.day, movement.concept,
    movement.currency, ${debit}::numeric(18, 2)::text AS debit, ${credit}::numeric(18, 2)::text AS credit,
    movement.balance::text AS balance, movement.told::text AS told`,
  key: [sql`movement.day`, sql`movement.place`],
  scope: handledElsewhere,
  period: handledElsewhere,
  filter: { partner_id: handledElsewhere, currency: handledElsewhere },
  order: {},
  first: () => sql`movement.day, movement.place`,
  // Said without a movement too: what was owed is owed still.
  counted: ({ asked: { currency } }) => sql`
    SELECT count(movement.day)::int AS total, json_build_array(json_build_object('currency', ${currency}::text,
      'opening', opening.amount::text, 'debit', coalesce(sum(${debit}), 0.00)::numeric(18, 2)::text,
      'credit', coalesce(sum(${credit}), 0.00)::numeric(18, 2)::text,
      'closing', (opening.amount + coalesce(sum(movement.amount), 0.00))::text, 'rows', count(movement.day)::int)) AS totals
    FROM opening LEFT JOIN movement ON true GROUP BY opening.amount`,
  amounts: {
    currency: sql`movement.currency`,
    debit: sql`coalesce(sum(${debit}), 0.00)::numeric(18, 2)::text`,
    credit: sql`coalesce(sum(${credit}), 0.00)::numeric(18, 2)::text`,
  },
  named: { partner_id: (id) => nameById('partners', id) },
  heading: ({ about }) => ({ Afiliado: about.name }),
})
const handlers = settledListOf(statement)

/** A partner outside the caller's subtree is `not_found`. */
export const movementReportsRoutes: Handlers<typeof movementReports> = {
  list: handlers.list,
  listExport: handlers.export,
}
