/**
 * A banca where everything has happened, for input as nobody should send it: calls made raw, by users
 * whom the call lets in, and what any answer must be like.
 */
import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect } from 'vitest'
import type { z } from 'zod'
import { allows } from '../../contract/access/rules.ts'
import { blockedNumbers } from '../../contract/blocked-numbers.ts'
import { isStreamed, type Endpoint } from '../../contract/endpoint.ts'
import { externalFields } from '../../contract/external-file.ts'
import { polla } from '../../contract/polla.ts'
import { problems, type ProblemBody } from '../../contract/problems.ts'
import { quotas } from '../../contract/quotas.ts'
import { topQuotas } from '../../contract/top-quotas.ts'
import { session } from '../../contract/session.ts'
import { addDays } from '../../contract/values/dates.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { loadUser } from '../../server/platform/session/authenticate.ts'
import { openFamily } from '../../server/platform/session/families.ts'
import { byChance } from '../support/answers.ts'
import { injected } from '../support/app.ts'
import { betTypeId, password } from '../support/world.ts'
import type { Known } from './hostile-input.ts'
import { openPolla, settle } from './polla-setup.ts'
import { line } from './sale-setup.ts'
import { openDayOfTickets } from './ticket-reports-setup.ts'

const { counter, draw, sold } = openDayOfTickets()
/** Set before the first test. */
export const known: Record<string, readonly unknown[]> = {}
export const calls = { made: 0, answered: new Map<string, number>() }
/** Names of tables and columns, which only somebody inside would say. */
let columns = /(?!)/

beforeAll(async () => {
  const { world, app, sell, draws } = counter
  const { db, partner, today } = world
  const game = await openPolla(world)
  const over = await openPolla(world)
  const [done, open] = [await over.round(today), await game.round(today)]
  const round = (id: number, symbols: string[]) =>
    app.call(polla.sell, { body: { round_id: id, currency: 'BS', symbols, confirm_repeated: true } }, { as: 'polla' })
  const won = await round(done.id, ['1', '2', '3'])
  const playing = await round(open.id, ['4', '5', '6'])
  await over.finish(done, ['1', '2', '3'])
  await settle(world)
  const [alive, closed] = (await draws('LOTTO_ACTIVO', 2)) as [number, number]
  const more = [await sell([line(alive, '5')]), await sell([line(closed, '5')])]
  await world.closeDraw(closed)
  // Draws were closed by moving their clock; their tickets know the hour from the sale on.
  await db.run(
    sql`
      UPDATE tickets t
      SET first_close_at = least(
        t.first_close_at,
        (
          SELECT min(d.closes_at)
          FROM ticket_lines l
          JOIN draws d ON d.id = l.draw_id
          WHERE l.day = t.day AND l.ticket_id = t.id
        )
      )`,
  )
  const product_id = world.product('LOTTO_ACTIVO')
  const quota = {
    product_id,
    bet_type_id: betTypeId('ANIMALITO'),
    currency: 'BS' as const,
    amount: '500.00',
    before: null,
  }
  const prepared = [
    won,
    playing,
    await app.call(topQuotas.save, { body: { rows: [quota] } }, { as: 'banca' }),
    await app.call(
      quotas.save,
      { body: { rows: [{ ...quota, partner_id: partner.norte, amount: '400.00' }] } },
      { as: 'banca' },
    ),
    await app.call(
      blockedNumbers.create,
      { body: { product_id, numbers: ['7', '8'], draw_id: alive } },
      { as: 'banca' },
    ),
    await app.call(
      blockedNumbers.create,
      { body: { product_id, numbers: ['9'], from_day: today, to_day: addDays(today, 2) } },
      { as: 'banca' },
    ),
  ]
  expect(prepared.map(({ status, problem }) => (status < 300 ? 'ready' : problem))).toEqual(prepared.map(() => 'ready'))
  const every = [
    ...Object.values(sold),
    ...more,
    won.body,
    playing.body,
    sold.unpaid,
    sold.unpaid,
    sold.unpaid,
    won.body,
    won.body,
    ...more,
  ]
  const prize = (await app.call(polla.prizes, { query: {} }, { as: 'banca' })).body.data.map(({ id }) => id)
  const { state_id, municipality_id } = placeOf('Zulia', 'Maracaibo')
  Object.assign(known, {
    draw_id: [alive, alive, alive, alive, alive, closed, draw.open, draw.first, draw.suspended, draw.figures],
    moved_to_draw_id: [alive],
    product_id: [product_id, product_id, game.product_id],
    round_id: [open.id, open.id, done.id],
    bet_type_id: [
      betTypeId('ANIMALITO'),
      betTypeId('ANIMALITO'),
      betTypeId('ANIMALITO'),
      betTypeId('TRIPLETA'),
      betTypeId('TRIPLE_A'),
    ],
    number: ['5', '5', '00', '36', '1-2-3', '123'],
    numbers: ['5', '00', ['5', '36'], ['0']],
    symbols: ['1', '2', '3', ['1', '2', '3'], ['36', '00', '5']],
    stake: ['10.00', '10', '0.01', '999999999999.99'],
    amount: ['10.00', '0', '0.01', '999999999999.99'],
    currency: ['BS', 'BS', 'USD', 'COP'],
    place: ['', '', 'A', 'B'],
    sign: [null],
    serial: every.map((one) => one.serial),
    code: every.map((one) => one.code),
    prize_id: prize,
    device_id: ['equipo-1'],
    office_id: [partner.taquilla1, partner.taquilla1, partner.taquilla1, partner.taquilla2, partner.agencia1],
    partner_id: Object.values(partner),
    father_id: [partner.banca, partner.norte, partner.sur],
    agency_id: [partner.agencia1, partner.agencia2],
    agencyId: [partner.agencia1, partner.agencia2],
    payments_responsible_partner_id: [partner.norte, partner.banca],
    state_id: [state_id],
    municipality_id: [municipality_id],
    version: [0, 1, 1, 2],
    expected_matched_rows: [0, 1, 2, 3, 8],
    from: [today, addDays(today, -30)],
    to: [today, addDays(today, 3)],
    day: [today, addDays(today, -1)],
    from_day: [today, null],
    to_day: [addDays(today, 5), null],
    zone: ['America/Caracas', 'UTC', 'No/Existe', '../etc'],
    sort: ['name', '-sold_at', 'id', 'sold', '-total', 'day'],
    username: ['banca', 'nadie'],
    password: [password, 'otra'],
    current_password: [password, 'otra'],
    page: [1, 2, 1_000_000],
  } satisfies Known)
  await db.run(sql`UPDATE users SET awarding_results = username IN ('banca', 'premiador')`)
  await db.run(sql`CREATE TABLE hostile_users AS SELECT * FROM users`)
  const names = await db.rows<{ name: string }>(sql`
    SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name LIKE '%\\_%'
    UNION SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name LIKE '%\\_%'`)
  expect(names.length).toBeGreaterThan(100)
  // What a file's column may be is offered by these words, and two columns are called like it.
  const offered: readonly string[] = externalFields
  const hidden = names.map(({ name }) => name).filter((name) => !offered.includes(name))
  columns = new RegExp(`\\b(?:${hidden.join('|')})\\b`)
})
/** Who signs in, without the cost of a password: kept for all calls but those that end or change a session. */
const tokens = new Map<string, string>()
async function tokenOf(username: string, fresh: boolean): Promise<string> {
  const kept = tokens.get(username)
  if (kept && !fresh) return kept
  const { world, app } = counter
  const { access_token } = await openFamily(world.db, app.app.databases.main, world.user[username]!, {
    ip: '127.0.0.1',
    user_agent: 'test',
  })
  if (!fresh) tokens.set(username, access_token)
  return access_token
}

/** Was anything sent since they were restored that might write? */
let isTouched = true
/** Who everybody is, since the last write that was taken and since they were restored. */
let people: Promise<(readonly [username: string, who: Awaited<ReturnType<typeof loadUser>>])[]> | undefined

/** The columns of users that may be written, but for the id. */
let userColumns: SQL | undefined
async function columnsOfUsers(): Promise<SQL> {
  const found = await counter.world.db.rows<{ name: string }>(
    sql`
      SELECT column_name AS name
      FROM information_schema.columns
      WHERE table_name = 'users' AND column_name <> 'id' AND is_generated = 'NEVER'
      ORDER BY ordinal_position`,
  )
  return sql.join(
    found.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
}

/** What earlier input switched off is on again, or every further call would only be turned away. Readings switch nothing off. */
export async function restore(): Promise<void> {
  if (!isTouched) return
  isTouched = false
  people = undefined
  const { db } = counter.world
  tokens.clear()
  await db.run(sql`DELETE FROM sign_in_failures`)
  const names = (userColumns ??= await columnsOfUsers())
  await db.run(
    sql`DELETE FROM users WHERE id NOT IN (SELECT id FROM hostile_users) AND username IN (SELECT username FROM hostile_users)`,
  )
  await db.run(sql`
    INSERT INTO users (id, ${names}) SELECT id, ${names} FROM hostile_users
    ON CONFLICT (id) DO UPDATE SET (${names}) = (SELECT ${names} FROM hostile_users h WHERE h.id = excluded.id)`)
  await db.run(sql`UPDATE partners SET status = 'activo' WHERE status <> 'activo'`)
  await db.run(sql`UPDATE products SET status = 'activo' WHERE status <> 'activo'`)
}

async function readPeople() {
  const { world, app } = counter
  const main = app.app.databases.main
  return Promise.all(
    Object.entries(world.user).map(async ([username, id]) => [username, await loadUser(main.db, main, id)] as const),
  )
}

export async function allowedUsers(endpoint: Endpoint): Promise<string[]> {
  const users = await (people ??= readPeople())
  return users.filter(([, who]) => allows(endpoint.access, who)).map(([username]) => username)
}

export interface Sent {
  params: Record<string, unknown>
  query: unknown
  body: unknown
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
/** As a browser writes it: a lone surrogate has no spelling in an address. */
const encoded = (value: unknown) =>
  encodeURIComponent(
    asText(value)
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .slice(0, 3_000),
  )

function addressOf(path: string, { params, query }: Sent): string {
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [['', query] as const]
  const search = pairs
    .flatMap(([key, value]) =>
      Array.isArray(value) && value.length < 20 ? value.map((one) => [key, one] as const) : [[key, value] as const],
    )
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
  const at = path.replace(/:(\w+)/g, (_, name: string) => encoded(params[name]) || '%20')
  return query === undefined ? at : `${at}?${search.join('&').slice(0, 8_000)}`
}

export interface Answered {
  status: number
  text: string
  headers: Record<string, unknown>
}

export interface Sender {
  as: string | undefined
  headers?: Record<string, string>
  /** Instead of the body, as it is. */
  raw?: string | Buffer
}

/** Makes the call as it is given, whatever that is. */
export async function send(endpoint: Endpoint, sent: Sent, { as, headers = {}, raw }: Sender): Promise<Answered> {
  const payload = raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const fresh = endpoint.path.startsWith(session.open.path.replace(/\/session$/, ''))
  const response = await injected(counter.app.app, endpoint, {
    method: endpoint.method,
    url: addressOf(endpoint.path, sent),
    headers: {
      ...byChance,
      ...(as && { authorization: `Bearer ${await tokenOf(as, fresh)}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(endpoint.moves_money && { 'idempotency-key': `hostil-${calls.made}` }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  if (endpoint.method !== 'GET') {
    isTouched = true
    if (response.statusCode < 300) people = undefined
  }
  calls.made += 1
  calls.answered.set(String(response.statusCode), (calls.answered.get(String(response.statusCode)) ?? 0) + 1)
  return { status: response.statusCode, text: response.payload, headers: response.headers }
}

const agreed = [400, 401, 403, 404, 409, 413, 415, 422, 429]
/** What only somebody inside would say. */
const inside = new RegExp(
  [
    String.raw`\bSELECT\b|INSERT INTO|\bviolates\b|constraint|syntax error|invalid (input|byte)|out of range`,
    String.raw`node_modules|\bserver/|\.ts\b|\bat async\b|\bpg_|\w+Error\b|\bundefined\b|\[object`,
  ].join('|'),
)
const english = /\b(the|must|is not|required|expected|invalid|unexpected|failed|cannot|error)\b/i

/** The answer is one that was agreed: a success of the declared shape, or a problem in Spanish that shows nothing of the inside. */
export function expectAgreed(endpoint: Endpoint, { status, text, headers }: Answered): void {
  if (status < 300) {
    expect(status).toBe(endpoint.status ?? 200)
    if (isStreamed(endpoint.response)) return
    const parsed = (endpoint.response as z.ZodType).safeParse(JSON.parse(text))
    expect(parsed.error?.issues ?? []).toEqual([])
    return
  }
  expect([agreed.includes(status) || status, text.slice(0, 300)]).toEqual([true, expect.any(String)])
  expect(String(headers['content-type'])).toMatch(/^application\/problem\+json/)
  const problem = JSON.parse(text) as ProblemBody
  expect(problems[problem.code]?.status).toBe(status)
  expect(problem).toMatchObject({
    status,
    title: problems[problem.code].title,
    type: `urn:sorteo:problem:${problem.code}`,
  })
  expect(text).not.toMatch(inside)
  for (const said of [problem.detail, ...(problem.errors ?? []).map((one) => one.message)]) {
    expect(said).not.toMatch(english)
    expect(said.length).toBeGreaterThan(5)
    expect(said).not.toMatch(columns)
  }
}
