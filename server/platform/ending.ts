/**
 * How the server's process ends: everything that was opened is closed in order, once, whether somebody asks for
 * it or something broke that nobody was waiting for. After that nothing is known of what was under way, so the
 * process never goes on half alive: whoever watches over it starts it anew.
 */

/** How long closing may take after a fault. What is stuck by then is what the fault left behind. */
const PATIENCE_MS = 10_000

/** Why it ends: whoever watches over it said so (SIGTERM), a person did (SIGINT), something broke, or it could not begin. */
export type Why = 'SIGTERM' | 'SIGINT' | 'fault' | 'start'

export interface Ending {
  /** To be closed when the process ends, before all that was named earlier. */
  closes(close: (why: Why) => Promise<unknown>): void
  /** Closes everything, once. */
  close(why?: Why): Promise<void>
}

/**
 * From here on SIGINT and SIGTERM end the process in order, with 0. An exception or a rejection that nobody caught
 * is told to `say` and ends it too, with 1: in order, or without it when that takes longer than `patience_ms`.
 */
export function endInOrder(say: (fault: unknown, what: string) => void, patience_ms = PATIENCE_MS): Ending {
  const open: ((why: Why) => Promise<unknown>)[] = []
  let closed: Promise<void> | undefined
  let code = 0
  const close = (why: Why = 'start') =>
    (closed ??= (async () => {
      for (const one of open.reverse()) await one(why)
    })())
  const end = (why: Why) =>
    void close(why).then(
      () => process.exit(code),
      () => process.exit(1),
    )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal))
  for (const what of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(what, (fault: unknown) => {
      say(fault, what)
      if (code === 1) return
      code = 1
      setTimeout(() => process.exit(code), patience_ms)
      end('fault')
    })
  }
  return { closes: (one) => void open.push(one), close }
}
