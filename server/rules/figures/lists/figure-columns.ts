/** What a row of figures shows: its columns, sums and orders, by the fields that its contract declares. */
import { sql, type SQL } from 'drizzle-orm'
import type { Measure } from '@contract/measures.ts'
import { changed, comparedBy, inAll, inRow, isMeasure, measured, percent } from '../model/measured.ts'
import type { Dimensions } from '../model/question.ts'
import { daysOfRow } from '../days-counted.ts'

/** Fields that stand for no measure, over a row `f` of `figures`, its partner `n`, product and bet type. */
const places: Record<string, SQL> = {
  day: sql`f.day`,
  week: sql`f.day`,
  month: sql`to_char(f.day, 'MM/YYYY')`,
  weekday: sql`f.weekday::text`,
  hour: sql`to_char(f.hour, 'FM00') || ':00'`,
  partner_id: sql`f.partner_id`,
  name: sql`n.name`,
  code: sql`n.code`,
  type: sql`n.type`,
  product_id: sql`f.product_id::int`,
  product_name: sql`of_product.name`,
  bet_type_id: sql`f.bet_type_id::int`,
  bet_type_name: sql`of_bet_type.name`,
  currency: sql`f.currency`,
  days: daysOfRow,
  sold_by_day: sql`round(f.sold / nullif(${daysOfRow}, 0), 2)`,
  /** Of all that the same currency sold under the same filters. */
  share_percent: percent(sql`f.sold`, sql`(SELECT w.sold FROM whole w WHERE w.currency = f.currency)`),
}
export const ofRow = (name: string): SQL =>
  places[name] ?? (isMeasure(name) ? measured(name, inRow) : changed(name, 'row')!)
export const ofAll = (name: string): SQL | undefined => (isMeasure(name) ? measured(name, inAll) : changed(name, 'all'))
export const written = (name: string, total: SQL) =>
  name === 'tickets' || name === 'lines' ? total : sql`(${total})::text`
/** Names that rows are ordered by. */
export const nameOrders: Record<string, SQL> = {
  name: sql`p.name`,
  code: sql`p.code`,
  type: sql`p.type`,
  product_name: sql`product.name`,
  bet_type_name: sql`bet_type.name`,
}
export const orderedBy: Record<string, SQL> = {
  ...nameOrders,
  month: sql`f.day`,
  weekday: sql`f.weekday`,
  hour: sql`f.hour`,
}

/** What a row of figures shows: its fields, and what follows from them. */
export interface Shape {
  fields: readonly string[]
  by: Omit<Dimensions, 'partner'> & { partner: boolean }
  measures: readonly Measure[]
  /** Measures whose changes are shown. */
  compared: readonly Measure[]
}

/** The shape of a row with these fields. */
export function shapeOf(fields: readonly string[]): Shape {
  const has = (name: string) => fields.includes(name)
  return {
    fields,
    by: {
      time: has('day') ? 'day' : has('week') ? 'week' : has('month') ? 'month' : undefined,
      weekday: has('weekday'),
      hour: has('hour'),
      partner: has('partner_id'),
      product: has('product_id'),
      bet_type: has('bet_type_id'),
    },
    measures: fields.filter(isMeasure),
    compared: [...new Set(fields.flatMap((name) => comparedBy(name) ?? []))],
  }
}

/** The order of each dimension of a row; those that are called by nothing stand last. */
const nested: Record<string, SQL> = {
  day: sql`f.day DESC`,
  week: sql`f.day DESC`,
  month: sql`f.day DESC`,
  weekday: sql`f.weekday`,
  hour: sql`f.hour`,
  name: sql`p.name_key`,
  product_name: sql`product.name`,
  bet_type_name: sql`bet_type.name`,
}
export const nestedIn = ({ fields }: Shape) => fields.flatMap((name) => nested[name] ?? [])

/** Rows of several dimensions stand in the order in which these were asked, as their columns do. */
export function nestedOrder(shape: Shape, keys: readonly string[]): SQL {
  return sql.join([...nestedIn(shape), ...keys.map((name) => sql`f.${sql.identifier(name)}`)], sql`, `)
}

/** A course in time's order, the rest by what sold; who compares wants to know who fell most. */
export function firstOrder({ by }: Shape, compares: boolean, keys: readonly string[]): SQL {
  const course = [
    ...(by.time ? [sql`f.day DESC`] : []),
    ...(by.weekday ? [sql`f.weekday`] : []),
    ...(by.hour ? [sql`f.hour`] : []),
  ]
  const largest = compares ? changed('sold_change', 'row')! : sql`f.sold DESC`
  return sql.join([...course, sql`f.currency`, largest, ...keys.map((name) => sql`f.${sql.identifier(name)}`)], sql`, `)
}
