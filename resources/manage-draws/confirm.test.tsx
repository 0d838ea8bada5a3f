import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DrawRow, ResultEntry } from '@contract/draws.ts'
import type { SaveResult } from '@contract/manage-draws.ts'
import type { AwardPreview } from '@contract/award-preview.ts'
import { problems, type ProblemCode } from '@contract/problems.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { TestRefine } from '../../tests/support/refine.tsx'
import { AwardConfirm } from './confirm.tsx'
import { useAwards } from './sending.ts'
import type { TypedNumbers } from './numbers.ts'

const asked = vi.hoisted(() => vi.fn())
let made = 0
vi.mock('@providers/http.ts', async () => ({
  ...(await import('@providers/problem-error.ts')),
  call: asked,
  newOperationKey: () => `key-${(made += 1)}`,
}))
vi.mock('@providers/session.ts', () => ({
  serverNow: () => new Date('2026-11-20T15:00:00Z'),
  useSession: () => ({ id: 2, zone: 'America/Caracas' }),
}))

const symbols = [
  { code: '0', name: 'Delfín', image_url: null },
  { code: '00', name: 'Ballena', image_url: null },
]
const entry: ResultEntry = {
  id: 9,
  kind: 'resultado',
  numbers: [{ place: '', number: '00', sign: null }],
  text: '00 Ballena',
  source: 'manual',
  entered_by: 1,
  entered_by_name: 'Ana',
  entered_at: '2026-11-20T14:05:00.000Z',
  reason: null,
  can_confirm: true,
}
const draw: DrawRow = {
  id: 5,
  product_id: 1,
  product_name: 'Lotto Activo',
  product_kind: 'animalitos',
  day: '2026-11-20',
  scheduled_at: '2026-11-20T14:00:00.000Z',
  opens_at: '2026-11-20T04:00:00.000Z',
  closes_at: '2026-11-20T13:55:00.000Z',
  state: 'cerrado',
  result: null,
  result_id: null,
  played: true,
  late: false,
  parts: [{ place: '', label: 'Animal', digits: null, sign: false }],
  entry,
  sold: [],
  prizes: [],
}
const paid = { serial: 'AB12', office_name: 'Taquilla 1', currency: 'BS' as const, paid: '300.00', due: '0.00' }
function previewOf(correction: AwardPreview['correction'] = null): AwardPreview {
  return {
    draw_id: 5,
    numbers: entry.numbers,
    text: '00 Ballena',
    winning_lines: 2,
    winning_tickets: 1,
    by_currency: [],
    by_bet_type: [],
    top_tickets: [],
    anomalies: [],
    correction,
  }
}
function refused(code: ProblemCode): ProblemError {
  return new ProblemError({ type: 'about:blank', code, ...problems[code] })
}

const confirmed = vi.fn()
const refusedAt = vi.fn()
function Screen({ of = entry }: { of?: ResultEntry }) {
  const [typed, setTyped] = useState<TypedNumbers>({})
  const awards = useAwards((_draw, done) => confirmed(done), refusedAt)
  return (
    <AwardConfirm
      draw={draw}
      entry={of}
      symbols={symbols}
      typed={typed}
      onTyped={setTyped}
      refused={awards.refused[0]?.problem}
      onAward={(award) => awards.send({ ...award, draw, entry: of })}
      onNext={undefined}
    />
  )
}
function open(of?: ResultEntry) {
  render(
    <TestRefine>
      <Screen {...(of && { of })} />
    </TestRefine>,
  )
}
function type(text: string) {
  fireEvent.change(screen.getByLabelText('Animal'), { target: { value: text } })
  fireEvent.submit(screen.getByLabelText('Animal'))
}
/** What was asked of the server, without who asked. */
const steps = () => asked.mock.calls.map(([, args]) => (args as { body: SaveResult }).body)

beforeEach(() => {
  asked.mockReset()
  made = 0
  confirmed.mockReset()
  refusedAt.mockReset()
})
afterEach(cleanup)

describe('the second entry', () => {
  it('is written without seeing the first', () => {
    open()
    expect(document.body.textContent).not.toContain('00 Ballena')
    expect(screen.queryByRole('button', { name: /Confirmar y premiar/ })).toBeNull()
  })

  it('that differs awards nothing, is told so, and still does not show the first', async () => {
    asked.mockRejectedValue(refused('result_entries_differ'))
    open()
    type('0')
    expect((await screen.findByRole('alert')).textContent).toContain('Las anotaciones no coinciden')
    expect(steps()).toEqual([{ step: 'confirm', entry_id: 9, numbers: [{ place: '', number: '0', sign: null }] }])
    expect(document.body.textContent).not.toContain('00 Ballena')
    expect(screen.queryByRole('button', { name: /Confirmar y premiar/ })).toBeNull()
  })

  it('that is the same shows what it awards, and awards only when it is pressed', async () => {
    asked.mockResolvedValue({ step: 'preview', preview: previewOf(), entry: null, result_id: null, bulk: null })
    open()
    type('ballena')
    const button = await screen.findByRole('button', { name: 'Confirmar y premiar 00 Ballena' })
    expect(steps()).toEqual([{ step: 'preview', draw_id: 5, numbers: entry.numbers }])
    fireEvent.click(button)
    await vi.waitFor(() => expect(confirmed).toHaveBeenCalledWith(previewOf()))
    expect(steps().at(-1)).toEqual({ step: 'confirm', entry_id: 9, numbers: entry.numbers })
  })

  it('that the server refuses at the end says why, keeps what was typed, and is the same operation when nobody answered', async () => {
    const looked = { step: 'preview', preview: previewOf(), entry: null, result_id: null, bulk: null }
    asked.mockResolvedValue(looked)
    open()
    type('00')
    const button = await screen.findByRole('button', { name: 'Confirmar y premiar 00 Ballena' })
    asked.mockRejectedValueOnce(refused('unavailable'))
    fireEvent.click(button)
    expect((await screen.findByRole('alert')).textContent).toContain(problems.unavailable.detail)
    expect(refusedAt).toHaveBeenCalledTimes(1)
    expect((screen.getByLabelText('Animal') as HTMLInputElement).value).toBe('00')
    fireEvent.click(button)
    await vi.waitFor(() => expect(confirmed).toHaveBeenCalledTimes(1))
    const keys = asked.mock.calls.map(([, , options]) => (options as { operation_key?: string }).operation_key)
    expect([new Set(keys).size, keys.at(-1)]).toEqual([2, keys.at(-2)])
  })

  it('changed after it was compared must be compared again', async () => {
    asked.mockResolvedValue({ step: 'preview', preview: previewOf(), entry: null, result_id: null, bulk: null })
    open()
    type('00')
    await screen.findByRole('button', { name: /Confirmar y premiar/ })
    fireEvent.change(screen.getByLabelText('Animal'), { target: { value: '0' } })
    expect(screen.queryByRole('button', { name: /Confirmar y premiar/ })).toBeNull()
  })

  it('of a correction with paid tickets waits until they are accepted', async () => {
    asked.mockResolvedValue({
      step: 'preview',
      preview: previewOf({
        previous_text: '0 Delfín',
        undone_prizes: [{ currency: 'BS', amount: '300.00' }],
        paid_tickets: [paid],
      }),
      entry: null,
      result_id: null,
      bulk: null,
    })
    open()
    type('00')
    const button = await screen.findByRole('button', { name: /Confirmar y premiar/ })
    expect((button as HTMLButtonElement).disabled).toBe(true)
    fireEvent.click(screen.getByRole('checkbox', { name: /Acepto/ }))
    fireEvent.click(button)
    await vi.waitFor(() =>
      expect(steps().at(-1)).toEqual({ step: 'confirm', entry_id: 9, numbers: entry.numbers, accept_paid: true }),
    )
  })
})

it('who wrote the first where another must confirm is told why, and may discard it', async () => {
  asked.mockResolvedValue({ step: 'discard', preview: null, entry: null, result_id: null, bulk: null })
  open({ ...entry, can_confirm: false, entered_by: 2 })
  expect(screen.getByRole('alert').textContent).toContain('Debe confirmar otra persona')
  expect(screen.queryByLabelText('Animal')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Descartar la anotación' }))
  await vi.waitFor(() => expect(steps()).toEqual([{ step: 'discard', entry_id: 9 }]))
})
