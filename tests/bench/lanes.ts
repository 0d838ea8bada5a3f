/** A sale through the API while one user has three hundred reports under way, against the same sale alone. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { reports } from '../../contract/reports.ts'
import { session } from '../../contract/session.ts'
import { addDays, inZone } from '../../contract/values/dates.ts'
import { Random } from '../../server/seed/random.ts'
import { openCounters, Refusal, type DemoCounter } from '../../server/seed/sell-counter.ts'
import { killServer, startServer } from '../support/server-process.ts'
import { ascending, percentile, round, takeTurns, type Measured } from './measure.ts'

/** Of one slice, alone or beside the reports. */
const seconds = 5
const slices = 4
const sellers = 8

/** Tickets like those before would be asked about, and not sold. */
let drawn = 0

/** How long each sale took in milliseconds: all counters at once, each one ticket after the other. */
async function saleTimes(counters: readonly DemoCounter[]): Promise<number[]> {
  const end = performance.now() + seconds * 1_000
  const taken: number[] = []
  await Promise.all(
    counters.map(async (counter) => {
      const random = new Random((drawn += 1))
      while (performance.now() < end) {
        const start = performance.now()
        const sold = await counter.sell(random).catch((error: unknown) => {
          // A quota that is used up, a ticket like the last one: not a sale.
          if (error instanceof Refusal && error.status < 500) return undefined
          throw error
        })
        if (sold) taken.push(performance.now() - start)
      }
    }),
  )
  return taken
}

/** Three hundred callers ask for the report at `address` for as long as the work takes. */
async function besideFlood<T>(address: string, token: string, work: () => Promise<T>): Promise<T> {
  const flood = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/flood.ts', address, token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(flood.stdout, 'data')
    return await work()
  } finally {
    flood.kill('SIGKILL')
  }
}

/** `url` is a seeded banca. */
export async function benchLanes(
  url: string,
  { user, password }: { user: string; password: string },
): Promise<Measured[]> {
  const server = await startServer(url)
  try {
    const counters = (await openCounters(server.url)).slice(0, sellers)
    const signedIn = await fetch(server.url + session.open.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: user, password }),
    })
    const { access_token } = (await signedIn.json()) as { access_token: string }
    await saleTimes(counters)
    const today = inZone(new Date(), 'America/Caracas').day
    const asked = new URLSearchParams({ from: addDays(today, -365), to: today, level: 'taquilla', per_page: '500' })
    const address = `${server.url}${reports.general.path}?${asked.toString()}`
    const times = await takeTurns(
      {
        alone: () => saleTimes(counters),
        beside: () => besideFlood(address, access_token, () => saleTimes(counters)),
      },
      slices,
    )
    const [alone, beside] = [ascending(times.alone.flat()), ascending(times.beside.flat())]
    const [quiet, busy] = [percentile(alone, 0.95), percentile(beside, 0.95)]
    return [
      {
        work: `vender por la API, ${sellers} taquillas, con 300 reportes en curso de un usuario`,
        yardstick: 'la misma venta sola',
        reach: 'p95 ≤ 3 veces',
        measured: `${round(busy / quiet, 2)} veces (p95 ${round(busy)} ms contra ${round(quiet)} ms; p50 ${round(percentile(beside, 0.5))} ms contra ${round(percentile(alone, 0.5))} ms; ${round(beside.length / seconds / slices, 0)}/s contra ${round(alone.length / seconds / slices, 0)}/s)`,
        reached: quiet > 0 && busy > 0 && busy / quiet <= 3,
      },
    ]
  } finally {
    await killServer(server)
  }
}
