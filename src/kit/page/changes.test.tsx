import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { field } from '@contract/field.ts'
import { recordedLabel, recordedWords } from '../screen/recorded.ts'
import { Changes, changedLines } from './changes.tsx'

afterEach(cleanup)

describe('what changed', () => {
  it('is told field by field, those inside others and inside lists by their path', () => {
    const before = { name: 'A', place: { state: 'Zulia' }, uses: ['x', 'y'], lines: [{ amount: '1' }, { amount: '2' }] }
    const after = { name: 'A', place: { state: 'Lara' }, uses: ['x'], lines: [{ amount: '1' }, { amount: '3' }] }
    const changed = changedLines(before, after).filter((line) => line.changed)
    expect(changed.map(({ path, before: was, after: is }) => [path.join('.'), was, is])).toEqual([
      ['place.state', 'Zulia', 'Lara'],
      ['uses', 'x, y', 'x'],
      ['lines.2.amount', '2', '3'],
    ])
  })

  it('says nothing of what is empty on both sides, and a dash where one is', () => {
    expect(changedLines({ a: '', b: null, c: [] }, { a: null, c: {} })).toEqual([])
    expect(changedLines(null, { on: false })).toMatchObject([{ path: ['on'], before: '—', after: 'No', changed: true }])
  })

  it('stands alone until the rest is asked for', () => {
    render(<Changes before={{ name: 'A', code: '1' }} after={{ name: 'B', code: '1' }} />)
    expect(screen.getAllByRole('row')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'Ver también lo que no cambió (1)' }))
    expect(screen.getByRole('row', { name: 'code 1 1' })).toBeDefined()
  })

  it('of what is new is all of it', () => {
    render(<Changes before={null} after={{ name: 'A', code: '1' }} />)
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('what was recorded', () => {
  const fields = new Map<string, z.ZodType>([
    ['kind', field(z.enum(['uno']), 'Clase', { labels: { uno: 'Uno' } })],
    ['lines', field(z.array(z.unknown()), 'Líneas')],
    ['amount', field(z.string(), 'Monto', { kind: 'money' })],
  ])
  const words = (name: string, value: unknown) => recordedWords(fields, [name], value, 'America/Caracas')

  it('is called as its field, or by its own name, without how it came in', () => {
    expect(recordedLabel(fields, ['body', 'lines', '2', 'amount'])).toBe('Líneas › 2 › Monto')
    expect(recordedLabel(fields, ['odd'])).toBe('odd')
    expect(recordedLabel(fields, ['body'])).toBe('body')
  })

  it('is read as its field is, and as it is where it never fitted', () => {
    expect([words('kind', 'uno'), words('kind', 'tres'), words('amount', '1234.50'), words('amount', 'n/a')]).toEqual([
      'Uno',
      'tres',
      '1.234,50',
      'n/a',
    ])
    expect([words('odd', true), words('odd', '2026-01-10'), words('odd', '2026-01-10T04:00:00.000Z')]).toEqual([
      'Sí',
      '10/01/2026',
      '10/01/2026 00:00',
    ])
  })
})
