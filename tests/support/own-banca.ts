/** A banca on a database server of its own, which a test may kill or copy, sold by a server that is a process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDatabase, startEmbedded, type Embedded } from '../../server/platform/db/embedded.ts'
import { upgrade } from '../../server/upgrade.ts'
import { temporaryFolder } from './postgres.ts'
import { killServer, startServer, type Server } from './server-process.ts'
import { createWorld, type World } from './world.ts'

export interface OwnBanca {
  /** Where further folders may be put; it goes with the banca. */
  folder: string
  database: Embedded
  world: World
  /** Another one's, where a test killed it and started the next. */
  server: Server
  close(): Promise<void>
}

export async function openOwnBanca(): Promise<OwnBanca> {
  // Nobody may pass through what mkdtemp makes.
  const made = mkdtempSync(join(temporaryFolder(), 'sorteo-test-'))
  const folder = `${made}-data`
  const database = await startEmbedded({
    dataDir: join(folder, 'pg'),
    settings: { fsync: 'off', shared_buffers: '64MB' },
  })
  await ensureDatabase(database.url('postgres'), 'banca')
  await upgrade(database.url('banca'))
  const world = await createWorld(database.url('banca'))
  const server = await startServer(database.url('banca'))
  const own: OwnBanca = {
    folder,
    database,
    world,
    server,
    close: async () => {
      await killServer(own.server)
      await world.close()
      await database.stop()
      for (const path of [folder, made]) rmSync(path, { recursive: true, force: true, maxRetries: 9 })
    },
  }
  return own
}
