/**
 * Every call of the contract, really made through the app: whoever its row admits gets past the door, anybody else
 * gets 403, and without a session 401. Every day by every role, with the flags and the country that make a difference to
 * some rule (`telling`); in the long run by every role with every combination of flags in both countries.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { isLong } from '../support/length.ts'
import { password } from '../support/world.ts'
import { addExternalLoad, addNetworkImport, kept } from '../support/factories.ts'
import { openBanca, usernameOf, type Banca } from './bancas.ts'
import { admits, callers, endpointRows, nameOf, type Caller, type Row } from './tables.ts'

const bancas: Record<string, Banca> = {}
beforeAll(async () => {
  for (const country of ['VE', 'PA']) {
    bancas[country] = await openBanca(country)
    expect(await bancas[country].world.draw('LOTTO_ACTIVO')).toBe(draw_id)
    expect(await addExternalLoad(bancas[country].world.db, bancas[country].world.user['banca']!)).toBe(load_id)
    const { taquilla1 } = bancas[country].world.partner
    expect(await kept.clients.add(bancas[country].world.db, { partner_id: taquilla1 })).toBe(client_id)
    const { banca } = bancas[country].world.partner
    expect(await kept.accounts.add(bancas[country].world.db, { partner_id: banca })).toBe(account_id)
    await bancas[country].world.db.run(sql`
      INSERT INTO cash_funds (id, partner_id, name, name_key) VALUES (1, ${banca}, 'Bóveda', 'boveda')`)
    const { world } = bancas[country]
    const register = await world.db.one<{ id: number }>(sql`
      INSERT INTO cash_registers (office_id, day, since, since_at, opened_by, opened_at)
      VALUES (${world.partner.taquilla1}, ${day}, pg_current_snapshot(), now(), ${world.user['banca']!}, now()) RETURNING id`)
    expect(register!.id).toBe(register_id)
    expect(await addNetworkImport(bancas[country].world.db, bancas[country].world.user['banca']!)).toBe(import_id)
  }
})
afterAll(async () => {
  for (const banca of Object.values(bancas)) await banca.close()
})

const day = '2026-03-02'
/** The first draw of each banca. */
const draw_id = 1
/** The first load of another system's sales, empty. */
const load_id = 1
/** The first workbook of each banca's administrator. */
const import_id = 1
/** The first client of each banca. */
const client_id = 1
/** The first account of each banca. */
const account_id = 1
/** A register of each database. */
const register_id = 1
/** What the readings need to be understood. Writes are sent without a body: the door is before the form. */
const queries: Readonly<Record<string, object>> = {
  'partners.fathers': { type: 'agencia' },
  'clients.operations': { client_id },
  'clients.operationsExport': { client_id },
  'accounts.movements': { account_id, from: day, to: day },
  'accounts.movementsExport': { account_id, from: day, to: day },
  'cashFunds.history': { fund_id: 1, from: day, to: day },
  'cashFunds.historyExport': { fund_id: 1, from: day, to: day },
  'clients.find': { type: 'V', dni: '12345678' },
  'auditLog.changed': { change_id: 1 },
  'auditLog.changedExport': { change_id: 1 },
  'network.faults': { import_id },
  'network.faultsExport': { import_id },
  'network.changes': { import_id },
  'network.changesExport': { import_id },
  'externalSales.entries': { load_id },
  'externalSales.entriesExport': { load_id },
  'general.names': { kind: 'partner', ids: '1' },
  'locations.municipalities': { state_id: 1 },
  'statements.of': { partner_ids: '2' },
  'accountBalance.assignable': { partner_id: 2 },
  'savedViews.list': { screen: 'polla' },
  'cashManage.subrows': { id: register_id },
  'cashRegisters.expenses': { register_id },
  'cashRegisters.drawed': { register_id },
  'rates.course': { currency: 'USD', from: day, to: day },
}
/** A call that asks for a draw is given one, else the days it can be asked for. */
function queryOf(name: string, endpoint: Endpoint): object | undefined {
  const shape = (endpoint.query as z.ZodObject | undefined)?.shape ?? {}
  if (queries[name]) return queries[name]
  if (shape['draw_id'] && !shape['draw_id'].safeParse(undefined).success) return { draw_id }
  return shape['from'] && { from: day, to: day }
}
const params = {
  id: 2_147_483_647,
  agencyId: 2_147_483_647,
  serial: '2TR0000000',
  partner: 2_147_483_647,
  date: day,
  part: 0,
}

const calls = everyEndpoint().map(({ entity, name, endpoint }) => {
  const full = `${entity}.${name}`
  const row = endpointRows.find(
    (one) => one.method === endpoint.method && one.path === endpoint.path.replace(/:(\w+)/g, '{$1}'),
  )
  const query = queryOf(full, endpoint)
  return { name: full, endpoint, row: row as Row, args: { params, ...(query && { query }) } }
})
const closed = calls.filter(({ row }) => row.roles !== 'public')

/** How the door answered: past it, or the code of its refusal. Anything else is shown as it is. */
function doorOf(reply: { status: number; problem?: { code?: string } | undefined }): string {
  const code = reply.problem?.code
  if (reply.status === 403 || reply.status === 401) return `${reply.status} ${code}`
  return reply.status < 500 ? 'in' : `${reply.status} ${code}`
}

const tokens = new Map<string, Promise<string>>()
/** In the caller's session, or one that ends with the call. */
async function callAs({ name, endpoint, args }: (typeof calls)[number], caller: Caller): Promise<string> {
  const { app, open } = bancas[caller.country_iso2]!
  const begin = async () => (await open(usernameOf(caller))).access_token
  if (name.startsWith('session.')) return doorOf(await app.call(endpoint, args, { token: await begin() }))
  let token = tokens.get(nameOf(caller))
  if (!token) tokens.set(nameOf(caller), (token = begin()))
  return doorOf(await app.call(endpoint, args, { token: await token }))
}

/**
 * Who tells a rule that is not the row's from the row: a rule can ask for roles, for each flag, and for another country.
 * What no row asks for, one with neither flag misses and one with both has.
 */
function telling(row: Row): readonly Caller[] {
  if (isLong) return callers
  const asksFlags = row.manage_childs || row.awarding_results
  return callers.filter(({ role, manage_childs, awarding_results, country_iso2 }) => {
    if (country_iso2 !== 'VE' && row.denied_countries.length === 0)
      return role === someRole(row) && manage_childs && awarding_results
    return asksFlags || manage_childs === awarding_results
  })
}
const someRole = ({ roles }: Row) => (typeof roles === 'string' ? 'ADMIN_BANCA' : roles[0])

describe('with a session', () => {
  it.each(closed)('$name lets in exactly whom its row admits', async (call) => {
    const asking = telling(call.row)
    const expected = asking.map((caller) => [nameOf(caller), admits(call.row, caller) ? 'in' : '403 forbidden'])
    const answered: string[][] = []
    for (const caller of asking) answered.push([nameOf(caller), await callAs(call, caller)])
    expect(answered).toEqual(expected)
  })

  it('the readings that were let in did answer: the door did not stand open on a broken room', async () => {
    const { app, open } = bancas['VE']!
    const { access_token } = await open('banca')
    const readings = closed.filter(
      ({ endpoint, row }) =>
        endpoint.method === 'GET' &&
        !endpoint.path.includes(':') &&
        (row.roles === '*' || row.roles.includes('ADMIN_BANCA')),
    )
    const statuses: [string, number][] = []
    for (const { name, endpoint, args } of readings)
      statuses.push([name, (await app.call(endpoint, args, { token: access_token })).status])
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThan(20)
  })
})

describe('without a session', () => {
  it.each(closed)('$name is refused', async ({ endpoint, args }) => {
    for (const country of ['VE', 'PA']) {
      const reply = await bancas[country]!.app.call(endpoint, args)
      expect([reply.status, reply.problem.code]).toEqual([401, 'unauthenticated'])
    }
  })

  it('what is public answers anybody', async () => {
    const open = calls.filter(({ row }) => row.roles === 'public').map(({ name }) => name)
    expect(open.sort()).toEqual(['polla.publicResults', 'session.open', 'session.refresh'])
    for (const { app, open: start } of Object.values(bancas)) {
      const [signIn, refresh, results] = ['session.open', 'session.refresh', 'polla.publicResults'].map(
        (name) => calls.find((one) => one.name === name)!.endpoint,
      )
      const { refresh_token } = await start('banca')
      expect((await app.call(signIn!, { body: { username: 'banca', password } })).status).toBe(200)
      const headers = { cookie: `sorteo_refresh=${refresh_token}` }
      expect((await app.call(refresh!, {}, { headers })).status).toBe(200)
      expect((await app.call(results!, {})).status).toBe(200)
    }
  })
})
