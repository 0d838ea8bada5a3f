/**
 * What is removed while somebody begins to use it: a product that gets a rate and a quota, a client that is paid to, a
 * user who comes in.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../../contract/clients.ts'
import { commissions } from '../../contract/commissions.ts'
import { products, type ProductForm } from '../../contract/products.ts'
import { quotas } from '../../contract/quotas.ts'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { users } from '../../contract/users.ts'
import { formOf } from '../api/products-setup.ts'
import { animal, atOnce, line, openRush, tally, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
  await rush.app.signInAs('banca')
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})

const rounds = 8
const as = { as: 'banca' }
const rowsOf = async (table: string, column: string, id: number) =>
  (await rush.world.db.one<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)} = ${id}`,
  ))!.n

it('a product that gets a rate and a quota at that instant stays, switched off; one that is gone has left none', async () => {
  const { world, app } = rush
  const {
    name: _name,
    code: _code,
    ...form
  } = formOf((await app.call(products.show, { params: { id: world.product('LOTTO_ACTIVO') } }, as)).body)
  for (let n = 0; n < rounds; n++) {
    const body: ProductForm = {
      ...form,
      name: `Producto Carrera ${n}`,
      code: `CARRERA_${n}`,
      schedules: [],
      exceptions: [],
    }
    const made = await app.call(products.create, { body }, as)
    expect([made.status, made.problem?.detail]).toEqual([201, undefined])
    const { id } = made.body
    const key = { partner_id: world.partner.agencia1, product_id: id, bet_type_id: animal, currency: 'BS' as const }
    const rate = {
      commission_kind: 'VENTA' as const,
      commission_percent: '10',
      participation_kind: 'COMPARTIDA' as const,
      participation_percent: '0',
    }
    const [gone, ...uses] = await Promise.all([
      app.call(products.remove, { params: { id } }, as),
      ...atOnceOf(7, () => app.call(commissions.save, { body: { commissions: [{ ...key, rate, before: null }] } }, as)),
      ...atOnceOf(8, () => app.call(quotas.save, { body: { rows: [{ ...key, amount: '50', before: null }] } }, as)),
    ])
    expect(gone.status).toBe(200)
    const used = uses.filter(({ status }) => status === 200).length
    for (const code of Object.keys(tally(uses)))
      expect(['200', 'bet_type_not_offered', 'changed_meanwhile', 'conflict']).toContain(code)
    const left = (await rowsOf('commissions', 'product_id', id)) + (await rowsOf('regular_quotas', 'product_id', id))
    if (gone.body.result === 'eliminado') expect([left, await rowsOf('products', 'id', id)]).toEqual([0, 0])
    else expect([left > 0 || used === 0, await rowsOf('products', 'id', id)]).toEqual([true, 1])
  }
})

function atOnceOf<T>(count: number, call: () => Promise<T>): Promise<T>[] {
  return Array.from({ length: count }, call)
}

it('a client who is paid to at that instant stays; whoever was paid is on its ticket', async () => {
  const { world, app, sell, prize } = rush
  const draw = await world.draw('LOTTO_ACTIVO')
  const won = await atOnce(rounds, () => sell([line(draw, '5')], 'taquilla'))
  await world.closeDraw(draw)
  await prize(draw, '5')
  for (const [n, sold] of won.entries()) {
    const dni = String(14_000_000 + n)
    const made = await app.call(clients.create, { body: { type: 'V', dni, name: 'Ana Pérez' } }, as)
    expect(made.status).toBe(201)
    const { id } = made.body
    const { serial, code } = sold.body
    const [gone, paid] = await Promise.all([
      app.call(clients.remove, { params: { id } }, as),
      app.call(
        tickets.pay,
        { params: { serial }, body: { code: code!, client: { type: 'V', dni, name: 'Ana Pérez' } } as never },
        { as: 'taquilla' },
      ),
    ])
    expect(gone.status).toBe(200)
    expect(['200', 'client_inactive', 'conflict']).toContain(Object.keys(tally([paid]))[0])
    const operations = await world.db.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM client_operations o JOIN clients c ON c.id = o.client_id WHERE c.type = 'V' AND c.dni = ${dni}`,
    )
    expect(operations!.n).toBe(paid.status === 200 ? 1 : 0)
    if (gone.body.result === 'desactivado') expect(await rowsOf('clients', 'id', id)).toBe(1)
  }
})

it('a user who comes in at that instant is left without a session, or is only switched off', async () => {
  const { world, app } = rush
  for (let n = 0; n < rounds; n++) {
    const body = {
      username: `fugaz.${n}`,
      name: 'Persona Fugaz',
      role: 'VEND_TAQUILLA' as const,
      partner_id: world.partner.taquilla1,
    }
    const made = await app.call(users.create, { body }, as)
    expect(made.status).toBe(201)
    const secret = { username: body.username, password: made.body.one_time_password }
    const come = () => app.call(session.open, { body: secret })
    const [gone, ...ins] = await Promise.all([
      app.call(users.remove, { params: { id: made.body.id } }, as),
      ...atOnceOf(2, come),
    ])
    expect(gone.status).toBe(200)
    for (const one of ins) {
      if (one.status !== 200) continue
      const next = await app.call(
        session.changePassword,
        { body: { current: secret.password, password: 'otra-clave-2026' } as never },
        { token: one.body.access_token! },
      )
      expect(next.status).toBeGreaterThanOrEqual(400)
    }
  }
})

it('the books agree, and nobody waited in a circle', async () => {
  await expectBooksHold(rush.world.db)
  deadlocks = await rush.finish()
  expect(deadlocks).toBe(0)
})
