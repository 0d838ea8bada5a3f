/**
 * What makes a counter's catalogue old, as it happens: what befell a draw is said by its name; of all else (draws that
 * come or go, and what an office may sell, for how much and at which multiplier) only that something moved. A round
 * asks one sum over the draws and the rules' version; what is behind them is read when one of them is another.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { DrawNews } from '@contract/counter.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/databases.ts'
import type { Said, Watched } from '../../platform/http/listeners.ts'
import { drawsShown } from './catalogue.ts'

interface SeenDraw {
  id: number
  product_id: number
  product_name: string
  state: 'activo' | 'suspendido' | 'premiado'
  opens_at: string
  scheduled_at: string
  closes_at: string
  result_id: number | null
}

/** What the last round knew. */
interface Seen {
  draws: string | undefined
  rules: string | undefined
  all: ReadonlyMap<number, SeenDraw>
  /** By partner, what its offices sell under. */
  terms: ReadonlyMap<number, string>
}

const nobody: Seen = { draws: undefined, rules: undefined, all: new Map(), terms: new Map() }
const seen = new WeakMap<Database, Seen>()

/** A polla has a counter of its own. */
const shownDraws = sql`draws draw
  JOIN products product ON product.id = draw.product_id AND product.status = 'activo' AND product.kind <> 'polla'
  CROSS JOIN banca
  WHERE ${drawsShown(sql`(now() AT TIME ZONE banca.zone)::date`, sql`now()`)}`

export const counterNews: Watched = {
  name: 'counter',
  states: () => sql`
    SELECT 'draws' AS key, count(*) || ' ' || sum(hashtextextended(draw::text, 0)) AS state FROM ${shownDraws}
    UNION ALL SELECT 'rules', version::text FROM rules_version`,
  news: async (database, keys, states) => {
    const before = seen.get(database) ?? nobody
    const [draws, rules] = [states.get('draws'), states.get('rules')]
    const db = database.reports.aside
    const all = draws === before.draws ? before.all : await drawsOf(db)
    const known = rules === before.rules ? before.terms : new Map<number, string>()
    const unknown = keys.filter((key) => !known.has(key))
    const found = unknown.length > 0 ? await termsOf(db, unknown) : []
    const terms = new Map([
      ...keys.flatMap((key) => (known.has(key) ? [[key, known.get(key)!] as const] : [])),
      ...found,
    ])
    seen.set(database, { draws, rules, all, terms })
    const common = all === before.all ? [] : newsOf(before.all, all)
    return new Map(
      keys.map((key) => {
        const were = before.terms.get(key)
        const isMoved = were !== undefined && were !== terms.get(key)
        return [key, isMoved && !common.includes('movido') ? [...common, 'movido'] : common]
      }),
    )
  },
}

async function drawsOf(db: Executor): Promise<ReadonlyMap<number, SeenDraw>> {
  const rows = await db.rows<SeenDraw>(sql`
    SELECT draw.id, draw.product_id, product.name AS product_name, draw.state::text AS state,
      draw.opens_at, draw.scheduled_at, draw.closes_at, draw.result_id
    FROM ${shownDraws}
    ORDER BY draw.scheduled_at, draw.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** In the order of the draws. Where some came or went, that something moved comes with it. */
function newsOf(before: ReadonlyMap<number, SeenDraw>, now: ReadonlyMap<number, SeenDraw>): Said[] {
  const said: Said[] = []
  let moved = [...before.keys()].some((id) => !now.has(id))
  for (const [id, draw] of now) {
    const was = before.get(id)
    const turn = was && turnOf(was, draw)
    if (turn) said.push({ name: 'sorteo', data: { ...named(draw), turn } satisfies DrawNews })
    else moved ||= !was || was.opens_at !== draw.opens_at || was.scheduled_at !== draw.scheduled_at
  }
  return moved ? [...said, 'movido'] : said
}

const named = ({ id, product_id, product_name, scheduled_at, closes_at }: SeenDraw) => ({
  draw_id: id,
  product_id,
  product_name,
  scheduled_at,
  closes_at,
})

/** A result says more than a state: one that is corrected takes its draw through several. */
function turnOf(was: SeenDraw, draw: SeenDraw): DrawNews['turn'] | undefined {
  if (was.result_id !== draw.result_id)
    return draw.result_id === null ? 'retirado' : was.result_id === null ? 'resultado' : 'corregido'
  if (was.state !== draw.state) {
    if (draw.state === 'suspendido') return 'suspendido'
    if (was.state === 'suspendido') return 'reanudado'
  }
  return was.closes_at === draw.closes_at ? undefined : 'cierre'
}

/** The tables of which an office, its agency and whoever stands above it each set something. */
const settings = ['partner_products', 'partner_multipliers', 'partner_limits', 'partner_settings'] as const

/**
 * One sum for each partner over what itself, those above and the offices below set, and over what is alike for all:
 * what a change elsewhere in the tree leaves as it was.
 */
function termsOf(db: Executor, keys: readonly number[]): Promise<[number, string][]> {
  const own = sql.join(
    settings.map(
      (table) => sql`SELECT own.partner_id, hashtextextended(own::text, 0) AS hash FROM ${sql.identifier(table)} own
        WHERE own.partner_id IN (SELECT near_id FROM near)`,
    ),
    sql` UNION ALL `,
  )
  return db
    .rows<{ key: number; state: string }>(sql`
      WITH near AS MATERIALIZED (
        SELECT partner_id AS key, ancestor_id AS near_id FROM partner_ancestors WHERE partner_id = ANY (${list(keys)}::int[])
        UNION SELECT ancestor_id, partner_id FROM partner_ancestors WHERE ancestor_id = ANY (${list(keys)}::int[])
      ), set_by AS (
        SELECT partner_id, sum(hash) AS hash FROM (
          ${own}
          UNION ALL SELECT id, hashtextextended(concat_ws('|', name, status, father_id, currencies), 0) FROM partners
          WHERE id IN (SELECT near_id FROM near)
        ) s GROUP BY partner_id
      ), games AS (${gamesSum})
      SELECT near.key, sum(set_by.hash) || ' ' || games.hash AS state
      FROM near JOIN set_by ON set_by.partner_id = near.near_id CROSS JOIN games GROUP BY near.key, games.hash`)
    .then((rows) => rows.map(({ key, state }) => [key, state]))
}

/** What is alike for all offices. */
const gamesSum: SQL = sql`SELECT sum(hash) AS hash FROM (
    ${sql.join(
      ['products', 'product_bet_types', 'bet_types', 'product_symbols'].map(
        (table) => sql`SELECT hashtextextended(own::text, 0) AS hash FROM ${sql.identifier(table)} own`,
      ),
      sql` UNION ALL `,
    )}
    UNION ALL SELECT hashtextextended(banca.client_from_ticket::text, 0) FROM banca) s`
