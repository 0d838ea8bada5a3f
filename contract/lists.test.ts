/** What a list's declaration makes of its filters. */
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { field, looksOf, titleOf } from './field.ts'
import { listEndpoint, optional } from './lists.ts'
import { remark, webAddress } from './values/contact.ts'

const zone = field(remark(40).default(''), 'Zona', { hint: 'Del reparto' })
const filters = {
  zone,
  website: field(webAddress.or(z.literal('')).default(''), 'Página web'),
  level: field(z.enum(['todos', 'directos']).default('todos'), 'Nivel'),
  numbers: z.array(z.string()).default([]),
}

const { list } = listEndpoint('/places', {
  title: 'Lugares',
  access: rules.signedIn,
  row: z.object({ id: z.number(), zone: field(z.string(), 'Zona') }),
  filters,
  sort: [],
})

describe('a filter made of a field that a form may leave empty', () => {
  it('asks nothing until somebody does', () => {
    const asked = list.query!.parse({})
    expect('zone' in asked).toBe(false)
    expect('website' in asked).toBe(false)
    expect(list.query!.parse({ zone: ' Norte ' })).toMatchObject({ zone: 'Norte' })
    expectTypeOf(asked.zone).toEqualTypeOf<string | undefined>()
  })

  it('keeps its title and its looks, for the console too', () => {
    for (const schema of [list.list.filters.zone, optional(filters).zone]) {
      expect([titleOf(schema), looksOf(schema).hint]).toEqual(['Zona', 'Del reparto'])
      expect(schema).not.toBeInstanceOf(z.ZodDefault)
    }
  })

  it('is no setting, which always has a value', () => {
    const asked = list.query!.parse({})
    expect(asked).toMatchObject({ level: 'todos', numbers: [] })
    expectTypeOf(asked.level).toEqualTypeOf<'todos' | 'directos'>()
  })
})
