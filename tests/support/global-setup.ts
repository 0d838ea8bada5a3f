/** Starts the run's test server once, however many of the projects that need it run together. */
import { startTestServer } from './postgres.ts'

/** Each project loads this module for itself, so what they share hangs on the process. */
const shared = globalThis as { sorteoTestServer?: { users: number; stop: Promise<() => Promise<void>> } }

export default async function setup(): Promise<() => Promise<void>> {
  const server = (shared.sorteoTestServer ??= { users: 0, stop: startTestServer() })
  server.users += 1
  await server.stop
  return async () => {
    server.users -= 1
    if (server.users > 0) return
    delete shared.sorteoTestServer
    await (await server.stop)()
  }
}
