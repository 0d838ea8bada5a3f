/** The ticket being typed, and all that changes it. Whatever comes, there is a ticket afterwards. */
import { currencies, type Currency } from '@contract/values/currency.ts'
import { draftOfClient } from '@resources/clients/client-draft.ts'
import { adjusted } from './adjust.ts'
import {
  drawsOfChoice,
  columnsOfGame,
  drawById,
  firstChoice,
  isOpen,
  movedChoice,
  nextDraw,
  productById,
  productsOf,
  firstColumns,
} from './draws.ts'
import { fittingPlaces, mixedKinds } from './draw-keys.ts'
import { isStake, limitsOf } from './stakes.ts'
import { isShut, waitingLines } from './ticket.ts'
import type {
  Basket,
  BasketAction,
  BasketLine,
  BetPlace,
  CounterContext,
  DrawChoice,
  Reading,
  SentTicket,
} from './types.ts'

/** In the wanted currency where the office sells in it, else in its first. */
export function newBasket(context: CounterContext, wanted?: Currency): Basket {
  const own = wanted !== undefined && limitsOf(context, wanted) ? wanted : context.catalogue.limits[0]?.currency
  return { currency: own ?? wanted ?? currencies[0], choice: firstChoice(context), lines: [], client: null, serial: 0 }
}

/** Adds lines as one entry. */
function withLines(basket: Basket, { lines, written, currency }: Extract<Reading, { kind: 'lines' }>): Basket {
  const entry = basket.serial + 1
  const more = lines.map(
    ({ adds: _, ...line }, at): BasketLine => ({
      ...line,
      key: String(entry + at),
      entry,
      written: written && line.stake !== null ? entry : null,
    }),
  )
  return {
    ...basket,
    currency: basket.lines.length === 0 ? currency : basket.currency,
    lines: [...basket.lines, ...more],
    serial: basket.serial + Math.max(1, more.length),
  }
}

/** Writes one amount to lines. */
function withStake(basket: Basket, keys: readonly string[], stake: string | null): Basket {
  if (stake !== null && !isStake(stake)) return basket
  const serial = basket.serial + 1
  const lines = basket.lines.map((line) =>
    keys.includes(line.key) ? { ...line, stake, written: stake === null ? null : serial } : line,
  )
  return { ...basket, lines, serial }
}

const without = (basket: Basket, goes: (line: BasketLine) => boolean): Basket => ({
  ...basket,
  lines: basket.lines.filter((line) => !goes(line)),
})

function taken(basket: Basket, reading: Reading): Basket {
  switch (reading.kind) {
    case 'lines':
      return withLines(basket, reading)
    case 'amount':
      return withStake(basket, reading.keys, reading.stake)
    case 'draws':
      return { ...basket, choice: reading.choice }
    case 'back':
      return without(basket, ({ entry }) => entry === reading.entry)
    case 'nothing':
    case 'ticket':
    case 'wrong':
      return basket
  }
}

/** Another amount for what got the last one, where nothing waits. */
function quick(basket: Basket, stake: string): Basket {
  const waiting = waitingLines(basket)
  const last = Math.max(0, ...basket.lines.map(({ written }) => written ?? 0))
  const lines = waiting.length > 0 ? waiting : basket.lines.filter(({ written }) => written === last)
  return withStake(
    basket,
    lines.map(({ key }) => key),
    stake,
  )
}

function inCurrency(basket: Basket, currency: Currency): Basket {
  if (currency === basket.currency) return basket
  return { ...basket, currency, lines: basket.lines.map((line) => ({ ...line, stake: null, written: null })) }
}

/** A draw that was pointed at: in the place of the chosen ones, or beside them where it is played alike. */
function chosen({ choice }: Basket, draw_id: number, only: boolean, context: CounterContext): DrawChoice {
  const draw = drawById(context, draw_id)
  if (!draw || !isOpen(draw, context)) return choice
  const others = drawsOfChoice(context, choice).filter((one) => one.id !== draw_id && isOpen(one, context))
  const goes = !only && choice.draw_ids.includes(draw_id)
  if (goes && others.length === 0) return choice
  const beside = goes ? others : [...others, draw]
  const draws = only || mixedKinds(productsOf(context, beside)) ? [draw] : beside
  const products = productsOf(context, draws)
  // Another hour of a game keeps its columns; another game alone begins with its first.
  const known = productsOf(context, drawsOfChoice(context, choice))
  const places = products.some((product) => known.includes(product))
    ? fittingPlaces(choice.places, products)
    : firstColumns(products)
  return { draw_ids: draws.map(({ id }) => id), places }
}

/** A column more or less; the last one stays, and one that none of the draws has is none. */
function placesWith({ choice }: Basket, place: BetPlace, context: CounterContext): DrawChoice {
  const has = productsOf(context, drawsOfChoice(context, choice)).some((product) =>
    columnsOfGame(product).includes(place),
  )
  const places = choice.places.includes(place)
    ? choice.places.filter((one) => one !== place)
    : [...choice.places, place].sort()
  return has && places.length > 0 ? { ...choice, places } : choice
}

/**
 * Lines that were sent and refused stand before what was typed meanwhile, which keeps its order behind them and, where it
 * is in another currency, loses its amounts. Its client comes back with them.
 */
function broughtBack(basket: Basket, sent: SentTicket, context: CounterContext): Basket {
  const count = sent.lines.length
  const back = sent.lines.flatMap(({ draw_id, bet_type_id, number, stake }, at): BasketLine[] => {
    const draw = drawById(context, draw_id)
    const bet = draw && productById(context, draw.product_id)?.bet_types.find(({ id }) => id === bet_type_id)
    if (!draw || !bet) return []
    const { kind, place } = bet
    const own = { draw_id, product_id: draw.product_id, bet_type_id, kind, place, number, stake }
    return [{ ...own, key: String(basket.serial + count + at + 1), entry: at + 1, written: at + 1 }]
  })
  const meanwhile = inCurrency(basket, sent.currency).lines.map((line) => ({
    ...line,
    entry: line.entry + count,
    written: line.written === null ? null : line.written + count,
  }))
  const client = sent.client ? draftOfClient(sent.client) : basket.client
  return {
    ...basket,
    currency: sent.currency,
    lines: [...back, ...meanwhile],
    client,
    serial: basket.serial + 2 * count,
  }
}

function moved(basket: Basket, context: CounterContext): Basket {
  const lines = basket.lines.map((line) => {
    const draw = drawById(context, line.draw_id)
    const next = draw && isShut(line, context) ? nextDraw(context, draw.product_id, draw) : undefined
    return next ? { ...line, draw_id: next.id } : line
  })
  return { ...basket, lines, choice: movedChoice(basket.choice, context) }
}

/** With draws that an answer calls closed. */
export const alsoClosed = (context: CounterContext, ids: readonly number[]): CounterContext =>
  ids.length === 0 ? context : { ...context, closed: new Set([...context.closed, ...ids]) }

export function changeBasket(basket: Basket, action: BasketAction, context: CounterContext): Basket {
  switch (action.do) {
    case 'take':
      return taken(basket, action.reading)
    case 'remove':
      return without(basket, ({ key }) => action.keys.includes(key))
    case 'remove_entry':
      return without(basket, ({ entry }) => entry === action.entry)
    case 'clear':
      return newBasket(context, basket.currency)
    case 'currency':
      return limitsOf(context, action.currency) ? inCurrency(basket, action.currency) : basket
    case 'choose':
      return { ...basket, choice: chosen(basket, action.draw_id, action.only, context) }
    case 'place':
      return { ...basket, choice: placesWith(basket, action.place, context) }
    case 'stake':
      return withStake(basket, [action.key], action.stake)
    case 'client':
      return { ...basket, client: action.client }
    case 'quick':
      return quick(basket, action.stake)
    case 'bring_back':
      return broughtBack(basket, action.sent, context)
    case 'move':
      return moved(basket, alsoClosed(context, action.also_closed))
    case 'adjust':
      return adjusted(basket, context, action.quoted)
    case 'clock': {
      const choice = basket.lines.length === 0 ? movedChoice(basket.choice, context) : basket.choice
      return choice === basket.choice ? basket : { ...basket, choice }
    }
  }
}
