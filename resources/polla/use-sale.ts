/** The sale being made at the counter: its round, currency and symbols, and the operation that sells it. */
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { polla, type PollaRound } from '@contract/polla.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { useSession } from '@providers/session.ts'
import { useServerClock } from '@/kit/counter/clock.ts'
import { deviceId } from '@/kit/counter/terminal.ts'
import { useCounterOperation, type CounterOperation } from '@/kit/counter/operation.ts'
import { clientOf, type ClientDraft } from '../clients/client-draft.ts'
import { pick, randomCodes, type PickAction, type Picks } from './picks.ts'
import { currencyOf, priceOf, sellingRounds } from './rounds.ts'

export type SoldPolla = Answer<typeof polla.sell>

export interface Choice {
  round: number | undefined
  currency: Currency | undefined
}

export interface CounterSale {
  /** Rounds that sell now. */
  offered: readonly PollaRound[]
  round: PollaRound | undefined
  /** The chosen round closed while it was being filled. */
  closed: boolean
  currency: Currency
  price: string | null
  picks: Picks
  change: (action: PickAction) => void
  /** Chooses by chance what is missing; all again when nothing is. */
  random: () => void
  nextCurrency: () => void
  chooseRound: (id: number) => void
  /** Whom it is for; null while nobody said. */
  client: ClientDraft | null
  setClient: (client: ClientDraft | null) => void
  operation: CounterOperation<typeof polla.sell>
  /** Why it cannot be sold yet, or null. */
  obstacle: string | null
  sell: () => void
}

/** The ids of what sells, so that a clock that ticks changes nothing until something opens or closes. */
function useOffered(rounds: readonly PollaRound[]): readonly PollaRound[] {
  const now = useServerClock()
  const offered = sellingRounds(rounds, now)
  const ids = offered.map((round) => round.id).join()
  // oxlint-disable-next-line react/exhaustive-deps -- `ids` stands for what the clock let through
  return useMemo(() => offered, [rounds, ids])
}

/**
 * The round in hand: the address's, or the first that sells. One that closes with symbols chosen stays, so that nothing
 * is sold for another day unasked.
 */
function useRound(
  rounds: readonly PollaRound[],
  offered: readonly PollaRound[],
  wanted: number | undefined,
  empty: boolean,
) {
  const [held, setHeld] = useState<number>()
  // One that the address names and has closed counts only while it is the one in hand.
  const id = wanted === held || offered.some((one) => one.id === wanted) ? wanted : held
  const open = offered.find((round) => round.id === id)
  const round = open ?? (empty ? offered[0] : (rounds.find((one) => one.id === id) ?? offered[0]))
  useEffect(() => {
    if (round && round.id !== held) setHeld(round.id)
  }, [round, held])
  return { round, closed: round !== undefined && !offered.includes(round) }
}

function obstacleTo(
  { round, closed, currency, price, picks }: Pick<CounterSale, 'round' | 'closed' | 'currency' | 'price' | 'picks'>,
  operation: CounterOperation<typeof polla.sell>,
): string | null {
  if (!round) return 'No hay ninguna polla a la venta.'
  if (operation.current.state === 'enviado') return 'La venta ya se envió: espere la respuesta.'
  if (operation.current.state === 'desconocido') return 'Primero hay que saber qué pasó con la venta anterior.'
  if (closed) return `${round.product_name} ya cerró. Elija otra polla: los símbolos se conservan.`
  if (price === null) return `${round.product_name} no tiene precio en ${currency}.`
  const missing = round.symbols_needed - picks.length
  if (missing === 1) return 'Falta 1 símbolo.'
  return missing > 0 ? `Faltan ${missing} símbolos.` : null
}

export function useSale(
  rounds: readonly PollaRound[],
  choice: Choice,
  choose: (choice: Partial<Choice>) => void,
  onSold: (sold: SoldPolla) => void,
): CounterSale {
  const session = useSession()
  const [picks, change] = useReducer(pick, [])
  const [client, setClient] = useState<ClientDraft | null>(null)
  const offered = useOffered(rounds)
  const { round, closed } = useRound(rounds, offered, choice.round, picks.length === 0)
  const currency = round ? currencyOf(round, choice.currency ?? session.currency) : session.currency
  const price = round ? priceOf(round, currency) : null
  const codes = useMemo(() => round?.symbols.map((symbol) => symbol.code) ?? [], [round])
  const needed = round?.symbols_needed
  useEffect(() => {
    if (needed !== undefined) change({ do: 'fit', codes, needed })
  }, [codes, needed])
  const operation = useCounterOperation(
    polla.sell,
    'polla',
    useCallback(
      (sold: SoldPolla) => {
        change({ do: 'clear' })
        setClient(null)
        onSold(sold)
      },
      [onSold],
    ),
  )
  const obstacle = obstacleTo({ round, closed, currency, price, picks }, operation)
  const random = () => {
    if (needed === undefined) return
    const kept = picks.length < needed ? picks : []
    if (kept.length === 0) change({ do: 'clear' })
    change({ do: 'fill', codes: randomCodes(codes, kept, needed - kept.length) })
  }
  const nextCurrency = () => {
    const sold = currencies.filter((one) => round && priceOf(round, one) !== null)
    const next = sold[(sold.indexOf(currency) + 1) % sold.length]
    if (next) choose({ currency: next })
  }
  const sell = () => {
    if (obstacle !== null || !round) return
    const standing = client ? { client: clientOf(client) } : {}
    operation.send({ body: { round_id: round.id, currency, symbols: [...picks], device_id: deviceId(), ...standing } })
  }
  return {
    offered,
    round,
    closed,
    currency,
    price,
    picks,
    change,
    random,
    nextCurrency,
    chooseRound: (id) => choose({ round: id }),
    client,
    setClient,
    operation,
    obstacle,
    sell,
  }
}
