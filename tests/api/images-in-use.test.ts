/** A picture lives as long as something refers to it: whatever table that is, and whoever saves while others sweep. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { banking } from '../../contract/banking.ts'
import { fieldKind, fieldsIn, pictureFinder } from '../../contract/field.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { sweepImages } from '../../server/entities/images/sweep.ts'
import { createPool, list, transaction } from '../../server/platform/db/connect.ts'
import { holdPictures } from '../../server/platform/http/pictures.ts'
import { Problem } from '../../server/platform/http/problem.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { trials } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  await world.db.run(sql`
    CREATE TABLE doors (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, photo_url text REFERENCES images (url))`)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})
beforeEach(async () => {
  await world.db.run(sql`TRUNCATE doors`)
  await world.db.run(sql`UPDATE banca SET logo_url = NULL`)
  await world.db.run(sql`DELETE FROM images`)
})

let made = 0
/** A picture that was uploaded so long ago; its address. */
async function picture(hours = 25): Promise<string> {
  const hash = createHash('sha256').update(String(made++)).digest('hex')
  const row = await world.db.one<{ url: string }>(sql`
    INSERT INTO images (hash, content_type, bytes, created_at)
    VALUES (${hash}, 'image/png', '\\x00', now() - make_interval(hours => ${hours})) RETURNING url`)
  return row!.url
}
const kept = async () =>
  (await world.db.rows<{ url: string }>(sql`SELECT url FROM images ORDER BY url`)).map(({ url }) => url)
const hang = (url: string) => world.db.run(sql`INSERT INTO doors (photo_url) VALUES (${url})`)
const saveLogo = async (logo_url: string | null) => {
  const { has_sold: _sold, ...before } = (await app.call(banking.config, {}, { as: 'banca' })).body
  return app.call(banking.saveConfig, { body: { ...before, logo_url } }, { as: 'banca' })
}

describe('the sweep', () => {
  it('keeps what a table refers to that nobody told it of, and gives it up when it is let go', async () => {
    const [shown, idle, fresh] = [await picture(), await picture(), await picture(23)]
    await hang(shown)
    await sweepImages(world.pool)
    expect(await kept()).toEqual([shown, fresh].sort())
    expect(idle).not.toBe(shown)
    await world.db.run(sql`UPDATE doors SET photo_url = NULL`)
    await sweepImages(world.pool)
    expect(await kept()).toEqual([fresh])
  })

  it('knows references by hash, of tables in parts and in other schemas, with names that need quotes', async () => {
    const [byHash, inPart, apart] = [await picture(), await picture(), await picture()]
    await world.db.run(sql`CREATE SCHEMA "De otros"`)
    await world.db.run(sql`CREATE TABLE "De otros"."Fotos" ("La Foto" text REFERENCES images (url))`)
    await world.db.run(sql`CREATE TABLE by_hash (hash text REFERENCES images)`)
    await world.db.run(sql`CREATE TABLE parted (day date, url text REFERENCES images (url)) PARTITION BY RANGE (day)`)
    await world.db.run(sql`CREATE TABLE part_one PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`)
    await world.db.run(sql`INSERT INTO by_hash VALUES (${byHash.slice(8, 72)})`)
    await world.db.run(sql`INSERT INTO parted VALUES ('2026-05-05', ${inPart})`)
    await world.db.run(sql`INSERT INTO "De otros"."Fotos" VALUES (${apart})`)
    await sweepImages(world.pool)
    expect(await kept()).toEqual([byHash, inPart, apart].sort())
    await world.db.run(sql`DROP SCHEMA "De otros" CASCADE`)
    await world.db.run(sql`DROP TABLE by_hash, parted`)
    await sweepImages(world.pool)
    expect(await kept()).toEqual([])
  })

  it('gives up many, a part at a time', async () => {
    await world.db.run(sql`
      INSERT INTO images (hash, content_type, bytes, created_at)
      SELECT encode(sha256(n::text::bytea), 'hex'), 'image/webp', '\\x00', now() - interval '2 days' FROM generate_series(1, 450) n`)
    await sweepImages(world.pool)
    expect(await kept()).toEqual([])
  })
})

describe('while others sweep', () => {
  it('a form that is being saved keeps its picture, and nobody waits for it', async () => {
    const url = await picture()
    await transaction(world.pool, async (tx) => {
      await holdPictures(tx, [{ path: 'photo_url', url }])
      await sweepImages(world.pool)
      await tx.run(sql`INSERT INTO doors (photo_url) VALUES (${url})`)
    })
    await sweepImages(world.pool)
    expect(await kept()).toEqual([url])
  })

  it('a form that comes when its picture is being given up is refused on its field', async () => {
    const url = await picture()
    await world.db.run(sql`
      CREATE FUNCTION wait_here() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock(7007);
        RETURN OLD;
      END $$`)
    await world.db.run(sql`CREATE TRIGGER wait_here BEFORE DELETE ON images FOR EACH ROW EXECUTE FUNCTION wait_here()`)
    const waiting = async (what: string) => {
      const found = await world.db.rows(sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE ${what}`)
      return found.length
    }
    const [sweeping, saving] = await transaction(world.pool, async (tx) => {
      await tx.run(sql`SELECT pg_advisory_xact_lock(7007)`)
      const sweeping = sweepImages(world.pool)
      await expect.poll(() => waiting('%DELETE FROM images%')).toBe(1)
      const saving = saveLogo(url)
      await expect.poll(() => waiting('%FROM images%FOR KEY SHARE%')).toBe(1)
      return [sweeping, saving] as const
    })
    await sweeping
    expect((await saving).problem).toMatchObject({
      status: 422,
      code: 'image_gone',
      detail: 'Esa imagen ya no está: súbala de nuevo.',
      errors: [{ path: 'logo_url', code: 'image_gone', message: 'Esa imagen ya no está: súbala de nuevo.' }],
    })
    await world.db.run(sql`DROP FUNCTION wait_here CASCADE`)
    expect(await kept()).toEqual([])
  })

  it('of many that save at once each keeps its picture or hears that it is gone', async () => {
    const pool = createPool(database.url, { max: 16 })
    const hung: string[] = []
    const outcomes = new Set<unknown>()
    const save = async (url: string, n: number) => {
      await sleep(n % 8)
      await transaction(pool, async (tx) => {
        await holdPictures(tx, [{ path: 'photo_url', url }])
        await tx.run(sql`INSERT INTO doors (photo_url) VALUES (${url})`)
      }).then(
        () => hung.push(url),
        (error: unknown) => outcomes.add(error instanceof Problem ? error.code : error),
      )
    }
    for (let round = 0; round < trials; round++) {
      const urls = await Promise.all(Array.from({ length: 150 }, () => picture()))
      let isSaving = true
      const sweeping = Array.from({ length: 4 }, async () => {
        while (isSaving) await sweepImages(pool).catch((error: unknown) => outcomes.add(error))
      })
      await Promise.all(urls.map(save))
      isSaving = false
      await Promise.all(sweeping)
    }
    await pool.end()
    expect([...outcomes].filter((one) => one !== 'image_gone')).toEqual([])
    await sweepImages(world.pool)
    const shown = await world.db.rows<{ url: string }>(sql`SELECT photo_url AS url FROM doors`)
    expect([shown.map(({ url }) => url).sort(), await kept()]).toEqual([hung.sort(), hung])
  })
})

describe('a form', () => {
  it('keeps its picture, names it again, and lets it go', async () => {
    const url = await picture()
    expect((await saveLogo(url)).body.logo_url).toBe(url)
    await sweepImages(world.pool)
    expect((await saveLogo(url)).status).toBe(200)
    expect((await saveLogo(null)).body.logo_url).toBeNull()
    await sweepImages(world.pool)
    expect((await saveLogo(url)).problem.code).toBe('image_gone')
  })

  it('names a picture by its own address alone', async () => {
    const other = (await picture()).replace(/png$/, 'webp')
    expect((await saveLogo(other)).problem.errors?.[0]).toMatchObject({ path: 'logo_url', code: 'image_gone' })
  })

  it('has no field for a picture whose column does not refer to it', async () => {
    const bodies = everyEndpoint().flatMap(({ endpoint: { body } }) => (body && pictureFinder(body) ? [body] : []))
    const names = [...fieldsIn(bodies)].flatMap(([name, schema]) => (fieldKind(schema) === 'picture' ? [name] : []))
    expect(names).toContain('logo_url')
    const columns = await world.db.rows<{ at: string; refers: boolean }>(sql`
      SELECT c.relname || '.' || a.attname AS at, EXISTS (
        SELECT 1
        FROM pg_constraint k
        JOIN pg_attribute r ON r.attrelid = k.conrelid AND r.attnum = k.conkey[1]
        LEFT JOIN pg_attrdef d ON d.adrelid = r.attrelid AND d.adnum = r.attnum
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid = 'images'::regclass
          AND (r.attnum = a.attnum OR pg_get_expr(d.adbin, d.adrelid) LIKE '%' || a.attname || '%')
      ) AS refers
      FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
      WHERE a.attname = ANY (${list(names)}::text[]) AND NOT a.attisdropped
      ORDER BY 1`)
    expect(columns.filter(({ refers }) => !refers)).toEqual([])
    expect(columns.map(({ at }) => at)).toEqual(expect.arrayContaining(['banca.logo_url', 'product_symbols.image_url']))
  })
})
