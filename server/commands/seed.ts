/**
 * `npm run seed`: fills the database of DATABASE_URL, or the embedded ones, with the demo. Exits with 1
 * and one sentence when it may not.
 */
import { CommandError, options } from './command.ts'
import { EmbeddedError, ensureDatabase, joinEmbedded } from '../platform/db/embedded.ts'
import { upgrade } from '../upgrade.ts'
import { demoProgress, seedDemo, seedPanama, type SeedOptions } from '../seed/demo.ts'
import { panamaName, sharedProgress, venezuelaName, type Progress } from '../seed/progress.ts'
import { SeedRefused } from '../seed/emptiness.ts'
import { embeddedBancas, linkDemos } from '../seed/linked.ts'

const usage = `Uso: npm run seed [-- --tickets 200000 --days 400 --seed 1 --agencies 5000 --offices 20000 --reset --panama]

  --tickets  tickets vendidos en el período (30000)
  --days     días de ventas, contando hoy (400)
  --seed     número que decide el azar: el mismo da las mismas cifras
  --agencies, --offices
             cuántas agencias y taquillas tiene la banca de Venezuela
  --reset    borra primero todo lo que tenga la base de datos
  --panama   carga la banca de Panamá en lugar de la de Venezuela`

const say = (line: string) => console.log(line)
const known = new Set(['tickets', 'days', 'seed', 'agencies', 'offices', 'reset', 'panama', 'help'])
const mostTickets = 100_000_000
const mostDays = 400
const mostPartners = 100_000

function whole(given: Record<string, string>, name: string, most: number): number | undefined {
  const text = given[name]
  if (text === undefined) return undefined
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw new CommandError(`--${name} debe ser un número entre 1 y ${most}.\n\n${usage}`)
  return value
}

function seedOptions(given: Record<string, string>): SeedOptions {
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown) throw new CommandError(`No se reconoce --${unknown}.\n\n${usage}`)
  const tickets = whole(given, 'tickets', mostTickets)
  const days = whole(given, 'days', mostDays)
  const seed = whole(given, 'seed', 999_999_999)
  const agencies = whole(given, 'agencies', mostPartners)
  const offices = whole(given, 'offices', mostPartners)
  return {
    reset: given['reset'] === 'true',
    till: true,
    ...(tickets && { tickets }),
    ...(days && { days }),
    ...(seed && { seed }),
    ...(agencies && { agencies }),
    ...(offices && { offices }),
  }
}

/** The progress of a seed that fills one banca. */
function alone(name: string): Progress {
  return sharedProgress([{ name, weight: 1 }], say)[0]!
}

async function fill(name: string, url: string, seed: typeof seedDemo, chosen: SeedOptions): Promise<void> {
  await upgrade(url)
  const { tickets, seconds } = await seed(url, chosen)
  console.log(
    `${name}: ${tickets.toLocaleString('es-VE')} tickets cargados en ` +
      `${seconds.toLocaleString('es-VE', { maximumFractionDigits: 1 })} segundos.`,
  )
}

/** The embedded server holds both bancas, the Panama one in its usual size. */
async function fillEmbedded(chosen: SeedOptions, onlyPanama: boolean): Promise<void> {
  const embedded = await joinEmbedded({ log: say })
  try {
    for (const name of ['sorteo', 'sorteo_panama']) await ensureDatabase(embedded.url('postgres'), name)
    const [progress, progressOfPanama] = demoProgress(say, chosen.tickets)
    if (!onlyPanama) await fill(venezuelaName, embedded.url('sorteo'), seedDemo, { ...chosen, progress })
    const { tickets: _usual, ...rest } = chosen
    const ofPanama = onlyPanama ? { ...chosen, progress: alone(panamaName) } : { ...rest, progress: progressOfPanama }
    await fill(panamaName, embedded.url('sorteo_panama'), seedPanama, ofPanama)
    if (!onlyPanama) await linkDemos(...embeddedBancas((name) => embedded.url(name)))
  } finally {
    await embedded.stop()
  }
}

async function main(): Promise<void> {
  const given = options()
  if (given['help']) return console.log(usage)
  const chosen = seedOptions(given)
  const onlyPanama = given['panama'] === 'true'
  const url = process.env['DATABASE_URL']
  if (!url) return fillEmbedded(chosen, onlyPanama)
  const name = onlyPanama ? panamaName : venezuelaName
  await fill(name, url, onlyPanama ? seedPanama : seedDemo, { ...chosen, progress: alone(name) })
}

main().catch((error: unknown) => {
  const expected = error instanceof CommandError || error instanceof SeedRefused || error instanceof EmbeddedError
  console.error(expected ? error.message : error)
  process.exitCode = 1
})
