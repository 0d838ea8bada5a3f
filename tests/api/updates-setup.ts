/** Files of terminal software for tests: how one is announced, sent in parts and read. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ProblemBody } from '../../contract/problems.ts'
import { softwareLimits, type UpdateDetail } from '../../contract/software.ts'
import { updates } from '../../contract/updates.ts'
import type { TestApp } from '../support/app.ts'

export const apk = (name: string): Buffer => readFileSync(new URL(`../fixtures/apks/${name}.apk`, import.meta.url))
export const certificateOf = (name: string): string =>
  (
    JSON.parse(readFileSync(new URL('../fixtures/apks/expected.json', import.meta.url), 'utf8')) as Record<
      string,
      string
    >
  )[name]!
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const endOfTable = 22

/**
 * The APK made this long, as tools that sign it would find it: padding stands before the table of its entries, and the record
 * at its end says where that is. What v1 signed is untouched.
 */
export function padded(bytes: Buffer, size: number): Buffer {
  const record = bytes.subarray(-endOfTable)
  const table = record.readUInt32LE(16)
  const padding = Buffer.alloc(size - bytes.length)
  // Not all of it alike: what comes twice or in another order is seen.
  for (let at = 0; at < padding.length; at += softwareLimits.part_bytes)
    padding.set(randomBytes(Math.min(64, padding.length - at)), at)
  const end = Buffer.from(record)
  end.writeUInt32LE(table + padding.length, 16)
  return Buffer.concat([bytes.subarray(0, table), padding, bytes.subarray(table, -endOfTable), end])
}

export interface Sent<T> {
  status: number
  body: T
  problem: ProblemBody
}

export function uploads(app: () => TestApp) {
  const announce = (bytes: Buffer, more: object = {}) =>
    app().call(
      updates.create,
      { body: { filename: 'terminal.apk', bytes: bytes.length, sha256: sha256(bytes), ...more } as never },
      { as: 'banca' },
    )

  async function part(id: number, n: number, bytes: Uint8Array, said = sha256(bytes)): Promise<Sent<object>> {
    const boundary = 'frontera'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="parte"\r\n`
    const reply = await app().app.inject({
      method: 'POST',
      url: `${updates.part.path.replace(':id', String(id)).replace(':part', String(n))}?sha256=${said}`,
      payload: Buffer.concat([
        Buffer.from(`${head}Content-Type: application/octet-stream\r\n\r\n`),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
      headers: {
        authorization: `Bearer ${await app().signInAs('banca')}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
    const answer: unknown = reply.json()
    return { status: reply.statusCode, body: answer as object, problem: answer as ProblemBody }
  }

  /** The parts that are not there yet, up to `most` of them. */
  async function send(bytes: Buffer, { id, upload }: UpdateDetail, most = Infinity): Promise<void> {
    const { part_bytes } = softwareLimits
    const missing = Array.from({ length: upload!.parts }, (_, n) => n).filter((n) => !upload!.received.includes(n))
    for (const n of missing.slice(0, most)) {
      const { status, problem } = await part(id, n, bytes.subarray(n * part_bytes, (n + 1) * part_bytes))
      if (status !== 200) throw new Error(`part ${n}: ${problem.code}`)
    }
  }

  const analyze = (id: number) => app().call(updates.analyze, { body: { id } }, { as: 'banca' })

  /** A whole file, read; or how it was refused. */
  async function upload(bytes: Buffer, more: object = {}): Promise<Sent<UpdateDetail>> {
    const announced = await announce(bytes, more)
    if (announced.status !== 201) return announced
    await send(bytes, announced.body)
    return analyze(announced.body.id)
  }

  return { announce, part, send, analyze, upload }
}
