import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint } from '@contract/endpoint.ts'
import type { Problem } from './problem.ts'
import { parseInput } from './validation.ts'

const schema = z.object({
  name: z.string().default('nadie'),
  lines: z.array(z.object({ n: z.number(), more: z.object({ a: z.string().optional() }).optional() })),
  extra: z.record(z.string(), z.unknown()).optional(),
  when: z.string().transform((text) => new Date(text)),
})
const call = endpoint({
  method: 'POST',
  path: '/cosas',
  access: rules.signedIn,
  body: schema,
  response: z.object({}),
  summary: 'Cosas',
})
const unknown = (given: Record<string, unknown>) => {
  try {
    parseInput(call, { body: { when: '2026-11-22', ...given } })
    return []
  } catch (error) {
    return (error as Problem).errors!.map(({ path }) => path)
  }
}

describe('unknown fields of a body', () => {
  it('are none when the schema took them all, whatever it made of them', () => {
    expect(unknown({ lines: [{ n: 1, more: { a: 'b' } }], extra: { x: { y: 1 } }, when: '2026-01-01' })).toEqual([])
  })

  it('are named where they stand', () => {
    expect(unknown({ lines: [{ n: 1 }, { n: 2, to: 9, more: { b: 1 } }], other: null })).toEqual([
      'lines.1.to',
      'lines.1.more.b',
      'other',
    ])
  })

  it('are named in a long list too, and none are where all of it was taken', () => {
    const lines = Array.from({ length: 100 }, (_, n) => ({ n }))
    expect(unknown({ lines })).toEqual([])
    expect(unknown({ lines: [...lines, { n: 1, more: { b: 1 } }] })).toEqual(['lines.100.more.b'])
  })

  it('are as many as a person can use', () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`f${n}`, n]))
    expect(unknown({ lines: [], ...many })).toHaveLength(50)
  })
})
