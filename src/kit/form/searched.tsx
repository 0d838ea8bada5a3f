/** Choices that are looked for on the server as one types: a select holds those that were found, and the name of the chosen one. */
import type { SelectProps } from 'antd'
import { useState, type ReactElement } from 'react'
import { choicesOffered, type Answer, type Arguments, type Endpoint } from '@contract/endpoint.ts'
import { useCall } from '@providers/queries.ts'
import { matchesText, useSettled } from './typing.tsx'
import './form.css'

/** What of a select listens to the person, and says what is found. */
export type Searching = Pick<
  SelectProps<never>,
  'onSearch' | 'onOpenChange' | 'filterOption' | 'notFoundContent' | 'popupRender' | 'loading'
>

export interface Searched<R> {
  /** What is found of what was typed. */
  rows: readonly R[]
  /** The chosen one by itself, and for partners those above it. */
  chosen: readonly R[]
  /** The chosen one is not named yet. */
  naming: boolean
  select: Searching
}

interface Row {
  id: number
}

/**
 * `query` is what is asked beside the text; null while there is nothing to choose from. Nothing is asked before the list
 * opens, but the name of what is `chosen`.
 */
export function useSearched<R extends Row>(
  endpoint: Endpoint,
  query: Readonly<Record<string, unknown>> | null,
  chosen: unknown,
): Searched<R> {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const q = useSettled(text)
  const asking = query !== null && opened
  const asked = { query: { ...query, ...(q && { q }) } } as Arguments<Endpoint>
  const found = useCall(endpoint, asked, { enabled: asking, keepPrevious: true })
  const rows = rowsOf<R>(asking ? found.data : undefined)
  const isNamed = typeof chosen !== 'number' || rows.some(({ id }) => id === chosen)
  const named = useCall(endpoint, { query: { ...query, id: chosen } } as Arguments<Endpoint>, {
    enabled: query !== null && !isNamed,
  })
  // Until the answer for what is typed is there, what was found before is offered only where it holds the text.
  const waits = q !== text || found.isPlaceholderData
  const searching = asking && (waits || found.isPending)
  return {
    rows,
    chosen: isNamed ? rows.filter(({ id }) => id === chosen) : rowsOf<R>(named.data),
    naming: !isNamed && named.isPending,
    select: {
      onSearch: setTyped,
      onOpenChange: (open) => {
        if (open) setOpened(true)
        else setTyped('')
      },
      filterOption: waits ? (matchesText as never) : false,
      loading: searching || (!isNamed && named.isLoading),
      notFoundContent: <NotFound searching={searching} failed={found.isError} />,
      popupRender: (list) => <Found list={list} more={!searching && rows.length >= choicesOffered} />,
    },
  }
}

function rowsOf<R>(answer: Answer<Endpoint> | undefined): readonly R[] {
  return (answer as { data: R[] } | undefined)?.data ?? []
}

function NotFound({ searching, failed }: { searching: boolean; failed: boolean }) {
  if (failed) return <span role="status">No se pudo cargar la lista.</span>
  return <span role="status">{searching ? 'Buscando…' : 'Nada coincide.'}</span>
}

/** A list that was cut off says so. */
function Found({ list, more }: { list: ReactElement; more: boolean }) {
  return (
    <>
      {list}
      {more && (
        <div className="select-more note" role="status">
          Son los primeros {choicesOffered}: escriba para encontrar otros.
        </div>
      )}
    </>
  )
}
