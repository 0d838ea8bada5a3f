import { describe, expect, it } from 'vitest'
import { hasFigures, sparkPath, stackTotal, trendRows, type TrendSeries } from './series.ts'
import { axisLabel, barWidth, toCoordinate } from './value.ts'

const series = (values: (string | null)[]): TrendSeries => ({
  key: 'sold',
  name: 'Ventas',
  mark: 'column',
  color: 0,
  values,
})
const slots = ['07', '08', '09'].map((key) => ({ key, label: key, title: key }))

describe('the drawing edge', () => {
  it('places an amount without passing through a parsed float', () => {
    expect(toCoordinate('1234.56')).toBe(1234.56)
    expect(toCoordinate('-0.05')).toBe(-0.05)
    expect(() => toCoordinate('1.234,56')).toThrow(RangeError)
  })

  it('labels an axis in Spanish', () => {
    expect(axisLabel(350_000).replace(/\s/g, ' ')).toBe('350 mil')
    expect(axisLabel(1_200_000).replace(/\s/g, ' ')).toBe('1,2 M')
    expect([axisLabel(-50_000, 'Bs'), axisLabel(0, 'Bs')].map((one) => one.replace(/\s/g, ' '))).toEqual([
      '−Bs 50 mil',
      'Bs 0',
    ])
  })

  it('keeps a bar between nothing and the largest', () => {
    expect(barWidth('50.00', '200.00')).toBe(25)
    expect(barWidth('-50.00', '200.00')).toBe(0)
    expect(barWidth('300.00', '200.00')).toBe(100)
    expect(barWidth('0.00', '0.00')).toBe(0)
  })
})

describe('trendRows', () => {
  it('draws a zero but not what has not happened yet', () => {
    expect(trendRows(slots, series(['10.50', '0.00', null]))).toEqual([
      { slot: '07', series: 'sold', value: 10.5 },
      { slot: '08', series: 'sold', value: 0 },
    ])
  })

  it('has nothing to draw when all is zero or missing', () => {
    expect(hasFigures([series(['0.00', null])])).toBe(false)
    expect(hasFigures([series(['0.00']), series(['-0.01'])])).toBe(true)
  })
})

describe('sparkPath', () => {
  it('spans the box, with zero at its place', () => {
    expect(sparkPath(['0.00', '50.00', '100.00'], 100, 20)).toBe('M0.0 20.0L50.0 10.0L100.0 0.0')
    expect(sparkPath(['-100.00', '100.00'], 100, 20)).toBe('M0.0 20.0L100.0 0.0')
  })

  it('ends where the figures end', () => {
    expect(sparkPath(['0.00', '100.00', null, null, null], 100, 20)).toBe('M0.0 20.0L25.0 0.0')
    expect(sparkPath([null, '5.00'], 100, 20)).toBe('')
  })
})

describe('stackTotal', () => {
  it('is the sum of what has come, to the cent, and nothing where nothing has', () => {
    const stack = [series(['0.10', '5.00', null]), series(['0.20', null, null]), series(['-0.05', '1.00', null])]
    expect([0, 1, 2].map((at) => stackTotal(stack, at))).toEqual(['0.25', '6.00', null])
  })
})
