/** Sales for tests of the settlement, and its weeks worked out once more by other code than the product's. */
import { sql } from 'drizzle-orm'
import { addDays, weekday } from '../../contract/values/dates.ts'
import type { Executor } from '../../server/platform/db/connect.ts'
import { sell, type SaleKeys } from '../../server/rules/sale/sell.ts'
import type { Line } from '../../server/rules/sale/facts.ts'
import type { Past } from './figures.ts'

/** Sells in bolívares at any office, at an instant of a past day. */
export function sellAs(
  { world }: Pick<Past, 'world'>,
  office_id: number,
  at: Date,
  day: string,
  lines: readonly Line[],
): Promise<SaleKeys> {
  return world.run((tx) =>
    sell(tx, { office_id, seller_id: world.user.taquilla!, currency: 'BS', confirm_repeated: true, at, day, lines }),
  )
}

interface Rates {
  commission_kind: string
  /** Ten-thousandths of one per cent. */
  commission: bigint
  participation_kind: string
  participation: bigint
  /** Pesos have no cents; any other, or none, has. */
  currency?: string
}

export interface Settled {
  agency_id: number
  currency: string
  product_id: number
  rate_id: number
  week: string
  sold: bigint
  prizes: bigint
  commission: bigint
  participation: bigint
}

const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** In hundredths, of as many as its smallest coin has: half away from zero. */
function share(amount: bigint, percent: bigint, currency?: string): bigint {
  const coin = currency === 'COP' ? 100n : 1n
  const whole = 1_000_000n * coin
  const size = amount < 0n ? -amount : amount
  const rounded = ((2n * size * percent + whole) / (2n * whole)) * coin
  return amount < 0n ? -rounded : rounded
}

/** One week from its sums in hundredths and what was lost before it; answers what is lost after it. */
export function weekOf(
  { commission_kind, commission, participation_kind, participation, currency }: Rates,
  sold: bigint,
  prizes: bigint,
  lost: bigint,
): { commission: bigint; participation: bigint; lost: bigint } {
  const base = commission_kind === 'VENTA' ? sold : sold - prizes
  const earned = base > 0n ? share(base, commission, currency) : 0n
  const profit = sold - prizes - earned
  if (participation_kind === 'COMPARTIDA')
    return { commission: earned, participation: share(profit, participation, currency), lost: 0n }
  if (participation_kind === 'SOLO_POSITIVA')
    return { commission: earned, participation: profit > 0n ? share(profit, participation, currency) : 0n, lost: 0n }
  const left = profit - lost
  return left > 0n
    ? { commission: earned, participation: share(left, participation, currency), lost: 0n }
    : { commission: earned, participation: 0n, lost: -left }
}

const monday = (day: string) => addDays(day, 1 - weekday(day))

/** Every unit that moved, from bare tickets, lines and prizes, in hundredths. */
export async function settledByHand(db: Executor): Promise<Settled[]> {
  const rates = new Map(
    (
      await db.rows<{
        id: number
        commission_kind: string
        commission: string
        participation_kind: string
        participation: string
      }>(
        sql`
          SELECT id, commission_kind, commission_percent AS commission, participation_kind,
            participation_percent AS participation
          FROM frozen_rates`,
      )
    ).map((row) => [row.id, { ...row, commission: cents(row.commission), participation: cents(row.participation) }]),
  )
  type Move = Pick<Settled, 'agency_id' | 'currency' | 'product_id' | 'rate_id'> & {
    day: string
    sold: string
    prize: string
  }
  const moves = await db.rows<Move>(sql`
    SELECT o.father_id AS agency_id, l.currency::text AS currency, l.product_id, l.rate_id, l.day, l.stake AS sold, '0.00' AS prize
    FROM ticket_lines l JOIN partners o ON o.id = l.office_id WHERE l.state IN ('pendiente', 'ganadora', 'perdedora', 'vencida')
    UNION ALL
    SELECT o.father_id, l.currency::text, l.product_id, l.rate_id, d.day, 0, p.amount::text
    FROM prizes p
    JOIN draws d ON d.id = p.draw_id
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    JOIN partners o ON o.id = p.office_id
    WHERE p.withdrawn_at IS NULL`)
  const units = new Map<string, Settled>()
  for (const { day, sold, prize, ...unit } of moves) {
    const week = monday(day)
    const key = [unit.agency_id, unit.currency, unit.product_id, unit.rate_id, week].join(' ')
    const found = units.get(key) ?? { ...unit, week, sold: 0n, prizes: 0n, commission: 0n, participation: 0n }
    found.sold += sold.includes('.') ? cents(sold) : 0n
    found.prizes += cents(prize)
    units.set(key, found)
  }
  const lost = new Map<string, bigint>()
  const ordered = [...units.values()].sort((a, b) => (a.week < b.week ? -1 : a.week > b.week ? 1 : 0))
  const groups = new Map<string, Settled[]>()
  for (const unit of ordered) {
    const key = [unit.week, unit.agency_id, unit.currency, unit.product_id].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), unit])
  }
  for (const group of groups.values()) {
    const { agency_id, currency, product_id } = group[0]!
    const chain = [agency_id, currency, product_id].join(' ')
    const carrying = group.filter((unit) => rates.get(unit.rate_id)!.participation_kind === 'ARRASTRE')
    const borne = bearing(
      carrying.map((unit) => ({ ...rates.get(unit.rate_id)!, ...unit, of: unit })),
      lost.get(chain) ?? 0n,
    )
    let left = 0n
    for (const unit of group) {
      const settled = weekOf({ ...rates.get(unit.rate_id)!, currency }, unit.sold, unit.prizes, borne.get(unit) ?? 0n)
      unit.commission = settled.commission
      unit.participation = settled.participation
      left += settled.lost
    }
    if (carrying.length > 0) lost.set(chain, left)
  }
  return ordered
}

interface Bearer<Of> extends Rates {
  sold: bigint
  prizes: bigint
  of: Of
}

/**
 * What each unit of ARRASTRE of one week bears of `lost`, what the weeks before left of the agency, product and currency:
 * those that gained in proportion to it, whatever they cannot make up for the first one by its rates.
 */
export function bearing<Of>(units: readonly Bearer<Of>[], lost: bigint): Map<Of, bigint> {
  const ordered = units.toSorted(
    (a, b) =>
      (a.commission_kind < b.commission_kind ? -1 : a.commission_kind > b.commission_kind ? 1 : 0) ||
      Number(a.commission - b.commission) ||
      Number(a.participation - b.participation),
  )
  const gainOf = (unit: Bearer<Of>) => {
    const { commission } = weekOf(unit, unit.sold, unit.prizes, 0n)
    const profit = unit.sold - unit.prizes - commission
    return profit > 0n ? profit : 0n
  }
  const gained = ordered.reduce((sum, unit) => sum + gainOf(unit), 0n)
  const made = lost < gained ? lost : gained
  const part = (upto: bigint) => (gained === 0n ? 0n : (2n * made * upto + gained) / (2n * gained))
  const borne = new Map<Of, bigint>()
  let upto = 0n
  for (const [n, unit] of ordered.entries()) {
    const before = part(upto)
    upto += gainOf(unit)
    borne.set(unit.of, part(upto) - before + (n === 0 ? lost - made : 0n))
  }
  return borne
}
