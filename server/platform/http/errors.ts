/** The one place that answers a failure. A 500 says nothing of the inside and logs all of it. */
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ProblemCode } from '@contract/problems.ts'
import { CallerGone, CommitUnknown, isDiskFull, isLost } from '../db/lost.ts'
import { logLost } from '../lost-log.ts'
import { Problem } from './problem.ts'

const byFastifyCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_BAD_URL: 'malformed',
  // A name that long names nothing.
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** What was refused before it was a request. */
const byNodeCode: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
}

/** What PostgreSQL says of input no schema could judge (a NUL byte, a number out of range), of what others do, or of its own limits. */
const byPostgresCode: Record<string, ProblemCode> = {
  '22021': 'malformed',
  '22P05': 'malformed',
  '22003': 'malformed',
  '23505': 'conflict',
  '23503': 'conflict',
  '40001': 'conflict',
  '40P01': 'conflict',
  // Only a limit on its time ends a statement whose caller still waits.
  '57014': 'busy',
}

/** Neither done nor undone, as far as anybody here knows: a refusal would be a lie. */
const commitUnknown =
  'Se perdió la conexión con la base de datos y no se sabe si la operación se hizo. Repítala con la misma clave: no se hará dos veces.'
/** Seconds after which a server that was away or busy is worth asking again. */
const retryAfter = '2'

function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  if (error instanceof CommitUnknown) return new Problem('unavailable', { detail: commitUnknown })
  if (isDiskFull(error)) return new Problem('disk_full')
  if (isLost(error) || error instanceof CallerGone) return new Problem('unavailable')
  const code = byFastifyCode[error.code] ?? byPostgresCode[error.code]
  if (code) return new Problem(code)
  if (error.statusCode === 429) return new Problem('too_many_requests')
  if (error.statusCode && error.statusCode < 500) return new Problem('malformed')
  return new Problem('internal')
}

export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error)
    const isTold = problem.status < 500 || error instanceof Problem || error instanceof CallerGone
    // What became of a commit is each call's own.
    if (!isTold && isLost(error) && !(error instanceof CommitUnknown)) logLost(app.log, error)
    else if (!isTold) request.log.error({ err: error }, 'failed')
    return sendProblem(reply, problem, request.id)
  })
}

/** An address that leads to no route, before there is one whose errors are answered. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(reply, toProblem(error), request.id)
}

/** What never became a request has no reply: its answer is written by hand, and its connection ends. */
export function answerUnheard(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = new Problem(byNodeCode[error.code] ?? 'malformed')
  const body = JSON.stringify(problem.body(`urn:sorteo:request:${randomUUID()}`))
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

export function sendProblem(reply: FastifyReply, problem: Problem, request_id: string): FastifyReply {
  return (
    reply
      .code(problem.status)
      // What is still on its way would be read to its end for nothing, however long it is.
      .headers({
        ...(reply.request.raw.complete === false && { connection: 'close' }),
        ...(problem.status === 503 && { 'retry-after': retryAfter }),
        ...problem.headers,
      })
      .header('cache-control', 'no-store')
      .type('application/problem+json')
      .serializer((body: unknown) => JSON.stringify(body))
      .send(problem.body(`urn:sorteo:request:${request_id}`))
  )
}
