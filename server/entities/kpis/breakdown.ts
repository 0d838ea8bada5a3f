/** Figures side by side: by direct dependant, by product, by bet type, each with what it sold in the period before. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import { add, compare } from '@contract/values/money.ts'
import type { Figures } from '@contract/kpis.ts'
import type { PartnerType } from '@contract/partners.ts'
import { every, type Executor } from '../../platform/db/connect.ts'
import { figuresOf, nothing, profitOf, type Sums } from '../../rules/figures/figures.ts'
import { partialHour } from '../../rules/figures/partial-day.ts'
import type { Window } from '../../rules/figures/stretch.ts'
import { isNarrowed, narrowed, type Narrowing, type Subject } from '../../rules/figures/subject.ts'
import { soldUntil } from '../../rules/figures/until.ts'

interface Keyed extends Sums {
  key: number
}
const sums = sql`sum(s.sold) AS sold, sum(s.prizes) AS prizes, sum(s.commission) AS commission`

/** Whole days of a window: the divided one is read from elsewhere. */
function wholeDays(alias: string, { from, to, cut }: Window): SQL {
  return sql`${sql.raw(alias)}.day BETWEEN ${from} AND ${cut ? addDays(to, -1) : to}`
}

/** The partners whose figures stand side by side: direct dependants, or the office itself, which has none. */
function dependants(subject: Subject): SQL {
  return subject.type === 'taquilla' ? sql`p.id = ${subject.id}` : sql`p.father_id = ${subject.id}`
}

/** `office_id → key`, the dependant under which the office lies. */
function officesByDependant(subject: Subject): SQL {
  return sql`SELECT a.partner_id AS office_id, p.id AS key FROM partners p JOIN partner_ancestors a ON a.ancestor_id = p.id AND a.partner_type = 'taquilla' WHERE ${dependants(subject)}`
}

/** Every level counts its own, so the offices below need not be looked at. */
async function byPartner(db: Executor, subject: Subject, by: Narrowing, window: Window): Promise<Keyed[]> {
  const [table, counted] = isNarrowed(by) ? [sql`product_days`, sql`lines`] : [sql`sales_hours`, sql`tickets`]
  return db.rows<Keyed>(sql`
    SELECT s.partner_id AS key, ${sums}, sum(s.${counted})::int AS tickets FROM ${table} s
    WHERE ${every(sql`s.partner_id IN (SELECT p.id FROM partners p WHERE ${dependants(subject)})`, sql`s.currency = ${by.currency}`, wholeDays('s', window), ...narrowed(by, 's'))}
    GROUP BY 1`)
}

/** What each dependant sold in a window, to its very minute. */
async function soldByPartner(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  window: Window,
): Promise<Map<number, string>> {
  const whole = await byPartner(db, subject, by, window)
  if (!window.cut) return soldOf([whole])
  const { to, cut } = window
  if (isNarrowed(by)) {
    const byOffice = sql`SELECT o.key, part.sold FROM part JOIN (${officesByDependant(subject)}) o ON o.office_id = part.office_id`
    return soldOf([whole, await soldUntil(db, subject, by, to, cut, { name: 'dependant', keyed: byOffice })])
  }
  const divided = db.rows<Keyed>(
    sql`SELECT o.key, sum(part.sold) AS sold FROM (${partialHour(subject, by, to, cut)}) part JOIN (${officesByDependant(subject)}) o ON o.office_id = part.office_id GROUP BY 1`,
  )
  const hours = db.rows<Keyed>(sql`
    SELECT s.partner_id AS key, sum(s.sold) AS sold FROM sales_hours s
    WHERE s.partner_id IN (SELECT p.id FROM partners p WHERE ${dependants(subject)}) AND s.currency = ${by.currency} AND s.day = ${to} AND s.hour < ${cut.hour} GROUP BY 1`)
  return soldOf([whole, ...(await Promise.all([hours, divided]))])
}

function soldOf(parts: readonly (readonly Pick<Keyed, 'key' | 'sold'>[])[]): Map<number, string> {
  const total = new Map<number, string>()
  for (const { key, sold } of parts.flat()) total.set(key, add(total.get(key) ?? '0.00', sold))
  return total
}

export interface PartnerFigures extends Figures {
  partner_id: number
  name: string
  type: PartnerType
  has_children: boolean
  previous_sold: string | null
}

/** Those that sold or paid in either period, the largest sales first. */
export async function salesByPartner(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  now: Window,
  before: Window | null,
): Promise<PartnerFigures[]> {
  const [partners, current, previous] = await Promise.all([
    db.rows<{ id: number; name: string; type: PartnerType; has_children: boolean }>(sql`
      SELECT p.id, p.name, p.type, EXISTS (SELECT 1 FROM partners c WHERE c.father_id = p.id) AS has_children FROM partners p WHERE ${dependants(subject)}`),
    byPartner(db, subject, by, now),
    before && soldByPartner(db, subject, by, before),
  ])
  const figures = new Map(current.map((one) => [one.key, one]))
  return partners
    .filter(({ id }) => figures.has(id) || previous?.has(id))
    .map(({ id, name, type, has_children }) => {
      const { sold, prizes, commission, tickets } = figures.get(id) ?? nothing
      return {
        partner_id: id,
        name,
        type,
        has_children,
        ...figuresOf({ sold, prizes, commission, tickets }),
        previous_sold: previous ? (previous.get(id) ?? '0.00') : null,
      }
    })
    .sort((a, b) => compare(b.sold, a.sold) || a.partner_id - b.partner_id)
}

export interface KindFigures {
  key: number
  name: string
  lines: number
  sold: string
  prizes: string
  commission: string
  profit: string
  previous_sold: string | null
}
type Kind = 'product' | 'bet_type'
const kinds = {
  product: { column: sql.raw('product_id'), names: sql.raw('products') },
  bet_type: { column: sql.raw('bet_type_id'), names: sql.raw('bet_types') },
} as const

async function byKind(db: Executor, subject: Subject, by: Narrowing, window: Window, kind: Kind): Promise<Keyed[]> {
  return db.rows<Keyed>(sql`
    SELECT s.${kinds[kind].column} AS key, ${sums}, sum(s.lines)::int AS tickets FROM product_days s
    WHERE ${every(sql`s.partner_id = ${subject.id}`, sql`s.currency = ${by.currency}`, wholeDays('s', window), ...narrowed(by, 's'))} GROUP BY 1`)
}

async function soldByKind(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  window: Window,
  kind: Kind,
): Promise<Map<number, string>> {
  const whole = byKind(db, subject, by, window, kind)
  const part = window.cut
    ? soldUntil(db, subject, by, window.to, window.cut, {
        name: kind,
        keyed: sql`SELECT part.${kinds[kind].column} AS key, part.sold FROM part`,
      })
    : []
  return soldOf(await Promise.all([whole, part]))
}

/** By product or by bet type: those with figures in either period, the largest sales first. */
export async function salesByKind(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  now: Window,
  before: Window | null,
  kind: Kind,
): Promise<KindFigures[]> {
  const [names, current, previous] = await Promise.all([
    db.rows<{ id: number; name: string }>(sql`SELECT id, name FROM ${kinds[kind].names}`),
    byKind(db, subject, by, now, kind),
    before && soldByKind(db, subject, by, before, kind),
  ])
  const figures = new Map(current.map((one) => [one.key, one]))
  return names
    .filter(({ id }) => figures.has(id) || previous?.has(id))
    .map(({ id, name }) => {
      const { sold, prizes, commission, tickets } = figures.get(id) ?? nothing
      return {
        key: id,
        name,
        lines: tickets,
        sold,
        prizes,
        commission,
        profit: profitOf({ sold, prizes, commission }),
        previous_sold: previous ? (previous.get(id) ?? '0.00') : null,
      }
    })
    .sort((a, b) => compare(b.sold, a.sold) || a.key - b.key)
}
