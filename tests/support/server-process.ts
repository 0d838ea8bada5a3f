/** A server that is a process of its own (`tests/support/server.ts`), for what kills it or measures it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import type { Endpoint } from '../../contract/endpoint.ts'
import { session } from '../../contract/session.ts'
import type { Executor } from '../../server/platform/db/connect.ts'
import { password } from './factories.ts'
import { startOf } from './programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Server {
  url: string
  process: ChildProcess
}

/** The server over a database; it ends when it is killed. */
export async function startServer(database_url: string): Promise<Server> {
  const child = spawn(process.execPath, startOf('tests/support/server.ts'), {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database_url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const text of createInterface({ input: child.stdout })) {
    const port = /^port (\d+)$/.exec(text)?.[1]
    if (port) return { url: `http://127.0.0.1:${port}`, process: child }
  }
  throw new Error('the server ended before it listened')
}

export async function killServer({ process: child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** What a server answers to a body, as JSON. */
export async function callServer(
  { url }: Server,
  { path, method }: Endpoint,
  body: object,
  headers: Record<string, string> = {},
) {
  const reply = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

/** A server over the database, and the access token of the world's banca in it. */
export async function startAsBanca(database_url: string): Promise<{ server: Server; token: string }> {
  const server = await startServer(database_url)
  const { body } = await callServer(server, session.open, { username: 'banca', password })
  return { server, token: String(body['access_token']) }
}

/** What a dead server had sent goes on in the database until that finds nobody there any more. */
export async function quiet(db: Executor): Promise<void> {
  const busy = sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND (state <> 'idle' OR application_name NOT LIKE ${`%:${process.pid}`})`
  while (await db.one(busy)) await sleep(20)
}
