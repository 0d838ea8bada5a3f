/** Payment methods: what each kind asks for, who keeps whose, two people at once, and the list as a file. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { neededAccountFields, paymentKinds, paymentMethods, type PaymentKind } from '../../contract/payment-methods.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { kept } from '../support/factories.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'
import { outcome, refusal } from './agencies-setup.ts'

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

/** One of each, as a form may hold them all. */
const account = {
  bank: 'Banco de Venezuela',
  account_number: '01020304050607080910',
  phone: '0414-1234567',
  email: 'pagos@banca.test',
  wallet: 'TRC20 TXabc123',
  holder: 'Inversiones La Fortuna',
  holder_document: 'J-12345678',
}
let count = 0
const form = (kind: PaymentKind, more: object = {}) => {
  count += 1
  return { name: `Método ${count}`, kind, currency: 'BS' as const, uses: ['ingresos' as const], ...more }
}
const create = (body: object, as = 'banca') =>
  app.call(paymentMethods.create, { body: body as ReturnType<typeof form> }, { as })
const created = async (body: object, as?: string) => {
  const reply = await create(body, as)
  expect([reply.status, reply.problem.errors]).toEqual([201, undefined])
  return reply.body
}
const update = (id: number, body: object, as = 'banca') =>
  app.call(
    paymentMethods.update,
    { params: { id }, body: stripUnknown(paymentMethods.update.body!, body) as never },
    { as },
  )
const list = async (query: object, as = 'banca') => {
  const { status, body } = await app.call(paymentMethods.list, { query: query as never }, { as })
  expect(status).toBe(200)
  return body
}
const lastAudit = (id: number) =>
  world.db.one<{ action: string; username: string; before: object | null; after: object | null; significant: boolean }>(
    sql`SELECT action, username, before, after, significant FROM audit_log
      WHERE entity = 'paymentMethods' AND entity_id = ${String(id)} ORDER BY id DESC LIMIT 1`,
  )

describe('a new one', () => {
  it.each(paymentKinds)('of %s is asked for what its kind needs, on the fields', async (kind) => {
    const needed = neededAccountFields(kind)
    const reply = await create(form(kind))
    if (needed.length === 0) return expect(reply.status).toBe(201)
    expect([reply.status, reply.problem.code]).toEqual([400, 'invalid'])
    expect(reply.problem.errors?.map(({ path }) => path)).toEqual(needed)
  })

  it.each(paymentKinds)('of %s keeps what its kind has and nothing else', async (kind) => {
    const row = await created(form(kind, account))
    const kept = Object.fromEntries(Object.keys(account).map((name) => [name, row[name as keyof typeof account]]))
    const expected = Object.entries(account).map(([name, value]) => [
      name,
      neededAccountFields(kind).includes(name) ? value : '',
    ])
    expect(kept).toEqual(Object.fromEntries(expected))
    expect(row).toMatchObject({ kind, status: 'activo', version: 1, partner_id: world.partner.banca })
  })

  it('refuses what no bank would take', async () => {
    const bad = { account_number: '12-AB', holder_document: 'X', phone: 'uno', email: 'nadie' }
    const answered = [
      await create(form('transferencia', { ...account, account_number: bad.account_number })),
      await create(form('transferencia', { ...account, holder_document: bad.holder_document })),
      await create(form('pago_movil', { ...account, phone: bad.phone })),
      await create(form('zelle', { ...account, email: bad.email })),
      await create(form('efectivo', { uses: [] })),
      await create(form('efectivo', { name: 'a' })),
    ]
    expect(answered.map((reply) => refusal(reply))).toEqual(
      ['account_number', 'holder_document', 'phone', 'email', 'uses', 'name'].map((path) => [400, 'invalid', path]),
    )
  })

  it('is told apart by its name, of one partner in one currency', async () => {
    const body = form('efectivo', { name: 'Caja Única' })
    await created(body)
    const again = await create({ ...body, name: '  caja unica ' })
    expect(refusal(again)).toEqual([422, 'name_taken', 'name'])
    await created({ ...body, currency: 'USD' })
    await created(body, 'distribuidor')
  })

  it('leaves a row of who made it', async () => {
    const row = await created(form('efectivo'), 'distribuidor')
    expect(await lastAudit(row.id)).toMatchObject({
      action: 'paymentMethods.create',
      username: 'distribuidor',
      before: null,
      after: { id: row.id, name: row.name },
      significant: true,
    })
  })
})

describe('a change', () => {
  it('is kept, with what it was before', async () => {
    const { id, version, ...before } = await created(form('pago_movil', account))
    const body = { ...form('efectivo'), uses: ['egresos', 'egresos'], version }
    const reply = await update(id, body)
    expect(reply.body).toMatchObject({ kind: 'efectivo', phone: '', bank: '', uses: ['egresos'], version: version + 1 })
    expect((await app.call(paymentMethods.show, { params: { id } }, { as: 'banca' })).body).toEqual(reply.body)
    expect(await lastAudit(id)).toMatchObject({
      action: 'paymentMethods.update',
      before: { kind: 'pago_movil', phone: before.phone },
      after: { kind: 'efectivo', phone: '' },
    })
  })

  it('of what somebody else changed is told what is there now', async () => {
    const { id, version } = await created(form('efectivo'))
    await update(id, form('otro', { name: 'Lo primero', version }))
    const late = await update(id, form('efectivo', { version }))
    expect([late.status, late.problem.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.problem).toMatchObject({ current: { id, name: 'Lo primero', version: version + 1 } })
  })

  it('of two people at once is made by one of them', async () => {
    const { id, version } = await created(form('efectivo'))
    const names = Array.from({ length: 8 }, (_, at) => `A la vez ${at}`)
    const replies = await Promise.all(names.map((name) => update(id, form('efectivo', { name, version }))))
    expect(replies.map((reply) => outcome(reply)).sort()).toEqual([200, ...Array(7).fill('changed_meanwhile')])
    const { body } = await app.call(paymentMethods.show, { params: { id } }, { as: 'banca' })
    expect([body.version, body.name]).toEqual([version + 1, replies.find(({ status }) => status === 200)!.body.name])
  })

  it('takes no name that another one has, and leaves it as it was', async () => {
    const [one, other] = [await created(form('efectivo')), await created(form('efectivo'))]
    const reply = await update(one.id, form('efectivo', { name: other.name, version: one.version }))
    expect(refusal(reply)).toEqual([422, 'name_taken', 'name'])
    expect((await app.call(paymentMethods.show, { params: { id: one.id } }, { as: 'banca' })).body).toEqual(one)
  })

  it('of state says what may be done next', async () => {
    const row = await created(form('efectivo'))
    const off = await update(row.id, { ...row, status: 'inactivo' })
    expect([row.actions, off.body.actions]).toEqual([
      ['update', 'deactivate', 'remove'],
      ['update', 'activate', 'remove'],
    ])
  })

  it('removes one that nothing speaks of, and it is gone', async () => {
    const { id, name } = await created(form('efectivo'))
    const reply = await app.call(paymentMethods.remove, { params: { id } }, { as: 'banca' })
    expect(reply.body).toEqual({ id, result: 'eliminado' })
    const gone = { params: { id } }
    expect(outcome(await app.call(paymentMethods.show, gone, { as: 'banca' }))).toBe('not_found')
    expect(outcome(await app.call(paymentMethods.remove, gone, { as: 'banca' }))).toBe('not_found')
    expect(await lastAudit(id)).toMatchObject({ action: 'paymentMethods.remove', before: { name }, after: null })
  })

  it('removes one that something speaks of by switching it off', async () => {
    const { id } = await created(form('efectivo'))
    await world.db.run(sql`CREATE TABLE spoken_of (method_id int REFERENCES payment_methods)`)
    await world.db.run(sql`INSERT INTO spoken_of VALUES (${id})`)
    const reply = await app.call(paymentMethods.remove, { params: { id } }, { as: 'banca' })
    expect(reply.body).toEqual({ id, result: 'desactivado' })
    expect((await app.call(paymentMethods.show, { params: { id } }, { as: 'banca' })).body.status).toBe('inactivo')
    await world.db.run(sql`DROP TABLE spoken_of`)
  })
})

describe('the list', () => {
  const names = ['Árbol', 'banco', 'Caja', 'zelle']
  beforeAll(async () => {
    await world.db.run(sql`DELETE FROM payment_methods`)
    await created(form('zelle', { ...account, name: names[3], currency: 'USD' }))
    await created(form('transferencia', { ...account, name: names[1], holder: 'Peña 100%' }))
    await created(form('efectivo', { name: names[2], status: 'inactivo', notes: '=1+1' }))
    await created(form('efectivo', { name: names[0] }))
    await created(form('efectivo', { name: 'Del norte' }), 'distribuidor')
    await created(form('efectivo', { name: 'De la agencia' }), 'agencia')
  })
  const namesOf = async (query: object, as?: string) => (await list(query, as)).data.map(({ name }) => name)

  it('finds by kind, currency, state and text, and by all of them', async () => {
    expect(await namesOf({ kind: 'zelle' })).toEqual(['zelle'])
    expect(await namesOf({ currency: 'USD' })).toEqual(['zelle'])
    expect(await namesOf({ status: 'inactivo' })).toEqual(['Caja'])
    expect(await namesOf({ q: 'arbol' })).toEqual(['Árbol'])
    expect(await namesOf({ q: 'peña 100%' })).toEqual(['banco'])
    expect(await namesOf({ q: '%' })).toEqual(['banco'])
    expect(await namesOf({ q: 'venezuela' })).toEqual(['banco'])
    expect(await namesOf({ kind: 'efectivo', status: 'activo', q: 'del' })).toEqual(['Del norte'])
  })

  it('is in the order asked, letters as people order them, a page at a time', async () => {
    const ordered = ['Árbol', 'banco', 'Caja', 'De la agencia', 'Del norte', 'zelle']
    expect(await namesOf({})).toEqual(ordered)
    expect(await namesOf({ sort: '-name' })).toEqual([...ordered].reverse())
    expect((await namesOf({ sort: '-status' })).at(0)).toBe('Caja')
    const pages = [1, 2, 3].map((page) => namesOf({ page, per_page: 4 }))
    expect(await Promise.all(pages)).toEqual([ordered.slice(0, 4), ordered.slice(4), []])
  })

  it('shows each their own and what is below them', async () => {
    expect(await namesOf({}, 'distribuidor')).toEqual(['De la agencia', 'Del norte'])
    expect(await namesOf({}, 'agencia')).toEqual(['De la agencia'])
  })

  const cellsOf = (file: Buffer | string) => {
    const sheet = Object.values(read(file, { type: typeof file === 'string' ? 'string' : 'buffer' }).Sheets)[0]!
    const rows = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false })
    const header = rows.findIndex(([first]) => first === 'Nombre')
    return rows.slice(header)
  }

  it('as XLSX and as CSV holds what it shows, in words', async () => {
    const { data } = await list({ sort: '-name', status: 'activo' })
    const files: string[][][] = []
    for (const format of ['xlsx', 'csv'] as const) {
      const query = { sort: '-name' as const, status: 'activo' as const, format, csv_style: 'international' as const }
      const reply = await app.call(paymentMethods.export, { query }, { as: 'banca' })
      expect([reply.status, reply.headers['x-row-count']]).toEqual([200, String(data.length)])
      files.push(format === 'xlsx' ? cellsOf(reply.raw) : cellsOf(reply.raw.toString('utf8')))
    }
    for (const [header, ...rows] of files) {
      const shown = ['Nombre', 'Tipo', 'Moneda', 'Se usa en', 'De']
      const cells = rows.slice(0, data.length).map((row) => shown.map((title) => row[header!.indexOf(title)]))
      expect(cells.map(([name]) => name)).toEqual(data.map(({ name }) => name))
      expect(cells.find(([name]) => name === 'zelle')).toEqual(['zelle', 'Zelle', 'USD', 'Ingresos', 'Banca de Prueba'])
    }
    const text = (await app.call(paymentMethods.export, { query: { format: 'csv' } }, { as: 'banca' })).raw.toString()
    expect(text).toContain("'=1+1")
  })
})

describe('what a partner accepts', () => {
  it('is its own and what is active above it, nearest first', async () => {
    const { partner, db } = world
    await db.run(sql`DELETE FROM payment_methods`)
    for (const at of ['banca', 'norte', 'agencia1', 'agencia2', 'taquilla1'] as const)
      await kept.paymentMethods.add(db, { partner_id: partner[at], name: at })
    const off = await kept.paymentMethods.add(db, { partner_id: partner.agencia1, name: 'apagado' })
    await db.run(sql`UPDATE payment_methods SET status = 'inactivo' WHERE id = ${off}`)
    const accepted = async (at: keyof World['partner'], as: string) => {
      const reply = await app.call(paymentMethods.ofPartner, { params: { id: partner[at] } }, { as })
      return reply.status === 200 ? reply.body.data.map(({ name }) => name) : outcome(reply)
    }
    expect(await accepted('taquilla1', 'agencia')).toEqual(['taquilla1', 'agencia1', 'norte', 'banca'])
    expect(await accepted('agencia2', 'banca')).toEqual(['agencia2', 'norte', 'banca'])
    expect(await accepted('agencia2', 'agencia')).toBe('not_found')
  })

  it('is of the kinds there are, each with what it needs', async () => {
    const { body } = await app.call(paymentMethods.kinds, {}, { as: 'agencia' })
    expect(body.data.map(({ kind }) => kind)).toEqual(paymentKinds)
    expect(body.data.find(({ kind }) => kind === 'pago_movil')).toEqual({
      kind: 'pago_movil',
      name: 'Pago móvil',
      needs: ['bank', 'phone', 'holder_document'],
    })
  })
})

it('says that the disk is full where nothing more fits on it, and keeps nothing', async () => {
  await world.db.run(sql`
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON payment_methods FOR EACH ROW EXECUTE FUNCTION no_room()`)
  const before = await world.db.one(sql`SELECT count(*)::int AS n FROM payment_methods`)
  const refused = await create(form('efectivo'))
  expect(outcome(refused)).toBe('disk_full')
  expect(refused.status).toBe(507)
  await world.db.run(sql`DROP FUNCTION no_room CASCADE`)
  expect(await world.db.one(sql`SELECT count(*)::int AS n FROM payment_methods`)).toEqual(before)
})
