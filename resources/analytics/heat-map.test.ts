/** The hours that the week's map shows. */
import { expect, it } from 'vitest'
import type { ChartPoint } from '@contract/analytics.ts'
import { largestScale, scaledLabel } from '@/kit/chart/value.ts'
import { businessHours } from './heat-map.tsx'

const point = (hour: number, sold: string, more: Partial<ChartPoint> = {}) => ({ hour, sold, ...more }) as ChartPoint

it('are all from the first in which anything was sold to the last: prizes alone are no business of an hour', () => {
  expect(businessHours([], 'sold')).toEqual([])
  expect(businessHours([point(3, '0.00', { prizes: '50.00' }), point(20, '9.00'), point(8, '1.00')], 'sold')).toEqual([
    8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
  expect(businessHours([point(9, '0.00', { tickets: 2 })], 'tickets')).toEqual([9])
})

it('hold figures in one unit, in which none has more than four digits before its comma and none that is there is nothing', () => {
  const said = (largest: number, value: number) => scaledLabel(value, largestScale(largest))
  expect([largestScale(9_999).word, largestScale(10_000).word, largestScale(10_000_000).word]).toEqual([
    '',
    'miles',
    'millones',
  ])
  expect([said(9_999, 9_999), said(12_250, 12_250), said(12_250, 7_000), said(12_250, 40), said(9, 0.25)]).toEqual([
    '9.999',
    '12,3',
    '7,0',
    '<0,1',
    '<1',
  ])
})
