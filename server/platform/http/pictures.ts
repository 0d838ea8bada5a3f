/**
 * Pictures that a form names are there when it is saved, and stay until it is: whoever sweeps passes over those that a
 * transaction holds, and one that was swept before is said on its field.
 */
import { sql } from 'drizzle-orm'
import type { NamedPicture } from '@contract/field.ts'
import { problems, type FieldFault } from '@contract/problems.ts'
import { list, type Tx } from '../db/connect.ts'
import { Problem } from './problem.ts'

/** Holds the pictures until the transaction ends. @throws Problem `image_gone` on the field of each that is not there */
export async function holdPictures(tx: Tx, named: readonly NamedPicture[]): Promise<void> {
  if (named.length === 0) return
  const urls = [...new Set(named.map(({ url }) => url))]
  const rows = await tx.rows<{ url: string }>(sql`
    SELECT url FROM images WHERE url = ANY (${list(urls)}::text[]) FOR KEY SHARE`)
  const kept = new Set(rows.map(({ url }) => url))
  const errors = named.flatMap(({ path, url }): FieldFault[] =>
    kept.has(url) ? [] : [{ path, message: problems.image_gone.detail, code: 'image_gone' }],
  )
  if (errors.length > 0) throw new Problem('image_gone', { errors })
}
