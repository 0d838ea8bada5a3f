/**
 * A product whose prizes over sales are far from its usual, which is what it paid on the last 8 days of the same weekday:
 * by `payout_points` at least, and by more than three times its own spread, so that what always swings is no news. Both
 * the day and its usual days must have sold the amount of their currency; with fewer than `leastDays` of them nothing is
 * usual yet. Today only too much is told, as draws are still to come; of yesterday too little as well, once every draw
 * of the product has its result.
 */
import { sql } from 'drizzle-orm'
import { screenLink } from '@contract/links.ts'
import { thresholdAmount } from '@contract/alarm-config.ts'
import type { Currency } from '@contract/values/currency.ts'
import { addDays, formatDay } from '@contract/values/dates.ts'
import { compare, formatDecimal, formatMoney, toCents } from '@contract/values/money.ts'
import { every } from '../../platform/db/connect.ts'
import { narrowedBy } from '../figures/subject.ts'
import type { Alarm, Look } from './alarm.ts'

export const leastDays = 4
const weeksBack = 8
/** How many times its spread a product may stray. */
const spreads = 3n

export interface Paid {
  sold: string
  prizes: string
}

/** Prizes over sales in hundredths of a percent. */
function share({ sold, prizes }: Paid): bigint {
  return (toCents(prizes) * 10_000n) / toCents(sold)
}

export interface PayoutDeviation {
  way: 'more' | 'less'
  /** In percent, whole. */
  now: string
  usual: string
}

/** Does a day stray from its usual ones? All of them sold something. */
export function payoutDeviation(day: Paid, usual: readonly Paid[], points: number): PayoutDeviation | null {
  if (usual.length < leastDays) return null
  const count = BigInt(usual.length)
  const shares = usual.map(share)
  // Everything times the number of days, so that the mean needs no division.
  const total = shares.reduce((sum, one) => sum + one, 0n)
  const gap = share(day) * count - total
  const squares = shares.reduce((sum, one) => sum + (one * count - total) ** 2n, 0n)
  const far = gap < 0n ? -gap : gap
  if (far < BigInt(points) * 100n * count || far * far * count <= spreads * spreads * squares) return null
  return { way: gap > 0n ? 'more' : 'less', now: String(share(day) / 100n), usual: String(total / count / 100n) }
}

interface DayOf extends Paid {
  day: string
  product_id: number
  product_name: string
  currency: Currency
  waits: boolean
}

/** The latest day first. Reads the days asked for of the rollup of products, by its key. */
export async function unusualPayouts(look: Look): Promise<Alarm[]> {
  const { db, subject, of, by, at } = look
  const looked = [at.today, addDays(at.today, -1)]
  const before = (day: string) => Array.from({ length: weeksBack }, (_, n) => addDays(day, -7 * (n + 1)))
  const rows = await db.rows<DayOf>(sql`
    SELECT s.day, s.product_id, p.name AS product_name, s.currency::text AS currency, sum(s.sold) AS sold, sum(s.prizes) AS prizes,
      s.day >= ${looked[1]}::date
      AND EXISTS (SELECT 1 FROM draws d WHERE d.day = s.day AND d.product_id = s.product_id AND d.state = 'activo') AS waits
    FROM product_days s JOIN products p ON p.id = s.product_id
    WHERE
      ${every(
        sql`
        s.partner_id = ${subject.id}
        AND s.currency = ANY (${by.currency ? sql`ARRAY[${by.currency}]::currency[]` : sql`enum_range(NULL::currency)`})`,
        sql`s.day = ANY (${sql.param(looked.flatMap((day) => [day, ...before(day)]))}::date[])`,
        ...narrowedBy({ product_id: by.product_id }, 's'),
      )}
    GROUP BY s.day, s.product_id, p.name, s.currency ORDER BY s.day DESC, s.product_id, s.currency`)
  const sells = (one: DayOf) => {
    const floor = thresholdAmount(of, 'payout', one.currency)
    return compare(one.sold, '0') > 0 && compare(one.sold, floor) >= 0
  }
  const kept = rows.filter(sells)
  return kept
    .filter(({ day }) => looked.includes(day))
    .flatMap((one) => {
      const days = before(one.day)
      const usual = kept.filter(
        (other) => other.product_id === one.product_id && other.currency === one.currency && days.includes(other.day),
      )
      const found = payoutDeviation(one, usual, of.payout_points)
      if (!found || (found.way === 'less' && (one.day === at.today || one.waits))) return []
      return [alarmOf(one, found, look)]
    })
}

function alarmOf(one: DayOf, { way, now, usual }: PayoutDeviation, { at, subject }: Look): Alarm {
  const { day, currency, product_id } = one
  const link = (more: { product_id?: number }) => () =>
    screenLink('detailed-prize', {
      period: 'rango',
      from: day,
      to: day,
      currency,
      partner_id: subject.type === 'banca' ? undefined : subject.id,
      ...more,
    })
  const when = day === at.today ? 'hoy' : `el ${formatDay(day)}`
  return {
    kind: 'pago',
    level: 'advierte',
    key: `pago:${product_id}:${currency}:${day}`,
    title: `${one.product_name} paga ${way === 'more' ? 'más' : 'menos'} que lo usual ${when}`,
    text:
      `${formatMoney(one.prizes, currency, true)} en premios por ` +
      `${formatMoney(one.sold, currency, true)} vendidos: el ${formatDecimal(now)} %, ` +
      `cuando suele ser el ${formatDecimal(usual)} %.`,
    link: link({ product_id }),
    group: {
      key: `pago:${day}`,
      title: (count) => `${count} productos pagan fuera de lo usual ${when}`,
      link: link({}),
    },
  }
}
