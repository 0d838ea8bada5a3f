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
export type ProductReader = Pick<Context, 'db' | 'now' | 'today'>
type Stored = Omit<ProductRow, 'actions'>

/**
 * What somebody played on the product's draws, whatever became of it: a sale counts in its draw, and what is taken back
 * leaves a zero there. Draw by draw from the newest, for one that sold is near. `product` is the product's alias.
 */
const sold = sql`EXISTS (
  SELECT 1 FROM (SELECT draw.id FROM draws draw WHERE draw.product_id = product.id ORDER BY draw.scheduled_at DESC) draw
  CROSS JOIN LATERAL (SELECT 1 FROM draw_sales sale WHERE sale.draw_id = draw.id LIMIT 1) counted)`

const counts = {
  bet_types: sql`(SELECT count(*)::int FROM product_bet_types offer WHERE offer.product_id = product.id AND offer.enabled)`,
  symbols: sql`(SELECT count(*)::int FROM product_symbols symbol WHERE symbol.product_id = product.id)`,
}
const drawsOn = (today: string) =>
  sql`(SELECT count(*)::int FROM draws draw
    WHERE draw.product_id = product.id AND draw.day = ${today}::date AND draw.state <> 'suspendido')`
const nextDraw = (now: Date) =>
  sql`(
    SELECT min(draw.scheduled_at)
    FROM draws draw
    WHERE draw.product_id = product.id AND draw.state = 'activo' AND draw.scheduled_at > ${now.toISOString()}::timestamptz
  )`

const columns = ({ now, today }: ProductReader) => sql`
  product.id, product.code, product.name, product.kind, product.zone, product.status, product.position, ${counts.bet_types} AS bet_types,
  ${counts.symbols} AS symbols,
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
  from: sql`products product`,
  columns,
  key: sql`product.id`,
  ties: 'ascending',
  scope: wholeBanca,
  filter: {
    kind: (kind) => sql`product.kind = ${kind}`,
    status: (status) => sql`product.status = ${status}`,
  },
  order: {
    position: sql`product.position`,
    name: sql`product.name`,
    code: sql`product.code`,
    kind: sql`product.kind`,
    zone: sql`product.zone`,
    status: sql`product.status`,
    bet_types: sql`bet_types`,
    symbols: sql`symbols`,
    draws_today: sql`draws_today`,
    next_draw_at: sql`next_draw_at`,
  },
  search: { plain: [sql`product.name`, sql`product.code`] },
  toRow,
})

type Detail = Pick<Product, 'version' | 'schedules' | 'exceptions' | 'wildcards'> & {
  settings: unknown
  stored_offers: Offer[]
}
type Offer = Product['offers'][number]

/** A day that every schedule without a beginning has: nothing was drawn before it. */
export const firstScheduleDay = '2000-01-01'

/** What a product `p` has many of: schedules, days that differ from them, wildcards, and the bet types that it was given. */
const partsOf = sql`
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object(
          'weekday_mask', schedule.weekday_mask, 'local_time', to_char(schedule.local_time, 'HH24:MI'), 'close_minutes',
          schedule.close_minutes, 'valid_from', nullif(schedule.valid_from, ${firstScheduleDay}::date), 'valid_to', schedule.valid_to
        )
        ORDER BY schedule.local_time, schedule.weekday_mask, schedule.valid_from
      )
      FROM product_schedules schedule
      WHERE schedule.product_id = product.id
    ), '[]'::jsonb
  ) AS schedules,
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object('day', exception.day, 'local_time', to_char(exception.local_time, 'HH24:MI'), 'kind', exception.kind)
        ORDER BY exception.day, exception.local_time NULLS FIRST
      )
      FROM schedule_exceptions exception
      WHERE exception.product_id = product.id
    ), '[]'::jsonb
  ) AS exceptions,
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object(
          'bet_type_id', wildcard.bet_type_id, 'number', wildcard.number, 'multiplier', trim_scale(wildcard.multiplier)::text, 'from_day',
          wildcard.from_day, 'to_day', wildcard.to_day
        )
        ORDER BY wildcard.bet_type_id, wildcard.number, wildcard.from_day NULLS FIRST
      )
      FROM product_wildcards wildcard
      WHERE wildcard.product_id = product.id
    ), '[]'::jsonb
  ) AS wildcards,
  coalesce(
    (
      SELECT jsonb_agg(
        jsonb_build_object(
          'bet_type_id', bet.id, 'code', bet.code, 'name', bet.name, 'kind', bet.kind, 'enabled', offer.enabled, 'multiplier',
          trim_scale(offer.multiplier)::text, 'place_multipliers',
          CASE
            WHEN offer.place_multipliers IS NOT NULL THEN (
              SELECT jsonb_agg(trim_scale(m)::text ORDER BY n) FROM unnest(offer.place_multipliers) WITH ORDINALITY AS place(m, n)
            )
          END
        )
      )
      FROM product_bet_types offer
      JOIN bet_types bet ON bet.id = offer.bet_type_id
      WHERE offer.product_id = product.id
    ), '[]'::jsonb
  ) AS stored_offers`

/** A product with its schedule, wildcards and every bet type its kind may offer. @throws Problem `not_found` */
export async function productOf(reader: ProductReader, id: number): Promise<Product> {
  const row = await reader.db.one<Stored & Detail>(sql`
    SELECT ${columns(reader)}, product.version, product.settings, ${partsOf}
    FROM products product WHERE product.id = ${id}::int`)
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
export async function readSymbols(db: Executor, product_id: number): Promise<Symbols> {
  const row = await db.one<Symbols>(sql`
    SELECT product.id AS product_id, product.version, coalesce((
      SELECT jsonb_agg(
        jsonb_build_object('code', symbol.code, 'name', symbol.name, 'image_url', symbol.image_url) ORDER BY symbol.position, symbol.code
      )
      FROM product_symbols symbol
      WHERE symbol.product_id = product.id
    ), '[]'::jsonb) AS data
    FROM products product WHERE product.id = ${product_id}::int`)
  if (!row) throw new Problem('not_found')
  return row
}
