/**
 * One process per data folder. The lock is a file naming the process that holds it; it is left
 * behind by a kill -9 and taken over at the next start. PostgreSQL's own interlock stands behind
 * it, so a lost race here costs a start, never data.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the lock says: who holds it and, once its server is up, where that listens. */
export interface Holder {
  pid: number
  /** Tells this process from a later one that was given the same number. */
  identity: string
  host?: string
  port?: number
}

export interface Lock {
  /** Publishes where the server listens, for the commands that run beside it. */
  publish(address: { host: string; port: number }): void
  release(): void
}

/** Somebody alive holds the folder. */
export class LockHeld extends Error {
  readonly holder: Holder
  constructor(holder: Holder) {
    super(`held by ${holder.pid}`)
    this.holder = holder
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A process's boot and start time, or undefined when no such process lives. Numbers are reused, soonest in containers. */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return undefined
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`
  } catch {
    return 'hidden'
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder
    return typeof holder.pid === 'number' ? holder : undefined
  } catch {
    return undefined
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(holder: Holder): boolean {
  const identity = processIdentity(holder.pid)
  return identity === 'hidden' || (identity !== undefined && identity === holder.identity)
}

/** The live process that holds the folder, if any. */
export function readHolder(file: string): Holder | undefined {
  const holder = parseHolder(read(file) ?? '')
  return holder && isAlive(holder) ? holder : undefined
}

/** Moves a dead holder's file away, unless somebody else took over in the meantime. */
function discard(file: string, stale: string): void {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = read(aside)
  if (moved !== undefined && moved !== stale) writeFileSync(file, moved, { flag: 'wx' })
  rmSync(aside, { force: true })
}

function tryCreate(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function held(file: string, own: Holder): Lock {
  let content = JSON.stringify(own)
  return {
    publish(address) {
      content = JSON.stringify({ ...own, ...address })
      writeFileSync(`${file}.new-${process.pid}`, content)
      renameSync(`${file}.new-${process.pid}`, file)
    },
    release() {
      if (read(file) === content) rmSync(file, { force: true })
    },
  }
}

/** Takes the lock. Throws LockHeld when a living process has it. */
export async function acquireLock(file: string): Promise<Lock> {
  const own: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? 'hidden' }
  for (let attempt = 0; ; attempt++) {
    if (tryCreate(file, JSON.stringify(own))) return held(file, own)
    const text = read(file)
    if (text === undefined) continue
    const holder = parseHolder(text)
    if (holder && isAlive(holder)) throw new LockHeld(holder)
    // An unreadable file is either being written this instant or was cut short by a crash.
    if (!holder && attempt < 20) await sleep(25)
    else discard(file, text)
  }
}
