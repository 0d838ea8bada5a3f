/**
 * The server, or its database, is killed while a draw is awarded that was sold under two rates, and while a third one is
 * set over the whole banca. Both are held back at a table that they write into, so that every kill falls within them:
 * nothing of either stands, and asked again they are done whole and once, each line under the rate it was sold at.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commissions } from '../../contract/commissions.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { session } from '../../contract/session.ts'
import { verifyAudit } from '../../server/platform/audit/chain.ts'
import { alteredChanges } from '../../server/rules/changes/changed-rows.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { expectBooksHold } from '../support/holds.ts'
import { trials } from '../support/length.ts'
import { openOwnBanca, type OwnBanca } from '../support/own-banca.ts'
import { killServer, startServer } from '../support/server-process.ts'
import { password, type World } from '../support/world.ts'
import { line, sellerAt } from './rush.ts'
import { askFor, signIn, type Wish } from './terminals.ts'

const won = '5'
const multiplier = 30
/** Tickets under each rate, with a line on every number. */
const tickets = 24
const perTicket = 36
/** Percent of the sale, in the order in which they are set; the last one while the draw is awarded. */
const rates = ['12', '10', '15'] as const
/** Tables that an award writes into, one after the other. */
const places = ['result_numbers', 'prizes', 'ledger_entries', 'draw_totals'] as const
/** Each is a kill at every place, of the server and of its database in turns. */
const rounds = Math.max(1, Math.ceil(trials / 40))

let own: OwnBanca
let world: World
beforeAll(async () => {
  own = await openOwnBanca()
  world = own.world
})
afterAll(() => own?.close())

const numbers = [{ place: '' as const, number: won, sign: null }]

interface Call {
  as: string
  body: object
  query?: string
  key?: string
}
interface Told {
  status: number
  body: Record<string, never>
}

async function call(endpoint: Endpoint, { as, body, query = '', key }: Call): Promise<Told> {
  const reply = await fetch(own.server.url + endpoint.path + query, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${await tokenOf(as)}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Told['body'] }
}
const known = new Map<string, string>()
async function tokenOf(username: string): Promise<string> {
  const token =
    known.get(username) ?? (await call(session.open, { as: '', body: { username, password } })).body['access_token']!
  known.set(username, token)
  return token
}

/** Asks until it is done or refused: a server that is busy, or lost its database, says so. */
async function insist<A extends { status: number }>(work: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await work()
    if (answer.status !== 503) return answer
    await sleep(100)
  }
}

/** How many the whole banca has is what such a change says it expects. */
const setRate = async (percent: string) => {
  const change = {
    kind: 'set',
    rate: {
      commission_kind: 'VENTA',
      commission_percent: percent,
      participation_kind: 'COMPARTIDA',
      participation_percent: '30',
    },
  }
  const counted = await call(commissions.global, {
    as: 'banca',
    body: { filter: {}, change },
    query: '?expected_matched_rows=0',
  })
  const matched = Number(counted.body['matched'])
  expect(matched).toBeGreaterThan(100)
  return () =>
    call(commissions.global, { as: 'banca', body: { filter: {}, change }, query: `?expected_matched_rows=${matched}` })
}
/** All rates that were set hold by the database's clock. */
const inForce = async () => {
  await expect
    .poll(
      () => world.db.one(sql`SELECT coalesce(max(starts_at) <= clock_timestamp(), true) AS holds FROM commissions`),
      { timeout: 60_000 },
    )
    .toEqual({ holds: true })
}

/** Sells a ticket of every number many times over; answers their serials. */
async function sellUnder(draw: number): Promise<string[]> {
  const tokens = await signIn(own.server)
  const wishes = Array.from({ length: tickets }, (_, n): Wish => {
    const lines = Array.from({ length: perTicket }, (_, at) => line(draw, String(at + 1), `${1 + ((n + at) % 9)}.00`))
    return { key: randomUUID(), as: sellerAt(n), body: { currency: 'BS', confirm_repeated: true, lines } }
  })
  for (const wish of wishes)
    expect((await insist(async () => (await askFor(own.server, tokens, wish))!)).status).toBe(201)
  return wishes.map((wish) => wish.serial!)
}

/** A closed draw that was sold under the first two rates, with its result entered and waiting. */
async function soldDraw() {
  const draw = await world.draw('LOTTO_ACTIVO')
  const first = await sellUnder(draw)
  expect((await (await setRate(rates[1]))()).status).toBe(200)
  await inForce()
  const second = await sellUnder(draw)
  await world.db.run(sql`
    UPDATE draws
    SET opens_at = opens_at - interval '4 hours', closes_at = now() - interval '2 hours',
      scheduled_at = now() - interval '1 hour'
    WHERE id = ${draw}`)
  const entered = await call(manageDraws.saveResult, {
    as: 'premiador',
    body: { step: 'enter', draw_id: draw, numbers },
    key: randomUUID(),
  })
  expect(entered.status).toBe(200)
  const entry_id = Number((entered.body['entry'] as unknown as { id: number }).id)
  return { draw, entry_id, sold: [first, second] as const }
}

const victims = {
  server: async () => {
    await killServer(own.server)
  },
  database: async () => {
    process.kill(own.database.pid, 'SIGKILL')
  },
} as const

/** Waits until nobody works in the database any more: what a dead server had sent goes on until it finds nobody there. */
async function quiet(): Promise<void> {
  const busy = sql`
    SELECT count(*)::int AS n
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'`
  await expect.poll(() => world.db.one(busy).catch(() => undefined), { timeout: 60_000 }).toEqual({ n: 0 })
}

/**
 * Holds both works back at their tables, kills when both stand there, and lets go. Answers what the callers were told.
 */
async function killedAmid(place: string, victim: keyof typeof victims, works: readonly (() => Promise<Told>)[]) {
  const holder = await world.pool.connect()
  let told: Promise<(Told | undefined)[]>
  try {
    await holder.query(`BEGIN; LOCK TABLE ${place} IN SHARE MODE; LOCK TABLE changed_rows IN SHARE MODE`)
    told = Promise.all(works.map((work) => work().catch(() => undefined)))
    for (const table of [place, 'changed_rows'])
      await expect
        .poll(
          () =>
            world.db.one(
              sql`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass`,
            ),
          { timeout: 60_000, message: `nobody came to ${table}` },
        )
        .toEqual({ n: 1 })
    await victims[victim]()
    await holder.query('ROLLBACK').catch(() => undefined)
  } finally {
    holder.release(true)
  }
  const answers = await told
  await quiet()
  if (victim === 'server') own.server = await startServer(own.database.url('banca'))
  return answers
}

/** What an award and a change of rates leave behind. */
const left = (draw: number) =>
  world.db.one(sql`
    SELECT (SELECT state::text FROM draws WHERE id = ${draw}) AS draw,
      (SELECT count(*)::int FROM results WHERE draw_id = ${draw}) AS results,
      (SELECT count(*)::int FROM ticket_lines WHERE draw_id = ${draw} AND state <> 'pendiente') AS decided,
      (SELECT count(*)::int FROM prizes WHERE draw_id = ${draw}) AS prizes,
      (SELECT count(*)::int FROM ledger_entries WHERE kind = 'premiacion' AND ref_id = ${draw}) AS entries,
      (SELECT count(*)::int FROM draw_totals WHERE draw_id = ${draw}) AS totals,
      (SELECT count(*)::int FROM commissions WHERE commission_percent = ${rates[2]}::numeric) AS rates,
      (SELECT count(*)::int FROM audit_log WHERE action = 'commissions.global') AS changes,
      (SELECT count(DISTINCT change_id)::int FROM changed_rows) AS kept`)

/** The sums of a rate's tickets, from their raw lines. */
async function linesOf(serials: readonly string[]) {
  const rows = await world.db.rows<{ percent: string; lines: number; sold: string; won: string }>(sql`
    SELECT f.commission_percent::float8::text AS percent, count(*)::int AS lines, sum(l.stake) AS sold,
      sum(l.stake) FILTER (WHERE l.number = ${won}) AS won
    FROM tickets t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id JOIN frozen_rates f ON f.id = l.rate_id
    WHERE t.serial IN (SELECT jsonb_array_elements_text(${JSON.stringify(serials)}::jsonb)) GROUP BY 1`)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.lines).toBe(serials.length * perTicket)
  return rows[0]!
}

it('awards whole and once after kills amid it, under the rates of the sale, and a change of rates beside it is whole too', {
  timeout: 180_000 + rounds * 180_000,
}, async () => {
  const { draw, entry_id, sold } = await soldDraw()
  const change = await setRate(rates[2])
  const key = randomUUID()
  const confirm = (again = key) =>
    call(manageDraws.saveResult, { as: 'banca', body: { step: 'confirm', entry_id, numbers }, key: again })
  const before = await left(draw)
  expect(before).toMatchObject({ draw: 'activo', results: 0, decided: 0, prizes: 0, entries: 0, rates: 0, changes: 1 })
  for (let round = 0; round < rounds; round++)
    for (const [n, place] of places.entries()) {
      const victim = (n + round) % 2 === 0 ? 'server' : 'database'
      const answers = await killedAmid(place, victim, [confirm, change])
      expect(answers.filter((answer) => answer !== undefined && answer.status !== 503)).toEqual([])
      expect([place, victim, await left(draw)]).toEqual([place, victim, before])
    }

  const [awarded, changed] = await Promise.all([insist(confirm), insist(change)])
  expect([awarded.status, changed.status]).toEqual([200, 200])
  expect(Number(changed.body['changed'])).toBe(Number(changed.body['matched']))
  // The same key is told the same; another finds nothing to confirm.
  expect(await confirm()).toEqual(awarded)
  expect((await confirm(randomUUID())).body['code']).toBe('result_entry_gone')
  expect((await change()).body['changed']).toBe(0)

  const [first, second] = [await linesOf(sold[0]), await linesOf(sold[1])]
  expect([first.percent, second.percent]).toEqual([rates[0], rates[1]])
  const prizes = multiplier * (Number(first.won) + Number(second.won))
  // Stakes are whole, so that a percentage of them ends at the cent.
  const commission = (Number(first.sold) * Number(rates[0]) + Number(second.sold) * Number(rates[1])) / 100
  await world.settle()
  expect(
    await world.db.one(sql`
      SELECT (SELECT count(*)::int FROM ticket_lines WHERE draw_id = ${draw} AND state = 'pendiente') AS pending,
        (SELECT count(*)::int FROM prizes WHERE draw_id = ${draw}) AS prizes,
        (SELECT sum(amount) FROM prizes WHERE draw_id = ${draw}) AS amount, (SELECT sum(prizes) FROM sales_days) AS counted,
        (SELECT sum(commission) FROM sales_days) AS commission`),
  ).toEqual({
    pending: 0,
    prizes: 2 * tickets,
    amount: prizes.toFixed(2),
    counted: prizes.toFixed(2),
    commission: commission.toFixed(2),
  })
  await expectBooksHold(world.db)
  expect(await world.run((tx) => rebuildDays(tx, world.today, world.today))).toMatchObject({ corrected: 0 })
  expect(await alteredChanges(world.db)).toEqual([])
  expect((await verifyAudit(world.db)).broken_at).toBeNull()
})
