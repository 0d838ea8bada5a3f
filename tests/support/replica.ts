/** A banca on a database server of its own with a streaming replica beside it, both of the program's own PostgreSQL. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPool, executor, type Executor } from '../../server/platform/db/connect.ts'
import { ensureDatabase, startEmbedded, type Embedded } from '../../server/platform/db/embedded.ts'
import { upgrade } from '../../server/upgrade.ts'
import { temporaryFolder } from './postgres.ts'

const light = { fsync: 'off', shared_buffers: '64MB' }

export interface Replicated {
  primary: Embedded
  url: string
  reports_url: string
  /** On the replica, as whoever runs it. */
  replica: Executor
  /** Ends the replica's server; `startReplica` brings it back at its address. */
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  /** Every process of the replica's server is stopped, or goes on: its connections stand, and nobody answers. */
  signalReplica(signal: 'SIGSTOP' | 'SIGCONT'): void
  close(): Promise<void>
}

/** The replica is a copy of the stopped primary that follows it from there. Nothing it replays waits for a reader. */
export async function openReplicated(): Promise<Replicated> {
  const made = mkdtempSync(join(temporaryFolder(), 'sorteo-test-'))
  const folder = `${made}-data`
  const [one, other] = [join(folder, 'primary'), join(folder, 'replica')]
  const first = await startEmbedded({ dataDir: one, settings: light })
  await ensureDatabase(first.url('postgres'), 'banca')
  await upgrade(first.url('banca'))
  await first.stop()
  const rules = join(folder, 'hba.conf')
  writeFileSync(
    rules,
    ['all', 'replication']
      .map((what) => `local ${what} all scram-sha-256\nhost ${what} all 127.0.0.1/32 scram-sha-256\n`)
      .join(''),
  )
  for (const name of ['cluster', 'password']) cpSync(join(one, name), join(other, name), { recursive: true })
  writeFileSync(join(other, 'cluster/standby.signal'), '')
  const primary = await startEmbedded({
    dataDir: one,
    settings: { ...light, hba_file: rules, wal_keep_size: '512MB' },
  })
  const { username, password, port, searchParams, hostname } = new URL(primary.url('banca'))
  const follows = `host=${searchParams.get('host') ?? hostname} port=${port} user=${username} password=${password}`
  const startCopy = () =>
    startEmbedded({
      dataDir: other,
      settings: {
        ...light,
        primary_conninfo: follows,
        max_standby_streaming_delay: 0,
        hot_standby_feedback: 'off',
        wal_receiver_status_interval: '1s',
        wal_retrieve_retry_interval: '100ms',
      },
    })
  let copy = await startCopy()
  const url = primary.url('banca')
  const reports_url = copy.url('banca')
  const pool = createPool(copy.url('banca'), { name: 'test', max: 2 })
  return {
    primary,
    url,
    reports_url,
    replica: executor(pool),
    stopReplica: () => copy.stop(),
    startReplica: async () => {
      copy = await startCopy()
      if (copy.url('banca') !== reports_url) throw new Error('the replica came back elsewhere')
    },
    signalReplica: (signal) => signalAll(copy.pid, signal),
    close: async () => {
      await pool.end()
      await copy.stop()
      await primary.stop()
      for (const path of [folder, made]) rmSync(path, { recursive: true, force: true, maxRetries: 9 })
    },
  }
}

/** A process and those it started. */
function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  for (const one of [pid, ...children]) process.kill(one, signal)
}
