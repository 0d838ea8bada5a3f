/**
 * A sale through the API while others ask much, against the same sale alone: one user with three hundred reports under
 * way, five files that hold their reader, five hundred screens of today's sales.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { reports } from '../../contract/reports.ts'
import { addDays, inZone } from '../../contract/values/dates.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { addDraw } from '../support/factories.ts'
import { killServer, startServer } from '../support/server-process.ts'
import { besideAlone, openSellers, saleTimes, sellers, tokenOf } from './counters.ts'
import { takeTurns, type Measured } from './measure.ts'

const slices = 4
/** Whoever may load other systems' sales. */
const files = { user: 'banca' }
/** Each with as many screens as one user may have: a browser opens six connections to a host. */
const watchers = { people: 125, screens: 4 }

/** Starts a program beside this one; ready when it says its first word. */
async function beside(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error(`${args[0]} terminó con ${String(said[0])}`)
  return child
}

/** Draws that sell all along: by night the day's own are over. */
async function openDraws(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 })
  try {
    const db = executor(pool)
    const products = await db.rows<{ id: number }>(
      sql`SELECT id FROM products WHERE kind = 'animalitos' AND status = 'activo' ORDER BY id`,
    )
    for (const { id } of products) await addDraw(db, { product_id: id, closes_in: 7_200, drawn_in: 7_500 })
  } finally {
    await pool.end()
  }
}

/** Supervisors of the banca, as many as it takes; the password is the demo's. */
async function addSupervisors(url: string, like: string): Promise<string[]> {
  const pool = createPool(url, { max: 1 })
  try {
    const made = await executor(pool).rows<{ username: string }>(sql`
      INSERT INTO users (username, name, password_hash, role, partner_id, manage_childs, awarding_results, password_changed_at, created_at)
      SELECT 'vigilante' || n, u.name || ' ' || n, u.password_hash, u.role, u.partner_id, false, false, now(), now()
      FROM users u CROSS JOIN generate_series(1, ${watchers.people}) n WHERE u.username = ${like}
      ON CONFLICT DO NOTHING RETURNING username`)
    return made.map(({ username }) => username)
  } finally {
    await pool.end()
  }
}

interface Watched {
  heard: number
  read: number
  busy: number
  failed: number
}

/** What is heard and read while the work goes on. */
async function watched<T>(url: string, tokens: readonly string[], work: () => Promise<T>): Promise<[T, Watched]> {
  const child = await beside(['tests/bench/watching.ts', url, String(watchers.screens), ...tokens])
  try {
    const done = await work()
    const said = once(child.stdout!, 'data')
    child.kill('SIGTERM')
    const [text] = (await said) as [Buffer]
    return [done, JSON.parse(text.toString()) as Watched]
  } finally {
    child.kill('SIGKILL')
  }
}

/** `url` is a seeded banca; `user` may read all of it. */
export async function benchLanes(url: string, { user }: { user: string }): Promise<Measured[]> {
  await openDraws(url)
  const server = await startServer(url)
  try {
    const counters = await openSellers(server.url)
    const token = await tokenOf(server.url, user)
    await saleTimes(counters)
    const today = inZone(new Date(), 'America/Caracas').day
    const asked = new URLSearchParams({ from: addDays(today, -365), to: today, level: 'taquilla', per_page: '500' })
    const address = `${server.url}${reports.general.path}?${asked.toString()}`
    const alone = () => saleTimes(counters)
    const reporting = await takeTurns(
      {
        alone,
        beside: async () => {
          const flood = await beside(['tests/bench/flood.ts', address, token])
          return alone().finally(() => flood.kill('SIGKILL'))
        },
      },
      slices,
    )
    const reading = await takeTurns(
      {
        alone,
        beside: async () => {
          const senders = await beside(['tests/bench/hostile.ts', server.url, await tokenOf(server.url, files.user)])
          return alone().finally(() => senders.kill('SIGKILL'))
        },
      },
      slices,
    )
    const tokens: string[] = []
    for (const username of await addSupervisors(url, user)) tokens.push(await tokenOf(server.url, username))
    const tally = { heard: 0, read: 0, busy: 0, failed: 0 }
    const watching = await takeTurns(
      {
        alone,
        beside: async () => {
          const [times, one] = await watched(server.url, tokens, alone)
          for (const key of Object.keys(tally) as (keyof Watched)[]) tally[key] += one[key]
          return times
        },
      },
      slices,
    )
    const screens = tokens.length * watchers.screens
    const watch = besideAlone(
      {
        work: `lo mismo, con ${screens} pantallas de ventas en línea abiertas que se vuelven a leer`,
        more: `${tally.heard} avisos oídos, ${tally.read} lecturas, ${tally.busy} aplazadas, ${tally.failed} fallidas`,
      },
      watching,
    )
    return [
      besideAlone(
        { work: `vender por la API, ${sellers} taquillas, con 300 reportes en curso de un usuario` },
        reporting,
      ),
      besideAlone(
        { work: 'lo mismo, con cinco archivos a la vez hechos para retener a quien los lee', most: 1.5 },
        reading,
      ),
      { ...watch, reached: watch.reached && tally.failed === 0 },
    ]
  } finally {
    await killServer(server)
  }
}
