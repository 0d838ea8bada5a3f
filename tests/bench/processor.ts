/** Processor time of this process and of the database server together: steadier than a rate where others work too. */
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Executor } from '../../server/platform/db/connect.ts'

/** Milliseconds of one tick in /proc: 100 a second wherever Linux runs Node. */
const tickMs = 10

interface Usage {
  parent: number
  /** In ticks. */
  own: number
  /** Of children that have ended. */
  ended: number
}

function usageOf(pid: string | number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the program's name, which may hold anything: state, parent, … utime, stime, cutime, cstime.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! }
  } catch {
    return null
  }
}

function serverMs(postmaster: number): number {
  const main = usageOf(postmaster)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(usageOf)
    .filter((one) => one?.parent === postmaster)
  return ((main ? main.own + main.ended : 0) + children.reduce((sum, one) => sum + one!.own, 0)) * tickMs
}

export interface Work {
  done: number
  ms: number
  /** Milliseconds of processor, of Node and of PostgreSQL. */
  node: number
  postgres: number
}

/** Measures what `run` takes of both; it answers how often something was done. Null where the system does not tell (no /proc). */
export async function processorMeter(db: Executor): Promise<((run: () => Promise<number>) => Promise<Work>) | null> {
  const { pid } = (await db.one<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))!
  const postmaster = usageOf(pid)?.parent
  if (postmaster === undefined) return null
  return async (run) => {
    const [before, server, start] = [process.cpuUsage(), serverMs(postmaster), performance.now()]
    const done = await run()
    const { user, system } = process.cpuUsage(before)
    return {
      done,
      ms: performance.now() - start,
      node: (user + system) / 1_000,
      postgres: serverMs(postmaster) - server,
    }
  }
}
