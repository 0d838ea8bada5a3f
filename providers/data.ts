/**
 * Refine's data provider over the contract: a resource is an entity, and the entity's `list`, `show`,
 * `create`, `update` and `remove` are its calls, whatever their methods and paths. Every other call
 * goes through `custom`, which knows it by the method and path that the contract declares. An entity is known
 * as soon as its file was read, which whoever calls one has done: the whole contract is no screen's burden.
 */
import type { BaseKey, CrudFilter, CrudSort, DataProvider, GetListParams, MetaQuery } from '@refinedev/core'
import { generateFilter, generateSort } from '@refinedev/simple-rest'
import { endpointAt, endpointNamed } from '@contract/endpoint.ts'
import { call, type CallOptions } from './http.ts'

/**
 * Where our hooks put what a call has beside its body. Refine merges the address bar's query into
 * `meta` (`?params[id]=7`), and an address cannot write a symbol.
 */
export const callParts = Symbol('parts of a call')

export interface CallParts {
  params?: unknown
  query?: unknown
  /** Which of an entity's lists is meant, if not `list`. */
  list?: string
  options?: CallOptions
}

/** The `meta` of a Refine hook with the parts of a call. */
export function metaOf(parts: CallParts): MetaQuery {
  return { [callParts]: parts } as MetaQuery
}

function partsOf(meta: MetaQuery | undefined): CallParts {
  return ((meta as { [callParts]?: CallParts } | undefined) ?? {})[callParts] ?? {}
}

/** What `call` is asked with: Refine's own signal ends a read that nobody waits for any more. */
function optionsOf(meta: MetaQuery | undefined): CallOptions {
  const signal: unknown = meta?.['signal']
  return { ...(signal instanceof AbortSignal && { signal }), ...partsOf(meta).options }
}

interface Asked {
  resource: string
  name: string
  parts: { params?: unknown; query?: unknown; body?: unknown }
  meta: MetaQuery | undefined
}

async function ask<T>({ resource, name, parts, meta }: Asked): Promise<T> {
  return (await call(endpointNamed(resource, name), parts as object, optionsOf(meta))) as T
}

type ListWords = Pick<GetListParams, 'pagination' | 'sorters' | 'filters'>

/** `page`, `per_page`, `sort` and the filters of a list, from Refine's words. */
export function listQuery({ pagination, sorters, filters }: ListWords): Record<string, unknown> {
  const paging = pagination?.mode === 'off' ? {} : { page: pagination?.currentPage, per_page: pagination?.pageSize }
  return { ...paging, sort: sortOf(sorters), ...filtersOf(filters) }
}

/** The same the other way round: a list's query in Refine's words. What is undefined is not asked for. */
export function listWords({ page, per_page, sort, ...rest }: Record<string, unknown>): Required<ListWords> {
  const field = typeof sort === 'string' ? sort.replace(/^-/, '') : ''
  return {
    pagination: { mode: 'server', currentPage: page as number, pageSize: per_page as number },
    sorters: field ? [{ field, order: field === sort ? 'asc' : 'desc' }] : [],
    filters: Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): CrudFilter => ({ field: name, operator: 'eq', value })),
  }
}

/** The contract orders by one field: `field` or `-field`. */
function sortOf(sorters: CrudSort[] | undefined): string | undefined {
  const [field, order] = [generateSort(sorters)?._sort[0], generateSort(sorters)?._order[0]]
  return field && (order === 'desc' ? `-${field}` : field)
}

/** The contract's filters are equalities and lists; a condition it cannot say must not be dropped in silence. */
function filtersOf(filters: CrudFilter[] | undefined): Record<string, unknown> {
  for (const { operator } of filters ?? []) {
    if (operator !== 'eq' && operator !== 'in' && operator !== 'contains')
      throw new Error(`filters of the contract do not know "${operator}"`)
  }
  return generateFilter(
    filters?.map((filter) => (filter.operator === 'contains' ? { ...filter, operator: 'eq' } : filter) as CrudFilter),
  )
}

const byId = (id: BaseKey) => ({ params: { id } })

export const dataProvider = {
  /** A list whose filter is too large for an address takes it all in its body. */
  getList: async ({ resource, meta, ...asked }) => {
    const name = partsOf(meta).list ?? 'list'
    const query = listQuery(asked)
    const parts = endpointNamed(resource, name).body ? { body: query } : { query }
    const answer = await ask<{ data: never[]; total?: number }>({ resource, name, parts, meta })
    return { ...answer, total: answer.total ?? answer.data.length }
  },
  getOne: async ({ resource, id, meta }) => ({ data: await ask({ resource, name: 'show', parts: byId(id), meta }) }),
  create: async ({ resource, variables, meta }) => ({
    data: await ask({ resource, name: 'create', parts: { body: variables }, meta }),
  }),
  update: async ({ resource, id, variables, meta }) => ({
    data: await ask({ resource, name: 'update', parts: { ...byId(id), body: variables }, meta }),
  }),
  deleteOne: async ({ resource, id, meta }) => ({
    data: await ask({ resource, name: 'remove', parts: byId(id), meta }),
  }),
  /** `url` is the contract's path as declared; its parameters, if any, are among the parts of the call. */
  custom: async ({ url, method, payload, query, meta }) => {
    const { params, query: asked = query } = partsOf(meta)
    const parts = { params, query: asked, body: payload }
    return { data: (await call(endpointAt(method, url), parts as object, optionsOf(meta))) as never }
  },
  getApiUrl: () => '',
} satisfies DataProvider
