import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint, entity, paged, pageQuery } from '@contract/endpoint.ts'
import { networkProblem } from '@providers/problem-error.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import { DataTable } from './data-table.tsx'

const asked = vi.hoisted(() => vi.fn())
const phone = vi.hoisted(() => ({ now: false }))
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => ({ id: 1, database: 'banca', zone: 'America/Caracas' }) }))
vi.mock('./phone.ts', () => ({ usePhone: () => phone.now }))

const row = z.object({
  id: z.number(),
  name: z.string().meta({ title: 'Nombre' }),
  phone: z.string().nullable().meta({ title: 'Teléfono' }),
})
const list = endpoint({
  method: 'GET',
  path: '/cosas/',
  access: rules.signedIn,
  query: pageQuery.extend({ status: z.string().optional() }),
  response: paged(row),
  summary: 'Cosas',
})
entity('cosas', { list })
let address = ''
function Address() {
  address = useLocation().search
  return null
}

function show(
  at = '/',
  props: {
    filters?: { status?: string }
    onOpen?: (name: string) => void
    totals?: string
    finished?: readonly string[]
  } = {},
) {
  return render(
    <MemoryRouter initialEntries={[at]}>
      <TestRefine>
        <Address />
        <DataTable
          endpoint={list}
          filters={props.filters ?? {}}
          columns={[{ key: 'name', sortable: true, fixed: true }, { key: 'phone' }]}
          rowKey={(one) => one.id}
          rowName={(one) => one.name}
          caption="Cosas"
          storageKey="cosas"
          searchedBy="nombre o teléfono"
          empty={<p>Cree la primera</p>}
          {...(props.totals && { totals: () => [{ key: 'BS', label: 'Total Bs', cells: { phone: props.totals } }] })}
          {...(props.onOpen && { onRowClick: (one: { name: string }) => props.onOpen?.(one.name) })}
          rowActions={(one) =>
            props.finished?.includes(one.name)
              ? []
              : [{ key: 'edit', label: 'Editar', onSelect: () => props.onOpen?.(`editar ${one.name}`) }]
          }
        />
      </TestRefine>
    </MemoryRouter>,
  )
}

const answer = (names: string[], total = names.length) => ({
  data: names.map((name, index) => ({ id: index + 1, name, phone: null })),
  total,
  page: 1,
  per_page: 100,
})
const lastQuery = () => (asked.mock.lastCall as unknown as [unknown, { query: Record<string, unknown> }])[1].query

beforeEach(() => {
  const media = {
    matches: false,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  vi.stubGlobal('matchMedia', () => media)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  phone.now = false
  localStorage.clear()
  asked.mockReset().mockResolvedValue(answer(['Alfa', 'Beta'], 240))
})
afterEach(cleanup)

describe('DataTable', () => {
  it('asks for the page, order, search and filters of the address', async () => {
    show('/?page=2&per_page=50&sort=-name&q=al', { filters: { status: 'activo' } })
    await screen.findByText('Alfa')
    expect(lastQuery()).toEqual({ status: 'activo', page: 2, per_page: 50, sort: '-name', q: 'al' })
  })

  it('takes titles from the contract and writes nothing for what is null', async () => {
    show()
    const table = within(await screen.findByRole('table', { name: 'Cosas' }))
    await table.findByText('Alfa')
    expect(table.getByText('Teléfono')).toBeTruthy()
    expect(table.getAllByText('—')).toHaveLength(2)
  })

  it('sorts and pages on the server, through the address', async () => {
    show('/?page=2')
    await screen.findByText('Alfa')
    fireEvent.click(screen.getByRole('columnheader', { name: 'Nombre' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'name', page: 1 }))
    fireEvent.click(screen.getByTitle('3'))
    await waitFor(() => expect(address).toBe('?sort=name&page=3'))
  })

  it('asks again by itself for rows that move, and for others never', async () => {
    // Frames stay the browser's: a minute of them, drawn one by one, outlasts the test on a busy machine.
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    try {
      const { unmount } = show()
      await screen.findByText('Alfa')
      await act(() => vi.advanceTimersByTimeAsync(180_000))
      expect(asked).toHaveBeenCalledTimes(1)
      unmount()
      Object.assign(list, { list: { moves_seconds: 60 } })
      asked.mockClear()
      show('/?q=otra')
      await screen.findByText('Alfa')
      asked.mockResolvedValue(answer(['Alfa', 'Gama'], 240))
      await act(() => vi.advanceTimersByTimeAsync(61_000))
      await screen.findByText('Gama')
      expect(asked).toHaveBeenCalledTimes(2)
    } finally {
      Reflect.deleteProperty(list, 'list')
      vi.useRealTimers()
    }
  })

  it('keeps the old rows while the next page is on its way', async () => {
    show()
    await screen.findByText('Alfa')
    let arrive: (value: unknown) => void = () => {}
    asked.mockReturnValueOnce(
      new Promise((resolve) => {
        arrive = resolve
      }),
    )
    fireEvent.click(screen.getByTitle('2'))
    await waitFor(() => expect(screen.getByRole('region', { name: 'Cosas' }).getAttribute('aria-busy')).toBe('true'))
    expect(screen.getByText('Alfa')).toBeTruthy()
    await act(async () => arrive(answer(['Gama'], 240)))
    await screen.findByText('Gama')
    expect(screen.queryByText('Alfa')).toBeNull()
  })

  it('goes to the last page that exists when its own has emptied', async () => {
    asked.mockImplementation((_endpoint, { query }: { query: { page: number } }) =>
      Promise.resolve(query.page > 2 ? answer([], 120) : answer(['Alfa'], 120)),
    )
    show('/?page=9')
    await screen.findByText('Alfa')
    expect(address).toBe('?page=2')
  })

  it('tells an empty list from filters that leave nothing, and clears them', async () => {
    asked.mockResolvedValue(answer([]))
    show('/?q=zzz')
    await screen.findByText('Nada coincide con los filtros')
    fireEvent.click(screen.getAllByRole('button', { name: /Limpiar filtros/ })[0]!)
    await screen.findByText('Cree la primera')
    expect(address).toBe('')
  })

  it('says what failed and tries again', async () => {
    asked.mockRejectedValueOnce(networkProblem())
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Intentar de nuevo' }))
    await screen.findByText('Alfa')
  })

  it('opens a row by a press on it, but not by one on its menu', async () => {
    const opened: string[] = []
    show('/', { onOpen: (name) => opened.push(name) })
    fireEvent.click(await screen.findByText('Beta'))
    fireEvent.click(screen.getByRole('button', { name: 'Acciones de Alfa' }))
    fireEvent.click(await screen.findByText('Editar'))
    expect(opened).toEqual(['Beta', 'editar Alfa'])
  })

  it('has a column for what may be done where that is something with one row at least', async () => {
    show('/', { finished: ['Alfa'] })
    await screen.findByText('Alfa')
    expect(screen.getByRole('columnheader', { name: 'Acciones' })).toBeTruthy()
    cleanup()
    show('/', { finished: ['Alfa', 'Beta'] })
    await screen.findByText('Alfa')
    expect(screen.queryByRole('columnheader', { name: 'Acciones' })).toBeNull()
  })

  it('keeps totals in a foot of their own, and none under an empty list', async () => {
    show('/', { totals: '1.234,56' })
    await screen.findByText('Alfa')
    const foot = document.querySelector('div.ant-table-summary')
    expect(foot?.textContent).toBe('Total Bs1.234,56')
    cleanup()
    asked.mockResolvedValue(answer([]))
    show('/', { totals: '0,00' })
    await screen.findByText('Cree la primera')
    expect(document.querySelector('.data-table-hidden-totals')).toBeNull()
  })

  it('is one table on paper, with its head, rows and totals in the same columns, and scrolls again after', async () => {
    show('/', { totals: '1.234,56' })
    await screen.findByText('Alfa')
    expect(document.querySelectorAll('table').length).toBeGreaterThan(1)
    fireEvent(window, new Event('beforeprint'))
    const [paper, ...others] = document.querySelectorAll('table')
    expect(others).toEqual([])
    expect(paper?.tHead?.textContent).toContain('Nombre')
    expect(paper?.tBodies[0]?.textContent).toContain('Beta')
    expect(paper?.tFoot?.textContent).toContain('1.234,56')
    expect(screen.queryByRole('button', { name: 'Acciones de Alfa' })).toBeNull()
    fireEvent(window, new Event('afterprint'))
    expect(document.querySelectorAll('table').length).toBeGreaterThan(1)
  })

  it('asks for fewer rows at a time on a phone, unless the address says how many', async () => {
    phone.now = true
    const { unmount } = show()
    await waitFor(() => expect(lastQuery()).toMatchObject({ page: 1, per_page: 20 }))
    unmount()
    show('/?per_page=50')
    await waitFor(() => expect(lastQuery()).toMatchObject({ per_page: 50 }))
  })

  it('becomes cards on a phone', async () => {
    phone.now = true
    show()
    await screen.findByText('Alfa')
    const cards = within(screen.getByRole('list', { name: 'Cosas' }))
    expect(cards.getAllByRole('button')).toHaveLength(2)
    expect(screen.queryByRole('table')).toBeNull()
    expect(cards.getByRole('button', { name: 'Acciones de Beta' })).toBeTruthy()
  })
})
