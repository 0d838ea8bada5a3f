/** Selling, paying and awarding through the rules, against bare statements that write the same rows. */
import { sql } from 'drizzle-orm'
import { award } from '../../server/rules/award/award.ts'
import { list } from '../../server/platform/db/connect.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { rate, round, timings, type Measured } from './measure.ts'
import { addPartner } from '../support/factories.ts'

const clients = 16
const seconds = 6
const animal = betTypeId('ANIMALITO')
/** As at midday: four products with six draws open each. */
const products = ['LOTTO_ACTIVO', 'LA_GRANJITA', 'GUACHARO_ACTIVO', 'SELVA_PLUS']
const openHours = 6

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

export async function benchSale(url: string): Promise<Measured[]> {
  const world = await createWorld(url)
  try {
    const offices = await addOffices(world, clients)
    const draws: number[] = []
    for (const product of products) for (let hour = 0; hour < openHours; hour++) draws.push(await world.draw(product))
    await world.db.run(
      sql`INSERT INTO top_quotas (product_id, bet_type_id, currency, amount) SELECT id, ${animal}, 'BS', 100000000 FROM products WHERE kind = 'animalitos'`,
    )
    let n = 0
    const lines = () =>
      products.map((_, at) => ({
        draw_id: draws[at * openHours + ((n * 5 + at) % openHours)]!,
        bet_type_id: animal,
        number: String(1 + ((n++ * 7) % 36)),
        stake: `${1 + (n % 50)}.00`,
      }))
    const sellOne = (client: number) =>
      world.run((tx) =>
        sell(tx, {
          office_id: offices[client]!,
          seller_id: world.user['taquilla']!,
          currency: 'BS',
          lines: lines(),
          confirm_repeated: true,
          at: new Date(),
          day: world.today,
        }),
      )
    const bare = (own: boolean) => (client: number) =>
      world.run((tx) => bareInsert(tx, world, offices[client]!, lines(), own))
    await addBareCounters(world)
    await rate(clients, 1, sellOne)
    await rate(clients, 1, bare(false))
    const yardstick = await rate(clients, seconds, bare(false))
    const alone = await rate(clients, seconds, bare(true))
    const sold = await rate(clients, seconds, sellOne)
    const deadlocks = await world.db.one<{ deadlocks: string }>(
      sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
    )
    const rows: Measured[] = [
      {
        work: 'vender un ticket de 4 jugadas, todas las reglas, 16 clientes',
        yardstick: 'insertar tantas filas como escribe, una sentencia',
        reach: '≥ 50 % de su ritmo, sin interbloqueos',
        measured: `${round((sold / yardstick) * 100, 0)} % (${round(sold, 0)}/s contra ${round(yardstick, 0)}/s; sin los contadores ${round(alone, 0)}/s), ${deadlocks!.deadlocks} interbloqueos`,
        reached: sold / yardstick >= 0.5 && deadlocks!.deadlocks === '0',
      },
    ]
    return [...rows, ...(await benchPay(world, offices[0]!)), await benchAward(world, offices)]
  } finally {
    await world.close()
  }
}

type Lines = { draw_id: number; bet_type_id: number; number: string; stake: string }[]

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

/** As many rows as a sale of four lines writes, in one statement, without a rule or a conflict; with `own`, only the ticket, its lines and its entry. */
async function bareInsert(
  tx: Parameters<Parameters<World['run']>[0]>[0],
  world: World,
  office_id: number,
  lines: Lines,
  own: boolean,
): Promise<void> {
  const shared = sql`
    , level AS (SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${office_id}),
    b1 AS (INSERT INTO bare_draw_sales SELECT l.draw_id, level.ancestor_id, 1, l.number, 'BS', l.stake, l.stake, 1 FROM bet l, level),
    b2 AS (INSERT INTO bare_sales_hours SELECT ${world.today}::date, ancestor_id, 'BS', 12, 0, 100, 0, 12, 1 FROM level),
    b3 AS (INSERT INTO bare_product_days SELECT ${world.today}::date, level.ancestor_id, 'BS', l.n, 1, 0, l.stake, 0, 0, 1, 0 FROM bet l, level),
    b4 AS (INSERT INTO bare_settlement_hours (day, office_id, currency, product_id, bet_type_id, rate_id, hour, sold, lines) SELECT ${world.today}::date, ${office_id}::int, 'BS', l.n, 1, 1, 12, l.stake, 1 FROM bet l),
    b5 AS (INSERT INTO bare_sales_days (day, office_id, currency, sold) VALUES (${world.today}::date, ${office_id}::int, 'BS', 100)),
    b6 AS (INSERT INTO bare_ledger_days SELECT n, ${world.today}::date, 100, 0 FROM generate_series(1, 2) n)`
  await tx.prepared(
    own ? 'bench-own' : 'bench-bare',
    sql`
    WITH bet AS (
      SELECT * FROM unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.number))}::text[], ${list(lines.map((line) => line.stake))}::numeric[]) WITH ORDINALITY AS l(draw_id, number, stake, n)
    ), ticket AS (
      INSERT INTO tickets (day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at, first_close_at, annul_before, expires_on, content_hash)
      VALUES (${world.today}, nextval('ticket_ids'), substr(gen_random_uuid()::text, 1, 13), 'x', ${office_id}, 1, 'BS', 100, 3000, 4, now(), now(), now(), ${world.today}, 1) RETURNING id
    ), line AS (
      INSERT INTO ticket_lines (day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, rate_id)
      SELECT ${world.today}::date, ticket.id, l.n, l.draw_id, 1, ${animal}::int, ${office_id}::int, 'BS', l.number, l.stake, 30, 1 FROM ticket, bet l
    ), entry AS (
      INSERT INTO ledger_entries (day, kind, ref_kind, ref_id, office_id) SELECT ${world.today}::date, 'venta', 'ticket', id, ${office_id}::int FROM ticket RETURNING id
    )${own ? sql`` : shared}
    INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
    SELECT ${world.today}::date, entry.id, a.id, a.amount, 'BS' FROM entry, (VALUES (1, 100.00), (2, -100.00)) AS a(id, amount)`,
  )
}

/** Paying a winner against the bare UPDATE of its row. */
async function benchPay(world: World, office_id: number): Promise<Measured[]> {
  const draw_id = await world.draw('LOTTO_ACTIVO')
  const count = 600
  const tickets: { day: string; id: string; code: string }[] = []
  for (let n = 0; n < count; n++) {
    tickets.push(
      await world.run((tx) =>
        sell(tx, {
          office_id,
          seller_id: world.user['taquilla']!,
          currency: 'BS',
          lines: [{ draw_id, bet_type_id: animal, number: '5', stake: '1.00' }],
          confirm_repeated: true,
          at: new Date(),
          day: world.today,
        }),
      ),
    )
  }
  await world.closeDraw(draw_id)
  await world.run((tx) =>
    award(tx, {
      draw_id,
      numbers: [{ place: '', number: '5', sign: null }],
      entered_by: null,
      confirmed_by: null,
      source: 'medida',
      at: new Date(),
    }),
  )
  let next = 0
  const paid = await timings(count / 2 - 1, () => {
    const ticket = tickets[next++]!
    return world.run((tx) =>
      pay(tx, { ...ticket, office_id, by: world.user['taquilla']!, at: new Date(), today: world.today }),
    )
  })
  const bare = await timings(count / 2 - 1, () => {
    const { day, id } = tickets[next++]!
    return world.run((tx) =>
      tx.prepared(
        'bench-pay',
        sql`UPDATE tickets SET state = 'pagado', paid_at = now(), paid_by = 1, paid_office_id = ${office_id} WHERE day = ${day} AND id = ${id} AND state = 'ganador'`,
      ),
    )
  })
  const median = (values: number[]) => values[Math.floor(values.length / 2)]!
  const ratio = median(paid) / median(bare)
  return [
    {
      work: 'pagar un premio',
      yardstick: 'el UPDATE desnudo de su fila',
      reach: '≤ 3 veces',
      measured: `${round(ratio)} veces (${round(median(paid), 2)} ms contra ${round(median(bare), 2)} ms)`,
      reached: ratio <= 3,
    },
  ]
}

/** Awarding 100,000 lines against one bare UPDATE of as many. */
async function benchAward(world: World, offices: readonly number[]): Promise<Measured> {
  const [first, second] = [await fillDraw(world, offices), await fillDraw(world, offices)]
  const start = performance.now()
  await world.run((tx) => tx.run(sql`UPDATE ticket_lines SET state = 'perdedora' WHERE draw_id = ${first}`))
  const bare = performance.now() - start
  await world.closeDraw(second)
  const begun = performance.now()
  await world.run((tx) =>
    award(tx, {
      draw_id: second,
      numbers: [{ place: '', number: '7', sign: null }],
      entered_by: null,
      confirmed_by: null,
      source: 'medida',
      at: new Date(),
    }),
  )
  const taken = performance.now() - begun
  return {
    work: 'premiar un sorteo de 100.000 jugadas',
    yardstick: 'un UPDATE desnudo de sus jugadas',
    reach: '≤ 2 veces',
    measured: `${round(taken / bare)} veces (${round(taken / 1000, 2)} s contra ${round(bare / 1000, 2)} s)`,
    reached: taken / bare <= 2,
  }
}

async function fillDraw(world: World, offices: readonly number[]): Promise<number> {
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.run(async (tx) => {
    await tx.run(sql`
      WITH made AS (
        INSERT INTO tickets (day, id, serial, code, office_id, seller_id, currency, total, potential, pending_lines, sold_at, first_close_at, annul_before, expires_on, content_hash)
        SELECT ${world.today}::date, nextval('ticket_ids'), ${`D${draw_id}-`}::text || n, 'x', (${list(offices)}::int[])[1 + n % ${offices.length}::int], 1, 'BS', 40, 1200, 4, now(), now(), now(), ${world.today}::date + 3, n
        FROM generate_series(1, 25000) n RETURNING day, id, office_id
      )
      INSERT INTO ticket_lines (day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, rate_id)
      SELECT day, id, k, ${draw_id}::int, 1, ${animal}::int, office_id, 'BS', (1 + (id * 4 + k) % 36)::text, 10, 30, (SELECT min(id) FROM frozen_rates) FROM made, generate_series(1, 4) k`)
    await tx.run(sql`
      INSERT INTO draw_sales (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines)
      SELECT l.draw_id, a.ancestor_id, l.bet_type_id, l.number, l.currency, sum(l.stake), sum(line_potential(l.stake, l.multiplier, l.place_multipliers)), count(*)
      FROM ticket_lines l JOIN partner_ancestors a ON a.partner_id = l.office_id WHERE l.draw_id = ${draw_id} GROUP BY 1, 2, 3, 4, 5`)
  })
  await world.db.run(sql`ANALYZE tickets, ticket_lines, draw_sales`)
  return draw_id
}
