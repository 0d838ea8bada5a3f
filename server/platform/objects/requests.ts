/**
 * What an S3-compatible store is asked, one request at a time: signed in its address (AWS Signature Version 4), with a bound
 * of time and of length. What it says of a failure is told in two words, and never with the address, which is a key.
 */
import { AwsV4Signer } from 'aws4fetch'
import { bytesWithin } from '../http/bounded.ts'
import { Problem } from '../http/problem.ts'

export interface ObjectsConfig {
  /** `https://host`, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  access_key_id: string
  secret_access_key: string
  /** The bucket stands in the path, and not before the host's name. */
  path_style: boolean
  /** The store compares each part with a SHA-256 that is said beforehand. */
  checksums: boolean
  /** New files go there; where not, it only serves what it has. */
  takes_uploads: boolean
}

export interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Of the object; empty for the bucket itself. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: string
  signal?: AbortSignal
  /** Its answer is taken at somebody's pace: patience is for its beginning alone. */
  slowly?: true
}

/** What a store said no to: `code` is S3's own. */
export interface StoreRefusal {
  status: number
  code: string
}
export type Heard = (fault: { asked: string; status?: number; code: string }) => void

const patienceMs = 20_000
/** No answer that is read as text is nearly as long. */
const longestText = 1_000_000
const ownSeconds = 60

/** Where a bucket is, or one of its objects. */
function placeOf({ endpoint, bucket, path_style }: ObjectsConfig, key = ''): URL {
  const place = new URL(endpoint)
  if (!path_style) place.hostname = `${bucket}.${place.hostname}`
  const steps = [...place.pathname.split('/'), ...(path_style ? [bucket] : []), ...key.split('/')]
  place.pathname = steps.filter(Boolean).join('/')
  return place
}

/** What a page must be allowed to connect to. */
export const originOf = (config: ObjectsConfig): string => placeOf(config).origin

/** An address that is a key to one thing for so many seconds, whoever has it; `headers` must come with it as they are. */
export async function signedAddress(
  config: ObjectsConfig,
  { method, key, query = {}, headers = {} }: ObjectRequest,
  seconds: number,
): Promise<string> {
  const url = placeOf(config, key)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  url.searchParams.set('X-Amz-Expires', String(seconds))
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers },
    accessKeyId: config.access_key_id,
    secretAccessKey: config.secret_access_key,
    service: 's3',
    region: config.region,
    signQuery: true,
    // The length of a part too: nobody sends more to its address.
    allHeaders: true,
  })
  return (await signer.sign()).url.href
}

/** A tag's text, in an answer in XML. */
export const tagIn = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
/** What stands in each of a tag. */
export const tagsIn = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) => inner)

/** @throws Problem `store_away`, of an answer that is longer than any is, too */
export async function textOf(response: Response): Promise<string> {
  const bytes = await bytesWithin(response, longestText).catch(() => null)
  if (!bytes) throw new Problem('store_away')
  return bytes.toString('utf8')
}

/** Reads whole, not longer than it was asked for. @throws Problem `store_away` */
export async function exactly(response: Response, length: number): Promise<Buffer> {
  const bytes = await bytesWithin(response, length).catch(() => null)
  if (bytes?.length !== length) throw new Problem('store_away')
  return bytes
}

export class Requests {
  /** Hears of what did not go well. */
  heard: Heard | undefined
  readonly config: ObjectsConfig

  constructor(config: ObjectsConfig) {
    this.config = config
  }

  /**
   * Asks, and answers the answer of a success or how it was refused where that is one of `expected`.
   * @throws Problem `store_away` where it does not answer, is busy or broken, `store_refused`
   */
  async ask(asked: ObjectRequest, expected: readonly string[] = []): Promise<Response | StoreRefusal> {
    const { method, headers, body, signal } = asked
    const what = [method, ...Object.keys(asked.query ?? {})].join(' ')
    const url = await signedAddress(this.config, asked, ownSeconds)
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(new DOMException('It took too long', 'TimeoutError')), patienceMs)
    timer.unref()
    const response = await fetch(url, {
      method,
      // A redirection may lead anywhere, so none is followed.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
      ...(headers && { headers: { ...headers } }),
      ...(body !== undefined && { body }),
    }).catch((error: Error & { cause?: { code?: string } }) => {
      this.heard?.({ asked: what, code: error.cause?.code ?? error.name })
      throw new Problem('store_away')
    })
    if (asked.slowly) clearTimeout(timer)
    if (response.ok) return response
    const { status } = response
    const code = (tagIn(await textOf(response), 'Code') ?? '') || `${status}`
    if (expected.includes(code)) return { status, code }
    this.heard?.({ asked: what, status, code })
    // What it does not know at all it will not know later.
    const isPassing = (status >= 500 && status !== 501) || status === 429
    throw new Problem(isPassing ? 'store_away' : 'store_refused')
  }
}
