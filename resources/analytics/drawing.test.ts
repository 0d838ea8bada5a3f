/** What of a free question is drawn, and what a tick does to it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add } from '@contract/values/money.ts'
import {
  courseOf,
  drawableOf,
  drawnMeasures,
  drawnRows,
  drawnState,
  drawingKey,
  partSeries,
  chartParts,
  rowsInAddress,
  splitDimension,
  tellingApart,
  toggleMeasure,
  tickedPart,
  type DrawingQuery,
  type DrawnState,
  type DrawingRow,
} from './drawing.ts'

const asked = (more: Partial<DrawingQuery> = {}): DrawingQuery => ({
  by: ['dia'],
  measures: ['prizes', 'profit', 'tickets'],
  compare: 'ninguna',
  level: 'directos',
  ...more,
})
const row = (more: Partial<DrawingRow>) =>
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
  }) as DrawingRow
/** As an address says it. */
const state = (written: Record<string, string>): DrawnState => drawnState.parse(written)

describe('the measures drawn', () => {
  const offered = drawableOf(asked({ compare: 'anterior' }), undefined)

  it('are those asked, with what is compared along a course; sales and profit at first', () => {
    expect(offered).toEqual(['sold', 'sold_before', 'prizes', 'profit', 'tickets'])
    expect(drawableOf(asked({ compare: 'anterior', by: ['producto'] }), undefined)).not.toContain('sold_before')
    expect(drawnMeasures(offered, {}, undefined)).toEqual(['sold', 'sold_before', 'profit'])
    expect(drawnMeasures(drawableOf(asked({ measures: ['tickets'] }), undefined), {}, undefined)).toEqual(['sold'])
  })

  it('lose what is unticked, down to none, and take what is ticked', () => {
    const without = toggleMeasure(['sold', 'profit'], 'profit', undefined)
    expect(drawnMeasures(offered, { draw: without }, undefined)).toEqual(['sold'])
    expect(drawnMeasures(offered, { draw: toggleMeasure(['sold'], 'sold', undefined) }, undefined)).toEqual([])
    expect(drawnMeasures(offered, { draw: toggleMeasure(['sold'], 'prizes', undefined) }, undefined)).toEqual([
      'sold',
      'prizes',
    ])
  })

  it('are of one kind: two have no axis in common; and one where columns are divided', () => {
    expect(toggleMeasure(['sold', 'profit'], 'tickets', undefined)).toEqual(['tickets'])
    expect(drawnMeasures(offered, state({ draw: 'profit,tickets' }), undefined)).toEqual(['profit'])
    expect(drawnMeasures(offered, {}, 'producto')).toEqual(['sold'])
    expect(toggleMeasure(['sold'], 'profit', 'producto')).toEqual(['profit'])
  })
})

describe('the rows drawn', () => {
  const byProduct = asked({ by: ['producto'] })
  const rows = [1, 2, 3].map((product_id) => row({ product_id, product_name: `P${product_id}` }))

  it('are all of a course, else the largest or those that were ticked, in their order', () => {
    expect(courseOf(asked())).toBe('day')
    expect(courseOf(byProduct)).toBeUndefined()
    expect(drawnRows(rows, byProduct, {}, 2)).toEqual(rows.slice(0, 2))
    const chosen = rowsInAddress(byProduct, [drawingKey(rows[2]!), drawingKey(rows[0]!)])
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
    expect(splitDimension(asked(), { split: 'producto' })).toBe('producto')
    expect(splitDimension(asked({ by: ['producto'] }), { split: 'producto' })).toBeUndefined()
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
          const parts = chartParts(
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
    const parts = chartParts([row({ weekday: '1' })], 'dia-semana')
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
