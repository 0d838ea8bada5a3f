/**
 * Input that nothing behind the door could keep: PostgreSQL's text holds no NUL and no half of a surrogate
 * pair, and what is nested without end overflows whoever writes it down. Refused before anybody looks at it.
 */

/** No form of the contract is nested half as deep. */
const deepest = 32
const halfPair = /\p{Surrogate}/u

const isKept = (text: string) => !text.includes('\0') && !halfPair.test(text)

/** Can every text of this JSON, its keys included, be stored, and is it no deeper than a form? */
export function isStorable(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return false
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one === 'string' && !isKept(one)) return false
      if (typeof one !== 'object' || one === null) continue
      for (const [key, inner] of Object.entries(one)) {
        if (!isKept(key)) return false
        below.push(inner)
      }
    }
    level = below
  }
  return true
}
