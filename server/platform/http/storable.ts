/**
 * Input that nothing behind the door could keep: PostgreSQL's text holds no NUL and no half of a surrogate
 * pair, and what is nested without end overflows whoever writes it down. Refused before anybody looks at it.
 */

/** No form of the contract is nested half as deep. */
const deepest = 32
const halfPair = /\p{Surrogate}/u

const isKept = (text: string) => !text.includes('\0') && !halfPair.test(text)

/** Names are few and short, and the same in row after row: each is looked at once. What callers make up fills no memory. */
const known = new Set<string>()
const most = { names: 2_000, letters: 40 }

function areKept(names: readonly string[]): boolean {
  for (const name of names) {
    if (known.has(name)) continue
    if (!isKept(name)) return false
    if (known.size < most.names && name.length <= most.letters) known.add(name)
  }
  return true
}

/** Can every text of this JSON, its keys included, be stored, and is it no deeper than a form? */
export function isStorable(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return false
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one === 'string' && !isKept(one)) return false
      if (typeof one !== 'object' || one === null) continue
      if (Array.isArray(one)) for (const inner of one) below.push(inner)
      else if (!areKept(Object.keys(one))) return false
      else for (const inner of Object.values(one)) below.push(inner)
    }
    level = below
  }
  return true
}
