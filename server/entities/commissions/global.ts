/** One change over every commission of a filter: exactly the rows the list shows, or none when they are no longer as many. */
import { sql, type SQL } from 'drizzle-orm'
import { mostOfSales, rateFault, type Rate } from '@contract/commission-rates.ts'
import type { CommissionChange, commissions, RateKey } from '@contract/commissions.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { formatCount } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import {
  aboveCell,
  grantedCells,
  grantorOf,
  ownRate,
  turnsAfter,
  watchGranted,
} from '../../rules/commissions/granted.ts'
import { rateAt, isKey, rateJson, setAsOf } from '../../rules/commissions/in-force.ts'
import { mustStaySound } from '../../rules/commissions/sound.ts'
import { commitBefore, effectiveFrom } from '../../rules/commissions/write.ts'
import { beginChange, keptRows, keptSum } from '../../rules/changes/changed-rows.ts'
import { lockTree } from '../../rules/tree/tree.ts'
import { mustMatch } from '../../platform/lists/must-match.ts'
import { countIn, partnersIn, rowsCte } from './matching.ts'
import { mustBeAhead } from './save.ts'

type Body = Received<typeof commissions.global>['body']
interface Touched {
  matched: number
  changed: number
  /** Rows that would go past what their kind allows, below nothing, or to nothing where their kind shares something. */
  out: number
  /** Of the caller's own partner. */
  own: number
  /** Set ahead otherwise for the very instant. */
  ahead: number
  sample: { before: Rate | null; after: Rate | null }[]
  rows_sum: string
}
/** Rows of a change that stand in the audit log's own row; all of them are kept beside it. */
const mostInOwnRow = 100
const all = { offset: 0, limit: Number.MAX_SAFE_INTEGER }

/**
 * The four columns after the change, of a row with `held` in force. Points move what holds of one of them; what earns
 * nothing begins at zero.
 */
function nextColumns(change: CommissionChange): SQL {
  if (change.kind === 'inherit')
    return sql`
      NULL::text AS commission_kind, NULL::numeric AS commission_percent, NULL::text AS participation_kind,
      NULL::numeric AS participation_percent`
  if (change.kind === 'set') {
    const { commission_kind, commission_percent, participation_kind, participation_percent } = change.rate
    return sql`
      ${commission_kind}::text AS commission_kind, ${commission_percent}::numeric AS commission_percent,
      ${participation_kind}::text AS participation_kind, ${participation_percent}::numeric AS participation_percent`
  }
  const points = (of: typeof change.of) => (of === change.of ? sql`+ ${change.points}::numeric` : sql``)
  return sql`
    coalesce(held.commission_kind, 'VENTA') AS commission_kind,
    coalesce(held.commission_percent, 0) ${points('commission_percent')} AS commission_percent,
    coalesce(held.participation_kind, 'COMPARTIDA') AS participation_kind,
    coalesce(held.participation_percent, 0) ${points('participation_percent')} AS participation_percent`
}

/** Of a row of `wanted` what is written: points set the part that they move, and leave the rest as its own row `own` has it. */
function writtenColumns(change: CommissionChange): SQL {
  const parts = ['commission_kind', 'commission_percent', 'participation_kind', 'participation_percent'] as const
  return sql.join(
    parts.map((part) => sql.raw(change.kind === 'points' && part !== change.of ? `own.${part}` : `wanted.${part}`)),
    sql`, `,
  )
}

interface When {
  /** The instant from which it holds. */
  starts_at: string
  /** As of when it is asked what holds otherwise: rates that are set ahead for before it count. */
  at: SQL
  /** By whoever changes; then nothing else may be set for it. */
  is_named: boolean
}

/** `valued`, `wanted`: the rows of the filter with what they have and would have, whether that changes them, and whether it may be. */
function wantedCtes(partners: SQL, { filter, change: wanted }: Body, at: SQL): SQL {
  // What shares nothing is no participation but COMPARTIDA: points may not leave one, as nobody may save one.
  const emptied = wanted.kind === 'points' && wanted.of === 'participation_percent'
  return sql`
    ${rowsCte(partners, filter, all)},
    valued AS MATERIALIZED (
      SELECT cell.partner_id, cell.product_id, cell.bet_type_id, cell.currency, cell.place, held.commission_kind AS old_kind,
        held.commission_percent AS old_percent, held.participation_kind AS old_participation,
        held.participation_percent AS old_participation_percent,
        held.depth = 0 AND held.product_id IS NOT NULL AND held.bet_type_id IS NOT NULL
          AND held.currency IS NOT NULL AS is_own, ${nextColumns(wanted)}
      FROM cell LEFT JOIN ${rateAt(sql`cell`, at)} held ON true
    ), wanted AS (
      SELECT *, CASE WHEN commission_kind IS NULL THEN coalesce(is_own, false)
        ELSE (
          commission_kind, commission_percent, participation_kind, participation_percent
        ) IS DISTINCT FROM (old_kind, old_percent, old_participation, old_participation_percent)
          END AS changes,
        commission_kind IS NOT NULL
        AND (
          commission_percent NOT BETWEEN 0 AND (CASE commission_kind WHEN 'VENTA' THEN ${mostOfSales}::numeric ELSE 100 END)
          OR participation_percent NOT BETWEEN 0 AND 100
          OR (${emptied} AND participation_kind <> 'COMPARTIDA' AND participation_percent = 0)
        ) AS is_out
      FROM valued
    )`
}

/** `written`: those of `wanted` that change and may. */
function writtenCte(wanted: CommissionChange, { starts_at, at }: When, by: number): SQL {
  const own_parts =
    wanted.kind === 'points'
      ? sql`LEFT JOIN LATERAL (SELECT rate.* FROM commissions_set_at(${at}) rate WHERE ${isKey(sql`wanted`)} LIMIT 1) own ON true`
      : sql``
  return sql`written AS (
      INSERT INTO commissions AS set_rate (
        partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
        participation_percent, starts_at, set_by
      )
      SELECT wanted.partner_id, wanted.product_id, wanted.bet_type_id, wanted.currency, ${writtenColumns(wanted)},
        ${starts_at}::timestamptz, ${by}::int
      FROM wanted ${own_parts} WHERE changes AND NOT is_out ORDER BY 1, 2, 3, 4
      ON CONFLICT ON CONSTRAINT commissions_once DO UPDATE SET commission_kind = excluded.commission_kind,
        commission_percent = excluded.commission_percent,
        participation_kind = excluded.participation_kind, participation_percent = excluded.participation_percent,
        set_by = excluded.set_by, created_at = now()
      RETURNING 1)`
}

/** Of `wanted` what is kept beside the audit log. */
const changedRows = sql`
        SELECT partner_id, product_id, bet_type_id, currency,
          CASE
            WHEN old_kind IS NOT NULL THEN concat_ws(' ', old_kind, old_percent, old_participation, old_participation_percent)
          END,
        CASE
          WHEN commission_kind IS NOT NULL THEN concat_ws(
            ' ', commission_kind, commission_percent, participation_kind, participation_percent
          )
        END
        FROM wanted WHERE changes AND NOT is_out ORDER BY partner_id, place, currency`

/** The first of them, as they stand in the audit log's own row. */
const sample = sql`(
        SELECT coalesce(
          jsonb_agg(
            jsonb_build_object(
              'partner_id', listed.partner_id, 'product_id', listed.product_id, 'bet_type_id', listed.bet_type_id, 'currency',
              listed.currency,
              'before', ${rateJson(sql`was`)}, 'after', ${rateJson(sql`listed`)}
            )
          ), '[]'
        )
        FROM (SELECT * FROM wanted WHERE changes ORDER BY partner_id, place, currency LIMIT ${mostInOwnRow}) listed
        CROSS JOIN LATERAL (
          SELECT listed.old_kind AS commission_kind, listed.old_percent AS commission_percent,
            listed.old_participation AS participation_kind, listed.old_participation_percent AS participation_percent
        ) was
      )`

/** Counts, checks and writes in one statement, so that all three see the same rows. */
async function change(
  db: Tx,
  partners: SQL,
  body: Body,
  own: number | null,
  when: When,
  by: number,
  change_id: string,
): Promise<Touched> {
  const { starts_at, is_named } = when
  const touched = await db.one<Touched>(sql`
    WITH ${wantedCtes(partners, body, when.at)}, ${writtenCte(body.change, when, by)}, ${keptRows(change_id, changedRows)}
    SELECT (SELECT count(*)::int FROM wanted) AS matched, (SELECT count(*)::int FROM written) AS changed,
      (SELECT count(*)::int FROM wanted WHERE is_out) AS out,
      (
        SELECT count(*)::int
        FROM wanted cell
        WHERE changes AND ${is_named}
          AND EXISTS (SELECT 1 FROM commissions rate WHERE ${isKey(sql`cell`)} AND rate.starts_at = ${starts_at}::timestamptz)
      ) AS ahead, (SELECT count(*)::int FROM wanted WHERE partner_id = ${own}::int) AS own,
      ${sample} AS sample, ${keptSum} AS rows_sum`)
  return touched!
}

/** Who is not of the banca gives one rate to many: within what it has itself of each of the products and bet types. */
async function mustBeGranted(db: Tx, grantor: number, { change: wanted, filter }: Body, at: SQL): Promise<void> {
  if (wanted.kind === 'inherit') return
  if (wanted.kind === 'points')
    throw Problem.on(
      'change',
      'setting_above_father',
      'Puede fijar una misma tasa o quitar las propias, no sumar puntos.',
    )
  const isAsked = (chosen: readonly unknown[], one: unknown) => chosen.length === 0 || chosen.includes(one)
  for (const cell of await grantedCells(db, grantor, at)) {
    if (!isAsked(filter.product_ids, cell.product_id) || !isAsked(filter.bet_type_ids, cell.bet_type_id)) continue
    const above = isAsked(filter.currencies, cell.currency) ? aboveCell(wanted.rate, cell) : null
    if (above) throw Problem.on(`change.rate.${above.field}`, 'setting_above_father', above.message)
  }
}

/**
 * Rates that are lifted leave what stood under them, and those that are set hold on when whoever sets them has less:
 * nobody may then have more of it than who gives it.
 */
async function watchChanged(db: Tx, partners: SQL, { filter, change: wanted }: Body, grantor: number | null, at: SQL) {
  if (grantor === null || wanted.kind === 'points') return async () => []
  if (wanted.kind === 'set' && (await turnsAfter(db, grantor, at)).length === 0) return async () => []
  const own_only = wanted.kind === 'inherit' || filter.own_only
  const rows = await db.rows<RateKey>(sql`
    WITH ${rowsCte(partners, { ...filter, own_only }, all)} SELECT partner_id, product_id, bet_type_id, currency::text AS currency
    FROM cell`)
  const rate = wanted.kind === 'set' ? wanted.rate : null
  return watchGranted(
    db,
    grantor,
    rows.map((key) => ({ ...key, rate })),
    at,
  )
}

function mustBeSound(wanted: CommissionChange): void {
  const fault = wanted.kind === 'set' ? rateFault(wanted.rate as Rate) : null
  if (fault) throw Problem.on(`change.rate.${fault.field}`, 'invalid', fault.message)
}

/** @throws Problem `not_found`, `matched_rows_changed` (with `matched`), `invalid`, `rate_scheduled`, `setting_above_father` */
export async function changeCommissions(
  { scope, db, session, audit, now }: Context,
  body: Body,
  expected: number,
): Promise<Answer<typeof commissions.global>> {
  const { filter, change: wanted } = body
  mustBeSound(wanted)
  mustBeAhead(body.starts_at, now, session.zone)
  await lockTree(db, 'add')
  const asked = await partnersIn(scope, db, filter)
  const held = await db.rows<{ id: number }>(
    sql`SELECT partner.id FROM partners partner WHERE ${asked} ORDER BY partner.id FOR NO KEY UPDATE OF partner`,
  )
  const ids = held.map(({ id }) => id)
  const partners = sql`partner.id = ANY (${list(ids)}::int[])`
  mustMatch(await countIn(db, partners, filter), expected)
  const grantor = grantorOf(session)
  const at = body.starts_at === undefined ? setAsOf : sql`${body.starts_at}::timestamptz`
  if (grantor !== null) await mustBeGranted(db, grantor, body, at)
  const starts_at = body.starts_at ?? (await effectiveFrom(db, expected))
  const watched = await watchChanged(db, partners, body, grantor, at)
  const when = { starts_at, at, is_named: body.starts_at !== undefined }
  const change_id = await beginChange(db)
  const touched = await change(db, partners, body, grantor, when, session.id, change_id)
  const { matched, changed, out, own, ahead, sample, rows_sum } = touched
  mustMatch(matched, expected)
  if (own > 0)
    throw Problem.on('change', 'setting_above_father', `${ownRate} Deje su propio afiliado fuera del filtro.`)
  if (out > 0)
    throw Problem.on(
      'change.points',
      'invalid',
      `${out === 1 ? 'Una comisión quedaría' : `${formatCount(out)} comisiones quedarían`} fuera de lo que su clase permite.`,
    )
  if (ahead > 0)
    throw Problem.on(
      'starts_at',
      'rate_scheduled',
      `Para ese instante ya ${ahead === 1 ? 'hay una puesta' : `hay ${formatCount(ahead)} puestas`}. Elija otro instante, o retírelas.`,
    )
  const [above] = await watched()
  if (above) throw Problem.on('change', 'setting_above_father', above.message)
  await mustStaySound(db, ids, { at: sql`${starts_at}::timestamptz`, path: 'change' })
  commitBefore(db, starts_at)
  audit({
    before: sample.map(({ after: _after, ...row }) => row),
    after: { filter, change: wanted, starts_at, matched, changed, change_id, rows_sum, rows: sample },
    significant: true,
  })
  return { matched, changed }
}
