/**
 * Where a caller stands in the tree decides what exists for it: its own partner and what hangs below
 * are there; what is above, beside or in another database is not found, whatever call names it.
 * Every call of the contract is tried, by its shape or by its line in `relations.ts`.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { agencies } from '../../contract/agencies.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { draws } from '../../contract/draws.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { partners } from '../../contract/partners.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { addUserDatabase, kept, type Kept } from '../support/factories.ts'
import {
  askerNames,
  askers,
  isWithin,
  officePlaces,
  openRelationBanca,
  places,
  type Asker,
  type Place,
  type RelationBanca,
} from './relation-banca.ts'
import { relations } from './relations.ts'
import { admits, endpointRows } from './tables.ts'
import { outcomeOf, type Listing, type Trial } from './trial.ts'

let banca: RelationBanca
beforeAll(async () => {
  banca = await openRelationBanca()
})
afterAll(() => banca?.close())

const calls = everyEndpoint().map(({ entity, name, endpoint }) => ({ name: `${entity}.${name}`, endpoint }))

const keysOf = (schema: z.ZodType | undefined): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
/** What a query or path is filled with where it asks for more than what is tried. */
const needed: Record<string, unknown> = {
  from: '2026-03-02',
  to: '2026-03-03',
  draw_id: 1,
  change_id: 1,
  reason: 'se anuló por error',
  which: 'receipt',
  date: '2026-03-02',
}
/** The least that the schema takes, with what is given. */
function filled(schema: z.ZodType, given: Record<string, unknown>): Record<string, unknown> {
  const missing = schema.safeParse(given).error?.issues.map(({ path }) => String(path[0])) ?? []
  const range = keysOf(schema).filter((key) => key === 'from' || key === 'to')
  return { ...Object.fromEntries([...missing, ...range].map((key) => [key, needed[key]])), ...given }
}

function admitted(endpoint: Endpoint): Asker[] {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const row = endpointRows.find((one) => one.method === endpoint.method && one.path === path)!
  return askerNames.filter((asker) => admits(row, { ...askers[asker], country_iso2: 'VE' }))
}

const named = calls.filter(({ endpoint }) => keysOf(endpoint.query).includes('partner_id'))
/** A body that none is expected of may be left out; any other, a file too, has to be written down in the table. */
const identified = calls.filter(
  ({ endpoint: { params, body, upload } }) => params && !upload && (!body || body.safeParse(undefined).success),
)
const mayNameSomebody = /partner|father|agency|office|user|filter|rows/
/** People of the banca itself reach all of it: for them there is only the other database, which an id in a path stands for. */
function isBancaOnly({ endpoint }: (typeof calls)[number]): boolean {
  return (
    admitted(endpoint).every((asker) => askers[asker].at === 'banca') &&
    ![...keysOf(endpoint.body), ...keysOf(endpoint.query)].some((key) => mayNameSomebody.test(key))
  )
}
/** The banca's ceilings hold for all of it and name nobody, though they come in rows. */
const bancaRows = ['topQuotas.save', 'topQuotas.global']

describe('every call', () => {
  it('is tried by its shape or says in the table how, or why where one stands makes no difference', () => {
    const untried = calls.filter(
      (call) => !relations[call.name] && !named.includes(call) && !isBancaOnly(call) && !bancaRows.includes(call.name),
    )
    expect(untried.map(({ name }) => name)).toEqual([])
  })

  it('that names a record in its path and needs a body is tried by its line', () => {
    const untried = calls.filter((call) => call.endpoint.params && !identified.includes(call))
    expect(untried.filter(({ name }) => !relations[name] || 'none' in relations[name]).map(({ name }) => name)).toEqual(
      [],
    )
  })

  it('of the table is a call of the contract', () => {
    const names = calls.map(({ name }) => name)
    expect([...Object.keys(relations), ...bancaRows].filter((name) => !names.includes(name))).toEqual([])
  })
})

const rowsOf = ({ table }: Kept) => sql` UNION ALL SELECT hashtextextended(m::text, 0) FROM ${sql.identifier(table)} m`
/** What a refused call could have changed, as one number: asked before and behind each of thousands. */
const state = () =>
  banca.world.db.rows(sql`
    SELECT sum(hash)::text AS rows FROM (
      SELECT hashtextextended(p::text, 0) FROM partners p UNION ALL SELECT hashtextextended(s::text, 0) FROM partner_settings s
      UNION ALL SELECT hashtextextended(q::text, 0) FROM regular_quotas q
      UNION ALL SELECT hashtextextended(b::text, 0) FROM blocked_numbers b
      UNION ALL SELECT hashtextextended(k::text, 0) FROM tickets k ${sql.join(Object.values(kept).map(rowsOf))}
    ) AS all_rows(hash)`)

/** Whoever belongs to a partner that was disabled lost the session with it. */
async function enableAll(): Promise<void> {
  const enabled = await banca.world.db.run(sql`UPDATE partners SET status = 'activo' WHERE status <> 'activo'`)
  if (enabled > 0) for (const asker of askerNames) banca.app.signInAnew(asker)
}

async function expectTrial(endpoint: Endpoint, trial: Trial): Promise<void> {
  const { there = 'there', refused = 'not_found', isThere = isWithin } = trial
  const answer = trial.answer ?? ((place, asker) => (isThere(place, asker) ? there : refused))
  const isReading = endpoint.method === 'GET'
  /** What a refusal has just been seen to leave. */
  let left: Awaited<ReturnType<typeof state>> | undefined
  for (const asker of admitted(endpoint)) {
    for (const place of trial.places) {
      const expected = answer(place, asker)
      const isChecked = expected !== there && !isReading
      await trial.prepare?.(place)
      if (trial.prepare) left = undefined
      const before = isChecked && (left ?? (await state()))
      const reply = await trial.send(place, asker)
      expect([asker, place, outcomeOf(reply)]).toEqual([asker, place, expected])
      left = undefined
      if (before) expect((left = await state())).toEqual(before)
      else if (!isReading) await enableAll()
    }
  }
}

describe('a partner named in the query', () => {
  it.each(named)('of $name: own and below are there, and nothing else', async ({ endpoint }) => {
    await expectTrial(endpoint, {
      places,
      send: (place, as) =>
        banca.app.call(endpoint, { query: filled(endpoint.query!, { partner_id: banca.idOf(place) }) }, { as }),
    })
  })
})

describe('an id that only the other database has', () => {
  it.each(identified)('is not found by $name', async ({ endpoint }) => {
    const ids = [banca.idOf('elsewhere'), banca.foreign.serial, banca.registration]
    const [key] = keysOf(endpoint.params)
    const naming = (one: unknown) => filled(endpoint.params!, { [key!]: one })
    const id = ids.find((one) => endpoint.params!.safeParse(naming(one)).success)
    expect(id, 'an id the path takes').toBeDefined()
    const query = endpoint.query && filled(endpoint.query, {})
    for (const as of admitted(endpoint)) {
      const reply = await banca.app.call(endpoint, { params: naming(id), ...(query && { query }) }, { as })
      expect([as, outcomeOf(reply)]).toEqual([as, 'not_found'])
    }
  })
})

describe('by its line', () => {
  const lines = calls.filter(({ name }) => relations[name] && !('none' in relations[name]))

  it.each(lines)(
    '$name: what is within reach is there, the rest is not and stays as it was',
    async ({ name, endpoint }) => {
      const relation = relations[name]!
      if ('trial' in relation) return expectTrial(endpoint, relation.trial(banca))
      if ('listing' in relation) return expectListing(endpoint, relation.listing(banca))
    },
  )

  async function expectListing(endpoint: Endpoint, { places: of, shown, isThere = isWithin }: Listing): Promise<void> {
    const asking = admitted(endpoint)
    expect(asking.length).toBeGreaterThan(0)
    for (const asker of asking) {
      const expected = of.filter((place) => isThere(place, asker))
      expect([asker, [...(await shown(asker))].sort()]).toEqual([asker, [...expected].sort()])
    }
  }
})

describe('lists', () => {
  it.each(['banca', 'distribuidor', 'medio', 'agencia', 'agente2'] as const)('%s sees no name above it', async (as) => {
    const { body } = await banca.app.call(partners.options, {}, { as })
    const own = body.data.find((one) => one.id === banca.idOf(askers[as].at))
    expect([own?.father_id, own?.path]).toEqual([null, ''])
  })
})

describe('an agency', () => {
  it.each(['agencies.show', 'agencies.config', 'agencies.saveConfig', 'agencies.clone', 'agencies.remove'])(
    'is what %s finds, and no other partner',
    async (name) => {
      const relation = relations[name]!
      if (!('trial' in relation)) throw new Error(`${name} is not tried`)
      const { send } = relation.trial(banca)
      for (const place of ['sur', 'taquilla1'] as const)
        expect([place, outcomeOf(await send(place, 'banca'))]).toEqual([place, 'not_found'])
    },
  )

  it('is not made under, moved to, or answered for by a partner out of reach', async () => {
    const { app, idOf } = banca
    const { body } = await app.call(agencies.show, { params: { id: idOf('agencia1') } }, { as: 'banca' })
    const agency = { ...body, ...placeOf('Zulia', 'Maracaibo') }
    const sent = (form: typeof agency) => stripUnknown(agencies.update.body!, form) as typeof agency
    for (const place of ['banca', 'norte', 'elsewhere'] as const) {
      const moved = { ...agency, father_id: idOf(place) }
      const create = { ...moved, name: 'Otra', code: 'OTRA' }
      const answer = { id: agency.id, payments_responsible_partner_id: idOf(place) }
      const as = 'medio'
      const replies = [
        await app.call(agencies.create, { body: stripUnknown(agencies.create.body!, create) as typeof create }, { as }),
        await app.call(agencies.update, { params: { id: agency.id }, body: sent(moved) }, { as }),
        await app.call(agencies.saveConfig, { body: answer }, { as }),
      ]
      expect([place, ...replies.map(outcomeOf)]).toEqual([
        place,
        'invalid_father',
        'invalid_father',
        'invalid_responsible',
      ])
    }
  })
})

describe('a ticket', () => {
  it.each(officePlaces)('of %s is in the reports of whoever manages it, and in no other', async (office) => {
    const { serial } = await banca.sell(office)
    for (const as of ['banca', 'distribuidor', 'medio', 'agencia', 'agente2'] as const) {
      const [query, per_page] = [{ draw_id: banca.draw }, 500]
      const consulted = await banca.app.call(ticketReports.consult, { query: { serial } }, { as })
      const played = await banca.app.call(ticketReports.played, { query: { ...query, per_page } }, { as })
      const numbers = await banca.app.call(ticketReports.betNumber, { query }, { as })
      const within = officePlaces.filter((place: Place) => isWithin(place, as))
      expect([as, consulted.body.total, new Set(played.body.data.map((one) => one.office_name)).size]).toEqual([
        as,
        isWithin(office, as) ? 1 : 0,
        within.length,
      ])
      expect([as, numbers.body.data.length > 0]).toEqual([as, within.length > 0])
    }
  })
})

describe('another database', () => {
  it('is read by nobody who is not registered there, whatever the call', async () => {
    for (const endpoint of [agencies.list, partners.options, draws.list]) {
      const reply = await banca.app.call(endpoint as Endpoint, { query: { 'db-identifier': 'otra' } }, { as: 'banca' })
      expect([reply.status, reply.problem.code]).toEqual([403, 'foreign_database'])
    }
  })

  it('a registered user is there the user it is registered as, and nobody else is', async () => {
    const { app, world, other, idOf } = banca
    await addUserDatabase(
      { db: world.db, user_id: world.user['banca']! },
      { db: other.db, database: 'otra', user_id: other.user['supervisor']! },
    )
    const there = await app.call(partners.options, { query: { 'db-identifier': 'otra' } as never }, { as: 'banca' })
    expect(there.body.data.map((one) => one.id)).toContain(idOf('elsewhere'))
    const here = await app.call(partners.options, {}, { as: 'banca' })
    expect(here.body.data.map((one) => one.id)).not.toContain(idOf('elsewhere'))
    const colleague = await app.call(
      partners.options,
      { query: { 'db-identifier': 'otra' } as never },
      { as: 'supervisor' },
    )
    expect(colleague.problem.code).toBe('foreign_database')
  })
})
