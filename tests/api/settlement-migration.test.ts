/** A database from before weeks were settled: what it had earned by rows is settled by the week, said, and posted to the books. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, executor, transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { upgrade } from '../../server/upgrade.ts'
import { ensurePartitions } from '../../server/migrations/partitions.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { catalogueProducts } from '../../server/seed/catalogue.ts'
import { loadCatalogue } from '../../server/seed/load-catalogue.ts'
import { expectBooksHold } from '../support/holds.ts'
import { betTypeId } from '../support/world.ts'
import { createBareDatabase, versionWith, type Version } from '../support/migrations.ts'
import type { TestDatabase } from '../support/postgres.ts'

/** Migrations with a number up to this were there before. */
const lastBefore = 4
const monday = '2026-11-09'

let database: TestDatabase
let before: Version
let pool: Pool
let db: Executor

beforeAll(async () => {
  database = await createBareDatabase()
  pool = createPool(database.url, { max: 2 })
  db = executor(pool)
  before = versionWith({ last: lastBefore })
  // As versions of before did it.
  await applyMigrations(drizzle(pool), { migrationsFolder: before.folder })
  await ensurePartitions(db, new Date(`${monday}T12:00:00Z`), { months_back: 1, months_ahead: 1 })
  await fill()
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
  before?.remove()
})

const triples = catalogueProducts.find((one) => one.code === 'TRIPLE_ZULIA')!.id
const animals = catalogueProducts.find((one) => one.code === 'LOTTO_ACTIVO')!.id
const [tripleA, terminalA, animal] = [betTypeId('TRIPLE_A'), betTypeId('TERMINAL_A'), betTypeId('ANIMALITO')]

/** Partners 1 banca, 2 distributor, 3 agency, 4 office, with their accounts. */
async function plant(): Promise<void> {
  await db.run(
    sql`INSERT INTO banca (name, country_iso2, zone, currencies) VALUES ('Banca', 'VE', 'America/Caracas', '{BS}')`,
  )
  await loadCatalogue(db, catalogueProducts)
  for (const [id, father_id, type] of [
    [1, null, 'banca'],
    [2, 1, 'distribuidor'],
    [3, 2, 'agencia'],
    [4, 3, 'taquilla'],
  ] as const)
    await db.run(sql`
      INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies)
      VALUES (${id}, ${father_id}::int, ${type}::partner_type, ${type}, ${type}, ${type}, 'VE', '{BS}')`)
  await db.run(sql`
    INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
    SELECT p.id, a.id, p.id - a.id, p.type
    FROM partners p
    JOIN partners a ON a.id <= p.id`)
  await db.run(sql`INSERT INTO ticket_offices (partner_id) VALUES (4)`)
  await db.run(sql`
    INSERT INTO ledger_accounts (partner_id, kind, currency)
    SELECT id, k, 'BS'
    FROM partners, unnest('{caja,ventas,premios,premios_por_pagar,comision,comision_por_pagar,participacion}'::text[]) k`)
}

/**
 * Triple A and Terminal A for 100.00 each, 6,000.00 of prizes on the second, 20 % of what is left: each row for itself
 * had earned 20.00 and 0.00. And 1,000.00 of animals at 12 %, 30 % of a gain: 120.00, and no participation was kept.
 */
async function fill(): Promise<void> {
  await plant()
  await db.run(sql`
    INSERT INTO frozen_rates (id, commission_kind, commission_percent, participation_kind, participation_percent) OVERRIDING SYSTEM VALUE
    VALUES (1, 'UTILIDAD', 20, 'COMPARTIDA', 0), (2, 'VENTA', 12, 'SOLO_POSITIVA', 30)`)
  const at = (time: string) => sql`${`${monday} ${time}`}::timestamp AT TIME ZONE 'America/Caracas'`
  await db.run(sql`
    INSERT INTO draws (id, product_id, day, scheduled_at, opens_at, closes_at, state)
    SELECT n, p, ${monday}::date, ${at('13:05')}, ${at('00:00')}, ${at('13:00')}, s::draw_state
    FROM (VALUES (1, ${triples}::int, 'premiado'), (2, ${animals}::int, 'activo')) d(n, p, s)`)
  await db.run(sql`INSERT INTO results (id, draw_id, product_id) VALUES (1, 1, ${triples})`)
  await db.run(sql`
    INSERT INTO tickets (
      day, id, serial, code, office_id, seller_id, currency, total, potential, commission, prize, state, pending_lines,
      sold_at, first_close_at, annul_before, expires_on, content_hash
    )
    SELECT ${monday}::date, n, n::text, 'x', 4, 1, 'BS', total, 0, commission, prize, state::ticket_state, 0, ${at('09:30')},
      ${at('13:00')}, ${at('09:35')}, ${monday}::date + 3, n
    FROM (VALUES (1, 200.00, 40.00, 6000.00, 'ganador'), (2, 1000.00, 120.00, 0.00, 'vendido')) t(n, total, commission, prize, state)`)
  await db.run(sql`
    INSERT INTO ticket_lines (
      day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake, multiplier, prize, state,
      rate_id
    )
    SELECT ${monday}::date, ticket, n, draw, product, bet, 4, 'BS', number, stake, 60, prize, state::line_state, rate
    FROM (
      VALUES (1, 1, 1, ${triples}::int, ${tripleA}::int, '999', 100.00, 0.00, 'perdedora', 1),
        (1, 2, 1, ${triples}, ${terminalA}::int, '23', 100.00, 6000.00, 'ganadora', 1),
        (2, 1, 2, ${animals}::int, ${animal}::int, '7', 1000.00, 0.00, 'pendiente', 2)
    ) l(ticket, n, draw, product, bet, number, stake, prize, state, rate)`)
  await db.run(
    sql`
      INSERT INTO prizes (ticket_day, ticket_id, line_n, draw_id, result_id, office_id, currency, amount)
      VALUES (${monday}, 1, 2, 1, 1, 4, 'BS', 6000)`,
  )
  await db.run(sql`
    INSERT INTO settlement_days (day, office_id, currency, product_id, bet_type_id, rate_id, sold, prizes, commission, participation, lines)
    SELECT ${monday}::date, 4, 'BS', product, bet, rate, sold, prizes, commission, 0, 1
    FROM (
      VALUES (${triples}::int, ${tripleA}::int, 1, 100.00, 0.00, 20.00),
        (${triples}, ${terminalA}::int, 1, 100.00, 6000.00, 0.00), (${animals}::int, ${animal}::int, 2, 1000.00, 0.00, 120.00)
    ) s(product, bet, rate, sold, prizes, commission)`)
  await db.run(
    sql`
      INSERT INTO sales_days (day, office_id, currency, sold, prizes, commission, n_ganador, n_vendido, last_sale_at)
      VALUES (${monday}, 4, 'BS', 1200, 6000, 140, 1, 1, ${at('09:30')})`,
  )
  await db.run(sql`
    INSERT INTO ledger_entries (day, id, kind, ref_kind, ref_id, office_id)
    SELECT ${monday}::date, nextval('ledger_entry_ids'), 'venta', 'ticket', 1, 4`)
  await db.run(sql`
    INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
    SELECT ${monday}::date, (SELECT id FROM ledger_entries), a.id, m.amount, 'BS'
    FROM (
      VALUES ('caja', 1200.00), ('ventas', -1200.00), ('premios', 6000.00), ('premios_por_pagar', -6000.00),
        ('comision', 140.00), ('comision_por_pagar', -140.00)
    ) m(kind, amount)
    JOIN ledger_accounts a ON a.kind = m.kind AND a.partner_id = 4`)
  await db.run(sql`
    INSERT INTO ledger_days (account_id, day, debit, credit)
    SELECT account_id, day, greatest(amount, 0), greatest(-amount, 0)
    FROM ledger_postings`)
}

it('settles what was sold before by the week, says what changed and adds the difference to the books, once', async () => {
  const entries = () => db.rows(sql`SELECT id, kind, day, office_id FROM ledger_entries ORDER BY id`)
  const kept = await entries()
  const said: string[] = []
  await upgrade(database.url, (message) => said.push(message))
  // 1,000.00 at 12 % is 120.00, 880.00 at 30 % is 264.00; 5,800.00 lost earn nothing, where 20.00 had been given.
  expect(said).toEqual([
    'Liquidación por semanas, Bolívares: 2 unidades, comisión de Bs 140,00 a Bs 120,00, participación de Bs 0,00 a Bs 264,00.',
    'Saldo inicial de 1 agencia: deben Bs 0,00 y se les debe Bs 5.184,00.',
  ])
  expect(
    await db.rows(
      sql`SELECT product_id, week, sold, prizes, commission, participation FROM settlement_weeks ORDER BY rate_id`,
    ),
  ).toEqual([
    { product_id: triples, week: monday, sold: '200.00', prizes: '6000.00', commission: '0.00', participation: '0.00' },
    {
      product_id: animals,
      week: monday,
      sold: '1000.00',
      prizes: '0.00',
      commission: '120.00',
      participation: '264.00',
    },
  ])
  expect(await db.one(sql`SELECT commission, participation FROM sales_days`)).toEqual({
    commission: '120.00',
    participation: '264.00',
  })
  // What stood stands; the difference came to it.
  const after = await entries()
  expect(after.slice(0, kept.length)).toEqual(kept)
  expect(after.slice(kept.length)).toMatchObject([
    { kind: 'reliquidacion', day: monday, office_id: 4 },
    { kind: 'reliquidacion', day: monday, office_id: 4 },
    { kind: 'cierre', office_id: null },
    { kind: 'cierre', office_id: null },
  ])
  // Of the rest that this database never had, hours, products and numbers, a rebuild makes sure.
  await transaction(pool, (tx) => rebuildDays(tx, monday, monday))
  await expectBooksHold(db)
  await upgrade(database.url, (message) => said.push(message))
  expect(said).toHaveLength(2)
  expect(await entries()).toEqual(after)
})
