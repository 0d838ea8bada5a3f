/** From what the contract or the server refuses to what stands under each field. */
import type { z } from 'zod'
import type { FieldFault, ProblemBody } from '@contract/problems.ts'
import { amount } from '@contract/values/money.ts'
import { isUnread } from './money-reading.ts'

type FieldName = string | number
export type NamePath = FieldName[]

interface FieldMessages {
  name: NamePath
  errors: string[]
}

export interface MappedProblem {
  /** In the server's order: the first one gets the focus. */
  fields: FieldMessages[]
  /** What belongs to no field of this form, shown above it. */
  rest: string[]
}

/** `limits.0.min_stake` → `['limits', 0, 'min_stake']`. */
export function namePath(dotted: string): NamePath {
  return dotted.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

/** The field of the form that a fault's path lies in: its own, or the nearest one above it. */
function fieldOf(fault: FieldFault, known: ReadonlySet<string>): string | null {
  const parts = fault.path.replace(/^body\./, '').split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const candidate = parts.slice(0, length).join('.')
    if (known.has(candidate)) return candidate
  }
  return null
}

/**
 * Sorts a problem's faults by the form's fields (`known`, dotted). A problem without faults is one
 * sentence above the form: the server's own detail.
 */
export function mapProblem(problem: ProblemBody, known: readonly string[]): MappedProblem {
  const names = new Set(known)
  const fields = new Map<string, string[]>()
  const rest: string[] = []
  for (const fault of problem.errors ?? []) {
    const field = fieldOf(fault, names)
    if (field === null) rest.push(fault.message)
    else fields.set(field, [...(fields.get(field) ?? []), fault.message])
  }
  if (fields.size === 0 && rest.length === 0) rest.push(problem.detail)
  return { fields: [...fields].map(([name, errors]) => ({ name: namePath(name), errors })), rest }
}

/**
 * The first sentence with which `schema` refuses `value`, or null when it accepts it. A cleared
 * control holds '' or null: it counts as missing, so that the sentence asks for the value. An amount
 * that is not clear yet is refused as every amount is.
 */
export function refusal(schema: z.ZodType, value: unknown): string | null {
  const empty = value === null || value === undefined || value === ''
  if (empty && !isRequired(schema)) return null
  const parsed = (typeof value === 'string' && isUnread(value) ? amount : schema).safeParse(empty ? undefined : value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'Valor no válido')
}

/** Must the person fill it in? A field that accepts neither a missing, an empty nor a null value is required. */
export function isRequired(schema: z.ZodType): boolean {
  return [undefined, '', null].every((nothing) => !schema.safeParse(nothing).success)
}
