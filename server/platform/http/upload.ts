/** One small file of a multipart form, whole in memory: its limit is the endpoint's. */
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '@contract/endpoint.ts'
import { Problem } from './problem.ts'

/** What a form has around its file: boundaries, headers, a few small fields. */
const frame_bytes = 16 * 1024

/** A longer one, or one that does not say how long it is, is cut off; so is one that takes longer to come. */
const drain_limits = { bytes: 32_000_000, ms: 30_000 }

/** Lets a body that nobody reads pass by: whoever is still sending hears no answer before its end. */
export async function drainBody({ raw }: FastifyRequest): Promise<void> {
  if (Number(raw.headers['content-length'] ?? Infinity) > drain_limits.bytes) return
  await finished(raw.resume(), { signal: AbortSignal.timeout(drain_limits.ms) }).catch(() => undefined)
}

/** Reads the form's file. Throws `unsupported_media` without one, `too_large` past the limit, `malformed` when the form breaks off. */
export async function receiveFile(request: FastifyRequest, largest_bytes: number): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new Problem('unsupported_media')
  const { raw } = request
  const most = largest_bytes + frame_bytes
  if (Number(request.headers['content-length'] ?? 0) > most) throw new Problem('too_large')
  let count: ((chunk: Buffer) => void) | undefined
  // The form is read as it comes, whatever its parts are: so is its length.
  const tooLong = new Promise<never>((_resolve, reject) => {
    let received = 0
    count = (chunk) => {
      received += chunk.length
      if (received > most) reject(new Problem('too_large'))
    }
    raw.on('data', count)
  })
  try {
    return await Promise.race([tooLong, readFile(request, largest_bytes)])
  } finally {
    raw.off('data', count!)
  }
}

async function readFile(request: FastifyRequest, largest_bytes: number): Promise<UploadedFile> {
  const part = await request.file({ limits: { fileSize: largest_bytes } }).catch(() => {
    throw new Problem('malformed')
  })
  if (!part) throw new Problem('malformed')
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    throw new Problem(error.code === 'FST_REQ_FILE_TOO_LARGE' ? 'too_large' : 'malformed')
  })
  return { filename: part.filename.slice(0, 200), content_type: part.mimetype, bytes }
}
