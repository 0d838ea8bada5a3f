/**
 * `npm run bench [-- --full --tickets 300000 --only venta,consola]`: every speed this product promises, as a
 * ratio to a yardstick measured in the same run. Prints a table, writes bench/results.json and
 * brings `docs/measured.md` up to date with `--write`. Ends with 1
 * when a part broke that should not have; one that this machine has no means for says so and is no fault.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { options } from '../../server/commands/command.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { benchApi } from './api.ts'
import { openBancas, type Bancas } from './bancas.ts'
import { benchBooks } from './books.ts'
import { benchConsole } from './console.ts'
import { benchExport } from './export.ts'
import { benchKpis } from './kpis.ts'
import { benchLanes } from './lanes.ts'
import { benchLists } from './lists.ts'
import { outcomeOf, type Measured } from './measure.ts'
import { benchPayments } from './payments.ts'
import { benchRegistry } from './registry.ts'
import { benchReport } from './report.ts'
import { benchReports } from './reports.ts'
import { benchSale } from './sale.ts'
import { benchTeller } from './teller.ts'
import { benchTill } from './till.ts'
import { writeMeasured } from './written.ts'

const user = { user: 'banca', password: demoPassword }
const supervisor = { ...user, user: 'supervisor' }
/** What is measured, in this order; a part asks for the databases it needs. */
const parts: Record<string, (bancas: Bancas) => Promise<Measured[]>> = {
  venta: async (bancas) => benchSale(await bancas.empty('venta')),
  mostrador: async (bancas) => benchTeller(await bancas.small()),
  api: async (bancas) => benchApi(await bancas.small(), user),
  consola: async (bancas) => benchConsole(await bancas.small(), user),
  carriles: async (bancas) => benchLanes(await bancas.small(), supervisor),
  listas: async (bancas) => benchLists(await bancas.empty('listas')),
  registro: async (bancas) => benchRegistry(await bancas.empty('registro')),
  libros: async (bancas) => benchBooks(await bancas.empty('libros')),
  pagos: async (bancas) => benchPayments(await bancas.empty('pagos')),
  cajas: async (bancas) => benchTill(await bancas.empty('cajas')),
  exportación: async (bancas) => benchExport(await bancas.empty('filas')),
  reporte: async (bancas) => benchReport(await bancas.large(), user),
  reportes: async (bancas) => benchReports(await bancas.large(), user),
  tableros: async (bancas) => benchKpis({ large: await bancas.large(), small: await bancas.small() }),
}

const given = options()
/** Without `--full`, everything in some minutes; with it, the size that is promised, which takes an hour to fill. */
const large = Number(given['tickets'] ?? (given['full'] ? 5_000_000 : 300_000))
const tickets = { large, small: Math.min(100_000, large) }
const only = given['only']?.split(',')
/** Minutes of filling and asking: with `--full`, or by name. */
const lengthy = ['listas', 'registro', 'libros', 'pagos', 'cajas']
const unknown = only?.find((name) => !parts[name])
const log = (line: string) => console.log(line)
if (unknown) {
  console.error(`No hay una parte «${unknown}»: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

const bancas = await openBancas(tickets, log)
const results: Measured[] = []
const seconds: Record<string, number> = {}
let broken = 0
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (only ? !only.includes(name) : lengthy.includes(name) && !given['full']) continue
    log(`\nMidiendo ${name}…`)
    const start = performance.now()
    const filled = bancas.seconds()
    const { rows, error } = await outcomeOf(name, () => measure(bancas))
    if (error !== undefined) {
      broken += 1
      console.error(error)
    }
    for (const { work, measured, reached } of rows) log(`  ${reached ? '✓' : '✗'} ${work}: ${measured}`)
    results.push(...rows)
    // Filling a database is told apart: whichever part asks first would seem to take that long.
    seconds[name] = Math.round((performance.now() - start) / 1_000 - (bancas.seconds() - filled))
    log(`  ${seconds[name]} s`)
  }
} finally {
  await bancas.close()
}
seconds['datos'] = Math.round(bancas.seconds())

const machine = {
  cores: availableParallelism(),
  model: cpus()[0]?.model ?? '',
  memory_gib: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
  tickets,
  seconds,
}
mkdirSync('bench', { recursive: true })
writeFileSync('bench/results.json', `${JSON.stringify({ machine, results }, null, 2)}\n`)
if ('write' in given) writeMeasured('docs/measured.md', results, machine)
const missing = results.filter((one) => one.missing).length
const took = Object.entries(seconds)
  .map(([name, taken]) => `${name} ${taken} s`)
  .join(', ')
log(`\n${took}`)
log(
  `${results.filter((one) => one.reached).length} de ${results.length - missing} metas ` +
    `alcanzadas${missing ? `, ${missing} sin medir` : ''} (${machine.cores} núcleos, ` +
    `${machine.memory_gib} GiB, ${machine.date}). bench/results.json`,
)
process.exitCode = broken > 0 ? 1 : 0
