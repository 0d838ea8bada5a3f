/** What a file of results is read against: products by code and name, their parts and symbols, and the draws of its days. */
import { sql, type SQL } from 'drizzle-orm'
import type { ResultNumber, ResultPart } from '@contract/draws.ts'
import { mostDaysBack } from '@contract/result-file.ts'
import { addDays, inZone } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { json, list, type Executor } from '../../platform/db/connect.ts'
import { plannedCtes } from '../draws/generate.ts'
import { isKnownTo, type Asking } from './entries.ts'
import type { Symbols } from './read.ts'
import { resultShapes } from './parts.ts'

export interface BulkProduct {
  id: number
  name: string
  zone: string
  parts: ResultPart[]
  symbols: Symbols
}

/** Products by what a file may call them: code or name, without case and accents. */
export async function bulkProducts(db: Executor): Promise<Map<string, BulkProduct>> {
  const rows = await db.rows<{ id: number; code: string; name: string; zone: string }>(
    sql`SELECT id, code, name, zone FROM products WHERE kind <> 'polla' ORDER BY id DESC`,
  )
  const shapes = await resultShapes(
    db,
    rows.map((row) => row.id),
  )
  const symbols = await db.rows<{ product_id: number; code: string; name: string; image_url: string | null }>(
    sql`SELECT product_id, code, name, image_url FROM product_symbols`,
  )
  const codes = new Map<string, BulkProduct>()
  const names = new Map<string, BulkProduct>()
  for (const { id, code, name, zone } of rows) {
    const own = symbols.filter((symbol) => symbol.product_id === id)
    const product = {
      id,
      name,
      zone,
      parts: shapes.get(id)!.parts,
      symbols: {
        codes: new Map(own.map(({ code: of, ...symbol }) => [of, symbol])),
        by_name: new Map(own.map((symbol) => [fold(symbol.name), symbol.code])),
      },
    }
    codes.set(fold(code), product)
    codes.set(fold(code.replaceAll('_', ' ')), product)
    names.set(fold(name), product)
  }
  // One product's code may be another's name: the name is what people write.
  return new Map([...codes, ...names])
}

/** A draw as far as a file of results is concerned. */
export interface BulkDraw {
  /** Null where schedules know it and nobody made it yet. */
  id: number | null
  product_id: number
  scheduled_at: string
  state: 'activo' | 'premiado' | 'suspendido'
  over: boolean
  /** `2026-11-20 13:00` by the product's clock, and by the banca's. */
  by_product: string
  by_banca: string
  in_force: ResultNumber[] | null
  pending: ResultNumber[] | null
  pending_id: number | null
  /** Null where a source did. Who stands above whoever asks is somebody. */
  pending_by: string | null
}

const clocks = sql`
  to_char(d.scheduled_at AT TIME ZONE p.zone, 'YYYY-MM-DD HH24:MI') AS by_product,
  to_char(d.scheduled_at AT TIME ZONE b.zone, 'YYYY-MM-DD HH24:MI') AS by_banca`

function drawsWhere(db: Executor, { id }: Asking, at: Date, condition: SQL): Promise<(BulkDraw & { id: number })[]> {
  const numbers = sql`(
    SELECT jsonb_agg(jsonb_build_object('place', n.place, 'number', n.number, 'sign', n.sign) ORDER BY n.place)
    FROM result_numbers n
    WHERE n.result_id = d.result_id
  )`
  return db.rows(sql`
    SELECT d.id, d.product_id, d.scheduled_at, d.state::text AS state, d.closes_at <= ${at.toISOString()}::timestamptz
      AND d.scheduled_at <= ${at.toISOString()}::timestamptz AS over, ${clocks},
      ${numbers} AS in_force, e.numbers AS pending, e.id AS pending_id,
      CASE WHEN e.entered_by IS NOT NULL THEN coalesce(CASE WHEN ${isKnownTo(id)} THEN u.name END, 'otra persona') END AS pending_by
    FROM draws d JOIN products p ON p.id = d.product_id CROSS JOIN banca b
    LEFT JOIN result_entries e ON e.draw_id = d.id AND e.state = 'pendiente' LEFT JOIN users u ON u.id = e.entered_by
    WHERE ${condition} ORDER BY d.id`)
}

/** Draws of these products on a day and the ones beside it, which another zone may reach. */
export function drawsAround(
  db: Executor,
  asking: Asking,
  product_ids: readonly number[],
  day: string,
  at: Date,
): Promise<(BulkDraw & { id: number })[]> {
  return drawsWhere(
    db,
    asking,
    at,
    sql`d.product_id = ANY (${list(product_ids)}::int[]) AND d.day BETWEEN ${addDays(day, -1)} AND ${addDays(day, 1)}`,
  )
}

/** A product's draw by a clock's time, `2026-11-20 13:00`: nobody says yet whose clock. */
export interface WantedDraw {
  product_id: number
  clock: string
}

/** The instants that a clock's time may mean: by the product's clock and by the banca's. */
const wantedInstants = (wanted: readonly WantedDraw[]) => sql`(
  SELECT DISTINCT w.product_id, meant.at
  FROM jsonb_to_recordset(${json(wanted)}) AS w(product_id int, clock timestamp)
  JOIN products wp ON wp.id = w.product_id
  CROSS JOIN banca wb
  CROSS JOIN LATERAL (VALUES (w.clock AT TIME ZONE wp.zone), (w.clock AT TIME ZONE wb.zone)) meant(at))`

/** Those of the wanted draws that are there. */
export function wantedDraws(
  db: Executor,
  asking: Asking,
  wanted: readonly WantedDraw[],
  at: Date,
): Promise<BulkDraw[]> {
  return drawsWhere(
    db,
    asking,
    at,
    sql`
      d.id IN (
        SELECT found.id
        FROM ${wantedInstants(wanted)} w
        JOIN draws found ON found.product_id = w.product_id AND found.scheduled_at >= w.at
          AND found.scheduled_at < w.at + interval '1 minute'
      )`,
  )
}

/** Those of the wanted draws that schedules know and nobody made, on business days of a range. */
export function plannedDraws(
  db: Executor,
  wanted: readonly WantedDraw[],
  { from_day, to_day }: { from_day: string; to_day: string },
  at: Date,
): Promise<BulkDraw[]> {
  const product_ids = [...new Set(wanted.map((one) => one.product_id))]
  return db.rows<BulkDraw>(sql`
    WITH ${plannedCtes(from_day, to_day, product_ids)}
    SELECT NULL AS id, d.product_id, d.scheduled_at, 'activo' AS state,
      d.scheduled_at <= ${at.toISOString()}::timestamptz AS over, ${clocks},
      NULL AS in_force, NULL AS pending, NULL AS pending_id, NULL AS pending_by
    FROM planned d JOIN ${wantedInstants(wanted)} w ON w.product_id = d.product_id AND w.at = d.scheduled_at
    JOIN products p ON p.id = d.product_id CROSS JOIN banca b
    WHERE NOT EXISTS (SELECT 1 FROM draws made WHERE made.product_id = d.product_id AND made.scheduled_at = d.scheduled_at)
    ORDER BY d.scheduled_at, d.product_id`)
}

/** A product on one of its own calendar's days. */
export interface ProductDay {
  product_id: number
  day: string
}

/** The hours by its own clock at which a product draws on a day, made or only planned: by `product_id day`. */
export async function hoursOfDays(
  db: Executor,
  wanted: readonly ProductDay[],
  at: Date,
): Promise<Map<string, string[]>> {
  const days = wanted.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || last < addDays(inZone(at, 'UTC').day, -mostDaysBack - 2)) return new Map()
  const product_ids = [...new Set(wanted.map((one) => one.product_id))]
  const rows = await db.rows<{ key: string; hours: string[] }>(sql`
    WITH ${plannedCtes(addDays(first, -1), addDays(last, 1), product_ids)},
      asked AS (SELECT DISTINCT * FROM jsonb_to_recordset(${json(wanted)}) AS w(product_id int, day date)),
      held AS (
        SELECT product_id, scheduled_at FROM planned
        UNION SELECT d.product_id, d.scheduled_at FROM draws d
        WHERE d.product_id = ANY (${list(product_ids)}::int[]) AND d.day BETWEEN ${addDays(first, -1)} AND ${addDays(last, 1)}
      )
    SELECT a.product_id || ' ' || a.day AS key, array_agg(DISTINCT to_char(h.scheduled_at AT TIME ZONE p.zone, 'HH24:MI')) AS hours
    FROM asked a
    JOIN products p ON p.id = a.product_id
    JOIN held h ON h.product_id = a.product_id AND (h.scheduled_at AT TIME ZONE p.zone)::date = a.day
    GROUP BY 1`)
  return new Map(rows.map(({ key, hours }) => [key, hours]))
}
