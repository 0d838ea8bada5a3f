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
import { mostSpecific, rateColumns, speaksOf, whenSet } from '../../rules/commissions/in-force.ts'
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
  WITH RECURSIVE f AS (
    SELECT n, partner_id, product_id, bet_type_id, currency, 0 AS depth, 0 AS step, ${rateColumns} FROM parts
    UNION ALL
    SELECT f.n, f.partner_id, x.product_id, x.bet_type_id, x.currency, x.depth, f.step + 1,
      coalesce(f.commission_kind, x.commission_kind), coalesce(f.commission_percent, x.commission_percent),
      coalesce(f.participation_kind, x.participation_kind), coalesce(f.participation_percent, x.participation_percent)
    FROM f CROSS JOIN LATERAL (
      SELECT x.*, a.depth FROM partner_ancestors a JOIN parts x ON x.partner_id = a.ancestor_id
      WHERE a.partner_id = f.partner_id AND a.depth >= f.depth AND ${speaksOf(sql`f`)}
        AND NOT (
          a.depth = f.depth AND x.product_id IS NOT DISTINCT FROM f.product_id
          AND x.bet_type_id IS NOT DISTINCT FROM f.bet_type_id AND x.currency IS NOT DISTINCT FROM f.currency
        )
      ORDER BY a.depth, ${mostSpecific} LIMIT 1) x
    WHERE num_nulls(f.commission_kind, f.commission_percent, f.participation_kind, f.participation_percent) > 0
  )
  SELECT DISTINCT ON (n) n, ${rateColumns} FROM f ORDER BY n, step DESC`

/**
 * `base`: the week's cells as they were settled. `cells`: the same under the rates that would hold, of which `terms` are
 * those that no line was ever sold under yet, with ids of their own.
 */
function reratedCtes(asked: Asked, { from, to }: { from: string; to: string }, edits: Edits): SQL {
  const flat = edits.map(({ rate, ...key }) => ({ ...key, ...rate }))
  // Sums of a week are the same in any order; only an office's own part of its agency follows the hours.
  const [hours, grouped] = asked.agency
    ? [sql`h.day, h.hour`, sql`h.day, h.hour`]
    : [sql`${from}::date AS day, 0 AS hour`, sql`h.office_id`]
  const holding = (rates: SQL) => sql`
    SELECT DISTINCT ON (k.office_id, k.product_id, k.bet_type_id, k.currency) k.*, ${rateColumns}
    FROM key k JOIN above a USING (office_id) JOIN ${rates} x ON x.partner_id = a.ancestor_id AND ${speaksOf(sql`k`)}
    ORDER BY k.office_id, k.product_id, k.bet_type_id, k.currency, a.depth, ${mostSpecific}`
  const held = (of: string) =>
    sql.raw(`
      coalesce(${of}.commission_kind, 'VENTA') AS commission_kind,
      coalesce(${of}.commission_percent, 0)::numeric(7, 4) AS commission_percent,
      coalesce(${of}.participation_kind, 'COMPARTIDA') AS participation_kind,
      coalesce(${of}.participation_percent, 0)::numeric(7, 4) AS participation_percent`)
  return sql`
    edited AS (
      SELECT * FROM jsonb_to_recordset(${json(flat)}) AS e(partner_id int, product_id smallint, bet_type_id smallint, currency currency,
        commission_kind text, commission_percent numeric, participation_kind text, participation_percent numeric)
    ), base AS MATERIALIZED (
      SELECT h.office_id, h.currency, h.product_id, h.bet_type_id, h.rate_id, ${hours}, sum(h.sold) AS sold, sum(h.prizes) AS prizes,
        coalesce(sum(s.commission), 0) AS commission, coalesce(sum(s.participation), 0) AS participation
      FROM settlement_hours h LEFT JOIN settled_hours s USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
      WHERE h.day BETWEEN ${from}::date AND ${to}::date AND ${isSettled(asked, sql`h.office_id`)} GROUP BY 1, 2, 3, 4, 5, ${grouped}
    ), key AS MATERIALIZED (
      SELECT DISTINCT office_id, product_id, bet_type_id, currency FROM base
    ), above AS MATERIALIZED (
      SELECT o.office_id, a.ancestor_id, a.depth
      FROM (SELECT DISTINCT office_id FROM base) o
      JOIN partner_ancestors a ON a.partner_id = o.office_id
    ), now AS MATERIALIZED (
      -- Of the partners above these offices alone: a wide banca has hundreds of thousands of rates, and each partner few.
      SELECT x.partner_id, x.product_id, x.bet_type_id, x.currency, ${rateColumns} FROM commissions_at(${whenSet}) x
      WHERE x.partner_id = ANY (ARRAY(SELECT DISTINCT ancestor_id FROM above))
    ), parts AS MATERIALIZED (
      SELECT row_number() OVER () AS n, p.* FROM (
        SELECT x.partner_id, x.product_id, x.bet_type_id, x.currency, ${rateColumns} FROM commissions_set_at(${whenSet}) x
        WHERE x.partner_id = ANY (ARRAY(SELECT DISTINCT ancestor_id FROM above))
          AND NOT EXISTS (
            SELECT 1
            FROM edited e
            WHERE e.partner_id = x.partner_id AND e.product_id IS NOT DISTINCT FROM x.product_id
              AND e.bet_type_id IS NOT DISTINCT FROM x.bet_type_id AND e.currency IS NOT DISTINCT FROM x.currency
          )
        UNION ALL SELECT partner_id, product_id, bet_type_id, currency, ${rateColumns} FROM edited WHERE num_nonnulls(${rateColumns}) > 0) p
    ), filled AS MATERIALIZED (${filled}
    ), next AS MATERIALIZED (
      SELECT p.partner_id, p.product_id, p.bet_type_id, p.currency, ${held('f')} FROM parts p JOIN filled f USING (n)
    ), before AS MATERIALIZED (
      SELECT k.*, ${held('h')}
      FROM key k
      LEFT JOIN (${holding(sql`now`)}) h USING (office_id, product_id, bet_type_id, currency)
    ), changed AS MATERIALIZED (
      SELECT *
      FROM (
        SELECT k.*, ${held('h')}
        FROM key k
        LEFT JOIN (${holding(sql`next`)}) h USING (office_id, product_id, bet_type_id, currency)
      ) n
      EXCEPT SELECT * FROM before
    ), terms AS MATERIALIZED (
      SELECT coalesce(f.id, -row_number() OVER (ORDER BY ${rateColumns}))::int AS id, ${rateColumns}
      FROM (SELECT DISTINCT ${rateColumns} FROM changed) c LEFT JOIN frozen_rates f USING (${rateColumns})
    ), rates AS (
      SELECT id, ${rateColumns} FROM frozen_rates UNION ALL SELECT id, ${rateColumns} FROM terms WHERE id < 0
    )`
}

const cells = (from: string) => sql`
  SELECT b.office_id, b.day, b.hour, b.bet_type_id, sum(b.sold) AS sold, sum(b.prizes) AS prizes, ${from}::date AS week,
    o.father_id AS agency_id, b.currency, b.product_id, coalesce(t.id, b.rate_id) AS rate_id
  FROM base b
  JOIN partners o ON o.id = b.office_id
  LEFT JOIN changed c USING (office_id, product_id, bet_type_id, currency)
  LEFT JOIN terms t USING (${rateColumns})
  GROUP BY b.office_id, b.day, b.hour, b.bet_type_id, o.father_id, b.currency, b.product_id, coalesce(t.id, b.rate_id)`

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
    SELECT w.own, w.currency::text AS currency, w.product_id, g.name AS product_name, w.sold, w.prizes, w.commission,
      w.participation, n.new_commission, n.new_participation,
      (SELECT count(DISTINCT ancestor_id)::int FROM above WHERE depth = 1) AS agencies
    FROM was w
    JOIN would n USING (currency, product_id, own)
    JOIN products g ON g.id = w.product_id
    ORDER BY w.currency, g.position, g.name`)
}

/** What ARRASTRE carries into the week that runs, and goes on under whatever is saved. */
function carriedNow(db: Executor, asked: Asked, monday: string): Promise<CarriedLoss[]> {
  return db.rows<CarriedLoss>(sql`
    SELECT u.currency::text AS currency, u.product_id, g.name AS product_name, (-sum(u.carried))::text AS carried,
      count(*)::int AS agencies
    FROM (
      SELECT u.*, ${leftBefore(sql`${monday}::date`)} AS carried
      FROM (
        SELECT DISTINCT w.agency_id, w.currency, w.product_id
        FROM settlement_weeks w
        JOIN frozen_rates f ON f.id = w.rate_id AND f.participation_kind = 'ARRASTRE'
        WHERE ${isSettled(asked, sql`w.agency_id`)}
        OFFSET 0
      ) u
    ) u
    JOIN products g ON g.id = u.product_id
    WHERE u.carried < 0
    GROUP BY u.currency, u.product_id, g.name, g.position
    ORDER BY u.currency, g.position, g.name`)
}

async function whoseWeek(db: Executor, scope: Scope, partner_id: number): Promise<Asked> {
  const found = await db.one<{ id: number; name: string }>(
    sql`SELECT a.id, a.name FROM partners p JOIN partners a ON a.id = p.father_id WHERE p.id = ${partner_id} AND p.type = 'taquilla'`,
  )
  return { partner_id, agency: found ?? null, whole: scope.whole && partner_id === scope.partner_id }
}

/** @throws Problem `not_found` */
export async function previewOf(
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
