import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { archived, clusterParts, unarchived, walSegments } from './contents.ts'
import { FORMAT, mustBeRestorable, type About } from './manifest.ts'
import { readTar, tarEnd, tarHeader, tarPadding, TarDamaged, type TarEntry } from './tar.ts'

const changed = new Date('2026-11-22T12:00:00Z')

/** As it arrives: in chunks that know nothing of blocks. */
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size = 700): Promise<[TarEntry, string][]> {
  const found: [TarEntry, string][] = []
  for await (const { entry, body } of readTar(inChunks(bytes, size))) {
    const parts: Buffer[] = []
    for await (const chunk of body) parts.push(chunk)
    found.push([entry, Buffer.concat(parts).toString()])
  }
  return found
}

function file(path: string, content: string): Buffer {
  const size = Buffer.byteLength(content)
  return Buffer.concat([tarHeader({ path, type: 'file', size }, changed), Buffer.from(content), tarPadding(size)])
}

describe('the archive', () => {
  const folder: TarEntry = { path: 'cluster/base', type: 'folder', size: 0 }
  const whole = Buffer.concat([
    file('about.json', '{"ñ":1}'),
    tarHeader(folder, changed),
    file('cluster/base/1', 'x'.repeat(1500)),
    file('cluster/base/2', ''),
    file('cluster/base/3', 'y'.repeat(512)),
    tarEnd,
  ])

  it.each([1, 511, 512, 700, 100_000])('comes back as it was written, %i bytes at a time', async (size) => {
    expect(await read(whole, size)).toEqual([
      [{ path: 'about.json', type: 'file', size: 8 }, '{"ñ":1}'],
      [folder, ''],
      [{ path: 'cluster/base/1', type: 'file', size: 1500 }, 'x'.repeat(1500)],
      [{ path: 'cluster/base/2', type: 'file', size: 0 }, ''],
      [{ path: 'cluster/base/3', type: 'file', size: 512 }, 'y'.repeat(512)],
    ])
  })

  it('is refused wherever it is cut, and when something follows it', async () => {
    for (let length = 0; length < whole.length; length += 128)
      await expect(read(whole.subarray(0, length))).rejects.toThrow(TarDamaged)
    await expect(read(Buffer.concat([whole, Buffer.alloc(1)]))).rejects.toThrow(TarDamaged)
  })

  it('is refused when a header was touched', async () => {
    const touched = Buffer.from(whole)
    touched[3]! ^= 1
    await expect(read(touched)).rejects.toThrow(TarDamaged)
  })

  it.each(['1', '2', '3', '5x', 'L', 'x'])('an entry of the type %s is not understood', async (type) => {
    const header = tarHeader({ path: 'cluster/link', type: 'file', size: 0 }, changed)
    header.write(type[0]!, 156)
    if (type === '5x') header.write('elsewhere', 345)
    let sum = 0
    header.fill(' ', 148, 156)
    for (const byte of header) sum += byte
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    await expect(read(Buffer.concat([header, tarEnd]))).rejects.toThrow(TarDamaged)
  })

  it('takes no name and no size that do not fit', () => {
    expect(() => tarHeader({ path: 'x'.repeat(100), type: 'file', size: 0 }, changed)).toThrow('does not fit')
    expect(() => tarHeader({ path: 'x', type: 'file', size: 8 ** 11 }, changed)).toThrow('does not fit')
  })
})

describe('names', () => {
  it('of the cluster come back', () => {
    for (const path of ['PG_VERSION', 'base/16384/1259_fsm.1', 'pg_logical/mappings/map-1-2-3_4E-5'])
      expect(unarchived(archived(path))).toBe(path)
  })

  it.each([
    'cluster',
    'cluster/',
    '/etc/passwd',
    '../x',
    'cluster/../../x',
    'cluster/./x',
    'cluster//x',
    'cluster/a\\b',
    'cluster/.x',
    'other/x',
    'cluster/x\n',
  ])('%j would not stay in it, or is none of its own', (name) => {
    expect(unarchived(name)).toBeUndefined()
  })
})

describe('the log from one point to another', () => {
  const size = 16 * 2 ** 20
  it.each([
    ['0/2000028', '0/2000120', ['000000010000000000000002']],
    ['0/2000028', '0/3000000', ['000000010000000000000002']],
    ['0/2000028', '0/3000001', ['000000010000000000000002', '000000010000000000000003']],
    [
      '0/FE000028',
      '1/1000060',
      ['0000000100000000000000FE', '0000000100000000000000FF', '000000010000000100000000', '000000010000000100000001'],
    ],
  ])('%s to %s', (start, stop, names) => {
    expect(walSegments(start, stop, 1, size)).toEqual(names)
  })

  it('in segments of another size, on another timeline', () => {
    expect(walSegments('0/0', '0/80000000', 31, 2 ** 30)).toEqual([
      '0000001F0000000000000000',
      '0000001F0000000000000001',
    ])
  })
})

describe('what a copy holds', () => {
  let folder = ''
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function cluster(files: string[]): string {
    folder = mkdtempSync(join(tmpdir(), 'sorteo-parts-'))
    for (const path of files) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), 'abc')
    }
    return folder
  }

  it('is what PostgreSQL says', async () => {
    const kept = ['PG_VERSION', 'base/1/1259', 'base/1/1259_vm', 'pg_xact/0000', 'pg_stat/pgstat.stat']
    const left = [
      'postmaster.pid',
      'postmaster.opts',
      'backup_label.old',
      '.DS_Store',
      'global/pg_control',
      'base/1/pg_internal.init',
      'base/1/pg_internal.init.77',
      'base/1/t3_16390',
      'base/1/t3_16390_fsm.1',
      'base/pgsql_tmp/pgsql_tmp1.0',
      'postgresql.auto.conf.tmp',
      'pg_wal/000000010000000000000001',
      'pg_wal/archive_status/x',
      'pg_replslot/sorteo/state',
      'pg_notify/0000',
      'pg_subtrans/0000',
    ]
    const parts = await clusterParts(cluster([...kept, ...left]))
    expect(
      parts
        .filter((one) => one.type === 'file')
        .map((one) => one.path)
        .sort(),
    ).toEqual(kept.sort())
    expect(
      parts
        .filter((one) => one.type === 'folder')
        .map((one) => one.path)
        .sort(),
    ).toEqual(['base', 'base/1', 'global', 'pg_notify', 'pg_replslot', 'pg_stat', 'pg_subtrans', 'pg_wal', 'pg_xact'])
  })

  it('is nothing when a part lies elsewhere', async () => {
    const at = cluster(['PG_VERSION', 'pg_tblspc/x'])
    symlinkSync(tmpdir(), join(at, 'pg_tblspc/16400'))
    await expect(clusterParts(at)).rejects.toThrow('pg_tblspc/16400 fuera de su carpeta')
  })
})

describe('whose backup it is', () => {
  const product = { version: '0.9.0', last_migration: 500 }
  const about: About = {
    format: FORMAT,
    product_version: '0.9.0',
    postgres_version: '18.4',
    machine: `${process.platform}-${process.arch}`,
    databases: [{ name: 'sorteo', migrations: 3, last_migration: 500 }],
    started_at: '2026-11-22T12:00:00.000Z',
    start_lsn: '0/2000028',
    bytes: 1,
  }
  const judged = (change: object) => mustBeRestorable(JSON.stringify({ ...about, ...change }), 'x', product, '18.4')

  it.each([
    {},
    { product_version: '0.8.12', databases: [] },
    { postgres_version: '18.9' },
    { databases: [{ name: 'sorteo', migrations: 2, last_migration: 400 }] },
  ])('ours: %j', (change) => {
    expect(judged(change)).toMatchObject(change)
  })

  it.each([
    [{ format: FORMAT + 1, other: true }, 'más nueva de Sorteo'],
    [{ product_version: '0.10.0' }, 'más nueva de Sorteo'],
    [{ databases: [{ name: 'sorteo', migrations: 4, last_migration: 501 }] }, 'más nueva de Sorteo'],
    [{ postgres_version: '19.0' }, 'es de PostgreSQL 19.0 y aquí está el 18.4'],
    [{ postgres_version: '17.6' }, 'es de PostgreSQL 17.6'],
    [{ machine: 'sunos-sparc' }, 'otro tipo de máquina (sunos-sparc'],
    [{ start_lsn: 7 }, 'about.json no se entiende'],
  ])('not ours: %j', (change, sentence) => {
    expect(() => judged(change)).toThrow(sentence)
  })
})
