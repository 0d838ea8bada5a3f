/** The sentences of the counter: what a bet is called, for which draws it is, and for how much. */
import type { CounterDraw } from '@contract/counter.ts'
import { signNames, type Sign } from '@contract/values/bet-numbers.ts'
import type { Currency } from '@contract/values/currency.ts'
import { add, countText, formatMoney } from '@contract/values/money.ts'
import { columnsOfGame, drawTime, drawTitle, productById, productsOf } from './draws.ts'
import type { BetPlace, CounterContext, NewLine, WrongCode, Reading } from './types.ts'

/** More than these are counted, not named. */
const mostNamed = 4
const mostMeant = 6

const list = new Intl.ListFormat('es')
export const listed = (words: readonly string[]): string => list.format(words)
const choice = new Intl.ListFormat('es', { type: 'disjunction' })
/** Several that a text may mean: `puede ser Leo o Libra`. */
export const maybeText = (typed: string, words: readonly string[]): string =>
  `«${typed}» puede ser ${choice.format(words.slice(0, mostMeant))}${words.length > mostMeant ? ', y otros' : ''}.`

export const wrong = (
  code: WrongCode,
  says: string,
  hint: string | null = null,
): Extract<Reading, { kind: 'wrong' }> => ({
  kind: 'wrong',
  code,
  says,
  hint,
})

/** `253 LEO` → `253 Leo`. */
const withSign = (number: string) => number.replace(/[A-Z]{3}$/, (sign) => signNames[sign as Sign] ?? sign)

/** A bet without its draw: `25 Gallina`, `triple 253 A`, `zodiacal 253 Leo`, `tripleta 5-12-36`. */
export function lineTitle(
  line: Pick<NewLine, 'product_id' | 'kind' | 'place' | 'number'>,
  context: CounterContext,
): string {
  const { kind, number, place } = line
  const column = place === '' ? '' : ` ${place}`
  switch (kind) {
    case 'animalito': {
      const symbol = productById(context, line.product_id)?.symbols.find(({ code }) => code === number)
      return symbol ? `${number} ${symbol.name}` : number
    }
    case 'zodiacal':
      return `zodiacal ${withSign(number)}`
    case 'terminal_signo':
      return `terminal ${withSign(number)}`
    case 'terminal_pa':
      return `terminal ${number}`
    default:
      return `${kind} ${number}${column}`
  }
}

/** `columna A`, `columnas A y B`. */
export const columnsText = (places: readonly BetPlace[]): string =>
  `${places.length === 1 ? 'columna' : 'columnas'} ${listed(places)}`

/** `Lotto Activo 11:00`, `9 sorteos de Lotto Activo, de 11:00 a 19:00`. */
function drawsText(draws: readonly CounterDraw[], context: CounterContext): string {
  const [first] = draws
  if (draws.length <= mostNamed) {
    const alike = draws.every(({ product_id }) => product_id === first?.product_id)
    return listed(draws.map((draw) => (alike && draw !== first ? drawTime(draw, context) : drawTitle(draw, context))))
  }
  const games = listed(productsOf(context, draws).map(({ name }) => name))
  const times = [...draws].sort((one, other) => Date.parse(one.scheduled_at) - Date.parse(other.scheduled_at))
  const [from, to] = [drawTime(times[0]!, context), drawTime(times.at(-1)!, context)]
  return `${draws.length} sorteos de ${games}, de ${from} a ${to}`
}

/** `para Lotto Activo 11:00`; `para Triple Zulia 12:45, columnas A y B` where the draws have columns that are played. */
export function forDraws(draws: readonly CounterDraw[], places: readonly BetPlace[], context: CounterContext): string {
  const columned = productsOf(context, draws).some((product) => columnsOfGame(product).length > 0)
  return `para ${drawsText(draws, context)}${columned && places.length > 0 ? `, ${columnsText(places)}` : ''}`
}

/** Of several lines their sum, and how many of them add to what the ticket has. */
export function closingText(lines: readonly NewLine[], currency: Currency): string {
  const stakes = lines.flatMap(({ stake }) => stake ?? [])
  const total = lines.length > 1 && stakes.length > 0 ? `: ${formatMoney(add(...stakes), currency)}` : ''
  const adding = lines.filter(({ adds }) => adds).length
  if (adding === 0) return total
  return `${total}${adding === 1 ? ', se suma' : ', se suman'}${adding < lines.length ? ` ${adding}` : ''}`
}

/** `5 León`, `5 León y 12 Caballo`, `7 jugadas`. */
export const partsText = (parts: readonly string[]): string =>
  parts.length <= mostNamed ? listed(parts) : countText(parts.length, 'jugada', 'jugadas')

/** Lines by their bets, each once: `25 Gallina y 12 Caballo`, `7 jugadas`. */
export function linesText(
  lines: readonly Pick<NewLine, 'product_id' | 'kind' | 'place' | 'number'>[],
  context: CounterContext,
): string {
  const names = [...new Set(lines.map((line) => lineTitle(line, context)))]
  return names.length <= mostNamed ? listed(names) : countText(lines.length, 'jugada', 'jugadas')
}
