/**
 * How the server takes its leave of callers: it first says that it is not ready (`/readyz`) and goes on answering, so
 * that whoever hands out calls sends them elsewhere; then it refuses what comes, in words, and ends what is under way.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { healthPaths } from '@contract/endpoint.ts'
import { sendProblem } from './errors.ts'
import { Problem } from './problem.ts'

/** What whoever watches over the process asks, which is answered to the last. */
export const healthRoutes: ReadonlySet<string> = new Set(Object.values(healthPaths))
/** So long what is under way is waited for while others are refused; after that nobody new is heard, and it is still waited for. */
const refusingMs = 30_000
const lookEveryMs = 20

const leaving = 'El servidor se está deteniendo. Intente de nuevo en unos segundos.'

export class Leaving {
  private state: 'here' | 'going' | 'refusing' = 'here'
  private underWay = 0
  private readonly ending = new AbortController()

  constructor() {
    // Each listener of the process waits for it.
    setMaxListeners(0, this.ending.signal)
  }

  /** Not for new callers any more. */
  get isGoing(): boolean {
    return this.state !== 'here'
  }

  /** Aborted when work that would not end by itself has to. */
  get closing(): AbortSignal {
    return this.ending.signal
  }

  /** Before any other hook: a call that is refused costs nothing. */
  attendTo(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      if (healthRoutes.has(request.routeOptions.url ?? '')) return done()
      if (this.state === 'refusing') {
        reply.header('connection', 'close')
        return void sendProblem(reply, new Problem('unavailable', { detail: leaving }), request.id)
      }
      this.underWay += 1
      reply.raw.once('close', () => {
        this.underWay -= 1
      })
      return done()
    })
    app.addHook('preClose', async () => {
      this.state = 'refusing'
      this.ending.abort()
    })
  }

  /** Answers all for `drain_ms`, then refuses until what was under way is done. */
  async leave(drain_ms: number): Promise<void> {
    this.state = 'going'
    if (drain_ms > 0) await sleep(drain_ms)
    this.state = 'refusing'
    this.ending.abort()
    const until = Date.now() + refusingMs
    while (this.underWay > 0 && Date.now() < until) await sleep(lookEveryMs)
  }
}
