/** Writes the catalogue into a new banca's database. */
import { sql } from 'drizzle-orm'
import type { ProductSettings } from '@contract/products.ts'
import { list, type Executor } from '../platform/db/connect.ts'
import { betTypeId, betTypes, catalogueSymbols, type CatalogueProduct } from './catalogue.ts'
import { drawingOf } from './data/animals.ts'

/** What a polla begins with: 80 % of the income is for prizes, shared by its three pots. */
function pollaSettings({ polla }: CatalogueProduct): ProductSettings {
  return {
    sale_days_before: 1,
    tripleta_draws: 11,
    polla: polla
      ? {
          ...polla,
          prize_percent: '80',
          first_percent: '60',
          second_percent: '30',
          weekly_percent: '10',
          source_products: [1, 2],
        }
      : null,
  }
}

async function loadProducts(db: Executor, products: readonly CatalogueProduct[]): Promise<void> {
  await db.run(sql`
    INSERT INTO products (id, code, name, kind, zone, position, settings)
    SELECT id, code, name, kind::product_kind, zone, position, settings::jsonb FROM unnest(
      ${list(products.map((one) => one.id))}::smallint[], ${list(products.map((one) => one.code))}::text[],
      ${list(products.map((one) => one.name))}::text[],
      ${list(products.map((one) => one.kind))}::text[], ${list(products.map((one) => one.zone))}::text[],
      ${list(products.map((_, at) => at + 1))}::smallint[],
      ${list(products.map((one) => JSON.stringify(one.polla ? pollaSettings(one) : {})))}::text[]
    ) AS new (id, code, name, kind, zone, position, settings)`)
  const offers = products.flatMap((product) => product.offers.map((offer) => ({ ...offer, product_id: product.id })))
  await db.run(sql`
    INSERT INTO product_bet_types (product_id, bet_type_id, multiplier, place_multipliers)
    SELECT product_id, bet_type_id, multiplier, places::numeric[] FROM unnest(
      ${list(offers.map((one) => one.product_id))}::smallint[], ${list(offers.map((one) => betTypeId(one.bet_type)))}::smallint[],
      ${list(offers.map((one) => one.multiplier))}::numeric[],
      ${list(offers.map((one) => (one.place_multipliers ? `{${one.place_multipliers.join(',')}}` : null)))}::text[]
    ) AS new (product_id, bet_type_id, multiplier, places)`)
}

async function loadSymbolsAndSchedules(db: Executor, products: readonly CatalogueProduct[]): Promise<void> {
  const symbols = products.flatMap((product) =>
    catalogueSymbols(product).map(([code, name], at) => ({ product_id: product.id, code, name, position: at + 1 })),
  )
  await db.run(sql`
    INSERT INTO product_symbols (product_id, code, name, image_url, position)
    SELECT *
    FROM unnest(
      ${list(symbols.map((one) => one.product_id))}::smallint[], ${list(symbols.map((one) => one.code))}::text[],
      ${list(symbols.map((one) => one.name))}::text[], ${list(symbols.map((one) => drawingOf(one.name)))}::text[],
      ${list(symbols.map((one) => one.position))}::smallint[]
    )`)
  const schedules = products.flatMap((product) =>
    product.schedules.flatMap(({ weekday_mask, times }) =>
      times.map((local_time) => ({ product_id: product.id, weekday_mask, local_time })),
    ),
  )
  await db.run(sql`
    INSERT INTO product_schedules (product_id, weekday_mask, local_time)
    SELECT *
    FROM unnest(
      ${list(schedules.map((one) => one.product_id))}::smallint[],
      ${list(schedules.map((one) => one.weekday_mask))}::smallint[], ${list(schedules.map((one) => one.local_time))}::time[]
    )`)
}

/** Writes every bet type, and these products with what they offer. The tables must be empty. */
export async function loadCatalogue(db: Executor, products: readonly CatalogueProduct[]): Promise<void> {
  await db.run(sql`
    INSERT INTO bet_types (id, code, name, kind, place)
    SELECT id, code, name, kind::bet_kind, place FROM unnest(
      ${list(betTypes.map((one) => one.id))}::smallint[], ${list(betTypes.map((one) => one.code))}::text[],
      ${list(betTypes.map((one) => one.name))}::text[],
      ${list(betTypes.map((one) => one.kind))}::text[], ${list(betTypes.map((one) => one.place))}::text[]
    ) AS new (id, code, name, kind, place)`)
  await loadProducts(db, products)
  await loadSymbolsAndSchedules(db, products)
  await db.run(sql`SELECT setval(pg_get_serial_sequence('products', 'id'), (SELECT max(id) FROM products))`)
}
