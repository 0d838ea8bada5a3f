import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { stripUnknown } from './strip-unknown.ts'

const line = z.object({ n: z.number(), note: z.string().optional() })
const schema = z.object({
  name: z.preprocess((value) => value, z.string()),
  lines: z.array(line).nullable().default(null),
  by: z.record(z.string(), line),
  step: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), one: z.number() }),
    z.object({ kind: z.literal('b'), two: z.number() }),
  ]),
  settings: z.object({ a: z.number() }).refine(() => true),
})

describe('what a schema takes', () => {
  it('is what it knows, at any depth', () => {
    expect(
      stripUnknown(schema, {
        id: 7,
        name: 'uno',
        lines: [{ n: 1, more: 2 }],
        by: { x: { n: 1, more: 2 } },
        step: { kind: 'b', two: 2, three: 3 },
        settings: { a: 1, b: 2 },
      }),
    ).toEqual({ name: 'uno', lines: [{ n: 1 }], by: { x: { n: 1 } }, step: { kind: 'b', two: 2 }, settings: { a: 1 } })
  })

  it('is left as it is where it does not fit', () => {
    expect(stripUnknown(schema, { name: 3, lines: 'x', settings: null })).toEqual({
      name: 3,
      lines: 'x',
      settings: null,
    })
    expect(stripUnknown(line, undefined)).toBeUndefined()
  })
})
