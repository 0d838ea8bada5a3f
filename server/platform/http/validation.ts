/** Faults of a request in Spanish, on the field where they belong. */
import { z } from 'zod'
import type { FieldFault } from '@contract/problems.ts'

z.config(z.locales.es())

/** Most faults a person can use at once. */
const most = 50

export function faults(error: z.ZodError): FieldFault[] {
  return error.issues.slice(0, most).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
}
