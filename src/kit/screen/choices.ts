/** What may be chosen in a field, as the contract declares it: an enumeration's words, the session's own, or a call's answer. */
import { useMemo } from 'react'
import type { z } from 'zod'
import type { Arguments } from '@contract/endpoint.ts'
import { enumValues, itemOf, looksOf, wordOf, type ChoicesContext, type Option } from '@contract/field.ts'
import { general } from '@contract/general.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'

export interface Chosen {
  options: Option[]
  loading: boolean
  /** Nothing may be chosen until the field this one depends on has a value. */
  waiting: boolean
  failed: boolean
}

/** Does the field offer choices at all? */
export function offersChoices(schema: z.ZodType): boolean {
  return (
    enumValues(schema) !== null ||
    looksOf(schema).choices !== undefined ||
    looksOf(itemOf(schema)).choices !== undefined
  )
}

/**
 * `values` are the form's or the filters' other values, `id` the record that is edited. Without `wanted`
 * nothing is asked yet.
 */
export function useChoices(schema: z.ZodType, { values, id }: Omit<ChoicesContext, 'session'>, wanted = true): Chosen {
  const session = useSession()
  const declared = looksOf(schema).choices ?? looksOf(itemOf(schema)).choices
  const context: ChoicesContext = { values, session, ...(id !== undefined && { id }) }
  const query = wanted && declared?.endpoint ? (declared.query ? declared.query(context) : {}) : null
  // A field without a call of its own still has its turn among the hooks.
  const endpoint = declared?.endpoint ?? general.status
  const result = useCall(endpoint, { query } as Arguments<typeof endpoint>, { enabled: query !== null })
  const words = useMemo(
    () => (enumValues(schema) ?? []).map((value) => ({ value, label: wordOf(schema, value) })),
    [schema],
  )
  if (!declared) return { options: words, loading: false, waiting: false, failed: false }
  const answered = declared.endpoint === undefined || (query !== null && result.data !== undefined)
  return {
    options: answered ? declared.options(result.data as never, context) : [],
    loading: query !== null && result.isLoading,
    waiting: declared.endpoint !== undefined && query === null,
    failed: query !== null && result.isError,
  }
}

/** The words for a field's value: the label of its choice, of each where it holds several. */
export function wordsIn(schema: z.ZodType, options: readonly Option[], value: unknown): string {
  const one = (each: unknown) => options.find((option) => option.value === each)?.label ?? wordOf(schema, each)
  return Array.isArray(value) ? value.map(one).join(', ') : one(value)
}
