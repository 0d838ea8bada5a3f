import { beforeEach, describe, expect, it, vi } from 'vitest'
import { agencies } from '@contract/agencies.ts'
import { endpointNamed } from '@contract/endpoint.ts'
import { quotas } from '@contract/quotas.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { dataProvider, listQuery, listWords, metaOf } from './data.ts'
import { call } from './http.ts'

vi.mock('./http.ts', () => ({ call: vi.fn() }))
const called = vi.mocked(call as (...args: unknown[]) => Promise<unknown>)
const resource = agencies.name

beforeEach(() => called.mockReset())

describe('the data provider', () => {
  it('reads a page with its order and filters', async () => {
    called.mockResolvedValue({ data: [{ id: 1 }], total: 41, page: 2, per_page: 20 })
    const answer = await dataProvider.getList({
      resource,
      pagination: { currentPage: 2, pageSize: 20, mode: 'server' },
      sorters: [{ field: 'name', order: 'desc' }],
      filters: [
        { field: 'status', operator: 'eq', value: 'activo' },
        { field: 'q', operator: 'contains', value: 'sol' },
      ],
    })
    expect(called).toHaveBeenCalledWith(
      agencies.list,
      { query: { page: 2, per_page: 20, sort: '-name', status: 'activo', q: 'sol' } },
      {},
    )
    expect(answer).toMatchObject({ data: [{ id: 1 }], total: 41 })
  })

  it('counts the rows of a list that has no pages', async () => {
    called.mockResolvedValue({ data: [{ id: 1 }, { id: 2 }] })
    await expect(dataProvider.getList({ resource })).resolves.toMatchObject({ total: 2 })
  })

  it('maps one record, create, update and delete to the entity’s own calls', async () => {
    called.mockResolvedValue({ id: 5 })
    const variables = { name: 'Sol' }
    await expect(dataProvider.getOne({ resource, id: 5 })).resolves.toEqual({ data: { id: 5 } })
    await dataProvider.create({ resource, variables })
    await dataProvider.update({ resource, id: 5, variables })
    await dataProvider.deleteOne({ resource, id: 5 })
    expect(called.mock.calls).toEqual([
      [agencies.show, { params: { id: 5 } }, {}],
      [agencies.create, { body: variables }, {}],
      [agencies.update, { params: { id: 5 }, body: variables }, {}],
      [agencies.remove, { params: { id: 5 } }, {}],
    ])
  })

  it('refuses what the contract cannot say instead of answering something else', () => {
    expect(() => listQuery({ filters: [{ field: 'total', operator: 'gte', value: '1' }] })).toThrow(/gte/)
    expect(() => endpointNamed(resource, 'burn')).toThrow(/burn/)
    expect(() => endpointNamed('nothing', 'list')).toThrow(/nothing/)
  })

  it('asks for everything when paging is off', () => {
    expect(listQuery({ pagination: { mode: 'off' }, sorters: [{ field: 'code', order: 'asc' }] })).toEqual({
      sort: 'code',
    })
  })

  it('asks by its body for a list whose filter goes there', async () => {
    called.mockResolvedValue({ data: [], total: 0, page: 1, per_page: 50 })
    await dataProvider.getList({ resource: quotas.name, ...listWords({ page: 1, per_page: 50, q: 'sol' }) })
    expect(called).toHaveBeenCalledWith(quotas.list, { body: { page: 1, per_page: 50, q: 'sol' } }, {})
  })

  it('asks for another list of the entity where a hook names it, and never because an address does', async () => {
    called.mockResolvedValue({ data: [], total: 0, page: 1, per_page: 50 })
    const list = { resource: agencies.name, ...listWords({ page: 1 }) }
    await dataProvider.getList({ ...list, resource: ticketReports.name, meta: metaOf({ list: 'consult' }) })
    await dataProvider.getList({ ...list, meta: { list: 'create', call: 'create', params: { id: '7' } } })
    expect(called.mock.calls.map(([endpoint]) => endpoint)).toEqual([ticketReports.consult, agencies.list])
  })

  it('says a list’s query in Refine’s words and back', () => {
    const query = { page: 3, per_page: 20, sort: '-name', q: 'sol', status: ['activo', 'inactivo'] }
    expect(listQuery(listWords(query))).toEqual(query)
    expect(listQuery(listWords({ page: 1, per_page: 20, sort: 'name', status: undefined }))).toEqual({
      page: 1,
      per_page: 20,
      sort: 'name',
    })
  })

  it('makes any call by its method and declared path, with its parts, its key and its way to stop', async () => {
    called.mockResolvedValue({ result: 'eliminada' })
    const { signal } = new AbortController()
    const { method, path } = agencies.clone
    await dataProvider.custom({
      url: path,
      method: method.toLowerCase() as 'post',
      payload: { name: 'Luna' },
      meta: {
        id: '666',
        params: { id: '666' },
        signal,
        ...metaOf({ params: { id: 5 }, query: { dry: true }, options: { operation_key: 'k' } }),
      },
    })
    expect(called).toHaveBeenCalledWith(
      agencies.clone,
      { params: { id: 5 }, query: { dry: true }, body: { name: 'Luna' } },
      { signal, operation_key: 'k' },
    )
    await expect(dataProvider.custom({ url: '/nothing', method: 'get' })).rejects.toThrow('/nothing')
  })
})
