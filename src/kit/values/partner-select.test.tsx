/** A select of partners: what it asks as one types, which answers it shows, and how it names what was chosen. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PartnerOption } from '@contract/partners.ts'
import { TestRefine } from '../../../tests/support/refine.tsx'
import { PartnerSelect } from './partner-select.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => ({ id: 1, database: 'banca' }), useCan: () => true }))

const partner = (id: number, name: string): PartnerOption => ({
  id,
  name,
  code: `P${id}`,
  type: 'agencia',
  status: 'activo',
  father_id: 1,
  path: 'La banca',
})
const first = [partner(1, 'Agencia Catia'), partner(2, 'Agencia Centro')]
const norte = partner(9, 'Agencia Norte')

interface Query {
  q?: string
  id?: number
}
/** Answers of the searches that are held back, by their text. */
let held: Map<string, (rows: PartnerOption[]) => void>
const queries = () => asked.mock.calls.map(([, { query }]) => query as Query)

beforeEach(() => {
  held = new Map()
  asked.mockReset()
  asked.mockImplementation((_endpoint, { query }: { query: Query }) => {
    if (query.id !== undefined) return Promise.resolve({ data: [norte] })
    if (!query.q) return Promise.resolve({ data: first })
    return new Promise((resolve) => held.set(query.q!, (data) => resolve({ data })))
  })
})
afterEach(cleanup)

function Choosing({ chosen }: { chosen?: number }) {
  const [value, setValue] = useState(chosen)
  return (
    <TestRefine>
      <PartnerSelect value={value} onChange={setValue} />
      <p>{value ?? 'todos'}</p>
    </TestRefine>
  )
}
const box = () => screen.getByRole('combobox', { name: 'Todos los afiliados' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const offered = () => [...document.querySelectorAll('.partner-option > :first-child')].map((one) => one.textContent)

it('asks nothing before it opens, and then for the first', async () => {
  render(<Choosing />)
  expect(queries()).toEqual([])
  fireEvent.mouseDown(box())
  await waitFor(() => expect(offered()).toEqual(['Agencia Catia', 'Agencia Centro']))
  expect(queries()).toEqual([{}])
})

it('asks once for what was typed, at a pause, and shows the answer for that alone', async () => {
  render(<Choosing />)
  fireEvent.mouseDown(box())
  await waitFor(() => expect(offered()).toHaveLength(2))
  for (const text of ['n', 'no', 'nor']) type(text)
  // What was found before is offered only where it holds the text: Enter takes nothing else.
  expect(offered()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('Buscando…')
  await waitFor(() => expect(held.has('nor')).toBe(true))
  expect(queries().map(({ q }) => q)).toEqual([undefined, 'nor'])
  type('norte')
  await waitFor(() => expect(held.has('norte')).toBe(true))
  held.get('norte')!([norte])
  await waitFor(() => expect(offered()).toEqual(['Agencia Norte']))
  held.get('nor')!([partner(8, 'Agencia Nororiental')])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(offered()).toEqual(['Agencia Norte'])
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(screen.getByText('9', { selector: 'p' })).toBeTruthy())
  expect(screen.getByText('Agencia Norte', { selector: '.ant-select-selection-item' })).toBeTruthy()
})

it('names what a link brings, asking for that one alone', async () => {
  render(<Choosing chosen={9} />)
  await waitFor(() => expect(screen.getByText('Agencia Norte')).toBeTruthy())
  expect(queries()).toEqual([{ id: 9 }])
})

it('says that more were found than it offers, and that nothing was', async () => {
  asked.mockImplementation((_endpoint, { query }: { query: Query }) =>
    Promise.resolve({ data: query.q ? [] : Array.from({ length: 50 }, (_, n) => partner(n + 1, `Agencia ${n}`)) }),
  )
  render(<Choosing />)
  fireEvent.mouseDown(box())
  await waitFor(() => expect(screen.getByText(/Son los primeros 50/)).toBeTruthy())
  type('zzz')
  await waitFor(() => expect(screen.getByText('Nada coincide.')).toBeTruthy())
  expect(screen.queryByText(/Son los primeros/)).toBeNull()
})
