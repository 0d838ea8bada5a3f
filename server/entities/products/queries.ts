/** Products as their list and their form see them. They belong to the banca as a whole: no subtree limits them. */
import { sql } from 'drizzle-orm'
import type { Answer } from '@contract/endpoint.ts'
import { productSettings, products, type Product, type ProductKind, type ProductRow } from '@contract/products.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, wholeBanca } from '../../platform/lists/listing.ts'
import { betKindsOf, usualMultipliers, usualPlaces } from './kinds.ts'

/** What of a handler's context a reading needs. */
export type Reader = Pick<Context, 'db' | 'now' | 'today'>
type Stored = Omit<ProductRow, 'actions'>

/**
 * What somebody played on the product's draws, whatever became of it: a sale counts in its draw, and what is taken back
 * leaves a zero there. Draw by draw from the newest, for one that sold is near. `p` is the product's alias.
 */
const sold = sql`EXISTS (
  SELECT 1 FROM (SELECT d.id FROM draws d WHERE d.product_id = p.id ORDER BY d.scheduled_at DESC) d
  CROSS JOIN LATERAL (SELECT 1 FROM draw_sales s WHERE s.draw_id = d.id LIMIT 1) counted)`

const counts = {
  bet_types: sql`(SELECT count(*)::int FROM product_bet_types o WHERE o.product_id = p.id AND o.enabled)`,
  symbols: sql`(SELECT count(*)::int FROM product_symbols s WHERE s.product_id = p.id)`,
}
const drawsOn = (today: string) =>
  sql`(SELECT count(*)::int FROM draws d WHERE d.product_id = p.id AND d.day = ${today}::date AND d.state <> 'suspendido')`
const nextDraw = (now: Date) =>
  sql`(
    SELECT min(d.scheduled_at)
    FROM draws d
    WHERE d.product_id = p.id AND d.state = 'activo' AND d.scheduled_at > ${now.toISOString()}::timestamptz
  )`

const columns = ({ now, today }: Reader) => sql`
  p.id, p.code, p.name, p.kind, p.zone, p.status, p.position, ${counts.bet_types} AS bet_types, ${counts.symbols} AS symbols,
  ${drawsOn(today)} AS draws_today, ${nextDraw(now)} AS next_draw_at, ${sold} AS has_sales`

function toRow(row: Stored): ProductRow {
  return {
    ...row,
    actions: [
      'update',
      row.status === 'activo' ? 'deactivate' : 'activate',
      ...(row.has_sales ? [] : ['remove' as const]),
    ],
  }
}

/**
 * In the banca's order unless another is asked; found by name, without case or accents, or by code. What is counted is
 * ordered by its column.
 */
export const productList = listing(products.list, {
  from: sql`products p`,
  columns,
  key: sql`p.id`,
  ties: 'ascending',
  scope: wholeBanca,
  filter: {
    kind: (kind) => sql`p.kind = ${kind}`,
    status: (status) => sql`p.status = ${status}`,
  },
  order: {
    position: sql`p.position`,
    name: sql`p.name`,
    code: sql`p.code`,
    kind: sql`p.kind`,
    zone: sql`p.zone`,
    status: sql`p.status`,
    bet_types: sql`bet_types`,
    symbols: sql`symbols`,
    draws_today: sql`draws_today`,
    next_draw_at: sql`next_draw_at`,
  },
  search: { plain: [sql`p.name`, sql`p.code`] },
  toRow,
})

type Detail = Pick<Product, 'version' | 'schedules' | 'exceptions' | 'wildcards'> & {
  settings: unknown
  stored_offers: Offer[]
}
type Offer = Product['offers'][number]

/** A day that every schedule without a beginning has: nothing was drawn before it. */
export const beginning = '2000-01-01'

/** What a product `p` has many of: schedules, days that differ from them, wildcards, and the bet types that it was given. */
const partsOf = sql`
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object(
          'weekday_mask', s.weekday_mask, 'local_time', to_char(s.local_time, 'HH24:MI'), 'close_minutes',
          s.close_minutes, 'valid_from', nullif(s.valid_from, ${beginning}::date), 'valid_to', s.valid_to
        )
        ORDER BY s.local_time, s.weekday_mask, s.valid_from
      )
      FROM product_schedules s
      WHERE s.product_id = p.id
    ), '[]'::jsonb
  ) AS schedules,
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object('day', x.day, 'local_time', to_char(x.local_time, 'HH24:MI'), 'kind', x.kind)
        ORDER BY x.day, x.local_time NULLS FIRST
      )
      FROM schedule_exceptions x
      WHERE x.product_id = p.id
    ), '[]'::jsonb
  ) AS exceptions,
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object(
          'bet_type_id', w.bet_type_id, 'number', w.number, 'multiplier', trim_scale(w.multiplier)::text, 'from_day',
          w.from_day, 'to_day', w.to_day
        )
        ORDER BY w.bet_type_id, w.number, w.from_day NULLS FIRST
      )
      FROM product_wildcards w
      WHERE w.product_id = p.id
    ), '[]'::jsonb
  ) AS wildcards,
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object(
          'bet_type_id', b.id, 'code', b.code, 'name', b.name, 'kind', b.kind, 'enabled', o.enabled, 'multiplier',
          trim_scale(o.multiplier)::text, 'place_multipliers',
          CASE
            WHEN o.place_multipliers IS NOT NULL THEN (
              SELECT jsonb_agg(trim_scale(m)::text ORDER BY n) FROM unnest(o.place_multipliers) WITH ORDINALITY AS u(m, n)
            )
          END
        )
      )
      FROM product_bet_types o
      JOIN bet_types b ON b.id = o.bet_type_id
      WHERE o.product_id = p.id
    ), '[]'::jsonb
  ) AS stored_offers`

/** A product with its schedule, wildcards and every bet type its kind may offer. @throws Problem `not_found` */
export async function productOf(reader: Reader, id: number): Promise<Product> {
  const row = await reader.db.one<Stored & Detail>(sql`
    SELECT ${columns(reader)}, p.version, p.settings, ${partsOf}
    FROM products p WHERE p.id = ${id}::int`)
  if (!row) throw new Problem('not_found')
  const { settings, stored_offers, version, schedules, exceptions, wildcards, ...rest } = row
  const offers = await offersOf(reader.db, row.kind, stored_offers)
  return {
    ...toRow(rest),
    version,
    settings: productSettings.parse(settings),
    schedules,
    exceptions,
    offers,
    wildcards,
  }
}

/** Every bet type of the kind in the catalogue's order; one never offered stands there with what it usually pays. */
async function offersOf(db: Executor, kind: ProductKind, stored: readonly Offer[]): Promise<Offer[]> {
  const possible = await betTypesOf(db, kind)
  return possible.map(
    ({ id, ...type }) =>
      stored.find((one) => one.bet_type_id === id) ?? {
        bet_type_id: id,
        ...type,
        enabled: false,
        multiplier: usualMultipliers[type.kind],
        place_multipliers: type.kind === 'terminal_pa' ? usualPlaces : null,
      },
  )
}

export async function betTypesOf(
  db: Executor,
  kind: ProductKind,
): Promise<{ id: number; code: string; name: string; kind: BetKind }[]> {
  return db.rows(
    sql`SELECT id, code, name, kind::text AS kind FROM bet_types WHERE kind::text = ANY (${list(betKindsOf[kind])}::text[]) ORDER BY id`,
  )
}

type Symbols = Answer<typeof products.symbols>

/** The symbols of a product in board order. @throws Problem `not_found` */
export async function symbolsOf(db: Executor, product_id: number): Promise<Symbols> {
  const row = await db.one<Symbols>(sql`
    SELECT p.id AS product_id, p.version, coalesce((
      SELECT jsonb_agg(
        jsonb_build_object('code', s.code, 'name', s.name, 'image_url', s.image_url) ORDER BY s.position, s.code
      )
      FROM product_symbols s
      WHERE s.product_id = p.id
    ), '[]'::jsonb) AS data
    FROM products p WHERE p.id = ${product_id}::int`)
  if (!row) throw new Problem('not_found')
  return row
}
