/**
 * The tree as pairs of partner and ancestor, and the only writers of them.
 *
 * Moving a partner takes its whole subtree along from this instant on. Figures already counted stay
 * with the ancestors they were counted for: a day's sales belong to whoever answered for them that day.
 */
import { sql } from 'drizzle-orm'
import type { Executor } from '../db/connect.ts'

/** Any number, the same in every instance. */
const treeLock = 7_204_120

/** Whoever hangs a new partner shares the tree; whoever moves one has it alone, until the transaction ends. */
export async function lockTree(tx: Executor, to: 'add' | 'move'): Promise<void> {
  await tx.run(to === 'add' ? sql`SELECT pg_advisory_xact_lock_shared(${treeLock}::bigint)` : sql`SELECT pg_advisory_xact_lock(${treeLock}::bigint)`)
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

/**
 * Rewrites the pairs of a whole subtree after its top got another father. Who answered for the
 * payments of one of its partners and is no longer above it gives way to that partner's father.
 */
export async function moveSubtree(tx: Executor, top_id: number, father_id: number): Promise<void> {
  await tx.run(sql`
    DELETE FROM partner_ancestors a
    USING partner_ancestors inside
    WHERE inside.ancestor_id = ${top_id} AND a.partner_id = inside.partner_id
      AND NOT EXISTS (SELECT 1 FROM partner_ancestors kept WHERE kept.partner_id = a.ancestor_id AND kept.ancestor_id = ${top_id})`)
  await tx.run(sql`
    INSERT INTO partner_ancestors (partner_id, ancestor_id, depth, partner_type)
    SELECT inside.partner_id, up.ancestor_id, inside.depth + up.depth + 1, inside.partner_type
    FROM partner_ancestors inside CROSS JOIN partner_ancestors up
    WHERE inside.ancestor_id = ${top_id} AND up.partner_id = ${father_id}`)
  await tx.run(sql`
    UPDATE partners p SET payments_responsible_partner_id = p.father_id
    FROM partner_ancestors inside
    WHERE inside.ancestor_id = ${top_id} AND p.id = inside.partner_id AND p.payments_responsible_partner_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM partner_ancestors up WHERE up.partner_id = p.id AND up.ancestor_id = p.payments_responsible_partner_id)`)
}
