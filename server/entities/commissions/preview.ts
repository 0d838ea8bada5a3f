/**
 * A partner's last closed week worked through under other rates. It is settled by the settlement's own expressions, in its own
 * units: a ticket office with all of its agency. Lines whose rate the edits change are counted under the new one, all others
 * under what is frozen with them: edits that change nothing make no difference, whatever has changed since the week. Nothing
 * is written.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { CarriedLoss, CommissionPreviewRow, commissions } from '@contract/commissions.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { addDays } from '@contract/values/dates.ts'
import { json, type Executor } from '../../platform/db/connect.ts'
import { under, type Scope } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { mostSpecific, rateColumns, speaksOf, setAsOf } from '../../rules/commissions/in-force.ts'
import { leftBefore, settledCtes } from '../../rules/settlement/settled.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { settleFirst } from '../../rules/settlement/readers.ts'

type Edits = Received<typeof commissions.preview>['body']['commissions']

/** Monday of the last week that is over on `today`. */
function lastWeek(today: string): { from: string; to: string } {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const from = addDays(today, -weekday - 7)
  return { from, to: addDays(from, 6) }
}

/** Whose week it is: the partner's, an office's with its whole agency. */
interface Asked {
  partner_id: number
  /** Of an office its agency. */
  agency: { id: number; name: string } | null
  whole: boolean
}

/** `column` is an agency, or an office, of those that are settled. */
function isSettled({ partner_id, agency, whole }: Asked, column: SQL): SQL {
  return whole ? sql`true` : under(agency?.id ?? partner_id, column)
}

/**
 * `parts`, each whole: a part that a row does not set is that of the row which would hold without it, and so on upwards, as
 * `inherited_rate` in the migrations says of what is saved.
 */
const filled = sql`
  WITH RECURSIVE deep AS (
    SELECT n, partner_id, product_id, bet_type_id, currency, 0 AS depth, 0 AS step, ${rateColumns} FROM parts
    UNION ALL
    SELECT deep.n, deep.partner_id, rate.product_id, rate.bet_type_id, rate.currency, rate.depth, deep.step + 1,
      coalesce(deep.commission_kind, rate.commission_kind), coalesce(deep.commission_percent, rate.commission_percent),
      coalesce(deep.participation_kind, rate.participation_kind), coalesce(deep.participation_percent, rate.participation_percent)
    FROM deep CROSS JOIN LATERAL (
      SELECT rate.*, above.depth FROM partner_ancestors above JOIN parts rate ON rate.partner_id = above.ancestor_id
      WHERE above.partner_id = deep.partner_id AND above.depth >= deep.depth AND ${speaksOf(sql`deep`)}
        AND NOT (
          above.depth = deep.depth AND rate.product_id IS NOT DISTINCT FROM deep.product_id
          AND rate.bet_type_id IS NOT DISTINCT FROM deep.bet_type_id AND rate.currency IS NOT DISTINCT FROM deep.currency
        )
      ORDER BY above.depth, ${mostSpecific} LIMIT 1) rate
    WHERE num_nulls(deep.commission_kind, deep.commission_percent, deep.participation_kind, deep.participation_percent) > 0
  )
  SELECT DISTINCT ON (n) n, ${rateColumns} FROM deep ORDER BY n, step DESC`

/** The four columns of a row `of`; what nobody set pays nothing. */
const held = (of: string) =>
  sql.raw(`
    coalesce(${of}.commission_kind, 'VENTA') AS commission_kind,
    coalesce(${of}.commission_percent, 0)::numeric(7, 4) AS commission_percent,
    coalesce(${of}.participation_kind, 'COMPARTIDA') AS participation_kind,
    coalesce(${of}.participation_percent, 0)::numeric(7, 4) AS participation_percent`)

/**
 * `base`: the week's cells as they were settled. `cells`: the same under the rates that would hold, of which `terms` are
 * those that no line was ever sold under yet, with ids of their own.
 */
function reratedCtes(asked: Asked, { from, to }: { from: string; to: string }, edits: Edits): SQL {
  const flat = edits.map(({ rate, ...key }) => ({ ...key, ...rate }))
  // Sums of a week are the same in any order; only an office's own part of its agency follows the hours.
  const [hours, grouped] = asked.agency
    ? [sql`settlement_hour.day, settlement_hour.hour`, sql`settlement_hour.day, settlement_hour.hour`]
    : [sql`${from}::date AS day, 0 AS hour`, sql`settlement_hour.office_id`]
  const holding = (rates: SQL) => sql`
    SELECT DISTINCT ON (key.office_id, key.product_id, key.bet_type_id, key.currency) key.*, ${rateColumns}
    FROM key JOIN above USING (office_id) JOIN ${rates} rate ON rate.partner_id = above.ancestor_id AND ${speaksOf(sql`key`)}
    ORDER BY key.office_id, key.product_id, key.bet_type_id, key.currency, above.depth, ${mostSpecific}`
  return sql`
    edited AS (
      SELECT * FROM jsonb_to_recordset(${json(flat)}) AS edit(partner_id int, product_id smallint, bet_type_id smallint, currency currency,
        commission_kind text, commission_percent numeric, participation_kind text, participation_percent numeric)
    ), base AS MATERIALIZED (
      SELECT settlement_hour.office_id, settlement_hour.currency, settlement_hour.product_id, settlement_hour.bet_type_id,
        settlement_hour.rate_id, ${hours}, sum(settlement_hour.sold) AS sold, sum(settlement_hour.prizes) AS prizes,
        coalesce(sum(settled.commission), 0) AS commission, coalesce(sum(settled.participation), 0) AS participation
      FROM settlement_hours settlement_hour
      LEFT JOIN settled_hours settled USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      WHERE settlement_hour.day BETWEEN ${from}::date AND ${to}::date AND ${isSettled(asked, sql`settlement_hour.office_id`)}
      GROUP BY 1, 2, 3, 4, 5, ${grouped}
    ), key AS MATERIALIZED (
      SELECT DISTINCT office_id, product_id, bet_type_id, currency FROM base
    ), above AS MATERIALIZED (
      SELECT office.office_id, above.ancestor_id, above.depth
      FROM (SELECT DISTINCT office_id FROM base) office
      JOIN partner_ancestors above ON above.partner_id = office.office_id
    ), now AS MATERIALIZED (
      -- Of the partners above these offices alone: a wide banca has hundreds of thousands of rates, and each partner few.
      SELECT rate.partner_id, rate.product_id, rate.bet_type_id, rate.currency, ${rateColumns} FROM commissions_at(${setAsOf}) rate
      WHERE rate.partner_id = ANY (ARRAY(SELECT DISTINCT ancestor_id FROM above))
    ), parts AS MATERIALIZED (
      SELECT row_number() OVER () AS n, part.* FROM (
        SELECT rate.partner_id, rate.product_id, rate.bet_type_id, rate.currency, ${rateColumns} FROM commissions_set_at(${setAsOf}) rate
        WHERE rate.partner_id = ANY (ARRAY(SELECT DISTINCT ancestor_id FROM above))
          AND NOT EXISTS (
            SELECT 1
            FROM edited
            WHERE edited.partner_id = rate.partner_id AND edited.product_id IS NOT DISTINCT FROM rate.product_id
              AND edited.bet_type_id IS NOT DISTINCT FROM rate.bet_type_id AND edited.currency IS NOT DISTINCT FROM rate.currency
          )
        UNION ALL SELECT partner_id, product_id, bet_type_id, currency, ${rateColumns} FROM edited
        WHERE num_nonnulls(${rateColumns}) > 0) part
    ), filled AS MATERIALIZED (${filled}
    ), next AS MATERIALIZED (
      SELECT parts.partner_id, parts.product_id, parts.bet_type_id, parts.currency, ${held('filled')} FROM parts JOIN filled USING (n)
    ), before AS MATERIALIZED (
      SELECT key.*, ${held('held')}
      FROM key
      LEFT JOIN (${holding(sql`now`)}) held USING (office_id, product_id, bet_type_id, currency)
    ), changed AS MATERIALIZED (
      SELECT *
      FROM (
        SELECT key.*, ${held('held')}
        FROM key
        LEFT JOIN (${holding(sql`next`)}) held USING (office_id, product_id, bet_type_id, currency)
      ) next_terms
      EXCEPT SELECT * FROM before
    ), terms AS MATERIALIZED (
      SELECT coalesce(frozen.id, -row_number() OVER (ORDER BY ${rateColumns}))::int AS id, ${rateColumns}
      FROM (SELECT DISTINCT ${rateColumns} FROM changed) wanted LEFT JOIN frozen_rates frozen USING (${rateColumns})
    ), rates AS (
      SELECT id, ${rateColumns} FROM frozen_rates UNION ALL SELECT id, ${rateColumns} FROM terms WHERE id < 0
    )`
}

const cells = (from: string) => sql`
  SELECT base.office_id, base.day, base.hour, base.bet_type_id, sum(base.sold) AS sold, sum(base.prizes) AS prizes, ${from}::date AS week,
    office.father_id AS agency_id, base.currency, base.product_id, coalesce(terms.id, base.rate_id) AS rate_id
  FROM base
  JOIN partners office ON office.id = base.office_id
  LEFT JOIN changed USING (office_id, product_id, bet_type_id, currency)
  LEFT JOIN terms USING (${rateColumns})
  GROUP BY base.office_id, base.day, base.hour, base.bet_type_id, office.father_id, base.currency, base.product_id,
    coalesce(terms.id, base.rate_id)`

type Row = CommissionPreviewRow & { own: boolean; agencies: number }

/** Sums by product, `own` the partner's and the others those of the rest of its agency. */
function weekUnder(db: Executor, asked: Asked, days: { from: string; to: string }, edits: Edits): Promise<Row[]> {
  const isOwn = asked.agency ? sql`office_id = ${asked.partner_id}` : sql`true`
  const earned = asked.agency ? sql`settled_hour` : sql`settled_week`
  return db.rows<Row>(sql`
    WITH ${reratedCtes(asked, days, edits)}, ${settledCtes(cells(days.from), sql`rates`)}, was AS (
      SELECT currency, product_id, ${isOwn} AS own, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission,
        sum(participation) AS participation
      FROM base
      GROUP BY 1, 2, 3
    ), would AS (
      SELECT currency, product_id, ${isOwn} AS own, sum(commission) AS new_commission, sum(participation) AS new_participation
      FROM ${earned}
      GROUP BY 1, 2, 3
    )
    SELECT was.own, was.currency::text AS currency, was.product_id, product.name AS product_name, was.sold, was.prizes, was.commission,
      was.participation, would.new_commission, would.new_participation,
      (SELECT count(DISTINCT ancestor_id)::int FROM above WHERE depth = 1) AS agencies
    FROM was
    JOIN would USING (currency, product_id, own)
    JOIN products product ON product.id = was.product_id
    ORDER BY was.currency, product.position, product.name`)
}

/** What ARRASTRE carries into the week that runs, and goes on under whatever is saved. */
function carriedNow(db: Executor, asked: Asked, monday: string): Promise<CarriedLoss[]> {
  return db.rows<CarriedLoss>(sql`
    SELECT owed.currency::text AS currency, owed.product_id, product.name AS product_name, (-sum(owed.carried))::text AS carried,
      count(*)::int AS agencies
    FROM (
      SELECT unit.*, ${leftBefore(sql`${monday}::date`)} AS carried
      FROM (
        SELECT DISTINCT week.agency_id, week.currency, week.product_id
        FROM settlement_weeks week
        JOIN frozen_rates frozen ON frozen.id = week.rate_id AND frozen.participation_kind = 'ARRASTRE'
        WHERE ${isSettled(asked, sql`week.agency_id`)}
        UNION
        SELECT opening.partner_id, opening.currency, opening.product_id
        FROM openings opening
        WHERE opening.kind = 'arrastre' AND ${isSettled(asked, sql`opening.partner_id`)}
        OFFSET 0
      ) unit
    ) owed
    JOIN products product ON product.id = owed.product_id
    WHERE owed.carried < 0
    GROUP BY owed.currency, owed.product_id, product.name, product.position
    ORDER BY owed.currency, product.position, product.name`)
}

async function whoseWeek(db: Executor, scope: Scope, partner_id: number): Promise<Asked> {
  const found = await db.one<{ id: number; name: string }>(
    sql`SELECT agency.id, agency.name FROM partners partner JOIN partners agency ON agency.id = partner.father_id
      WHERE partner.id = ${partner_id} AND partner.type = 'taquilla'`,
  )
  return { partner_id, agency: found ?? null, whole: scope.whole && partner_id === scope.partner_id }
}

/** @throws Problem `not_found` */
export async function previewCommissions(
  context: Context,
  { partner_id, commissions: edits }: Received<typeof commissions.preview>['body'],
): Promise<Answer<typeof commissions.preview>> {
  const { scope, db, today } = context
  for (const id of new Set([partner_id, ...edits.map((row) => row.partner_id)])) await mustBeWithin(scope, db, id)
  await settleFirst(context, partner_id)
  const asked = await whoseWeek(db, scope, partner_id)
  const days = lastWeek(today)
  const rows = await weekUnder(db, asked, days, edits)
  const shown = (own: boolean) =>
    rows.filter((row) => row.own === own).map(({ own: _own, agencies: _agencies, ...row }) => row)
  return {
    ...days,
    agencies: rows[0]?.agencies ?? 0,
    agency_name: asked.agency?.name ?? null,
    data: shown(true),
    others: shown(false).filter(
      (row) => row.commission !== row.new_commission || row.participation !== row.new_participation,
    ),
    carried: await carriedNow(db, asked, addDays(days.to, 1)),
  }
}
