/**
 * Suspends a draw that was not awarded: nobody sells it any more, its lines are given back, go to another
 * open draw of the product, or wait until the suspension is lifted. Sales and annulments under way are
 * waited for, and awards: they count in the same offices' rows.
 */
import { sql } from 'drizzle-orm'
import type { SuspensionMode } from '@contract/suspended-draws.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { drawLockSpace, locks } from '../../platform/db/locks.ts'
import { Problem } from '../../platform/http/problem.ts'
import { lockTree } from '../tree/tree.ts'
import { reopenPollas } from '../polla/reopen.ts'
import { giveBackLines } from './give-back.ts'
import { moveLines } from './move.ts'
import { rememberLastDays, replaceInRanges, shiftExpiries } from './ranges.ts'

export interface Suspension {
  draw_id: number
  mode: SuspensionMode
  moved_to_draw_id?: number | undefined
  reason: string
  by: number
  at: Date
  today: string
}

export interface SuspendedDraw {
  id: number
  product_id: number
  polla: boolean
}

/** Whoever suspends a draw or lifts that has it alone, after the tree and the awards. */
async function holdDraw(tx: Tx, draw_id: number): Promise<void> {
  await lockTree(tx, 'add')
  await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.award}::bigint)`)
  await tx.run(sql`SELECT pg_advisory_xact_lock(${drawLockSpace}, ${draw_id})`)
}

/**
 * Answers the suspension's id. Throws `draw_already_awarded`, `draw_suspended`, `suspension_target`,
 * `suspension_quota`, and `tripleta_draws_missing` when a range that passes through it finds no other draw.
 */
export async function suspend(tx: Tx, suspension: Suspension): Promise<number> {
  const { draw_id, mode, reason, by, at } = suspension
  await holdDraw(tx, draw_id)
  const draw = await claim(tx, draw_id, reason)
  const target = mode === 'mover' ? await holdTarget(tx, draw, suspension.moved_to_draw_id) : null
  await tx.run(
    sql`
      UPDATE result_entries
      SET state = 'descartada', closed_by = ${by}, closed_at = ${at.toISOString()}
      WHERE draw_id = ${draw_id} AND state = 'pendiente'`,
  )
  await rememberLastDays(tx, draw_id)
  await replaceInRanges(tx, draw)
  const row = await tx.one<{ id: number }>(sql`
    INSERT INTO draw_suspensions (draw_id, mode, moved_to_draw_id, reason, created_by, created_at, lines, amounts)
    SELECT ${draw_id}::int, ${mode}, ${target}::int, ${reason}, ${by}::int, ${at.toISOString()}::timestamptz,
      coalesce(sum(lines), 0), coalesce(jsonb_object_agg(currency, amount::text) FILTER (WHERE currency IS NOT NULL), '{}')
    FROM (
      SELECT currency, count(*) AS lines, sum(stake) AS amount
      FROM ticket_lines
      WHERE draw_id = ${draw_id} AND state = 'pendiente'
      GROUP BY 1
    ) s
    RETURNING id`)
  if (target !== null) await moveLines(tx, draw, target)
  await shiftExpiries(tx)
  // Last: of a polla it leaves statements for the end of the transaction.
  if (mode === 'devolver') await giveBackLines(tx, draw, suspension)
  return row!.id
}

async function claim(tx: Tx, draw_id: number, reason: string): Promise<SuspendedDraw> {
  const draw = await tx.one<SuspendedDraw>(sql`
    UPDATE draws d SET state = 'suspendido', suspended_reason = ${reason} FROM products p
    WHERE d.id = ${draw_id} AND d.state = 'activo' AND p.id = d.product_id RETURNING d.id, d.product_id, p.kind = 'polla' AS polla`)
  if (draw) return draw
  const now = await tx.one<{ state: string }>(sql`SELECT state::text AS state FROM draws WHERE id = ${draw_id}`)
  if (!now) throw new Problem('not_found')
  throw new Problem(now.state === 'premiado' ? 'draw_already_awarded' : 'draw_suspended')
}

/** The target is shared as a sale shares it: lines enter it, and it may not be awarded or suspended meanwhile. */
async function holdTarget(tx: Tx, draw: SuspendedDraw, target: number | undefined): Promise<number> {
  if (draw.polla)
    throw Problem.on('mode', 'suspension_target', 'Una polla no pasa a otro día: devuelva o mantenga sus jugadas.')
  if (target === undefined) throw Problem.on('moved_to_draw_id', 'suspension_target')
  await tx.run(sql`SELECT pg_advisory_xact_lock_shared(${drawLockSpace}, ${target})`)
  const open = await tx.one(sql`
    SELECT 1
    FROM draws
    WHERE id = ${target} AND id <> ${draw.id} AND product_id = ${draw.product_id} AND state = 'activo'
      AND opens_at <= clock_timestamp() AND closes_at > clock_timestamp()`)
  if (!open) throw Problem.on('moved_to_draw_id', 'suspension_target')
  return target
}

/**
 * Lifts a suspension: the draw is what the clock says again, open only if its close is still ahead. What was
 * given back or moved stays so; a polla that was settled without it waits for it again.
 * Throws `suspension_lifted`, and `polla_settled` when prizes of such a polla were paid.
 */
export async function lift(tx: Tx, { id, by, at }: { id: number; by: number; at: Date }): Promise<void> {
  const found = await tx.one<{ draw_id: number }>(sql`SELECT draw_id FROM draw_suspensions WHERE id = ${id}`)
  if (!found) throw new Problem('not_found')
  await holdDraw(tx, found.draw_id)
  const lifted = await tx.run(
    sql`UPDATE draw_suspensions SET lifted_at = ${at.toISOString()}, lifted_by = ${by} WHERE id = ${id} AND lifted_at IS NULL`,
  )
  if (lifted === 0) throw new Problem('suspension_lifted')
  await reopenPollas(tx, found.draw_id, by, at)
  await tx.run(
    sql`UPDATE draws SET state = 'activo', suspended_reason = NULL WHERE id = ${found.draw_id} AND state = 'suspendido'`,
  )
}
