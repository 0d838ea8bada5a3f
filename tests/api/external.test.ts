/** Results from configured sources: they become entries that wait for a person, or doubts; never an award. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { animal, bet, openBench, type Bench } from './award-setup.ts'

let bench: Bench
let server: Server
let host: string
/** What each path answers: a status and a body. */
const says = new Map<string, { status?: number; headers?: Record<string, string>; body: string }>()
const asked: string[] = []
/** What is done before a source answers. */
let hold: () => Promise<void>

beforeAll(async () => {
  bench = await openBench()
  server = createServer(async (request, response) => {
    await hold()
    asked.push(request.url ?? '')
    const answer = says.get((request.url ?? '').split('?')[0]!)
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => server?.close(resolve))
  await bench?.close()
})
beforeEach(() => {
  says.clear()
  hold = async () => undefined
  asked.length = 0
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await bench.holds()
})

const source = (...names: string[]) => {
  vi.stubEnv('RESULT_SOURCES', names.map((name) => `${name}=http://${host}/${name}?dia={day}`).join(';'))
  vi.stubEnv('RESULT_HOSTS', host)
}
const request = async (body: object = {}) => await bench.app.call(manageDraws.external, { body }, { as: 'banca' })

/** A draw that is over, and how a source writes one of its results. */
async function over(product: 'LOTTO_ACTIVO' | 'TRIPLE_ZULIA' = 'LOTTO_ACTIVO') {
  const [id] = (await bench.draws(product, 1)) as [number]
  if (product === 'LOTTO_ACTIVO') await bench.sell([bet(id, '5')])
  await bench.over(id)
  const at = await bench.world.db.one<{ day: string; time: string }>(sql`
    UPDATE draws
    SET scheduled_at = date_trunc('minute', scheduled_at), closes_at = date_trunc('minute', closes_at) - interval '1 minute'
    WHERE id = ${id}
    RETURNING (scheduled_at AT TIME ZONE 'America/Caracas')::date AS day,
      to_char(scheduled_at AT TIME ZONE 'America/Caracas', 'HH12:MI am') AS time`)
  return {
    id,
    result: (...numbers: object[]) => ({
      product: product === 'LOTTO_ACTIVO' ? 'lotto activo' : 'TRIPLE_ZULIA',
      ...at!,
      numbers,
    }),
  }
}
const answer = (path: string, ...results: object[]) => says.set(path, { body: JSON.stringify({ results }) })
const state = async (id: number) =>
  (await bench.world.db.one<{ state: string }>(sql`SELECT state::text AS state FROM draws WHERE id = ${id}`))!.state
/** The draw is one of today unless midnight passed between. */
const of = (id: number) => ({ draw_id: id })

describe('sources that agree', () => {
  it('make an entry that one person confirms, and award nothing by themselves', async () => {
    const { id, result } = await over()
    source('una', 'otra')
    answer('/una', result({ number: '5' }))
    answer('/otra', result({ number: 'León' }))
    const { body } = await request(of(id))
    expect(body).toMatchObject({
      sources: [
        { name: 'una', ok: true, results: 1 },
        { name: 'otra', ok: true, results: 1 },
      ],
      review: [],
      entered: [{ draw_id: id, text: '5 León', source: 'una, otra', entered_by: null, can_confirm: true }],
    })
    expect(asked.map((url) => url.split('?dia=')[1])).toEqual([bench.world.today, bench.world.today])
    expect([
      await state(id),
      await bench.world.db.one(sql`SELECT count(*)::int AS n FROM external_results WHERE draw_id = ${id}`),
    ]).toEqual(['activo', { n: 2 }])
    // Asked again, nothing is entered twice.
    expect((await request(of(id))).body).toMatchObject({ entered: [], review: [] })
    const entry = body.entered[0]!
    const confirmed = await bench.app.call(
      manageDraws.saveResult,
      { body: { step: 'confirm', entry_id: entry.id, numbers: entry.numbers } },
      { as: 'banca' },
    )
    expect([confirmed.body.preview?.winning_lines, await state(id)]).toEqual([1, 'premiado'])
    answer('/una', result({ number: '6' }))
    expect((await request(of(id))).body).toMatchObject({ entered: [], review: [] })
    const { body: detail } = await bench.app.call(manageDraws.detail, { params: { id } }, { as: 'banca' })
    expect(detail.external.map((one) => [one.source, one.text])).toEqual([
      ['otra', '5 León'],
      ['una', '6 Rana'],
      ['otra', '5 León'],
      ['una', '5 León'],
      ['otra', '5 León'],
      ['una', '5 León'],
    ])
  })

  it('are waited for without a transaction: nothing is held meanwhile', async () => {
    const { id, result } = await over()
    source('lenta')
    answer('/lenta', result({ number: '5' }))
    /** What the database had under way when the source was asked. */
    let open: unknown
    hold = async () => {
      open = await bench.world.db.one(sql`
        SELECT count(*)::int AS n
        FROM pg_stat_activity
        WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`)
    }
    expect((await request(of(id))).body.entered).toHaveLength(1)
    expect(open).toEqual({ n: 0 })
    await bench.give(id, animal('5'))
  })

  it('one alone is enough for an entry; those that fail are said and do not count', async () => {
    const { id, result } = await over('TRIPLE_ZULIA')
    source('buena', 'caida', 'rota', 'rara')
    answer(
      '/buena',
      result({ place: 'A', number: '007' }, { place: 'B', number: '070' }, { place: 'C', number: '123', sign: 'LEO' }),
    )
    says.set('/rota', { body: '{"results": [' })
    says.set('/rara', { body: '{"results": [{"product": 5}]}' })
    const { body } = await request(of(id))
    expect(body.entered).toMatchObject([{ source: 'buena', text: 'A 007 · B 070 · C 123 LEO' }])
    expect(body.sources.map(({ name, ok, detail }) => [name, ok, detail])).toEqual([
      ['buena', true, ''],
      ['caida', false, 'Respondió con el estado 404.'],
      ['rota', false, 'Su respuesta no es JSON.'],
      ['rara', false, 'Su respuesta no tiene la forma acordada.'],
    ])
  })
})

describe('a doubt', () => {
  it.each<[string, object[], object[] | null, RegExp]>([
    ['two that differ', [{ number: '5' }], [{ number: '6' }], /no dicen lo mismo/],
    ['a number that may be two', [{ number: 0 }], null, /0 o 00/],
    ['no symbol', [{ number: '99' }], null, /no es un símbolo/],
    ['more parts than there are', [{ number: '5' }, { number: '6' }], null, /no son las partes/],
  ])('is left to a person: %s', async (_, first, second, note) => {
    const { id, result } = await over()
    source(...(second ? ['una', 'otra'] : ['una']))
    answer('/una', result(...first))
    if (second) answer('/otra', result(...second))
    const { body } = await request(of(id))
    expect(body).toMatchObject({ entered: [], review: [{ draw_id: id, note: expect.stringMatching(note) }] })
    expect([
      await state(id),
      await bench.world.db.one(sql`SELECT count(*)::int AS n FROM result_entries WHERE draw_id = ${id}`),
    ]).toEqual(['activo', { n: 0 }])
    await bench.give(id, animal('5'))
  })

  it('a person wrote another result before; sources say so and change nothing', async () => {
    const { id, result } = await over()
    const { body: entered } = await bench.app.call(
      manageDraws.saveResult,
      { body: { step: 'enter', draw_id: id, numbers: animal('6') as never } },
      { as: 'premiador' },
    )
    source('una')
    answer('/una', result({ number: '5' }))
    expect((await request(of(id))).body).toMatchObject({
      entered: [],
      review: [
        { note: 'Premiador anotó otro resultado, que espera confirmación.', answers: [{ source: 'una', text: '5' }] },
      ],
    })
    const { body } = await bench.app.call(
      manageDraws.saveResult,
      { body: { step: 'preview', draw_id: id, numbers: entered.entry!.numbers } },
      { as: 'banca' },
    )
    expect(body.preview!.anomalies).toContainEqual({ code: 'fuentes_distintas', text: 'Dice otro resultado: una.' })
  })

  it('a draw that still sells is not looked at', async () => {
    const [id] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
    const at = await bench.world.db.one<{ day: string; time: string }>(sql`
      UPDATE draws
      SET scheduled_at = date_trunc('minute', scheduled_at)
      WHERE id = ${id}
      RETURNING day, to_char(scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS time`)
    source('una')
    answer('/una', { product: 'Lotto Activo', ...at!, numbers: [{ number: '5' }] })
    expect((await request(of(id))).body).toMatchObject({ entered: [], review: [] })
    expect(
      await bench.world.db.one(sql`SELECT count(*)::int AS n FROM external_results WHERE draw_id = ${id}`),
    ).toEqual({ n: 0 })
  })
})

describe('addresses', () => {
  it('without sources there is nothing to ask', async () => {
    expect((await request()).problem.code).toBe('no_sources')
  })

  it.each<[string, () => [sources: string, hosts: string], string]>([
    ['a host that is not listed', () => [`una=http://${host}/una`, 'otra.example'], 'Su dirección no está permitida.'],
    [
      'the right host on another port',
      () => [`una=http://${host}/una`, '127.0.0.1'],
      'Su dirección no está permitida.',
    ],
    [
      'plain text to another machine',
      () => ['una=http://resultados.example/una', 'resultados.example'],
      'Su dirección no es segura.',
    ],
    ['another scheme', () => ['una=file:///etc/passwd', ''], 'Su dirección no está permitida.'],
    ['no address', () => ['una=hola', 'hola'], 'Su dirección no es válida.'],
  ])('%s is never called', async (_, configured, detail) => {
    const [sources, hosts] = configured()
    vi.stubEnv('RESULT_SOURCES', sources)
    vi.stubEnv('RESULT_HOSTS', hosts)
    expect((await request()).body.sources).toEqual([{ name: 'una', ok: false, detail, results: 0 }])
    expect(asked).toEqual([])
  })

  it('a redirection is not followed, and what never ends is cut', async () => {
    source('lejos', 'enorme')
    says.set('/lejos', { status: 302, headers: { location: `http://${host}/otra` }, body: '' })
    says.set('/enorme', { body: JSON.stringify({ results: [], relleno: 'x'.repeat(1_100_000) }) })
    expect((await request()).body.sources.map((one) => one.detail)).toEqual([
      'Respondió con el estado 302.',
      'Su respuesta es demasiado grande.',
    ])
    expect(asked.map((url) => url.split('?')[0]).sort()).toEqual(['/enorme', '/lejos'])
  })
})
