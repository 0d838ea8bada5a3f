/** One small file of a multipart form, whole in memory: its limit is the endpoint's. */
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '@contract/endpoint.ts'
import { Problem } from './problem.ts'

/** Reads the form's file. Throws `unsupported_media` without one, `too_large` past the limit, `malformed` when the form breaks off. */
export async function receiveFile(request: FastifyRequest, largest_bytes: number): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new Problem('unsupported_media')
  const part = await request.file({ limits: { fileSize: largest_bytes } }).catch(() => {
    throw new Problem('malformed')
  })
  if (!part) throw new Problem('malformed')
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    throw new Problem(error.code === 'FST_REQ_FILE_TOO_LARGE' ? 'too_large' : 'malformed')
  })
  return { filename: part.filename.slice(0, 200), content_type: part.mimetype, bytes }
}
