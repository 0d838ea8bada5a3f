/** Clients: one for a document however many counters meet it at once, on pollas and prizes, and never another's to read. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../contract/clients.ts'
import { polla as pollas } from '../../contract/polla.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { tickets } from '../../contract/tickets.ts'
import { outcome } from './agencies-setup.ts'
import { openPolla, openPollaBanca, sellBody, settle, type PollaBanca } from './polla-setup.ts'
import { line, openCounter } from './sale-setup.ts'

const counter = openCounter()
const form = (dni: string, more: object = {}) => ({ type: 'V' as const, dni, name: 'Ana Pérez', ...more })
const create = (body: object, as = 'banca') => counter.app.call(clients.create, { body: body as never }, { as })
const find = (dni: string, as = 'taquilla') => counter.app.call(clients.find, { query: { type: 'V', dni } }, { as })
const path = (reply: Awaited<ReturnType<typeof create>>) => reply.problem?.errors?.[0]?.path

describe('a client', () => {
  it('is one for its document, however it is typed', async () => {
    const made = await create(form('V-12.345.678'))
    expect([made.status, made.body.document, made.body.dni]).toEqual([201, 'V-12345678', '12345678'])
    const again = await create(form('012345678', { name: 'Otra' }))
    expect([outcome(again), path(again)]).toEqual(['document_taken', 'dni'])
    expect(path(await create(form('12A')))).toBe('dni')
    expect((await create(form('12345678', { type: 'E' }))).status).toBe(201)
    const rif = await create(form('G-20009997-6', { type: 'G', name: 'Ente Público' }))
    expect(rif.body.document).toBe('G-200099976')
    const firm = await counter.app.call(clients.list, { query: { q: 'G-20009997-6' } as never }, { as: 'supervisor' })
    expect(firm.body.data.map(({ name }) => name)).toEqual(['Ente Público'])
    for (const q of ['12345678', 'V-12.345', 'ana per']) {
      const { body } = await counter.app.call(clients.list, { query: { q, type: 'V' } as never }, { as: 'supervisor' })
      expect(body.data.map(({ document }) => document)).toEqual(['V-12345678'])
    }
  })

  it("is saved over nobody, and takes no other one's document", async () => {
    const { id, version, actions: _may, ...row } = (await create(form('13000001'))).body
    const { type, phone, email, notes, status } = row
    const save = (more: object, as_of = version) =>
      counter.app.call(
        clients.update,
        {
          params: { id },
          body: { type, dni: row.dni, name: row.name, phone, email, notes, status, version: as_of, ...more },
        },
        { as: 'banca' },
      )
    expect(outcome(await save({ dni: '12.345.678' }))).toBe('document_taken')
    expect((await save({ name: 'Ana P. de Mora' })).body.name).toBe('Ana P. de Mora')
    expect(outcome(await save({ name: 'Otra vez' }))).toBe('changed_meanwhile')
  })

  it('is known at a counter by the whole document alone', async () => {
    expect((await find('12.345.678')).body.client).toEqual({
      document: 'V-12345678',
      name: 'Ana Pérez',
      status: 'activo',
    })
    expect((await find('12345679')).body.client).toBeNull()
    expect((await find('123')).problem.errors).toMatchObject([{ path: 'dni' }])
    expect(outcome((await counter.app.call(clients.list, {}, { as: 'taquilla' })) as never)).toBe('forbidden')
    // Registered by the banca: no distributor reads it.
    const { body } = await counter.app.call(clients.list, {}, { as: 'distribuidor' })
    expect(body.data).toEqual([])
  })

  it('is registered once by counters that meet it at the same instant, each with its own operation', async () => {
    const before = await counter.world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM clients`)
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const won = await Promise.all(Array.from({ length: 8 }, () => counter.sell([line(draw, '5')])))
    await counter.prize(draw, '5')
    const pay = (sold: (typeof won)[number]) =>
      counter.app.call(
        tickets.pay,
        {
          params: { serial: sold.serial },
          body: { code: sold.code, client: { type: 'V', dni: '15.000.001', name: 'Luis Mora' } },
        },
        { as: 'taquilla' },
      )
    const paid = await Promise.all(won.map(pay))
    expect(paid.map(({ status, problem }) => [status, problem?.detail])).toEqual(won.map(() => [200, undefined]))
    const after = await counter.world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM clients`)
    expect(after!.n).toBe(before!.n + 1)
    const { body } = await counter.app.call(clients.list, { query: { q: '15000001' } as never }, { as: 'banca' })
    expect(body.data).toMatchObject([{ name: 'Luis Mora', operations: 8, partner_name: 'Taquilla Uno' }])
    const done = await counter.app.call(
      clients.operations,
      { query: { client_id: body.data[0]!.id } },
      { as: 'distribuidor' },
    )
    expect(done.body.data.map(({ kind, amount }) => [kind, amount])).toEqual(won.map(() => ['premio', '300.00']))
    // What stands on operations is switched off, and then stands on no more.
    const gone = await counter.app.call(clients.remove, { params: { id: body.data[0]!.id } }, { as: 'banca' })
    expect(gone.body.result).toBe('desactivado')
    const another = await counter.world.draw('LOTTO_ACTIVO')
    const sold = await counter.sell([line(another, '5')])
    await counter.prize(another, '5')
    const refused = await pay(sold)
    expect([outcome(refused), refused.problem.errors?.[0]?.path]).toEqual(['client_inactive', 'client.dni'])
    const state = await counter.app.call(tickets.bySerial, { params: { serial: sold.serial } }, { as: 'taquilla' })
    expect(state.body.state).toBe('ganador')
    const fromOffice = (client: object) =>
      counter.app.call(
        ticketManagement.act,
        {
          params: { id: sold.serial },
          body: { action: 'pay', code: sold.code, office_id: counter.world.partner.taquilla1, client } as never,
        },
        { as: 'agencia' },
      )
    expect(outcome(await fromOffice({ type: 'V', dni: '15000001' }))).toBe('client_inactive')
    const settled = await fromOffice({ type: 'V', dni: '15000002', name: 'Iris Rojas' })
    expect([settled.status, settled.body.state, settled.body.paid_to]).toEqual([200, 'pagado', 'V-15000002 Iris Rojas'])
    const [logged] = await counter.world.db.rows<{ after: object }>(
      sql`SELECT after FROM audit_log WHERE action = 'ticketManagement.act' ORDER BY id DESC LIMIT 1`,
    )
    expect(logged!.after).toMatchObject({ paid_to: 'V-15000002 Iris Rojas' })
  })
})

describe('on a polla', () => {
  let banca: PollaBanca
  beforeAll(async () => {
    banca = await openPollaBanca()
  })
  afterAll(() => banca?.close())

  it('a new one needs a name, and without it nothing is sold', async () => {
    const { world, app } = banca
    const polla = await openPolla(world)
    const round = await polla.round(world.today)
    const sell = (client: object) =>
      app.call(pollas.sell, sellBody(round, ['1', '2', '3'], { client }) as never, { as: 'polla' })
    const count = async () => (await world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets`))!.n
    const before = await count()
    expect((await sell({ type: 'V', dni: '16000002' })).problem.errors).toMatchObject([{ path: 'client.name' }])
    expect((await sell({ type: 'V', dni: '16', name: 'Eva Ruiz' })).problem.errors).toMatchObject([
      { path: 'client.dni' },
    ])
    expect(await count()).toBe(before)
    const sold = await sell({ type: 'V', dni: '16.000.002', name: 'Eva Ruiz' })
    expect([sold.status, sold.body.client, sold.body.paid_to]).toEqual([201, 'V-16000002 Eva Ruiz', null])
    // Known by now: its name is the registry's, whatever the counter says.
    const again = await sell({ type: 'V', dni: '16000002', name: 'Otro Nombre' })
    expect(again.body.client).toBe('V-16000002 Eva Ruiz')
    expect(await count()).toBe(before + 2)
    // Switched off: on nothing more, neither bought nor paid.
    await world.db.run(sql`UPDATE clients SET status = 'inactivo' WHERE dni = '16000002'`)
    const client = { type: 'V', dni: '16000002' } as const
    expect(outcome(await sell(client))).toBe('client_inactive')
    await polla.finish(round, ['1', '2', '3'])
    await settle(world)
    const won = await banca.show(sold.body)
    expect(won.state).toBe('ganador')
    const pay = (more: object) =>
      app.call(
        pollas.payPrize,
        { params: { id: won.prize_id! }, body: { code: sold.body.code, ...more } },
        { as: 'polla' },
      )
    expect(outcome(await pay({ client }))).toBe('client_inactive')
    expect((await banca.show(sold.body)).state).toBe('ganador')
    const paid = await pay({ client: { type: 'E', dni: '81.000.003', name: 'Luz Ospina' } })
    expect([paid.status, paid.body.paid_to]).toEqual([200, 'E-81000003 Luz Ospina'])
  })
})
