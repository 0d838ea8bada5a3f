/** Bets that are played again: a ticket's in other draws, and those of one that was sold in the draws that come next. */
import type { CounterDraw, CounterProduct } from '@contract/counter.ts'
import { add, formatMoney } from '@contract/values/money.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { drawsOfChoice, openDraws, productById } from './draws.ts'
import { limitsOf, notSold, sameBet, stakesFault } from './stakes.ts'
import { roomFault } from './ticket.ts'
import type { Basket, CounterContext, DrawChoice, NewLine, Reading, SoldBefore } from './types.ts'
import { closingText, forDraws, linesText, lineTitle, wrong } from './words.ts'

type Wrong = Extract<Reading, { kind: 'wrong' }>
type Bet = Pick<NewLine, 'kind' | 'place' | 'number' | 'stake'>

const betKey = ({ kind, place, number, stake }: Bet) => `${kind}|${place}|${number}|${stake}`

/** One bet of equal ones, with their stakes together. */
function together(bets: readonly Bet[]): Bet[] {
  const merged = new Map<string, Bet>()
  for (const bet of bets) {
    const key = betKey({ ...bet, stake: null })
    const before = merged.get(key)
    const stake =
      before?.stake == null || bet.stake === null ? (before?.stake ?? bet.stake) : add(before.stake, bet.stake)
    merged.set(key, { ...bet, stake })
  }
  return [...merged.values()]
}

/** What a ticket plays, draws apart: a bet that stands in several of its draws for the same amount is one. */
function betsOf(lines: readonly (Bet & { draw_id: number })[]): Bet[] {
  const draws = [...new Set(lines.map(({ draw_id }) => draw_id))]
  const bets = draws.flatMap((id) => together(lines.filter(({ draw_id }) => draw_id === id)))
  return [...new Map(bets.map((bet) => [betKey(bet), bet])).values()]
}

/** A bet as another product plays it. */
function playedBy(bet: Bet, product: CounterProduct): CounterProduct['bet_types'][number] | null {
  const codes = bet.kind === 'animalito' || bet.kind === 'tripleta' ? bet.number.split('-') : []
  if (!codes.every((code) => product.symbols.some((symbol) => symbol.code === code))) return null
  return product.bet_types.find(({ kind, place }) => kind === bet.kind && place === bet.place) ?? null
}

function placed(
  bets: readonly { bet: Bet; draw: CounterDraw }[],
  basket: Basket,
  context: CounterContext,
): NewLine[] | Wrong {
  const seen = new Set(basket.lines.map(sameBet))
  const lines: NewLine[] = []
  for (const { bet, draw } of bets) {
    const product = productById(context, draw.product_id)
    const offered = product && playedBy(bet, product)
    if (!offered) {
      const title = lineTitle({ ...bet, product_id: draw.product_id }, context)
      return wrong('copy_unfit', `${product?.name ?? 'Ese juego'} no juega ${title}.`)
    }
    const line = { ...bet, draw_id: draw.id, product_id: draw.product_id, bet_type_id: offered.id }
    lines.push({ ...line, adds: seen.has(sameBet(line)) })
    seen.add(sameBet(line))
  }
  return lines
}

function asReading(verb: string, lines: NewLine[] | Wrong, basket: Basket, context: CounterContext): Reading {
  if ('kind' in lines) return lines
  const limits = limitsOf(context, basket.currency)
  if (!limits) return notSold(basket.currency)
  const fault = roomFault(lines, basket, context) ?? stakesFault(lines, basket.lines, limits)
  if (fault) return fault
  const draws = drawsOfChoice(context, { draw_ids: [...new Set(lines.map(({ draw_id }) => draw_id))], places: [] })
  const stakes = lines.flatMap(({ stake }) => stake ?? [])
  const total = lines.length === 1 && stakes.length === 1 ? `: ${formatMoney(stakes[0]!, basket.currency)}` : ''
  const missing = lines.length - stakes.length
  const waits = missing === 0 ? '' : `; ${missing === 1 ? 'falta 1 monto' : `faltan ${missing} montos`}`
  const named = `${verb} ${linesText(lines, context)} ${forDraws(draws, [], context)}${total}`
  const says = `${named}${closingText(lines, basket.currency)}${waits}`
  return { kind: 'lines', lines, written: true, currency: basket.currency, says }
}

/** The ticket's bets, those of closed draws too, in each draw of a choice. */
export function copyOf(choice: DrawChoice, basket: Basket, context: CounterContext): Reading {
  if (basket.lines.length === 0) return wrong('nothing_to_copy', 'El ticket está vacío: no hay qué copiar.')
  const bets = betsOf(basket.lines)
  const draws = drawsOfChoice(context, choice)
  const lines = placed(
    draws.flatMap((draw) => bets.map((bet) => ({ bet, draw }))),
    basket,
    context,
  )
  return asReading('copia', lines, basket, context)
}

/** The draws that come next in the place of those of a ticket: the first for its first, the second for its second. */
function nextOf(ticket: SoldBefore, context: CounterContext): Map<number, CounterDraw> | Wrong {
  const next = new Map<number, CounterDraw>()
  for (const product_id of new Set(ticket.lines.map((line) => line.product_id))) {
    const own = ticket.lines.filter((line) => line.product_id === product_id)
    const sold = [...new Map(own.map((line) => [line.draw_id, Date.parse(line.scheduled_at)]))].sort(
      ([, one], [, other]) => one - other,
    )
    const open = openDraws(context, product_id)
    if (open.length < sold.length) {
      const left =
        open.length === 0
          ? 'no le quedan sorteos'
          : `${open.length === 1 ? 'le queda 1 sorteo' : `le quedan ${open.length} sorteos`} de los ${sold.length} del ticket`
      return wrong('no_draw', `A ${own[0]!.product_name} ${left}.`)
    }
    sold.forEach(([draw_id], at) => next.set(draw_id, open[at]!))
  }
  return next
}

/** The bets of a sold ticket in the next draws of the same products, for the same amounts. */
export function repeatOf(ticket: SoldBefore | null, basket: Basket, context: CounterContext): Reading {
  if (!ticket || ticket.lines.length === 0) return wrong('nothing_to_repeat', 'No hay un ticket que repetir.')
  if (basket.lines.length > 0 && basket.currency !== ticket.currency) {
    const name = currencyFacts[ticket.currency].name.toLowerCase()
    return wrong(
      'currency_not_sold',
      `El ticket que se repite es en ${name}.`,
      'Venda o limpie primero lo que está escrito.',
    )
  }
  const next = nextOf(ticket, context)
  if ('kind' in next) return next
  const bets = ticket.lines.map(({ draw_id, bet_kind: kind, place, number, stake }) => ({
    bet: { kind, place, number, stake },
    draw: next.get(draw_id)!,
  }))
  const own = { ...basket, currency: ticket.currency }
  return asReading('repite', placed(bets, own, context), own, context)
}
