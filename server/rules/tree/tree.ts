/** The tree as pairs of partner and ancestor, and the only writers of them. */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import type { Executor, Tx } from '../../platform/db/connect.ts'
import { locks } from '../../platform/db/locks.ts'
import { Problem } from '../../platform/http/problem.ts'
import { carryPast, carryRest, type Exchange } from './carry.ts'

/**
 * Whoever hangs a new partner, or posts to the accounts, shares the tree; whoever moves one, or switches an agency to prepaid
 * and back, has it alone, until the transaction ends.
 */
export async function lockTree(tx: Executor, to: 'add' | 'move'): Promise<void> {
  await tx.run(
    to === 'add'
      ? sql`SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint)`
      : sql`SELECT pg_advisory_xact_lock(${locks.tree}::bigint)`,
  )
}

/** The share of the tree for a hot transaction, which waits for it with its next statement. */
export function shareTree(tx: Tx): void {
  tx.behind('tree-share', sql`SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint)`)
}

/** Whoever waits for the tree alone holds back every sale that comes after: never for longer than this. */
const patience = '5s'

/** A lock for a person who waits. Throws `conflict` when others keep it for too long. */
async function hold(tx: Executor, lock: () => Promise<unknown>): Promise<void> {
  const waiting = (time: string) => tx.run(sql`SELECT set_config('lock_timeout', ${time}, true)`)
  await waiting(patience)
  try {
    await lock()
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new Problem('conflict', {
      detail: 'Hay una premiación, un recálculo u otro traslado en curso. Espere unos segundos y guarde de nuevo.',
    })
  }
  await waiting('0')
}

/**
 * Waits for the sales under way, and holds back those that come, until the transaction ends. Throws `conflict` when
 * others keep the tree for too long.
 */
export function holdSales(tx: Executor): Promise<void> {
  return hold(tx, () => lockTree(tx, 'move'))
}

/** Others who would move somebody wait for this transaction, and hold back no sale meanwhile. Before the tree is shared. */
export async function holdMoves(tx: Executor): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.move}::bigint)`)
}

/** Writes a new partner's pairs: itself at depth 0 and every ancestor of its father. */
export async function insertAncestors(tx: Executor, partner_id: number, father_id: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
    SELECT partner.id, partner.id, 0, partner.type FROM partners partner WHERE partner.id = ${partner_id}
    UNION ALL
    SELECT partner.id, up.ancestor_id, up.depth + 1, partner.type
    FROM partners partner JOIN partner_ancestors up ON up.partner_id = ${father_id} WHERE partner.id = ${partner_id}`)
}

/** Another father for a partner and all that hangs from it. */
export interface Move {
  partner_id: number
  from: number
  to: number
}

/** Figures of these days are still awarded, corrected and settled: they move with the tree held. */
const livelyDays = 31

/**
 * The first half of a move, on the business day `today`: carries what is older than a month while others go on
 * selling. Then has the tree alone: behind the sales under way, an award or a recalculation's day. Answers whether
 * the past is carried; it is not where somebody else has moved the partner already.
 * @throws Problem `conflict` when others keep the tree for too long
 */
export async function beginMove(tx: Executor, move: Move, today: string): Promise<boolean> {
  await hold(tx, () => holdMoves(tx))
  const stands = await tx.one(sql`SELECT 1 FROM partners WHERE id = ${move.partner_id} AND father_id = ${move.from}`)
  if (stands) {
    await tx.run(sql`SELECT set_config('work_mem', '64MB', true)`)
    await carryPast(tx, await exchangeOf(tx, move), addDays(today, -livelyDays))
  }
  await hold(tx, () => lockTree(tx, 'move'))
  return stands !== undefined
}

/** Whose figures go with a move, and whose they become. */
export async function exchangeOf(tx: Executor, { partner_id, from, to }: Move): Promise<Exchange> {
  return { partner_id, losing: await aboveOnly(tx, from, to), gaining: await aboveOnly(tx, to, from) }
}

/**
 * Of a move's subtree, joined as `inside` to partner `p`: has somebody else to answer for its payments. Where the old father
 * answered for the top the new one does, and whoever answered and is no longer above gives way to that partner's father.
 * Says the same before the move and after it.
 */
export function getsResponsible({ partner_id: top_id, from, to }: Move): SQL {
  const stays = sql`
    EXISTS (
      SELECT 1
      FROM partner_ancestors up
      WHERE up.ancestor_id = p.payments_responsible_partner_id
        AND (
          up.partner_id = ${to}
          OR (
            up.partner_id = p.id
            AND EXISTS (
              SELECT 1 FROM partner_ancestors own WHERE own.partner_id = up.ancestor_id AND own.ancestor_id = ${top_id}
            )
          )
        )
    )`
  return sql`inside.ancestor_id = ${top_id} AND p.id = inside.partner_id AND p.payments_responsible_partner_id IS NOT NULL
    AND ((p.id = ${top_id} AND p.payments_responsible_partner_id = ${from}) OR NOT ${stays})`
}

/**
 * Rewrites the pairs of a whole subtree after its top got another father, and has the figures of all days
 * follow it; where nobody in it ever sold there are none. The caller has the tree alone.
 */
export async function moveSubtree(
  tx: Executor,
  move: Move,
  { sold = true, pastCarried }: { sold?: boolean; pastCarried?: boolean } = {},
): Promise<void> {
  const { partner_id: top_id, to } = move
  if (sold) await carryRest(tx, await exchangeOf(tx, move), { ...(pastCarried && { pastCarried }) })
  await tx.run(sql`
    DELETE FROM partner_ancestors a
    USING partner_ancestors inside
    WHERE inside.ancestor_id = ${top_id} AND a.partner_id = inside.partner_id
      AND NOT EXISTS (SELECT 1 FROM partner_ancestors kept WHERE kept.partner_id = a.ancestor_id AND kept.ancestor_id = ${top_id})`)
  await tx.run(sql`
    INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
    SELECT inside.partner_id, up.ancestor_id, inside.depth + up.depth + 1, inside.partner_type
    FROM partner_ancestors inside CROSS JOIN partner_ancestors up
    WHERE inside.ancestor_id = ${top_id} AND up.partner_id = ${to}`)
  await tx.run(sql`
    UPDATE partners p SET payments_responsible_partner_id = p.father_id FROM partner_ancestors inside WHERE ${getsResponsible(move)}`)
}

/** `partner_id` and its ancestors that are not `other` or above it. */
async function aboveOnly(tx: Executor, partner_id: number, other: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    SELECT ancestor_id AS id FROM partner_ancestors WHERE partner_id = ${partner_id}
    EXCEPT SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${other} ORDER BY id`)
  return rows.map((row) => row.id)
}
