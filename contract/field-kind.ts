/** How the value of a field is read, said where its schema is made. Under `field.ts`, which tells the rest of a field. */
import type { z } from 'zod'

/** Decides alignment, format, control and the type of a cell in a file. */
export type FieldKind =
  | 'text'
  | 'money'
  | 'count'
  | 'percent'
  | 'decimal'
  | 'day'
  | 'instant'
  | 'flag'
  | 'list'
  | 'web'
  | 'picture'

/** Not in the schema's own metadata, which ends in the OpenAPI document. */
const kinds = new WeakMap<object, FieldKind>()

/** Marks what every field made from this schema is read as. */
export function withKind<T extends z.ZodType>(schema: T, kind: FieldKind): T {
  kinds.set(schema, kind)
  return schema
}

/** What `withKind` marked this very schema with. */
export const markedKind = (schema: z.ZodType): FieldKind | undefined => kinds.get(schema)
