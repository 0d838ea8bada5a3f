/** Agencies: what changes one, and what two people at once may not both do. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { accountKinds, chart } from '../../contract/ledger-accounts.ts'
import { tickets } from '../../contract/tickets.ts'
import { list } from '../../server/platform/db/connect.ts'
import { annul } from '../../server/rules/sale/annul.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { betTypeId } from '../support/world.ts'
import { openRegistry, outcome, place, refusal, type Registry } from './agencies-setup.ts'
import { addCommission, addUser } from '../support/factories.ts'

let registry: Registry
let { world, app, created, update, show, ancestorsOf, lastAudit, addOffice } = {} as Registry

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app, created, update, show, ancestorsOf, lastAudit, addOffice } = registry)
})
afterAll(() => registry?.close())

describe('update', () => {
  it('saves, grows the version and leaves before and after in the audit log', async () => {
    const row = await created()
    const reply = await update(row, { name: 'Agencia Renombrada', phone: '0414-1234567' })
    expect(reply.body).toMatchObject({ name: 'Agencia Renombrada', phone: '0414-1234567', version: 2 })
    expect(await lastAudit(row.id)).toMatchObject({
      action: 'agencies.update',
      before: { name: row.name, version: 1 },
      after: { name: 'Agencia Renombrada' },
      significant: false,
    })
  })

  it('keeps its own name, and refuses another one and a code in use', async () => {
    const row = await created()
    expect((await update(row, { name: row.name.toUpperCase() })).status).toBe(200)
    const reply = await update({ ...row, version: 2 }, { name: 'Agencia Dos' })
    expect([reply.status, reply.problem.code]).toEqual([422, 'name_taken'])
    const code = await update({ ...row, version: 2 }, { code: 'AGENCIA2' })
    expect([code.status, code.problem.code]).toEqual([422, 'code_taken'])
    const away = await update({ ...row, version: 2 }, { municipality_id: placeOf('Lara', 'Iribarren').municipality_id })
    expect(refusal(away)).toEqual([422, 'invalid_municipality', 'municipality_id'])
  })

  it('answers what is there now to whoever began with an older version', async () => {
    const row = await created()
    await update(row, { address: 'Calle 1' })
    const reply = await update(row, { address: 'Calle 2' })
    expect([reply.status, reply.problem.code]).toEqual([409, 'changed_meanwhile'])
    expect(reply.problem.current).toMatchObject({ address: 'Calle 1', version: 2 })
  })

  it('saves one of 16 forms sent at once', async () => {
    const row = await created()
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => update(row, { address: `Calle ${n}` })))
    expect(replies.map(outcome).sort()).toEqual([200, ...Array(15).fill('changed_meanwhile')])
    expect((await show(row.id)).version).toBe(2)
  })

  it('deactivates and activates, and says that it matters', async () => {
    const row = await created()
    const off = await update(row, { status: 'inactivo' })
    expect(off.body).toMatchObject({
      status: 'inactivo',
      actions: ['update', 'clone', 'activate', 'remove', 'responsible'],
    })
    expect((await lastAudit(row.id))!.significant).toBe(true)
    expect((await update(off.body, { status: 'activo' })).body.status).toBe('activo')
  })

  it('does not activate under an inactive father, but lets its data be saved', async () => {
    const row = await created({ father_id: world.partner.sur, status: 'inactivo' })
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${world.partner.sur}`)
    expect((await show(row.id)).actions).toEqual(['update', 'remove', 'responsible'])
    expect((await update(row, { status: 'activo' })).problem.code).toBe('invalid_father')
    expect((await update(row, { phone: '0414-7654321' })).status).toBe(200)
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${world.partner.sur}`)
  })

  it('takes its offices along when it sells in other currencies', async () => {
    const row = await created({ currencies: ['BS', 'USD'] })
    const all = await addOffice(row.id, '{BS,USD}')
    const some = await addOffice(row.id, '{USD}')
    const sells = async (id: number) =>
      (await world.db.one<{ currencies: string[] }>(
        sql`SELECT currencies::text[] AS currencies FROM partners WHERE id = ${id}`,
      ))!.currencies
    const more = await update(row, { currencies: ['BS', 'USD', 'COP'] })
    expect([await sells(all), await sells(some)]).toEqual([['BS', 'USD', 'COP'], ['USD']])
    await update(more.body, { currencies: ['BS'] })
    expect([await sells(all), await sells(some)]).toEqual([['BS'], []])
    const accounts = await world.db.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM ledger_accounts WHERE partner_id = ${all} AND currency = 'COP'`,
    )
    expect(accounts!.n).toBe(accountKinds.filter((kind) => chart[kind].at.includes('taquilla')).length)
  })
})

/** Rows of a level that are not the sum of its offices' rows. */
async function uneven(): Promise<object[]> {
  const keys: Record<string, string> = {
    draw_sales: 'draw_id, number',
    sales_hours: 'day, hour',
    product_days: 'day, product_id',
  }
  const found = await Promise.all(
    Object.entries(keys).map(([table, key]) =>
      world.db.rows<object>(sql`
    WITH counted AS (
      SELECT partner_id, currency, ${sql.raw(key)}, sum(sold) AS sold
      FROM ${sql.raw(table)}
      GROUP BY partner_id, currency, ${sql.raw(key)}
    ),
    summed AS (
      SELECT a.ancestor_id AS partner_id, s.currency, ${sql.raw(key)}, sum(s.sold) AS sold
      FROM ${sql.raw(table)} s
      JOIN partner_ancestors a ON a.partner_id = s.partner_id AND a.partner_type = 'taquilla'
      GROUP BY a.ancestor_id, s.currency, ${sql.raw(key)}
    )
    SELECT ${table} AS table, *
    FROM counted
    FULL JOIN summed USING (partner_id, currency, ${sql.raw(key)})
    WHERE coalesce(counted.sold, 0) <> coalesce(summed.sold, 0)`),
    ),
  )
  return found.flat()
}

async function soldBy(ids: number[]): Promise<Record<number, string>> {
  const rows = await world.db.rows<{ partner_id: number; sold: string }>(
    sql`SELECT partner_id, sum(sold) AS sold FROM sales_hours WHERE partner_id = ANY (${list(ids)}::int[]) GROUP BY partner_id`,
  )
  return Object.fromEntries(rows.map((row) => [row.partner_id, row.sold]))
}

describe('move', () => {
  it('moves the agency with its offices, and gives the payments to the new father', async () => {
    const row = await created({ father_id: world.partner.sur })
    const office = await addOffice(row.id)
    const moved = await update(row, { father_id: world.partner.banca })
    expect(moved.body).toMatchObject({
      father_name: 'Banca de Prueba',
      payments_responsible_partner_id: world.partner.banca,
    })
    expect(await ancestorsOf(office)).toEqual([office, row.id, world.partner.banca])
    expect((await app.call(agencies.show, { params: { id: row.id } }, { as: 'distribuidor' })).status).toBe(404)
    expect(await lastAudit(row.id)).toMatchObject({
      before: { father_id: world.partner.sur },
      after: { father_id: world.partner.banca },
      significant: true,
    })
    const back = await update(moved.body, { father_id: world.partner.norte })
    expect(await ancestorsOf(office)).toEqual([office, row.id, world.partner.norte, world.partner.banca])
    expect(back.body.payments_responsible_partner_id).toBe(world.partner.norte)
  })

  it('keeps a responsible that is still above it', async () => {
    const row = await created({ father_id: world.partner.sur })
    await app.call(
      agencies.saveConfig,
      { body: { id: row.id, payments_responsible_partner_id: world.partner.banca } },
      { as: 'banca' },
    )
    expect(
      (await update(await show(row.id), { father_id: world.partner.norte })).body.payments_responsible_partner_id,
    ).toBe(world.partner.banca)
  })

  it('leaves one father after 16 moves at once', async () => {
    const row = await created({ father_id: world.partner.sur })
    const office = await addOffice(row.id)
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        update(row, { father_id: n % 2 ? world.partner.norte : world.partner.banca }),
      ),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    const { father_id } = await show(row.id)
    expect(await ancestorsOf(office)).toEqual([office, row.id, ...(await ancestorsOf(father_id))])
  })

  it('hands the day’s figures to the new ancestors, so that every level stays the sum of its offices', async () => {
    const { agencia1, banca, norte, sur } = world.partner
    const draw = await world.draw('LOTTO_ACTIVO')
    const ticket = async (as: string, number: string) => {
      const reply = await app.call(
        tickets.sell,
        {
          body: {
            currency: 'BS',
            lines: [{ draw_id: draw, bet_type_id: betTypeId('ANIMALITO'), number, stake: '10.00' }],
            confirm_repeated: true,
          },
        },
        { as },
      )
      expect(reply.status).toBe(201)
      return reply.body
    }
    const sold = await ticket('taquilla', '5')
    await ticket('vecina', '5')
    await ticket('lejana', '7')
    expect(await uneven()).toEqual([])
    const moved = await update(await show(agencia1), { father_id: banca })
    expect(moved.status).toBe(200)
    expect(await uneven()).toEqual([])
    expect(await soldBy([norte, sur])).toEqual({ [norte]: '10.00' })
    await world.run((tx) => annul(tx, { day: world.today, id: sold.id, by: world.user['taquilla']!, at: new Date() }))
    await ticket('vecina', '9')
    await update(await show(agencia1), { father_id: sur })
    expect(await uneven()).toEqual([])
    expect(await soldBy([norte, sur])).toEqual({ [norte]: '30.00', [sur]: '20.00' })
  })
})

describe('remove', () => {
  const remove = (id: number) => app.call(agencies.remove, { params: { id } }, { as: 'banca' })

  it('removes one that never was anything', async () => {
    const row = await created()
    expect((await remove(row.id)).body).toEqual({ id: row.id, result: 'eliminada' })
    expect((await app.call(agencies.show, { params: { id: row.id } }, { as: 'banca' })).status).toBe(404)
    expect((await remove(row.id)).status).toBe(404)
    expect(await lastAudit(row.id)).toMatchObject({
      action: 'agencies.remove',
      before: { name: row.name },
      significant: true,
    })
  })

  it('deactivates one with an office, and is safe to ask twice', async () => {
    const row = await created()
    await addOffice(row.id)
    expect((await remove(row.id)).body.result).toBe('desactivada')
    expect((await remove(row.id)).body.result).toBe('desactivada')
    expect(await show(row.id)).toMatchObject({ status: 'inactivo', version: 2 })
  })

  it('deactivates one with a user of its own', async () => {
    const row = await created()
    await addUser(world.db, { username: 'delagencia', role: 'ADMIN_TAQUILLA', partner_id: row.id })
    expect((await remove(row.id)).body.result).toBe('desactivada')
  })

  it('never removes under an office that arrives at the same instant', async () => {
    for (let trial = 0; trial < 12; trial++) {
      const row = await created()
      const [reply, office] = await Promise.all([
        remove(row.id),
        addOffice(row.id).then(
          () => true,
          () => false,
        ),
      ])
      expect([reply.body.result, office]).toEqual(office ? ['desactivada', true] : ['eliminada', false])
    }
  })
})

describe('responsible', () => {
  const save = (id: number, payments_responsible_partner_id: number, as = 'banca') =>
    app.call(agencies.saveConfig, { body: { id, payments_responsible_partner_id } }, { as })

  it('offers the agency and its ancestors within reach, nearest first', async () => {
    const { body } = await app.call(agencies.config, { query: { id: world.partner.agencia1 } }, { as: 'distribuidor' })
    expect(body.data[0]!.candidates.map(({ name, type }) => [name, type])).toEqual([
      ['Agencia Uno', 'agencia'],
      ['Distribuidor Sur', 'distribuidor'],
      ['Distribuidor Norte', 'distribuidor'],
    ])
    const outside = await created({ father_id: world.partner.banca })
    const all = await app.call(agencies.config, {}, { as: 'distribuidor' })
    expect(all.body.data.map((row) => row.id)).toContain(world.partner.agencia2)
    expect(all.body.data.map((row) => row.id)).not.toContain(outside.id)
    const found = await app.call(agencies.config, { query: { q: 'agencia uno' } }, { as: 'distribuidor' })
    expect(found.body.data.map((row) => row.id)).toEqual([world.partner.agencia1])
  })

  it('saves one of them', async () => {
    const row = await created()
    const reply = await save(row.id, row.id)
    expect(reply.body).toMatchObject({
      id: row.id,
      payments_responsible_partner_id: row.id,
      payments_responsible_name: row.name,
    })
    expect(await lastAudit(row.id)).toMatchObject({
      before: { payments_responsible_partner_id: world.partner.norte },
      after: { payments_responsible_partner_id: row.id },
      significant: true,
    })
  })

  it('that is another one by now is told to whoever saw the one before, and stays', async () => {
    const row = await created()
    const body = { id: row.id, payments_responsible_partner_id: world.partner.banca, before: world.partner.norte }
    expect((await save(row.id, row.id)).status).toBe(200)
    const late = await app.call(agencies.saveConfig, { body }, { as: 'banca' })
    expect([late.status, late.problem.code, late.problem['current']]).toMatchObject([
      409,
      'changed_meanwhile',
      { payments_responsible_partner_id: row.id, payments_responsible_name: row.name },
    ])
    expect((await show(row.id)).payments_responsible_partner_id).toBe(row.id)
    const again = await app.call(agencies.saveConfig, { body: { ...body, before: row.id } }, { as: 'banca' })
    expect(again.body.payments_responsible_partner_id).toBe(world.partner.banca)
  })

  it('of somebody else waits for nobody: who may not see it does not hold it', async () => {
    const outside = await created({ father_id: world.partner.banca })
    await world.run(async (tx) => {
      await tx.run(sql`SELECT 1 FROM partners WHERE id = ${outside.id} FOR UPDATE`)
      expect((await save(outside.id, outside.id, 'distribuidor')).problem.code).toBe('not_found')
    })
  })

  it.each([
    ['another agency', () => world.partner.agencia2, 'banca'],
    ['a distributor beside', () => world.partner.sur, 'banca'],
    ['an ancestor out of reach', () => world.partner.banca, 'distribuidor'],
  ])('refuses %s', async (_, responsible, as) => {
    const row = await created()
    const reply = await save(row.id, responsible(), as)
    expect(refusal(reply)).toEqual([422, 'invalid_responsible', 'payments_responsible_partner_id'])
  })
})

describe('clone', () => {
  const clone = (agency_id: number, name: string, code: string) =>
    app.call(agencies.clone, { body: { agency_id, name, code } }, { as: 'banca' })

  it('copies what is set for the agency, counts it, and leaves its identity behind', async () => {
    const source = await created({ document: 'J-1111111', father_id: world.partner.sur })
    const product = world.product('LOTTO_ACTIVO')
    const bet = betTypeId('ANIMALITO')
    await world.db.run(sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${source.id}, 9)`)
    await world.db.run(
      sql`INSERT INTO partner_limits VALUES (${source.id}, 'BS', 1, 100, 500), (${source.id}, 'USD', 1, 10, 50)`,
    )
    await world.db.run(sql`INSERT INTO partner_products VALUES (${source.id}, ${product}, false)`)
    await world.db.run(sql`INSERT INTO partner_multipliers VALUES (${source.id}, ${product}, ${bet}, 28)`)
    await world.db.run(sql`INSERT INTO regular_quotas VALUES (${source.id}, ${product}, ${bet}, 'BS', 1000)`)
    await addCommission(world.db, { partner_id: source.id, commission_percent: 10 })
    await app.call(
      agencies.saveConfig,
      { body: { id: source.id, payments_responsible_partner_id: source.id } },
      { as: 'banca' },
    )
    const reply = await clone(source.id, 'Agencia Copiada', 'COPIADA')
    expect(reply.status).toBe(201)
    expect(reply.body.copied).toEqual({ limits: 2, products: 1, multipliers: 1, quotas: 1, commissions: 1 })
    const copy = await show(reply.body.agency_id)
    expect(copy).toMatchObject({
      name: 'Agencia Copiada',
      document: '',
      father_id: world.partner.sur,
      currencies: ['BS', 'USD'],
      payments_responsible_partner_id: copy.id,
      state_id: place.state_id,
    })
    expect(await ancestorsOf(copy.id)).toEqual([copy.id, ...(await ancestorsOf(world.partner.sur))])
    for (const table of [
      'partner_settings',
      'partner_limits',
      'partner_products',
      'partner_multipliers',
      'regular_quotas',
      'commissions',
    ]) {
      const rows = (id: number) =>
        world.db.rows(
          sql`SELECT to_jsonb(t) - 'partner_id' - 'id' - 'created_at' AS row FROM ${sql.raw(table)} t WHERE partner_id = ${id} ORDER BY 1`,
        )
      expect(await rows(copy.id)).toEqual(await rows(source.id))
    }
    expect(await lastAudit(copy.id)).toMatchObject({ action: 'agencies.clone', after: { cloned_from: source.id } })
  })

  it.each([
    ['name_taken', () => clone(world.partner.agencia1, 'agencia dos', 'OTRA-COPIA'), 'name'],
    ['code_taken', () => clone(world.partner.agencia1, 'Otra Copia', 'AGENCIA2'), 'code'],
  ])('refuses with %s', async (code, call, path) => {
    const reply = await call()
    expect(refusal(reply)).toEqual([422, code, path])
  })

  it('refuses under an inactive father', async () => {
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${world.partner.sur}`)
    const reply = await clone(world.partner.agencia1, 'Copia Huérfana', 'HUERFANA')
    await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${world.partner.sur}`)
    expect([reply.status, reply.problem.code]).toEqual([422, 'invalid_father'])
  })

  it('makes one copy of 16 asked at once under one name', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) => clone(world.partner.agencia1, 'Copia Sola', `SOLA-${n}`)),
    )
    expect(replies.map(outcome).sort()).toEqual([201, ...Array(15).fill('name_taken')])
  })
})
