/** Faults of a request in Spanish, on the field where they belong. */
import { z } from 'zod'
import type { Endpoint } from '@contract/endpoint.ts'
import type { FieldFault } from '@contract/problems.ts'
import { Problem } from './problem.ts'
import { isStorable } from './storable.ts'

z.config(z.locales.es())

/** Most faults a person can use at once. */
const most = 50

function faults(error: z.ZodError): FieldFault[] {
  return error.issues.slice(0, most).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
}

/**
 * Fields of a body that its schema did not take: what somebody believes to have said would be ignored. A value
 * that the schema made into something of another kind is its own business. Where each stands is written down for
 * those alone that are found: a body has ten thousand fields, and none of them is unknown.
 */
function unknownFields(given: unknown, taken: unknown): FieldFault[] {
  const found: FieldFault[] = []
  const path: (string | number)[] = []
  const lookInto = (name: string | number, one: unknown, kept: unknown): void => {
    if (typeof one !== 'object' || one === null) return
    path.push(name)
    look(one, kept)
    path.pop()
  }
  const look = (one: unknown, kept: unknown): void => {
    if (found.length >= most) return
    if (Array.isArray(one) && Array.isArray(kept)) {
      if (one.length >= many && isAlike(one, kept)) return
      for (let index = 0; index < one.length; index++) lookInto(index, one[index], kept[index])
    } else if (isPlain(one) && isPlain(kept)) {
      for (const name of Object.keys(one)) {
        if (Object.hasOwn(kept, name)) lookInto(name, one[name], kept[name])
        else found.push({ path: [...path, name].join('.'), message: `No se conoce el campo «${name.slice(0, 40)}».` })
      }
    }
  }
  look(given, taken)
  return found.slice(0, most)
}

/** From so many on, what the schema took as it came is found so without looking at each. */
const many = 20

/** Does what came, which is JSON, stand whole in what was taken? What cannot be written as JSON is taken otherwise. */
function isAlike(given: unknown, taken: unknown): boolean {
  try {
    return JSON.stringify(given) === JSON.stringify(taken)
  } catch {
    return false
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

const parts = ['params', 'query', 'body'] as const
type Parts = Record<(typeof parts)[number], unknown>

/** What a call is asked, each part as its schema reads it. @throws Problem `malformed`, `invalid`; `not_found` for an id that is none */
export function parseInput(endpoint: Endpoint, given: Partial<Parts>): Parts {
  const input: Parts = { params: {}, query: {}, body: {} }
  if (!isStorable(given.query)) throw new Problem('malformed')
  for (const part of parts) {
    const schema = endpoint[part]
    if (!schema) continue
    const parsed = schema.safeParse(given[part])
    if (!parsed.success) {
      // An id that is not one names nothing.
      if (part === 'params') throw new Problem('not_found')
      throw new Problem('invalid', { errors: faults(parsed.error) })
    }
    const unknown = part === 'body' ? unknownFields(given.body, parsed.data) : []
    if (unknown.length > 0) throw new Problem('invalid', { errors: unknown })
    input[part] = parsed.data ?? {}
  }
  return input
}
