/** A report whose rows open others, whose figures lead to what is behind them, and that is drawn. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reports, type GeneralRow } from '@contract/reports.ts'
import { partners } from '@contract/partners.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import type { TrendSeries, TrendSlot } from '../chart/series.ts'
import { rowsBy } from './report-chart.tsx'
import { reportScreen } from './report-screen.tsx'
import { reportTab, reportTabs } from './report-tabs.tsx'

interface Drawn {
  slots: TrendSlot[]
  series: TrendSeries[]
  onPress: (pressed: { slot: string }) => void
}

const asked = vi.hoisted(() => vi.fn())
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({
  useSession: () => ({
    id: 1,
    database: 'banca',
    zone: 'America/Caracas',
    currency: 'BS',
    currencies: ['BS', 'USD'],
    partner_id: 1,
    partner_name: 'La banca',
    partner_type: 'banca',
  }),
  useCan: () => true,
  serverNow: () => new Date('2026-11-20T15:00:00Z'),
}))
vi.mock('../chart/lazy.tsx', () => ({
  LazyTrendChart: Object.assign(
    ({ slots, series, onPress }: Drawn) => (
      <ul aria-label="Dibujo">
        {slots.map((slot, at) => (
          <li key={slot.key}>
            <button type="button" onClick={() => onPress({ slot: slot.key })}>
              {`${slot.label}: ${series.map((one) => `${one.name} ${one.mark} ${one.values[at]}`).join(', ')}`}
            </button>
          </li>
        ))}
      </ul>
    ),
    { preload: () => {} },
  ),
}))

const row = (key: string, name: string, currency: 'BS' | 'USD', has_children = true): GeneralRow => ({
  key,
  name,
  code: null,
  type: 'distribuidor',
  has_children,
  currency,
  tickets: 3,
  sold: '30.00',
  prizes: '10.00',
  commission: '3.00',
  profit: '17.00',
  participation: '0.00',
  total: '17.00',
  annulled: null,
  payout_percent: null,
  sold_before: null,
  sold_change: null,
  sold_change_percent: null,
})
const rows = [row('7', 'Distribuidora Capital', 'USD'), row('9', 'Taquilla sola', 'BS', false)]

const General = reportScreen(reports.general, {
  title: 'Ventas',
  key: 'test-report',
  columns: [
    { key: 'name', fixed: true },
    { key: 'currency', width: 84 },
    { key: 'sold', width: 148 },
  ],
  rowKey: (one) => `${one.key}:${one.currency}`,
  rowName: (one) => one.name,
  drill: (one) => (one.has_children ? { filters: { partner_id: Number(one.key), level: 'agencia' as const } } : null),
  links: { sold: (one, _query, choice) => (one.currency === 'BS' ? `/tickets/${one.key}/${choice}` : undefined) },
  print: true,
  chart: { amounts: ['sold', 'prizes'], rows: rowsBy({ by: 'level', days: 'dia', name: 'name' }) },
  nothing: { title: 'Sin ventas', text: 'Nada.' },
})

function open(path = '/') {
  const element = (
    <TestRefine>
      <General />
    </TestRefine>
  )
  const router = createMemoryRouter([{ path: '/*', element }], { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return () => Object.fromEntries(new URLSearchParams(router.state.location.search))
}
const chartQueries = () =>
  asked.mock.calls.flatMap(([endpoint, args]) =>
    endpoint === reports.general && args.query.per_page === 12 ? [args.query] : [],
  )

beforeEach(() => {
  window.matchMedia ??= vi.fn(() => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  })) as never
  asked.mockReset()
  asked.mockImplementation(async (endpoint) =>
    endpoint === partners.options
      ? { data: [{ id: 7, name: 'Distribuidora Capital', type: 'distribuidor', father_id: 1, has_children: true }] }
      : endpoint === reports.general
        ? { data: rows, total: 2, page: 1, per_page: 100, totals: [] }
        : { data: [] },
  )
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('is no tab among others of whose hooks some are missing', () => {
  const said = { title: 'Ventas', key: 'a', columns: ['name'] as const, rowName: () => '', nothing: { title: 'Nada' } }
  const plain = reportTab('Una', reports.general, said)
  const own = reportTab('Otra', reports.general, { ...said, key: 'b', useParts: () => ({}) })
  expect(() => reportTabs({ plain, own })).toThrow('useParts: not in the tabs plain')
  expect(() => reportTabs({ plain, again: plain })).not.toThrow()
})

const table = () => within(screen.getByRole('region', { name: 'Liquidación general' }))

it('opens the rows that a row is the sum of, in its currency, and leads back up', async () => {
  const address = open('/?level=dia')
  fireEvent.click(await waitFor(() => table().getByRole('button', { name: 'Distribuidora Capital' })))
  await waitFor(() => expect(address()).toMatchObject({ partner_id: '7', level: 'agencia', currency: 'USD' }))
  fireEvent.click(
    within(await screen.findByRole('navigation', { name: 'Jerarquía' })).getByRole('button', { name: 'La banca' }),
  )
  await waitFor(() => expect(address()).toEqual({ currency: 'USD' }))
})

it('has no way into a row that is as deep as it goes', async () => {
  const address = open()
  const name = await waitFor(() => table().getAllByText('Taquilla sola')[0]!)
  expect(table().queryByRole('button', { name: 'Taquilla sola' })).toBeNull()
  fireEvent.click(name)
  expect(address()).toEqual({})
})

it('leads from a figure to what is behind it, where the screen knows a way', async () => {
  open('/?period=30d')
  const link = await waitFor(() => table().getByTitle('Ver las filas de Taquilla sola'))
  expect(link.getAttribute('href')).toBe('/tickets/9/30d')
  expect(table().queryByTitle('Ver las filas de Distribuidora Capital')).toBeNull()
})

it('shows the currency of its rows unless they were asked for in one', async () => {
  open()
  await waitFor(() => table().getAllByText('Moneda'))
  cleanup()
  open('/?currency=USD')
  await waitFor(() => table().getAllByText('Distribuidora Capital'))
  expect(table().queryByText('Moneda')).toBeNull()
})

it('draws its largest rows in one currency, lines along days, and a press on one opens it', async () => {
  const address = open('/?level=distribuidor')
  const drawn = await screen.findByRole('button', {
    name: 'Distribuidora Capital: Ventas column 30.00, Premios column 10.00',
  })
  screen.getByRole('heading', { name: 'Mayores ventas por distribuidor en Bolívares' })
  expect(chartQueries().at(-1)).toMatchObject({ sort: '-sold', currency: 'BS', level: 'distribuidor' })
  fireEvent.click(drawn)
  await waitFor(() => expect(address()['partner_id']).toBe('7'))
  cleanup()
  open('/?level=dia')
  await screen.findByRole('button', { name: 'Distribuidora Capital: Ventas column 30.00, Premios line 10.00' })
  screen.getByRole('heading', { name: 'Ventas y premios por día en Bolívares' })
})

it('puts the drawing away, says so in its address, and remembers it', async () => {
  const address = open()
  fireEvent.click(await screen.findByRole('button', { name: 'Gráfico' }))
  await waitFor(() => expect(address()).toEqual({ chart: 'no' }))
  expect(screen.queryByRole('heading', { name: /^Mayores ventas/ })).toBeNull()
  cleanup()
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Gráfico', pressed: false }))
  await screen.findByRole('heading', { name: /^Mayores ventas/ })
  cleanup()
  open()
  await screen.findByRole('heading', { name: /^Mayores ventas/ })
})

it('draws nothing in a low window until it is asked to', async () => {
  const wide = window.matchMedia
  window.matchMedia = ((query: string) => ({ ...wide(query), matches: query.includes('max-height') })) as never
  try {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Gráfico', pressed: false }))
    await screen.findByRole('heading', { name: /^Mayores ventas/ })
  } finally {
    window.matchMedia = wide
  }
})

it('says until when the period is compared, while it runs', async () => {
  const until = /^Comparado hasta las 1[01]:\d\d$/
  open('/?period=hoy&compare=anterior')
  await screen.findByText(until)
  for (const address of ['/?period=hoy', '/?period=ayer&compare=anterior']) {
    cleanup()
    open(address)
    await screen.findAllByText('Distribuidora Capital')
    expect(screen.queryByText(until)).toBeNull()
  }
})

it('says what its address has wrong and what is shown instead, until it is put right', async () => {
  const address = open('/?period=rango&from=2026-11-20&to=2026-11-01&currency=EUR&sort=nada&level=dia')
  const told = within(await screen.findByRole('alert'))
  told.getByText(/termina antes de empezar: del 20\/11\/2026 al 01\/11\/2026\. Se muestra hoy/)
  told.getByText('Moneda «EUR» en el enlace: no es un valor posible y no se aplica.')
  told.getByText(/^Orden «nada»/)
  await waitFor(() => table().getAllByText('Distribuidora Capital'))
  const [, { query }] = asked.mock.calls.findLast(([, args]) => args.query.per_page === 100)!
  expect(query).not.toHaveProperty('sort', 'nada')
  expect(query).not.toHaveProperty('currency')
  fireEvent.click(told.getByRole('button', { name: 'Entendido' }))
  await waitFor(() => expect(address()).toEqual({ level: 'dia' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('on paper', () => {
  /** Rows of many pages, as the server answers them; the page on screen has `shown` of its hundred, or a busy machine takes its time. */
  function hold(total: number, { moving = 0, shown = 10 } = {}) {
    let left = moving
    asked.mockImplementation(async (endpoint, args) => {
      if (endpoint !== reports.general) return { data: [] }
      const { page, per_page } = args.query
      if (per_page === 500 && page === 1) left -= 1
      const from = (page - 1) * per_page
      const data = Array.from(
        { length: Math.max(0, Math.min(per_page === 500 ? per_page : shown, total - from)) },
        (_, at) => row(`${from + at}`, `Agencia ${from + at}`, 'BS', false),
      )
      const tickets = left >= 0 ? page : 7
      return { data, total, page, per_page, totals: [{ currency: 'BS', rows: total, tickets, sold: '30.00' }] }
    })
  }
  /** Many rows take a busy machine its time. */
  const patience = { timeout: 60_000 }
  const print = vi.fn<() => void>()
  async function press() {
    await waitFor(() => table().getAllByText('Agencia 0'), patience)
    fireEvent.click(screen.getByRole('button', { name: 'Imprimir' }))
  }
  const paper = () => screen.getByRole('table', { name: 'Liquidación general' }) as HTMLTableElement
  beforeEach(() => {
    print.mockReset()
    print.mockImplementation(() => void fireEvent(window, new Event('beforeprint')))
    vi.stubGlobal('print', print)
  })
  afterEach(() => {
    fireEvent(window, new Event('afterprint'))
    vi.unstubAllGlobals()
  })

  it('has all its rows with their sums, and the screen its page again after', async () => {
    hold(510)
    open('/?currency=BS&q=agen&sort=-sold')
    await press()
    await waitFor(() => expect(print).toHaveBeenCalled(), patience)
    expect(paper().tBodies[0]!.rows).toHaveLength(510)
    expect(paper().tFoot!.textContent).toContain('510 filas')
    expect(paper().caption!.textContent).toBe(
      'Búsqueda: «agen» · Por ventas, de mayor a menor · 510 filas, todas las que cumplen los filtros',
    )
    const parts = asked.mock.calls.flatMap(([, args]) => (args?.query?.per_page === 500 ? [args.query] : []))
    expect(parts.map((one) => [one.page, one.q, one.sort, one.currency])).toEqual(
      [1, 2].map((page) => [page, 'agen', '-sold', 'BS']),
    )
    fireEvent(window, new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('.paper-table')).toBeNull(), patience)
    expect(table().queryByText('Agencia 150')).toBeNull()
  })

  it('is read again where something was sold between its parts, and says so where that goes on', async () => {
    hold(501, { moving: 1 })
    open()
    await press()
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1), patience)
    expect(paper().caption!.textContent).toBe(
      'Por ventas, de mayor a menor · 501 filas, todas las que cumplen los filtros',
    )
    cleanup()
    fireEvent(window, new Event('afterprint'))
    hold(501, { moving: 9 })
    open()
    await press()
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2), patience)
    expect(paper().caption!.textContent).toMatch(/se vendía mientras se reunían/)
  })

  it('says that there are too many rows for it, and offers the file', async () => {
    hold(3_001)
    open()
    await press()
    const dialog = within(await screen.findByRole('dialog', undefined, patience))
    dialog.getByText(/Cumplen los filtros 3\.001 filas, y en papel se imprimen hasta 3\.000/)
    dialog.getByRole('button', { name: 'Exportar' })
    expect(print).not.toHaveBeenCalled()
  })

  it('has the page on screen where the browser alone prints it, and says that it is a part', async () => {
    hold(150, { shown: 100 })
    open()
    await waitFor(() => table().getAllByText('Agencia 0'), patience)
    fireEvent(window, new Event('beforeprint'))
    expect(paper().tBodies[0]!.rows).toHaveLength(100)
    expect(paper().caption!.textContent).toBe(
      'Por ventas, de mayor a menor · Solo las filas 1 a 100 de 150: el botón Imprimir de la pantalla las trae todas',
    )
  })
})
