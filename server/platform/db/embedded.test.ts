import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { blockedAt } from './embedded/account.ts'
import { processIdentity } from './embedded/lock.ts'
import { nameLibrary } from './embedded/naming.ts'
import { ensureDatabase, joinEmbedded, startEmbedded, type Embedded } from './embedded.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const settings = { fsync: 'off', shared_buffers: '16MB' }
const ends: (() => Promise<unknown> | unknown)[] = []

/** A data folder below the temporary one; nobody may pass through what mkdtemp makes, so it is a sibling. */
function temporaryFolder(): string {
  const folder = `${mkdtempSync(join(tmpdir(), 'sorteo-test-'))}-data`
  ends.push(() => {
    for (const path of [folder, folder.replace(/-data$/, '')])
      rmSync(path, { recursive: true, force: true, maxRetries: 9 })
  })
  return folder
}

async function start(dataDir: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, settings })
  ends.push(() => server.stop())
  return server
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Another process that starts the server and stays; resolves with what it printed first: the server's number. */
async function startElsewhere(dataDir: string, uid?: number): Promise<{ child: ChildProcess; pid: number }> {
  const program = `
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: ${JSON.stringify(settings)} }).then(
      (server) => { console.log(server.pid); setInterval(() => {}, 1000) },
      (error) => { console.error(error.message); process.exit(1) })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The folder serves as the temporary one too: an account without a home keeps its copy of the binaries there.
    ...(uid && { uid, gid: uid, env: { PATH: process.env.PATH, HOME: '/nonexistent', TMPDIR: dataDir } }),
  })
  const pid = await new Promise<number>((resolve, reject) => {
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('close', () => reject(new Error(errors)))
  })
  ends.push(async () => {
    child.kill('SIGKILL')
    await gone(pid)
  })
  return { child, pid }
}

async function gone(pid: number): Promise<void> {
  await expect.poll(() => processIdentity(pid), { timeout: 30_000 }).toBeUndefined()
}

async function killed(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

describe('an embedded server that runs', { timeout: 120_000 }, () => {
  let dataDir: string
  let server: Embedded
  let last: typeof ends = []
  beforeAll(async () => {
    dataDir = temporaryFolder()
    server = await start(dataDir)
    // It is not one test's.
    last = ends.splice(0)
  })
  afterAll(async () => {
    for (const end of last.reverse()) await end()
  })

  it('lets nobody in without its password', async () => {
    const url = new URL(server.url('postgres'))
    url.password = 'otra'
    await expect(query(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  })

  it('refuses a second process on the same folder, and lends it the running server on demand', async () => {
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `Otro proceso de Sorteo (número ${process.pid}) ya usa la base de datos de ${dataDir}`,
    )
    await expect(startElsewhere(dataDir)).rejects.toThrow('ya usa la base de datos')
    const guest = await joinEmbedded({ dataDir })
    expect(guest.pid).toBe(server.pid)
    expect(await query(guest.url('postgres'), 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    await guest.stop()
    expect(processIdentity(server.pid)).toBeDefined()
  })

  it('is started again at the same address when it is killed itself', async () => {
    const { pid } = server
    const url = server.url('postgres')
    await query(url, 'CREATE TABLE kept AS SELECT 7 AS n')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => server.pid !== pid && server.pid > 0, { timeout: 30_000 }).toBe(true)
    expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })
})

describe('the embedded server', { timeout: 120_000 }, () => {
  it('keeps its data from one start to the next, whatever an interrupted first start left', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'init-1234', 'cluster'), { recursive: true })
    const first = await start(dataDir)
    expect(existsSync(join(dataDir, 'init-1234'))).toBe(false)
    expect(await ensureDatabase(first.url('postgres'), 'Banca «uno»')).toBe(true)
    expect(await ensureDatabase(first.url('postgres'), 'Banca «uno»')).toBe(false)
    await query(first.url('Banca «uno»'), 'CREATE TABLE kept AS SELECT 7 AS n')
    await Promise.all([first.stop(), first.stop()])
    expect(processIdentity(first.pid)).toBeUndefined()

    const second = await start(dataDir)
    expect(await query(second.url('Banca «uno»'), 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    expect(await query(second.url('postgres'), "SELECT lower('ÑÁ') AS low")).toEqual([{ low: 'ñá' }])
  })

  it('takes over a lock whose holder died and whose number another process has now', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, identity: 'another' }))
    expect((await start(dataDir)).pid).toBeGreaterThan(0)
  })

  it('starts although another process has the number that a dead server left in its file', async () => {
    const dataDir = temporaryFolder()
    const first = await start(dataDir)
    const file = join(dataDir, 'cluster', 'postmaster.pid')
    const left = readFileSync(file, 'utf8')
    await first.stop()
    // Of the same account as the server, by which PostgreSQL takes it for one.
    const { uid, gid } = statSync(join(dataDir, 'cluster'))
    const own = uid === process.getuid?.() ? {} : { uid, gid }
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore', ...own })
    ends.push(() => killed(stranger))
    writeFileSync(file, [stranger.pid, ...left.split('\n').slice(1)].join('\n'))
    const second = await start(dataDir)
    expect(await query(second.url('postgres'), 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(processIdentity(stranger.pid ?? 0)).toBeDefined()
  })

  it('recovers what was committed when its process is killed, and stops by itself meanwhile', async () => {
    const dataDir = temporaryFolder()
    const { child, pid } = await startElsewhere(dataDir)
    const guest = await joinEmbedded({ dataDir })
    expect(guest.pid).toBe(pid)
    await query(guest.url('postgres'), 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n')
    await killed(child)
    const server = await start(dataDir)
    expect(server.pid).not.toBe(pid)
    expect(processIdentity(pid)).toBeUndefined()
    expect(await query(server.url('postgres'), 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1000 }])
  })

  it('ends without anybody starting again when its process is killed', async () => {
    const { child, pid } = await startElsewhere(temporaryFolder())
    await killed(child)
    await gone(pid)
  })

  const stranger = { uid: 12345, gid: 12345, switched: true }
  const canSwitch =
    process.getuid?.() === 0 && !blockedAt(process.execPath, stranger) && !blockedAt(repository, stranger)
  it.runIf(canSwitch && nameLibrary())('works for an account without name or home', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(dataDir)
    chownSync(dataDir, stranger.uid, stranger.gid)
    const { child, pid } = await startElsewhere(dataDir, stranger.uid)
    expect(pid).toBeGreaterThan(0)
    await killed(child)
    // Root starts it after that account did, and leaves it to that account.
    const server = await start(dataDir)
    expect(await query(server.url('postgres'), 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    await server.stop()
    await startElsewhere(dataDir, stranger.uid)
  })

  it.runIf(canSwitch && !nameLibrary())('says what an account without name needs', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(dataDir)
    chownSync(dataDir, stranger.uid, stranger.gid)
    await expect(startElsewhere(dataDir, stranger.uid)).rejects.toThrow('instale el paquete libnss-wrapper')
  })
})
