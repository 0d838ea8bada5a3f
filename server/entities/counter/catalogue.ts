/** What a counter needs to know before it sells: its office, what it may sell and for how much, and the draws. */
import { sql, type SQL } from 'drizzle-orm'
import type { CounterCatalogue, CounterDraw, CounterProduct } from '@contract/counter.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { stateSql } from '../../rules/draws/state.ts'
import { lineFactsOf, lookAtDraws } from '../../rules/sale/facts.ts'
import { rulesOf, type Rules } from '../../rules/sale/known.ts'
import { quickAmounts } from '../../rules/sale/quick-amounts.ts'

type Office = Omit<CounterCatalogue['office'], 'max_lines' | 'annul_minutes'> & { currencies: Currency[] }

/** Throws `not_found` where the caller has no office, or not the one that is named. */
export async function catalogueOf(
  { db, scope, now, today }: Pick<Context, 'db' | 'scope' | 'now' | 'today'>,
  office_id: number | undefined,
): Promise<CounterCatalogue> {
  const offices = await officesOf(scope, db)
  const office = office_id === undefined ? offices[0] : offices.find(({ id }) => id === office_id)
  if (!office) throw new Problem('not_found')
  const [products, draws] = [await productsOf(db), await drawsOf(db, now, today)]
  const { rules, limits } = await soldBy(db, office, { products, draws, at: now })
  const sold = products.flatMap((product) => asSold(product, rules, today))
  const { id, name, agency_name } = office
  const { max_lines, annul_minutes } = rules.office
  return {
    server_time: now.toISOString(),
    today,
    office: { id, name, agency_name, max_lines, annul_minutes },
    offices: offices.map((one) => ({ id: one.id, name: one.name })),
    limits,
    products: sold,
    draws: draws.filter(({ product_id }) => sold.some((product) => product.id === product_id)),
  }
}

/** Of the caller, those that may sell first. */
function officesOf(scope: Scope, db: Executor): Promise<Office[]> {
  return db.rows<Office>(sql`
    SELECT office.id, office.name, agency.name AS agency_name, office.currencies::text[] AS currencies
    FROM partners office
    JOIN partners agency ON agency.id = office.father_id
    WHERE office.type = 'taquilla' AND ${within(scope, sql`office.id`)}
    ORDER BY office.status, office.name, office.id`)
}

/** All that sell, each with all it offers at the product's own multipliers. A polla has a counter of its own. */
function productsOf(db: Executor): Promise<CounterProduct[]> {
  return db.rows<CounterProduct>(sql`
    SELECT product.id, product.counter_key, product.code, product.name, product.kind::text AS kind, product.zone,
      0 AS tripleta_draws,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object(
          'id', bet.id, 'name', bet.name, 'kind', bet.kind, 'place', bet.place, 'multiplier', offer.multiplier::text
        ) ORDER BY bet.id)
        FROM product_bet_types offer
        JOIN bet_types bet ON bet.id = offer.bet_type_id
        WHERE offer.product_id = product.id AND offer.enabled
      ), '[]') AS bet_types,
      coalesce((
        SELECT jsonb_agg(
          jsonb_build_object('code', symbol.code, 'name', symbol.name, 'image_url', symbol.image_url) ORDER BY symbol.position
        )
        FROM product_symbols symbol
        WHERE symbol.product_id = product.id
      ), '[]') AS symbols
    FROM products product
    WHERE product.status = 'activo' AND product.kind <> 'polla'
    ORDER BY product.position, product.name, product.id`)
}

/** Today's, and those of a week ahead that are sold already. `draw` is the draw's alias. */
export function drawsShown(today: SQL, now: SQL): SQL {
  return sql`(draw.day = ${today} OR (draw.day > ${today} AND draw.day <= ${today} + 7 AND draw.opens_at <= ${now}))`
}

function drawsOf(db: Executor, now: Date, today: string): Promise<CounterDraw[]> {
  const at = now.toISOString()
  return db.rows<CounterDraw>(sql`
    SELECT draw.id, draw.product_id, draw.scheduled_at, draw.opens_at, draw.closes_at, ${stateSql(at)} AS state,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('place', drawn.place, 'number', drawn.number, 'sign', drawn.sign) ORDER BY drawn.place)
        FROM result_numbers drawn
        WHERE drawn.result_id = draw.result_id
      ), '[]') AS result
    FROM draws draw
    WHERE ${drawsShown(sql`${today}::date`, sql`${at}::timestamptz`)}
    ORDER BY draw.scheduled_at, draw.product_id`)
}

interface Found {
  products: readonly CounterProduct[]
  draws: readonly CounterDraw[]
  at: Date
}

/** The rules that a sale of the office goes by, and what it may stake in each of its currencies. */
async function soldBy(
  db: Executor,
  { id: office_id, currencies }: Office,
  { products, draws, at }: Found,
): Promise<{ rules: Rules; limits: CounterCatalogue['limits'] }> {
  const seen = await lookAtDraws(
    db,
    draws.slice(0, 1).map(({ id }) => ({ draw_id: id })),
  )
  const bets = products.flatMap((product) =>
    product.bet_types.map((bet) => ({ product_id: product.id, bet_type_id: bet.id })),
  )
  const limits: CounterCatalogue['limits'] = []
  let rules: Rules | undefined
  for (const currency of currencies) {
    // Whether it is sold and what it pays is alike in all of them.
    const own = await rulesOf(db, seen, { office_id, currency, at }, rules ? [] : bets)
    if (!own) throw new Problem('not_found')
    rules ??= own
    const { min_stake, max_stake, max_ticket, client_from } = own.office
    limits.push({
      currency,
      min_stake,
      max_stake,
      max_ticket,
      client_from,
      quick_amounts: quickAmounts(own.office, currency),
    })
  }
  if (!rules) throw new Problem('not_found')
  return { rules, limits }
}

/** A product as the office sells it, or nothing where it sells none of its bets. */
function asSold(product: CounterProduct, rules: Rules, today: string): CounterProduct[] {
  const held = { id: 0, product_id: product.id, day: today, closes_at: '', open: true, opens_on: null }
  const offered = product.bet_types.flatMap((bet) => {
    const own = { product_id: product.id, bet_type_id: bet.id }
    const line = { draw_id: 0, bet_type_id: bet.id, number: '', stake: '0.00' }
    const facts = lineFactsOf(line, held, rules.game(own), rules.terms(own))
    return facts.offered && facts.product_enabled ? [{ bet: { ...bet, multiplier: facts.multiplier }, facts }] : []
  })
  const [first] = offered
  if (!first) return []
  return [{ ...product, tripleta_draws: first.facts.tripleta_draws, bet_types: offered.map(({ bet }) => bet) }]
}
