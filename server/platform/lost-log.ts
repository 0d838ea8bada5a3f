/**
 * How the log tells of a database that is away: each call and each job meets it anew, hundreds in a second, and what
 * they would say is the same. The first one is told at once, the others as a number, a line a second.
 */
import type { FastifyBaseLogger } from 'fastify'

const tellEveryMs = 1_000

/** Of each log, what was met since its last line. */
const since = new WeakMap<object, { times: number; error: unknown }>()

/** The fault of a statement or a connection (`isLost`) that whoever asked for it is told of by somebody else. */
export function logLost(log: FastifyBaseLogger, error: unknown): void {
  const met = since.get(log)
  if (met) {
    met.times += 1
    met.error = error
    return
  }
  log.error({ err: error, times: 1 }, 'database away')
  const counted = { times: 0, error }
  since.set(log, counted)
  const timer = setInterval(() => {
    if (counted.times === 0) {
      clearInterval(timer)
      since.delete(log)
      return
    }
    log.error({ err: counted.error, times: counted.times }, 'database away')
    counted.times = 0
  }, tellEveryMs)
  timer.unref()
}
