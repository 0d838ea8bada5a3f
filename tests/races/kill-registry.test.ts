/**
 * The server is killed while thousands of quotas are saved (ten of them in the long run), two thousand at a time, or
 * while one change goes over every quota or rate of the banca: each is there whole with its row in the log, or not at
 * all, and what came back as done is.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commissions } from '../../contract/commissions.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { quotas } from '../../contract/quotas.ts'
import { session } from '../../contract/session.ts'
import { verifyAudit } from '../../server/platform/audit/chain.ts'
import { createPool, executor, type Pool } from '../../server/platform/db/connect.ts'
import { alteredChanges } from '../../server/rules/changes/changed-rows.ts'
import { settlePending } from '../../server/rules/settlement/settle.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { expectBooksHold } from '../support/holds.ts'
import { isLong, trials } from '../support/length.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'
import { killServer, startServer, type Server } from '../support/server-process.ts'

/** Each round is three kills, with a start of a server each. */
const rounds = Math.max(1, Math.ceil(trials / 40))
const together = 2_000
const cells = (isLong ? 5 : 2) * together

let database: TestDatabase
let pool: Pool
let server: Server | undefined
beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 2 })
  // What all cells have is then one thing.
  await executor(pool).run(sql`DELETE FROM regular_quotas`)
})
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await pool?.end()
  await database?.drop()
})

async function send(endpoint: Endpoint, token: string | undefined, body: object, expected?: number) {
  const query = expected === undefined ? '' : `?expected_matched_rows=${expected}`
  const reply = await fetch(server!.url + endpoint.path + query, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, never> }
}
async function start(): Promise<string> {
  server = await startServer(database.url)
  const { body } = await send(session.open, undefined, { username: 'banca', password: demoPassword })
  return body['access_token']!
}

interface Cell {
  partner_id: number
  product_id: number
  bet_type_id: number
  currency: string
}
const cellsOf = () =>
  executor(pool).rows<Cell>(sql`
    SELECT p.id AS partner_id, o.product_id::int AS product_id, o.bet_type_id::int AS bet_type_id, c.currency::text AS currency
    FROM partners p
    CROSS JOIN LATERAL unnest(p.currencies) AS c(currency)
    CROSS JOIN product_bet_types o
    JOIN products g ON g.id = o.product_id
    WHERE o.enabled AND p.type IN ('agencia', 'taquilla') ORDER BY 1, 2, 3, 4 LIMIT ${cells}`)
/** What the partners of these cells have of them by now: one amount where all have the same. */
async function amountsOf(part: readonly Cell[]): Promise<(string | null)[]> {
  const rows = await executor(pool).rows<{ amount: string | null }>(sql`
    SELECT DISTINCT q.amount::text AS amount
    FROM jsonb_to_recordset(${JSON.stringify(part)}::jsonb) AS r(
      partner_id int, product_id int, bet_type_id int, currency currency
    )
    LEFT JOIN regular_quotas q USING (partner_id, product_id, bet_type_id, currency)`)
  return rows.map(({ amount }) => amount)
}
const logged = async (action: string) =>
  Number(
    (await executor(pool).one<{ n: string }>(sql`SELECT count(*) AS n FROM audit_log WHERE action = ${action}`))!.n,
  )
const parts = (all: readonly Cell[]) =>
  Array.from({ length: Math.ceil(all.length / together) }, (_, n) => all.slice(n * together, (n + 1) * together))

type Answer = Awaited<ReturnType<typeof send>>

/** How long works take that nobody kills, in milliseconds: a kill falls within it, however busy the machine is. */
async function spanOf(works: () => Promise<Answer>[]): Promise<number> {
  const start = performance.now()
  const answers = await Promise.all(works())
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  return performance.now() - start
}
/** The server is killed at some moment of the work; the works that were answered by then. */
async function killedAmid(works: readonly Promise<Answer>[], span: number): Promise<(Answer | undefined)[]> {
  const answers = works.map((work) => work.catch(() => undefined))
  await sleep(Math.random() * span * 1.1)
  await killServer(server!)
  const told = await Promise.all(answers)
  // What it had sent goes on in the database until that finds nobody there any more.
  const busy = sql`
    SELECT 1
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'`
  while (await executor(pool).one(busy)) await sleep(20)
  return told
}

/** One change over every quota and one over every rate, other ones in each round. */
const changesOf = (round: number) =>
  [
    [quotas.global, 'quotas.global', { kind: 'set', amount: `${900 + round}.00` }],
    [
      commissions.global,
      'commissions.global',
      {
        kind: 'set',
        rate: {
          commission_kind: 'VENTA',
          commission_percent: String(1 + round),
          participation_kind: 'ARRASTRE',
          participation_percent: '7',
        },
      },
    ],
  ] as const

const timeout = 300_000 + rounds * 300_000
it(`survives ${rounds * 3} kills amid saves and changes over many: each whole or not at all`, { timeout }, async () => {
  const all = parts(await cellsOf())
  expect(all.map((part) => part.length)).toEqual(Array(cells / together).fill(together))
  const count = async (endpoint: Endpoint, token: string, change: object) =>
    Number((await send(endpoint, token, { filter: {}, change }, 0)).body['matched'])
  const saving = (token: string, amount: string, before: readonly (string | null)[]) =>
    all.map((part, n) =>
      send(quotas.save, token, { rows: part.map((cell) => ({ ...cell, amount, before: before[n] })) }),
    )
  const changing = (endpoint: Endpoint, token: string, change: object, matched: number) => [
    send(endpoint, token, { filter: {}, change }, matched),
  ]
  let token = await start()
  const saved_in = await spanOf(() =>
    saving(
      token,
      '99.00',
      all.map(() => null),
    ),
  )
  const spans = new Map<Endpoint, number>()
  for (const [endpoint, , change] of changesOf(0)) {
    const matched = await count(endpoint, token, change)
    spans.set(endpoint, await spanOf(() => changing(endpoint, token, change, matched)))
  }
  await killServer(server!)
  for (let round = 1; round <= rounds; round++) {
    token = await start()
    const amount = `${100 + round}.00`
    const before = await Promise.all(all.map(async (part) => (await amountsOf(part))[0] ?? null))
    const saved = await killedAmid(saving(token, amount, before), saved_in)
    for (const [n, part] of all.entries()) {
      const now = await amountsOf(part)
      expect(now).toHaveLength(1)
      expect([amount, before[n]]).toContain(now[0])
      if (saved[n]?.status === 200) expect(now).toEqual([amount])
    }

    for (const [endpoint, action, change] of changesOf(round)) {
      token = await start()
      const matched = await count(endpoint, token, change)
      expect(matched).toBeGreaterThan(cells)
      const were = await logged(action)
      const kept = async () =>
        Number((await executor(pool).one<{ n: string }>(sql`SELECT count(*) AS n FROM changed_rows`))!.n)
      const rows = await kept()
      const [answer] = await killedAmid(changing(endpoint, token, change, matched), spans.get(endpoint)!)
      const is_done = (await logged(action)) > were
      if (answer?.status === 200) expect(is_done).toBe(true)
      expect((await kept()) > rows).toBe(is_done)
      const own = await executor(pool).one<{ set: string; rates: string }>(sql`
        SELECT (SELECT count(*) FROM regular_quotas WHERE amount = ${900 + round}) AS set,
          (SELECT count(*) FROM commissions WHERE commission_percent = ${1 + round} AND participation_percent = 7) AS rates`)
      const found = Number(endpoint === quotas.global ? own!.set : own!.rates)
      expect([0, matched]).toContain(found)
      expect(found === matched).toBe(is_done)
    }
  }
  const db = executor(pool)
  expect(await alteredChanges(db)).toEqual([])
  await settlePending(pool)
  await expectBooksHold(db)
  expect((await verifyAudit(db)).broken_at).toBeNull()
})
