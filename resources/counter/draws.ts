/** The draws of the counter: which are open at this moment, which comes next, what they are called and by which key. */
import type { CounterDraw, CounterProduct } from '@contract/counter.ts'
import { clockOf, inZone } from '@contract/values/dates.ts'
import { dayName, isSelling } from '../polla/rounds.ts'
import type { BetPlace, CounterContext, DrawChoice } from './types.ts'

export const productById = ({ catalogue }: CounterContext, id: number): CounterProduct | undefined =>
  catalogue.products.find((product) => product.id === id)

export const drawById = ({ catalogue }: CounterContext, id: number): CounterDraw | undefined =>
  catalogue.draws.find((draw) => draw.id === id)

/** The clock decides, and what the server refused since. */
export const isOpen = (draw: CounterDraw, { now, closed }: CounterContext): boolean =>
  isSelling(draw, now) && !closed.has(draw.id)

const byTime = (one: CounterDraw, other: CounterDraw) =>
  Date.parse(one.scheduled_at) - Date.parse(other.scheduled_at) || one.id - other.id

/** Of a product, in their order; of several days where other days' are sold already. */
export function openDraws(context: CounterContext, product_id: number): CounterDraw[] {
  return context.catalogue.draws.filter((draw) => draw.product_id === product_id && isOpen(draw, context)).sort(byTime)
}

/** The first open one of a product; after a draw, the first behind it. */
export function nextDraw(context: CounterContext, product_id: number, after?: CounterDraw): CounterDraw | undefined {
  return openDraws(context, product_id).find((draw) => !after || byTime(draw, after) > 0)
}

export const dayOfDraw = (draw: CounterDraw, { zone }: CounterContext): string =>
  inZone(new Date(draw.scheduled_at), zone).day

/** Whether a game has draws today, open or not. */
export const drawsToday = (context: CounterContext, product_id: number): boolean =>
  context.catalogue.draws.some(
    (draw) => draw.product_id === product_id && dayOfDraw(draw, context) === context.catalogue.today,
  )

/** Open draws of a product on the day of its next one: those that are left. */
export function drawsLeft(context: CounterContext, product_id: number, from?: CounterDraw): CounterDraw[] {
  const open = openDraws(context, product_id)
  const first = from ?? open[0]
  if (!first) return []
  const day = dayOfDraw(first, context)
  return open.filter((draw) => dayOfDraw(draw, context) === day && byTime(draw, first) >= 0)
}

/** `11:00`, `mañana 11:00`, `30/11/2026 11:00`. */
export function drawTime(draw: CounterDraw, context: CounterContext): string {
  const [day, clock] = [dayOfDraw(draw, context), clockOf(draw.scheduled_at, context.zone)]
  const { today } = context.catalogue
  return day === today ? clock : `${dayName(day, today)} ${clock}`
}

/** `Lotto Activo 11:00`. */
export function drawTitle(draw: CounterDraw, context: CounterContext): string {
  return `${productById(context, draw.product_id)?.name ?? 'Sorteo'} ${drawTime(draw, context)}`
}

/**
 * The draws of a product that `11` or `1130` mean: of the first day that has some, open or not. At 10:56 nobody means
 * tomorrow's 11:00.
 */
export function drawsAt(context: CounterContext, product_id: number, hour: string): CounterDraw[] {
  const found = context.catalogue.draws
    .filter((draw) => {
      const clock = clockOf(draw.scheduled_at, context.zone).replace(':', '')
      return draw.product_id === product_id && clock.startsWith(hour)
    })
    .sort(byTime)
  const [first] = found
  return first ? found.filter((draw) => dayOfDraw(draw, context) === dayOfDraw(first, context)) : []
}

/** What is typed for a draw, as its chip shows it: `/111`, `/11130` where its hour has several; null where no key leads to it. */
export function drawKey(draw: CounterDraw, context: CounterContext): string | null {
  const key = productById(context, draw.product_id)?.counter_key ?? null
  if (key === null) return null
  const minute = clockOf(draw.scheduled_at, context.zone).replace(':', '')
  const hour = [minute.slice(0, 2), minute].find((at) => {
    const meant = drawsAt(context, draw.product_id, at)
    return meant.length === 1 && meant[0]!.id === draw.id
  })
  return hour === undefined ? null : `/${key}${hour}`
}

const columnKinds = ['triple', 'terminal', 'punta']
/** Do bets of this kind stand on a column that is chosen? A zodiacal has its own. */
export const isOnColumn = (kind: string): boolean => columnKinds.includes(kind)

/** The columns on which a product is played; none where a draw of it has one number. */
export function columnsOfGame(product: CounterProduct): BetPlace[] {
  const places = product.bet_types
    .filter(({ kind, place }) => isOnColumn(kind) && place !== '')
    .map(({ place }) => place)
  return [...new Set(places)].sort()
}

/** Products of draws, each once. */
export function productsOf(context: CounterContext, draws: readonly CounterDraw[]): CounterProduct[] {
  const ids = [...new Set(draws.map(({ product_id }) => product_id))]
  return ids.flatMap((id) => productById(context, id) ?? [])
}

/** Where nobody says a column: the first that all have, else the first that one has. */
export function firstColumns(products: readonly CounterProduct[]): BetPlace[] {
  const columns = products.map(columnsOfGame).filter((own) => own.length > 0)
  const [first = []] = columns
  const place = first.find((one) => columns.every((own) => own.includes(one))) ?? first[0]
  return [place ?? 'A']
}

export function drawsOfChoice(context: CounterContext, { draw_ids }: DrawChoice): CounterDraw[] {
  return draw_ids.flatMap((id) => drawById(context, id) ?? [])
}

/** The first game, its next draw, its first column: what every new ticket begins with. */
export function firstChoice(context: CounterContext): DrawChoice {
  for (const product of context.catalogue.products) {
    const draw = nextDraw(context, product.id)
    if (draw) return { draw_ids: [draw.id], places: firstColumns([product]) }
  }
  return { draw_ids: [], places: ['A'] }
}

/** A choice whose closed draws give way to the next of their product; the first choice where none is left. */
export function movedChoice(choice: DrawChoice, context: CounterContext): DrawChoice {
  const draws = drawsOfChoice(context, choice)
  if (draws.length > 0 && draws.length === choice.draw_ids.length && draws.every((draw) => isOpen(draw, context)))
    return choice
  const open = draws.flatMap((draw) =>
    isOpen(draw, context) ? draw : (nextDraw(context, draw.product_id, draw) ?? []),
  )
  return open.length > 0 ? { ...choice, draw_ids: [...new Set(open.map(({ id }) => id))] } : firstChoice(context)
}
