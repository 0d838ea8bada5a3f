/** Keeps a picture under the hash of its bytes: the same picture is kept once, and its address never changes meaning. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { UploadedFile } from '@contract/endpoint.ts'
import type { Context } from '../../platform/http/context.ts'
import { pictureOf } from './picture.ts'

/** Answers the picture's address. @throws Problem `image_invalid` */
export async function keepImage(
  { db, session, audit }: Context,
  { filename, bytes }: UploadedFile,
): Promise<{ url: string }> {
  const { content_type, extension } = pictureOf(bytes)
  const hash = createHash('sha256').update(bytes).digest('hex')
  await db.run(sql`
    INSERT INTO images (hash, content_type, bytes, created_by) VALUES (${hash}, ${content_type}, ${bytes}, ${session.id}) ON CONFLICT (hash) DO NOTHING`)
  audit({ entity_id: hash, after: { filename, content_type, size: bytes.length } })
  return { url: `/images/${hash}.${extension}` }
}
