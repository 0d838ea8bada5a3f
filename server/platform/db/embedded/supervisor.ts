/** The server process: started, watched, started again when it is killed, and stopped. */
import { execFileSync, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError, spawnAs, type Account } from './account.ts'
import { lastLines } from './cluster.ts'
import { processIdentity } from './lock.ts'

/** A cluster's folder and whose it is. */
type Cluster = Pick<ClusterLocation, 'cluster' | 'account'>

export interface ClusterLocation {
  dataDir: string
  cluster: string
  bin: string
  account: Account
  address: { host: string; port: number }
  log: (message: string) => void
}

interface Running {
  child: ChildProcess
  pid: number
  exited: Promise<void>
}

/** Long enough for the checkpoint of a busy server on a slow disk. */
const STOP_LIMIT_MS = 60_000
/** A server that is killed is started again however often; one that does not come up, this many times in a row. */
const MOST_FAILURES = 10
/** The wait after a server that fell at once: doubled each time, so that a fault of its own does not fill the machine. */
const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 5_000
/** A server that lived this long did not fall at once. */
const LIVED_MS = 1_000

/** The lines of `postmaster.pid`: the server's number first, its status eighth. Empty when there is none. */
export function postmasterFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Whether a living process is the server of this cluster, and not one that was given its number later. */
function isServerOf(place: Cluster, pid: number): boolean {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .endsWith('postgres')
  }
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    if (statSync(`/proc/${pid}`).uid !== place.account.uid) return false
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(place.cluster)
  } catch (error) {
    // Root without the right to look into others' processes, as in a container: the name and the account must do.
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** A negative number is the single-user server's. */
const ownerOf = (lines: string[]) => Math.abs(Number(lines[0]))

/** The server that runs on this cluster, if any, by its process number. */
export function serverOf(place: Cluster): number | undefined {
  const pid = ownerOf(postmasterFile(place.cluster))
  return processIdentity(pid) && isServerOf(place, pid) ? pid : undefined
}

/**
 * Ends what an earlier process left behind: a running server cleanly. Of a dead one, PostgreSQL takes
 * any process that was given its number since for the server itself and refuses to start, for which its
 * manual says to remove the file. That sessions of the dead server are still at work it tells by the
 * memory they share, which is known by the folder too.
 */
export async function clearRemains(place: ClusterLocation): Promise<void> {
  const orphan = serverOf(place)
  if (orphan !== undefined) {
    place.log('Cerrando la base de datos que dejó abierta un cierre inesperado…')
    const start = Date.now()
    signal(orphan, 'SIGINT')
    const limit = setTimeout(() => signal(orphan, 'SIGQUIT'), STOP_LIMIT_MS)
    while (serverOf(place) === orphan) {
      if (Date.now() - start > 2 * STOP_LIMIT_MS) throw new EmbeddedError(`El proceso ${orphan} no se cierra.`)
      await sleep(20)
    }
    clearTimeout(limit)
  }
  const another = ownerOf(postmasterFile(place.cluster))
  if (processIdentity(another)) rmSync(join(place.cluster, 'postmaster.pid'))
  if (!place.address.host.startsWith('/')) return
  const socket = join(place.address.host, `.s.PGSQL.${place.address.port}`)
  for (const file of [socket, `${socket}.lock`]) rmSync(file, { force: true })
}

/**
 * Sessions of a server that was killed hold its memory until they notice, which one that computes does not
 * for as long as its statement takes; no server starts meanwhile. What they did not commit is lost anyway.
 */
function endSessionsOfTheDead(place: ClusterLocation): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (pid > 0 && pid !== process.pid && isSessionOf(place, pid)) signal(pid, 'SIGQUIT')
  }
}

function isSessionOf(place: ClusterLocation, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(place.cluster) && isServerOf(place, pid)
  } catch {
    // Ended meanwhile, or somebody else's.
    return false
  }
}

/** Starts the server and waits until it takes connections; undefined and what it said when it ended before. */
async function launch(place: ClusterLocation): Promise<Running | { failure: string }> {
  const startLog = join(place.dataDir, 'start.log')
  rmSync(startLog, { force: true })
  const output = openSync(startLog, 'wx')
  const args = ['-D', place.cluster, '-c', `config_file=${join(place.dataDir, 'postgresql.conf')}`]
  const child = spawnAs(place.account, join(place.bin, 'postgres'), args, ['ignore', output, output])
  closeSync(output)
  let ended = false
  const exited = new Promise<void>((done) => {
    child.once('error', () => done())
    child.once('exit', () => done())
  }).then(() => void (ended = true))
  for (let waited = 0; !ended; waited += 10) {
    const [pid, , , , , , , status] = postmasterFile(place.cluster)
    if (Number(pid) === child.pid && status?.trim() === 'ready') {
      child.unref()
      return { child, pid: child.pid ?? 0, exited }
    }
    if (waited === 3000) place.log('PostgreSQL está recuperando los datos del último cierre…')
    await sleep(10)
  }
  return { failure: readFileSync(startLog, 'utf8') }
}

async function launchPatiently(place: ClusterLocation): Promise<Running> {
  for (let attempt = 0; ; attempt++) {
    const result = await launch(place)
    if ('pid' in result) return result
    // Sessions of a server that was killed need a moment to notice.
    const lingering = /pre-existing shared memory|still in use|is being used/.test(result.failure)
    if (!lingering || attempt === 50) {
      const log = join(place.dataDir, 'log')
      throw new EmbeddedError(
        `La base de datos de ${place.dataDir} no arrancó: ${lastLines(result.failure) || 'sin explicación'} (registro en ${log}).`,
      )
    }
    await sleep(200)
  }
}

/** A shell that asks the server to stop as soon as this process is gone, however it ended. */
function guard(place: ClusterLocation, pid: number): ChildProcess {
  const shell = spawnAs(place.account, '/bin/sh', ['-c', `read _; kill -INT ${pid}`], ['pipe', 'ignore', 'ignore'])
  shell.on('error', () => {})
  shell.stdin?.on('error', () => {})
  const input = shell.stdin as unknown as { unref(): void } | null
  input?.unref()
  shell.unref()
  return shell
}

/** Keeps one server running until told to stop: a killed one is started again at the same address. */
export class Supervisor {
  private current: Running | undefined
  private restarting: Promise<void> | undefined
  private stopping: Promise<void> | undefined
  private startedAt = 0
  /** Falls in a row, each soon after its start. */
  private falls = 0
  private readonly place: ClusterLocation
  private readonly onLost: () => void

  constructor(place: ClusterLocation, onLost: () => void) {
    this.place = place
    this.onLost = onLost
  }

  get pid(): number {
    return this.current?.pid ?? 0
  }

  async start(): Promise<void> {
    const running = await launchPatiently(this.place)
    const shell = guard(this.place, running.pid)
    this.current = running
    this.startedAt = Date.now()
    void running.exited.then(() => {
      shell.kill('SIGKILL')
      this.current = undefined
      if (!this.stopping) this.restarting = this.restart()
    })
  }

  private async restart(): Promise<void> {
    this.place.log('La base de datos se cerró sin aviso; se inicia de nuevo.')
    if (Date.now() - this.startedAt > LIVED_MS) this.falls = 0
    for (let failures = 1; !this.stopping; failures++) {
      if (this.falls > 0) await sleep(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.falls))
      this.falls += 1
      try {
        endSessionsOfTheDead(this.place)
        await clearRemains(this.place)
        return await this.start()
      } catch (error) {
        if (failures === MOST_FAILURES) return this.lose((error as Error).message)
      }
    }
  }

  private lose(reason: string): void {
    this.place.log(`La base de datos no puede seguir: ${reason}`)
    this.onLost()
  }

  private async end(): Promise<void> {
    await this.restarting
    const running = this.current
    if (!running) return
    running.child.ref()
    signal(running.pid, 'SIGINT')
    const limit = setTimeout(() => signal(running.pid, 'SIGQUIT'), STOP_LIMIT_MS)
    await running.exited
    clearTimeout(limit)
  }

  /** Fast mode: sessions are ended, what is committed is written. Resolves when the process is gone. */
  stop(): Promise<void> {
    this.stopping ??= this.end()
    return this.stopping
  }
}
