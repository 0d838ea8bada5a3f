/**
 * A small S3 of our own for tests: it answers what the product asks of one, believes no address whose signature it cannot make
 * itself (`s3-signature.ts`), and fails, loses or alters what a test tells it to.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ObjectsConfig } from '../../server/platform/objects/requests.ts'
import { refusalOf } from './s3-signature.ts'

interface Part {
  bytes: Buffer
  etag: string
  sha256: string | undefined
}
interface Upload {
  key: string
  checks: boolean
  parts: Map<number, Part>
}
/** What a test sees of a request before it is answered. */
interface AskedS3 {
  method: string
  key: string
  query: URLSearchParams
}
/** `away` ends the connection without a word; a number is answered as a status. */
type Fault = 'away' | number | undefined

export interface TestS3 {
  url: string
  config: ObjectsConfig
  objects: Map<string, Buffer>
  uploads: Map<string, Upload>
  asked: AskedS3[]
  /** Says how a request goes wrong. */
  fault: (asked: AskedS3) => Fault
  /** Milliseconds that its clock is ahead. */
  ahead: number
  close(): Promise<void>
}

const smallest = 5 * 1_048_576
const md5 = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64')
const escaped = (text: string) => text.replaceAll('"', '&quot;')
const tagsIn = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text = '']) => text)

class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}
const xml = (body: string): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
})

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Listens on a port of its own until it is closed. */
export async function openS3(more: Partial<ObjectsConfig> = {}): Promise<TestS3> {
  const server = createServer((request, response) => void answer(s3, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const s3: TestS3 = {
    url,
    config: {
      endpoint: url,
      region: 'us-east-1',
      bucket: 'software',
      access_key_id: 'AKIDEXAMPLE',
      secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      path_style: true,
      checksums: true,
      takes_uploads: true,
      ...more,
    },
    objects: new Map(),
    uploads: new Map(),
    asked: [],
    fault: () => undefined,
    ahead: 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return s3
}

const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'PUT, GET',
  'access-control-allow-headers': 'content-type, x-amz-checksum-sha256',
}

async function answer(s3: TestS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = new URL(request.url ?? '/', s3.url)
  const method = request.method ?? 'GET'
  const key = at.pathname.slice(`/${s3.config.bucket}/`.length)
  const asked = { method, key, query: at.searchParams }
  const send = ({ status = 200, headers, body }: Answer) =>
    response.writeHead(status, { ...allowed, ...headers }).end(method === 'HEAD' ? undefined : body)
  if (method === 'OPTIONS') return void send({ status: 204 })
  s3.asked.push(asked)
  const fault = s3.fault(asked)
  if (fault === 'away') return void request.socket.destroy()
  try {
    const body = await bodyOf(request)
    if (fault !== undefined) throw new Refused(fault, fault === 403 ? 'AccessDenied' : 'InternalError')
    if (`${at.pathname}/`.indexOf(`/${s3.config.bucket}/`) !== 0) throw new Refused(404, 'NoSuchBucket')
    const refusal = refusalOf(request, s3.config, Date.now() + s3.ahead)
    if (refusal) throw new Refused(403, refusal)
    send(answerOf(s3, asked, request, body))
  } catch (error) {
    const { status = 500, code = String(error) } = error as Partial<Refused>
    send({ ...xml(`<Error><Code>${code}</Code></Error>`), status })
  }
}

function answerOf(s3: TestS3, { method, key, query }: AskedS3, { headers }: IncomingMessage, body: Buffer): Answer {
  if (query.has('uploads')) return method === 'POST' ? begun(s3, key, headers) : listed(s3, query.get('prefix') ?? '')
  const id = query.get('uploadId')
  if (id !== null) {
    const upload = s3.uploads.get(id)
    if (upload?.key !== key) throw new Refused(404, 'NoSuchUpload')
    if (method === 'PUT') return partKept(upload, Number(query.get('partNumber')), headers, body)
    if (method === 'GET') return partsOf(upload)
    s3.uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    try {
      return putTogether(s3, upload, body.toString())
    } catch (error) {
      s3.uploads.set(id, upload)
      throw error
    }
  }
  if (method === 'DELETE') return { status: (s3.objects.delete(key), 204) }
  return read(s3.objects.get(key), headers.range)
}

function begun(s3: TestS3, key: string, headers: IncomingMessage['headers']): Answer {
  const id = `${randomUUID()}&more`
  s3.uploads.set(id, { key, checks: headers['x-amz-checksum-algorithm'] === 'SHA256', parts: new Map() })
  return xml(
    `<InitiateMultipartUploadResult><UploadId>${id.replace('&', '&amp;')}</UploadId></InitiateMultipartUploadResult>`,
  )
}

function listed({ uploads }: TestS3, prefix: string): Answer {
  const all = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
  const rows = all.map(
    ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id.replace('&', '&amp;')}</UploadId></Upload>`,
  )
  return xml(`<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`)
}

function partKept(upload: Upload, number: number, headers: IncomingMessage['headers'], bytes: Buffer): Answer {
  const said = headers['x-amz-checksum-sha256'] as string | undefined
  if (upload.checks && !said) throw new Refused(400, 'InvalidRequest')
  if (said && said !== sha256(bytes)) throw new Refused(400, 'BadDigest')
  const etag = md5(bytes)
  upload.parts.set(number, { bytes, etag, sha256: said })
  return { headers: { etag } }
}

function partsOf({ parts }: Upload): Answer {
  const rows = [...parts].sort(([a], [b]) => a - b)
  const texts = rows.map(([number, { bytes, etag, sha256: sum }]) => {
    const checksum = sum ? `<ChecksumSHA256>${sum}</ChecksumSHA256>` : ''
    return `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag><Size>${bytes.length}</Size>${checksum}</Part>`
  })
  return xml(`<ListPartsResult>${texts.join('')}</ListPartsResult>`)
}

function putTogether(s3: TestS3, { key, parts, checks }: Upload, body: string): Answer {
  const named = tagsIn(body, 'Part').map((text) => {
    const [number] = tagsIn(text, 'PartNumber').map(Number)
    const part = parts.get(number!)
    const etag = tagsIn(text, 'ETag')[0]?.replaceAll('&quot;', '"')
    if (!part || etag !== part.etag) throw new Refused(400, 'InvalidPart')
    if (checks && tagsIn(text, 'ChecksumSHA256')[0] !== part.sha256) throw new Refused(400, 'InvalidPart')
    return part.bytes
  })
  if (named.slice(0, -1).some(({ length }) => length < smallest)) throw new Refused(400, 'EntityTooSmall')
  s3.objects.set(key, Buffer.concat(named))
  return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
}

function read(bytes: Buffer | undefined, range: string | undefined): Answer {
  if (!bytes) throw new Refused(404, 'NoSuchKey')
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return { headers: { 'content-length': String(bytes.length) }, body: bytes }
  if (Number(from) >= bytes.length) throw new Refused(416, 'InvalidRange')
  const body = bytes.subarray(Number(from), to ? Number(to) + 1 : undefined)
  const range_ = `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`
  return { status: 206, headers: { 'content-range': range_, 'content-length': String(body.length) }, body }
}
