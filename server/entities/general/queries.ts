/** Lookups that any signed-in screen may need. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { general, ProductOption } from '@contract/general.ts'
import { currencies, currencyFacts, type Currency } from '@contract/values/currency.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { stateAt } from '../../rules/draws/state.ts'

/**
 * Active products with the bet types they offer, in the order of the banca's list; for the `past` all that ever were,
 * active ones first.
 */
export async function productOptions(db: Executor, past: boolean): Promise<{ data: ProductOption[] }> {
  const data = await db.rows<ProductOption>(sql`
    SELECT p.id, p.code, p.name, p.kind, p.status, coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', b.id, 'code', b.code, 'name', b.name, 'kind', b.kind) ORDER BY b.id)
      FROM product_bet_types o JOIN bet_types b ON b.id = o.bet_type_id
      WHERE ${every(sql`o.product_id = p.id`, !past && sql`o.enabled`)}
    ), '[]'::jsonb) AS bet_types
    FROM products p WHERE ${past ? sql`true` : sql`p.status = 'activo'`} ORDER BY p.status, p.position, p.name, p.id`)
  return { data }
}

/** Every product, those that are not sold now too: what was sold has to be found by name. */
export async function lotteries(db: Executor): Promise<Answer<typeof general.lotteries>> {
  const data = await db.rows<Answer<typeof general.lotteries>['data'][number]>(
    sql`SELECT id, code, name, kind::text AS kind, zone FROM products ORDER BY status, position, name, id`,
  )
  return { data }
}

export async function betTypes(db: Executor): Promise<Answer<typeof general.typesBet>> {
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
    SELECT d.id, d.product_id, p.name || to_char(d.scheduled_at AT TIME ZONE b.zone, ' HH24:MI') AS name, d.scheduled_at,
      d.closes_at, ${stateAt(now.toISOString())} AS state
    FROM draws d JOIN products p ON p.id = d.product_id CROSS JOIN banca b
    WHERE ${every(sql`d.day = ${day ?? today}::date`, product_id !== undefined && sql`d.product_id = ${product_id}::int`)}
    ORDER BY d.scheduled_at, p.position, d.id`)
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
      SELECT coalesce((
        SELECT s.rate_type_id FROM partner_ancestors a JOIN partner_settings s ON s.partner_id = a.ancestor_id
        WHERE a.partner_id = ${scope.partner_id} AND s.rate_type_id IS NOT NULL ORDER BY a.depth LIMIT 1
      ), (SELECT min(id) FROM rate_types)) AS rate_type_id
    )
    SELECT sold.code::text AS code, force.rate, force.valid_from AS rate_at
    FROM (SELECT unnest(currencies) AS code FROM banca) sold
    LEFT JOIN LATERAL (
      SELECT r.rate, r.valid_from FROM rates r JOIN working USING (rate_type_id)
      WHERE r.currency = sold.code AND sold.code <> 'BS' AND r.valid_from <= ${now.toISOString()}::timestamptz
      ORDER BY r.valid_from DESC LIMIT 1
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
