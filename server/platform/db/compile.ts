/**
 * Statements as the driver takes them. Of a named one the text is written once and kept: its pieces are the same
 * at every call, and writing them anew took a third of a sale's time in Node.
 */
import { entityKind, Name, Param, sql, SQL, StringChunk } from 'drizzle-orm'

export interface Compiled {
  text: string
  values: unknown[]
}

interface Kept {
  text: string
  values: number
}

const cache = new Map<string, Kept>()
/** Where a text that is not the same would go unseen, tests see it. */
const isTried = process.env['NODE_ENV'] === 'test'

/**
 * A statement's text and its values, as drizzle's own dialect writes them: that one takes each piece for any of twenty
 * kinds, of which a template of the house has five, and gathers anew what it has at every step down. A thousand pieces
 * took half a millisecond of processor, the first time six, and take 0.04 and 0.8.
 */
function inFull(query: SQL): Compiled {
  let text = ''
  const values: unknown[] = []
  const write = (chunk: unknown): void => {
    if (chunk === undefined) return
    if (chunk instanceof StringChunk) for (const piece of chunk.value) text += piece
    else if (chunk instanceof SQL) for (const inner of chunk.queryChunks) write(inner)
    else if (chunk instanceof Name) text += `"${chunk.value.replaceAll('"', '""')}"`
    else if (Array.isArray(chunk)) {
      text += '('
      for (let n = 0; n < chunk.length; n++) {
        if (n > 0) text += ', '
        write(chunk[n])
      }
      text += ')'
    } else {
      if (!(chunk instanceof Param) && isPiece(chunk)) throw new TypeError('a piece that no template of the house has')
      values.push(chunk instanceof Param ? chunk.value : chunk)
      text += `$${values.length}`
    }
  }
  write(query)
  return { text, values }
}

/** One of drizzle's own kinds: sent as a value, it would be a fault far from here. */
const isPiece = (chunk: unknown) =>
  typeof chunk === 'object' && chunk !== null && entityKind in (chunk.constructor ?? {})

/** The values of a statement in the order of their places in its text. */
export function statementValues(query: SQL): unknown[] {
  const values: unknown[] = []
  const collect = (chunk: unknown): void => {
    if (chunk === undefined || chunk instanceof StringChunk || chunk instanceof Name) return
    if (chunk instanceof SQL) for (const inner of chunk.queryChunks) collect(inner)
    else if (chunk instanceof Param) values.push(chunk.value)
    else if (Array.isArray(chunk)) for (const inner of chunk) collect(inner)
    else values.push(chunk)
  }
  collect(query)
  return values
}

/** A place of a statement for each value of `V`. */
export type Places<V> = { readonly [K in keyof V]: SQL }

/** Where a value is found: in which of the objects that a call hands over, under which name. */
class Place {
  readonly part: number
  readonly name: string
  constructor(part: number, name: string) {
    this.part = part
    this.name = name
  }
}

/**
 * A statement that is composed once, at its first call: `write` has a place for each value of the objects that every
 * call hands over, and a value is sent once however often the text names it. For the hottest ones: composing a sale's
 * anew took a fifth of its time in Node, and half of what was sent were values that had been sent already.
 */
export function compileOnce<V extends object[]>(
  write: (...at: { [P in keyof V]: Places<V[P]> }) => SQL,
): (...values: V) => Compiled {
  let once: { text: string; order: readonly unknown[] } | undefined
  return (...values) => {
    once ??= numbered(inFull(write(...(values.map((_, part) => placesOf(part)) as { [P in keyof V]: Places<V[P]> }))))
    const valueOf = (one: unknown) =>
      one instanceof Place ? (values[one.part] as Readonly<Record<string, unknown>>)[one.name] : one
    return { text: once.text, values: once.order.map(valueOf) }
  }
}

/** Places of one object, each the same whenever it is named. */
function placesOf(part: number): object {
  const known = new Map<string, SQL>()
  return new Proxy(known, {
    get: (_, name: string) => {
      const place = known.get(name) ?? sql`${sql.param(new Place(part, name))}`
      known.set(name, place)
      return place
    },
  })
}

/** The text with one number for each place, and the places, or values that never change, by their numbers. */
function numbered({ text, values }: Compiled): { text: string; order: readonly unknown[] } {
  const order: unknown[] = []
  const numbers = values.map((value) => {
    const known = value instanceof Place ? order.indexOf(value) : -1
    return known < 0 ? order.push(value) : known + 1
  })
  return { text: text.replace(/\$(\d+)/g, (_, at: string) => `$${numbers[Number(at) - 1]}`), order }
}

/** `name`: every statement of this name has the same text. Throws where it shows that one has not. */
export function compile(query: SQL | Compiled, name?: string): Compiled {
  if (!(query instanceof SQL)) return query
  if (name === undefined) return inFull(query)
  const known = cache.get(name)
  if (!known) {
    const first = inFull(query)
    cache.set(name, { text: first.text, values: first.values.length })
    return first
  }
  const values = statementValues(query)
  if (values.length !== known.values || (isTried && inFull(query).text !== known.text))
    throw new Error(`the text of ${name} is not the same at every call`)
  return { text: known.text, values }
}

/** More texts than these are not kept: each is a plan in the memory of every connection, of 100 to 500 kB. */
const mostTexts = 150
const texts = new Map<string, string>()

/** The name under which statements of this text are planned once per connection; undefined where there are too many. */
export function nameOfText(text: string): string | undefined {
  const known = texts.get(text)
  if (known !== undefined || texts.size >= mostTexts) return known
  const name = `text ${texts.size}`
  texts.set(text, name)
  return name
}
