/**
 * Every list of the contract in a large banca: how long the server takes for a page, the last page, each order and a
 * search; and for a page of 100 rows how its rate compares with a bare Fastify that runs the same statements and
 * writes their rows with JSON.stringify.
 */
import { Agent, request } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { session, type SessionUser } from '../../contract/session.ts'
import { createPool, executor, type Pool } from '../../server/platform/db/connect.ts'
import { seedDemo } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { everyList, questionsOf, requestOf, whoMay, type Asked, type ListCall } from './lists-calls.ts'
import { addToLists } from './lists-data.ts'
import { statementsOf } from './bare.ts'
import { percentile, rivalRates, round, timings, type Measured } from './measure.ts'

/** Runs of each call; its orders and searches have fewer. */
const times = 30
const timesOfOthers = 5
/** What no list takes longer than, in milliseconds. */
const longest = 30
/** What a page does of its bare rival's rate. */
const least = 0.8
const clients = 4
const seconds = 2
/** The lists that are as large as the banca are also read as one of its distributors. */
const usernames = ['banca', 'supervisor', 'distribuidor', 'agencia', 'polla'] as const

interface Person {
  username: string
  token: string
  session: SessionUser
}

interface Bench {
  test: TestApp
  address: string
  bare: FastifyInstance
  bareAddress: string
  pool: Pool
  people: Person[]
}

type Call = ReturnType<typeof requestOf>

async function people(test: TestApp): Promise<Person[]> {
  return Promise.all(
    usernames.map(async (username) => {
      const token = await test.signInAs(username)
      const { body } = await test.call(session.open, {}, { token })
      return { username, token, session: body.user }
    }),
  )
}

function headersOf(person: Person): Record<string, string> {
  return { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
}

/** Makes a call inside the process. Answers its body; throws for a refusal. */
async function ask({ test }: Bench, person: Person, { method, url, payload }: Call): Promise<string> {
  const reply = await test.app.inject({ method, url, headers: headersOf(person), ...(payload && { payload }) })
  if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
  return reply.body
}

const agent = new Agent({ keepAlive: true, maxSockets: clients })

/** The same call over the network: both servers pay for it. */
function fetched(address: string, { method, url, payload }: Call, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address + url, { method, headers, agent }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length))
      reply.on('end', () =>
        reply.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${reply.statusCode}`)),
      )
    })
    asked.on('error', reject)
    asked.end(payload)
  })
}

/** What the call's rate is of the bare server's. */
async function compared(bench: Bench, person: Person, call: Call): Promise<{ ours: number; theirs: number }> {
  const statements = await statementsOf(() => ask(bench, person, call))
  current = async () => {
    const client = await bench.pool.connect()
    try {
      const results = []
      for (const statement of statements) results.push((await client.query(statement)).rows)
      return JSON.stringify({ data: results.at(-1) })
    } finally {
      client.release()
    }
  }
  const headers = headersOf(person)
  return rivalRates(
    {
      ours: () => fetched(bench.address, call, headers),
      theirs: () => fetched(bench.bareAddress, { method: 'GET', url: '/' }, {}),
    },
    { clients, seconds, slice: 0.25 },
  )
}

/** What the bare server does at present. */
let current: () => Promise<string> = async () => '{}'

/** The slowest of what else the list may be asked: its last page, its orders, a search. */
async function worstOf(bench: Bench, person: Person, list: ListCall, questions: readonly Asked[]) {
  let worst = { ms: 0, asked: '' }
  for (const more of questions) {
    const call = requestOf(list, more)
    const ms = percentile(await timings(timesOfOthers, () => ask(bench, person, call)), 0.5)
    if (ms > worst.ms) worst = { ms, asked: Object.entries(more).flat().join('=') }
  }
  return worst
}

async function measured(bench: Bench, person: Person, list: ListCall): Promise<Measured> {
  const call = requestOf(list)
  const body = await ask(bench, person, call)
  const answer = JSON.parse(body) as { data: object[]; total?: unknown }
  const { data } = answer
  const total = typeof answer.total === 'number' ? answer.total : data.length
  const taken = await timings(times, () => ask(bench, person, call))
  const [p50, p95] = [percentile(taken, 0.5), percentile(taken, 0.95)]
  const worst = await worstOf(bench, person, list, questionsOf(list, total, data[0]))
  const rates = list.paged ? await compared(bench, person, call) : null
  const share = rates && rates.ours / rates.theirs
  return {
    work: `${list.name} (${person.username}): ${data.length} de ${total} filas, ${Math.ceil(body.length / 1024)} kB`,
    yardstick: rates ? 'un Fastify desnudo con las mismas sentencias y JSON.stringify' : `${longest} ms`,
    reach: `p95 y lo más lento ≤ ${longest} ms${data.length >= 100 && rates ? `, ≥ ${least * 100} % de su ritmo` : ''}`,
    measured: [
      `p50 ${round(p50)}, p95 ${round(p95)} ms`,
      worst.asked && `lo más lento ${worst.asked}: ${round(worst.ms)} ms`,
      rates && `${round(share! * 100, 0)} % (${round(rates.ours, 0)}/s contra ${round(rates.theirs, 0)}/s)`,
    ]
      .filter(Boolean)
      .join('; '),
    reached: p95 <= longest && worst.ms <= longest && (share === null || data.length < 100 || share >= least),
  }
}

/** Fills an empty banca to the size that lists are promised for, and measures all of them in it. */
export async function benchLists(url: string): Promise<Measured[]> {
  await seedDemo(url, { tickets: 20_000, agencies: 5_000, offices: 20_000 })
  const test = await startApp(url, { password: demoPassword })
  const bare = fastify()
  const pool = createPool(url, { max: 6, settings: { max_parallel_workers_per_gather: '0' } })
  try {
    await addToLists(executor(pool))
    bare.get('/', async (_request, reply) => reply.type('application/json').send(await current()))
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const bareAddress = await bare.listen({ port: 0, host: '127.0.0.1' })
    const bench: Bench = { test, address, bare, bareAddress, pool, people: await people(test) }
    const rows: Measured[] = []
    for (const list of await everyList(executor(pool))) {
      const person = whoMay(list.endpoint, bench.people)
      if (!person) throw new Error(`nobody of ${usernames.join(', ')} may read ${list.name}`)
      rows.push(await measured(bench, person, list))
      const below = bench.people.find(({ username }) => username === 'distribuidor')!
      if (person.username === 'banca' && list.endpoint.list && whoMay(list.endpoint, [below]) && !list.named)
        rows.push(await measured(bench, below, list))
    }
    return rows
  } finally {
    agent.destroy()
    await test.close()
    await bare.close()
    await pool.end()
  }
}
