/** Going through a day's draws: what is there, what is next, what was sent behind the person's back and what came back refused. */
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { AwardPreview as Preview } from '@contract/award-preview.ts'
import { draws, type DrawRow } from '@contract/draws.ts'
import { clockOf } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useCall } from '@providers/queries.ts'
import { useUnsaved, type LeaveWords } from '@/kit/form/unsaved.tsx'
import { refreshEvery } from './panel.tsx'
import type { TypedNumbers } from './numbers.ts'
import { useAwards } from './sending.ts'
import { isCovered } from './type-ahead.tsx'

/** The next draw begins at its top, wherever the last one was scrolled to. */
export function useTop(panel: RefObject<HTMLDivElement | null>, draw: number | undefined) {
  useEffect(() => {
    if (draw !== undefined && (panel.current?.getBoundingClientRect().top ?? 0) < 0)
      panel.current?.scrollIntoView({ block: 'start' })
  }, [panel, draw])
}

/** Whoever comes to award begins with the first that waits; to the list they go back by themselves. */
export function useFirst(chosen: boolean, first: DrawRow | undefined, open: (draw: DrawRow) => void) {
  const done = useRef(chosen)
  useEffect(() => {
    if (!first || done.current) return
    done.current = true
    open(first)
  }, [first, open])
}

/** A product draws many times a day: what is said of one of them says of which. */
export const calledAt = (draw: DrawRow, zone: string) => `${draw.product_name} ${clockOf(draw.scheduled_at, zone)}`

/** What was awarded last, and how to say that a draw was. */
function useLast(zone: string): [last: string | null, tell: (draw: DrawRow, done: Preview | null) => void] {
  const [last, setLast] = useState<string | null>(null)
  const toasts = useToasts()
  const tell = (draw: DrawRow, done: Preview | null) => {
    const text =
      `${calledAt(draw, zone)} quedó ` +
      `premiado${done ? ` con ${done.text}: ${countText(done.winning_tickets, 'ticket ganador', 'tickets ganadores')}` : ''}.`
    setLast(text)
    toasts.success(text)
  }
  return [last, tell]
}

/** The one on its way may be taken or not; the others are not sent. */
const unsentWords: LeaveWords = {
  title: 'Quedan resultados sin premiar',
  text:
    'Se están enviando, o el servidor los rechazó. Si sale ahora, los que esperan no se ' +
    'envían: sus sorteos quedan anotados y sin premiar.',
  leave: 'Salir sin premiarlos',
  stay: 'Seguir aquí',
}

/** A pause of typing: nobody is taken to another draw in the middle of a number. */
const pause = 1_200

/**
 * Going on from draw to draw: what was confirmed is sent behind the person's back, and what the server refuses takes them
 * back to it with what they typed, at the first pause.
 */
export function useAwarding(
  drawId: number | undefined,
  rows: readonly DrawRow[],
  zone: string,
  open: (draw: number) => void,
) {
  const [last, tell] = useLast(zone)
  const toasts = useToasts()
  const [drafts] = useState(() => new Map<number, TypedNumbers>())
  const typing = useRef({ at: 0, kept: 0 })
  /** Refused, and not been back at since. */
  const [due, setDue] = useState<readonly number[]>([])
  const awards = useAwards(
    (draw, done) => {
      drafts.delete(draw.id)
      tell(draw, done)
    },
    ({ draw, problem }) => {
      toasts.error(`${calledAt(draw, zone)}: ${problem.detail}`)
      setDue((now) => [...now.filter((one) => one !== draw.id), draw.id])
    },
  )
  const [back] = due
  const latest = useRef({ open, drawId })
  useEffect(() => {
    latest.current = { open, drawId }
  })
  useEffect(() => {
    if (back === undefined) return undefined
    const look = setInterval(() => {
      if (typing.current.kept > 0 || Date.now() - typing.current.at < pause || isCovered()) return
      setDue((now) => now.filter((one) => one !== back))
      if (latest.current.drawId !== back) latest.current.open(back)
    }, 150)
    return () => clearInterval(look)
  }, [back])
  // What a colleague awarded meanwhile is not said to have none.
  const waiting = awards.refused.filter(({ draw }) => {
    const row = rows.find(({ id }) => id === draw.id)
    return !row || row.entry !== null || row.state !== 'premiado'
  })
  const elsewhere = waiting.filter(({ draw }) => draw.id !== drawId)
  const unsent = useUnsaved(awards.sent.size + waiting.length > 0, () => undefined, unsentWords)
  return { last, awards, drafts, typing, elsewhere, notice: toasts, question: unsent.dialog }
}

/**
 * On the way from one draw to another: the address follows a moment later, and no key may be lost until it has. Over as soon
 * as the one it began at is left, whichever comes: another may have been asked for meanwhile.
 */
export function useMoving(drawId: number | undefined): [moving: boolean, begin: (to: number | undefined) => void] {
  const [way, setWay] = useState<{ from: number | undefined } | null>(null)
  if (way && way.from !== drawId) setWay(null)
  return [way !== null, (to) => setWay(to === drawId ? null : { from: drawId })]
}

/** The day's draws, and before them those of other days that wait for somebody. */
export function useDraws(day: string, product_id: number | undefined) {
  const list = useCall(
    draws.list,
    { query: { day, ...(product_id !== undefined && { product_id }) } },
    { refetchInterval: refreshEvery, keepPrevious: true },
  )
  const waiting = useCall(
    draws.pending,
    { query: product_id === undefined ? {} : { product_id } },
    { refetchInterval: refreshEvery, keepPrevious: true },
  )
  const rows = useMemo(
    () => [...(waiting.data?.data ?? []).filter((draw) => draw.day !== day), ...(list.data?.data ?? [])],
    [waiting.data, list.data, day],
  )
  return { list, waiting, rows }
}
