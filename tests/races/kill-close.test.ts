/**
 * The server is killed while the week of 600 agencies and 40 distributors is closed, at any moment of it and where it is
 * held back amid its writing: the whole week is closed or nothing of it, and asked again with the same key it is closed once.
 * So is a closing that is reopened, and a debt that waits behind it to be passed on.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents } from '../../contract/values/money.ts'
import { owedByCreditor } from '../../server/rules/books/assign.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { expectBooksHold } from '../support/holds.ts'
import { trials } from '../support/length.ts'
import { plantMany, type Many } from '../support/many-partners.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { callServer, killServer, quiet, startAsBanca, type Server } from '../support/server-process.ts'
import { createWorld, type World } from '../support/world.ts'

/** Each is a kill at some moment and one amid the writing, with a start of a server each. */
const rounds = Math.max(1, Math.ceil(trials / 40))
const weeks = 1 + 2 * rounds

let database: TestDatabase
let world: World
let many: Many
let server: Server | undefined
/** The last Sunday but `weeks`. */
let begin: string
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  many = await plantMany(world.db, { distributors: 40, agencies: 600, currencies: ['BS', 'USD'] })
  begin = addDays(world.today, -weekday(world.today) - 7 * weeks)
  for (let week = 1; week <= weeks; week++) await earn(addDays(begin, 7 * week - 2), week)
  // As a database that lives for some minutes has done by itself.
  await world.db.run(sql`ANALYZE`)
})
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await world?.close()
  await database?.drop()
})

/** Every agency owes some more, another amount in each currency. */
function earn(day: string, week: number): Promise<void> {
  const entries = many.agencies.flatMap((partner_id, n) =>
    (['BS', 'USD'] as const).map((currency, at) => ({
      day,
      kind: 'ajuste' as const,
      ref_kind: 'adjustment' as const,
      ref_id: partner_id,
      currency,
      moves: [
        {
          debit: { partner_id, kind: 'banco' as const },
          credit: { partner_id, kind: 'ajustes' as const },
          amount: fromCents(BigInt(n * 7 + week + at * 100 + 1)),
        },
      ],
    })),
  )
  return world.run((tx) => postAll(tx, entries))
}

const call = (endpoint: Endpoint, body: object, more: Record<string, string> = {}) =>
  callServer(server!, endpoint, body, more)
async function start(): Promise<string> {
  const begun = await startAsBanca(database.url)
  server = begun.server
  return begun.token
}
const close = (token: string, week: string, key: string) =>
  call(accountBalance.close, { week }, { authorization: `Bearer ${token}`, 'idempotency-key': key })

const closedOf = async (week: string) =>
  (await world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM closings WHERE week = ${week}`))!.n
/** In two currencies each; whoever of the small banca beside them never had anything has nothing to close. */
const all = () => 2 * (many.agencies.length + many.distributors.length)

/** Nothing half: whoever answered for the week has all of it, or nobody anything; asked again it is closed, once. */
async function expectWhole(week: string, key: string, answer: Awaited<ReturnType<typeof call>> | undefined) {
  await quiet(world.db)
  const found = await closedOf(week)
  expect([0, all()]).toContain(found)
  if (answer?.status === 200) expect(found).toBe(all())
  const books = await world.db.rows<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM partner_books WHERE closed_through = ${week} HAVING count(*) > 0`,
  )
  expect(books).toEqual(found === 0 ? [] : [{ n: all() }])
  const token = await start()
  const again = await close(token, week, key)
  expect([again.status, again.body['closed']]).toEqual([200, all()])
  expect(await closedOf(week)).toBe(all())
  await expectBooksHold(world.db)
  return token
}

it(`survives ${2 * rounds + 1} kills amid closings: a week of all or of nobody`, {
  timeout: 120_000 + rounds * 60_000,
}, async () => {
  let week = addDays(begin, 7)
  let token = await start()
  const began = performance.now()
  expect((await close(token, week, crypto.randomUUID())).body['closed']).toBe(all())
  const span = performance.now() - began
  for (let round = 1; round <= rounds; round++) {
    week = addDays(week, 7)
    let key = crypto.randomUUID()
    const asked = close(token, week, key).catch(() => undefined)
    await sleep(Math.random() * span * 1.1)
    await killServer(server!)
    token = await expectWhole(week, key, await asked)

    week = addDays(week, 7)
    key = crypto.randomUUID()
    // Where its closings are written and their entries not yet.
    await killedAmid([() => close(token, week, key)])
    token = await expectWhole(week, key, undefined)
  }
  await expectBack(token, week)
})

/** Kills the server where none of these calls can write an entry, and each waits. */
async function killedAmid(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const held = await world.pool.connect()
  await held.query('BEGIN; LOCK TABLE ledger_postings IN SHARE MODE')
  const asked: Promise<unknown>[] = []
  for (const one of calls) {
    asked.push(one().catch(() => undefined))
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(asked.length)
  }
  await killServer(server!)
  await held.query('COMMIT')
  held.release()
  expect(await Promise.all(asked)).toEqual(calls.map(() => undefined))
}
const waiting = async () =>
  (await world.db.one<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))!
    .n

/** A closing of the week that is reopened, and a debt passed on behind it: of both nothing, then each once. */
async function expectBack(before: string, week: string): Promise<void> {
  const [agency, other] = [many.agencies[0]!, many.agencies.at(-1)!]
  const closing = await world.db.one<{ id: number; creditor_id: number }>(
    sql`SELECT id, creditor_id FROM closings WHERE partner_id = ${agency} AND week = ${week} AND currency = 'BS'`,
  )
  const [owed] = await owedByCreditor(world.db, other, 'BS')
  const [reason, to_id] = ['Se corta la luz', world.partner.banca]
  const passed = { partner_id: other, from_id: owed!.creditor_id, to_id, currency: 'BS', amount: '1.00', reason }
  const ask = (token: string) => {
    const said = (key: string) => ({ authorization: `Bearer ${token}`, 'idempotency-key': `back-${key}` })
    return [
      () => call(accountBalance.reopen, { closing_id: closing!.id, reason }, said('reopen')),
      () => call(accountBalance.assign, { ...passed, owed: owed!.owed }, said('assign')),
    ]
  }
  const done = () =>
    world.db.one(sql`
      SELECT (SELECT count(*)::int FROM closings WHERE reversed_at IS NOT NULL) AS reopened,
        (SELECT count(*)::int FROM assignments) AS passed,
        (SELECT count(*)::int FROM ledger_entries WHERE kind IN ('reapertura', 'asignacion')) AS entries`)
  await killedAmid(ask(before))
  await quiet(world.db)
  expect(await done()).toEqual({ reopened: 0, passed: 0, entries: 0 })
  await expectBooksHold(world.db)
  const token = await start()
  for (const again of [...ask(token), ...ask(token)]) expect((await again()).status).toBe(200)
  // Of the agency and of its distributor.
  expect(await done()).toEqual({ reopened: 1, passed: 1, entries: 4 })
  await expectBooksHold(world.db)
}
