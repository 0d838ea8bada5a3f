/** A server that is a process of its own (`tests/support/server.ts`), for what kills it or measures it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
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
