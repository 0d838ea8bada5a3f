/**
 * Pictures for whoever has their address: a browser's `<img>` sends no token. An address is the hash of
 * its bytes, which nobody guesses, and never another picture's, so it may be kept forever. A guarded one stands under
 * no address that is served: the entity that keeps it answers it.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import type { Databases } from '../../platform/db/databases.ts'
import { sendProblem } from '../../platform/http/errors.ts'
import { Problem } from '../../platform/http/problem.ts'

const address = /^[0-9a-f]{64}\.(png|jpg|webp)$/

interface Stored {
  content_type: string
  bytes: Buffer
}

/** Serves `GET /images/:file` from whichever banca's database holds it. */
export function serveImages(app: FastifyInstance, databases: Databases): void {
  app.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const image = await find(databases, request.params.file)
    if (!image) return sendProblem(reply, new Problem('not_found'), request.id)
    return reply
      .header('content-type', image.content_type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(image.bytes)
  })
}

async function find(databases: Databases, file: string): Promise<Stored | undefined> {
  if (!address.test(file)) return undefined
  let missed = false
  for (const { lists, presence } of databases.all) {
    const asked = await presence.ifThere(() =>
      lists.db.one<Stored>(sql`SELECT content_type, bytes FROM images WHERE url = ${`/images/${file}`}`),
    )
    if (!asked) missed = true
    if (asked?.found) return asked.found
  }
  if (missed) throw new Problem('unavailable')
  return undefined
}
