/**
 * Refine's data provider over the contract: a resource is an entity, and the entity's `list`, `show`,
 * `create`, `update` and `remove` are its calls, whatever their paths. Everything else an entity
 * does is an action, called by its own name (`useCall`, `useAction`).
 */
import type { BaseKey, CrudFilter, CrudSort, DataProvider, GetListParams } from '@refinedev/core'
import { generateFilter, generateSort } from '@refinedev/simple-rest'
import type { Endpoint } from '@contract/endpoint.ts'
import { entities } from '@contract/index.ts'
import { call } from './http.ts'

interface Parts {
  params?: { id: BaseKey }
  query?: Record<string, unknown>
  body?: unknown
}
type Verb = 'list' | 'show' | 'create' | 'update' | 'remove'

const endpointsOf = new Map<string, Record<string, Endpoint>>(
  Object.values(entities).map((entity) => [entity.name, entity.endpoints as Record<string, Endpoint>]),
)

/** The endpoint of an entity by its name. Throws when the contract has none: a fault of the screen that asks. */
export function endpointOf(resource: string, verb: string): Endpoint {
  const endpoint = endpointsOf.get(resource)?.[verb]
  if (!endpoint) throw new Error(`the contract has no ${resource}.${verb}`)
  return endpoint
}

async function ask<T>(resource: string, verb: Verb, parts: Parts): Promise<T> {
  return (await call(endpointOf(resource, verb), parts as object)) as T
}

/** `page`, `per_page`, `sort` and the filters of a list, from Refine's words. */
export function listQuery({
  pagination,
  sorters,
  filters,
}: Pick<GetListParams, 'pagination' | 'sorters' | 'filters'>): Record<string, unknown> {
  const paging = pagination?.mode === 'off' ? {} : { page: pagination?.currentPage, per_page: pagination?.pageSize }
  return { ...paging, sort: sortOf(sorters), ...filtersOf(filters) }
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

export const dataProvider = {
  getList: async ({ resource, ...asked }) => {
    const answer = await ask<{ data: never[]; total?: number }>(resource, 'list', { query: listQuery(asked) })
    return { ...answer, total: answer.total ?? answer.data.length }
  },
  getOne: async ({ resource, id }) => ({ data: await ask(resource, 'show', { params: { id } }) }),
  create: async ({ resource, variables }) => ({ data: await ask(resource, 'create', { body: variables }) }),
  update: async ({ resource, id, variables }) => ({
    data: await ask(resource, 'update', { params: { id }, body: variables }),
  }),
  deleteOne: async ({ resource, id }) => ({ data: await ask(resource, 'remove', { params: { id } }) }),
  getApiUrl: () => '',
} satisfies DataProvider
