/**
 * Files of one banca in an S3-compatible store. Each has a name that nobody guesses under the banca's own prefix, comes up in
 * parts by addresses that are good for a while, and is read by pieces. Names are told without the prefix: what another banca
 * has cannot be named.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Problem } from '../http/problem.ts'
import {
  exactly,
  Requests,
  signedAddress,
  tagIn,
  tagsIn,
  textOf,
  type ObjectRequest,
  type Heard,
  type ObjectsConfig,
  type StoreRefusal,
} from './requests.ts'

/** A part that is there; `number` from 0. */
export interface StoredPart {
  number: number
  bytes: number
  /** As the store writes it in XML, to be written back. */
  etag: string
  sha256: string | undefined
}

export interface PartToSend {
  number: number
  bytes: number
  /** In hexadecimal, where the store compares it. */
  sha256: string | undefined
}

const isRefusal = (answer: Response | StoreRefusal): answer is StoreRefusal => !('headers' in answer)
const gone = { upload: ['NoSuchUpload'], object: ['NoSuchKey', '404'] } as const
/** Of a putting together: a part is not what it was, or no more. */
const notWhole = ['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'BadDigest'] as const

export class ObjectStore {
  private readonly prefix: string
  private readonly requests: Requests

  /** `key` is the banca's. */
  constructor(config: ObjectsConfig, key: string) {
    this.prefix = `${key}/`
    this.requests = new Requests(config)
  }

  set heard(heard: Heard) {
    this.requests.heard = heard
  }

  get takesUploads(): boolean {
    return this.requests.config.takes_uploads
  }

  get checks(): boolean {
    return this.requests.config.checksums
  }

  newName(): string {
    return `${randomUUID()}.apk`
  }

  /** Begins a file that comes up in parts; answers what its parts name. @throws Problem `store_away`, `store_refused` */
  async begin(name: string, content_type: string): Promise<string> {
    const headers = { 'content-type': content_type, ...(this.checks && { 'x-amz-checksum-algorithm': 'SHA256' }) }
    const xml = await this.text({ method: 'POST', key: this.prefix + name, query: { uploads: '' }, headers })
    const upload = typeof xml === 'string' && tagIn(xml, 'UploadId')
    if (!upload) throw new Problem('store_refused')
    return upload.replaceAll('&amp;', '&')
  }

  /** The parts that are there; null where nothing comes up by that name any more. @throws Problem `store_away`, `store_refused` */
  async parts(name: string, uploadId: string): Promise<StoredPart[] | null> {
    const xml = await this.text({ method: 'GET', key: this.prefix + name, query: { uploadId } }, gone.upload)
    if (typeof xml !== 'string') return null
    return tagsIn(xml, 'Part').map((part) => ({
      number: Number(tagIn(part, 'PartNumber')) - 1,
      bytes: Number(tagIn(part, 'Size')),
      etag: tagIn(part, 'ETag') ?? '',
      sha256: tagIn(part, 'ChecksumSHA256'),
    }))
  }

  /** Where a part goes, and with which headers: it, and nothing else. */
  async partAddress(name: string, uploadId: string, { number, bytes, sha256 }: PartToSend, seconds: number) {
    const headers: Record<string, string> = {
      ...(sha256 && { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') }),
    }
    const asked: ObjectRequest = {
      method: 'PUT',
      key: this.prefix + name,
      query: { partNumber: String(number + 1), uploadId },
      headers: { ...headers, 'content-length': String(bytes) },
    }
    return { part: number, url: await signedAddress(this.requests.config, asked, seconds), headers }
  }

  /** Puts the parts together. Answers whether they were all there. @throws Problem `store_away`, `store_refused` */
  async finish(name: string, uploadId: string, parts: readonly StoredPart[]): Promise<boolean> {
    const listed = parts.map(({ number, etag, sha256 }) => {
      const sum = sha256 ? `<ChecksumSHA256>${sha256}</ChecksumSHA256>` : ''
      return `<Part><PartNumber>${number + 1}</PartNumber><ETag>${etag}</ETag>${sum}</Part>`
    })
    const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`
    const asked: ObjectRequest = { method: 'POST', key: this.prefix + name, query: { uploadId }, body }
    const xml = await this.text({ ...asked, headers: { 'content-type': 'application/xml' } }, notWhole)
    if (typeof xml !== 'string') return false
    // Begun as a success, since it takes long, it may still end as a failure.
    const failed = xml.includes('<Error>')
    if (failed && !(notWhole as readonly string[]).includes(tagIn(xml, 'Code') ?? '')) throw new Problem('store_away')
    return !failed
  }

  /** Bytes of a file; null where it is not there. @throws Problem `store_away`, `store_refused` */
  async size(name: string): Promise<number | null> {
    const answer = await this.requests.ask({ method: 'HEAD', key: this.prefix + name }, gone.object)
    return isRefusal(answer) ? null : Number(answer.headers.get('content-length'))
  }

  /** So many bytes from one on. @throws Problem `store_away`, `store_refused`, `store_missing` where there are not as many */
  async read(name: string, from: number, length: number, signal: AbortSignal): Promise<Buffer> {
    return exactly(await this.piece(name, { headers: { range: `bytes=${from}-${from + length - 1}` }, signal }), length)
  }

  /** Its bytes from one on, at the pace of whoever takes them. @throws Problem as `read` does */
  async stream(name: string, from: number): Promise<Readable> {
    const { body } = await this.piece(name, { headers: { range: `bytes=${from}-` }, slowly: true })
    return Readable.fromWeb(body as ReadableStream)
  }

  /** Where it is read for so long, by whoever has the address. */
  address(name: string, seconds: number): Promise<string> {
    return signedAddress(this.requests.config, { method: 'GET', key: this.prefix + name }, seconds)
  }

  /** Lets go of a file, and of all that came up for it. @throws Problem `store_away`, `store_refused` */
  async discard(name: string): Promise<void> {
    const key = this.prefix + name
    await this.requests.ask({ method: 'DELETE', key }, gone.object)
    const xml = await this.text({ method: 'GET', key: '', query: { uploads: '', prefix: key } })
    for (const upload of typeof xml === 'string' ? tagsIn(xml, 'Upload') : []) {
      const uploadId = tagIn(upload, 'UploadId')?.replaceAll('&amp;', '&')
      if (tagIn(upload, 'Key') !== key || !uploadId) continue
      await this.requests.ask({ method: 'DELETE', key, query: { uploadId } }, gone.upload)
    }
  }

  private async piece(name: string, more: Partial<ObjectRequest>): Promise<Response> {
    const asked: ObjectRequest = { method: 'GET', key: this.prefix + name, ...more }
    const answer = await this.requests.ask(asked, [...gone.object, 'InvalidRange'])
    if (isRefusal(answer) || answer.status !== 206) throw new Problem('store_missing')
    return answer
  }

  private async text(asked: ObjectRequest, expected: readonly string[] = []): Promise<string | StoreRefusal> {
    const answer = await this.requests.ask(asked, expected)
    return isRefusal(answer) ? answer : textOf(answer)
  }
}
