/**
 * A small banca for tests of the game: two distributors (one under the other), two agencies, three
 * offices, every product, and draws the test opens and closes by moving their clock.
 */
import { sql } from 'drizzle-orm'
import {
  createPool,
  executor,
  list,
  transaction,
  type Executor,
  type Pool,
  type Tx,
} from '../../server/platform/db/connect.ts'
import { loadCatalogue } from '../../server/seed/load-catalogue.ts'
import { betTypeId, products } from '../../server/seed/catalogue.ts'
import { loadLocations } from '../../server/seed/locations.ts'
import { openAccounts } from '../../server/rules/ledger/accounts.ts'
import { hashPassword } from '../../server/platform/session/password.ts'
import { inZone } from '../../contract/values/dates.ts'
import type { Role } from '../../contract/access/rules.ts'

export const zone = 'America/Caracas'
export const password = 'una-clave-de-prueba'

export interface World {
  pool: Pool
  db: Executor
  /** Business day now. */
  today: string
  partner: Record<'banca' | 'norte' | 'sur' | 'agencia1' | 'agencia2' | 'taquilla1' | 'taquilla2' | 'taquilla3', number>
  user: Record<string, number>
  product(code: string): number
  /** A draw of a product that is open now and closes in an hour, or in `closes_in` seconds. */
  draw(product: string, closes_in?: number): Promise<number>
  /** Moves a draw into the past: closed, ready to be awarded. */
  closeDraw(id: number): Promise<void>
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const tree = [
  ['banca', null, 'banca', 'Banca de Prueba'],
  ['norte', 'banca', 'distribuidor', 'Distribuidor Norte'],
  ['sur', 'norte', 'distribuidor', 'Distribuidor Sur'],
  ['agencia1', 'sur', 'agencia', 'Agencia Uno'],
  ['agencia2', 'norte', 'agencia', 'Agencia Dos'],
  ['taquilla1', 'agencia1', 'taquilla', 'Taquilla Uno'],
  ['taquilla2', 'agencia1', 'taquilla', 'Taquilla Dos'],
  ['taquilla3', 'agencia2', 'taquilla', 'Taquilla Tres'],
] as const

const people: readonly [
  username: string,
  role: Role,
  partner: keyof World['partner'],
  flags?: { manage_childs?: boolean; awarding_results?: boolean },
][] = [
  ['banca', 'ADMIN_BANCA', 'banca', { manage_childs: true, awarding_results: true }],
  ['supervisor', 'SUPERV_BANCA', 'banca', { manage_childs: true }],
  ['premiador', 'SUPERV_BANCA', 'banca', { awarding_results: true }],
  ['distribuidor', 'DISTRIBUIDOR', 'norte', { manage_childs: true }],
  ['sinhijos', 'DISTRIBUIDOR', 'norte'],
  ['agencia', 'ADMIN_TAQUILLA', 'agencia1'],
  ['taquilla', 'VEND_TAQUILLA', 'taquilla1'],
  ['vecina', 'VEND_TAQUILLA', 'taquilla2'],
  ['lejana', 'VEND_TAQUILLA', 'taquilla3'],
  ['polla', 'VEND_TAQUILLA_POLLA', 'taquilla1'],
]

let hash: Promise<string> | undefined

/** Fills an empty database. Every partner has all currencies. */
export async function createWorld(url: string, { country = 'VE' }: { country?: string } = {}): Promise<World> {
  const pool = createPool(url, { max: 32 })
  const db = executor(pool)
  await db.run(
    sql`INSERT INTO banca (name, country_iso2, zone, currencies) VALUES ('Banca de Prueba', ${country}, ${zone}, '{BS,USD,COP}')`,
  )
  await loadLocations(db)
  await loadCatalogue(db, products)
  const partner = await addTree(db, country)
  const user = await addPeople(db, partner)
  let minutes = 0
  return {
    pool,
    db,
    partner,
    user,
    today: inZone(new Date(), zone).day,
    product: (code) => {
      const found = products.find((one) => one.code === code)
      if (!found) throw new Error(`no product ${code}`)
      return found.id
    },
    draw: async (code, closes_in = 3_600) => {
      minutes += 1
      const row = await db.one<{ id: number }>(sql`
        INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at)
        SELECT id, (now() AT TIME ZONE ${zone})::date, now() + make_interval(secs => ${closes_in + 300}, mins => ${minutes}), now() - interval '1 hour', now() + make_interval(secs => ${closes_in})
        FROM products WHERE code = ${code} RETURNING id`)
      return row!.id
    },
    closeDraw: async (id) => {
      await db.run(sql`UPDATE draws SET closes_at = now() - interval '1 second' WHERE id = ${id}`)
    },
    run: (work) => transaction(pool, work),
    close: () => pool.end(),
  }
}

async function addTree(db: Executor, country: string): Promise<World['partner']> {
  const ids: Partial<World['partner']> = {}
  for (const [key, father, type, name] of tree) {
    const row = await db.one<{ id: number }>(sql`
      INSERT INTO partners (father_id, type, code, name, name_key, country_iso2, currencies)
      VALUES (${father ? ids[father]! : null}, ${type}, ${key.toUpperCase()}, ${name}, ${name.toLowerCase()}, ${country}, '{BS,USD,COP}') RETURNING id`)
    const id = row!.id
    ids[key] = id
    await db.run(sql`
      INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
      SELECT ${id}::int, ${id}::int, 0, ${type}::partner_type UNION ALL
      SELECT ${id}::int, ancestor_id, depth + 1, ${type}::partner_type FROM partner_ancestors WHERE partner_id = ${father ? ids[father]! : null}`)
    await db.run(sql`UPDATE partners SET payments_responsible_partner_id = coalesce(father_id, id) WHERE id = ${id}`)
    if (type === 'taquilla') await db.run(sql`INSERT INTO ticket_offices (partner_id) VALUES (${id})`)
    await openAccounts(db, id, ['BS', 'USD', 'COP'])
  }
  const all = ids as World['partner']
  await db.run(
    sql`INSERT INTO commissions (partner_id, commission_percent, participation_percent) VALUES (${all.banca}, 12, 30)`,
  )
  return all
}

async function addPeople(db: Executor, partner: World['partner']): Promise<Record<string, number>> {
  hash ??= hashPassword(password)
  const password_hash = await hash
  const rows = await db.rows<{ id: number; username: string }>(sql`
    INSERT INTO users (username, name, password_hash, role, partner_id, manage_childs, awarding_results)
    SELECT username, initcap(username), ${password_hash}, role::user_role, partner_id, manage_childs, awarding_results
    FROM unnest(${list(people.map(([username]) => username))}::text[], ${list(people.map(([, role]) => role))}::text[], ${list(people.map(([, , at]) => partner[at]))}::int[],
      ${list(people.map(([, , , flags]) => flags?.manage_childs ?? false))}::boolean[], ${list(people.map(([, , , flags]) => flags?.awarding_results ?? false))}::boolean[])
      AS p(username, role, partner_id, manage_childs, awarding_results)
    RETURNING id, username`)
  return Object.fromEntries(rows.map((row) => [row.username, row.id]))
}

export { betTypeId }
