/** What of a free question is drawn, and what a tick does to it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add } from '@contract/values/money.ts'
import {
  courseOf,
  drawableOf,
  drawnOf,
  drawnRows,
  drawnState,
  keyOf,
  partSeries,
  partsOf,
  rowsInAddress,
  splitOf,
  tellingApart,
  ticked,
  tickedPart,
  type Asked,
  type DrawnState,
  type Row,
} from './drawing.ts'

const asked = (more: Partial<Asked> = {}): Asked => ({
  by: ['dia'],
  measures: ['prizes', 'profit', 'tickets'],
  compare: 'ninguna',
  level: 'directos',
  ...more,
})
const row = (more: Partial<Row>) =>
  ({
    day: null,
    week: null,
    month: null,
    weekday: null,
    hour: null,
    partner_id: null,
    product_id: null,
    bet_type_id: null,
    currency: 'BS',
    ...more,
  }) as Row
/** As an address says it. */
const state = (written: Record<string, string>): DrawnState => drawnState.parse(written)

describe('the measures drawn', () => {
  const offered = drawableOf(asked({ compare: 'anterior' }), undefined)

  it('are those asked, with what is compared along a course; sales and profit at first', () => {
    expect(offered).toEqual(['sold', 'sold_before', 'prizes', 'profit', 'tickets'])
    expect(drawableOf(asked({ compare: 'anterior', by: ['producto'] }), undefined)).not.toContain('sold_before')
    expect(drawnOf(offered, {}, undefined)).toEqual(['sold', 'sold_before', 'profit'])
    expect(drawnOf(drawableOf(asked({ measures: ['tickets'] }), undefined), {}, undefined)).toEqual(['sold'])
  })

  it('lose what is unticked, down to none, and take what is ticked', () => {
    const without = ticked(['sold', 'profit'], 'profit', undefined)
    expect(drawnOf(offered, { draw: without }, undefined)).toEqual(['sold'])
    expect(drawnOf(offered, { draw: ticked(['sold'], 'sold', undefined) }, undefined)).toEqual([])
    expect(drawnOf(offered, { draw: ticked(['sold'], 'prizes', undefined) }, undefined)).toEqual(['sold', 'prizes'])
  })

  it('are of one kind: two have no axis in common; and one where columns are divided', () => {
    expect(ticked(['sold', 'profit'], 'tickets', undefined)).toEqual(['tickets'])
    expect(drawnOf(offered, state({ draw: 'profit,tickets' }), undefined)).toEqual(['profit'])
    expect(drawnOf(offered, {}, 'producto')).toEqual(['sold'])
    expect(ticked(['sold'], 'profit', 'producto')).toEqual(['profit'])
  })
})

describe('the rows drawn', () => {
  const byProduct = asked({ by: ['producto'] })
  const rows = [1, 2, 3].map((product_id) => row({ product_id, product_name: `P${product_id}` }))

  it('are all of a course, else the largest or those that were ticked, in their order', () => {
    expect(courseOf(asked())).toBe('day')
    expect(courseOf(byProduct)).toBeUndefined()
    expect(drawnRows(rows, byProduct, {}, 2)).toEqual(rows.slice(0, 2))
    const chosen = rowsInAddress(byProduct, [keyOf(rows[2]!), keyOf(rows[0]!)])
    expect(drawnRows(rows, byProduct, { rows: chosen }, 12)).toEqual([rows[0], rows[2]])
    expect(drawnRows(rows, byProduct, { rows: rowsInAddress(byProduct, []) }, 12)).toEqual([])
  })

  it('are never those ticked in another question, which may have the same numbers', () => {
    const chosen = rowsInAddress(asked({ by: ['afiliado'] }), ['2'])
    expect(drawnRows(rows, byProduct, { rows: chosen }, 12)).toEqual(rows)
  })

  it('are called by what tells them apart', () => {
    const here = [1, 2].map((product_id) =>
      row({ partner_id: 7, name: 'Agencia', product_id, product_name: `P${product_id}` }),
    )
    expect(tellingApart(here, ['afiliado', 'producto'])).toEqual(['producto'])
    expect(tellingApart(here.slice(0, 1), ['afiliado', 'producto'])).toEqual(['afiliado', 'producto'])
  })
})

describe('the parts', () => {
  it('are of nothing that rows stand for already, and go with their tick and come back with it', () => {
    expect(splitOf(asked(), { split: 'producto' })).toBe('producto')
    expect(splitOf(asked({ by: ['producto'] }), { split: 'producto' })).toBeUndefined()
    const out = tickedPart('producto', {}, '4')
    expect(tickedPart('producto', { out }, '4')).toEqual(['producto'])
    expect(tickedPart('afiliado', { out }, '9')).toEqual(['afiliado', '9'])
  })

  it('and the rest of them are the whole, to the cent, wherever all is known', () => {
    const cents = fc
      .bigInt({ min: 0n, max: 10n ** 12n })
      .map((value) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`)
    fc.assert(
      fc.property(
        fc.array(fc.array(cents, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 20 }),
        (days) => {
          const day = (at: number) => `2026-11-${String(at + 1).padStart(2, '0')}`
          const whole = days.map((values, at) => row({ day: day(at), sold: add(...values) }))
          const parts = partsOf(
            [row({ product_id: 1, product_name: 'A' }), row({ product_id: 2, product_name: 'B' })],
            'producto',
          )
          const answers = parts.map((_, part) => ({
            data: days.map((values, at) => row({ day: day(at), sold: values[part]! })),
            total: days.length,
          }))
          const series = partSeries(whole, parts, answers, { asked: asked(), measure: 'sold' })
          expect(whole.map((_, at) => add(...series.map(({ values }) => values[at]!)))).toEqual(
            whole.map(({ sold }) => sold),
          )
        },
      ),
    )
  })

  it('are unknown where their own answer is cut off, and so is the rest', () => {
    const whole = [row({ product_id: 1, sold: '10.00' }), row({ product_id: 2, sold: '5.00' })]
    const parts = partsOf([row({ weekday: '1' })], 'dia-semana')
    const of = (total: number) =>
      partSeries(whole, parts, [{ data: [row({ product_id: 1, sold: '4.00' })], total }], {
        asked: asked({ by: ['producto'] }),
        measure: 'sold',
      }).map(({ values }) => values)
    expect(of(1)).toEqual([
      ['4.00', '0.00'],
      ['6.00', '5.00'],
    ])
    expect(of(2)).toEqual([
      ['4.00', null],
      ['6.00', null],
    ])
  })
})
