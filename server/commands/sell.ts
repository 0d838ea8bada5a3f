/**
 * `npm run sell`: keeps selling as the demo's counters would, over HTTP, until Ctrl+C. It keeps a shop's hours, as the
 * demo's days do, and plays by the terminals' rules: an idempotency key for each sale, a new sign-in when the session ends.
 */
import { currencies } from '@contract/values/currency.ts'
import { inZone } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { CommandError, options } from './command.ts'
import { Random } from '../seed/random.ts'
import { openCounters, SaleRefused, type DemoCounter } from '../seed/sell-counter.ts'
import { busiest, minuteWeight } from '../seed/shape.ts'

const usage =
  'Uso: npm run sell [-- --rate 2 --url http://127.0.0.1:4000 --always]\n\n  --rate    ' +
  'ventas por segundo en la hora más movida, entre todas las taquillas\n  --url     ' +
  'dirección del servidor\n  --always  a cualquier hora y al mismo ritmo; sin ella, en ' +
  'el horario de las taquillas'
/** The demo's counters are in Venezuela. */
const zone = 'America/Caracas'
const mostRate = 200
/** Sales under way at once; beyond them the server is the slower one, and a sale is left out. */
const mostUnderWay = 32
const salesPerLine = 10

interface Tally {
  sold: number
  refused: Map<string, number>
}

function refusals({ refused }: Tally): string {
  if (refused.size === 0) return ''
  return ` · rechazos: ${[...refused].map(([reason, times]) => `${reason} ${times}`).join(', ')}`
}

async function sellOnce(counter: DemoCounter, random: Random, tally: Tally): Promise<void> {
  try {
    const ticket = await counter.sell(random)
    if (!ticket) return
    tally.sold += 1
    if (tally.sold % salesPerLine === 0) {
      const currency = currencies.find((one) => one === ticket.currency)!
      console.log(
        `${tally.sold} vendidos · ${ticket.serial} ${formatMoney(ticket.total, currency, true)} en ${ticket.office_name}${refusals(tally)}`,
      )
    }
  } catch (error) {
    const reason = error instanceof SaleRefused ? error.title : 'sin respuesta del servidor'
    tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1)
    if (!(error instanceof SaleRefused)) await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

/** Of as many sales as in the busiest minute, the part that this minute of the day has; none at night. */
function paceAt(now: Date): number {
  const [hours = 0, minutes = 0] = inZone(now, zone).time.split(':').map(Number)
  return minuteWeight(hours * 60 + minutes) / busiest
}

async function main(): Promise<void> {
  const given = options()
  if (given['help']) return console.log(usage)
  const rate = given['rate'] === undefined ? 2 : /^\d+(\.\d+)?$/.test(given['rate']) ? Number(given['rate']) : 0
  if (rate <= 0 || rate > mostRate)
    throw new CommandError(`--rate debe ser un número entre 0 y ${mostRate}.\n\n${usage}`)
  const url = (given['url'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 4000}`).replace(/\/$/, '')
  const counters = await openCounters(url)
  const random = new Random(Date.now())
  const tally: Tally = { sold: 0, refused: new Map() }
  const always = given['always'] !== undefined
  let underWay = 0
  console.log(
    `Vendiendo ${rate.toLocaleString('es-VE')} tickets por segundo en ${counters.length} taquillas de ${url}. Ctrl+C para terminar.`,
  )
  if (!always && paceAt(new Date()) === 0)
    console.log('A esta hora las taquillas están cerradas y nadie compra; con --always se vende a cualquier hora.')
  const timer = setInterval(() => {
    if (underWay >= mostUnderWay || (!always && !random.chance(paceAt(new Date())))) return
    underWay += 1
    void sellOnce(random.pick(counters), random, tally).finally(() => {
      underWay -= 1
    })
  }, 1000 / rate)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  clearInterval(timer)
  while (underWay > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(`${tally.sold} tickets vendidos${refusals(tally)}.`)
}

main().catch((error: unknown) => {
  console.error(
    error instanceof CommandError
      ? error.message
      : error instanceof SaleRefused
        ? `${error.title}. ${error.message}`
        : error,
  )
  process.exitCode = 1
})
