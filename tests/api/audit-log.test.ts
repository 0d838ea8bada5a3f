/** The audit log as it is read: found by who, what and when, taken away whole, and one changed byte of it told. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditedFields, auditLog, operationText } from '../../contract/audit-log.ts'
import { titleOf } from '../../contract/field.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { session } from '../../contract/session.ts'
import { addDays } from '../../contract/values/dates.ts'
import { sealAudit } from '../../server/platform/audit/seal.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp

const cash = (name: string) => ({
  name,
  kind: 'efectivo' as const,
  currency: 'BS' as const,
  uses: ['ingresos' as const],
})
const another = 'otra-clave-de-prueba'

/** A row as if it had been written at that instant. */
const written = (at: string, reason: string) =>
  world.db.run(
    sql`INSERT INTO audit_log (at, action, entity, reason) VALUES (${at}::timestamptz, 'polla.settle', 'polla', ${reason})`,
  )

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const { body } = await app.call(paymentMethods.create, { body: cash('Caja') }, { as: 'banca' })
  await app.call(
    paymentMethods.update,
    { params: { id: body.id }, body: { ...cash('Caja grande'), version: body.version } },
    { as: 'banca' },
  )
  await app.call(paymentMethods.create, { body: cash('Del norte') }, { as: 'distribuidor' })
  const change = { current_password: password, new_password: another }
  expect((await app.call(session.changePassword, { body: change as never }, { as: 'supervisor' })).status).toBe(200)
  await app.call(session.open, { body: { username: 'nadie', password: 'nada-de-nada' } })
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

const find = async (query: object) => {
  const reply = await app.call(auditLog.list, { query: query as never }, { as: 'banca' })
  expect([reply.status, reply.problem.errors]).toEqual([200, undefined])
  return reply.body
}
const verify = async (query: object = {}) => (await app.call(auditLog.verify, { query }, { as: 'banca' })).body
async function sealAll(): Promise<void> {
  while ((await sealAudit(world.pool)) > 0);
}

describe('the log', () => {
  it('tells who did what, before and after', async () => {
    const { data } = await find({ action: 'paymentMethods.update' })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      username: 'banca',
      role: 'ADMIN_BANCA',
      entity: 'paymentMethods',
      significant: true,
      before: { name: 'Caja', version: 1 },
      after: { name: 'Caja grande', version: 2 },
    })
    expect(operationText(data[0]!.action)).toBe('Guarda un método de pago')
  })

  it('is found by user, role, entity, operation, importance and text', async () => {
    const actions = async (query: object) => (await find({ sort: 'at', ...query })).data.map(({ action }) => action)
    const made = ['paymentMethods.create', 'paymentMethods.update']
    expect(await actions({ entity: 'paymentMethods', user_id: world.user['banca'] })).toEqual(made)
    expect(await actions({ entity: 'paymentMethods', role: 'DISTRIBUIDOR' })).toEqual(['paymentMethods.create'])
    expect(await actions({ entity: 'paymentMethods', action: 'paymentMethods.create' })).toHaveLength(2)
    expect(await actions({ significant: 'si', entity: 'session' })).toContain('session.changePassword')
    expect(await actions({ significant: 'si' })).not.toContain('session.open')
    expect(await actions({ q: 'nadie' })).toEqual(['session.refused'])
    expect(await actions({ q: 'nad%e' })).toEqual([])
  })

  it('finds under the name of today what was written under an earlier one', async () => {
    await world.db.run(
      sql`
        INSERT INTO audit_log (action, entity, before, after)
        VALUES ('regularQuotas.save', 'regularQuotas', '[]', '[]'), ('quotas.save', 'quotas', '[]', '[]')`,
    )
    expect((await find({ entity: 'quotas' })).total).toBe(2)
    expect((await find({ action: 'quotas.save' })).total).toBe(2)
  })

  it('has days that begin at midnight in Caracas', async () => {
    // Four hours behind UTC.
    await written('2026-01-10T03:59:59Z', 'la víspera')
    await written('2026-01-10T04:00:00Z', 'el primer segundo')
    await written('2026-01-11T03:59:59Z', 'el último segundo')
    await written('2026-01-11T04:00:00Z', 'el siguiente')
    const { data } = await find({ from: '2026-01-10', to: '2026-01-10', sort: 'at' })
    expect(data.map(({ reason }) => reason)).toEqual(['el primer segundo', 'el último segundo'])
  })

  it('is in the order asked, the newest first', async () => {
    const [newest, oldest] = [(await find({})).data, (await find({ sort: 'at' })).data]
    expect(newest.map(({ id }) => id)).toEqual(oldest.map(({ id }) => id).reverse())
    const users = (await find({ sort: 'username' })).data.map(({ username }) => username)
    const known = users.filter((one) => one !== null)
    expect(users).toEqual([...known.sort(), ...Array(users.length - known.length).fill(null)])
  })

  it('is a file of the same rows, with names in its heading and words in its cells', async () => {
    const filters = { user_id: world.user['banca']!, entity: 'paymentMethods' }
    const { total } = await find(filters)
    const reply = await app.call(
      auditLog.export,
      { query: { ...filters, format: 'csv', csv_style: 'international' } },
      { as: 'banca' },
    )
    const text = reply.raw.toString('utf8')
    expect([reply.status, reply.headers['x-row-count']]).toEqual([200, String(total)])
    expect(text).toContain('Usuario,banca')
    expect(text).toContain('Entidad,Métodos de pago')
    expect(text).toContain('Guarda un método de pago')
    expect(text).toContain('""name"":""Caja grande""')
  })

  it('holds no password and no token', async () => {
    const rows = await world.db.rows<{ text: string }>(sql`SELECT row_to_json(a)::text AS text FROM audit_log a`)
    expect(rows.length).toBeGreaterThan(8)
    for (const { text } of rows)
      for (const secret of [password, another, 'nada-de-nada']) expect(text).not.toContain(secret)
  })

  it('is read by its rule alone', async () => {
    for (const endpoint of [auditLog.list, auditLog.export, auditLog.people, auditLog.verify])
      for (const as of ['premiador', 'distribuidor', 'agencia', 'taquilla'])
        expect([as, (await app.call(endpoint as never, {}, { as })).status]).toEqual([as, 403])
  })

  it('names its people', async () => {
    const { body } = await app.call(auditLog.people, {}, { as: 'banca' })
    expect(body.data.find(({ username }) => username === 'banca')).toEqual({
      id: world.user['banca'],
      username: 'banca',
      name: 'Banca',
      status: 'activo',
    })
    const named = async (query: object) =>
      (await app.call(auditLog.people, { query }, { as: 'banca' })).body.data.map(({ username }) => username)
    expect(await named({ q: 'BÁNCA' })).toContain('banca')
    expect(await named({ q: 'nadie que exista' })).toEqual([])
    expect(await named({ limit: 1 })).toEqual(body.data.slice(0, 1).map(({ username }) => username))
    expect(await named({ id: world.user['banca'], q: 'nadie que exista' })).toEqual(['banca'])
  })

  it('calls the values of a row as the entity’s own calls do', () => {
    const titles = ['name', 'holder_document', 'created_at'].map((name) =>
      titleOf(auditedFields('paymentMethods').get(name)),
    )
    expect(titles).toEqual(['Nombre', 'Documento del titular', 'Creado'])
    expect(auditedFields('regularQuotas')).toBe(auditedFields('quotas'))
  })
})

describe('the chain', () => {
  it('waits for its seals, and is then whole', async () => {
    const { waiting } = await verify()
    expect(waiting).toBeGreaterThan(0)
    expect((await find({})).data.some(({ sealed }) => sealed)).toBe(false)
    await sealAll()
    const after = await verify()
    expect(after).toMatchObject({ waiting: 0, broken_at: null, verified: after.sealed })
    expect(after.sealed).toBe((await find({})).total)
  })

  it('is walked in parts, and without a walk tells how long it is', async () => {
    const { sealed } = await verify()
    expect(await verify({ most: 0 })).toMatchObject({ sealed, verified: 0, broken_at: null })
    const reached: number[] = []
    for (let after = 0; after < sealed; ) {
      const step = await verify({ after, most: 3 })
      expect(step.broken_at).toBeNull()
      reached.push((after = step.verified))
    }
    expect(reached).toEqual(Array.from({ length: Math.ceil(sealed / 3) }, (_, at) => Math.min(3 * (at + 1), sealed)))
  })

  it.each(['reason', 'username', 'before', 'at'])('tells the row of which the %s was changed', async (column) => {
    const { data } = await find({ action: 'paymentMethods.update' })
    const [row] = data
    const change = {
      reason: sql`reason = 'x'`,
      username: sql`username = 'otra'`,
      before: sql`before = jsonb_set(before, '{name}', '"Caju"')`,
      at: sql`at = at + interval '1 microsecond'`,
    }[column]!
    await world.db.run(sql`CREATE TABLE kept AS SELECT * FROM audit_log WHERE id = ${row!.id}`)
    await world.db.run(sql`UPDATE audit_log SET ${change} WHERE id = ${row!.id}`)
    const { sealed, verified, broken_at } = await verify()
    expect(broken_at).toBe(row!.id)
    expect(verified).toBeLessThan(sealed)
    // Whoever goes on from the last good one meets it at once.
    expect(await verify({ after: verified })).toMatchObject({ verified, broken_at })
    await world.db.run(
      sql`UPDATE audit_log a SET at = k.at, username = k.username, before = k.before, reason = k.reason FROM kept k WHERE k.id = a.id`,
    )
    await world.db.run(sql`DROP TABLE kept`)
    expect((await verify()).broken_at).toBeNull()
  })

  it('tells a seal that is missing in the middle', async () => {
    await world.db.run(sql`CREATE TABLE kept AS SELECT * FROM audit_chain WHERE seq = 4`)
    await world.db.run(sql`DELETE FROM audit_chain WHERE seq = 4`)
    expect(await verify()).toMatchObject({ verified: 3 })
    expect((await verify()).broken_at).not.toBeNull()
    await world.db.run(sql`INSERT INTO audit_chain SELECT * FROM kept`)
    expect((await verify()).broken_at).toBeNull()
  })

  it('says nothing of a day without rows', async () => {
    const day = addDays(world.today, -300)
    expect(await find({ from: day, to: day })).toMatchObject({ data: [], total: 0 })
  })
})
