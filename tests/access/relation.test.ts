/**
 * Where a caller stands in the tree decides what exists for it: its own partner and what hangs below
 * are there; what is above, beside or in another database is not found, whatever call names it.
 */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { draws } from '../../contract/draws.ts'
import { kpis } from '../../contract/kpis.ts'
import { partners } from '../../contract/partners.ts'
import { quotas } from '../../contract/quotas.ts'
import { reports } from '../../contract/reports.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { tickets } from '../../contract/tickets.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'

type Place = keyof World['partner'] | 'elsewhere'
/** The tree of the test world, from its own description: what hangs from what. */
const father: Record<Place, Place | null> = {
  banca: null,
  norte: 'banca',
  sur: 'norte',
  agencia1: 'sur',
  agencia2: 'norte',
  taquilla1: 'agencia1',
  taquilla2: 'agencia1',
  taquilla3: 'agencia2',
  elsewhere: null,
}
const places = Object.keys(father) as Place[]
const agencyPlaces = ['agencia1', 'agencia2'] as const
/** Who asks, and where each sits. */
const seats = {
  banca: 'banca',
  distribuidor: 'norte',
  medio: 'sur',
  agencia: 'agencia1',
  agente2: 'agencia2',
} as const satisfies Record<string, Place>
type Asker = keyof typeof seats
const registrars = ['banca', 'distribuidor', 'medio'] as const

function isWithin(place: Place, asker: Asker): boolean {
  for (let at: Place | null = place; at; at = father[at]) if (at === seats[asker]) return true
  return false
}

let databases: TestDatabase[]
let world: World
let other: World
let app: TestApp
/** An agency of the other database; no partner here has its number. */
const foreignId = 900_001

beforeAll(async () => {
  databases = [await createDatabase(), await createDatabase()]
  world = await createWorld(databases[0]!.url)
  other = await createWorld(databases[1]!.url)
  await other.db.run(sql`
    INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies)
    VALUES (${foreignId}, ${other.partner.norte}, 'agencia', 'AJENA', 'Agencia Ajena', 'agencia ajena', 'VE', '{BS}')`)
  await other.db.run(sql`
    INSERT INTO partner_ancestors SELECT ${foreignId}::int, ${foreignId}::int, 0, 'agencia'::partner_type
    UNION ALL SELECT ${foreignId}::int, ancestor_id, depth + 1, 'agencia'::partner_type FROM partner_ancestors WHERE partner_id = ${other.partner.norte}`)
  for (const [username, role, at] of [
    ['medio', 'DISTRIBUIDOR', 'sur'],
    ['agente2', 'ADMIN_TAQUILLA', 'agencia2'],
  ] as const) {
    await world.db.run(sql`
      INSERT INTO users (username, name, password_hash, role, partner_id, manage_childs)
      SELECT ${username}, ${username}, password_hash, ${role}::user_role, ${world.partner[at]}, true FROM users WHERE username = 'banca'`)
  }
  app = await startApp(databases[0]!.url, { more: [{ key: 'otra', url: databases[1]!.url }] })
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await other?.close()
  for (const database of databases ?? []) await database.drop()
})

const idOf = (place: Place): number => (place === 'elsewhere' ? foreignId : world.partner[place])
const outcome = ({ status, problem }: { status: number; problem: { code?: string } | undefined }) =>
  status < 300 ? 'there' : problem?.code

describe('partner filters', () => {
  const range = { from: '2026-03-02', to: '2026-03-03' }
  const filtered: [name: string, endpoint: Endpoint, query: object][] = [
    ...Object.entries(kpis.endpoints).map(([name, endpoint]): [string, Endpoint, object] => [
      `kpis.${name}`,
      endpoint as never,
      range,
    ]),
    ['reports.general', reports.general as never, range],
    ['reports.generalExport', reports.generalExport as never, range],
    ...(['consult', 'consultExport', 'detailedPrize', 'detailedPrizeSummary'] as const).map(
      (name): [string, Endpoint, object] => [`ticketReports.${name}`, ticketReports[name] as never, range],
    ),
    ...(['played', 'playedSummary', 'betNumber'] as const).map((name): [string, Endpoint, object] => [
      `ticketReports.${name}`,
      ticketReports[name] as never,
      { draw_id: 1 },
    ]),
    ['partners.directs', partners.directs as never, {}],
    ['agencies.short', agencies.short as never, {}],
  ]
  const askers = ['banca', 'distribuidor', 'medio', 'agencia', 'agente2'] as const

  /** The first draw of the banca, which the reports of one draw are asked for. */
  beforeAll(async () => expect(await world.draw('LOTTO_ACTIVO')).toBe(1))

  it.each(filtered)('%s finds own and below, and nothing else', async (_, endpoint, query) => {
    const expected = askers.flatMap((asker) =>
      places.map((place) => [asker, place, isWithin(place, asker) ? 'there' : 'not_found']),
    )
    const answered: unknown[][] = []
    for (const asker of askers) {
      for (const place of places)
        answered.push([
          asker,
          place,
          outcome(await app.call(endpoint, { query: { ...query, partner_id: idOf(place) } }, { as: asker })),
        ])
    }
    expect(answered).toEqual(expected)
  })

  it('agencies.list too, for those who may read it', async () => {
    for (const asker of registrars) {
      for (const place of places) {
        const reply = await app.call(agencies.list, { query: { partner_id: idOf(place) } }, { as: asker })
        expect([asker, place, outcome(reply)]).toEqual([asker, place, isWithin(place, asker) ? 'there' : 'not_found'])
      }
    }
  })
})

describe('lists', () => {
  it.each(['banca', 'distribuidor', 'medio', 'agencia', 'agente2'] as const)(
    '%s sees its own subtree and no name above it',
    async (asker) => {
      const below = places.filter((place) => isWithin(place, asker))
      const { body } = await app.call(partners.options, {}, { as: asker })
      expect(body.data.map((one) => one.id).sort()).toEqual(below.map(idOf).sort())
      const short = await app.call(agencies.options, {}, { as: asker })
      expect(short.body.data.map((one) => one.id).sort()).toEqual(
        below
          .filter((place) => place.startsWith('agencia'))
          .map(idOf)
          .sort(),
      )
      const own = body.data.find((one) => one.id === idOf(seats[asker]))
      expect([own?.father_id, own?.path]).toEqual([null, ''])
    },
  )

  it('fathers offered to a distributor are its own and below', async () => {
    const { body } = await app.call(partners.fathers, { query: { type: 'agencia' } }, { as: 'medio' })
    expect(body.data.map((one) => one.id)).toEqual([world.partner.sur])
  })
})

describe('an agency by its id', () => {
  const form = async (id: number) => {
    const { body } = await app.call(agencies.show, { params: { id } }, { as: 'banca' })
    return { ...body, ...placeOf('Zulia', 'Maracaibo'), name: `Agencia ${id}`, code: `AG-${id}` }
  }
  const bets = (agency_id: number, version: number) => ({
    agency_id,
    version,
    annul_minutes: null,
    prize_days: null,
    max_lines: null,
    pays_other_agencies: null,
    limits: [],
    products: [],
    multipliers: [],
  })
  let count = 0
  /** Every call that names one agency, sent as whoever may do it would. */
  const named: [
    name: string,
    send: (id: number, as: string) => Promise<{ status: number; problem: { code?: string } }>,
  ][] = [
    ['show', (id, as) => app.call(agencies.show, { params: { id } }, { as })],
    ['config', (id, as) => app.call(agencies.config, { query: { id } }, { as })],
    ['bets configuration', (id, as) => app.call(betsConfigurations.show, { params: { agencyId: id } }, { as })],
    [
      'update',
      async (id, as) =>
        app.call(
          agencies.update,
          { params: { id }, body: await form(id === foreignId ? idOf('agencia1') : id) },
          { as },
        ),
    ],
    [
      'save its responsible',
      (id, as) => app.call(agencies.saveConfig, { body: { id, payments_responsible_partner_id: id } }, { as }),
    ],
    [
      'save its bets configuration',
      async (id, as) => {
        const version =
          (await app.call(betsConfigurations.show, { params: { agencyId: id } }, { as: 'banca' })).body.version ?? 1
        return app.call(betsConfigurations.save, { body: bets(id, version) }, { as })
      },
    ],
    [
      'clone',
      (id, as) =>
        app.call(agencies.clone, { body: { agency_id: id, name: `Copia ${++count}`, code: `COPIA-${count}` } }, { as }),
    ],
    ['remove', (id, as) => app.call(agencies.remove, { params: { id } }, { as })],
  ]
  /** What a call could have changed of the agencies and of nothing else. */
  const state = () =>
    world.db.rows(sql`
    SELECT p.*, s.annul_minutes FROM partners p LEFT JOIN partner_settings s ON s.partner_id = p.id WHERE p.type = 'agencia' ORDER BY p.id`)
  afterEach(() => world.db.run(sql`UPDATE partners SET status = 'activo'`))

  it.each(named)('%s: own and below are there, the rest is not found and stays as it was', async (_, send) => {
    for (const asker of registrars) {
      for (const place of [...agencyPlaces, 'elsewhere'] as const) {
        const before = await state()
        const reply = await send(idOf(place), asker)
        const expected = isWithin(place, asker) ? 'there' : 'not_found'
        expect([asker, place, outcome(reply)]).toEqual([asker, place, expected])
        if (expected === 'not_found') expect(await state()).toEqual(before)
        await world.db.run(sql`UPDATE partners SET status = 'activo'`)
      }
    }
  })

  it('a partner that is not an agency is not found by any of them', async () => {
    for (const [name, send] of named) {
      for (const place of ['sur', 'taquilla1'] as const) {
        // What is bet below a partner is set on any of them, not only on agencies.
        if (name === 'update' || name.endsWith('bets configuration')) continue
        expect([name, place, outcome(await send(idOf(place), 'banca'))]).toEqual([name, place, 'not_found'])
      }
    }
  })

  it('the bets configuration and the quotas of any partner within reach are there, those of others are not', async () => {
    for (const asker of registrars) {
      for (const place of places) {
        const [bets_show, bets_save] = named
          .filter(([name]) => name.endsWith('bets configuration'))
          .map(([, send]) => send)
        const before = await state()
        const shown = await bets_show!(idOf(place), asker)
        const saved = await bets_save!(idOf(place), asker)
        const sheet = await app.call(quotas.show, { params: { id: idOf(place) } }, { as: asker })
        const expected = isWithin(place, asker) ? 'there' : 'not_found'
        expect([asker, place, outcome(shown), outcome(saved), outcome(sheet)]).toEqual([
          asker,
          place,
          expected,
          expected,
          expected,
        ])
        if (expected === 'not_found') expect(await state()).toEqual(before)
      }
    }
  })

  it('no agency is made under, moved to, or answered for by a partner out of reach', async () => {
    const agency = await form(idOf('agencia1'))
    for (const place of ['banca', 'norte', 'elsewhere'] as const) {
      const create = await app.call(
        agencies.create,
        { body: { ...agency, father_id: idOf(place), name: 'Otra', code: 'OTRA' } },
        { as: 'medio' },
      )
      const move = await app.call(
        agencies.update,
        { params: { id: agency.id }, body: { ...agency, father_id: idOf(place) } },
        { as: 'medio' },
      )
      const answer = await app.call(
        agencies.saveConfig,
        { body: { id: agency.id, payments_responsible_partner_id: idOf(place) } },
        { as: 'medio' },
      )
      expect([place, outcome(create), outcome(move), outcome(answer)]).toEqual([
        place,
        'invalid_father',
        'invalid_father',
        'invalid_responsible',
      ])
    }
  })
})

describe('tickets', () => {
  const counters = { taquilla: 'taquilla1', vecina: 'taquilla2', lejana: 'taquilla3', polla: 'taquilla1' } as const
  const bet = async () => ({
    currency: 'BS' as const,
    confirm_repeated: true,
    lines: [
      { draw_id: await world.draw('LOTTO_ACTIVO'), bet_type_id: betTypeId('ANIMALITO'), number: '00', stake: '1.00' },
    ],
  })
  /** Offices of one agency look each other's tickets up; another agency's are not there. */
  const agencyOf = (place: Place): Place => (place.startsWith('taquilla') ? father[place]! : place)

  it('a serial is there for the counters of its agency and not found for any other', async () => {
    for (const seller of ['taquilla', 'vecina', 'lejana'] as const) {
      const { body } = await app.call(tickets.sell, { body: await bet() }, { as: seller })
      for (const [asker, seat] of [...Object.entries(counters), ['agencia', 'agencia1'], ['agente2', 'agencia2']] as [
        string,
        Place,
      ][]) {
        const reply = await app.call(tickets.bySerial, { params: { serial: body.serial } }, { as: asker })
        const expected = agencyOf(seat) === agencyOf(counters[seller]) ? 'there' : 'not_found'
        expect([asker, seller, outcome(reply)]).toEqual([asker, seller, expected])
        if (expected === 'there') continue
        for (const move of [tickets.annul, tickets.pay]) {
          const refused = await app.call(
            move as typeof tickets.annul,
            { params: { serial: body.serial }, body: { code: body.code } as never },
            { as: asker },
          )
          expect([asker, seller, outcome(refused)]).toEqual([asker, seller, 'not_found'])
        }
      }
    }
  })

  it('a serial is there for whoever manages its office, in every report, and not found for any other', async () => {
    for (const [seller, office] of Object.entries({ taquilla: 'taquilla1', lejana: 'taquilla3' } as const)) {
      const lines = (await bet()).lines
      const { body } = await app.call(tickets.sell, { body: { ...(await bet()), lines } }, { as: seller })
      for (const asker of ['banca', 'distribuidor', 'medio', 'agencia', 'agente2'] as const) {
        const there = isWithin(office, asker)
        const shown = await app.call(ticketManagement.show, { params: { id: body.serial } }, { as: asker })
        const acted = await app.call(
          ticketManagement.act,
          { params: { id: body.serial }, body: { action: 'pay', code: body.code } },
          { as: asker },
        )
        expect([asker, seller, outcome(shown), acted.problem.code === 'not_found']).toEqual([
          asker,
          seller,
          there ? 'there' : 'not_found',
          !there,
        ])
        const consulted = await app.call(ticketReports.consult, { query: { serial: body.serial } }, { as: asker })
        const played = await app.call(ticketReports.played, { query: { draw_id: lines[0]!.draw_id } }, { as: asker })
        const numbers = await app.call(
          ticketReports.betNumber,
          { query: { draw_id: lines[0]!.draw_id } },
          { as: asker },
        )
        expect([asker, seller, consulted.body.total, played.body.total, numbers.body.data.length]).toEqual([
          asker,
          seller,
          ...Array(3).fill(there ? 1 : 0),
        ])
      }
    }
  })

  it("an office is named by its own seller or by its agency's administrator, and is not there for others", async () => {
    const askers: [string, Place, Place[]][] = [
      ['taquilla', 'taquilla1', ['taquilla1']],
      ['lejana', 'taquilla3', ['taquilla3']],
      ['agencia', 'agencia1', ['taquilla1', 'taquilla2']],
      ['agente2', 'agencia2', ['taquilla3']],
    ]
    for (const [asker, , own] of askers) {
      for (const place of places) {
        const reply = await app.call(
          tickets.sell,
          { body: { ...(await bet()), office_id: idOf(place) } },
          { as: asker },
        )
        expect([asker, place, outcome(reply)]).toEqual([asker, place, own.includes(place) ? 'there' : 'not_found'])
      }
    }
  })

  it('a serial of another database is not found', async () => {
    const foreign = await startApp(databases[1]!.url)
    const line = {
      draw_id: await other.draw('LOTTO_ACTIVO'),
      bet_type_id: betTypeId('ANIMALITO'),
      number: '00',
      stake: '1.00',
    }
    const { body } = await foreign.call(tickets.sell, { body: { currency: 'BS', lines: [line] } }, { as: 'taquilla' })
    await foreign.close()
    expect(body.serial).toMatch(/^\w{10}$/)
    expect(outcome(await app.call(tickets.bySerial, { params: { serial: body.serial } }, { as: 'taquilla' }))).toBe(
      'not_found',
    )
  })
})

describe('another database', () => {
  it('is read by nobody who is not registered there, whatever the call', async () => {
    for (const endpoint of [agencies.list, partners.options, draws.list]) {
      const reply = await app.call(endpoint as Endpoint, { query: { 'db-identifier': 'otra' } }, { as: 'banca' })
      expect([reply.status, reply.problem.code]).toEqual([403, 'foreign_database'])
    }
  })

  it("a registered user is there the user it is registered as, with that one's reach", async () => {
    await world.db.run(
      sql`INSERT INTO user_databases (user_id, database, remote_user_id) VALUES (${world.user['banca']!}, 'otra', ${other.user['distribuidor']!})`,
    )
    const there = await app.call(partners.options, { query: { 'db-identifier': 'otra' } as never }, { as: 'banca' })
    expect(there.body.data.map((one) => one.id)).toContain(foreignId)
    expect(there.body.data.map((one) => one.id)).not.toContain(other.partner.banca)
    const here = await app.call(partners.options, {}, { as: 'banca' })
    expect(here.body.data.map((one) => one.id)).not.toContain(foreignId)
  })
})
