/** The demo banca holds together: its books, its rollups, its draws, and the same seed makes the same banca. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, executor, transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { seedDemo, seedPanama } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { verifyPassword } from '../../server/platform/session/password.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, createSeededDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let pool: Pool
let db: Executor

beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 4 })
  db = executor(pool)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Sums by day and currency of a rollup at the banca's level, in one form for all of them. */
const banca = sql`(SELECT id FROM partners WHERE type = 'banca')`
const valid = sql`state NOT IN ('anulada', 'devuelta')`

describe('the seeded banca', () => {
  it('has the tickets that were asked for, over sixty days, in three currencies', async () => {
    const found = await db.one(
      sql`
        SELECT count(*)::int AS tickets, count(DISTINCT day)::int AS days, count(DISTINCT currency)::int AS currencies,
          array_agg(DISTINCT state::text) AS states
        FROM tickets`,
    )
    expect(found).toMatchObject({ tickets: 3_000, currencies: 3 })
    expect(found!['days' as never]).toBeGreaterThanOrEqual(59)
    // Late in the evening nothing is left to be drawn: whoever looks then finds no ticket that waits.
    expect(found!['states' as never]).toEqual(expect.arrayContaining(['anulado', 'pagado', 'perdedor']))
  })

  it('keeps its books', async () => {
    await expectBooksHold(db)
  })

  it('has every entry at zero by currency, and one for each ticket, annulment and payment', async () => {
    expect(
      await db.rows(sql`SELECT entry_id FROM ledger_postings GROUP BY entry_id, currency HAVING sum(amount) <> 0`),
    ).toEqual([])
    const kinds = await db.rows<{ kind: string; n: number }>(
      sql`SELECT kind, count(*)::int AS n FROM ledger_entries GROUP BY 1`,
    )
    const tickets = await db.one<Record<string, number>>(sql`
      SELECT count(*)::int AS venta, count(*) FILTER (WHERE state = 'anulado')::int AS anulacion,
        count(*) FILTER (WHERE state = 'pagado')::int AS pago_premio,
        count(*) FILTER (WHERE state = 'vencido')::int AS vencimiento FROM tickets`)
    for (const [kind, n] of Object.entries(tickets!))
      expect([kind, kinds.find((one) => one.kind === kind)?.n ?? 0]).toEqual([kind, n])
  })

  it('has payments in every state, some of each with the picture of a receipt and what was said of it', async () => {
    const rows = await db.rows<{ state: string; told: boolean; picture: string | null; comments: number }>(sql`
      SELECT payment.state, payment.receipt_url IS NOT NULL AS told, image.content_type AS picture,
        (SELECT count(*)::int FROM payment_comments comment WHERE comment.record_id = payment.id) AS comments
      FROM payments payment LEFT JOIN images image ON image.url = payment.receipt_url AND image.guarded`)
    const told = rows.filter((one) => one.told)
    expect(told.length).toBeGreaterThanOrEqual(Math.floor(rows.length / 2))
    expect(told.every(({ picture, comments }) => picture === 'image/png' && comments >= 1)).toBe(true)
    // Ten agencies that owe are enough for all of them.
    const states = rows.length < 10 ? [] : ['anulado', 'confirmado', 'eliminado', 'pendiente', 'rechazado']
    expect([...new Set(told.map(({ state }) => state))]).toEqual(expect.arrayContaining(states))
    expect(rows.length).toBeGreaterThan(0)
  })

  it('knows whom it sold some tickets and pollas to, and whom it paid every prize from the amount on', async () => {
    const kinds = await db.rows<{ kind: string; n: number; people: number }>(sql`
      SELECT kind, count(*)::int AS n, count(DISTINCT client_id)::int AS people FROM client_operations GROUP BY 1`)
    const of = (kind: string) => kinds.find((one) => one.kind === kind) ?? { n: 0, people: 0 }
    for (const kind of ['ticket', 'premio'])
      expect([kind, of(kind).n > 3, of(kind).people > 3]).toEqual([kind, true, true])
    const { n: tickets } = (await db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets`))!
    expect(of('ticket').n).toBeLessThan(tickets / 20)
    const large = await db.rows<{ known: boolean }>(sql`
      SELECT EXISTS (
        SELECT 1 FROM client_operations paid WHERE paid.kind = 'premio' AND paid.day = ticket.day AND paid.ref_id = ticket.id
      ) AS known
      FROM tickets ticket CROSS JOIN banca
      WHERE ticket.state = 'pagado' AND ticket.paid_office_id IS NOT NULL
        AND ticket.prize >= (banca.client_from_prize ->> ticket.currency::text)::numeric
        AND ticket.day >= (now() AT TIME ZONE banca.zone)::date - 29`)
    expect(large.length).toBeGreaterThan(0)
    expect(large.filter(({ known }) => !known)).toEqual([])
    const apart = await db.rows(sql`
      SELECT 1 FROM client_operations bought JOIN client_operations paid ON paid.kind = 'premio'
        AND paid.day = bought.day AND paid.ref_id = bought.ref_id AND paid.client_id <> bought.client_id
      WHERE bought.kind = 'ticket'`)
    expect(apart).toEqual([])
  })

  it('has in every rollup what its lines say', async () => {
    const raw = await db.rows(
      sql`SELECT day, currency::text AS currency, sum(stake) AS sold FROM ticket_lines WHERE ${valid} GROUP BY 1, 2 ORDER BY 1, 2`,
    )
    expect(raw.length).toBeGreaterThan(100)
    for (const table of ['sales_days', 'settlement_hours']) {
      expect([
        table,
        await db.rows(
          sql`
            SELECT day, currency::text AS currency, sum(sold) AS sold
            FROM ${sql.raw(table)}
            GROUP BY 1, 2
            HAVING sum(sold) > 0
            ORDER BY 1, 2`,
        ),
      ]).toEqual([table, raw])
    }
    for (const table of ['sales_hours', 'product_days']) {
      expect([
        table,
        await db.rows(
          sql`
            SELECT day, currency::text AS currency, sum(sold) AS sold
            FROM ${sql.raw(table)}
            WHERE partner_id = ${banca}
            GROUP BY 1, 2
            HAVING sum(sold) > 0
            ORDER BY 1, 2`,
        ),
      ]).toEqual([table, raw])
    }
    expect(
      await db.rows(sql`
      SELECT d.day, s.currency::text AS currency, sum(s.sold) AS sold
      FROM draw_sales s
      JOIN draws d ON d.id = s.draw_id
      WHERE s.partner_id = ${banca}
      GROUP BY 1, 2
      HAVING sum(s.sold) > 0
      ORDER BY 1, 2`),
    ).toEqual(raw)
  })

  it('counts prizes on the day of their draw, and numbers once their draw is awarded', async () => {
    const won = await db.rows(sql`
      SELECT d.day, p.currency::text AS currency, sum(p.amount) AS prizes
      FROM prizes p
      JOIN draws d ON d.id = p.draw_id
      WHERE p.withdrawn_at IS NULL
      GROUP BY 1, 2
      ORDER BY 1, 2`)
    expect(won.length).toBeGreaterThan(20)
    expect(
      await db.rows(
        sql`
          SELECT day, currency::text AS currency, sum(prizes) AS prizes
          FROM sales_days
          GROUP BY 1, 2
          HAVING sum(prizes) > 0
          ORDER BY 1, 2`,
      ),
    ).toEqual(won)
    expect(
      await db.rows(
        sql`
          SELECT day, currency::text AS currency, sum(prizes) AS prizes
          FROM sales_hours
          WHERE partner_id = ${banca}
          GROUP BY 1, 2
          HAVING sum(prizes) > 0
          ORDER BY 1, 2`,
      ),
    ).toEqual(won)
    const numbers = sql`count(*)::int AS n, sum(sold) AS sold`
    const folded = await db.one(sql`SELECT ${numbers} FROM number_days WHERE partner_id = ${banca}`)
    expect(folded).toEqual(
      await db.one(sql`
      SELECT ${numbers} FROM (SELECT d.day, l.currency, l.product_id, l.bet_type_id, l.number, sum(l.stake) AS sold
        FROM ticket_lines l JOIN draws d ON d.id = l.draw_id AND d.state = 'premiado' WHERE l.${valid} GROUP BY 1, 2, 3, 4, 5) x`),
    )
  })

  it('is found right by a rebuild', async () => {
    const { from, to } = (await db.one<{ from: string; to: string }>(
      sql`SELECT min(day) AS from, max(day) AS to FROM draws`,
    ))!
    const rebuilt = await transaction(pool, (tx) => rebuildDays(tx, from, to))
    expect(rebuilt.corrected).toBe(0)
    expect(rebuilt.rows).toBeGreaterThan(10_000)
  })

  it('has awarded what is past, and only that', async () => {
    expect(
      await db.rows(sql`SELECT d.id FROM draws d LEFT JOIN results r ON r.id = d.result_id AND r.draw_id = d.id AND r.withdrawn_at IS NULL
      WHERE (d.state = 'premiado') <> (r.id IS NOT NULL) OR (d.state = 'premiado' AND d.closes_at > now())`),
    ).toEqual([])
    const late = await db.one<{ n: number }>(
      sql`
        SELECT count(*)::int AS n
        FROM draws d
        JOIN products p ON p.id = d.product_id AND p.kind <> 'polla'
        WHERE d.state = 'activo' AND d.scheduled_at < now() - interval '30 minutes'`,
    )
    expect(late!.n).toBeLessThanOrEqual(2)
    expect(
      await db.rows(sql`
      SELECT l.day, l.ticket_id FROM ticket_lines l JOIN draws d ON d.id = l.draw_id
      WHERE (d.state = 'premiado' AND l.state NOT IN ('ganadora', 'perdedora', 'anulada', 'vencida'))
        OR (d.state = 'activo' AND l.state NOT IN ('pendiente', 'anulada'))
        OR (d.state = 'suspendido' AND l.state NOT IN ('devuelta', 'anulada')) LIMIT 5`),
    ).toEqual([])
    const ahead = await db.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM draws WHERE opens_at > now() AND state = 'activo'`,
    )
    expect(ahead!.n).toBeGreaterThan(100)
  })

  it('has tickets whose state is that of their lines', async () => {
    expect(
      await db.rows(sql`
      SELECT t.id, t.state FROM tickets t JOIN (
        SELECT day, ticket_id, sum(stake) AS total, sum(prize) AS prize, count(*) FILTER (WHERE state = 'pendiente') AS pending,
          bool_and(state = 'anulada') AS annulled, bool_and(state = 'devuelta') AS returned FROM ticket_lines GROUP BY 1, 2
      ) l ON l.day = t.day AND l.ticket_id = t.id
      WHERE t.total <> l.total OR t.prize <> l.prize OR t.pending_lines <> l.pending OR t.state <> CASE
        WHEN l.annulled THEN 'anulado' WHEN l.returned THEN 'devuelto'
        WHEN l.prize > 0 AND t.paid_at IS NOT NULL THEN 'pagado' WHEN l.prize > 0
          AND t.expires_on < (now() AT TIME ZONE 'America/Caracas')::date AND l.pending = 0 THEN 'vencido'
        WHEN l.prize > 0 THEN 'ganador' WHEN l.pending > 0 THEN 'vendido' ELSE 'perdedor' END::ticket_state LIMIT 5`),
    ).toEqual([])
    expect(
      await db.rows(sql`
      SELECT t.id FROM tickets t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id JOIN draws d ON d.id = l.draw_id
      WHERE t.sold_at >= d.closes_at OR t.sold_at < d.opens_at OR t.first_close_at > d.closes_at OR t.paid_at > now() LIMIT 5`),
    ).toEqual([])
  })

  it('wins exactly where the number came out', async () => {
    expect(
      await db.rows(sql`
      SELECT l.ticket_id
      FROM ticket_lines l
      JOIN bet_types b ON b.id = l.bet_type_id AND b.kind IN ('animalito', 'triple', 'terminal')
      JOIN draws d ON d.id = l.draw_id AND d.state = 'premiado'
      JOIN result_numbers n ON n.result_id = d.result_id AND n.place = b.place
      WHERE l.state <> 'anulada'
        AND (l.prize > 0) <> (CASE b.kind WHEN 'terminal' THEN right(n.number, 2) ELSE n.number END = l.number)
      LIMIT 5`),
    ).toEqual([])
    expect(
      await db.rows(
        sql`SELECT 1 FROM ticket_lines WHERE prize > 0 AND place_multipliers IS NULL AND prize <> round(stake * multiplier, 2) LIMIT 1`,
      ),
    ).toEqual([])
  })

  it('goes on: the next ticket has an id of its own', async () => {
    const row = await db.one<{ next: string; last: string }>(
      sql`SELECT nextval('ticket_ids') AS next, (SELECT max(id) FROM tickets) AS last`,
    )
    expect(Number(row!.next)).toBeGreaterThan(Number(row!.last))
  })
})

describe('seeding', () => {
  const digest = async (of: Executor) =>
    of.rows(sql`
    SELECT 'tickets' AS of, md5(string_agg(t::text, '' ORDER BY id)) AS digest FROM tickets t
    UNION ALL SELECT 'lines', md5(string_agg(l::text, '' ORDER BY ticket_id, n)) FROM ticket_lines l
    UNION ALL SELECT 'results', md5(string_agg(n::text, '' ORDER BY result_id, place)) FROM result_numbers n
    UNION ALL SELECT 'days', md5(string_agg(s::text, '' ORDER BY day, office_id, currency)) FROM sales_days s
    UNION ALL SELECT 'ledger', md5(string_agg(l::text, '' ORDER BY account_id, day)) FROM ledger_days l`)

  async function seeded(options: Parameters<typeof seedDemo>[1], seed = seedDemo) {
    const target = await createDatabase()
    await seed(target.url, options)
    const own = createPool(target.url, { max: 2 })
    return {
      url: target.url,
      pool: own,
      db: executor(own),
      drop: async () => {
        await own.end()
        await target.drop()
      },
    }
  }

  it('makes the same banca from the same seed, and another from another', async () => {
    const now = new Date('2026-03-18T19:20:00Z')
    const [first, second, other] = await Promise.all([
      seeded({ tickets: 400, days: 6, now }),
      seeded({ tickets: 400, days: 6, now }),
      seeded({ tickets: 400, days: 6, now, seed: 2 }),
    ])
    const expected = await digest(first.db)
    expect(expected).toHaveLength(5)
    expect(await digest(second.db)).toEqual(expected)
    for (const [at, row] of (await digest(other.db)).entries()) expect(row).not.toEqual(expected[at])
    // A Wednesday at 15:20: Panama's draw closes at 15:55 of Caracas.
    expect(
      await first.db.rows(
        sql`
          SELECT d.day, d.scheduled_at
          FROM draws d
          JOIN products p ON p.id = d.product_id
          WHERE p.kind = 'panama' AND d.day = '2026-03-18'`,
      ),
    ).toEqual([{ day: '2026-03-18', scheduled_at: '2026-03-18T20:00:00.000Z' }])
    await Promise.all([first, second, other].map((one) => one.drop()))
  })

  it('lets its people in, at the cost of any password, and the sellers without a name not', async () => {
    const target = await seeded({ tickets: 20, days: 2 })
    const users = await target.db.rows<{ username: string; password_hash: string }>(
      sql`SELECT username, password_hash FROM users`,
    )
    const hashOf = (username: string) => users.find((user) => user.username === username)?.password_hash
    for (const username of [
      'banca',
      'supervisor',
      'premiador',
      'distribuidor',
      'sinhijos',
      'agencia',
      'taquilla',
      'taquilla10',
      'polla',
    ]) {
      expect(hashOf(username)).toMatch(/^scrypt\$32768\$8\$3\$/)
    }
    expect(await verifyPassword(demoPassword, hashOf('banca'))).toBe(true)
    expect(await verifyPassword(demoPassword, hashOf('t020'))).toBe(false)
    await target.drop()
  })

  it('refuses a database with data, clears what was interrupted, and starts over when told to', async () => {
    const target = await seeded({ tickets: 60, days: 3 })
    await expect(seedDemo(target.url, { tickets: 60, days: 3 })).rejects.toThrow('ya tiene datos')
    await target.db.run(sql`UPDATE jobs SET last_run_at = NULL WHERE name = 'demo'`)
    await seedDemo(target.url, { tickets: 50, days: 3 })
    expect(await target.db.one(sql`SELECT count(*)::int AS n FROM tickets`)).toEqual({ n: 50 })
    await seedDemo(target.url, { tickets: 40, days: 3, reset: true })
    expect(await target.db.one(sql`SELECT count(*)::int AS n, max(id) AS last FROM tickets`)).toEqual({
      n: 40,
      last: '40',
    })
    // Every table of one row that a new database has: without its rules' version no office sells.
    for (const begun of ['rules_version', 'audit_seals', 'alarm_settings', 'balances_through'])
      expect(await target.db.one(sql`SELECT count(*)::int AS n FROM ${sql.identifier(begun)}`)).toEqual({ n: 1 })
    await expectBooksHold(target.db)
    await target.drop()
  })

  it('makes the Panama banca in its own zone and currency', async () => {
    const target = await seeded({ tickets: 300, days: 10 }, seedPanama)
    expect(await target.db.one(sql`SELECT country_iso2, zone FROM banca`)).toEqual({
      country_iso2: 'PA',
      zone: 'America/Panama',
    })
    expect(await target.db.rows(sql`SELECT DISTINCT currency::text AS currency FROM tickets`)).toEqual([
      { currency: 'USD' },
    ])
    await expectBooksHold(target.db)
    const { from, to } = (await target.db.one<{ from: string; to: string }>(
      sql`SELECT min(day) AS from, max(day) AS to FROM tickets`,
    ))!
    expect(await transaction(target.pool, (tx) => rebuildDays(tx, from, to))).toMatchObject({ corrected: 0 })
    await target.drop()
  })
})
