/**
 * Statements as the driver takes them. Of a named one the text is written once and kept: its pieces are the same
 * at every call, and writing them anew took a third of a sale's time in Node.
 */
import { Param, SQL, StringChunk } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

export interface Compiled {
  text: string
  values: unknown[]
}

interface Kept {
  text: string
  values: number
}

const dialect = new PgDialect()
const kept = new Map<string, Kept>()
/** Where a text that is not the same would go unseen, tests see it. */
const isTried = process.env['NODE_ENV'] === 'test'

function written(query: SQL): Compiled {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { text, values: params }
}

/** The values of a statement in the order of their places in its text. */
export function valuesOf(query: SQL): unknown[] {
  const values: unknown[] = []
  const collect = (chunk: unknown): void => {
    if (chunk === undefined || chunk instanceof StringChunk) return
    if (chunk instanceof SQL) for (const inner of chunk.queryChunks) collect(inner)
    else if (chunk instanceof Param) values.push(chunk.value)
    else if (Array.isArray(chunk)) for (const inner of chunk) collect(inner)
    else values.push(chunk)
  }
  collect(query)
  return values
}

/** `name`: every statement of this name has the same text. Throws where it shows that one has not. */
export function compile(query: SQL, name?: string): Compiled {
  if (name === undefined) return written(query)
  const known = kept.get(name)
  if (!known) {
    const first = written(query)
    kept.set(name, { text: first.text, values: first.values.length })
    return first
  }
  const values = valuesOf(query)
  if (values.length !== known.values || (isTried && written(query).text !== known.text))
    throw new Error(`the text of ${name} is not the same at every call`)
  return { text: known.text, values }
}

/** More texts than these are not kept: each is a plan in the memory of every connection. */
const mostTexts = 100
const texts = new Map<string, string>()

/** The name under which statements of this text are planned once per connection; undefined where there are too many. */
export function nameOfText(text: string): string | undefined {
  const known = texts.get(text)
  if (known !== undefined || texts.size >= mostTexts) return known
  const name = `text ${texts.size}`
  texts.set(text, name)
  return name
}
