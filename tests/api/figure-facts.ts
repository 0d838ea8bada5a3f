/**
 * Random sales, annulments and prizes of past days, and the facts about them as the tables have them: what figures
 * are worked out from again, by other code than the product's.
 */
import { sql } from 'drizzle-orm'
import type { GeneralLevel } from '../../contract/reports.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays } from '../../contract/values/dates.ts'
import { createDatabase } from '../support/postgres.ts'
import { zone } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'

/** A line or a prize. */
export interface Fact {
  day: string
  /** Clock hour of the line's sale, or of the draw that paid the prize. */
  hour: number
  /** Of a line that stands, the instant of its sale; null of a prize. */
  sold_at: string | null
  office_id: number
  currency: string
  product_id: number
  bet_type_id: number
  ticket: string
  sold: string
  prize: string
  annulled: string
}

export const products = ['LOTTO_ACTIVO', 'LA_GRANJITA', 'SELVA_PLUS'] as const
export const partners = ['banca', 'norte', 'sur', 'agencia1', 'agencia2', 'taquilla1', 'taquilla3'] as const
const offices = ['taquilla1', 'taquilla2', 'taquilla3'] as const
/** Days before the last one on which something was sold. */
export const span = 16

export interface Facts {
  past: Past
  facts: readonly Fact[]
  /** The partners of a level that an office counts under, within a subject: of distributors inside one another all of them. */
  placesOf(office: number, subject: number, level: GeneralLevel): number[]
  close(): Promise<void>
}

export async function createFacts(): Promise<Facts> {
  const database = await createDatabase()
  const past = await createPast(database.url)
  await sellAtRandom(past)
  return {
    past,
    facts: await readFacts(past),
    placesOf: await placesIn(past),
    close: async () => {
      await past.world.close()
      await database.drop()
    },
  }
}

async function sellAtRandom({ world, day, sell, annul, prize }: Past): Promise<void> {
  const draws = await Promise.all(products.map((code) => world.draw(code)))
  let state = 20261122
  const random = (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
  for (let n = 0; n < 220; n++) {
    const time = `${String(random(24)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}`
    const currency: Currency = random(4) ? 'BS' : 'USD'
    const bets = Array.from({ length: 1 + random(3) }, () => ({
      draw: draws[random(draws.length)]!,
      number: String(1 + random(36)),
      stake: `${1 + random(60)}.${String(random(100)).padStart(2, '0')}`,
    }))
    const ticket = await sell(addDays(day, -random(span)), time, offices[random(3)]!, currency, bets, random(60_000))
    if (random(8) === 0) await annul(ticket)
  }
  for (const [n, draw] of draws.entries())
    await prize(draw, addDays(day, -n), '19:00', [{ place: '', number: String(5 + n), sign: null }])
}

async function readFacts({ world }: Past): Promise<Fact[]> {
  return world.db.rows<Fact>(sql`
    SELECT l.day::text AS day, extract(hour FROM t.sold_at AT TIME ZONE ${zone}::text)::int AS hour, t.sold_at, t.office_id,
      t.currency::text AS currency,
      l.product_id::int, l.bet_type_id::int, t.id::text AS ticket, l.stake::text AS sold, '0.00' AS prize, '0.00' AS annulled
    FROM tickets t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id WHERE l.state NOT IN ('anulada', 'devuelta')
    UNION ALL
    SELECT l.day::text, 0, NULL, l.office_id, l.currency::text, l.product_id::int, l.bet_type_id::int, '', '0.00', '0.00',
      l.stake::text
    FROM ticket_lines l
    WHERE l.state = 'anulada'
    UNION ALL
    SELECT d.day::text, extract(hour FROM d.scheduled_at AT TIME ZONE ${zone}::text)::int, NULL, p.office_id,
      p.currency::text, l.product_id::int, l.bet_type_id::int, '', '0.00', p.amount::text, '0.00'
    FROM prizes p
    JOIN draws d ON d.id = p.draw_id
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    WHERE p.withdrawn_at IS NULL`)
}

/** Where an office counts, by the tree as it is. */
export async function placesIn(past: Past): Promise<Facts['placesOf']> {
  const above = await readTree(past)
  return (office, subject, level) => placesOf(above.get(office)!, office, subject, level)
}

/** Of each office, those above it and itself, by type. */
async function readTree({ world }: Past) {
  const rows = await world.db.rows<{ office: number; id: number; type: string; depth: number }>(sql`
    SELECT a.partner_id AS office, p.id, p.type::text AS type, a.depth
    FROM partner_ancestors a
    JOIN partners p ON p.id = a.ancestor_id
    WHERE a.partner_type = 'taquilla'
    ORDER BY a.depth`)
  const tree = new Map<number, Map<string, number[]>>()
  for (const { office, id, type } of rows) {
    const own = tree.get(office) ?? new Map<string, number[]>()
    tree.set(office, own.set(type, [...(own.get(type) ?? []), id]).set('all', [...(own.get('all') ?? []), id]))
  }
  return tree
}

function placesOf(above: Map<string, number[]>, office: number, subject: number, level: GeneralLevel): number[] {
  const chain = above.get('all')!
  const at = chain.indexOf(subject)
  if (at < 0) return []
  if (level === 'taquilla' || at === 0) return [office]
  if (level === 'directos') return [chain[at - 1]!]
  const agency = above.get('agencia')![0]!
  if (level === 'distribuidor' && agency !== subject) {
    const distributors = above.get('distribuidor') ?? []
    const within = distributors.filter((one) => chain.indexOf(one) <= at)
    return within.length > 0 ? within : [0]
  }
  // An agency asked for agencies, or for what lies above it, shows itself.
  return chain.indexOf(agency) <= at ? [agency] : []
}
