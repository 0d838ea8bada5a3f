/** What a request says of itself: its time zone, its key and content, its cookies, and whether a page of another site sent it. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, UploadedFile } from '@contract/endpoint.ts'
import { defaultZone, isZone } from '@contract/values/dates.ts'
import { keyPattern } from './idempotency.ts'
import { Problem } from './problem.ts'

export function zoneOf(request: FastifyRequest): string {
  const zone = request.headers['timezone']
  if (zone === undefined) return defaultZone
  if (typeof zone !== 'string' || !isZone(zone)) throw new Problem('unknown_timezone')
  return zone
}

export function operationKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined && !endpoint.moves_money) return undefined
  if (typeof key !== 'string' || !keyPattern.test(key)) throw new Problem('idempotency_key_missing')
  return key
}

export function bodyHash(request: FastifyRequest, file: UploadedFile | undefined): Buffer {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .update(file?.bytes ?? '')
    .digest()
}

/**
 * Browsers say where a call comes from in `Sec-Fetch-Site`, older ones and those on plain http in `Origin`
 * alone, which is compared with the host that was asked.
 */
export function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  const { origin } = headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase())
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(/;\s*/)
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
