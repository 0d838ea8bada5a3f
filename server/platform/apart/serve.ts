/**
 * The other end of `apart.ts`: a process that works on what it is given, one job at a time, and ends with whoever
 * started it, however that ends. It has no database, and of the environment nothing that is secret.
 */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Problem } from '../http/problem.ts'
import { tooHeavySignal, type WorkerRequest, type WorkerReply, type Work } from './protocol.ts'

/**
 * Looks after the process while it is at something that lets nothing else begin: whoever started it is gone without a
 * word, or it holds too much.
 */
const watch = `
  const { workerData: ppid } = require('node:worker_threads')
  const most = Number(process.argv[2])
  setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, 'SIGKILL')
    if (process.memoryUsage.rss() > most) process.kill(process.pid, '${tooHeavySignal}')
  }, 100)`

const tell = (said: WorkerReply) => void process.send?.(said, undefined, undefined, () => undefined)
const resident = () => process.memoryUsage.rss()

/** As many bytes as were announced. */
async function received(size: number): Promise<Buffer> {
  const all = Buffer.allocUnsafeSlow(size)
  let at = 0
  while (at < size) {
    const some = process.stdin.read() as Buffer | null
    if (some) at += some.copy(all, at)
    else await once(process.stdin, 'readable')
  }
  return all
}

/** Answers what it is asked, from these kinds of work. */
export function serveWork(kinds: Readonly<Record<string, Work>>): void {
  let work: ReturnType<Work> | undefined
  const answer = async (asked: WorkerRequest): Promise<void> => {
    try {
      if ('begin' in asked) work = kinds[asked.begin]!(await received(asked.size), asked.options)
      const { done, value } = await work!.next('more' in asked ? asked.more : undefined)
      tell(done ? { done, resident: resident() } : { piece: value })
    } catch (error) {
      if (!(error instanceof Problem))
        return tell({ fault: error instanceof Error ? String(error.stack) : String(error) })
      const { code, detail, errors, extra } = error
      tell({ problem: { code, detail, errors, extra }, resident: resident() })
    }
  }
  process.on('message', (asked: WorkerRequest) => void answer(asked))
  // Whoever started it is gone, and nobody waits: not even for what other threads are at.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // A terminal or a service tells every process that it ends: the work under way is its caller's to end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  // Told by whom it was started: by the time it looks for itself that one may be gone.
  const workerData = process.ppid
  new Worker(watch, { eval: true, execArgv: [], argv: process.argv.slice(2), env: {}, workerData }).unref()
  // The sales come first; beside a machine that is busy all the time a file still gets a third of a place.
  setPriority(5)
  tell({ ready: true })
}
