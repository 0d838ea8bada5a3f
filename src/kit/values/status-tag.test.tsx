import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { entities } from '@contract/index.ts'
import { looksOf, titleOf } from '@contract/field.ts'
import { StateTag } from './status-tag.tsx'

afterEach(cleanup)

/** Every field of the contract that holds states, found through all that its calls ask and answer. */
function stateFields(): z.ZodType[] {
  const seen = new Set<unknown>()
  const found: z.ZodType[] = []
  const look = (one: unknown) => {
    if (typeof one !== 'object' || one === null || seen.has(one)) return
    seen.add(one)
    if ('_zod' in one && looksOf(one as z.ZodType).tones) found.push(one as z.ZodType)
    const inner = (one as Partial<z.ZodType>).def ?? one
    for (const value of Object.values(inner)) look(value)
    if ('shape' in one) look((one as z.ZodObject).shape)
  }
  look(entities)
  return found
}

const drawn = (of: z.ZodType, state: string) => {
  const { container } = render(<StateTag of={of} state={state} />)
  const sign = container.querySelector('[data-sign] [role="img"]')?.getAttribute('aria-label')
  return { sign, text: container.textContent }
}

describe('states', () => {
  const fields = stateFields()

  it('are found in the contract', () => {
    const known = new Set(fields.flatMap((one) => Object.keys(looksOf(one).tones ?? {})))
    expect([...known]).toEqual(
      expect.arrayContaining(['anulado', 'en_linea', 'premiado', 'publicada', 'rechazado', 'activo']),
    )
  })

  it('of one field differ in the shape of their signs, not in colour alone', () => {
    for (const field of fields) {
      const states = Object.keys(looksOf(field).tones ?? {}).map((state) => ({ state, ...drawn(field, state) }))
      expect(states.filter(({ sign, text }) => !sign || !text)).toEqual([])
      const signs = states.map(({ sign }) => sign)
      expect(new Set(signs).size, `${titleOf(field)}: ${signs.join()}`).toBe(signs.length)
    }
  })

  it('have the same sign wherever they are shown', () => {
    const signs = new Map<string, Set<string | null | undefined>>()
    for (const field of fields)
      for (const state of Object.keys(looksOf(field).tones ?? {}))
        signs.set(state, (signs.get(state) ?? new Set()).add(drawn(field, state).sign))
    expect([...signs].filter(([, shapes]) => shapes.size !== 1)).toEqual([])
  })
})
