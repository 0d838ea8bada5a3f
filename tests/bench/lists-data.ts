/**
 * What a seeded banca has nothing of and its lists show: own rates with the change that set them, a workbook of the
 * network, and a load of another system.
 */
import { sql } from 'drizzle-orm'
import type { Executor } from '../../server/platform/db/connect.ts'

const rates = 100_000
const rowsOfFile = 20_000

export async function addToLists(db: Executor): Promise<void> {
  await addRates(db)
  await addWorkbook(db)
  await addLoad(db)
  // What moves in and out of it is told of one fund.
  await db.run(sql`
    INSERT INTO cash_funds (partner_id, name, name_key) SELECT id, 'Bóveda', 'boveda' FROM partners WHERE type = 'banca'`)
  await db.run(sql`ANALYZE`)
}

/** Five of each office, as one change over all of them leaves. */
async function addRates(db: Executor): Promise<void> {
  await db.run(sql`
    INSERT INTO commissions (
      partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
      participation_percent
    )
    SELECT p.id, o.product_id, o.bet_type_id, p.currencies[1], 'VENTA', 8, 'COMPARTIDA', 0
    FROM partners p CROSS JOIN (
      SELECT o.product_id, o.bet_type_id
      FROM product_bet_types o
      JOIN products g ON g.id = o.product_id AND g.status = 'activo'
      WHERE o.enabled
      ORDER BY 1, 2
      LIMIT 5
    ) o WHERE p.type = 'taquilla' ORDER BY p.id LIMIT ${rates} ON CONFLICT DO NOTHING`)
  await db.run(sql`
    INSERT INTO changed_rows (change_id, partner_id, product_id, bet_type_id, currency, before, after)
    SELECT c.id, r.partner_id, r.product_id, r.bet_type_id, r.currency, NULL, 'VENTA 8 COMPARTIDA 0'
    FROM (SELECT nextval('changes_of_many') AS id) c CROSS JOIN commissions r ORDER BY r.partner_id, r.product_id`)
}

async function addWorkbook(db: Executor): Promise<void> {
  const book = await db.one<{ id: number }>(sql`
    INSERT INTO network_imports (user_id, partner_id, filename, sha256, state, ended_at, faults, total, done)
    SELECT u.id, u.partner_id, 'red.xlsx', sha256('red'), 'revisada', now(), ${rowsOfFile}::int, ${rowsOfFile}::int,
      ${rowsOfFile}::int
    FROM users u
    WHERE u.username = 'banca'
    RETURNING id`)
  await db.run(sql`
    INSERT INTO network_faults (import_id, n, sheet, line, "column", value, message)
    SELECT ${book!.id}::int, n, 'taquillas', n + 1, 'Padre', 'T' || n, 'No hay un afiliado con ese código.'
    FROM generate_series(1, ${rowsOfFile}::int) n`)
  await db.run(sql`
    INSERT INTO network_rows (import_id, n, sheet, line, action, key, name, of_code)
    SELECT ${book!.id}::int, p.n, 'taquillas', p.n + 1, 'cambia', p.code, p.name, p.of_code FROM (
      SELECT p.code, p.name, f.code AS of_code, row_number() OVER (ORDER BY p.id)::int AS n
      FROM partners p
      JOIN partners f ON f.id = p.father_id
      WHERE p.type = 'taquilla'
    ) p`)
}

/** Four days of each agency that sells in bolívares. */
async function addLoad(db: Executor): Promise<void> {
  await db.run(sql`
    WITH system AS (
      INSERT INTO external_systems (name, name_key) VALUES ('Otro sistema', 'otro sistema') RETURNING id
    ), load AS (
      INSERT INTO external_loads (system_id, state, filename, sha256, bytes, rows, loaded_by, decided_at)
      SELECT system.id, 'publicada', 'ventas.csv', sha256('ventas'), 1, ${rowsOfFile}::int, (SELECT min(id) FROM users), now()
      FROM system
      RETURNING id, system_id
    )
    INSERT INTO external_entries (load_id, system_id, day, agency_id, product_id, currency, sold, prizes, commission)
    SELECT load.id, load.system_id, current_date - d, p.id, (SELECT min(id) FROM products), 'BS', 100, 40, 8
    FROM load CROSS JOIN partners p CROSS JOIN generate_series(1, 4) d WHERE p.type = 'agencia' AND 'BS' = ANY (p.currencies::text[])`)
}
