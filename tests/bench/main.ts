/**
 * `npm run bench [-- --tickets 5000000 --only venta,consola]`: every speed this product promises, as a
 * ratio to a yardstick measured in the same run. Prints a table and writes bench/results.json.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startEmbedded } from '../../server/platform/db/embedded.ts'
import { upgrade } from '../../server/upgrade.ts'
import { seedDemo } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { options } from '../../server/commands/command.ts'
import { benchApi } from './api.ts'
import { benchConsole } from './console.ts'
import { benchExport } from './export.ts'
import { benchKpis } from './kpis.ts'
import { benchLanes } from './lanes.ts'
import type { Measured } from './measure.ts'
import { benchReport } from './report.ts'
import { benchSale } from './sale.ts'

const given = options()
const large = Number(given['tickets'] ?? 5_000_000)
const small = Math.min(100_000, large)
const only = given['only']?.split(',')
const log = (line: string) => console.log(line)
const user = { user: 'banca', password: demoPassword }

const dataDir = mkdtempSync(join(process.env['SORTEO_BENCH_DIR'] ?? tmpdir(), 'sorteo-bench-'))
const server = await startEmbedded({ dataDir, log })
const results: Measured[] = []

async function empty(name: string): Promise<string> {
  await ensureDatabase(server.url('postgres'), name)
  await upgrade(server.url(name))
  return server.url(name)
}

async function seeded(name: string, tickets: number): Promise<string> {
  const url = await empty(name)
  const { seconds } = await seedDemo(url, { tickets, days: 60 })
  log(`${tickets} tickets cargados en ${seconds.toFixed(1)} s`)
  return url
}

async function part(name: string, work: () => Promise<Measured[]>): Promise<void> {
  if (only && !only.includes(name)) return
  log(`\nMidiendo ${name}…`)
  const rows = await work()
  for (const { work: what, measured, reached } of rows) log(`  ${reached ? '✓' : '✗'} ${what}: ${measured}`)
  results.push(...rows)
}

try {
  await part('venta', async () => benchSale(await empty('venta')))
  const wanted = (name: string) => !only || only.includes(name)
  const little = ['tableros', 'api', 'consola', 'carriles'].some(wanted) ? await seeded('chica', small) : ''
  await part('api', () => benchApi(little, user))
  await part('consola', () => benchConsole(little, user))
  await part('carriles', () => benchLanes(little, { ...user, user: 'supervisor' }))
  await part('exportación', async () => benchExport(await empty('filas')))
  const grown = ['tableros', 'reporte'].some(wanted) ? await seeded('grande', large) : ''
  await part('reporte', () => benchReport(grown, user))
  await part('tableros', () => benchKpis({ large: grown, small: little }))
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
const machine = {
  cores: availableParallelism(),
  model: cpus()[0]?.model ?? '',
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
  tickets: { large, small },
}
mkdirSync('bench', { recursive: true })
writeFileSync('bench/results.json', `${JSON.stringify({ machine, results }, null, 2)}\n`)
log(
  `\n${results.filter((one) => one.reached).length} de ${results.length} metas alcanzadas (${machine.cores} núcleos, ${machine.memory_gib} GiB, ${machine.date}). bench/results.json`,
)
