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
  to_char(draw.scheduled_at AT TIME ZONE product.zone, 'YYYY-MM-DD HH24:MI') AS by_product,
  to_char(draw.scheduled_at AT TIME ZONE banca.zone, 'YYYY-MM-DD HH24:MI') AS by_banca`

function drawsWhere(db: Executor, { id }: Asking, at: Date, condition: SQL): Promise<(BulkDraw & { id: number })[]> {
  const numbers = sql`(
    SELECT jsonb_agg(jsonb_build_object('place', number.place, 'number', number.number, 'sign', number.sign) ORDER BY number.place)
    FROM result_numbers number
    WHERE number.result_id = draw.result_id
  )`
  return db.rows(sql`
    SELECT draw.id, draw.product_id, draw.scheduled_at, draw.state::text AS state, draw.closes_at <= ${at.toISOString()}::timestamptz
      AND draw.scheduled_at <= ${at.toISOString()}::timestamptz AS over, ${clocks},
      ${numbers} AS in_force, entry.numbers AS pending, entry.id AS pending_id,
      CASE WHEN entry.entered_by IS NOT NULL
        THEN coalesce(CASE WHEN ${isKnownTo(id)} THEN author.name END, 'otra persona') END AS pending_by
    FROM draws draw JOIN products product ON product.id = draw.product_id CROSS JOIN banca
    LEFT JOIN result_entries entry ON entry.draw_id = draw.id AND entry.state = 'pendiente'
    LEFT JOIN users author ON author.id = entry.entered_by
    WHERE ${condition} ORDER BY draw.id`)
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
    sql`draw.product_id = ANY (${list(product_ids)}::int[]) AND draw.day BETWEEN ${addDays(day, -1)} AND ${addDays(day, 1)}`,
  )
}

/** A product's draw by a clock's time, `2026-11-20 13:00`: nobody says yet whose clock. */
export interface WantedDraw {
  product_id: number
  clock: string
}

/** The instants that a clock's time may mean: by the product's clock and by the banca's. */
const wantedInstants = (wanted: readonly WantedDraw[]) => sql`(
  SELECT DISTINCT wanted.product_id, meant.at
  FROM jsonb_to_recordset(${json(wanted)}) AS wanted(product_id int, clock timestamp)
  JOIN products product ON product.id = wanted.product_id
  CROSS JOIN banca
  CROSS JOIN LATERAL (VALUES (wanted.clock AT TIME ZONE product.zone), (wanted.clock AT TIME ZONE banca.zone)) meant(at))`

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
      draw.id IN (
        SELECT found.id
        FROM ${wantedInstants(wanted)} wanted
        JOIN draws found ON found.product_id = wanted.product_id AND found.scheduled_at >= wanted.at
          AND found.scheduled_at < wanted.at + interval '1 minute'
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
    SELECT NULL AS id, draw.product_id, draw.scheduled_at, 'activo' AS state,
      draw.scheduled_at <= ${at.toISOString()}::timestamptz AS over, ${clocks},
      NULL AS in_force, NULL AS pending, NULL AS pending_id, NULL AS pending_by
    FROM planned draw JOIN ${wantedInstants(wanted)} wanted ON wanted.product_id = draw.product_id AND wanted.at = draw.scheduled_at
    JOIN products product ON product.id = draw.product_id CROSS JOIN banca
    WHERE NOT EXISTS (SELECT 1 FROM draws made WHERE made.product_id = draw.product_id AND made.scheduled_at = draw.scheduled_at)
    ORDER BY draw.scheduled_at, draw.product_id`)
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
      asked AS (SELECT DISTINCT * FROM jsonb_to_recordset(${json(wanted)}) AS wanted(product_id int, day date)),
      held AS (
        SELECT product_id, scheduled_at FROM planned
        UNION SELECT draw.product_id, draw.scheduled_at FROM draws draw
        WHERE draw.product_id = ANY (${list(product_ids)}::int[]) AND draw.day BETWEEN ${addDays(first, -1)} AND ${addDays(last, 1)}
      )
    SELECT asked.product_id || ' ' || asked.day AS key,
      array_agg(DISTINCT to_char(held.scheduled_at AT TIME ZONE product.zone, 'HH24:MI')) AS hours
    FROM asked
    JOIN products product ON product.id = asked.product_id
    JOIN held ON held.product_id = asked.product_id AND (held.scheduled_at AT TIME ZONE product.zone)::date = asked.day
    GROUP BY 1`)
  return new Map(rows.map(({ key, hours }) => [key, hours]))
}
