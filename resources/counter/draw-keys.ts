/** What is typed behind `/`: which draws the next numbers are for, and on which columns. */
import type { CounterDraw, CounterProduct } from '@contract/counter.ts'
import { fold } from '@contract/values/text.ts'
import {
  drawsOfChoice,
  columnsOfGame,
  drawKey,
  drawsAt,
  drawsLeft,
  drawTime,
  drawTitle,
  isOpen,
  nextDraw,
  productsOf,
  firstColumns,
} from './draws.ts'
import type { BetPlace, CounterContext, DrawChoice, Reading } from './types.ts'
import { columnsText, forDraws, listed, maybeText, wrong } from './words.ts'

type Wrong = Extract<Reading, { kind: 'wrong' }>
type ChoiceRead = Extract<Reading, { kind: 'draws' }> | Wrong
type DrawsRead = { draws: readonly CounterDraw[] } | Wrong

const letters: readonly BetPlace[] = ['A', 'B', 'C']

/** Two digits are a product; the last two of three or four its hour, the last four of five or six hour and minute. */
function takeKey(digits: string): { key: number; hour: string } {
  const width = digits.length <= 2 ? 0 : digits.length <= 4 ? 2 : 4
  return { key: Number(digits.slice(0, digits.length - width)), hour: digits.slice(digits.length - width) }
}

function productOf(written: string, { catalogue }: CounterContext): { product: CounterProduct; hour: string } | Wrong {
  if (/^\d{1,6}$/.test(written)) {
    const { key, hour } = takeKey(written)
    const product = catalogue.products.find(({ counter_key }) => counter_key === key)
    return product ? { product, hour } : wrong('product_unknown', `Ningún juego tiene la tecla ${key}.`)
  }
  const name = fold(written)
  if (!/^\p{L}/u.test(name)) return wrong('product_unknown', `«${written}» no es la tecla de un juego.`)
  const exact = catalogue.products.filter((product) => fold(product.name) === name)
  const begun =
    exact.length > 0 ? exact : catalogue.products.filter((product) => ` ${fold(product.name)}`.includes(` ${name}`))
  const [product] = begun
  if (!product) return wrong('product_unknown', `Ningún juego se llama «${written}».`)
  if (begun.length > 1)
    return wrong(
      'name_ambiguous',
      maybeText(
        written,
        begun.map((one) => one.name),
      ),
      'Escriba más letras.',
    )
  return { product, hour: '' }
}

/** Why a draw takes no bets, with the one that does. */
export function shutText(draw: CounterDraw, context: CounterContext): Wrong {
  const title = drawTitle(draw, context)
  if (draw.state === 'programado' && Date.parse(draw.opens_at) > context.now)
    return wrong('draw_closed', `${title} todavía no recibe jugadas.`)
  const next = nextDraw(context, draw.product_id, draw)
  const key = next && drawKey(next, context)
  const hint = next ? `Sigue el de ${drawTime(next, context)}${key ? `: ${key}` : ''}.` : 'No le quedan sorteos.'
  return wrong('draw_closed', `${title} ${draw.state === 'suspendido' ? 'está suspendido' : 'ya cerró'}.`, hint)
}

function drawAtHour(product: CounterProduct, hour: string, context: CounterContext): { draw: CounterDraw } | Wrong {
  const [draw, another] = drawsAt(context, product.id, hour)
  if (!draw) {
    const left = drawsLeft(context, product.id).map((one) => drawTime(one, context))
    const clock = hour.replace(/^(\d\d)(\d\d)$/, '$1:$2')
    const says = `${product.name} no tiene sorteo ${clock.length === 2 ? `en la hora ${clock}` : `a las ${clock}`}.`
    return wrong('draw_unknown', says, left.length > 0 ? `Le quedan: ${listed(left)}.` : 'No le quedan sorteos.')
  }
  if (another) {
    const keys = drawsAt(context, product.id, hour).flatMap((one) => drawKey(one, context) ?? [])
    return wrong(
      'draw_ambiguous',
      `${product.name} tiene varios sorteos en la hora ${hour}.`,
      `Escriba ${keys.join(' o ')}.`,
    )
  }
  return isOpen(draw, context) ? { draw } : shutText(draw, context)
}

/** One game: `1`, `111`, `1*3`, `1*`, `gran`. */
function readGame(written: string, context: CounterContext): DrawsRead {
  const [, name = '', star, count = ''] = /^([^*]*)(\*(\d*))?$/.exec(written) ?? []
  if (name.trim() === '') {
    const says = written === '' ? 'Falta la tecla del juego.' : `«${written}» no es un juego.`
    return wrong(written === '' ? 'unfinished' : 'product_unknown', says)
  }
  const meant = productOf(name.trim(), context)
  if ('kind' in meant) return meant
  const { product, hour } = meant
  const at = hour === '' ? null : drawAtHour(product, hour, context)
  if (at && 'kind' in at) return at
  if (star === undefined) {
    const draw = at?.draw ?? nextDraw(context, product.id)
    return draw ? { draws: [draw] } : wrong('no_draw', `A ${product.name} no le quedan sorteos.`)
  }
  const left = drawsLeft(context, product.id, at?.draw)
  if (left.length === 0) return wrong('no_draw', `A ${product.name} no le quedan sorteos.`)
  if (count === '') return { draws: left }
  const wanted = Number(count)
  if (wanted === 0) return wrong('unfinished', 'Cuántos sorteos: al menos 1.')
  if (wanted <= left.length) return { draws: left.slice(0, wanted) }
  const rest = left.length === 1 ? 'queda 1 sorteo' : `quedan ${left.length} sorteos`
  return wrong('no_draw', `A ${product.name} le ${rest}, no ${wanted}.`, 'Con * solo van todos los que quedan.')
}

function readColumns(written: string, products: readonly CounterProduct[]): { places: BetPlace[] } | Wrong {
  if (written === '') return wrong('unfinished', 'Falta la columna: 1 es A, 2 es B, 3 es C.')
  if (!/^[1-3a-c]+$/i.test(written))
    return wrong('no_column', `«${written}» no es una columna.`, '1 es A, 2 es B, 3 es C.')
  const asked = [...written.toUpperCase()].map((one) => letters[Number(one) - 1] ?? one)
  const places = letters.filter((place) => asked.includes(place))
  const columned = products.filter((product) => columnsOfGame(product).length > 0)
  if (columned.length === 0)
    return wrong('no_column', `${listed(products.map(({ name }) => name))}: no se juega por columnas.`)
  for (const product of columned) {
    const missing = places.filter((place) => !columnsOfGame(product).includes(place))
    if (missing.length > 0) return wrong('no_column', `${product.name} no tiene ${columnsText(missing)}.`)
  }
  return { places }
}

/** Bets of two kinds of game read differently: 25 would be two bets. */
export function mixedKinds(products: readonly CounterProduct[]): Wrong | null {
  if (new Set(products.map(({ kind }) => kind)).size < 2) return null
  const names = listed(products.map(({ name }) => name))
  return wrong('kinds_mixed', `${names} se juegan distinto.`, 'En un mismo ticket sí: elija uno, y después el otro.')
}

/** Columns that stay where all products have one of them. */
export function fittingPlaces(places: readonly BetPlace[], products: readonly CounterProduct[]): readonly BetPlace[] {
  const columned = products.map(columnsOfGame).filter((own) => own.length > 0)
  const fit = columned.every((own) => places.some((place) => own.includes(place)))
  return places.length > 0 && fit ? places : firstColumns(products)
}

/** `1`, `111`, `1*3`, `1*`, `6,12`, `1+2`, `+2`, `,12`. */
export function readChoice(written: string, choice: DrawChoice, context: CounterContext): ChoiceRead {
  const [games = '', columns, ...more] = written.split(',').map((part) => part.trim())
  if (more.length > 0) return wrong('no_column', 'Las columnas van juntas, al final.', '/6,12 son la A y la B.')
  const adds = games.startsWith('+')
  const draws: CounterDraw[] =
    adds || games === '' ? drawsOfChoice(context, choice).filter((draw) => isOpen(draw, context)) : []
  if (games !== '' || columns === undefined) {
    for (const game of games.replace(/^\+/, '').split('+')) {
      const read = readGame(game, context)
      if ('kind' in read) return read
      draws.push(...read.draws.filter((draw) => !draws.includes(draw)))
    }
  }
  if (draws.length === 0) return wrong('no_draw', 'No hay un sorteo elegido.')
  const products = productsOf(context, draws)
  const mixed = mixedKinds(products)
  if (mixed) return mixed
  const read = columns === undefined ? null : readColumns(columns, products)
  if (read && 'kind' in read) return read
  const places = read?.places ?? (adds ? fittingPlaces(choice.places, products) : firstColumns(products))
  return {
    kind: 'draws',
    says: forDraws(draws, places, context),
    choice: { draw_ids: draws.map(({ id }) => id), places },
  }
}
