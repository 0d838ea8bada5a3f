/** What may be chosen in a field, as the contract declares it: an enumeration's words, the session's own, or a call's answer. */
import type { SelectProps } from 'antd'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { Arguments } from '@contract/endpoint.ts'
import { enumValues, itemOf, looksOf, wordOf, type ChoicesContext, type Option } from '@contract/field.ts'
import { general } from '@contract/general.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useSearched, type Searching } from '../form/searched.tsx'
import { matchesText } from '../form/typing.tsx'

export interface Chosen {
  options: Option[]
  /** The chosen one where the options do not hold it: they are those that were looked for. */
  named: Option[]
  loading: boolean
  /** Nothing may be chosen until the field this one depends on has a value. */
  waiting: boolean
  failed: boolean
  /** How a select of them listens to what is typed. */
  select: Partial<Searching> & Pick<SelectProps<never>, 'labelRender'>
}

/** Does the field offer choices at all? */
export function offersChoices(schema: z.ZodType): boolean {
  return (
    enumValues(schema) !== null ||
    looksOf(schema).choices !== undefined ||
    looksOf(itemOf(schema)).choices !== undefined
  )
}

const local = { filterOption: matchesText as never }

/**
 * `values` are the form's or the filters' other values, `id` the record that is edited, `chosen` the field's own value.
 * Without `wanted` nothing is asked yet.
 */
export function useChoices(
  schema: z.ZodType,
  { values, id, chosen }: Omit<ChoicesContext, 'session'> & { chosen: unknown },
  wanted = true,
): Chosen {
  const session = useSession()
  const declared = looksOf(schema).choices ?? looksOf(itemOf(schema)).choices
  const context: ChoicesContext = { values, session, ...(id !== undefined && { id }) }
  const query = wanted && declared?.endpoint ? (declared.query ? declared.query(context) : {}) : null
  const isSearched = declared?.searched === true
  // A field without a call of its own still has its turn among the hooks.
  const endpoint = declared?.endpoint ?? general.status
  const result = useCall(endpoint, { query } as Arguments<typeof endpoint>, { enabled: query !== null && !isSearched })
  const searched = useSearched<{ id: number }>(endpoint, isSearched ? query : null, chosen)
  const words = useMemo(
    () => (enumValues(schema) ?? []).map((value) => ({ value, label: wordOf(schema, value) })),
    [schema],
  )
  const nothing = { named: [], loading: false, waiting: false, failed: false, select: local }
  if (!declared) return { ...nothing, options: words }
  const waiting = declared.endpoint !== undefined && query === null
  const from = (data: readonly unknown[]) => declared.options({ data } as never, context)
  if (isSearched) {
    const named = from(searched.chosen)
    const labelRender: Chosen['select']['labelRender'] = ({ label, value }) =>
      label ?? named.find((one) => one.value === value)?.label ?? (searched.naming ? '…' : value)
    const options = from(searched.rows)
    return { ...nothing, options, named, waiting, loading: false, select: { ...searched.select, labelRender } }
  }
  const answered = declared.endpoint === undefined || (query !== null && result.data !== undefined)
  return {
    ...nothing,
    options: answered ? declared.options(result.data as never, context) : [],
    loading: query !== null && result.isLoading,
    waiting,
    failed: query !== null && result.isError,
  }
}

/** The words for a field's value: the label of its choice, of each where it holds several. */
export function wordsIn(schema: z.ZodType, options: readonly Option[], value: unknown): string {
  const one = (each: unknown) => options.find((option) => option.value === each)?.label ?? wordOf(schema, each)
  return Array.isArray(value) ? value.map(one).join(', ') : one(value)
}
