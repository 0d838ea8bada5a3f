/** Writes the catalogue into a new banca's database. */
import { sql } from 'drizzle-orm'
import { list, type Executor } from '../connect.ts'
import { betTypeId, betTypes, symbolsOf, type Product } from './catalogue.ts'

const pollaSettings = {
  symbols: 6, micro_symbols: 3, price: { BS: '100.00', USD: '1.00', COP: '4000.00' },
  /** Percentages of the income, and of what is for prizes. */
  prize_percent: '80', house_percent: '20', first_percent: '60', second_percent: '30', weekly_percent: '10',
}

async function loadProducts(db: Executor, products: readonly Product[]): Promise<void> {
  await db.run(sql`
    INSERT INTO products (id, code, name, kind, zone, position, settings)
    SELECT id, code, name, kind::product_kind, zone, position, settings::jsonb FROM unnest(
      ${list(products.map((one) => one.id))}::smallint[], ${list(products.map((one) => one.code))}::text[], ${list(products.map((one) => one.name))}::text[],
      ${list(products.map((one) => one.kind))}::text[], ${list(products.map((one) => one.zone))}::text[], ${list(products.map((_, at) => at + 1))}::smallint[],
      ${list(products.map((one) => JSON.stringify(one.kind === 'polla' ? pollaSettings : {})))}::text[]
    ) AS new (id, code, name, kind, zone, position, settings)`)
  const offers = products.flatMap((product) => product.offers.map((offer) => ({ ...offer, product_id: product.id })))
  await db.run(sql`
    INSERT INTO product_bet_types (product_id, bet_type_id, multiplier, place_multipliers, enabled)
    SELECT product_id, bet_type_id, multiplier, places::numeric[], enabled FROM unnest(
      ${list(offers.map((one) => one.product_id))}::smallint[], ${list(offers.map((one) => betTypeId(one.bet_type)))}::smallint[],
      ${list(offers.map((one) => one.multiplier))}::numeric[],
      ${list(offers.map((one) => (one.place_multipliers ? `{${one.place_multipliers.join(',')}}` : null)))}::text[],
      ${list(offers.map((one) => one.enabled ?? true))}::boolean[]
    ) AS new (product_id, bet_type_id, multiplier, places, enabled)`)
}

async function loadSymbolsAndSchedules(db: Executor, products: readonly Product[]): Promise<void> {
  const symbols = products.flatMap((product) => symbolsOf(product).map(([code, name], at) => ({ product_id: product.id, code, name, position: at + 1 })))
  await db.run(sql`
    INSERT INTO product_symbols (product_id, code, name, position)
    SELECT * FROM unnest(${list(symbols.map((one) => one.product_id))}::smallint[], ${list(symbols.map((one) => one.code))}::text[],
      ${list(symbols.map((one) => one.name))}::text[], ${list(symbols.map((one) => one.position))}::smallint[])`)
  const schedules = products.flatMap((product) =>
    product.schedules.flatMap(({ weekday_mask, times }) => times.map((local_time) => ({ product_id: product.id, weekday_mask, local_time }))))
  await db.run(sql`
    INSERT INTO product_schedules (product_id, weekday_mask, local_time)
    SELECT * FROM unnest(${list(schedules.map((one) => one.product_id))}::smallint[], ${list(schedules.map((one) => one.weekday_mask))}::smallint[],
      ${list(schedules.map((one) => one.local_time))}::time[])`)
}

/** Writes every bet type, and these products with what they offer. The tables must be empty. */
export async function loadCatalogue(db: Executor, products: readonly Product[]): Promise<void> {
  await db.run(sql`
    INSERT INTO bet_types (id, code, name, kind, place)
    SELECT id, code, name, kind::bet_kind, place FROM unnest(
      ${list(betTypes.map((one) => one.id))}::smallint[], ${list(betTypes.map((one) => one.code))}::text[], ${list(betTypes.map((one) => one.name))}::text[],
      ${list(betTypes.map((one) => one.kind))}::text[], ${list(betTypes.map((one) => one.place))}::text[]
    ) AS new (id, code, name, kind, place)`)
  await loadProducts(db, products)
  await loadSymbolsAndSchedules(db, products)
  await db.run(sql`SELECT setval(pg_get_serial_sequence('products', 'id'), (SELECT max(id) FROM products))`)
}
