/**
 * Where figures are kept, each with its grain: what its rows are told apart by, which sums they hold and which
 * piece of a stretch of time they can answer. The planner takes the cheapest that answers exactly.
 */
import { sql, type SQL } from 'drizzle-orm'
import { linesIn, settledIn, ticketsIn, type Minutes, type FigureTarget } from './minutes.ts'

export type Sum = 'sold' | 'prizes' | 'commission' | 'participation' | 'tickets' | 'lines' | 'annulled'
export const allSums: readonly Sum[] = ['sold', 'prizes', 'commission', 'participation', 'tickets', 'lines', 'annulled']
/** Beside day, currency and partner. */
export type Base = 'product_id' | 'bet_type_id' | 'hour'

/** Part of a stretch: whole days; whole hours of one day, before `hour`; instants of one hour. */
export type FigurePiece =
  | { kind: 'days'; from: string; to: string }
  | { kind: 'hours'; day: string; hour: number }
  | ({ kind: 'minutes' } & Minutes)

export interface Source {
  name: string
  /** Rows of partners of every level, or of ticket offices alone. */
  partner: 'any' | 'office'
  /** The partner's column. */
  column: 'partner_id' | 'office_id'
  pieces: readonly FigurePiece['kind'][]
  bases: readonly Base[]
  /** What of a row `s` is added up. */
  sums: Partial<Record<Sum, SQL>>
  /** Rows `s` of a piece; of those that are worked out, only the part asked. */
  rows: (piece: FigurePiece, part: FigureTarget) => SQL
  /** Rows that a partner has for a day, more or less: what choosing it costs. */
  weight: number
}

/** Numbers of tickets and lines; the others are amounts. */
export const counts = (sum: string): boolean => /^(tickets|lines)/.test(sum)

const summed = (...names: readonly Sum[]): Partial<Record<Sum, SQL>> =>
  Object.fromEntries(names.map((name) => [name, sql.raw(`s.${name}`)]))

const inDays = (piece: FigurePiece) =>
  piece.kind === 'days'
    ? sql`s.day BETWEEN ${piece.from} AND ${piece.to}`
    : piece.kind === 'hours'
      ? sql`s.day = ${piece.day} AND s.hour < ${piece.hour}`
      : sql`false`

const table = (name: string) => (piece: FigurePiece) => sql`${sql.raw(name)} s WHERE ${inDays(piece)}`

/** Rows that are worked out from the tickets and lines of some minutes. */
const worked = (rows: (minutes: Minutes, part: FigureTarget) => SQL) => (piece: FigurePiece, part: FigureTarget) => {
  if (piece.kind !== 'minutes') throw new Error('tickets are read by the minute alone')
  return sql`(${rows(piece, part)}) s WHERE true`
}

/** The cheapest first. */
export const sources: readonly Source[] = [
  {
    name: 'sales_days',
    partner: 'office',
    column: 'office_id',
    pieces: ['days'],
    bases: [],
    sums: {
      ...summed('sold', 'prizes', 'commission', 'participation'),
      // Few have any: nothing is not added.
      annulled: sql`nullif(s.annulled, 0)`,
      tickets: sql`s.n_vendido + s.n_ganador + s.n_pagado + s.n_perdedor + s.n_vencido`,
    },
    rows: table('sales_days'),
    weight: 1,
  },
  {
    name: 'product_days',
    partner: 'any',
    column: 'partner_id',
    pieces: ['days'],
    bases: ['product_id', 'bet_type_id'],
    sums: summed('sold', 'prizes', 'commission', 'participation', 'lines'),
    rows: table('product_days'),
    weight: 20,
  },
  {
    name: 'sales_hours',
    partner: 'any',
    column: 'partner_id',
    pieces: ['days', 'hours'],
    bases: ['hour'],
    sums: summed('sold', 'prizes', 'commission', 'tickets'),
    rows: table('sales_hours'),
    weight: 12,
  },
  // Of the few offices that annulled something, where all else is read at another partner.
  {
    name: 'annulled_days',
    partner: 'office',
    column: 'office_id',
    pieces: ['days'],
    bases: [],
    sums: summed('annulled'),
    // By its days, whoever is asked for: office by office each of them would be looked up.
    rows: (piece) =>
      sql`(
        SELECT s.day, s.office_id, s.currency, s.annulled
        FROM sales_days s
        WHERE s.annulled <> 0 AND ${inDays(piece)}
        OFFSET 0
      ) s
      WHERE true`,
    weight: 0.5,
  },
  {
    name: 'settlement_hours',
    partner: 'office',
    column: 'office_id',
    pieces: ['days', 'hours'],
    bases: ['product_id', 'bet_type_id', 'hour'],
    sums: summed('sold', 'prizes', 'lines'),
    rows: table('settlement_hours'),
    weight: 200,
  },
  {
    name: 'settled_hours',
    partner: 'office',
    column: 'office_id',
    pieces: ['days', 'hours'],
    bases: ['product_id', 'bet_type_id', 'hour'],
    sums: summed('commission', 'participation'),
    rows: table('settled_hours'),
    weight: 210,
  },
  {
    name: 'tickets',
    partner: 'office',
    column: 'office_id',
    pieces: ['minutes'],
    bases: ['hour'],
    sums: summed('sold', 'prizes', 'commission', 'tickets'),
    rows: worked(ticketsIn),
    weight: 900,
  },
  {
    name: 'lines',
    partner: 'office',
    column: 'office_id',
    pieces: ['minutes'],
    bases: ['product_id', 'bet_type_id', 'hour'],
    sums: summed('sold'),
    rows: worked(linesIn),
    weight: 1_000,
  },
  {
    name: 'settled_lines',
    partner: 'office',
    column: 'office_id',
    pieces: ['minutes'],
    bases: ['product_id', 'bet_type_id', 'hour'],
    sums: summed('sold', 'prizes', 'commission', 'lines'),
    rows: worked(settledIn),
    weight: 1_100,
  },
]
