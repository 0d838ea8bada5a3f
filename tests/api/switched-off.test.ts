/** What somebody above switched off, nobody below switches on, by whatever way. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { clients } from '../../contract/clients.ts'
import { distributors } from '../../contract/distributors.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { notifications } from '../../contract/notifications.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { users } from '../../contract/users.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
import { addUser } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const { state_id, municipality_id } = placeOf('Zulia', 'Maracaibo')
  await world.db.run(sql`UPDATE partners SET state_id = ${state_id}, municipality_id = ${municipality_id}`)
  await addUser(world.db, { username: 'sur', role: 'DISTRIBUIDOR', partner_id: world.partner.sur, manage_childs: true })
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

type Registry = Record<'show' | 'update' | 'remove', Endpoint>
/** What is asked of one kind of record is asked of all. */
const registry = (of: unknown) => of as Registry
interface Shown {
  actions: string[]
  status: string
}
const record = async (of: Registry, id: number, as: string) =>
  (await app.call(of.show, { params: { id } }, { as })).body as unknown as Shown
const save = async (of: Registry, id: number, as: string, more: object) => {
  const body = { ...(stripUnknown(of.update.body!, await record(of, id, as)) as object), ...more }
  return app.call(of.update, { params: { id }, body: body as never }, { as })
}
const codes = (replies: Reply<Endpoint>[]) =>
  replies.map(({ status, problem }) => (status < 300 ? status : problem.code))

/** Records that sit below Norte, by what kind each is. */
const kinds: [string, unknown, () => Promise<number>][] = [
  ['an agency', agencies, async () => world.partner.agencia2],
  ['a distributor', distributors, async () => world.partner.sur],
  ['an office', ticketOffices, async () => world.partner.taquilla3],
  [
    'a user',
    users,
    () => addUser(world.db, { username: 'apagada', role: 'ADMIN_TAQUILLA', partner_id: world.partner.agencia1 }),
  ],
  [
    'a payment method',
    paymentMethods,
    async () => {
      const body = { name: 'Efectivo', kind: 'efectivo', currency: 'BS', uses: ['ingresos'] }
      const made = await app.call(paymentMethods.create, { body: body as never }, { as: 'distribuidor' })
      return made.body?.id
    },
  ],
  [
    'a client',
    clients,
    async () => {
      const body = { type: 'V', dni: '12345678', name: 'Cliente Apagado' }
      return (await app.call(clients.create, { body: body as never }, { as: 'distribuidor' })).body?.id
    },
  ],
]

describe('what the banca switched off', () => {
  it.each(kinds)(
    '%s stays off for a distributor, who switches on what their own people switched off',
    async (_, calls, make) => {
      const of = registry(calls)
      const id = await make()
      const off = (as: string) => save(of, id, as, { status: 'inactivo' })
      const on = (as: string) => save(of, id, as, { status: 'activo' })
      expect(codes([await off('distribuidor'), await on('distribuidor')])).toEqual([200, 200])
      expect(codes([await off('banca')])).toEqual([200])
      const refused = await on('distribuidor')
      expect(refused.problem).toMatchObject({ status: 403, code: 'switched_off_above', errors: [{ path: 'status' }] })
      expect(refused.problem.detail).toBe('Lo desactivó la banca: solo ella lo activa.')
      const { actions, status } = await record(of, id, 'distribuidor')
      expect([actions.includes('activate'), actions.includes('remove'), status]).toEqual([false, false, 'inactivo'])
      const removals = [of.remove, ...(calls === distributors ? [distributors.v1Remove as Endpoint] : [])]
      for (const remove of removals)
        expect(codes([await app.call(remove, { params: { id } }, { as: 'distribuidor' })])).toEqual([
          'switched_off_above',
        ])
      // Saved as it is, it stays whose it was.
      expect(codes([await save(of, id, 'distribuidor', {}), await on('distribuidor')])).toEqual([
        200,
        'switched_off_above',
      ])
      if (calls === users || calls === ticketOffices) {
        const call = (of as unknown as typeof users).status
        const by = (as: string) => app.call(call, { params: { id }, body: { status: 'activo' } }, { as })
        expect(codes([await by('distribuidor'), await by('banca')])).toEqual(['switched_off_above', 200])
      } else expect(codes([await on('banca')])).toEqual([200])
      expect(codes([await off('distribuidor'), await on('distribuidor')])).toEqual([200, 200])
    },
  )

  it('is told of when somebody tried, and kept in the log', async () => {
    const told = (
      await app.call(notifications.list, { body: { page: 1, per_page: 100, without_reading: false } }, { as: 'banca' })
    ).body.data
    expect(told.filter(({ title }) => title === 'Reactivación rechazada').length).toBeGreaterThan(3)
    const logged = await world.db.rows(
      sql`
        SELECT DISTINCT entity
        FROM audit_log
        WHERE action LIKE '%.refused' AND significant AND after ->> 'refused' = 'switched_off_above'`,
    )
    expect(logged).toHaveLength(kinds.length)
  })

  it('comes back neither as a copy, in another place, by the calls of before nor with others', async () => {
    const { agencia1, agencia2, taquilla3, sur, norte } = world.partner
    await save(registry(agencies), agencia2, 'banca', { status: 'inactivo' })
    const as = 'distribuidor'
    const copy = { agency_id: agencia2, name: 'Copia', code: 'COPIA' }
    expect(codes([await app.call(agencies.clone, { body: copy as never }, { as })])).toEqual(['switched_off_above'])
    expect(codes([await save(registry(agencies), agencia2, as, { father_id: sur })])).toEqual(['switched_off_above'])
    expect(codes([await save(registry(ticketOffices), taquilla3, as, { father_id: agencia1 })])).toEqual([
      'switched_off_above',
    ])
    const away = await save(registry(users), world.user['lejana']!, as, { partner_id: world.partner.taquilla1 })
    expect(codes([away])).toEqual(['switched_off_above'])
    await save(registry(agencies), agencia2, 'banca', { status: 'activo' })
    await save(registry(distributors), sur, 'banca', { status: 'inactivo' })
    const v1 = { show: distributors.v1Show, update: distributors.v1Update, remove: distributors.v1Remove }
    expect(codes([await save(registry(v1), sur, as, { status: 'activo' })])).toEqual(['switched_off_above'])
    await save(registry(distributors), sur, 'banca', { status: 'activo' })
    await save(registry(ticketOffices), taquilla3, 'banca', { status: 'inactivo' })
    const many = await app.call(ticketOffices.bulk, { body: { action: 'activate', ids: [taquilla3] } }, { as })
    expect(many.body.data.map(({ code }) => code)).toEqual(['switched_off_above'])
    await save(registry(ticketOffices), taquilla3, 'banca', { status: 'activo' })
    expect(norte).toBeDefined()
  })

  it('of a distributor is a higher one to switch on, whose people are not named', async () => {
    const id = world.partner.taquilla1
    expect(codes([await save(registry(ticketOffices), id, 'distribuidor', { status: 'inactivo' })])).toEqual([200])
    app.signInAnew('sur')
    const refused = await save(registry(ticketOffices), id, 'sur', { status: 'activo' })
    expect([refused.problem.code, refused.problem.detail]).toEqual([
      'switched_off_above',
      'Lo desactivó el distribuidor por encima de usted: se activa desde allí.',
    ])
    expect(codes([await save(registry(ticketOffices), id, 'distribuidor', { status: 'activo' })])).toEqual([200])
  })
})

describe('a product that the banca switched off at an agency', () => {
  const configured = async (id: number) =>
    (await app.call(betsConfigurations.show, { params: { agencyId: id } }, { as: 'banca' })).body
  const sells = async (id: number, enabled: boolean | null | undefined, as: string) => {
    const { version } = await configured(id)
    const product_id = world.product('LOTTO_ACTIVO')
    const products = enabled === undefined ? [] : [{ product_id, enabled }]
    const rules = { annul_minutes: null, prize_days: null, max_lines: null, pays_other_agencies: null }
    const body = { agency_id: id, version, ...rules, limits: [], products, multipliers: [] }
    return app.call(betsConfigurations.save, { body: body as never }, { as })
  }
  const sellAll = (value: boolean | null, as: string) => {
    const change = { field: 'enabled' as const, product_id: world.product('LOTTO_ACTIVO'), value }
    const body = { filter: { partner_id: world.partner.agencia2, types: ['agencia' as const] }, change }
    return app.call(betsConfigurations.global, { query: { expected_matched_rows: 1 }, body }, { as })
  }

  it('is sold again neither by its form, left out of it, with others nor at a copy; what a distributor did is theirs', async () => {
    const id = world.partner.agencia2
    const as = 'distribuidor'
    const standing = async () => {
      const { version, products } = await configured(id)
      return [version, products.find(({ name }) => name === 'Lotto Activo')!.enabled.own]
    }
    expect(codes([await sells(id, false, as), await sells(id, true, as), await sells(id, false, as)])).toEqual([
      200, 200, 200,
    ])
    // Off already: saved by the banca it stays whose it was.
    expect(codes([await sells(id, false, 'banca'), await sells(id, true, as)])).toEqual([200, 200])
    expect(codes([await sells(id, false, 'banca')])).toEqual([200])
    const before = await standing()
    const refused = await sells(id, true, as)
    expect(refused.problem).toMatchObject({
      status: 403,
      code: 'switched_off_above',
      detail: 'Lotto Activo: Lo desactivó la banca: solo ella lo activa.',
      errors: [{ path: 'products.0.enabled' }],
    })
    expect(
      codes([
        await sells(id, null, as),
        await sells(id, undefined, as),
        await sellAll(true, as),
        await sellAll(null, as),
      ]),
    ).toEqual(Array.from({ length: 4 }, () => 'switched_off_above'))
    expect(await standing()).toEqual(before)
    // Kept off by whoever may not switch it on, it stays the banca's.
    expect(codes([await sells(id, false, as), await sells(id, true, as)])).toEqual([200, 'switched_off_above'])
    const body = { agency_id: id, name: 'Copia Sin Lotto', code: 'COPIASIN' }
    const copy = (await app.call(agencies.clone, { body: body as never }, { as })).body
    expect(codes([await sells(copy.agency_id, true, as)])).toEqual(['switched_off_above'])
    expect(codes([await sellAll(true, 'banca'), await sellAll(false, as), await sellAll(true, as)])).toEqual([
      200, 200, 200,
    ])
    expect(codes([await sellAll(false, 'banca'), await sellAll(true, as), await sells(id, true, 'banca')])).toEqual([
      200,
      'switched_off_above',
      200,
    ])
  })
})
