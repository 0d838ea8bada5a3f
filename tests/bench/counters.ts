/** What sales through the API take while something else goes on, from as many counters at once. */
import { session } from '../../contract/session.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { Random } from '../../server/seed/random.ts'
import { openCounters, SaleRefused, type DemoCounter } from '../../server/seed/sell-counter.ts'
import { ascending, percentile, round, type Measured } from './measure.ts'

/** Of one slice. */
const seconds = 5
export const sellers = 8

/** Tickets like those before would be asked about, and not sold. */
let drawn = 0

/** The demo's first counters at a server, signed in. */
export async function openSellers(url: string): Promise<DemoCounter[]> {
  return (await openCounters(url)).slice(0, sellers)
}

/** How long each sale took in milliseconds: all counters at once, each one ticket after the other. */
export async function saleTimes(counters: readonly DemoCounter[]): Promise<number[]> {
  const end = performance.now() + seconds * 1_000
  const taken: number[] = []
  await Promise.all(
    counters.map(async (counter) => {
      const random = new Random((drawn += 1))
      while (performance.now() < end) {
        const start = performance.now()
        const sold = await counter.sell(random).catch((error: unknown) => {
          // A quota that is used up, a ticket like the last one: not a sale.
          if (error instanceof SaleRefused && error.status < 500) return undefined
          throw error
        })
        if (sold) taken.push(performance.now() - start)
      }
    }),
  )
  if (taken.length === 0) throw new Error('No se vendió ningún ticket: no hay nada que medir')
  return taken
}

/** An access token of a user of the demo. */
export async function tokenOf(url: string, username: string): Promise<string> {
  const reply = await fetch(url + session.open.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const body = (await reply.json()) as { access_token?: string; detail?: string }
  if (!body.access_token) throw new Error(`${username}: ${body.detail}`)
  return body.access_token
}

/** How the sale's p95 stands beside something else against alone; `most` times is the reach, three unless said. */
export function besideAlone(
  what: { work: string; more?: string; most?: number },
  times: { alone: number[][]; beside: number[][] },
): Measured {
  const [alone, beside] = [ascending(times.alone.flat()), ascending(times.beside.flat())]
  const [quiet, busy] = [percentile(alone, 0.95), percentile(beside, 0.95)]
  const { most = 3 } = what
  const of = (sales: number[], at: number) => round(percentile(sales, at))
  const rates = [beside, alone].map((sales) => `${round(sales.length / seconds / times.alone.length, 0)}/s`)
  return {
    work: what.work,
    yardstick: 'la misma venta sola',
    reach: `p95 ≤ ${String(most).replace('.', ',')} veces`,
    measured:
      `${round(busy / quiet, 2)} veces (p95 ${round(busy)} ms contra ${round(quiet)} ms; ` +
      `p50 ${of(beside, 0.5)} ms contra ${of(alone, 0.5)} ms; ` +
      `${rates.join(' contra ')}${what.more ? `; ${what.more}` : ''})`,
    reached: quiet > 0 && busy > 0 && busy / quiet <= most,
  }
}
