/** A list on paper: the button that prints it, what stands above its rows, and the rows. */
import { useCallback, useRef, type ReactNode } from 'react'
import type { Filters } from '../table/export-question.ts'
import { usePaper, type Paper } from '../table/paper.ts'
import type { PagedEndpoint } from '../table/query.ts'
import { usePeriod } from '../values/period.ts'
import { useFilters } from './filters.tsx'
import { factsOf } from './list-table.tsx'
import { PrintButton } from './print-button.tsx'
import { PrintedHeader } from './printed-header.tsx'

export interface ListPrinting<E extends PagedEndpoint> {
  button: ReactNode
  /** Above the table, on paper alone. */
  header: ReactNode
  /** For the list's table. */
  table: { paper: Paper<E> | null; onQuery: (asked: Filters) => void }
  /** What the list was last asked; `null` before that. */
  asked: () => Filters | null
}

/** For a screen of a list, which may be printed whole. */
export function useListPrinting<E extends PagedEndpoint>(list: E, title: string): ListPrinting<E> {
  const facts = factsOf(list)
  const { values } = useFilters(facts)
  const { days } = usePeriod(facts.period?.preset)
  const latest = useRef<Filters | null>(null)
  const onQuery = useCallback((asked: Filters) => {
    latest.current = asked
  }, [])
  const asked = useCallback(() => latest.current, [])
  const { paper, ...printing } = usePaper(list, asked)
  return {
    button: <PrintButton file={facts.file} query={asked} {...printing} />,
    header: <PrintedHeader {...{ title, facts, values, days }} />,
    table: { paper, onQuery },
    asked,
  }
}
