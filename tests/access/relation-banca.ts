/**
 * The tree that the relations are tried in, who asks from where, and tickets to ask for: two databases, of
 * which the second holds what nobody of the first may find.
 */
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { polla } from '../../contract/polla.ts'
import { tickets } from '../../contract/tickets.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { openPolla, settle } from '../api/polla-setup.ts'

export type Place = keyof World['partner'] | 'elsewhere'
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
export const places = Object.keys(father) as Place[]
export const agencyPlaces: readonly Place[] = ['agencia1', 'agencia2', 'elsewhere']
export const officePlaces: readonly Place[] = ['taquilla1', 'taquilla2', 'taquilla3']

/** Who asks: where each sits, and what the access tables look at. */
export const askers = {
  banca: { at: 'banca', role: 'ADMIN_BANCA', manage_childs: true, awarding_results: true },
  distribuidor: { at: 'norte', role: 'DISTRIBUIDOR', manage_childs: true, awarding_results: false },
  medio: { at: 'sur', role: 'DISTRIBUIDOR', manage_childs: true, awarding_results: false },
  agencia: { at: 'agencia1', role: 'ADMIN_TAQUILLA', manage_childs: false, awarding_results: false },
  agente2: { at: 'agencia2', role: 'ADMIN_TAQUILLA', manage_childs: true, awarding_results: false },
  taquilla: { at: 'taquilla1', role: 'VEND_TAQUILLA', manage_childs: false, awarding_results: false },
  vecina: { at: 'taquilla2', role: 'VEND_TAQUILLA', manage_childs: false, awarding_results: false },
  lejana: { at: 'taquilla3', role: 'VEND_TAQUILLA', manage_childs: false, awarding_results: false },
  polla: { at: 'taquilla1', role: 'VEND_TAQUILLA_POLLA', manage_childs: false, awarding_results: false },
  polla3: { at: 'taquilla3', role: 'VEND_TAQUILLA_POLLA', manage_childs: false, awarding_results: false },
} as const satisfies Record<string, { at: Place; role: string; manage_childs: boolean; awarding_results: boolean }>
export type Asker = keyof typeof askers
export const askerNames = Object.keys(askers) as Asker[]

/** Is the place the asker's own, or below it? */
export function isWithin(place: Place, asker: Asker): boolean {
  for (let at: Place | null = place; at; at = father[at]) if (at === askers[asker].at) return true
  return false
}

const agencyOf = (place: Place): Place => (place.startsWith('taquilla') ? father[place]! : place)
/** Offices of one agency look each other's tickets up, as their administrator does. */
export function isSameAgency(place: Place, asker: Asker): boolean {
  return agencyOf(place) === agencyOf(askers[asker].at)
}

/** A ticket sold at a place, as its buyer holds it. */
export interface Held {
  serial: string
  code: string
}

export interface RelationBanca {
  world: World
  other: World
  app: TestApp
  idOf(place: Place): number
  /** A draw that sells, and the first of the banca, of which nothing more is asked. */
  draw: number
  /** A new ticket of an office. */
  sell(office: Place): Promise<Held>
  /** A new polla of an office. */
  sellPolla(office: Place): Promise<Held>
  /** Tickets of a finished polla that won, by office, and their prizes. */
  won: Partial<Record<Place, Held & { prize_id: string }>>
  /** A ticket sold in the other database. */
  foreign: Held
  /** A registration that somebody of the other database has of a third. */
  registration: string
  close(): Promise<void>
}

/** An agency of the other database; no partner here has its number. */
const foreignId = 900_001
const sellers: Partial<Record<Place, string>> = { taquilla1: 'taquilla', taquilla2: 'vecina', taquilla3: 'lejana' }
const pollaSellers: Partial<Record<Place, string>> = { taquilla1: 'polla', taquilla3: 'polla3' }

async function sellAt(app: TestApp, draw_id: number, as: string): Promise<Held> {
  const line = { draw_id, bet_type_id: betTypeId('ANIMALITO'), number: '00', stake: '1.00' }
  const body = { currency: 'BS' as const, confirm_repeated: true, lines: [line] }
  const reply = await app.call(tickets.sell, { body }, { as })
  expect([reply.status, reply.problem.detail]).toEqual([201, undefined])
  return reply.body
}

export async function openRelationBanca(): Promise<RelationBanca> {
  const databases = [await createDatabase(), await createDatabase()] as const
  const world = await createWorld(databases[0].url)
  const other = await createWorld(databases[1].url)
  const from = { father_id: other.partner.norte, type: 'agencia', code: 'AJENA', name: 'Agencia Ajena' } as const
  await addPartner(other.db, { id: foreignId, ...from })
  for (const username of ['medio', 'agente2', 'polla3'] as const) {
    const { at, role, manage_childs } = askers[username]
    await addUser(world.db, { username, role, partner_id: world.partner[at], manage_childs })
  }
  const app = await startApp(databases[0].url, { more: [{ key: 'otra', url: databases[1].url }] })
  const draw = await world.draw('LOTTO_ACTIVO')
  const [playing, over] = [await openPolla(world), await openPolla(world)]
  const [open, done] = [await playing.round(world.today), await over.round(world.today)]
  const sellPolla = async (round_id: number, office: Place): Promise<Held> => {
    const body = { round_id, currency: 'BS' as const, symbols: ['1', '2', '3'], confirm_repeated: true }
    const reply = await app.call(polla.sell, { body }, { as: pollaSellers[office]! })
    expect([reply.status, reply.problem.detail]).toEqual([201, undefined])
    return reply.body
  }
  const winners: [Place, Held][] = []
  for (const office of Object.keys(pollaSellers) as Place[]) winners.push([office, await sellPolla(done.id, office)])
  await over.finish(done, ['1', '2', '3'])
  await settle(world)
  const prizes = (await app.call(polla.prizes, { query: {} }, { as: 'banca' })).body.data
  const prizeOf = (held: Held) => prizes.find((one) => one.serial === held.serial)!.id
  const elsewhere = await startApp(databases[1].url)
  const foreign = await sellAt(elsewhere, await other.draw('LOTTO_ACTIVO'), 'taquilla')
  await elsewhere.close()
  const registration = randomUUID()
  await other.db.run(sql`
    INSERT INTO user_databases (id, user_id, database, banca_name, remote_user_id, remote_username, registered_at)
    VALUES (${registration}, ${other.user['banca']!}, 'tercera', 'Tercera', 1, 'x', now())`)
  return {
    world,
    other,
    app,
    draw,
    foreign,
    registration,
    idOf: (place) => (place === 'elsewhere' ? foreignId : world.partner[place]),
    sell: (office) => sellAt(app, draw, sellers[office]!),
    sellPolla: (office) => sellPolla(open.id, office),
    won: Object.fromEntries(winners.map(([office, held]) => [office, { ...held, prize_id: prizeOf(held) }])),
    close: async () => {
      await app.close()
      await world.close()
      await other.close()
      for (const database of databases) await database.drop()
    },
  }
}
