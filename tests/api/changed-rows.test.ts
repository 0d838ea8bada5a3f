/** Every row of one change over many can be found behind its row in the log, as it was and as it is, and none can be altered unseen. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../contract/audit-log.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { commissions } from '../../contract/commissions.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { quotas } from '../../contract/quotas.ts'
import { writeAudit } from '../../server/platform/audit/audit.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import { alteredChanges } from '../../server/rules/changes/changed-rows.ts'
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

/** A change over as many rows as its filter has now. */
async function change(call: Endpoint, filter: object, wanted: object): Promise<{ matched: number; changed: number }> {
  const send = (expected: number) =>
    app.call(call, { query: { expected_matched_rows: expected }, body: { filter, change: wanted } } as never, {
      as: 'banca',
    })
  const counted = (await send(999_999)).problem as { matched?: number }
  const reply = await send(counted.matched!)
  expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
  return reply.body as never
}
/** What the log's last row of this operation says, and the rows behind it, as a person reads them. */
async function last(action: string) {
  const { id, after } = (await world.db.one<{ id: string; after: { change_id: string; changed: number } }>(
    sql`SELECT id, after FROM audit_log WHERE action = ${action} ORDER BY id DESC LIMIT 1`,
  ))!
  const asked = { query: { change_id: Number(after.change_id), per_page: 500 } }
  const { body } = await app.call(auditLog.changed, asked, { as: 'banca' })
  return { id, after, total: body.total, rows: body.data }
}
const agencies = { types: ['agencia'], currencies: ['BS'] }

describe('behind a change over many', () => {
  it('of quotas stands each of them', async () => {
    const { changed } = await change(quotas.global, agencies, { kind: 'set', amount: '50' })
    expect(changed).toBeGreaterThan(2)
    const first = await last('quotas.global')
    expect([first.total, first.after.changed]).toEqual([changed, changed])
    expect(new Set(first.rows.map(({ partner_name }) => partner_name))).toEqual(new Set(['Agencia Uno', 'Agencia Dos']))
    expect(first.rows.every(({ before, after }) => before === null && after === 'Bs 50,00')).toBe(true)
    await change(quotas.global, { ...agencies, partner_id: world.partner.agencia1 }, { kind: 'percent', percent: '10' })
    const second = await last('quotas.global')
    expect(second.rows.map(({ partner_name, before, after }) => [partner_name, before, after])).toEqual(
      second.rows.map(() => ['Agencia Uno', 'Bs 50,00', 'Bs 55,00']),
    )
    await change(quotas.global, { ...agencies, own_only: true }, { kind: 'inherit' })
    expect(new Set((await last('quotas.global')).rows.map(({ after }) => after))).toEqual(new Set([null]))
  })

  it('of rates too, in words', async () => {
    const rate = {
      commission_kind: 'VENTA',
      commission_percent: '11.5',
      participation_kind: 'ARRASTRE',
      participation_percent: '20',
    }
    const { changed } = await change(commissions.global, agencies, { kind: 'set', rate })
    const { total, rows } = await last('commissions.global')
    expect(total).toBe(changed)
    expect(new Set(rows.map(({ after }) => after))).toEqual(new Set(['Venta 11,5 % y arrastre 20 %']))
    expect(rows[0]).toMatchObject({
      currency: 'BS',
      product_name: expect.any(String),
      bet_type_name: expect.any(String),
    })
  })

  it('and of limits', async () => {
    await change(betsConfigurations.global, { types: ['agencia'] }, { field: 'annul_minutes', value: 3 })
    const { rows } = await last('betsConfigurations.global')
    expect(rows.map(({ partner_name, before, after }) => [partner_name, before, after]).sort()).toEqual([
      ['Agencia Dos', null, '3'],
      ['Agencia Uno', null, '3'],
    ])
  })

  it('stands what nobody removes, adds or alters unseen', async () => {
    expect(await alteredChanges(world.db)).toEqual([])
    const { id, after } = await last('quotas.global')
    const undone = async (statement: ReturnType<typeof sql>) => {
      await transaction(world.pool, async (tx) => {
        await tx.run(statement)
        expect(await alteredChanges(tx)).toEqual([id])
        throw new Error('undone')
      }).catch((error: Error) => expect(error.message).toBe('undone'))
    }
    const one = sql`id = (SELECT max(id) FROM changed_rows WHERE change_id = ${after.change_id}::bigint)`
    await undone(sql`UPDATE changed_rows SET before = '1.00' WHERE ${one}`)
    await undone(sql`DELETE FROM changed_rows WHERE ${one}`)
    await undone(
      sql`INSERT INTO changed_rows (change_id, partner_id, after) VALUES (${after.change_id}::bigint, ${world.partner.agencia1}, '1.00')`,
    )
    expect(await alteredChanges(world.db)).toEqual([])
  })

  it('is found by each affiliate that it touched, with how many rows were its own, and opens with those', async () => {
    const { agencia1, agencia2 } = world.partner
    const found = async (partner_id: number, query: object = {}) => {
      const reply = await app.call(
        auditLog.list,
        { query: { partner_id, sort: 'at', ...query } as never },
        { as: 'banca' },
      )
      expect(reply.status).toBe(200)
      return reply.body.data.map(({ action, touched }) => [action, touched])
    }
    const quotas_each = (await last('quotas.global')).rows.filter(({ partner_id }) => partner_id === agencia2).length
    expect(quotas_each).toBeGreaterThan(1)
    const ofSecond = await found(agencia2)
    // The second change was over the first agency alone.
    expect(ofSecond.filter(([action]) => action === 'quotas.global')).toEqual([
      ['quotas.global', quotas_each],
      ['quotas.global', quotas_each],
    ])
    expect(ofSecond).toContainEqual(['betsConfigurations.global', 1])
    expect((await found(agencia1)).filter(([action]) => action === 'quotas.global')).toHaveLength(3)
    expect(await found(world.partner.norte)).not.toContainEqual(['quotas.global', expect.anything()])
    // What is written under its own id stands beside them, and the log as a whole counts nobody's.
    await world.db.run(
      sql`
        INSERT INTO audit_log (action, entity, entity_id, before, after)
        VALUES ('quotas.save', 'quotas', ${String(agencia2)}, '[]', '[]')`,
    )
    expect(await found(agencia2, { sort: '-at' })).toEqual([['quotas.save', null], ...ofSecond.toReversed()])
    const all = await app.call(auditLog.list, { query: { entity: 'quotas' } as never }, { as: 'banca' })
    expect(new Set(all.body.data.map(({ touched }) => touched))).toEqual(new Set([null]))

    const { after } = await last('quotas.global')
    const query = { change_id: Number(after.change_id), partner_id: agencia2 }
    const { body } = await app.call(auditLog.changed, { query }, { as: 'banca' })
    expect([body.total, new Set(body.data.map(({ partner_id }) => partner_id))]).toEqual([
      quotas_each,
      new Set([agencia2]),
    ])
    const file = await app.call(auditLog.changedExport, { query: { ...query, format: 'csv' } }, { as: 'banca' })
    expect(file.raw.toString('utf8')).toContain(`Filas;${quotas_each}`)
    const log = await app.call(
      auditLog.export,
      { query: { partner_id: agencia2, format: 'csv' } as never },
      { as: 'banca' },
    )
    expect(log.raw.toString('utf8')).toContain('Filas suyas')
  })

  it('can be taken away, and is the whole banca’s alone', async () => {
    const { after, total } = await last('quotas.global')
    const query = { change_id: Number(after.change_id) }
    const file = await app.call(auditLog.changedExport, { query: { ...query, format: 'csv' } }, { as: 'banca' })
    expect(file.raw.toString('utf8')).toContain(`Filas;${total}`)
    for (const as of ['supervisor', 'distribuidor', 'agencia'])
      expect((await app.call(auditLog.changed, { query }, { as })).status).toBe(403)
  })
})

describe('a row of the log', () => {
  it('has all that a save of two thousand cells did, and of what is only asked no more than its beginning', async () => {
    const cells = Array.from({ length: 2_000 }, (_, n) => ({
      product_id: n,
      name: `Producto ${n} · Animalito`,
      amount: '1500.00',
    }))
    const deed = { session: null, ip: '::1', request_id: 'r', entity: 'quotas' }
    await transaction(world.pool, async (tx) => {
      await writeAudit(tx, { ...deed, action: 'quotas.save', changes: [{ before: cells, after: cells }] })
      await writeAudit(tx, { ...deed, action: 'quotas.long', changes: [], asked: cells })
    })
    const rows = await world.db.rows<{ after: unknown }>(
      sql`SELECT after FROM audit_log WHERE request_id = 'r' ORDER BY id`,
    )
    expect(rows[0]!.after).toEqual(cells)
    expect(rows[1]!.after).toEqual({ truncated: JSON.stringify(cells).slice(0, 20_000) })
  })
})
