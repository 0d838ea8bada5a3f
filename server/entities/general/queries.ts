/** Lookups that any signed-in screen may need. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { general, ProductOption } from '@contract/general.ts'
import { currencies, currencyFacts, type Currency } from '@contract/values/currency.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { stateSql } from '../../rules/draws/state.ts'
import { rateInForce, rateTypeOf } from '../../rules/rates/in-force.ts'

/**
 * Active products with the bet types they offer, in the order of the banca's list; for the `past` all that ever were,
 * active ones first.
 */
export async function productOptions(db: Executor, past: boolean): Promise<{ data: ProductOption[] }> {
  const data = await db.rows<ProductOption>(sql`
    SELECT product.id, product.code, product.name, product.kind, product.status, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', bet.id, 'code', bet.code, 'name', bet.name, 'kind', bet.kind) ORDER BY bet.id)
      FROM product_bet_types offer JOIN bet_types bet ON bet.id = offer.bet_type_id
      WHERE ${every(sql`offer.product_id = product.id`, !past && sql`offer.enabled`)}
    ), '[]'::jsonb) AS bet_types
    FROM products product WHERE ${past ? sql`true` : sql`product.status = 'activo'`}
    ORDER BY product.status, product.position, product.name, product.id`)
  return { data }
}

/** Every product, those that are not sold now too: what was sold has to be found by name. */
export async function lotteries(db: Executor): Promise<Answer<typeof general.lotteries>> {
  const data = await db.rows<Answer<typeof general.lotteries>['data'][number]>(
    sql`SELECT id, code, name, kind::text AS kind, zone FROM products ORDER BY status, position, name, id`,
  )
  return { data }
}

export async function listBetTypes(db: Executor): Promise<Answer<typeof general.typesBet>> {
  const data = await db.rows<Answer<typeof general.typesBet>['data'][number]>(
    sql`SELECT id, code, name, kind::text AS kind, place FROM bet_types ORDER BY id`,
  )
  return { data }
}

/** Draws of a business day, `today` unless one is asked, with their hour in the banca's zone in the name. */
export async function drawOptions(
  db: Executor,
  { day, product_id }: Received<typeof general.draws>['query'],
  { now, today }: { now: Date; today: string },
): Promise<Answer<typeof general.draws>> {
  const data = await db.rows<Answer<typeof general.draws>['data'][number]>(sql`
    SELECT draw.id, draw.product_id, product.name || to_char(draw.scheduled_at AT TIME ZONE banca.zone, ' HH24:MI') AS name,
      draw.scheduled_at,
      draw.closes_at, ${stateSql(now.toISOString())} AS state
    FROM draws draw JOIN products product ON product.id = draw.product_id CROSS JOIN banca
    WHERE ${every(sql`draw.day = ${day ?? today}::date`, product_id !== undefined && sql`draw.product_id = ${product_id}::int`)}
    ORDER BY draw.scheduled_at, product.position, draw.id`)
  return { data }
}

/**
 * The banca's currencies, and bolivares for one unit of each at `now` by the rate type of the caller's
 * partner (its nearest ancestor's that has one, else the banca's first), as a sale freezes it. Without a
 * rate, and for bolivares, `rate` is null.
 */
export async function currenciesInForce(
  scope: Scope,
  db: Executor,
  now: Date,
): Promise<Answer<typeof general.currencies>> {
  const rows = await db.rows<{ code: Currency; rate: string | null; rate_at: string | null }>(sql`
    WITH working AS (
      SELECT ${rateTypeOf(sql`${scope.partner_id}::int`)} AS rate_type_id
    )
    SELECT sold.code::text AS code, force.rate, force.valid_from AS rate_at
    FROM (SELECT unnest(currencies) AS code FROM banca) sold
    LEFT JOIN LATERAL (
      SELECT found.rate, found.valid_from FROM working
      JOIN rates found ON found.id = ${rateInForce({
        rate_type_id: sql`working.rate_type_id`,
        currency: sql`sold.code`,
        at: sql`${now.toISOString()}::timestamptz`,
        office_id: sql`${scope.partner_id}::int`,
      })}
      WHERE sold.code <> 'BS'
    ) force ON true`)
  const found = new Map(rows.map((row) => [row.code, row]))
  return {
    data: currencies.flatMap((code) => {
      const row = found.get(code)
      const { name, symbol, decimals } = currencyFacts[code]
      return row ? [{ code, name, symbol, decimals, rate: row.rate, rate_at: row.rate_at }] : []
    }),
  }
}
