/** A server of the oldest PostgreSQL that the product promises to run on, for as long as a run lasts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { accountFor, runAs } from '../../server/platform/db/embedded/account.ts'
import { oldestPrograms } from './oldest-place.mjs'

/** It ends with whoever started it: then nobody holds the shell's input open any more. */
const tethered = 'exec 3<&0; "$0" "$@" </dev/null 3<&- & read -r line <&3; kill -INT $!; wait'
const startsWithinMs = 30_000

async function reachable(url: string): Promise<void> {
  for (const until = Date.now() + startsWithinMs; ; await sleep(50)) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/** In a folder of its own under `parent`, reachable through a socket in it. */
export async function startOldest(parent: string): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const programs = oldestPrograms()
  if (!programs) throw new Error('there is no PostgreSQL of the oldest version here')
  const folder = mkdtempSync(join(parent, `sorteo-tests-${process.pid}-`))
  const account = accountFor(folder)
  if (account.switched) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const login = ['-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8']
  const made = await runAs(account, join(programs, 'initdb'), ['-D', data, ...login])
  if (made.code !== 0) throw new Error(made.output)
  const settings = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', full_page_writes: 'off' }
  const given = Object.entries({ ...settings, max_connections: 300, max_wal_size: '512MB' })
  const words = ['-D', data, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const server = spawn('/bin/sh', ['-c', tethered, join(programs, 'postgres'), ...words], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
    ...(account.switched && { uid: account.uid, gid: account.gid }),
  })
  const adminUrl = `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    const ended = once(server, 'exit')
    server.stdin.end()
    if (server.exitCode === null) await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  try {
    await reachable(adminUrl)
  } catch (error) {
    await stop()
    throw error
  }
  return { adminUrl, stop }
}
