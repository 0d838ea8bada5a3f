/**
 * A small banca for tests of the game: two distributors (one under the other), two agencies, three
 * offices, every product, and draws the test opens and closes by moving their clock.
 */
import { sql } from 'drizzle-orm'
import {
  createPool,
  executor,
  transaction,
  type Executor,
  type Pool,
  type Tx,
} from '../../server/platform/db/connect.ts'
import { settlePending } from '../../server/rules/settlement/settle.ts'
import { loadCatalogue } from '../../server/seed/load-catalogue.ts'
import { betTypeId, catalogueProducts } from '../../server/seed/catalogue.ts'
import { loadLocations } from '../../server/seed/locations.ts'
import { inZone } from '../../contract/values/dates.ts'
import type { Role } from '../../contract/access/rules.ts'
import { addCommission, addDraw, addPartner, addUser, password } from './factories.ts'

export const zone = 'America/Caracas'

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
  /** Settles what waits for it, as reading figures does. */
  settle(): Promise<void>
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

/** Fills an empty database. Every partner has all currencies. */
export async function createWorld(url: string, { country = 'VE' }: { country?: string } = {}): Promise<World> {
  const pool = createPool(url, { max: 32 })
  const db = executor(pool)
  await db.run(
    sql`INSERT INTO banca (name, country_iso2, zone, currencies) VALUES ('Banca de Prueba', ${country}, ${zone}, '{BS,USD,COP}')`,
  )
  await loadLocations(db)
  await loadCatalogue(db, catalogueProducts)
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
      const found = catalogueProducts.find((one) => one.code === code)
      if (!found) throw new Error(`no product ${code}`)
      return found.id
    },
    draw: async (code, closes_in = 3_600) => {
      minutes += 1
      // By its code in the database: a test's own products have draws too.
      const found = await db.one<{ id: number }>(sql`SELECT id FROM products WHERE code = ${code}`)
      return addDraw(db, { product_id: found!.id, closes_in, drawn_in: closes_in + 300 + minutes * 60 })
    },
    closeDraw: async (id) => {
      await db.run(sql`UPDATE draws SET closes_at = now() - interval '1 second' WHERE id = ${id}`)
    },
    run: (work) => transaction(pool, work),
    settle: () => settlePending(pool),
    close: () => pool.end(),
  }
}

async function addTree(db: Executor, country: string): Promise<World['partner']> {
  const ids: Partial<World['partner']> = {}
  for (const [key, father, type, name] of tree) {
    const father_id = father ? ids[father]! : null
    ids[key] = await addPartner(db, { father_id, type, code: key.toUpperCase(), name, country })
  }
  const all = ids as World['partner']
  await addCommission(db, { partner_id: all.banca, commission_percent: 12, participation_percent: 30 })
  return all
}

async function addPeople(db: Executor, partner: World['partner']): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [username, role, at, flags] of people)
    ids[username] = await addUser(db, { username, role, partner_id: partner[at], ...flags })
  return ids
}

export { betTypeId, password }
