/**
 * Results that somebody wrote and nobody confirmed yet. An entry is numbers and who wrote them; nothing
 * on its way, nor anything it asks the database, is about what was sold.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { ResultEntry, ResultNumber } from '@contract/draws.ts'
import { json, type Executor, type Tx } from '../../platform/db/connect.ts'
import { sameNumbers } from '../award/numbers.ts'
import { Problem } from '../../platform/http/problem.ts'
import { checkedNumbers, resultShapes, type ResultShape } from './parts.ts'
import { otherPersonConfirms } from './second-person.ts'
import { textOfNumbers } from './texts.ts'

export type EntryRow = ResultEntry & { draw_id: number }

/** Who asks: whether they may confirm an entry depends on it. */
export interface Asking {
  id: number
}

/** Sits user `author` where user `id` sits or below? Whoever stands above is not named. */
export const isKnownTo = (id: number) => sql`EXISTS (
  SELECT 1 FROM users me JOIN partner_ancestors above ON above.ancestor_id = me.partner_id
  WHERE me.id = ${id} AND above.partner_id = author.partner_id)`

/** Pending entries, each with whether this user may confirm it. */
export function pendingEntries(db: Executor, { id }: Asking, where: SQL): Promise<EntryRow[]> {
  return db.rows<EntryRow>(sql`
    SELECT entry.id, entry.draw_id, entry.kind, entry.numbers, ${textOfNumbers(sql`entry.numbers`, sql`draw.product_id`)} AS text,
      entry.source,
      entry.entered_by, CASE WHEN ${isKnownTo(id)} THEN author.name END AS entered_by_name, entry.entered_at, entry.reason,
      NOT (entry.entered_by IS NOT NULL AND entry.entered_by = ${id} AND ${otherPersonConfirms}) AS can_confirm
    FROM result_entries entry JOIN draws draw ON draw.id = entry.draw_id CROSS JOIN banca
    LEFT JOIN users author ON author.id = entry.entered_by
    WHERE entry.state = 'pendiente' AND ${where} ORDER BY entry.id`)
}

export async function pendingEntry(db: Executor, asking: Asking, entry_id: number): Promise<EntryRow | undefined> {
  return (await pendingEntries(db, asking, sql`entry.id = ${entry_id}`))[0]
}

export interface EnterableDraw {
  id: number
  product_id: number
  state: 'activo' | 'premiado' | 'suspendido'
  result_id: number | null
  closed: boolean
  over: boolean
}

/** A draw as far as entering its result is concerned. */
export function enterableDraw(db: Executor, draw_id: number, at: Date): Promise<EnterableDraw | undefined> {
  const now = at.toISOString()
  return db.one<EnterableDraw>(sql`
    SELECT draw.id, draw.product_id, draw.state::text AS state, draw.result_id, draw.closes_at <= ${now}::timestamptz AS closed,
      draw.scheduled_at <= ${now}::timestamptz AS over
    FROM draws draw WHERE draw.id = ${draw_id}`)
}

/** A draw that was awarded is over. @throws Problem `draw_suspended`, `draw_open`, `draw_not_over` */
export function mustBeOver(draw: EnterableDraw): void {
  if (draw.state === 'premiado') return
  if (draw.state === 'suspendido') throw new Problem('draw_suspended')
  if (!draw.closed) throw new Problem('draw_open')
  if (!draw.over) throw new Problem('draw_not_over')
}

export async function resultShapeOf(db: Executor, product_id: number): Promise<ResultShape> {
  return (await resultShapes(db, [product_id])).get(product_id)!
}

/** Numbers of the result in force. */
function numbersInForce(db: Executor, draw_id: number): Promise<ResultNumber[]> {
  return db.rows<ResultNumber>(sql`
    SELECT number.place, number.number, number.sign
    FROM results result
    JOIN result_numbers number ON number.result_id = result.id
    WHERE result.draw_id = ${draw_id} AND result.withdrawn_at IS NULL
    ORDER BY number.place`)
}

export interface Entering {
  draw_id: number
  numbers: readonly ResultNumber[]
  /** Null when sources wrote it. */
  entered_by: number | null
  source: string
  reason?: string | undefined
  at: Date
}

/**
 * Writes the entry of a draw that is over: a first result, or a correction where there is one.
 * @throws Problem `not_found`, `draw_suspended`, `draw_open`, `draw_not_over`, `result_invalid`,
 *   `result_same` and `result_reason_missing` for a correction, `result_pending` when another waits
 */
export async function enter(tx: Tx, { draw_id, numbers, entered_by, source, reason, at }: Entering): Promise<number> {
  const draw = await enterableDraw(tx, draw_id, at)
  if (!draw) throw new Problem('not_found')
  mustBeOver(draw)
  const checked = await checkedNumbers(tx, await resultShapeOf(tx, draw.product_id), numbers)
  const correcting = draw.state === 'premiado'
  if (correcting && sameNumbers(await numbersInForce(tx, draw_id), checked)) throw new Problem('result_same')
  if (correcting && !reason) throw Problem.on('reason', 'result_reason_missing')
  const entry = await tx.one<{ id: number }>(sql`
    INSERT INTO result_entries (draw_id, kind, numbers, source, reason, entered_by, entered_at)
    VALUES (
      ${draw_id}, ${correcting ? 'correccion' : 'resultado'}, ${json(checked)}, ${source}, ${correcting ? reason : null},
      ${entered_by}, ${at.toISOString()}
    )
    ON CONFLICT (draw_id) WHERE state = 'pendiente' DO NOTHING RETURNING id`)
  if (!entry) throw new Problem('result_pending')
  return entry.id
}

/**
 * Writes first entries of many draws at once, from numbers that were read against their products. A draw that has
 * a result or an entry meanwhile, or is not over, gets none: fewer answers than asked say so.
 */
export function enterMany(
  tx: Tx,
  entries: readonly { draw_id: number; numbers: readonly ResultNumber[] }[],
  { entered_by, source, at }: { entered_by: number; source: string; at: Date },
): Promise<{ id: number; draw_id: number }[]> {
  const now = at.toISOString()
  return tx.rows(sql`
    INSERT INTO result_entries (draw_id, kind, numbers, source, entered_by, entered_at)
    SELECT draw.id, 'resultado', asked.numbers, ${source}, ${entered_by}::int, ${now}::timestamptz
    FROM jsonb_to_recordset(${json(entries)}) AS asked(draw_id int, numbers jsonb) JOIN draws draw ON draw.id = asked.draw_id
    WHERE draw.state = 'activo' AND draw.closes_at <= ${now}::timestamptz AND draw.scheduled_at <= ${now}::timestamptz ORDER BY draw.id
    ON CONFLICT (draw_id) WHERE state = 'pendiente' DO NOTHING RETURNING id, draw_id`)
}

/** @throws Problem `result_entry_gone` when somebody confirmed or discarded it first */
export async function discardEntry(
  tx: Tx,
  entry_id: number,
  by: number,
  at: Date,
): Promise<{ draw_id: number; numbers: ResultNumber[] }> {
  const discarded = await tx.one<{ draw_id: number; numbers: ResultNumber[] }>(sql`
    UPDATE result_entries
    SET state = 'descartada', closed_by = ${by}, closed_at = ${at.toISOString()}
    WHERE id = ${entry_id} AND state = 'pendiente'
    RETURNING draw_id, numbers`)
  if (!discarded) throw await entryGone(tx, entry_id)
  return discarded
}

/** Why an entry that is not pending is not: it never was, or somebody resolved it. */
export async function entryGone(db: Executor, entry_id: number): Promise<Problem> {
  const found = await db.one(sql`SELECT 1 FROM result_entries WHERE id = ${entry_id}`)
  return new Problem(found ? 'result_entry_gone' : 'not_found')
}
