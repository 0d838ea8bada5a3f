import { beforeEach, describe, expect, it, vi } from 'vitest'
import { agencies } from '@contract/agencies.ts'
import { dataProvider, endpointOf, listQuery } from './data.ts'
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
    expect(called).toHaveBeenCalledWith(agencies.list, {
      query: { page: 2, per_page: 20, sort: '-name', status: 'activo', q: 'sol' },
    })
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
      [agencies.show, { params: { id: 5 } }],
      [agencies.create, { body: variables }],
      [agencies.update, { params: { id: 5 }, body: variables }],
      [agencies.remove, { params: { id: 5 } }],
    ])
  })

  it('refuses what the contract cannot say instead of answering something else', () => {
    expect(() => listQuery({ filters: [{ field: 'total', operator: 'gte', value: '1' }] })).toThrow(/gte/)
    expect(() => endpointOf(resource, 'burn')).toThrow(/burn/)
    expect(() => endpointOf('nothing', 'list')).toThrow(/nothing/)
  })

  it('asks for everything when paging is off', () => {
    expect(listQuery({ pagination: { mode: 'off' }, sorters: [{ field: 'code', order: 'asc' }] })).toEqual({
      sort: 'code',
    })
  })
})
