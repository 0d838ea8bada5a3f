/**
 * The description as it is served: made when somebody first asks for it, once in the life of a server, and kept
 * as bytes, also compressed. Whoever has it already is only told that it is the same.
 */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { openapi } from './document.ts'

interface Kept {
  plain: Buffer
  compressed: Buffer
  tag: string
}

function keep(document: unknown): Kept {
  const plain = Buffer.from(JSON.stringify(document))
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, compressed: gzipSync(plain, { level: 9 }), tag }
}

/** Does `If-None-Match` name the tag? It is weak: the same document compressed is the same. */
function isKnown(header: string | undefined, tag: string): boolean {
  const names = (header ?? '').split(',').map((one) => one.trim())
  return names.some((one) => one === '*' || one.replace(/^W\//, '') === tag.slice(2))
}

const takesGzip = (header: string | undefined) => /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(header ?? '')

/** Answers the API's description at `path`. */
export function serveDescription(app: FastifyInstance, path: string, build: () => unknown = openapi): void {
  let cached: Kept | undefined
  app.get(path, async ({ headers }, reply) => {
    const { plain, compressed, tag } = (cached ??= keep(build()))
    reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (isKnown(headers['if-none-match'], tag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    if (!takesGzip(headers['accept-encoding'])) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(compressed)
  })
}
