/** What a row of figures shows: its columns, sums and orders, by the fields that its contract declares. */
import { sql, type SQL } from 'drizzle-orm'
import type { Measure } from '@contract/measures.ts'
import { changeSql, comparedBy, inAll, inRow, isMeasure, measureSql, percentSql } from '../model/measured.ts'
import type { Dimensions } from '../model/question.ts'
import { countedDays } from '../days-counted.ts'

/** Fields that stand for no measure, over a row `figure` of `figures`, its partner `named`, product and bet type. */
const places: Record<string, SQL> = {
  day: sql`figure.day`,
  week: sql`figure.day`,
  month: sql`to_char(figure.day, 'MM/YYYY')`,
  weekday: sql`figure.weekday::text`,
  hour: sql`to_char(figure.hour, 'FM00') || ':00'`,
  partner_id: sql`figure.partner_id`,
  name: sql`named.name`,
  code: sql`named.code`,
  type: sql`named.type`,
  product_id: sql`figure.product_id::int`,
  product_name: sql`of_product.name`,
  bet_type_id: sql`figure.bet_type_id::int`,
  bet_type_name: sql`of_bet_type.name`,
  currency: sql`figure.currency`,
  days: countedDays,
  sold_by_day: sql`round(figure.sold / nullif(${countedDays}, 0), 2)`,
  /** Of all that the same currency sold under the same filters. */
  share_percent: percentSql(
    sql`figure.sold`,
    sql`(SELECT whole.sold FROM whole WHERE whole.currency = figure.currency)`,
  ),
}
export const ofRow = (name: string): SQL =>
  places[name] ?? (isMeasure(name) ? measureSql(name, inRow) : changeSql(name, 'row')!)
export const ofAll = (name: string): SQL | undefined =>
  isMeasure(name) ? measureSql(name, inAll) : changeSql(name, 'all')
export const written = (name: string, total: SQL) =>
  name === 'tickets' || name === 'lines' ? total : sql`(${total})::text`
/** Names that rows are ordered by. */
export const nameOrders: Record<string, SQL> = {
  name: sql`partner.name`,
  code: sql`partner.code`,
  type: sql`partner.type`,
  product_name: sql`product.name`,
  bet_type_name: sql`bet_type.name`,
}
export const orderedBy: Record<string, SQL> = {
  ...nameOrders,
  month: sql`figure.day`,
  weekday: sql`figure.weekday`,
  hour: sql`figure.hour`,
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
export function rowShape(fields: readonly string[]): Shape {
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
  day: sql`figure.day DESC`,
  week: sql`figure.day DESC`,
  month: sql`figure.day DESC`,
  weekday: sql`figure.weekday`,
  hour: sql`figure.hour`,
  name: sql`partner.name_key`,
  product_name: sql`product.name`,
  bet_type_name: sql`bet_type.name`,
}
export const nestedIn = ({ fields }: Shape) => fields.flatMap((name) => nested[name] ?? [])

/** Rows of several dimensions stand in the order in which these were asked, as their columns do. */
export function nestedOrder(shape: Shape, keys: readonly string[]): SQL {
  return sql.join([...nestedIn(shape), ...keys.map((name) => sql`figure.${sql.identifier(name)}`)], sql`, `)
}

/** A course in time's order, the rest by what sold; who compares wants to know who fell most. */
export function firstOrder({ by }: Shape, compares: boolean, keys: readonly string[]): SQL {
  const course = [
    ...(by.time ? [sql`figure.day DESC`] : []),
    ...(by.weekday ? [sql`figure.weekday`] : []),
    ...(by.hour ? [sql`figure.hour`] : []),
  ]
  const largest = compares ? changeSql('sold_change', 'row')! : sql`figure.sold DESC`
  return sql.join(
    [...course, sql`figure.currency`, largest, ...keys.map((name) => sql`figure.${sql.identifier(name)}`)],
    sql`, `,
  )
}
