/** Who is told of a payment: each event to the people of the side that it concerns, once, with the way to the payment. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
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
beforeEach(() => world.db.run(sql`DELETE FROM notifications`))

/** Of the distributor Norte, which pays, and of the banca, which receives. */
const [payers, receivers] = [
  ['distribuidor', 'sinhijos'],
  ['banca', 'premiador', 'supervisor'],
]
const reported = async (key = '') => {
  const body = { partner_id: world.partner.norte, amount: '40.00', currency: 'BS' as const, paid_on: world.today }
  const reply = await app.call(payments.create, { body }, { as: 'distribuidor', ...(key && { key }) })
  expect(reply.status).toBe(201)
  return reply.body
}
async function moved(name: 'confirm' | 'reject' | 'undo', { id, version }: PaymentRow, as = 'banca', key = '') {
  const said = { confirm: {}, reject: { observation: 'No aparece' }, undo: { reason: 'Lo devolvieron' } }
  const body = { version, ...said[name] } as never
  const call = payments[name] as typeof payments.undo
  const reply = await app.call(call, { params: { id }, body }, { as, ...(key && { key }) })
  expect(reply.status).toBe(200)
  return reply.body
}
interface Told {
  who: string
  level: string
  title: string
  text: string
  link: string
}
/** What was told since the last look, which empties it. */
async function told(): Promise<Told[]> {
  const rows = await world.db.rows<Told>(sql`
    SELECT person.username AS who, note.level, note.title, note.text, note.link
    FROM notifications note JOIN users person ON person.id = note.user_id ORDER BY person.username, note.id`)
  await world.db.run(sql`DELETE FROM notifications`)
  return rows
}
/** Those people, each once, in these words, and the way that each of them is answered the payment. */
async function expectTold({ id }: PaymentRow, who: readonly string[], level: string, title: string, text: RegExp) {
  const rows = await told()
  expect(rows.map((one) => one.who)).toEqual([...who].sort())
  const { path } = screens.find(({ key }) => key === 'payment-record')!
  for (const row of rows) {
    expect([row.level, row.title, row.link]).toEqual([level, title, `${path}/${id}`])
    expect(row.text).toMatch(text)
    const shown = await app.call(payments.show, { params: { id: Number(row.link.split('/').at(-1)) } }, { as: row.who })
    expect([row.who, shown.status, shown.body.id]).toEqual([row.who, 200, id])
  }
}

describe('who is told', () => {
  it('of one that was reported is who receives, once, however often it was sent', async () => {
    const row = await reported('aviso-reportado')
    await reported('aviso-reportado')
    await expectTold(row, receivers!, 'informa', 'Pago por confirmar', /Distribuidor Norte, Bs 40,00/)
  })

  it('of its confirmation is who paid', async () => {
    const row = await reported()
    await told()
    const done = await moved('confirm', row, 'banca', 'aviso-confirmado')
    await moved('confirm', row, 'banca', 'aviso-confirmado')
    await expectTold(row, payers!, 'informa', 'Pago confirmado', new RegExp(done.receipt!))
  })

  it('of its rejection is who paid, with the observation', async () => {
    const row = await reported()
    await told()
    await moved('reject', row)
    await expectTold(row, payers!, 'advierte', 'Pago rechazado', /No aparece/)
  })

  it('of its undoing are both sides but whoever did it, with the reason', async () => {
    const done = await moved('confirm', await reported())
    await told()
    await moved('undo', done)
    await expectTold(done, [...payers!, 'premiador', 'supervisor'], 'advierte', 'Pago anulado', /Lo devolvieron/)
  })

  it('of a comment are both sides but whoever wrote it', async () => {
    const row = await reported()
    await told()
    const body = { text: '¿Cuándo salió?' }
    await app.call(payments.comment, { params: { id: row.id }, body }, { as: 'supervisor' })
    await expectTold(row, [...payers!, 'banca', 'premiador'], 'informa', 'Comentario de un pago', /¿Cuándo salió\?/)
  })

  it('of what is refused, corrected or deleted is nobody', async () => {
    const row = await reported()
    await told()
    const { id, version, partner_id, paid_on } = row
    const refused = await app.call(payments.confirm, { params: { id }, body: { version } }, { as: 'distribuidor' })
    expect(refused.problem.code).toBe('not_your_side')
    const body = { partner_id, amount: '41.00', currency: 'BS' as const, paid_on, version }
    const saved = await app.call(payments.update, { params: { id }, body }, { as: 'distribuidor' })
    expect(saved.status).toBe(200)
    const removal = { payment_id: id, version: saved.body.version }
    expect((await app.call(payments.remove, { body: removal }, { as: 'distribuidor' })).status).toBe(200)
    expect(await told()).toEqual([])
  })
})
