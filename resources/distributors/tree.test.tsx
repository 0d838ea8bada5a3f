import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agencies } from '@contract/agencies.ts'
import { distributors } from '@contract/distributors.ts'
import { partners, type PartnerRow } from '@contract/partners.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { inDrawer, onPage } from '@/kit/screen/resource.ts'
import { TestRefine } from '../../tests/support/refine.tsx'
import { AffiliateTree } from './tree.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: (endpoint: unknown, { query }: { query: unknown }) => asked(endpoint, query),
  newOperationKey: () => 'key',
}))
const session = vi.hoisted(() => ({
  id: 9,
  partner_id: 1,
  partner_name: 'Banca Uno',
  partner_type: 'banca',
  currency: 'BS',
  currencies: ['BS', 'USD'],
  zone: 'America/Caracas',
}))
const can = vi.hoisted(() => ({ write: true }))
vi.mock('@providers/session.ts', () => ({
  useSession: () => session,
  useCan: () => can.write,
  serverNow: () => new Date(),
}))

const row = (id: number, type: PartnerRow['type'], more: Partial<PartnerRow> = {}): PartnerRow => ({
  id,
  name: `${type} ${id}`,
  code: `C${id}`,
  type,
  father_id: 1,
  father_name: 'Banca',
  status: 'activo',
  path: 'Banca',
  children: 0,
  sold_today: [],
  debt: [],
  balance: [],
  ...more,
})
const offices = (count: number) => Array.from({ length: count }, (_, n) => row(100 + n, 'taquilla', { father_id: 4 }))
const below: Record<number, PartnerRow[]> = {
  1: [
    row(2, 'distribuidor', {
      children: 1,
      sold_today: [{ currency: 'BS', amount: '1250.50' }],
      debt: [{ currency: 'BS', amount: '-80.00' }],
    }),
    row(3, 'agencia', { status: 'inactivo' }),
  ],
  2: [row(4, 'agencia', { father_id: 2, children: 250 })],
  4: offices(250),
}

interface Query {
  partner_id: number
  father_id?: number
  page: number
  per_page: number
  first_id?: number
  id?: number
}
function answer(endpoint: unknown, { partner_id, father_id, page, per_page, first_id, id }: Query) {
  const all = Object.values(below).flat()
  if (endpoint === partners.list) {
    const listed = father_id === undefined ? all : (below[father_id] ?? [])
    // Of the list beside the tree a few rows tell as much as a page.
    return { data: listed.slice(0, Math.min(per_page, 3)), total: listed.length, page, per_page }
  }
  if (endpoint === partners.options) {
    const way = [all.find((one) => one.id === id)]
    while (way[0] && way[0].father_id !== 1) way.unshift(all.find((one) => one.id === way[0]!.father_id))
    return { data: way }
  }
  const rows = [...(below[partner_id] ?? [])].sort(
    (one, two) => Number(two.id === first_id) - Number(one.id === first_id),
  )
  return { data: rows.slice((page - 1) * per_page, page * per_page), total: rows.length }
}

const resources = [
  { name: distributors.name, list: '/affiliates', pages: inDrawer },
  { name: agencies.name, list: '/agencies', pages: onPage },
  { name: ticketOffices.name, list: '/offices', pages: inDrawer },
].map(({ name, list, pages }) => ({
  name,
  list,
  create: `${list}/${pages.create}`,
  show: `${list}/${pages.show}`,
}))

async function show(search = '') {
  const page = (
    <TestRefine resources={resources}>
      <AffiliateTree />
    </TestRefine>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [`/affiliates${search}`] })
  render(<RouterProvider router={router} />)
  await screen.findAllByText('Banca Uno')
  return router
}
/** Of the tree: what is listed beside it has the same names. */
const node = (name: string) => waitFor(() => within(document.querySelector<HTMLElement>('.ant-tree')!).getByText(name))
const toggle = async (name: string) =>
  fireEvent.click((await node(name)).closest('.ant-tree-treenode')!.querySelector('.ant-tree-switcher')!)
const names = () =>
  [...document.querySelectorAll('[data-affiliate]')].map((one) => Number(one.getAttribute('data-affiliate')))
const levelsAsked = () =>
  asked.mock.calls.filter(([endpoint]) => endpoint === partners.directs).map(([, query]) => (query as Query).partner_id)

const broad = { now: false }
const listsAsked = () =>
  asked.mock.calls.filter(([endpoint]) => endpoint === partners.list).map(([, query]) => query as Query)

beforeEach(() => {
  broad.now = false
  below[4] = offices(250)
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: broad.now && query.includes('min-width'),
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  // Room for every row: what is out of sight is not drawn.
  vi.stubGlobal('innerHeight', 20_000)
  Element.prototype.scrollIntoView = vi.fn()
  asked.mockImplementation((endpoint, query) => Promise.resolve(answer(endpoint, query as Query)))
  can.write = true
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  asked.mockReset()
})

describe('the tree of affiliates', () => {
  it('asks for a level when it is opened, and says what each is, its state and what it sold today', async () => {
    const router = await show()
    const branch = await node('distribuidor 2')
    expect(branch.parentElement!.textContent).toBe(
      'distribuidor 2Distribuidor · 1 dependiente · hoy Bs 1.250,50 · saldo −Bs 80,00',
    )
    expect((await node('agencia 3')).parentElement!.textContent).toBe('agencia 3InactivoAgencia · hoy nada')
    expect(levelsAsked()).toEqual([1])
    await toggle('distribuidor 2')
    await node('agencia 4')
    expect(levelsAsked()).toEqual([1, 2])
    expect(router.state.location.search).toBe('?open=2')
    await toggle('distribuidor 2')
    await waitFor(() => expect(names()).toEqual([1, 2, 3]))
  })

  it('brings a hundred of a level, and more when they are asked for', async () => {
    // Rows without their menus are drawn sooner.
    can.write = false
    below[4] = offices(120)
    await show('?open=2,4')
    await node('taquilla 199')
    fireEvent.click(await node('Ver 20 más, de 20'))
    await node('taquilla 219')
    expect([names().length, screen.queryByText(/^Ver /)]).toEqual([1 + 2 + 1 + 120, null])
  })

  it('opens the way to whoever is looked for, who stands first on a level that is longer than a page', async () => {
    const router = await show('?at=340')
    await waitFor(() => expect(names().slice(0, 4)).toEqual([1, 2, 4, 340]))
    await node('Ver 100 más, de 150')
    expect(document.querySelector('mark')!.textContent).toBe('taquilla 340')
    await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalled())
    expect(router.state.location.search).toBe('?at=340')
    // What is closed by hand stays closed.
    await toggle('distribuidor 2')
    await waitFor(() => expect(names()).toEqual([1, 2, 3]))
  })

  it('moves and opens with the arrows, and Enter opens the record', async () => {
    const router = await show()
    await node('distribuidor 2')
    const keys = screen.getByRole('textbox', { name: 'Árbol de afiliados: flechas para moverse, Entrar para abrir' })
    const press = (code: string, which: number) =>
      act(() => void fireEvent.keyDown(keys, { key: code, code, which, keyCode: which }))
    fireEvent.focus(keys)
    press('ArrowDown', 40)
    press('ArrowDown', 40)
    press('ArrowRight', 39)
    await node('agencia 4')
    press('Enter', 13)
    await waitFor(() => expect(router.state.location.pathname).toBe('/affiliates/2'))
  })

  it('opens an agency on its page, and makes a child where it is asked', async () => {
    const router = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Acciones de distribuidor 2' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Nueva agencia aquí' }))
    expect([router.state.location.pathname, router.state.location.state]).toEqual([
      '/agencies/create',
      { start: { father_id: 2 } },
    ])
    cleanup()
    const under = await show('?open=2')
    fireEvent.click(await screen.findByRole('button', { name: 'Acciones de agencia 4' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Nueva taquilla aquí' }))
    expect([under.state.location.pathname, under.state.location.state]).toEqual([
      '/offices/create',
      { start: { father_id: 4 }, back: '/affiliates?at=4' },
    ])
    cleanup()
    const again = await show()
    fireEvent.click(await node('agencia 3'))
    expect(again.state.location.pathname).toBe('/agencies/3')
  })

  it('offers nothing to whoever only reads, nor under what is inactive', async () => {
    can.write = false
    await show()
    await node('distribuidor 2')
    expect(screen.queryByRole('button', { name: /^Acciones/ })).toBeNull()
  })

  it('says that a level did not come, and asks again', async () => {
    asked.mockImplementationOnce(() =>
      Promise.reject(new ProblemError({ type: 'x', code: 'internal', status: 500, title: 'x', detail: 'x' })),
    )
    await show()
    fireEvent.click(await node('No se pudo cargar. Reintentar'))
    await node('distribuidor 2')
  })
})

describe('where there is room', () => {
  const chosen = () => document.querySelector('.ant-tree-treenode-selected [data-affiliate]')?.textContent
  const listed = async () =>
    (await screen.findAllByRole('link')).map((one) => one.textContent).filter((name) => name !== 'Abrir')

  it('lists what hangs from whoever is chosen beside the tree, and the address keeps who that is', async () => {
    broad.now = true
    const router = await show()
    await waitFor(async () => expect(await listed()).toEqual(['distribuidor 2', 'agencia 3']))
    expect([chosen(), router.state.location.search]).toEqual(['Banca Uno', ''])
    fireEvent.click(await node('distribuidor 2'))
    await waitFor(() => expect(chosen()).toBe('distribuidor 21'))
    await waitFor(async () => expect(await listed()).toEqual(['agencia 4']))
    expect(router.state.location.search).toBe('?at=2')
    // What it is, sold and owes stands over the list.
    await screen.findByText(
      (_text, node) => node?.textContent === 'Distribuidor · C2 · hoy Bs 1.250,50 · saldo −Bs 80,00',
    )
    // Chosen where it is seen, it stays where it is: its level is not asked for again in another order.
    expect(levelsAsked()).toEqual([1])
    // What a row has below it is one press away.
    fireEvent.click(await screen.findByRole('button', { name: 'Ver lo que depende de agencia 4: 250' }))
    await waitFor(() => expect(router.state.location.search).toBe('?at=4'))
    await waitFor(() => expect(names()).toEqual([1, 2, 4, 3]))
    expect(listsAsked().at(-1)).toMatchObject({ father_id: 4 })
  })

  it('chooses with the keys, and whoever is closed away gives way to what was closed', async () => {
    broad.now = true
    const router = await show('?open=2')
    await node('agencia 4')
    const keys = screen.getByRole('textbox', { name: 'Árbol de afiliados: flechas para moverse, Entrar para elegir' })
    const press = (code: string, which: number) =>
      act(() => void fireEvent.keyDown(keys, { key: code, code, which, keyCode: which }))
    fireEvent.focus(keys)
    for (const _step of [1, 2, 3]) press('ArrowDown', 40)
    press('Enter', 13)
    await waitFor(() => expect(router.state.location.search).toBe('?open=2&at=4'))
    await toggle('distribuidor 2')
    await waitFor(() => expect(router.state.location.search).toBe('?at=2'))
    await waitFor(() => expect(names()).toEqual([1, 2, 3]))
  })

  it('shows amounts in one currency at a time, the one of the address', async () => {
    broad.now = true
    const router = await show()
    const cells = () =>
      screen
        .getByRole('link', { name: 'distribuidor 2' })
        .closest('tr')
        ?.textContent?.replace(/\u00a0/g, ' ')
    await waitFor(() => expect(cells()).toContain('Bs 1.250,50−Bs 80,00'))
    fireEvent.click(screen.getByRole('radio', { name: '$' }))
    await waitFor(() => expect(router.state.location.search).toBe('?currency=USD'))
    expect(cells()).toContain('——')
    expect(cells()).not.toContain('Bs')
  })

  it('tells all that is below, at any depth, when that is asked', async () => {
    broad.now = true
    const router = await show('?at=2')
    fireEvent.click(await screen.findByRole('radio', { name: 'Todos' }))
    await waitFor(() => expect(router.state.location.search).toBe('?at=2&reach=todos'))
    await waitFor(() => expect(listsAsked().at(-1)).toMatchObject({ partner_id: 2 }))
    expect(listsAsked().at(-1)).not.toHaveProperty('father_id', 2)
  })
})
