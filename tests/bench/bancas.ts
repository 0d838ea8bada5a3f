/** The databases that the bench measures on: one server for the run, each filled when it is first asked for. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startEmbedded } from '../../server/platform/db/embedded.ts'
import { upgrade } from '../../server/upgrade.ts'
import { seedDemo } from '../../server/seed/demo.ts'

/** Two months, so that a day is as full as a busy banca's and 30 days have others to be compared with. */
const days = 70

/** All answer a connection URL. */
export interface Bancas {
  /** A database with the tables alone. */
  empty(name: string): Promise<string>
  small(): Promise<string>
  large(): Promise<string>
  /** How long filling has taken so far. */
  seconds(): number
  close(): Promise<void>
}

/** Starts the server, in `SORTEO_BENCH_DIR` or among temporary files; nothing of it stays. */
export async function openBancas(
  tickets: { large: number; small: number },
  log: (line: string) => void,
): Promise<Bancas> {
  const dataDir = mkdtempSync(join(process.env['SORTEO_BENCH_DIR'] ?? tmpdir(), 'sorteo-bench-'))
  const server = await startEmbedded({ dataDir, log })
  const filled = new Map<string, Promise<string>>()
  let seconds = 0
  const empty = async (name: string) => {
    await ensureDatabase(server.url('postgres'), name)
    await upgrade(server.url(name))
    return server.url(name)
  }
  const fill = async (name: string, count: number) => {
    const url = await empty(name)
    const seeded = await seedDemo(url, { tickets: count, days })
    seconds += seeded.seconds
    log(`  ${count.toLocaleString('es-VE')} tickets cargados en ${Math.round(seeded.seconds)} s`)
    return url
  }
  const once = (name: string, count: number) => {
    const ready = filled.get(name) ?? fill(name, count)
    filled.set(name, ready)
    return ready
  }
  return {
    empty,
    small: () => once('chica', tickets.small),
    large: () => once('grande', tickets.large),
    seconds: () => seconds,
    close: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
