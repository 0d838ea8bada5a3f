/** Figures side by side: by direct dependant, by product, by bet type, each with what it sold in the period before. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import { add, compare } from '@contract/values/money.ts'
import type { PartnerType } from '@contract/partners.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { figuresOf, nothing, type FigureSums } from '../../rules/figures/figures.ts'
import { figuresCte } from '../../rules/figures/model/plan.ts'
import { officesUnder } from '../../rules/figures/model/partners.ts'
import type { Dimensions } from '../../rules/figures/model/question.ts'
import type { Sum } from '../../rules/figures/model/sources.ts'
import type { FigureWindow } from '../../rules/figures/stretch.ts'
import { partnersAt, isNarrowed, type Narrowing, type Subject } from '../../rules/figures/subject.ts'
import { soldUntil } from '../../rules/figures/until.ts'

/** What stands side by side. */
interface Kind {
  name: string
  by: Dimensions
  /** Rows of lines `part` as `key, sold`. */
  keyed: SQL
  /** Its column in `figures`. */
  key: SQL
  /** Is it kept by the hour, whatever is asked of it? */
  hourly: boolean
  /** Rows `key, name, …` of all there are. */
  names: SQL
}

/** Above the offices a day of a partner is dozens of rows, one an hour and shard; of an office it is one. */
const rowsOfDay = 40

/** Direct dependants, or the office itself, which has none. */
async function dependants(db: Executor, subject: Subject): Promise<Kind> {
  const partner = partnersAt(subject, 'directos')
  const many = await db.one<{ few: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM partner_ancestors WHERE ancestor_id = ${subject.id} AND partner_type = 'taquilla'
      OFFSET ${rowsOfDay} * (SELECT count(*) FROM partners partner WHERE ${partner})) AS few`)
  return {
    name: 'dependant',
    by: { partner, ...many },
    keyed: sql`SELECT o.partner_id AS key, part.sold FROM part JOIN (${officesUnder(partner)}) o ON o.office_id = part.office_id`,
    key: sql`f.partner_id`,
    hourly: true,
    names: sql`
      SELECT partner.id AS key, partner.name, partner.type, EXISTS (SELECT 1 FROM partners c WHERE c.father_id = partner.id) AS has_children
      FROM partners partner
      WHERE ${partner}`,
  }
}

function productsOr(name: 'product' | 'bet_type'): Kind {
  const key = sql.raw(`${name}_id`)
  return {
    name,
    by: { [name]: true },
    keyed: sql`SELECT part.${key} AS key, part.sold FROM part`,
    key: sql`f.${key}`,
    hourly: false,
    names: sql`SELECT id AS key, name FROM ${sql.raw(`${name}s`)}`,
  }
}

/** Rows of these sums, tickets being lines where those are asked. */
async function sumsOf(
  db: Executor,
  subject: Subject,
  narrowing: Narrowing,
  period: FigureWindow,
  { by, key }: Kind,
  sums: readonly Sum[],
) {
  const cte = figuresCte({ ...narrowing, subject, by, sums, period, before: null })
  return db.rows<FigureSums & { key: number }>(
    sql`WITH ${cte} SELECT ${key} AS key, f.sold, f.prizes, f.commission, coalesce(f.tickets, f.lines) AS tickets FROM figures f`,
  )
}

/** What each sold in a window, to its very minute: what is not kept by the hour is counted, and remembered. */
async function soldIn(db: Executor, subject: Subject, narrowing: Narrowing, window: FigureWindow, kind: Kind) {
  const { from, to, cut } = window
  const isCounted = cut && (!kind.hourly || isNarrowed(narrowing))
  const whole = isCounted ? { from, to: addDays(to, -1), cut: null } : window
  const parts = await Promise.all([
    sumsOf(db, subject, narrowing, whole, kind, ['sold']),
    isCounted ? soldUntil(db, subject, narrowing, to, cut, kind) : [],
  ])
  const total = new Map<number, string>()
  for (const { key, sold } of parts.flat()) total.set(key, add(total.get(key) ?? '0.00', sold))
  return total
}

interface Row {
  key: number
  name: string
}
interface PartnerRow extends Row {
  type: PartnerType
  has_children: boolean
}

/** Those with figures in either period, the largest sales first. */
async function sideBySide<T extends Row>(
  db: Executor,
  subject: Subject,
  by: Narrowing,
  now: FigureWindow,
  before: FigureWindow | null,
  kind: Kind,
) {
  const counted = kind.hourly && !isNarrowed(by) ? 'tickets' : 'lines'
  const [names, current, previous] = await Promise.all([
    db.rows<T>(kind.names),
    sumsOf(db, subject, by, now, kind, ['sold', 'prizes', 'commission', counted]),
    before && soldIn(db, subject, by, before, kind),
  ])
  const figures = new Map(current.map((one) => [one.key, one]))
  return names
    .filter(({ key }) => figures.has(key) || previous?.has(key))
    .map((named) => {
      const { sold, prizes, commission, tickets } = figures.get(named.key) ?? nothing
      const previous_sold = previous ? (previous.get(named.key) ?? '0.00') : null
      return { ...named, ...figuresOf({ sold, prizes, commission, tickets }), previous_sold }
    })
    .sort((a, b) => compare(b.sold, a.sold) || a.key - b.key)
}

type Asked = [db: Executor, subject: Subject, by: Narrowing, now: FigureWindow, before: FigureWindow | null]

export async function salesByPartner(...[db, subject, by, now, before]: Asked) {
  const rows = await sideBySide<PartnerRow>(db, subject, by, now, before, await dependants(db, subject))
  return rows.map(({ key, ...row }) => ({ partner_id: key, ...row }))
}

export async function salesByKind(name: 'product' | 'bet_type', ...[db, subject, by, now, before]: Asked) {
  const rows = await sideBySide<Row>(db, subject, by, now, before, productsOr(name))
  return rows.map(({ tickets: lines, average_ticket: _, payout_percent: __, ...row }) => ({ ...row, lines }))
}
