/** What a failed call throws: always the problem that a person can read, whatever went wrong under it. */
import type { AxiosResponse } from 'axios'
import { ownProblems, type OwnProblem } from '@contract/own-problems.ts'
import type { ProblemBody } from '@contract/problems.ts'

let lastRequestId: string | null = null

/** The id of the last request that failed: what a report of a fault needs first. */
export function lastFailedRequest(): string | null {
  return lastRequestId
}

export class ProblemError extends Error {
  readonly body: ProblemBody
  /** The request's id, which the server's log has too (`instance` of its problem); null when the server was not reached. */
  readonly request_id: string | null
  /** The call may or may not have happened: no answer of the server's own came back. */
  readonly unanswered: boolean

  constructor(body: ProblemBody, facts: { request_id?: string | null; unanswered?: boolean } = {}) {
    super(body.detail)
    this.name = 'ProblemError'
    this.body = body
    this.request_id = facts.request_id ?? null
    this.unanswered = facts.unanswered ?? false
    if (this.request_id) lastRequestId = this.request_id
  }

  /** The name under which Refine looks for an error's HTTP status. */
  get statusCode(): number {
    return this.body.status
  }
}

/** A problem as if the server had said it. */
export function problemOfCode(code: OwnProblem, detail?: string): ProblemBody {
  return { type: 'about:blank', code, ...ownProblems[code], ...(detail && { detail }) }
}

/** The server could not be reached, or went away before it answered. */
export function networkProblem(): ProblemError {
  const detail = 'No se pudo conectar con el servidor. Revise su conexión e intente de nuevo.'
  return new ProblemError(problemOfCode('unavailable', detail), { unanswered: true })
}

const codeOfStatus: Record<number, OwnProblem> = {
  401: 'session_expired',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** The problem in an answer that is no success. One without a problem inside (a proxy's page) is told by its status. */
export async function problemFrom(response: AxiosResponse<unknown>): Promise<ProblemError> {
  const body = await readBody(response.data)
  if (isProblemBody(body)) return new ProblemError(body, { request_id: body.instance?.split(':').pop() ?? null })
  const code = codeOfStatus[response.status] ?? (response.status >= 500 ? 'internal' : 'malformed')
  return new ProblemError(problemOfCode(code), { unanswered: response.status >= 502 })
}

/** A header of an answer, or null. */
export function headerText(response: AxiosResponse<unknown>, name: string): string | null {
  const value: unknown = response.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Downloads answer a Blob also when they fail. */
async function readBody(data: unknown): Promise<unknown> {
  if (!(data instanceof Blob)) return data
  try {
    return JSON.parse(await data.text()) as unknown
  } catch {
    return null
  }
}

/** Is this a problem of the API? Its server may be newer than the console, and know codes that this one does not. */
export function isProblemBody(body: unknown): body is ProblemBody {
  const { code, status, title, detail } = (body ?? {}) as Partial<Record<keyof ProblemBody, unknown>>
  return [code, title, detail].every((one) => typeof one === 'string') && typeof status === 'number'
}
