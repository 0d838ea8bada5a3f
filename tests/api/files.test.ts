/** Files made apart: the same as those that are waited for, whoever dies or leaves meanwhile, and nobody else's. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { read } from 'xlsx'
import { auditLog } from '../../contract/audit-log.ts'
import { files, mostFilesKept, mostFilesWaiting, type PreparedFile } from '../../contract/files.ts'
import { notifications } from '../../contract/notifications.ts'
import { partners } from '../../contract/partners.ts'
import { addDays, inZone } from '../../contract/values/dates.ts'
import { filesWork } from '../../server/platform/files/prepared/make.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { routes } from '../../server/routes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})
afterEach(async () => {
  await made()
  await world.db.run(sql`DELETE FROM files`)
})

const csv = { format: 'csv', csv_style: 'international' }
const question = { entity: 'partners', call: 'export', query: csv }
const ask = (body: object = question, as = 'banca') => app.call(files.create, { body: body as never }, { as })
const asked = async (body?: object, as?: string) => {
  const reply = await ask(body, as)
  expect([reply.status, reply.problem?.code]).toEqual([202, undefined])
  return reply.body
}
const show = async (id: number, as = 'banca') => (await app.call(files.show, { params: { id } }, { as })).body
const download = (id: number, as = 'banca') => app.call(files.download, { params: { id } }, { as })
const told = async (as = 'banca') => (await app.call(notifications.list, { body: {} }, { as })).body
const make = (closing = new AbortController().signal) => workOn(filesWork(routes), app.app.databases.main, closing)
/** What rested because the server was busy does not rest in a test; on a busy machine it may rest more than once. */
async function made(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    if ((await world.db.run(sql`UPDATE files SET beat_at = NULL WHERE state = 'en_cola'`)) === 0 && turn > 0) return
    await make()
  }
}
async function until(id: number, state: PreparedFile['state']): Promise<PreparedFile> {
  for (let wait = 0; wait < 200; wait++) {
    const file = await show(id)
    if (file.state === state) return file
    await sleep(25)
  }
  throw new Error(`the file ${id} never was ${state}`)
}
/** A file's table, without what is said of it above and below, which names the minute. */
const rowsOf = (raw: Buffer) =>
  raw
    .toString()
    .split('\n')
    .filter((line) => line.split(',').length > 3)

/** Holds a person's places for files, or a table, until it is let go. */
async function holding(statement: string): Promise<() => Promise<void>> {
  const client = await world.pool.connect()
  await client.query('BEGIN')
  await client.query(statement)
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}
const places = (user: number) =>
  [1, 2].map((n) => `SELECT pg_advisory_xact_lock(hashtextextended('export:${user}:${n}', 0))`).join('; ')

describe('a file left to the server', () => {
  it('is the one that would have been waited for, and its person is told', async () => {
    const { id, state, title } = await asked()
    expect([state, title]).toEqual(['en_cola', 'Afiliados'])
    const file = await until(id, 'listo')
    const waited = await app.call(partners.export, { query: csv as never }, { as: 'banca' })
    const { data } = await told()
    const had = await download(id)
    expect(rowsOf(had.raw)).toEqual(rowsOf(waited.raw))
    expect(rowsOf(had.raw).length).toBe(Number(waited.headers['x-row-count']) + 1)
    expect(file).toMatchObject({ rows: file.rows_done, bytes: had.raw.length, problem: null })
    expect(had.headers).toMatchObject({
      'content-length': String(had.raw.length),
      'content-type': 'text/csv; charset=utf-8',
      'x-row-count': String(file.rows),
    })
    expect(data[0]).toMatchObject({
      kind: 'archivo',
      level: 'informa',
      title: 'Archivo listo',
      file_id: id,
      read_at: null,
    })
    expect(data[0]!.text).toContain(file.filename)
    // Who took it away has heard of it.
    expect((await told()).data[0]!.read_at).not.toBeNull()
  })

  it('is as a workbook the same sheets, laid out alike and called alike', async () => {
    const query = { format: 'xlsx' }
    const { id } = await asked({ ...question, query })
    await until(id, 'listo')
    const [had, waited] = [
      await download(id),
      await app.call(partners.export, { query: query as never }, { as: 'banca' }),
    ]
    const laidOut = (raw: Buffer) => {
      const book = read(raw, { cellNF: true, bookFiles: true }) as ReturnType<typeof read> & {
        files: Record<string, { content: Uint8Array }>
      }
      const table = Buffer.from(book.files['xl/worksheets/sheet1.xml']!.content).toString()
      expect(table).toContain('<pane ySplit="1"')
      expect(table).toContain('<autoFilter')
      return { names: book.SheetNames, table: book.Sheets[book.SheetNames[0]!] }
    }
    expect(laidOut(had.raw)).toEqual(laidOut(waited.raw))
    expect(had.headers['content-disposition']).toBe(waited.headers['content-disposition'])
  })

  it('counts relative days from when it is made', async () => {
    const { day } = inZone(new Date(), 'America/Caracas')
    const yesterday = addDays(day, -1)
    await world.db.run(
      sql`UPDATE audit_log SET at = at - interval '24 hours' WHERE id = (SELECT min(id) FROM audit_log)`,
    )
    const { id } = await asked({ entity: 'auditLog', call: 'export', query: csv, period: 'ayer' })
    await until(id, 'listo')
    const days = { ...csv, from: yesterday, to: yesterday } as never
    const waited = await app.call(auditLog.export, { query: days }, { as: 'banca' })
    expect(rowsOf((await download(id)).raw)).toEqual(rowsOf(waited.raw))
  })

  it('has the rows of who asked, and is nobody else’s', async () => {
    const { id } = await asked(question, 'distribuidor')
    await make()
    const waited = await app.call(partners.export, { query: csv as never }, { as: 'distribuidor' })
    expect(rowsOf((await download(id, 'distribuidor')).raw)).toEqual(rowsOf(waited.raw))
    for (const call of [files.show, files.download, files.remove]) {
      const { problem } = await app.call(call, { params: { id } }, { as: 'banca' })
      expect(problem.code).toBe('not_found')
    }
    expect((await app.call(files.list, {}, { as: 'banca' })).body.data).toEqual([])
  })

  it.each([
    ['not_found', { entity: 'partners', call: 'list' }],
    ['not_found', { entity: 'partners', call: 'constructor' }],
    ['not_found', { entity: '__proto__', call: 'export' }],
    ['not_found', { entity: 'files', call: 'download' }],
    ['invalid', { entity: 'partners', call: 'export', query: { sort: 'password' } }],
    ['malformed', { entity: 'partners', call: 'export', query: { q: 'a\u0000b' } }],
    ['forbidden', { entity: 'topQuotas', call: 'export' }, 'supervisor'],
  ])('is refused with %s: %j', async (code, body, as = 'banca') => {
    expect((await ask(body, as)).problem.code).toBe(code)
    expect(await world.db.rows(sql`SELECT id FROM files`)).toEqual([])
  })

  const days = { from: '2026-11-01', to: '2026-11-05' }
  it.each([
    [
      'range_backwards',
      { entity: 'grossSales', call: 'export', query: { ...csv, from: '2026-11-05', to: '2026-11-01' } },
    ],
    ['range_too_long', { entity: 'reports', call: 'generalExport', query: { ...csv, ...days, from: '2024-01-01' } }],
    ['not_found', { entity: 'grossSales', call: 'export', query: { ...csv, ...days, partner_id: 2_000_000_000 } }],
    ['not_found', { entity: 'reports', call: 'generalExport', query: { ...csv, ...days, partner_id: 1 } }, 'agencia'],
    ['invalid', { entity: 'analytics', call: 'rowsExport', query: { ...csv, ...days, by: 'dia', sort: 'commission' } }],
    ['not_found', { entity: 'ticketReports', call: 'playedExport', query: { ...csv, draw_id: 2_000_000_000 } }],
  ])('that its call would refuse is refused when it is asked for, with %s: %j', async (code, body, as = 'banca') => {
    expect((await ask(body, as)).problem.code).toBe(code)
    expect(await world.db.rows(sql`SELECT id FROM files`)).toEqual([])
  })
})

describe('whatever happens meanwhile', () => {
  it('a person has so many waiting, from however many tabs at once', async () => {
    const letGo = await holding(places(world.user.banca!))
    const replies = await Promise.all(Array.from({ length: 3 * mostFilesWaiting }, () => ask()))
    await letGo()
    const taken = replies.filter(({ status }) => status === 202)
    expect(taken).toHaveLength(mostFilesWaiting)
    expect(new Set(replies.filter((one) => !taken.includes(one)).map(({ problem }) => problem.code))).toEqual(
      new Set(['too_many_files']),
    )
    await made()
    const { data } = (await app.call(files.list, {}, { as: 'banca' })).body
    expect(data.map(({ state }) => state)).toEqual(Array.from({ length: mostFilesWaiting }, () => 'listo'))
  })

  it('a server that is busy makes it later, and the attempt does not count', async () => {
    const letGo = await holding(places(world.user.banca!))
    const { id } = await asked()
    await make()
    expect(await world.db.one(sql`SELECT state, attempts FROM files WHERE id = ${id}`)).toEqual({
      state: 'en_cola',
      attempts: 0,
    })
    await letGo()
    await made()
    expect((await show(id)).state).toBe('listo')
  })

  it('one whose maker died is begun again, whole', async () => {
    const { id } = await asked()
    await make()
    const { raw } = await download(id)
    await world.db.run(sql`
      UPDATE files
      SET state = 'en_curso', runner = gen_random_uuid(), beat_at = now() - interval '10 seconds', attempts = 1,
        filename = NULL
      WHERE id = ${id}`)
    await world.db.run(sql`UPDATE file_parts SET bytes = 'half' WHERE file_id = ${id}`)
    await world.db.run(sql`INSERT INTO file_parts VALUES (${id}, 1, 'more')`)
    await make()
    expect((await show(id)).state).toBe('en_curso')
    await world.db.run(sql`UPDATE files SET beat_at = now() - interval '21 seconds' WHERE id = ${id}`)
    await make()
    expect(rowsOf((await download(id)).raw)).toEqual(rowsOf(raw))
    expect(await world.db.one(sql`SELECT attempts, state FROM files WHERE id = ${id}`)).toEqual({
      attempts: 2,
      state: 'listo',
    })
  })

  it('one that ends its makers each time is given up, and said to be', async () => {
    const letGo = await holding(places(world.user.banca!))
    const { id } = await asked()
    await make()
    await letGo()
    await world.db.run(sql`UPDATE files SET attempts = 5, beat_at = NULL WHERE id = ${id}`)
    await make()
    expect(await show(id)).toMatchObject({ state: 'fallido', problem: expect.stringContaining('El servidor') })
    expect((await told()).data[0]).toMatchObject({ level: 'advierte', file_id: id })
    expect((await download(id)).problem.code).toBe('not_found')
  })

  it('closing puts it back for the next to begin at once', async () => {
    const letGo = await holding('LOCK TABLE audit_log')
    const closing = new AbortController()
    // Asking is written down there too.
    await world.db.run(sql`
      INSERT INTO files (user_id, partner_id, entity, call, asked, title)
      VALUES (
        ${world.user.banca!}, ${world.partner.banca!}, 'auditLog', 'export',
        ${JSON.stringify({ entity: 'auditLog', call: 'export', query: csv })}::jsonb, 'Bitácora'
      )`)
    const making = make(closing.signal)
    await sleep(200)
    closing.abort()
    await letGo()
    await making
    expect(await world.db.one(sql`SELECT state, attempts, runner FROM files`)).toEqual({
      state: 'en_cola',
      attempts: 0,
      runner: null,
    })
  })

  it('one that is removed while it is made leaves nothing', async () => {
    const letGo = await holding('LOCK TABLE payment_methods')
    const { id } = await asked({ entity: 'paymentMethods', call: 'export', query: csv })
    await until(id, 'en_curso')
    expect((await app.call(files.remove, { params: { id } }, { as: 'banca' })).status).toBe(200)
    await letGo()
    await make()
    expect(await world.db.rows(sql`SELECT file_id FROM file_parts`)).toEqual([])
    expect((await app.call(files.show, { params: { id } }, { as: 'banca' })).problem.code).toBe('not_found')
    expect((await told()).data.map(({ file_id }) => file_id)).not.toContain(id)
  })

  it('a person who may no longer see it gets none, and loses the one that was made', async () => {
    const { id } = await asked({ entity: 'agencies', call: 'export', query: csv }, 'supervisor')
    await make()
    expect((await download(id, 'supervisor')).status).toBe(200)
    await world.db.run(sql`UPDATE users SET manage_childs = false WHERE id = ${world.user.supervisor!}`)
    expect((await download(id, 'supervisor')).problem.code).toBe('forbidden')
    await world.db.run(sql`UPDATE files SET state = 'en_cola', attempts = 0, beat_at = NULL WHERE id = ${id}`)
    await make()
    expect(await world.db.one(sql`SELECT state FROM files WHERE id = ${id}`)).toEqual({ state: 'fallido' })
    expect(await world.db.rows(sql`SELECT part FROM file_parts`)).toEqual([])
    await world.db.run(sql`UPDATE users SET manage_childs = true WHERE id = ${world.user.supervisor!}`)
  })

  it('the last ones are kept, and those before them are not', async () => {
    const { id } = await asked()
    await make()
    await world.db.run(sql`
      INSERT INTO files (user_id, partner_id, entity, call, asked, title, state)
      SELECT user_id, partner_id, entity, call, asked, 'Otro', 'listo'
      FROM files, generate_series(1, ${mostFilesKept - 1})
      WHERE id = ${id}`)
    await asked()
    await make()
    const kept = (await app.call(files.list, {}, { as: 'banca' })).body.data
    expect(kept).toHaveLength(mostFilesKept)
    expect(kept.map((one) => one.id)).not.toContain(id)
  })
})
