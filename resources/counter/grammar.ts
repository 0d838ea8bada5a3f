/**
 * What a text in the counter's one field means, and the sentence of what Enter will do with it. It changes nothing and
 * refuses what could mean two things.
 */
import type { CounterDraw, CounterProduct } from '@contract/counter.ts'
import { betKindLabels } from '@contract/values/bet-numbers.ts'
import { formatMoney } from '@contract/values/money.ts'
import { readSerialAndCode } from '@/kit/counter/ticket-key.ts'
import { copyOf, repeatOf } from './copies.ts'
import { mixedKinds, readChoice, shutText } from './draw-keys.ts'
import { drawsOfChoice, columnsOfGame, isOnColumn, isOpen, productById, productsOf } from './draws.ts'
import { readNumbers, type NumbersRead } from './numbers.ts'
import { limitsOf, notSold, readStake, sameBet, stakeFault, stakesFault, sumsOfBets } from './stakes.ts'
import { roomFault, waitingLines } from './ticket.ts'
import type { Basket, BetPlace, CounterContext, NewLine, Reading } from './types.ts'
import { closingText, columnsText, forDraws, linesText, partsText, wrong } from './words.ts'

type Wrong = Extract<Reading, { kind: 'wrong' }>

/** Characters of serials and codes: none that is easily taken for another. */
const keyAtEnd = /([0-9A-HJKMNP-TV-Z]{10})[^0-9A-Z]?([0-9A-HJKMNP-TV-Z]{13})$/i
const serialAlone = /^(?=.*\d)[0-9A-HJKMNP-TV-Z]{10}$/i

/** A ticket's key, behind whatever stood in the field when the scanner wrote it. */
function readTicket(text: string): Reading | null {
  const found = keyAtEnd.exec(text)
  const written = found ? found[0] : serialAlone.test(text) ? text : null
  if (written === null) return null
  const { serial, code } = readSerialAndCode(written)
  return serial === null ? null : { kind: 'ticket', serial, code, before: found ? text.slice(0, found.index) : '' }
}

function readAmountAlone(typed: string, basket: Basket, context: CounterContext): Reading {
  const limits = limitsOf(context, basket.currency)
  if (!limits) return notSold(basket.currency)
  const waiting = waitingLines(basket)
  if (waiting.length === 0)
    return wrong(
      'nothing_waits',
      'Ninguna jugada espera un monto.',
      basket.lines.length > 0 ? 'Con - se quita la última, para escribirla otra vez.' : null,
    )
  const read = readStake(typed, basket.currency)
  if ('kind' in read) return read
  const { stake } = read
  const keys = waiting.map(({ key }) => key)
  const changed = basket.lines.map((line) => (keys.includes(line.key) ? { ...line, stake } : line))
  const sums = sumsOfBets(changed)
  for (const line of waiting) {
    const fault = stakeFault(sums.get(sameBet(line))!, limits)
    if (fault) return fault
  }
  const each = waiting.length > 1 ? ' cada una' : ''
  return {
    kind: 'amount',
    stake,
    keys,
    says: `${formatMoney(stake, basket.currency)}${each} a ${linesText(waiting, context)}`,
  }
}

type Bet = NumbersRead['bets'][number]
interface Offered {
  bet: CounterProduct['bet_types'][number]
  product: CounterProduct
}

/** Bet types of a product that a bet is of: on each chosen column that it has, or on its own. */
function offersOf({ kind }: Bet, product: CounterProduct, places: readonly BetPlace[]): Offered[] | Wrong {
  const offered = product.bet_types.filter((bet) => bet.kind === kind)
  if (offered.length === 0)
    return wrong('bet_not_offered', `${product.name} no juega ${betKindLabels[kind].toLowerCase()}.`)
  if (!isOnColumn(kind)) return [{ bet: offered[0]!, product }]
  const found = offered.filter(({ place }) => place === '' || places.includes(place))
  if (found.length > 0) return found.map((bet) => ({ bet, product }))
  const own = columnsOfGame(product)
  return wrong('no_column', `${product.name} no tiene ${columnsText(places)}.`, `Se juega en ${columnsText(own)}.`)
}

interface Asked {
  basket: Basket
  context: CounterContext
  draws: readonly CounterDraw[]
  stake: string | null
}

function linesOf(bets: readonly Bet[], { basket, context, draws, stake }: Asked): NewLine[] | Wrong {
  const seen = new Set(basket.lines.map(sameBet))
  const lines: NewLine[] = []
  for (const draw of draws) {
    const product = productById(context, draw.product_id)
    if (!product) continue
    for (const { number, ...bet } of bets) {
      const offers = offersOf({ number, ...bet }, product, basket.choice.places)
      if ('kind' in offers) return offers
      for (const { bet: offered } of offers) {
        const { id: bet_type_id, kind, place } = offered
        const line = { draw_id: draw.id, product_id: product.id, bet_type_id, kind, place, number, stake }
        lines.push({ ...line, adds: seen.has(sameBet(line)) })
        seen.add(sameBet(line))
      }
    }
  }
  return lines
}

/** Draws for which a number may be written now. */
function drawsToPlay({ choice }: Basket, context: CounterContext): { draws: CounterDraw[] } | Wrong {
  const draws = drawsOfChoice(context, choice)
  if (draws.length === 0) return wrong('no_draw', 'No hay un sorteo elegido.', 'Con / y su tecla se elige un juego.')
  const shut = draws.find((draw) => !isOpen(draw, context))
  return shut ? shutText(shut, context) : (mixedKinds(productsOf(context, draws)) ?? { draws })
}

function readBets(typed: string, amount: string | undefined, basket: Basket, context: CounterContext): Reading {
  const limits = limitsOf(context, basket.currency)
  if (!limits) return notSold(basket.currency)
  const chosen = drawsToPlay(basket, context)
  if ('kind' in chosen) return chosen
  const { draws } = chosen
  const products = productsOf(context, draws)
  const pieces: NumbersRead[] = []
  for (const piece of typed.split('+')) {
    const read = readNumbers(piece, products)
    if ('kind' in read) return read
    pieces.push(read)
  }
  const written = amount === undefined ? null : readStake(amount, basket.currency)
  if (written && 'kind' in written) return written
  const stake = written ? written.stake : (basket.lines.at(-1)?.stake ?? null)
  const lines = linesOf(
    pieces.flatMap(({ bets }) => bets),
    { basket, context, draws, stake },
  )
  if ('kind' in lines) return lines
  const fault = roomFault(lines, basket, context) ?? stakesFault(lines, basket.lines, limits)
  if (fault) return fault
  const columns = basket.choice.places.filter((place) =>
    lines.some((line) => isOnColumn(line.kind) && line.place === place),
  )
  const price = stake === null ? '' : ` a ${formatMoney(stake, basket.currency)}`
  const missing = stake === null ? '; falta el monto' : ''
  const says = `${partsText(pieces.map((piece) => piece.says))}${price} ${forDraws(draws, columns, context)}`
  return {
    kind: 'lines',
    lines,
    written: written !== null,
    currency: basket.currency,
    says: `${says}${closingText(lines, basket.currency)}${missing}`,
  }
}

function readBack({ lines }: Basket, context: CounterContext): Reading {
  const entry = lines.at(-1)?.entry
  if (entry === undefined) return wrong('nothing_to_take_back', 'El ticket está vacío: no hay qué quitar.')
  const last = lines.filter((line) => line.entry === entry)
  return { kind: 'back', entry, says: `quita ${linesText(last, context)}` }
}

/** Total over any text: what it cannot read is wrong, with a sentence. */
export function readEntry(text: string, basket: Basket, context: CounterContext): Reading {
  const typed = text.trim()
  if (typed === '') return { kind: 'nothing' }
  const ticket = readTicket(typed)
  if (ticket) return ticket
  if (typed === '-') return readBack(basket, context)
  if (typed === '//') return repeatOf(context.last, basket, context)
  if (typed.startsWith('//')) {
    const read = readChoice(typed.slice(2), basket.choice, context)
    return read.kind === 'draws' ? copyOf(read.choice, basket, context) : read
  }
  if (typed.startsWith('/')) return readChoice(typed.slice(1), basket.choice, context)
  const [numbers = '', amount, ...more] = typed.split('*')
  if (more.length > 0) return wrong('amount_invalid', 'Va un solo monto, detrás de los números.', '5+12*50')
  if (numbers.trim() === '') return readAmountAlone(amount ?? '', basket, context)
  return readBets(numbers, amount, basket, context)
}
