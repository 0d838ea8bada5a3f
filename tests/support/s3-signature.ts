/**
 * Whether an address was signed with a store's secret, by what Amazon writes of Signature Version 4 and by nothing of whoever
 * signs in the product.
 */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

interface Keys {
  region: string
  access_key_id: string
  secret_access_key: string
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** In what way a request is not to be believed, as S3's code for it; undefined where it is. */
export function refusalOf(
  { method = '', url = '', headers }: IncomingMessage,
  { region, access_key_id, secret_access_key }: Keys,
  now: number,
): string | undefined {
  const [path = '', search = ''] = url.split('?')
  const query = new URLSearchParams(search)
  const said = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(said('Date')) ?? []
  const scope = `${date}/${region}/s3/aws4_request`
  if (said('Algorithm') !== 'AWS4-HMAC-SHA256' || said('Credential') !== `${access_key_id}/${scope}`)
    return 'InvalidAccessKeyId'
  const signed = said('SignedHeaders').split(';')
  const mustBe = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (mustBe.some((name) => !signed.includes(name))) return 'AccessDenied'
  const pairs = [...query].filter(([name]) => name !== 'X-Amz-Signature')
  const canonical = [
    method,
    path,
    pairs
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort((a, b) => (a < b ? -1 : 1))
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', said('Date'), scope, hash].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret_access_key}`)
  if (hmac(key, toSign).toString('hex') !== said('Signature')) return 'SignatureDoesNotMatch'
  const clock = `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}`
  const from = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${clock}Z`)
  const lasts = Number(said('Expires')) * 1_000
  // An address from tomorrow is none of today's either; clocks may differ by a quarter of an hour.
  return now > from + lasts || now < from - 900_000 ? 'AccessDenied' : undefined
}
