/**
 * Every call to the server goes through here: from the contract's declaration to the wire and back.
 * A refused token is renewed once and the call repeated with the same operation key, so that it
 * cannot happen twice; a session that is really over waits for the password and then goes on.
 */
import axios, { type AxiosResponse } from 'axios'
import { addressOf, addressText, databaseParameter, type Params, type AddressValue } from '@contract/address.ts'
import { declaredOf } from '@contract/asked-with.ts'
import { asOfHeader, type Answer, type Arguments, type Endpoint } from '@contract/endpoint.ts'
import { session } from '@contract/session.ts'
import { stripUnknown } from '@contract/strip-unknown.ts'
import { readAccessToken } from './access-token.ts'
import { noteAsOf } from './data-as-of.ts'
import { headerText, networkProblem, problemFrom, type ProblemError } from './problem-error.ts'
import { renew } from './refresh.ts'
import { noteServerTime, sessionEnded, sessionOpened, sessionState } from './session-store.ts'
import { tabToken } from './tab-token.ts'

export { ProblemError } from './problem-error.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Names one operation. Repeating the call with it cannot make it happen twice. */
  operation_key?: string
  /** Bytes received so far, and how many rows are in all of them, where the server says it. */
  onDownload?: (bytes: number, rows: number | undefined) => void
  /** Bytes sent so far, of how many. */
  onUpload?: (sent: number, total: number) => void
  /** Asks as whoever the browser's session is now, whichever banca this tab shows: only to change the banca. */
  as_session?: boolean
}

export interface Download {
  blob: Blob
  filename: string
  /** Rows and control sum, where the server says them. */
  rows?: number
  sum?: string
}

/** Parts of a call, whatever the endpoint. */
interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}
type NeedsNothing<E extends Endpoint> = Record<never, never> extends Arguments<E> ? unknown : never

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** A report over a year may take its time; a connection that died does not. */
const patience = 120_000

/** A new operation key (UUID v4). `crypto.randomUUID` is missing on plain http. */
export function newOperationKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * Calls an endpoint. Throws `ProblemError` on any failure, and a `DOMException` named `AbortError`
 * when `signal` ended it.
 */
export function call<E extends Endpoint>(endpoint: E, args: Arguments<E>, options?: CallOptions): Promise<Answer<E>>
export function call<E extends Endpoint>(endpoint: E & NeedsNothing<E>): Promise<Answer<E>>
export async function call(endpoint: Endpoint, args: Parts = {}, options: CallOptions = {}): Promise<unknown> {
  const response = await send(endpoint, args, options)
  return response.data
}

/** Calls an endpoint that takes a file, with what its path and its query ask beside it. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  { params, query, ...options }: CallOptions & Pick<Parts, 'params'> & { query?: Arguments<E>['query'] } = {},
): Promise<Answer<E>> {
  const body = new FormData()
  body.append('file', file)
  const response = await send(endpoint, { params, query, body }, options)
  return response.data as Answer<E>
}

/** Calls an endpoint that answers a file. */
export async function download<E extends Endpoint>(
  endpoint: E,
  args: Arguments<E>,
  options: CallOptions = {},
): Promise<Download> {
  const response = await send(endpoint, args as Parts, options)
  const rows = headerText(response, 'x-row-count')
  const sum = headerText(response, 'x-control-sum')
  return {
    blob: response.data as Blob,
    filename: filenameOf(headerText(response, 'content-disposition')),
    ...(rows !== null && { rows: Number(rows) }),
    ...(sum !== null && { sum }),
  }
}

async function send(endpoint: Endpoint, args: Parts, options: CallOptions): Promise<AxiosResponse<unknown>> {
  const operation_key = options.operation_key ?? (endpoint.moves_money && newOperationKey())
  const request = { endpoint, args, options: { ...options, ...(operation_key && { operation_key }) } }
  const { as_session = false, signal } = options
  let renewed = false
  for (;;) {
    const token = as_session ? readAccessToken() : await tabToken(signal)
    const response = await attempt(request, token)
    // What comes when the session has gone to another banca is kept back until this tab is its own again.
    if (!as_session) await tabToken(signal)
    if (response.status < 400) {
      if (endpoint.reports) noteAsOf(headerText(response, asOfHeader))
      return response
    }
    const problem = await problemFrom(response)
    // The banca closed this report meanwhile: the menu hears of it.
    if (problem.body.code === 'report_disabled')
      void call(session.open).then(
        ({ user }) => refreshedUser(user),
        () => undefined,
      )
    if (!isSessionOver(problem)) throw problem
    if (!renewed && (await renew(token, refreshedUser)) === 'renewed') {
      renewed = true
      continue
    }
    if (as_session || !(await sessionEnded())) throw problem
    renewed = false
    signal?.throwIfAborted()
  }
}

/** A refresh tells who the user is now; it does not open a session in a tab that has none yet. */
export function refreshedUser(user: Parameters<typeof sessionOpened>[0]): void {
  const { user: known, ended, elsewhere } = sessionState()
  if (known && !ended && !elsewhere && known.id === user.id && known.database === user.database) sessionOpened(user)
}

/** Wrong credentials are also a 401, but of the person, not of the session. */
function isSessionOver({ body }: ProblemError): boolean {
  return body.status === 401 && body.code !== 'bad_credentials'
}

interface Request {
  endpoint: Endpoint
  args: Parts
  options: CallOptions
}

async function attempt({ endpoint, args, options }: Request, token: string | null): Promise<AxiosResponse<unknown>> {
  const { signal, operation_key, onDownload, onUpload } = options
  const file = endpoint.response === 'file'
  const { body } = declaredOf(endpoint)
  const sent_at = Date.now()
  try {
    const response = await axios.request<unknown>({
      method: endpoint.method,
      url: urlOf(endpoint, args),
      data: body ? stripUnknown(body, args.body) : args.body,
      timeout: file ? 0 : patience,
      responseType: file ? 'blob' : 'json',
      validateStatus: () => true,
      headers: {
        timezone: zone,
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(operation_key && { 'Idempotency-Key': operation_key }),
      },
      ...(signal && { signal }),
      ...(onDownload && { onDownloadProgress: ({ loaded, event }) => onDownload(loaded, rowsSaid(event)) }),
      ...(onUpload && { onUploadProgress: ({ loaded, total }) => onUpload(loaded, total ?? loaded) }),
    })
    learnTime(response.data, sent_at)
    return response
  } catch {
    if (signal?.aborted) throw new DOMException('La llamada se canceló', 'AbortError')
    throw networkProblem()
  }
}

/** The rows of a file that is still coming: its head is there before it. */
function rowsSaid(event: ProgressEvent | undefined): number | undefined {
  const said = (event?.target as XMLHttpRequest | null | undefined)?.getResponseHeader?.('x-row-count')
  return said ? Number(said) : undefined
}

/** The address of a call: path parameters filled in, lists joined by commas, what is undefined left out. */
export function urlOf(endpoint: Endpoint, args: Parts): string {
  const params = (args.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const text = addressText(params[name] as AddressValue)
    if (text === null) throw new Error(`${endpoint.path} is asked without ${name}`)
    return encodeURIComponent(text)
  })
  // Of who has several bancas each read says which one it is of.
  const { user } = sessionState()
  const database = endpoint.method === 'GET' && user?.many_bancas ? user.database : null
  return addressOf(path, { ...(args.query as Params), [databaseParameter]: database })
}

function learnTime(data: unknown, sent_at: number): void {
  if (typeof data !== 'object' || data === null) return
  const { server_time, user } = data as { server_time?: unknown; user?: { server_time?: unknown } }
  const time = server_time ?? user?.server_time
  if (typeof time === 'string') noteServerTime(time, sent_at)
}

/** The name in `Content-Disposition`, its UTF-8 spelling first. */
export function filenameOf(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return disposition?.match(/filename="([^"]+)"/)?.[1] ?? 'descarga'
}
