/**
 * A database from before pictures were referred to: what it shows it still shows, what showed nothing is none, and no row
 * is gone.
 */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweepImages } from '../../server/entities/images/sweep.ts'
import { migrate } from '../../server/migrations/migrate.ts'
import { readMigrations } from '../../server/migrations/files.ts'
import { createPool, executor, type Executor } from '../../server/platform/db/connect.ts'
import { createBareDatabase, versionWith } from '../support/migrations.ts'
import type { TestDatabase } from '../support/postgres.ts'

const silent = { log: () => undefined }
const hash = (letter: string) => letter.repeat(64)
const png = `/images/${hash('a')}.png`
const jpg = `/images/${hash('b')}.jpg`
const gone = `/images/${hash('c')}.png`
const old = '2026-01-01'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let db: Executor

beforeEach(async () => {
  database = await createBareDatabase()
  const before = versionWith({ last: 38 })
  await migrate(database.url, { folder: before.folder, ...silent })
  before.remove()
  pool = createPool(database.url, { max: 4 })
  db = executor(pool)
  await db.run(sql`
    INSERT INTO products (id, code, name, kind, zone) VALUES (1, 'LOTTO', 'Lotto', 'animalitos', 'America/Caracas')`)
  await db.run(sql`
    INSERT INTO images (hash, content_type, bytes, created_at)
    SELECT repeat(letter, 64), type, '\\x00', ${old}
    FROM (VALUES ('a', 'image/png'), ('b', 'image/jpeg'), ('d', 'image/webp')) i(letter, type)`)
  await db.run(sql`
    INSERT INTO images (hash, content_type, bytes, created_at)
    SELECT encode(sha256(n::text::bytea), 'hex'), 'image/webp', '\\x00', ${old} FROM generate_series(1, 2500) n`)
  await db.run(sql`
    INSERT INTO product_symbols (product_id, code, name, image_url, position)
    VALUES (1, '0', 'Delfín', '/symbols/delfin.svg', 1), (1, '1', 'Carnero', ${png}, 2), (1, '2', 'Toro', ${gone}, 3),
      (1, '3', 'Ciempiés', NULL, 4), (1, '4', 'Alacrán', ${jpg.replace('jpg', 'png')}, 5),
      (1, '5', 'León', 'https://otra.parte/leon.png', 6)`)
}, 120_000)
afterEach(async () => {
  await pool?.end()
  await database?.drop()
})

const banca = (logo_url: string | null) =>
  db.run(sql`
    INSERT INTO banca (name, document, zone, country_iso2, currencies, logo_url)
    VALUES ('Banca', 'J-1', 'America/Caracas', 'VE', '{BS}', ${logo_url})`)
const logo = async () => (await db.one<{ logo_url: string | null }>(sql`SELECT logo_url FROM banca`))!.logo_url
const symbols = async () =>
  (await db.rows<{ image_url: string | null }>(sql`SELECT image_url FROM product_symbols ORDER BY position`)).map(
    ({ image_url }) => image_url,
  )
const noted = () =>
  db.rows(sql`SELECT before, after, significant FROM audit_log WHERE action = 'banking.saveConfig' AND user_id IS NULL`)

describe('an upgrade', () => {
  it('keeps the pictures that are shown, and all rows', async () => {
    await banca(png)
    await migrate(database.url, silent)
    expect(await symbols()).toEqual(['/symbols/delfin.svg', png, null, null, jpg, 'https://otra.parte/leon.png'])
    expect([await logo(), await noted()]).toEqual([png, []])
    await sweepImages(pool)
    const left = await db.rows<{ url: string }>(sql`SELECT url FROM images ORDER BY hash`)
    expect(left.map(({ url }) => url)).toEqual([png, jpg])
    const unproven = await db.rows(sql`
      SELECT conname FROM pg_constraint WHERE confrelid = 'images'::regclass AND NOT convalidated`)
    expect(unproven).toEqual([])
  })

  it.each([
    ['is gone', gone],
    ['leads elsewhere', 'https://otra.parte/logo.png'],
  ])('leaves the banca without a logo whose address %s, and says so in the log', async (_what, logo_url) => {
    await banca(logo_url)
    await migrate(database.url, silent)
    expect(await logo()).toBeNull()
    expect(await noted()).toEqual([{ before: { logo_url }, after: { logo_url: null }, significant: true }])
  })

  it('bears being done twice, with an older server uploading in between', async () => {
    await banca(png)
    const { parts } = readMigrations().find(({ name }) => name.startsWith('0039'))!
    for (let done = 1; done <= parts.length; done++) {
      for (const { text } of parts.slice(0, done)) await pool.query(text)
      await db.run(sql`
        INSERT INTO images (hash, content_type, bytes) VALUES (lpad(${String(done)}, 64, '0'), 'image/png', '\\x00')`)
    }
    await migrate(database.url, silent)
    expect(await logo()).toBe(png)
    expect(await symbols()).toEqual(['/symbols/delfin.svg', png, null, null, jpg, 'https://otra.parte/leon.png'])
    const wrong = await db.rows(sql`SELECT url FROM images WHERE url <> image_url(hash, content_type)`)
    expect(wrong).toEqual([])
  })
})
