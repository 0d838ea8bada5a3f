/**
 * Says at a counter's screens what befell a draw that it may sell: suspended, sold again, or closed at another hour. It
 * stays long enough to be read between two customers, goes by itself, and is kept in the recent activity. Results come
 * with each hour and are not told: the counter has them in a list of its own.
 */
import { useEffect, useRef } from 'react'
import { counter, drawNews, type DrawNews } from '@contract/counter.ts'
import { atMoment, clockOf, inZone, ofMoment } from '@contract/values/dates.ts'
import { useServerEvents } from '@providers/server-events.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { toaster, type StayingToast } from '@providers/toasts.ts'
import { usePhone } from '@/kit/table/phone.ts'

/** The last word of a draw is the one that counts, and more than these would cover the screen. */
const mostTold = 3
const readMs = 15_000

export default function DrawToasts() {
  const { zone } = useSession()
  const phone = usePhone()
  // A phone's header has room for one, of a line.
  const most = phone ? 1 : mostTold
  const told = useRef(new Map<number, StayingToast>())
  useServerEvents(counter.live, drawNews, (news) => {
    const said = sentenceOf(news, zone, inZone(serverNow(), zone).day)
    if (!said) return
    told.current.get(news.draw_id)?.close()
    told.current.delete(news.draw_id)
    const [oldest] = told.current
    if (oldest && told.current.size >= most) {
      oldest[1].close()
      told.current.delete(oldest[0])
    }
    const kind = news.turn === 'suspendido' ? 'error' : 'success'
    const onClose = () => void told.current.delete(news.draw_id)
    const detail = phone ? null : said.detail
    told.current.set(news.draw_id, toaster.stay(kind, { ...said, detail, for_ms: readMs, onClose }))
  })
  useEffect(() => {
    const toasts = told.current
    return () => {
      for (const toast of toasts.values()) toast.close()
      toasts.clear()
    }
  }, [])
  return null
}

/** Null where nothing is to be said of it. */
function sentenceOf(
  { turn, product_name, scheduled_at, closes_at }: DrawNews,
  zone: string,
  today: string,
): { title: string; detail: string } | null {
  const draw = `${product_name} ${ofMoment(scheduled_at, zone, today)}`
  if (turn === 'suspendido')
    return { title: `${product_name} ${clockOf(scheduled_at, zone)} fue suspendido`, detail: `No se vende ${draw}.` }
  if (turn === 'reanudado')
    return {
      title: `${product_name} ${clockOf(scheduled_at, zone)} ya no está suspendido`,
      detail: `Se vende hasta su cierre, ${atMoment(closes_at, zone, today)}.`,
    }
  if (turn === 'cierre')
    return {
      title: `${product_name} ${clockOf(scheduled_at, zone)} ahora cierra ${atMoment(closes_at, zone, today)}`,
      detail: 'Cambió su hora de cierre.',
    }
  return null
}
