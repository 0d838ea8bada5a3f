/** Who calls, as far as the proxies in front are trusted (`TRUST_PROXY`). */
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** A setting that means nothing: one Spanish sentence for whoever starts the server. */
export class SettingError extends Error {}

/** More proxies than this stand before nobody. */
const mostHops = 10

/**
 * `TRUST_PROXY`: how many proxies stand in front (`1`), or their addresses and ranges with commas
 * (`10.0.0.0/8,2001:db8::1`); nothing trusts nobody. Throws a SettingError for anything else: to
 * trust everybody lets every caller choose its own address.
 */
export function readTrust(text: string | undefined): FastifyServerOptions['trustProxy'] {
  const words = (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
  const [only = ''] = words
  if (words.length === 0 || only === '0') return false
  if (words.length === 1 && /^\d+$/.test(only) && Number(only) <= mostHops) {
    // As a number Fastify would trust nobody.
    return (_address, hop) => hop < Number(only)
  }
  if (words.every(isRange)) return words
  throw new SettingError(
    'TRUST_PROXY debe decir cuántos intermediarios hay delante (1) o sus direcciones y rangos separados por comas (10.0.0.0/8).',
  )
}

function isRange(word: string): boolean {
  const [address = '', bits, ...more] = word.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits) || Number(bits) === 0) return false
  try {
    new BlockList().addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

/**
 * The caller's address. What a trusted proxy was told and is no address is ignored, with all before it: then
 * the call is that of the last proxy whose address is known.
 */
export function callerOf({ ip, ips }: FastifyRequest): string {
  const known = ips?.findIndex((one) => isIP(one) === 0) ?? -1
  return known > 0 ? ips![known - 1]! : ip
}

/**
 * Whoever left before its call was looked at: nobody knows any more where it came from, and nobody hears an answer.
 * Asked at the beginning, for an address that was read is remembered.
 */
export function isGone({ raw: { socket } }: FastifyRequest): boolean {
  return socket.destroyed || socket.remoteAddress === undefined
}
