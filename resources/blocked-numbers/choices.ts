/** What the board shows: its product, bet type and draw, chosen in the URL or the most sensible ones. */
import { useEffect } from 'react'
import { draws, type DrawRow } from '@contract/draws.ts'
import { general, type ProductOption } from '@contract/general.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { inZone } from '@contract/values/dates.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { useCall } from '@providers/queries.ts'
import { useToday } from '@/kit/values/period.ts'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import type { BlockState } from './view.ts'

const refreshEvery = 15_000

/** The draw that still sells and closes first; without one, the last of the day. */
function usualDraw(list: readonly DrawRow[], now: number): DrawRow | undefined {
  const open = list.filter(
    (draw) => draw.state !== 'suspendido' && draw.state !== 'premiado' && new Date(draw.closes_at).getTime() > now,
  )
  return (
    open.sort((one, other) => new Date(one.closes_at).getTime() - new Date(other.closes_at).getTime())[0] ?? list.at(-1)
  )
}

type BetTypeOption = ProductOption['bet_types'][number]

export interface BlockChoices {
  products: ReturnType<typeof useCall<typeof general.products>>
  product: ProductOption | undefined
  betType: BetTypeOption | undefined
  day: string
  today: string
  list: ReturnType<typeof useCall<typeof draws.list>>
  drawId: number | undefined
  numbers: ReturnType<typeof useCall<typeof ticketReports.betNumber>>
  currency: ReturnType<typeof useSession>['currency']
}

/** A link may name a draw alone: its answer says the product and the day. */
export function useBlockChoices(state: BlockState, set: SetUrlState<BlockState>): BlockChoices {
  const session = useSession()
  const today = useToday()
  const day = state.day ?? today
  const currency = state.currency ?? session.currency
  const products = useCall(general.products)
  const offered = products.data?.data.filter((one) => one.kind !== 'polla') ?? []
  const byDrawAlone = state.draw !== undefined && state.product_id === undefined
  const productId = state.product_id ?? (byDrawAlone ? undefined : offered[0]?.id)
  const list = useCall(
    draws.list,
    { query: { day, ...(productId !== undefined && { product_id: productId }) } },
    { enabled: productId !== undefined, refetchInterval: refreshEvery, keepPrevious: true },
  )
  const ofProduct = (list.data?.data ?? []).filter((draw) => draw.product_id === productId)
  const drawId = state.draw ?? usualDraw(ofProduct, serverNow().getTime())?.id
  const product = offered.find((one) => one.id === productId)
  const betType = product?.bet_types.find((one) => one.id === state.bet_type_id) ?? product?.bet_types[0]
  const asked = state.bet_type_id ?? betType?.id
  const numbers = useCall(
    ticketReports.betNumber,
    {
      query: {
        draw_id: drawId ?? 0,
        all: true,
        currency,
        ...(asked !== undefined && { bet_type_id: asked }),
        ...(state.partner_id !== undefined && { partner_id: state.partner_id }),
      },
    },
    { enabled: drawId !== undefined, refetchInterval: refreshEvery },
  )
  const answer = numbers.data
  useEffect(() => {
    if (!byDrawAlone || !answer || answer.draw_id !== state.draw) return
    const drawDay = inZone(new Date(answer.scheduled_at), session.zone).day
    set({ product_id: answer.product_id, day: drawDay === today ? undefined : drawDay }, { replace: true })
  }, [byDrawAlone, answer, state.draw, session.zone, today, set])
  return { products, product, betType, day, today, list, drawId, numbers, currency }
}
