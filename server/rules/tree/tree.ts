/** The tree as pairs of partner and ancestor, and the only writers of them. */
import { sql } from 'drizzle-orm'
import type { Executor } from '../../platform/db/connect.ts'
import { locks } from '../../platform/db/locks.ts'
import { Problem } from '../../platform/http/problem.ts'
import { carryFigures } from './carry.ts'

/** Whoever hangs a new partner shares the tree; whoever moves one has it alone, until the transaction ends. */
export async function lockTree(tx: Executor, to: 'add' | 'move'): Promise<void> {
  await tx.run(
    to === 'add'
      ? sql`SELECT pg_advisory_xact_lock_shared(${locks.tree}::bigint)`
      : sql`SELECT pg_advisory_xact_lock(${locks.tree}::bigint)`,
  )
}

/** Whoever waits for the tree alone holds back every sale that comes after: never for longer than this. */
const patience = '5s'

/**
 * Has the tree alone, for a person who waits: behind the sales under way, an award or a recalculation's day.
 * @throws Problem `conflict` when these take too long; nothing was done then
 */
export async function holdTree(tx: Executor): Promise<void> {
  const wait = (time: string) => tx.run(sql`SELECT set_config('lock_timeout', ${time}, true)`)
  await wait(patience)
  try {
    await lockTree(tx, 'move')
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new Problem('conflict', {
      detail: 'Hay una premiación, un recálculo u otro traslado en curso. Espere unos segundos y guarde de nuevo.',
    })
  }
  await wait('0')
}

/** Writes a new partner's pairs: itself at depth 0 and every ancestor of its father. */
export async function hang(tx: Executor, partner_id: number, father_id: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
    SELECT p.id, p.id, 0, p.type FROM partners p WHERE p.id = ${partner_id}
    UNION ALL
    SELECT p.id, up.ancestor_id, up.depth + 1, p.type
    FROM partners p JOIN partner_ancestors up ON up.partner_id = ${father_id} WHERE p.id = ${partner_id}`)
}

/** Another father for a partner and all that hangs from it. */
export interface Move {
  partner_id: number
  from: number
  to: number
}

/**
 * Rewrites the pairs of a whole subtree after its top got another father, and has the figures of all days
 * follow it. The caller has the tree alone. Where the old father answered for the top's payments the new one does, and whoever
 * answered for a partner and is no longer above it gives way to that partner's father.
 */
export async function moveSubtree(tx: Executor, { partner_id: top_id, from, to }: Move): Promise<void> {
  const [losing, gaining] = [await aboveOnly(tx, from, to), await aboveOnly(tx, to, from)]
  await carryFigures(tx, { partner_id: top_id, losing, gaining })
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
    UPDATE partners p SET payments_responsible_partner_id = p.father_id
    FROM partner_ancestors inside
    WHERE inside.ancestor_id = ${top_id} AND p.id = inside.partner_id AND p.payments_responsible_partner_id IS NOT NULL
      AND ((p.id = ${top_id} AND p.payments_responsible_partner_id = ${from})
        OR NOT EXISTS (SELECT 1 FROM partner_ancestors up WHERE up.partner_id = p.id AND up.ancestor_id = p.payments_responsible_partner_id))`)
}

/** `partner_id` and its ancestors that are not `other` or above it. */
async function aboveOnly(tx: Executor, partner_id: number, other: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    SELECT ancestor_id AS id FROM partner_ancestors WHERE partner_id = ${partner_id}
    EXCEPT SELECT ancestor_id FROM partner_ancestors WHERE partner_id = ${other} ORDER BY id`)
  return rows.map((row) => row.id)
}
