import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { constants, createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../tests/support/postgres.ts'
import { repository } from '../../repository.ts'
import { startEmbedded, type Embedded } from '../embedded.ts'
import { takeBackup } from './backup.ts'
import { ABOUT, MANIFEST, type About, type Program } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts'

const settings = { fsync: 'off', shared_buffers: '32MB' }
const product: Program = { version: '1.0.0', last_migration: 0 }
const accounts = 50
const balance = 1_000

let folder: string
let dataDir: string
let server: Embedded
let client: Client
/** A backup that is whole, and how it begins. */
let good: string
let about: About

beforeAll(async () => {
  // Nobody may pass through what mkdtemp makes.
  folder = `${mkdtempSync(join(temporaryFolder(), 'sorteo-backup-'))}-data`
  dataDir = join(folder, 'origin', 'pg')
  server = await startEmbedded({ dataDir, settings })
  client = await connect(server)
  await client.query(`
    CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL);
    INSERT INTO accounts SELECT n, ${balance} FROM generate_series(1, ${accounts}) n;
    CREATE TABLE transfers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL, amount int NOT NULL);
    CREATE UNLOGGED TABLE passing (n int);
    CREATE TABLE bulk (n int, filler text);
  `)
  good = join(folder, 'good.tar.gz')
  await takeBackup({ dataDir, file: good, product })
  const start = gunzipSync(readFileSync(good).subarray(0, 50_000), { finishFlush: constants.Z_SYNC_FLUSH })
  about = JSON.parse(start.toString('utf8', 512, 512 + Number.parseInt(start.toString('latin1', 124, 135), 8)))
})
afterAll(async () => {
  await client?.end().catch(() => undefined)
  await server?.stop()
  for (const path of [folder, folder.replace(/-data$/, '')])
    rmSync(path, { recursive: true, force: true, maxRetries: 9 })
})

async function connect(to: Embedded): Promise<Client> {
  const made = new Client({ connectionString: to.url('postgres') })
  made.on('error', () => undefined)
  await made.connect()
  return made
}

/** Moves money between two accounts, both halves and their note in one transaction, until it is over. */
async function transferAll(seller: number, isOver: () => boolean, done: string[]): Promise<void> {
  const mine = await connect(server)
  for (let n = 0; !isOver(); n++) {
    const key = `${seller}-${n}`
    const [from, to] = [1 + ((seller * 7 + n) % accounts), 1 + ((seller * 11 + n * 3 + 1) % accounts)]
    await mine.query('BEGIN')
    // In one order, so that nobody waits in a circle.
    await mine.query(`SELECT 1 FROM accounts WHERE id IN (${from}, ${to}) ORDER BY id FOR UPDATE`)
    await mine.query(`UPDATE accounts SET balance = balance - 5 WHERE id = ${from}`)
    await mine.query(`INSERT INTO transfers (key, amount) VALUES ('${key}', 5), ('${key}', -5)`)
    await mine.query(`UPDATE accounts SET balance = balance + 5 WHERE id = ${to}`)
    await mine.query('COMMIT')
    done.push(key)
  }
  await mine.end()
}

/** Files that grow, shrink, appear and go while they are copied. */
async function churn(isOver: () => boolean): Promise<void> {
  const mine = await connect(server)
  while (!isOver()) {
    await mine.query(`INSERT INTO bulk SELECT n, repeat(md5(n::text), 30) FROM generate_series(1, 2000) n`)
    await mine.query('CREATE TABLE short AS SELECT generate_series(1, 5000) AS n')
    await mine.query('TRUNCATE bulk')
    await mine.query('DROP TABLE short')
    await mine.query('CHECKPOINT')
  }
  await mine.end()
}

async function holdings(of: Embedded) {
  const asked = await connect(of)
  const { rows } = await asked.query<{ sum: number; halves: number; keys: string[]; passing: number }>(`
    SELECT (SELECT sum(balance)::int FROM accounts) AS sum, (SELECT count(*)::int FROM passing) AS passing,
      (SELECT count(*)::int FROM (SELECT 1 FROM transfers GROUP BY key HAVING count(*) <> 2 OR sum(amount) <> 0) h) AS halves,
      array(SELECT DISTINCT key FROM transfers) AS keys`)
  await asked.end()
  return rows[0]!
}

const slots = async () => (await client.query('SELECT slot_name FROM pg_replication_slots')).rows

describe('a backup under sale', () => {
  it('holds every transaction acknowledged before it, and none by half', async () => {
    const file = join(folder, 'under-sale.tar.gz')
    const done: string[] = []
    let over = false
    const isOver = () => over
    const selling = Promise.all([churn(isOver), ...[1, 2, 3, 4, 5].map((n) => transferAll(n, isOver, done))])
    await expect.poll(() => done.length, { timeout: 30_000 }).toBeGreaterThan(50)
    const before = [...done]
    const shown: number[] = []
    const backup = await takeBackup({ dataDir, file, product, progress: (at, of) => shown.push(at / of) })
    const during = done.length - before.length
    over = true
    await selling
    expect(during).toBeGreaterThan(0)
    expect(backup).toMatchObject({ file, bytes: statSync(file).size })
    expect(shown.at(-1)).toBe(1)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await slots()).toEqual([])

    const target = join(folder, 'under-sale', 'pg')
    const { seen, manifest, aside } = await restoreBackup({ dataDir: target, file, product, look: holdings })
    expect(aside).toBeUndefined()
    expect(manifest.files.map((one) => one.path)).toContain('backup_label')
    expect(seen).toMatchObject({ sum: accounts * balance, halves: 0, passing: 0 })
    const kept = new Set(seen.keys)
    expect(before.filter((key) => !kept.has(key))).toEqual([])
    expect(readdirSync(join(target, '..'))).toEqual(['pg'])
    // What was restored starts by itself, with a password of its own.
    const again = await startEmbedded({ dataDir: target, settings })
    expect((await holdings(again)).keys.length).toBe(kept.size)
    await again.stop()
    expect(readFileSync(join(target, 'password'))).not.toEqual(readFileSync(join(dataDir, 'password')))
  })

  it('keeps of each file the size it had, whatever becomes of it meanwhile', async () => {
    const [grows, shrinks] = ['grows', 'shrinks'].map((name) => join(dataDir, 'cluster', name))
    for (const path of [grows!, shrinks!]) writeFileSync(path, Buffer.alloc(1_000_000, 1))
    const file = join(folder, 'sizes.tar.gz')
    let changed = false
    const progress = () => {
      if (changed) return
      changed = true
      writeFileSync(grows!, Buffer.alloc(3_000_000, 1))
      writeFileSync(shrinks!, '')
    }
    await takeBackup({ dataDir, file, product, progress })
    for (const path of [grows!, shrinks!]) rmSync(path)
    const found = new Map<string, [size: number, filled: number]>()
    for await (const { entry, body } of readTar(createReadStream(file).pipe(createGunzip()))) {
      const content = await buffer(body)
      found.set(entry.path, [content.length, content.indexOf(0)])
    }
    expect(found.get('cluster/grows')).toEqual([1_000_000, -1])
    const [size, filled] = found.get('cluster/shrinks')!
    expect(size).toBe(1_000_000)
    expect(filled).toBeGreaterThanOrEqual(0)
  })

  it('interrupted, leaves neither a file nor a slot', async () => {
    const file = join(folder, 'interrupted.tar.gz')
    const end = new AbortController()
    const backup = takeBackup({ dataDir, file, product, signal: end.signal, progress: () => end.abort() })
    await expect(backup).rejects.toThrow('Copia interrumpida')
    expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([])
    await expect.poll(slots).toEqual([])
  })

  it('onto a disk that is full says so, and leaves nothing on it', async ({ skip }) => {
    const small = join(folder, 'small')
    mkdirSync(small)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', small])
    if (mounted.status !== 0) return skip('only who may mount has a disk so small')
    try {
      const file = join(small, 'full.tar.gz')
      await expect(takeBackup({ dataDir, file, product })).rejects.toThrow(
        `No se pudo hacer la copia ${file}: no queda espacio en disco.`,
      )
      expect(readdirSync(small)).toEqual([])
    } finally {
      spawnSync('umount', [small])
    }
  })

  it('killed, leaves no file, and the server goes on', async () => {
    const file = join(folder, 'killed.tar.gz')
    const program = `
      import { takeBackup } from ${JSON.stringify(new URL('./backup.ts', import.meta.url).href)}
      const progress = () => { console.log('copying'); while (true); }
      await takeBackup({ ...${JSON.stringify({ dataDir, file, product })}, progress })`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await expect(takeBackup({ dataDir, file: join(folder, 'second.tar.gz'), product })).rejects.toThrow(
      'Ya hay otra copia en curso',
    )
    expect(existsSync(join(folder, 'second.tar.gz'))).toBe(false)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(existsSync(file)).toBe(false)
    await expect.poll(slots, { timeout: 30_000 }).toEqual([])
    await client.query('UPDATE accounts SET balance = balance')
    // The next one sweeps what the killed one left.
    await takeBackup({ dataDir, file, product })
    expect(readdirSync(folder).filter((name) => name.startsWith('killed'))).toEqual(['killed.tar.gz'])
  })

  it('ends with the server when that is killed, which loses nothing', async () => {
    const file = join(folder, 'crash.tar.gz')
    const done: string[] = []
    let over = false
    const selling = transferAll(9, () => over, done).catch(() => undefined)
    await expect.poll(() => done.length).toBeGreaterThan(5)
    const { pid } = server
    const progress = () => {
      if (server.pid === pid) process.kill(pid, 'SIGKILL')
    }
    await expect(takeBackup({ dataDir, file, product, progress })).rejects.toThrow('se cerró durante la copia')
    over = true
    await selling
    expect(readdirSync(folder).filter((name) => name.startsWith('crash'))).toEqual([])
    await expect.poll(() => server.pid !== pid && server.pid > 0, { timeout: 30_000 }).toBe(true)
    client = await connect(server)
    const { keys, ...rest } = await holdings(server)
    expect(rest).toMatchObject({ sum: accounts * balance, halves: 0 })
    expect(done.filter((key) => !keys.includes(key))).toEqual([])
    expect(await slots()).toEqual([])
  })

  it('is written where it is asked for, and over nothing', async () => {
    const taken = (file: string, at = dataDir) => takeBackup({ dataDir: at, file, product })
    const old = readFileSync(good)
    await expect(taken(good)).rejects.toThrow(`Ya existe ${good}`)
    expect(readFileSync(good).equals(old)).toBe(true)
    await expect(taken(join(folder, 'nowhere', 'x.tar.gz'))).rejects.toThrow('No existe la carpeta')
    await expect(taken(join(dataDir, 'cluster', 'x.tar.gz'))).rejects.toThrow('dentro de la base de datos')
    await expect(taken(join(folder, 'x.tar.gz'), join(folder, 'none', 'pg'))).rejects.toThrow('No hay base de datos')
    expect(existsSync(join(folder, 'none'))).toBe(false)
    await takeBackup({ dataDir, file: good, product, force: true })
    expect(readFileSync(good).equals(old)).toBe(false)
  })
})

describe('a restore', () => {
  let restores = 0
  let parent: string
  let target: string
  beforeEach(() => {
    parent = join(folder, `restore-${restores++}`)
    mkdirSync(parent)
    target = join(parent, 'pg')
  })

  const restore = (file: string, more: object = {}) =>
    restoreBackup({ dataDir: target, file, product, look: holdings, ...more })
  /** It says why, and nothing came of it. */
  async function refused(file: string, sentence: string, more: object = {}): Promise<void> {
    const names = () => readdirSync(parent, { recursive: true, encoding: 'utf8' }).sort()
    const before = names()
    await expect(restore(file, more)).rejects.toThrow(sentence)
    expect(names()).toEqual(before)
  }
  const written = (name: string, content: Buffer) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const entry = (path: string, content: string, type = '0') => {
    const header = tarHeader({ path, type: 'file', size: content.length }, new Date())
    const sum = Number.parseInt(header.toString('latin1', 148, 154), 8) + type.charCodeAt(0) - header[156]!
    header.write(type, 156)
    header.write(sum.toString(8).padStart(6, '0'), 148)
    return Buffer.concat([header, Buffer.from(content), tarPadding(content.length)])
  }
  /** A small backup: how the good one begins, changed, and whatever follows. */
  const made = (change: Partial<About>, ...entries: Buffer[]) => {
    const text = JSON.stringify({ ...about, ...change })
    return written('made.tar.gz', gzipSync(Buffer.concat([entry(ABOUT, text), ...entries, tarEnd])))
  }

  it('refuses what is cut, altered or no backup at all', async () => {
    const whole = readFileSync(good)
    await refused(join(folder, 'missing.tar.gz'), 'No existe la copia')
    await refused(written('empty.tar.gz', Buffer.alloc(0)), 'alterada o incompleta')
    await refused(written('text.tar.gz', Buffer.from('no es una copia')), 'alterada o incompleta')
    await refused(written('cut.tar.gz', whole.subarray(0, whole.length - 5)), 'alterada o incompleta')
    await refused(written('half.tar.gz', whole.subarray(0, whole.length / 2)), 'alterada o incompleta')
    const altered = Buffer.from(whole)
    const saysTheSame = () => {
      try {
        return gunzipSync(altered).length > 0
      } catch {
        return false
      }
    }
    // In a run of zeros a bit may point to other zeros: altered is what says something else.
    for (let at = whole.length >> 1; saysTheSame(); at++) altered[at]! ^= 0x10
    await refused(written('altered.tar.gz', altered), 'alterada o incompleta')
    const foreign = gzipSync(Buffer.concat([entry('cluster/PG_VERSION', '18'), tarEnd]))
    await refused(written('foreign.tar.gz', foreign), 'no es una copia de Sorteo')
  })

  it('refuses one whose files are not those of its manifest, however well it is packed', async () => {
    const sha256 = createHash('sha256').update('18').digest('hex')
    const files = [{ path: 'PG_VERSION', size: 2, sha256 }]
    const ends = { ...about, finished_at: about.started_at, stop_lsn: about.start_lsn, files }
    const end = entry(MANIFEST, JSON.stringify(ends))
    const [version, other] = ['18', '19'].map((text) => entry('cluster/PG_VERSION', text))
    await refused(made({}, other!, end), 'PG_VERSION no es el que se guardó')
    await refused(made({}, end), 'falta PG_VERSION')
    await refused(made({}, version!), 'le falta el final')
    await refused(made({}, version!, entry('cluster/more', 'x'), end), 'sobran archivos')
    await refused(made({}, version!, end, entry('cluster/more', 'x')), 'algo sigue a su final')
    await refused(made({}, version!, entry(MANIFEST, '{}')), 'manifest.json no se entiende')
  })

  it('refuses names that leave the folder, and links', async () => {
    for (const path of ['cluster/../../out', '/tmp/out', '../out', 'cluster/a/../../../out', 'out'])
      await refused(made({}, entry(path, 'x')), 'contiene un nombre que no es de la base de datos')
    for (const type of ['1', '2', '3']) await refused(made({}, entry('cluster/x', '', type)), 'alterada o incompleta')
    await refused(made({}, entry('cluster/x', 'x'), entry('cluster/x', 'y')), 'un nombre está dos veces')
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })

  it('refuses what this program cannot serve', async () => {
    await refused(made({ product_version: '1.0.1' }), 'es de una versión más nueva de Sorteo')
    await refused(made({ format: 2 as 1 }), 'es de una versión más nueva de Sorteo')
    const databases = [{ name: 'sorteo', migrations: 9, last_migration: 1 }]
    await refused(made({ databases }), 'es de una versión más nueva de Sorteo')
    await refused(made({ postgres_version: '17.2' }), 'es de PostgreSQL 17.2')
    await refused(made({ machine: 'other-cpu' }), 'otro tipo de máquina')
  })

  it('touches no folder that somebody uses or that is not empty', async () => {
    await expect(restore(good, { dataDir, force: true })).rejects.toThrow('está en uso')
    expect((await client.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    mkdirSync(target)
    writeFileSync(join(target, 'mine'), 'mine')
    await refused(good, 'no está vacía')
    await refused(written('cut.tar.gz', readFileSync(good).subarray(0, 9_999)), 'alterada o incompleta', {
      force: true,
    })
  })

  it('interrupted, changes nothing', async () => {
    const end = new AbortController()
    await refused(good, 'Restauración interrumpida', { signal: end.signal, progress: () => end.abort() })
  })

  it('moves aside what is there, when it is told to, and sweeps what a killed one left', async () => {
    mkdirSync(target)
    writeFileSync(join(target, 'mine'), 'mine')
    const left = join(parent, 'pg.restaurando-999999999')
    mkdirSync(left)
    const { aside, seen } = await restore(good, { force: true })
    expect(seen.sum).toBe(accounts * balance)
    expect(aside).toMatch(/pg-anterior-\d{8}-\d{6}$/)
    expect(readdirSync(aside!)).toEqual(['mine'])
    expect(readdirSync(parent).sort()).toEqual(['pg', basename(aside!)].sort())
  })
})
