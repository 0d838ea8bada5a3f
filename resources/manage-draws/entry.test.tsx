import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DrawRow } from '@contract/draws.ts'
import type { SaveResult } from '@contract/manage-draws.ts'
import { TestRefine } from '../../tests/support/refine.tsx'
import { AwardEntry } from './entry.tsx'
import type { TypedNumbers } from './numbers.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => 'key',
}))
vi.mock('@providers/session.ts', () => ({ useSession: () => ({ id: 2, zone: 'America/Caracas' }) }))

const numbers = [{ place: '1' as const, number: '0070', sign: null }]
const draw: DrawRow = {
  id: 5,
  product_id: 1,
  product_name: 'Panamá',
  product_kind: 'panama',
  day: '2026-11-20',
  scheduled_at: '2026-11-20T14:00:00.000Z',
  opens_at: '2026-11-20T04:00:00.000Z',
  closes_at: '2026-11-20T13:55:00.000Z',
  state: 'premiado',
  result: '1 1234',
  result_id: 3,
  played: true,
  late: false,
  parts: [{ place: '1', label: '1.º premio', digits: 4, sign: false }],
  entry: null,
  sold: [],
  prizes: [],
}
const preview = {
  draw_id: 5,
  numbers,
  text: '1 0070',
  winning_lines: 0,
  winning_tickets: 0,
  by_currency: [],
  by_bet_type: [],
  top_tickets: [],
  anomalies: [],
  correction: null,
}
const entered = vi.fn()

function Screen({ corrects }: { corrects: boolean }) {
  const [typed, setTyped] = useState<TypedNumbers>({})
  return (
    <AwardEntry
      draw={draw}
      symbols={[]}
      typed={typed}
      onTyped={setTyped}
      onEntered={entered}
      {...(corrects && { onCancel: () => undefined })}
    />
  )
}
function open(corrects = false) {
  render(
    <TestRefine>
      <Screen corrects={corrects} />
    </TestRefine>,
  )
}
function type(text: string) {
  fireEvent.change(screen.getByLabelText('1.º premio'), { target: { value: text } })
  fireEvent.submit(screen.getByLabelText('1.º premio'))
}
const steps = () => asked.mock.calls.map(([, args]) => (args as { body: SaveResult }).body)

beforeEach(() => {
  asked.mockReset().mockResolvedValue({ step: 'preview', preview, entry: null, result_id: null, bulk: null })
  entered.mockReset()
})
afterEach(cleanup)

it('a number without all its digits is asked of nobody', () => {
  open()
  type('70')
  expect(screen.getByRole('alert').textContent).toBe('Son 4 dígitos, con sus ceros')
  expect(asked).not.toHaveBeenCalled()
})

it('is looked at before it is written down, with its zeros', async () => {
  open()
  type('0070')
  fireEvent.click(await screen.findByRole('button', { name: 'Anotar 1 0070' }))
  await vi.waitFor(() => expect(entered).toHaveBeenCalledOnce())
  expect(steps()).toEqual([
    { step: 'preview', draw_id: 5, numbers },
    { step: 'enter', draw_id: 5, numbers },
  ])
})

it('a correction says why, or is not written down', async () => {
  open(true)
  type('0070')
  const save = await screen.findByRole('button', { name: 'Anotar la corrección 1 0070' })
  fireEvent.click(save)
  expect((await screen.findByRole('alert')).textContent).toBe('Explique el motivo')
  expect(steps()).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Motivo de la corrección', { exact: false }), {
    target: { value: '  Acta mal leída ' },
  })
  fireEvent.click(save)
  await vi.waitFor(() =>
    expect(steps().at(-1)).toEqual({ step: 'enter', draw_id: 5, numbers, reason: 'Acta mal leída' }),
  )
})
