/** Faults of a request in Spanish, on the field where they belong. */
import { z } from 'zod'
import type { FieldFault } from '@contract/problems.ts'

z.config(z.locales.es())

/** Most faults a person can use at once. */
const most = 50

export function faults(error: z.ZodError): FieldFault[] {
  return error.issues.slice(0, most).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
}

/**
 * Fields of a body that its schema did not take: what somebody believes to have said would be ignored. A value
 * that the schema made into something of another kind is its own business.
 */
export function unknownFields(given: unknown, taken: unknown, path: readonly (string | number)[] = []): FieldFault[] {
  if (Array.isArray(given) && Array.isArray(taken))
    return given.flatMap((one, index) => unknownFields(one, taken[index], [...path, index])).slice(0, most)
  if (!isPlain(given) || !isPlain(taken)) return []
  return Object.entries(given)
    .flatMap(([name, value]) =>
      name in taken
        ? unknownFields(value, taken[name], [...path, name])
        : [{ path: [...path, name].join('.'), message: `No se conoce el campo «${name.slice(0, 40)}».` }],
    )
    .slice(0, most)
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
