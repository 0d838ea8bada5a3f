/** Selling through the rules, against bare statements that write the same rows. */
import { sql } from 'drizzle-orm'
import { list, type Tx } from '../../server/platform/db/connect.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { addPartner } from '../support/factories.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { doneIn, round, takeTurns, type Measured } from './measure.ts'
import { benchPrizes } from './prizes.ts'
import { processorMeter, type Work } from './processor.ts'

const clients = 16
const rounds = 12
/** Of one slice of one work in one round. */
const sliceMs = 600
const animal = betTypeId('ANIMALITO')
/** As at midday: four products with six draws open each. */
const products = ['LOTTO_ACTIVO', 'LA_GRANJITA', 'GUACHARO_ACTIVO', 'SELVA_PLUS']
const openHours = 6

interface Line {
  draw_id: number
  product_id: number
  bet_type_id: number
  number: string
  stake: string
}

/** Many offices, so that clients sell side by side as terminals do. */
async function addOffices(world: World, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    ids.push(
      await addPartner(world.db, {
        father_id: world.partner.agencia1,
        type: 'taquilla',
        code: `B${n}`,
        name: `Banco ${n}`,
        currencies: ['BS'],
      }),
    )
  }
  return ids
}

/** Tickets as many counters would sell them at midday, each different from the one before. */
async function ticketMaker(world: World): Promise<() => Line[]> {
  const draws: number[] = []
  for (const product of products) for (let hour = 0; hour < openHours; hour++) draws.push(await world.draw(product))
  const ids = products.map((code) => world.product(code))
  let n = 0
  return () =>
    products.map((_, at) => ({
      draw_id: draws[at * openHours + ((n * 5 + at) % openHours)]!,
      product_id: ids[at]!,
      bet_type_id: animal,
      number: String(1 + ((n++ * 7) % 36)),
      stake: `${1 + (n % 50)}.00`,
    }))
}

export async function benchSale(url: string): Promise<Measured[]> {
  const world = await createWorld(url)
  try {
    const offices = await addOffices(world, clients)
    const lines = await ticketMaker(world)
    await world.db.run(
      sql`
        INSERT INTO top_quotas (product_id, bet_type_id, currency, amount)
        SELECT id, ${animal}, 'BS', 100000000
        FROM products
        WHERE kind = 'animalitos'`,
    )
    await addBareCounters(world)
    const works = {
      bare: (client: number) => world.run((tx) => bareInsert(tx, world, offices[client]!, lines(), 'counters')),
      own: (client: number) => world.run((tx) => bareInsert(tx, world, offices[client]!, lines(), 'own')),
      fair: (client: number) => world.run(async (tx) => sameUpserts(tx, world, offices[client]!, lines())),
      sale: (client: number) =>
        world.run((tx) =>
          sell(tx, {
            office_id: offices[client]!,
            seller_id: world.user['taquilla']!,
            currency: 'BS',
            lines: lines().map(({ draw_id, bet_type_id, number, stake }) => ({ draw_id, bet_type_id, number, stake })),
            confirm_repeated: true,
            at: new Date(),
            day: world.today,
          }),
        ),
    }
    // Its rates become the first combination that is frozen, which the bare statements write too.
    await works.sale(0)
    const measured = await inTurns(world, works)
    const { deadlocks } = (await world.db.one<{ deadlocks: string }>(
      sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
    ))!
    return [
      row(measured.sale, measured.bare, {
        yardstick: 'insertar tantas filas como escribe, una sentencia',
        least: 40,
        deadlocks,
        more: `; sin los contadores ${round(perSecond(measured.own), 0)}/s`,
      }),
      row(measured.sale, measured.fair, {
        yardstick: 'una sentencia que suma en las mismas filas compartidas',
        least: 65,
        deadlocks,
      }),
      ...(await benchPrizes(world, offices)),
    ]
  } finally {
    await world.close()
  }
}

/** All slices of each work together, after one round that warms up. */
async function inTurns<K extends string>(
  world: World,
  works: Record<K, (client: number) => Promise<unknown>>,
): Promise<Record<K, Work>> {
  const meter = await processorMeter(world.db)
  const names = Object.keys(works) as K[]
  const slices = Object.fromEntries(
    names.map((name) => [name, () => (meter ?? timed)(() => slice(works[name]))]),
  ) as Record<K, () => Promise<Work>>
  await takeTurns(slices, 1)
  const taken = await takeTurns(slices, rounds)
  return Object.fromEntries(names.map((name) => [name, taken[name].reduce(sum)])) as Record<K, Work>
}

const sum = (all: Work, one: Work): Work => ({
  done: all.done + one.done,
  ms: all.ms + one.ms,
  node: all.node + one.node,
  postgres: all.postgres + one.postgres,
})

/** Where the system does not tell processor time. */
async function timed(run: () => Promise<number>): Promise<Work> {
  const start = performance.now()
  const done = await run()
  return { done, ms: performance.now() - start, node: 0, postgres: 0 }
}

const slice = async (work: (client: number) => Promise<unknown>) => (await doneIn(clients, sliceMs / 1_000, work)).done

const perSecond = ({ done, ms }: Work) => (done * 1_000) / ms
const processor = ({ done, node, postgres }: Work) => (node + postgres) / done

function row(
  sale: Work,
  bare: Work,
  { yardstick, least, deadlocks, more = '' }: { yardstick: string; least: number; deadlocks: string; more?: string },
): Measured {
  const byRate = (perSecond(sale) / perSecond(bare)) * 100
  const byProcessor = (processor(bare) / processor(sale)) * 100
  const parts =
    `${round(sale.node / sale.done, 2)} Node + ${round(sale.postgres / sale.done, 2)} ` +
    `PostgreSQL contra ${round(bare.node / bare.done, 2)} + ` +
    `${round(bare.postgres / bare.done, 2)} ms`
  return {
    work: 'vender un ticket de 4 jugadas, todas las reglas, 16 clientes',
    yardstick,
    reach: `≥ ${least} % de su ritmo y de su procesador, sin interbloqueos`,
    measured:
      `${round(byRate, 0)} % (${round(perSecond(sale), 0)}/s contra ` +
      `${round(perSecond(bare), 0)}/s${more}); por procesador ` +
      `${sale.node ? `${round(byProcessor, 0)} % (${parts})` : 'no medido'}; ${deadlocks} ` +
      'interbloqueos',
    reached: byRate >= least && (byProcessor >= least || !sale.node) && deadlocks === '0',
  }
}

/** The counters a sale adds to, as tables that rows can be inserted into without meeting any before them. */
const counters = {
  draw_sales: 'draw_id, partner_id, bet_type_id, number, currency',
  sales_hours: 'partner_id, currency, day, hour, shard',
  product_days: 'partner_id, currency, day, product_id, bet_type_id, shard',
  settlement_hours: 'office_id, day, currency, product_id, bet_type_id, rate_id, hour',
  sales_days: 'day, office_id, currency',
  ledger_days: 'account_id, day',
}

async function addBareCounters(world: World): Promise<void> {
  for (const [table, key] of Object.entries(counters)) {
    await world.db.run(sql.raw(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING DEFAULTS)`))
    await world.db.run(sql.raw(`CREATE INDEX ON bare_${table} (${key})`))
  }
}

/** The ticket, its lines and its ledger entry, as common table expressions. */
function ownCtes(world: World, office_id: number, lines: readonly Line[]) {
  return sql`
    bet AS (
      SELECT *
      FROM unnest(
        ${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.product_id))}::int[],
        ${list(lines.map((line) => line.number))}::text[], ${list(lines.map((line) => line.stake))}::numeric[]
      ) WITH ORDINALITY AS l(draw_id, product_id, number, stake, n)
    ), ticket AS (
      INSERT INTO tickets (
        day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at, first_close_at,
        annul_before, expires_on, content_hash
      )
      VALUES (
        ${world.today}, nextval('ticket_ids'), substr(gen_random_uuid()::text, 1, 13), 'x', ${office_id}, 1, 'BS', 100, 3000,
        4, now(), now(), now(), ${world.today}, 1
      )
      RETURNING id
    ), line AS (
      INSERT INTO ticket_lines (
        day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, rate_id
      )
      SELECT ${world.today}::date, ticket.id, l.n, l.draw_id, l.product_id, ${animal}::int, ${office_id}::int, 'BS', l.number,
        l.stake, 30, 1
      FROM ticket, bet l
    ), entry AS (
      INSERT INTO ledger_entries (day, kind, ref_kind, ref_id, office_id)
      SELECT ${world.today}::date, 'venta', 'ticket', id, ${office_id}::int
      FROM ticket
      RETURNING id
    )`
}

/**
 * As many rows as a sale of four lines writes, in one statement, without a rule or a conflict; `own`: only the ticket,
 * its lines and its entry. Both write into the same tables, so that whatever a column or an index of them costs falls on both.
 */
async function bareInsert(
  tx: Tx,
  world: World,
  office_id: number,
  lines: readonly Line[],
  what: 'own' | 'counters',
): Promise<void> {
  const shared = sql`
    , level AS (SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${office_id}),
    b1 AS (INSERT INTO bare_draw_sales SELECT l.draw_id, level.ancestor_id, 1, l.number, 'BS', l.stake, l.stake, 1 FROM bet l, level),
    b2 AS (INSERT INTO bare_sales_hours SELECT ${world.today}::date, ancestor_id, 'BS', 12, 0, 100, 0, 12, 1 FROM level),
    b3 AS (
      INSERT INTO bare_product_days
      SELECT ${world.today}::date, level.ancestor_id, 'BS', l.n, 1, 0, l.stake, 0, 0, 1, 0
      FROM bet l, level
    ),
    b4 AS (
      INSERT INTO bare_settlement_hours (day, office_id, currency, product_id, bet_type_id, rate_id, hour, sold, lines)
      SELECT ${world.today}::date, ${office_id}::int, 'BS', l.n, 1, 1, 12, l.stake, 1
      FROM bet l
    ),
    b5 AS (INSERT INTO bare_sales_days (day, office_id, currency, sold) VALUES (${world.today}::date, ${office_id}::int, 'BS', 100)),
    b6 AS (INSERT INTO bare_ledger_days SELECT n, ${world.today}::date, 100, 0 FROM generate_series(1, 2) n)`
  await tx.prepared(
    `bench-${what}`,
    sql`
    WITH ${ownCtes(world, office_id, lines)}${what === 'own' ? sql`` : shared}
    INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
    SELECT ${world.today}::date, entry.id, a.id, a.amount, 'BS' FROM entry, (VALUES (1, 100.00), (2, -100.00)) AS a(id, amount)`,
  )
}

/**
 * What a sale writes, into the very rows that sales share, as one statement with the commit right behind it: no
 * rule, no look-up, no check. Its rows are taken in the order in which sales take theirs.
 */
function sameUpserts(tx: Tx, world: World, office_id: number, lines: readonly Line[]): void {
  tx.planOnce()
  tx.last({
    name: 'bench-upserts',
    query: sql`
    WITH ${ownCtes(world, office_id, lines)},
    level AS (SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${office_id}),
    u1 AS (
      INSERT INTO settlement_hours AS s (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, lines)
      SELECT ${office_id}::int, ${world.today}::date, 'BS', product_id, ${animal}::int, 1, 12, stake, 1 FROM bet ORDER BY product_id
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
        DO UPDATE SET sold = s.sold + excluded.sold, lines = s.lines + excluded.lines
      RETURNING 1
    ), u2 AS (
      INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
      SELECT ${world.partner.agencia1}::int, 'BS', product_id, 1, week_of(${world.today}::date)
      FROM bet
    ), u3 AS (
      INSERT INTO sales_days AS s (day, office_id, currency, sold, n_vendido)
      SELECT ${world.today}::date, ${office_id}::int, 'BS', 100, 1 FROM (SELECT count(*) FROM u1) AS first
      ON CONFLICT (day, office_id, currency) DO UPDATE SET sold = s.sold + excluded.sold, n_vendido = s.n_vendido + 1
      RETURNING 1
    ), posting AS (
      INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
      SELECT ${world.today}::date, entry.id, a.id, a.amount, 'BS' FROM entry, (VALUES (1, 100.00), (2, -100.00)) AS a(id, amount)
    ), u4 AS (
      INSERT INTO ledger_days AS d (account_id, day, debit, credit)
      SELECT a.id, ${world.today}::date, 100, 0
      FROM ledger_accounts a
      WHERE a.partner_id = ${office_id} AND a.kind IN ('caja', 'ventas') AND a.currency = 'BS'
        AND (SELECT count(*) FROM u3) > 0
      ORDER BY a.id
      ON CONFLICT (account_id, day) DO UPDATE SET debit = d.debit + excluded.debit
      RETURNING 1
    ), u5 AS (
      INSERT INTO draw_sales AS s (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines)
      SELECT b.draw_id, l.ancestor_id, ${animal}::int, b.number, 'BS', b.stake, b.stake, 1
      FROM bet b
      CROSS JOIN level l
      WHERE (SELECT count(*) FROM u4) > 0
      ORDER BY b.draw_id, l.ancestor_id, b.number
      ON CONFLICT (draw_id, partner_id, bet_type_id, number, currency) DO UPDATE SET sold = s.sold + excluded.sold,
        liability = s.liability + excluded.liability, lines = s.lines + 1
      RETURNING 1
    ), u6 AS (
      INSERT INTO sales_hours AS s (day, partner_id, currency, hour, shard, sold, tickets)
      SELECT ${world.today}::date, ancestor_id, 'BS', 12, ${office_id % 8}::int, 100, 1
      FROM level
      WHERE (SELECT count(*) FROM u5) > 0
      ORDER BY ancestor_id
      ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET sold = s.sold + excluded.sold, tickets = s.tickets + 1
      RETURNING 1
    )
    INSERT INTO product_days AS s (day, partner_id, currency, product_id, bet_type_id, shard, sold, lines)
    SELECT ${world.today}::date, l.ancestor_id, 'BS', b.product_id, ${animal}::int, ${office_id % 8}::int, b.stake, 1
    FROM bet b CROSS JOIN level l WHERE (SELECT count(*) FROM u6) > 0 ORDER BY l.ancestor_id, b.product_id
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET sold = s.sold + excluded.sold,
      lines = s.lines + 1`,
    refused: () => {
      throw new Error('nothing of it refuses')
    },
  })
}
