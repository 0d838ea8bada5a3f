/** The ticket in the making: what the office sells by this moment, the basket, and its draft, which outlives a reload. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CounterCatalogue } from '@contract/counter.ts'
import { useSession } from '@providers/session.ts'
import { useServerClock } from '@/kit/counter/clock.ts'
import { changeBasket, newBasket } from './basket.ts'
import { drawById } from './draws.ts'
import { keptBasket } from './kept.ts'
import { movedByItself } from './moving.ts'
import type { Basket, BasketAction, CounterContext, SoldBefore } from './types.ts'

export interface CounterTicket {
  context: CounterContext
  basket: Basket
  change: (action: BasketAction) => void
  /** Draws that the server refuses, until the catalogue is read anew. */
  refuse: (draw_ids: readonly number[]) => void
  /** What a clock or a closing did by itself to an empty ticket, to be announced. */
  moved: string
}

/** Of a draft, only what the catalogue still knows: yesterday's draws are no ticket. */
function startOf(context: CounterContext, kept: Basket | null): Basket {
  const begin = newBasket(context, kept?.currency)
  if (!kept) return begin
  const lines = kept.lines.filter(({ draw_id }) => drawById(context, draw_id) !== undefined)
  return changeBasket(
    { ...kept, currency: begin.currency, lines, client: kept.client ?? null },
    { do: 'clock' },
    context,
  )
}

/** Draws refused since the catalogue was read: what a newer one says stands. */
function useRefused(catalogue: CounterCatalogue) {
  const [refused, setRefused] = useState<{ of: CounterCatalogue; ids: ReadonlySet<number> }>({
    of: catalogue,
    ids: new Set(),
  })
  const closed = useMemo(
    () => (refused.of === catalogue ? refused.ids : (new Set() as ReadonlySet<number>)),
    [refused, catalogue],
  )
  const refuse = useCallback(
    (ids: readonly number[]) =>
      setRefused((known) => {
        const before = known.of === catalogue ? known.ids : new Set<number>()
        return ids.every((id) => before.has(id)) ? known : { of: catalogue, ids: new Set([...before, ...ids]) }
      }),
    [catalogue],
  )
  return { closed, refuse }
}

export function useCounter(catalogue: CounterCatalogue, last: SoldBefore | null): CounterTicket {
  const { zone, currency, id, database } = useSession()
  const now = useServerClock()
  const { closed, refuse } = useRefused(catalogue)
  const context = useMemo<CounterContext>(
    () => ({ catalogue, zone, now, closed, last }),
    [catalogue, zone, now, closed, last],
  )
  const latest = useRef(context)
  latest.current = context
  const draft = useMemo(() => keptBasket({ id, database }, catalogue.office.id), [id, database, catalogue.office.id])
  const [basket, setBasket] = useState(() => {
    const kept = draft.read()
    return kept ? startOf(context, kept) : newBasket(context, currency)
  })
  const change = useCallback((action: BasketAction) => {
    setBasket((before) => changeBasket(before, action, latest.current))
  }, [])
  useEffect(() => draft.keep(basket), [draft, basket])
  const moved = useMoving(context, basket, change)
  return { context, basket, change, refuse, moved }
}

/** A ticket without lines goes on to the next draw by itself, and says so. */
function useMoving(context: CounterContext, basket: Basket, change: CounterTicket['change']): string {
  const [moved, setMoved] = useState('')
  const text = movedByItself(basket, context)
  useEffect(() => {
    if (text === null) return
    setMoved(text)
    change({ do: 'clock' })
  }, [text, change])
  return moved
}
