/** What a table asks the server for: its page, order and search live in the URL beside the screen's filters. */
import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { pageLimits, type Answer, type Arguments, type Endpoint } from '@contract/endpoint.ts'
import { useRows } from '@providers/queries.ts'
import { field, titleOf } from '@contract/field.ts'
import { useReportFaults } from '../page/link-faults.tsx'
import { useUrlState, type SetUrlState } from '../page/url-state.ts'
import { usePhone } from './phone.ts'

/** A list endpoint that answers `{ data, total, page, per_page }`. */
// oxlint-disable-next-line typescript/no-explicit-any -- the schemas of any paged list fit here; `RowOf` reads them back
export type PagedEndpoint = Endpoint<any, any, any, any>
export type RowOf<E extends Endpoint> = Answer<E> extends { data: readonly (infer Row)[] } ? Row : never
type Given<E extends Endpoint, Part extends 'query' | 'body'> =
  Arguments<E> extends { [part in Part]?: infer Value } ? NonNullable<Value> : never
/** What a list is asked with: its query, or its body where the filter is too large for a URL. */
export type QueryOf<E extends Endpoint> = [Given<E, 'query'>] extends [never] ? Given<E, 'body'> : Given<E, 'query'>
/** The filters that are a screen's own: what the query has beyond page, order and search. */
export type FiltersOf<E extends Endpoint> = Omit<QueryOf<E>, 'page' | 'per_page' | 'sort' | 'q'>

const tableState = z.object({
  page: field(z.coerce.number().int().min(1).max(1_000_000), 'Página').default(1),
  per_page: field(z.coerce.number().int().min(1).max(pageLimits.largest), 'Filas por página').optional(),
  sort: field(z.string().regex(/^-?[a-z_]{1,40}$/), 'Orden').optional(),
  q: field(z.string().max(80), 'Búsqueda').optional(),
})
type UrlState = z.output<typeof tableState>
type TableState = UrlState & { per_page: number }

/** Cards of a page on a phone: a few screens of them. */
const cardsOfPage = 20

/** An order that another list may have. */
const noOrder = (sort: string) => ({
  names: ['sort'],
  text: `Orden «${sort}» en el enlace: esta lista no se ordena así, y se muestra en su orden usual.`,
})

export interface TableQuery<E extends PagedEndpoint> {
  state: TableState
  set: SetUrlState<UrlState>
  query: QueryOf<E>
  result: ReturnType<typeof useRows<E>>
  rows: RowOf<E>[] | undefined
  total: number
}

/**
 * The page that the URL names. The rows of the last page stay while the next one loads. A page that
 * has emptied (its last row was removed) gives way to the last one that exists.
 */
export function useTableQuery<E extends PagedEndpoint>(
  endpoint: E,
  filters: FiltersOf<E> | undefined,
  defaultSort: string | undefined,
): TableQuery<E> {
  const [asked, set] = useUrlState(tableState)
  const phone = usePhone()
  const { sort } = asked
  const known = sort === undefined || (endpoint.list?.sort.includes(sort.replace('-', '')) ?? true)
  const unknown = useMemo(() => (known ? [] : [noOrder(sort)]), [known, sort])
  useReportFaults(unknown)
  const state = useMemo(
    () => ({
      ...asked,
      sort: known ? asked.sort : undefined,
      per_page: asked.per_page ?? (phone ? cardsOfPage : pageLimits.size),
    }),
    [asked, known, phone],
  )
  const query = useMemo(
    () => ({ ...filters, ...state, sort: state.sort ?? defaultSort }) as unknown as QueryOf<E>,
    [filters, state, defaultSort],
  )
  const result = useRows(endpoint, query, endpoint.list?.moves_seconds)
  const answer = result.data as { data: RowOf<E>[]; total: number } | undefined
  const total = answer?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / state.per_page))
  const beyond = answer !== undefined && !result.isPlaceholderData && answer.data.length === 0 && state.page > lastPage
  useEffect(() => {
    if (beyond) set({ page: lastPage }, { replace: true })
  }, [beyond, lastPage, set])
  return { state, set, query, result, rows: answer?.data, total }
}

/** The Spanish title that the contract gives a field of the endpoint's rows. */
export function rowTitle(endpoint: PagedEndpoint, key: string): string | undefined {
  const answer = endpoint.response as z.ZodObject<{ data: z.ZodArray<z.ZodObject> }> | 'file'
  return answer === 'file' ? undefined : titleOf(answer.shape.data.element.shape[key] as z.ZodType | undefined)
}
