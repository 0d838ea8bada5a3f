/**
 * A place in the tree, as far as whoever places somebody may choose it: what stands above their own partner is the same
 * from everywhere below it.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { list, type Executor } from '../../platform/db/connect.ts'

export interface TreePlace {
  /** From the partner itself upwards to below the one who places it. Who is not written yet has a number below zero. */
  chain: readonly number[]
  currencies: readonly Currency[]
}

/** Somebody who comes to a place; `before` is null for one that is new. */
export interface Placed {
  before: TreePlace | null
  after: TreePlace
}

/** Something that would be more than it was, or than may be given. */
export interface PlaceChange {
  what: string
  /** `Comisión de Lotto Activo` */
  name: string
  /** In words; null for one that is new. */
  from: string | null
  to: string
  /** The most that whoever places may give; null where it is not theirs to give. */
  most: string | null
}

/** What holds of something, in words, and which partner sets it; null where none does. */
interface Held {
  text: string
  by: number | null
}

/** The same thing at two places, whether it differs or not. */
export interface PlaceDifference {
  what: string
  /** `Comisión de Lotto Activo` */
  name: string
  before: Held
  after: Held
  /** What it sets itself, where that does not hold by itself: the smallest of a chain does. */
  own: string | null
}

/** A chain, nearest first, as rows `ancestor_id, depth`. */
export const chainRows = (chain: readonly number[]): SQL =>
  sql`(SELECT ancestor_id, depth FROM unnest(${list(chain)}::int[]) WITH ORDINALITY c(ancestor_id, depth))`

/** Those of these places that the database knows. */
export function nodesOf(placed: readonly Placed[]): number[] {
  const all = placed.flatMap(({ before, after }) => [...(before?.chain ?? []), ...after.chain])
  return [...new Set(all)].filter((id) => id > 0).sort((one, other) => one - other)
}

/** A partner and those above it that hang from `top`, nearest first; nobody where it is `top` itself. */
export async function chainBelow(db: Executor, top: number, partner_id: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    SELECT a.ancestor_id AS id
    FROM partner_ancestors a
    JOIN partner_ancestors s ON s.partner_id = a.ancestor_id AND s.ancestor_id = ${top} AND s.depth > 0
    WHERE a.partner_id = ${partner_id} ORDER BY a.depth`)
  return rows.map(({ id }) => id)
}

/**
 * Whoever changes what one of these, or somebody above it, sets or was given waits until the transaction ends, or was
 * there before it is looked at. Who is not under `top` is not held. The caller shares the tree, or has it alone.
 */
export async function holdChains(db: Executor, top: number, ids: readonly number[]): Promise<void> {
  await db.rows(sql`
    SELECT 1 FROM partners p WHERE p.id IN (
      SELECT a.ancestor_id FROM partner_ancestors a JOIN partner_ancestors s ON s.partner_id = a.partner_id AND s.ancestor_id = ${top}
      WHERE a.partner_id = ANY (${list(ids)}::int[]))
    ORDER BY p.id FOR SHARE OF p`)
}
