/** The counter's catalogue as a demo office would be told it: the seed's products, and the draws of one Wednesday. */
import type { CounterCatalogue, CounterDraw, CounterProduct } from '@contract/counter.ts'
import { addDays, inZone } from '@contract/values/dates.ts'
import { betTypes, catalogueProducts, catalogueSymbols, type CatalogueProduct } from '@server/seed/catalogue.ts'
import { changeBasket, newBasket } from '@resources/counter/basket.ts'
import { drawById, drawKey } from '@resources/counter/draws.ts'
import { readEntry } from '@resources/counter/grammar.ts'
import type { CounterContext, NewLine } from '@resources/counter/types.ts'

const wednesday = 4
const counterDay = '2026-11-25'
const zone = 'America/Caracas'

function productOf(product: CatalogueProduct): CounterProduct {
  return {
    id: product.id,
    counter_key: product.id,
    code: product.code,
    name: product.name,
    kind: product.kind,
    zone: product.zone,
    tripleta_draws: 10,
    bet_types: betTypes.flatMap((bet) => {
      const offer = product.offers.find((one) => one.bet_type === bet.code)
      return offer
        ? [{ id: bet.id, name: bet.name, kind: bet.kind, place: bet.place, multiplier: offer.multiplier }]
        : []
    }),
    symbols: catalogueSymbols(product).map(([code, name]) => ({ code, name, image_url: null })),
  }
}

/** Hours of Caracas are four behind, those of Panamá five. */
function instantOf(day: string, time: string, product: CatalogueProduct): Date {
  const hours = product.zone === 'America/Panama' ? '05' : '04'
  return new Date(`${day}T${time}:00-${hours}:00`)
}

function drawsOf(product: CatalogueProduct, day: string, first: number): CounterDraw[] {
  const times = product.schedules.filter((one) => (one.weekday_mask & wednesday) > 0).flatMap((one) => one.times)
  return [...times].sort().map((time, at) => {
    const scheduled = instantOf(day, time, product)
    return {
      id: first + at,
      product_id: product.id,
      scheduled_at: scheduled.toISOString(),
      opens_at: new Date(`${addDays(counterDay, -1)}T04:00:00Z`).toISOString(),
      closes_at: new Date(scheduled.getTime() - 5 * 60_000).toISOString(),
      state: 'abierto',
      result: [],
    }
  })
}

const sold = catalogueProducts.filter(({ kind }) => kind !== 'polla')

export const counterCatalogue: CounterCatalogue = {
  server_time: `${counterDay}T14:40:00.000Z`,
  today: counterDay,
  office: { id: 7, name: 'Taquilla 1', agency_name: 'La Candelaria', max_lines: 60, annul_minutes: 5 },
  offices: [{ id: 7, name: 'Taquilla 1' }],
  limits: [
    {
      currency: 'BS',
      min_stake: '1.00',
      max_stake: '5000.00',
      max_ticket: '20000.00',
      quick_amounts: ['10.00', '20.00', '50.00', '100.00', '200.00'],
    },
    { currency: 'COP', min_stake: '1000.00', max_stake: null, max_ticket: null, quick_amounts: ['1000.00', '2000.00'] },
  ],
  products: sold.map(productOf),
  draws: sold.flatMap((product) => drawsOf(product, counterDay, product.id * 100)),
}

/** The same draws on the day after, with other ids. */
export const drawsOfTomorrow: readonly CounterDraw[] = sold.flatMap((product) =>
  drawsOf(product, addDays(counterDay, 1), product.id * 100 + 50),
)

/** At a clock time of that day; 10:40 leaves Lotto Activo nine draws, from 11:00 to 19:00. */
export function counterAt(time = '10:40', more: Partial<CounterContext> = {}): CounterContext {
  const now = Date.parse(`${counterDay}T${time}:00-04:00`)
  return { catalogue: counterCatalogue, zone, now, closed: new Set(), last: null, ...more }
}

/** The draw of a product at a clock time of Caracas, by its key: `drawAt(1, '11:00')`. */
export function drawAt(product_id: number, time: string): number {
  const found = counterCatalogue.draws.find(
    (draw) => draw.product_id === product_id && inZone(new Date(draw.scheduled_at), zone).time.startsWith(time),
  )
  if (!found) throw new Error(`no draw of ${product_id} at ${time}`)
  return found.id
}

/** Texts each followed by `↵`, and a last one that is read and not yet entered. */
export function typeInto(script: string, context: CounterContext, basket = newBasket(context)) {
  const texts = script.split('↵')
  const last = texts.pop() ?? ''
  const ticket = texts.reduce(
    (before, text) => changeBasket(before, { do: 'take', reading: readEntry(text, before, context) }, context),
    basket,
  )
  return { ticket, reading: readEntry(last, ticket, context) }
}

const short = (numbers: readonly string[]) =>
  numbers.length > 6 ? `${numbers[0]} to ${numbers.at(-1)}` : numbers.join(' ')

/** Lines told shortly, by kind of bet: `6 triple 253 235 … A /612 10.00`. */
export function toldLines(lines: readonly Omit<NewLine, 'adds'>[], context: CounterContext): string {
  const told = [...new Set(lines.map(({ kind }) => kind))].map((kind) => {
    const own = lines.filter((line) => line.kind === kind)
    const each = (of: (line: (typeof own)[number]) => string | null) => [...new Set(own.map((line) => of(line) ?? '?'))]
    const key = (line: (typeof own)[number]) => drawKey(drawById(context, line.draw_id)!, context)
    const [numbers, places] = [each(({ number }) => number), each(({ place }) => place).join('')]
    const parts = [short(numbers), places, each(key).join(' '), each(({ stake }) => stake).join(' ')]
    return `${own.length} ${kind} ${parts.filter(Boolean).join(' ')}`
  })
  return told.join(' & ')
}
