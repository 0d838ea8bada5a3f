/** Twenty terminals see a version go out, be halted in the middle, and be taken back. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../contract/endpoint.ts'
import { updates } from '../../contract/updates.ts'
import { sweepUploads } from '../../server/entities/updates/sweep.ts'
import { addPartner, addSoftware, addUser } from '../support/factories.ts'
import { openRegistry, type Registry } from './agencies-setup.ts'

type Told = Answer<typeof updates.ask>

/** A terminal that does what it is told as soon as it hears it. */
interface Terminal {
  office: number
  seller: string
  code: number
}

let registry: Registry
let { world, app } = {} as Registry
const terminals: Terminal[] = []
beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
  for (let n = 0; n < 20; n++) {
    const father_id = n < 5 ? world.partner.agencia2 : world.partner.agencia1
    const office = await addPartner(world.db, { type: 'taquilla', father_id, name: `Terminal ${n}`, code: `TER-${n}` })
    const seller = `terminal${n}`
    await addUser(world.db, { username: seller, role: 'VEND_TAQUILLA', partner_id: office })
    terminals.push({ office, seller, code: 0 })
  }
})
afterAll(() => registry?.close())

/** Two versions; the first runs everywhere. */
let first: number
let second: number
const numberOf = async (id: number) =>
  (await world.db.one<{ n: number }>(sql`SELECT version_code AS n FROM software_versions WHERE id = ${id}`))!.n
beforeEach(async () => {
  await world.db.run(sql`DELETE FROM software_versions`)
  await world.db.run(sql`DELETE FROM software_offices`)
  first = await addSoftware(world.db, { state: 'en_curso' })
  second = await addSoftware(world.db)
  for (const one of terminals) one.code = await numberOf(first)
})

const asks = async (one: Terminal, more: object = {}): Promise<Told> => {
  const said = { device_id: `equipo-${one.office}`, package: 'com.sorteo.terminal', version_code: one.code, ...more }
  const reply = await app.call(updates.ask, { body: said }, { as: one.seller })
  expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
  return reply.body
}
/** All ask once, and do as they are told; how many were told each thing. */
async function round(which: readonly Terminal[] = terminals): Promise<Partial<Record<Told['action'], number>>> {
  const told: Partial<Record<Told['action'], number>> = {}
  for (const one of which) {
    const { action, target } = await asks(one)
    told[action] = (told[action] ?? 0) + 1
    if (target) one.code = target.version_code
  }
  return told
}
const show = async (id: number) => (await app.call(updates.show, { params: { id } }, { as: 'banca' })).body
type Move = 'rollout' | 'halt' | 'withdraw'
const move = async (name: Move, id: number, more: object = {}) => {
  const { version } = await show(id)
  return app.call(updates[name], { params: { id }, body: { version, ...more } as never }, { as: 'banca' })
}
const moved = async (...of: Parameters<typeof move>) => {
  const reply = await move(...of)
  expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
  return reply.body
}
const have = async (id: number) => {
  const number = await numberOf(id)
  return terminals.filter(({ code }) => code === number).map(({ office }) => office)
}
const offices = async (query: object = {}) =>
  (await app.call(updates.offices, { query: { per_page: 500, ...query } as never }, { as: 'banca' })).body.data

describe('a roll-out', () => {
  it('goes to a share, is halted in the middle, goes on with the same ones and is taken back from all', async () => {
    expect(await round()).toEqual({ nada: 20 })
    await moved('rollout', second, { share: 50 })
    const half = await round()
    expect(half.actualizar! + half.nada!).toBe(20)
    expect(half.actualizar).toBeGreaterThan(3)
    expect(half.nada).toBeGreaterThan(3)
    const early = await have(second)
    expect(await round()).toEqual({ nada: 20 })

    expect(await moved('halt', second)).toMatchObject({ meant: early.length, installed: early.length })
    expect((await offices({ standing: 'otra' })).map(({ name }) => name)).toEqual([])
    // Another that never had any is told of the one before.
    terminals[0]!.code = 0
    const told = await asks(terminals[0]!)
    expect([told.action, told.target?.id]).toEqual(['actualizar', first])
    terminals[0]!.code = told.target!.version_code
    expect(await round()).toEqual({ nada: 20 })

    await moved('rollout', second, { share: 60 })
    await round()
    expect(await have(second)).toEqual(expect.arrayContaining(early))
    // What it has by then it says when it asks again.
    await round()
    expect(await show(second)).toMatchObject({ installed: (await have(second)).length, share: 60 })

    // Of a smaller share those that have it keep it.
    await moved('rollout', second, { share: 1 })
    expect(await round()).toEqual({ nada: 20 })

    const all = (await have(second)).length
    await moved('withdraw', second)
    expect(await round()).toEqual({ volver: all, nada: 20 - all })
    expect([await have(second), (await have(first)).length]).toEqual([[], 20])
    expect(await round()).toEqual({ nada: 20 })
  })

  it('goes to the offices of some partners, or to those of a channel first', async () => {
    await moved('rollout', second, { partner_ids: [world.partner.agencia2] })
    expect(await round()).toEqual({ actualizar: 5, nada: 15 })
    expect(await have(second)).toEqual(terminals.slice(0, 5).map(({ office }) => office))
    await round()
    expect(await show(second)).toMatchObject({ partners: ['Agencia Dos'], installed: 5 })

    const third = await addSoftware(world.db)
    const ids = terminals.slice(10, 13).map(({ office }) => office)
    const put = (channel: 'estable' | 'prueba', of: number[]) =>
      app.call(updates.channel, { body: { ids: of, channel } }, { as: 'banca' })
    expect((await put('prueba', ids)).body).toEqual({ changed: 3 })
    expect((await put('prueba', ids)).body).toEqual({ changed: 0 })
    expect((await put('prueba', [world.partner.agencia1])).problem.code).toBe('not_found')
    await moved('rollout', third, { channel: 'prueba' })
    expect(await round()).toEqual({ actualizar: 3, nada: 17 })
    expect((await offices({ channel: 'prueba' })).map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids)
  })

  it('names partners that are there, and moves as whoever decides saw it', async () => {
    expect((await move('rollout', second, { partner_ids: [1_000_000] })).problem).toMatchObject({
      code: 'not_found',
      errors: [{ path: 'partner_ids' }],
    })
    expect((await move('rollout', second, { share: 0 })).problem.errors?.[0]?.path).toBe('share')
    expect((await move('halt', second)).problem.code).toBe('moved_already')
    expect((await move('withdraw', second)).problem.code).toBe('moved_already')
    const uploading = await addSoftware(world.db, { state: 'subiendo' })
    expect((await move('rollout', uploading)).problem.code).toBe('moved_already')
    expect((await move('rollout', second, { version: 99 })).problem.code).toBe('changed_meanwhile')
    const { version } = await moved('rollout', second)
    for (const name of ['halt', 'withdraw'] as const)
      expect((await move(name, second, { version: 99 })).problem.code).toBe('changed_meanwhile')
    const together = await Promise.all(
      ['a', 'b'].map(() => app.call(updates.halt, { params: { id: second }, body: { version } }, { as: 'banca' })),
    )
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409])
    const away = await app.call(updates.rollout, { params: { id: 1_000_000 }, body: { version: 1 } }, { as: 'banca' })
    expect(away.problem.code).toBe('not_found')
    // Taken back by mistake it goes out again.
    await moved('withdraw', second)
    expect((await moved('rollout', second)).state).toBe('en_curso')
  })
})

describe('the state of the offices', () => {
  it('is what each said last against what it should run, and filters find what the column says', async () => {
    const [one, two, three, four] = terminals as [Terminal, Terminal, Terminal, Terminal]
    await moved('rollout', second)
    await asks({ ...one, code: await numberOf(second) }, { version_name: '9.9' })
    await asks(two)
    await asks(three, { stage: 'falla', note: 'Sin espacio' })
    await asks({ ...four, code: 900_000 })
    const rows = await offices()
    const standingOf = ({ office }: Terminal) => rows.find(({ id }) => id === office)!.standing
    expect([one, two, three, four, terminals[5]!].map(standingOf)).toEqual([
      'al_dia',
      'por_actualizar',
      'falla',
      'otra',
      'sin_dato',
    ])
    for (const standing of ['al_dia', 'por_actualizar', 'falla', 'otra'] as const)
      expect((await offices({ standing })).map((row) => row.standing)).toEqual([standing])
    expect(rows.find(({ id }) => id === three.office)).toMatchObject({
      note: 'Sin espacio',
      target_name: expect.any(String),
    })
    expect(await show(second)).toMatchObject({ failed: 1, installed: 1 })
    // What broke is told to nobody once it was taken back.
    await moved('withdraw', second)
    await moved('withdraw', first)
    expect((await offices({ standing: 'falla' })).length).toBe(0)
  })

  it('is told by the device that the office is bound to, and by no other', async () => {
    const [one] = terminals as [Terminal]
    await moved('rollout', second)
    await world.db.run(
      sql`UPDATE ticket_offices SET binds_device = true, device_id = 'equipo-suyo' WHERE partner_id = ${one.office}`,
    )
    expect(await asks(one)).toMatchObject({ action: 'nada', target: null })
    expect((await offices()).find(({ id }) => id === one.office)!.standing).toBe('sin_dato')
    expect(await asks(one, { device_id: 'equipo-suyo' })).toMatchObject({
      action: 'actualizar',
      target: { id: second },
    })
    await world.db.run(
      sql`UPDATE ticket_offices SET binds_device = false, device_id = NULL WHERE partner_id = ${one.office}`,
    )
  })

  it('of an agency’s administrator is asked for one office of the agency', async () => {
    const body = { device_id: 'equipo-de-agencia', package: 'com.sorteo.terminal', version_code: 0 }
    const ask = (office_id?: number) =>
      app.call(updates.ask, { body: { ...body, ...(office_id && { office_id }) } }, { as: 'agencia' })
    expect((await ask()).problem.errors?.[0]?.path).toBe('office_id')
    expect((await ask(terminals[0]!.office)).problem.code).toBe('not_found')
    const mine = terminals[9]!.office
    expect((await ask(mine)).body.target?.id).toBe(first)
    const take = (office_id: number) =>
      app.call(updates.download, { params: { id: first }, query: { office_id } }, { as: 'agencia' })
    expect((await take(mine)).raw.length).toBe(1_000)
    expect((await take(terminals[0]!.office)).problem.code).toBe('not_found')
  })
})

it('a file that nobody goes on sending is given up, and no other', async () => {
  const begun = await app.call(
    updates.create,
    { body: { filename: 'a.apk', bytes: 9, sha256: 'c'.repeat(64) } },
    { as: 'banca' },
  )
  await sweepUploads(world.db, null)
  expect((await show(begun.body.id)).state).toBe('subiendo')
  await world.db.run(
    sql`UPDATE software_versions SET updated_at = now() - interval '4 days', created_at = now() - interval '4 days'`,
  )
  await sweepUploads(world.db, null)
  const kept = await world.db.rows<{ id: number }>(sql`SELECT id FROM software_versions ORDER BY id`)
  expect(kept.map(({ id }) => id)).toEqual([first, second])
})
