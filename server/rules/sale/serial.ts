/**
 * Serials and secret codes of tickets. A serial begins with the business day of its sale, which is
 * the partition it lies in; the rest is random, so that no serial can be guessed from another. A code
 * has 65 random bits and is compared in constant time.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U to misread on thermal paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const firstDay = Date.UTC(2020, 0, 1)
const dayChars = 3
const serialChars = 10
const codeChars = 13

/** Asked of the system in one go: a call for each serial costs more than all the rest of it. */
let bytes = randomBytes(4_096)
let used = 0

function randomChars(length: number): string {
  if (used + length > bytes.length) {
    bytes = randomBytes(bytes.length)
    used = 0
  }
  let chars = ''
  for (const end = used + length; used < end; used++) chars += alphabet[bytes[used]! & 31]
  return chars
}

export function newSerial(day: string): string {
  let days = Math.round((Date.parse(`${day}T00:00:00Z`) - firstDay) / 86_400_000)
  let prefix = ''
  for (let n = 0; n < dayChars; n++) {
    prefix = `${alphabet[days % 32]}${prefix}`
    days = Math.floor(days / 32)
  }
  return prefix + randomChars(serialChars - dayChars)
}

/** The business day a serial was sold on, or null when it cannot be a serial. */
export function dayOfSerial(serial: string): string | null {
  if (serial.length !== serialChars) return null
  const digits = Array.from(serial.slice(0, dayChars), (char) => alphabet.indexOf(char))
  if (digits.includes(-1)) return null
  const days = digits.reduce((sum, digit) => sum * 32 + digit, 0)
  return new Date(firstDay + days * 86_400_000).toISOString().slice(0, 10)
}

export function newCode(): string {
  return randomChars(codeChars)
}

export function sameCode(given: string, kept: string): boolean {
  const left = Buffer.from(given.padEnd(codeChars).slice(0, 40))
  const right = Buffer.from(kept.padEnd(codeChars).slice(0, 40))
  return left.length === right.length && timingSafeEqual(left, right)
}
