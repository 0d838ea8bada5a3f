import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  applicableOnly,
  fieldApplies,
  field,
  fieldKind,
  fieldsIn,
  looksOf,
  missingFields,
  pictureFinder,
  titleOf,
  wordOf,
} from './field.ts'
import { withKind } from './field-kind.ts'

const kind = field(z.enum(['uno', 'dos']), 'Clase', { labels: { uno: 'Uno', dos: 'Dos' }, width: 4 })

describe('what is said of a field', () => {
  it.each([
    ['optional', kind.optional()],
    ['default', kind.default('uno')],
    ['nullable', kind.nullable()],
    ['refine', kind.refine(() => true)],
    ['meta', kind.meta({ description: 'más' })],
    ['several', kind.nullable().optional()],
  ])('is said of it through %s', (_name, wrapped) => {
    expect([titleOf(wrapped), looksOf(wrapped).width, wordOf(wrapped, 'dos')]).toEqual(['Clase', 4, 'Dos'])
  })

  it('is said by the nearest, over what it is made from', () => {
    const own = field(kind.optional(), 'Otra', { width: 9 })
    expect([titleOf(own), looksOf(own).width, wordOf(own, 'uno')]).toEqual(['Otra', 9, 'Uno'])
    expect([titleOf(kind), looksOf(kind).width]).toEqual(['Clase', 4])
  })

  it('tells how it is read by its schema', () => {
    const kinds = [z.string(), z.number().optional(), z.boolean().default(false), z.array(kind), z.enum(['a'])]
    expect(kinds.map((one) => fieldKind(one))).toEqual(['text', 'count', 'flag', 'list', 'text'])
  })
})

describe('pictures in a form', () => {
  const one = field(withKind(z.string().nullable().default(null), 'picture'), 'Foto')
  const form = z.object({
    name: z.string(),
    photo_url: one,
    rows: z.array(z.object({ code: z.string(), image_url: one })).optional(),
    back: z.object({ image_url: one.optional() }).nullable(),
  })

  it('are found where they stand, those that were uploaded', () => {
    const value = {
      name: '/images/no.png',
      photo_url: '/images/a.png',
      rows: [
        { code: '1', image_url: null },
        { code: '2', image_url: '/images/b.png' },
        { code: '3', image_url: '/symbols/c.svg' },
      ],
      back: { image_url: '/images/d.png' },
    }
    expect(pictureFinder(form)!(value, '')).toEqual([
      { path: 'photo_url', url: '/images/a.png' },
      { path: 'rows.1.image_url', url: '/images/b.png' },
      { path: 'back.image_url', url: '/images/d.png' },
    ])
    expect(pictureFinder(form.partial())!({ back: null }, '')).toEqual([])
  })

  it('are found in whichever of several shapes a value has', () => {
    const acts = z.discriminatedUnion('action', [
      z.object({ action: z.literal('approve') }),
      z.object({ action: z.literal('refuse'), photo_url: one }),
      z.object({ action: z.literal('answer'), photo_url: one.optional(), back: z.object({ image_url: one }) }),
    ])
    const find = pictureFinder(acts)!
    expect(find({ action: 'approve' }, '')).toEqual([])
    expect(find({ action: 'refuse', photo_url: '/images/a.png' }, 'data')).toEqual([
      { path: 'data.photo_url', url: '/images/a.png' },
    ])
    expect(find({ action: 'answer', back: { image_url: '/images/b.png' } }, '')).toEqual([
      { path: 'back.image_url', url: '/images/b.png' },
    ])
    expect(
      pictureFinder(z.object({ acts: z.array(acts) }))!(
        { acts: [{ action: 'refuse', photo_url: '/images/c.png' }] },
        '',
      ),
    ).toEqual([{ path: 'acts.0.photo_url', url: '/images/c.png' }])
  })

  it('are looked for nowhere else', () => {
    expect([
      pictureFinder(z.union([z.string(), z.object({ name: z.string() })])),
      pictureFinder(z.object({ name: z.string(), tags: z.array(z.string()) })),
      pictureFinder(undefined),
    ]).toEqual([null, null, null])
  })
})

describe('a field for some values of another', () => {
  const form = z.object({
    kind,
    code: field(z.string().default(''), 'Código', { when: { field: 'kind', is: ['dos'] }, needed: true }),
    note: field(z.string().default(''), 'Nota', { needed: true }),
    limit: field(z.number().nullable(), 'Tope', { when: { field: 'kind', is: ['dos'] } }),
  })

  it('is one of the form only then', () => {
    expect(fieldApplies(form.shape.code, { kind: 'dos' })).toBe(true)
    expect(fieldApplies(form.shape.code, { kind: 'uno' })).toBe(false)
  })

  it('keeps nothing otherwise', () => {
    const values = { kind: 'uno', code: 'A', note: 'n', limit: 3 }
    expect(applicableOnly(form, values)).toEqual({ kind: 'uno', code: '', note: 'n', limit: null })
    expect(applicableOnly(form, { ...values, kind: 'dos' })).toEqual({ ...values, kind: 'dos' })
  })

  it('is missed only where it is needed and one of the form', () => {
    expect(missingFields(form, { kind: 'uno', code: '', note: '' })).toEqual(['note'])
    expect(missingFields(form, { kind: 'dos', code: '', note: 'n' })).toEqual(['code'])
  })
})

describe('fields by their names', () => {
  it('are found inside lists, alternatives and wrappers, those with a title first', () => {
    const inner = z.object({ amount: field(z.string(), 'Monto') })
    const whole = z.object({
      amount: z.string(),
      lines: field(z.array(inner).nullable(), 'Líneas'),
      one: z.union([z.null(), z.object({ code: field(z.string(), 'Código') })]),
    })
    const fields = fieldsIn([whole])
    expect(['amount', 'lines', 'code'].map((name) => titleOf(fields.get(name)))).toEqual(['Monto', 'Líneas', 'Código'])
  })
})
