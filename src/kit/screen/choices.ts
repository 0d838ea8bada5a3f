/** What may be chosen in a field, as the contract declares it: an enumeration's words, the session's own, or a call's answer. */
import type { SelectProps } from 'antd'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { Arguments } from '@contract/endpoint.ts'
import { enumValues, itemOf, looksOf, namedKindOf, wordOf, type ChoicesContext, type Option } from '@contract/field.ts'
import { general } from '@contract/general.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useSearched, type Searching } from '../form/searched.tsx'
import { matchesText } from '../form/typing.tsx'
import { loadingName, useNames } from '../values/names.ts'

export interface Chosen {
  options: Option[]
  /** The words for a value of the field, of each where it holds several: the label of its choice, or its name as the server has it. */
  wordsOf: (value: unknown) => string
  loading: boolean
  /** Nothing may be chosen until the field this one depends on has a value. */
  waiting: boolean
  failed: boolean
  /** How a select of them listens to what is typed. */
  select: Partial<Searching> & Required<Pick<SelectProps<never>, 'labelRender'>>
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
  const params = declared?.params?.(context)
  const isAsked = wanted && declared?.endpoint !== undefined && params !== null
  const query = isAsked ? (declared.query ? declared.query(context) : {}) : null
  const isSearched = declared?.searched === true
  // A field without a call of its own still has its turn among the hooks.
  const endpoint = declared?.endpoint ?? general.status
  const result = useCall(endpoint, { query, params } as Arguments<typeof endpoint>, {
    enabled: query !== null && !isSearched,
  })
  const searched = useSearched<{ id: number }>(endpoint, isSearched ? query : null, chosen)
  const words = useMemo(
    () => (enumValues(schema) ?? []).map((value) => ({ value, label: wordOf(schema, value) })),
    [schema],
  )
  const from = (data: readonly unknown[]) => declared?.options({ data } as never, context) ?? []
  const waiting = declared?.endpoint !== undefined && query === null
  const answered =
    declared !== undefined && (declared.endpoint === undefined || (query !== null && result.data !== undefined))
  const options = !declared
    ? words
    : isSearched
      ? from(searched.rows)
      : answered
        ? declared.options(result.data as never, context)
        : []
  const loading = !isSearched && query !== null && result.isLoading
  const known = isSearched ? [...options, ...from(searched.chosen)] : options
  const wordsOf = useWords(schema, { known, chosen, asks: wanted && !loading && !searched.naming })
  const labelRender: Chosen['select']['labelRender'] = ({ label, value }) => label ?? wordsOf(value)
  return {
    options,
    wordsOf,
    loading,
    waiting,
    failed: !isSearched && query !== null && result.isError,
    select: { ...(isSearched ? searched.select : local), labelRender },
  }
}

/** What no choice holds is asked for by its number, once it is known that none does. */
function useWords(
  schema: z.ZodType,
  { known, chosen, asks }: { known: readonly Option[]; chosen: unknown; asks: boolean },
): Chosen['wordsOf'] {
  const kind = namedKindOf(schema)
  const isKnown = (value: unknown) => known.some((option) => option.value === value)
  const unknown = [chosen].flat().filter((value): value is number => typeof value === 'number' && !isKnown(value))
  const nameOf = useNames(kind, asks ? unknown : [])
  const one = (value: unknown): string => {
    const label = known.find((option) => option.value === value)?.label
    if (label !== undefined || typeof value !== 'number' || (kind === undefined && !offersChoices(schema)))
      return label ?? wordOf(schema, value)
    return asks ? nameOf(value) : loadingName
  }
  return (value) => [value].flat().map(one).join(', ')
}
