import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberStyles, type NumberStyle } from './amount-text.ts'
import { currencies, readCurrency } from './currency.ts'
import { formatMoney, fromCents } from './money.ts'
import {
  dayFromParts,
  dayOfSheetNumber,
  isInstant,
  readDay,
  readMoment,
  readMonth,
  readTime,
  readWrittenAmount,
  splitMoment,
} from './reading.ts'

describe('a day', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/11/05', '2026-11-05'],
    ['20261120', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['5-3-26', '2026-03-05'],
    ['05.03.2026', '2026-03-05'],
    ['20 de noviembre de 2026', '2026-11-20'],
    ['Viernes 20/11/2026', '2026-11-20'],
    ['vie., 20-nov-2026', '2026-11-20'],
    ['20-Ago-26', '2026-08-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['Miércoles, 2 de septiembre del 2026', '2026-09-02'],
    ['13/13/2026', null],
    ['31/02/2026', null],
    ['29/02/2028', '2028-02-29'],
    ['20/11', null],
    ['20-11/2026', null],
    ['noviembre', null],
    ['', null],
    ['20112026', null],
  ])('%s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it('is read by the order that is said, where figures alone do not tell', () => {
    expect([readDay('05/11/2026', 'dmy'), readDay('05/11/2026', 'mdy')]).toEqual(['2026-11-05', '2026-05-11'])
    expect([readDay('20/11/2026', 'mdy'), readDay('2026-11-05', 'mdy')]).toEqual([null, '2026-11-05'])
  })

  it('comes in three pieces too', () => {
    expect([
      dayFromParts('5', 'marzo', '26'),
      dayFromParts('31', '4', '2026'),
      dayFromParts('5', '13', '2026'),
      readMonth('Dic.'),
    ]).toEqual(['2026-03-05', null, null, 12])
  })
})

describe('an hour', () => {
  it.each([
    ['13:05', '13:05'],
    ['9:00', '09:00'],
    ['13:05:00', '13:05'],
    ['1:05 pm', '13:05'],
    ['01:05 p. m.', '13:05'],
    ['1:05\u00a0P.M.', '13:05'],
    ['1pm', '13:00'],
    ['12:45 m', '12:45'],
    ['12 m.', '12:00'],
    ['12:30 am', '00:30'],
    ['12:30 pm', '12:30'],
    ['13:00 pm', '13:00'],
    ['13:00 am', null],
    ['1:05 m', null],
    ['13h05', '13:05'],
    ['13:05 hrs', '13:05'],
    ['13', null],
    ['24:00', null],
    ['12:60', null],
    ['mediodía', null],
    ['', null],
  ])('%s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })
})

describe('a date with its hour', () => {
  it('is taken apart', () => {
    expect(splitMoment('20/11/2026 01:05 p. m.')).toEqual({ day: '20/11/2026', time: '01:05 p. m.' })
    expect(splitMoment('2026-11-20T13:05:00')).toEqual({ day: '2026-11-20', time: '13:05:00' })
    expect(splitMoment('20 de noviembre de 2026')).toEqual({ day: '20 de noviembre de 2026', time: '' })
    expect(splitMoment('20/11/2026')).toEqual({ day: '20/11/2026', time: '' })
  })

  it('is read by the clock of the zone where it says how far from Greenwich it is, and as written where not', () => {
    const read = (day: string, time = '') => readMoment(day, time, 'America/Caracas')
    expect(read('2026-11-20T17:05:00Z')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('2026-11-21T03:05:00.000Z')).toEqual({ day: '2026-11-20', time: '23:05' })
    expect(read('2026-11-20T12:05:00-05:00')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('2026-11-20T13:05:00')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('20/11/2026 00:00:00', '1:05 pm')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('20/11/2026', '30/12/1899 13:05:00')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('el viernes', 'tarde')).toEqual({ day: null, time: null })
    expect(isInstant('2026-13-45T25:00Z')).toBe(false)
  })
})

const cents = fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n })

describe('an amount', () => {
  it.each<[string | number, NumberStyle, string | null]>([
    ['1.234', 'es-VE', '1234.00'],
    ['1.234,56', 'es-VE', '1234.56'],
    ['1234,5', 'es-VE', '1234.50'],
    ['Bs. 1.234.567,80', 'es-VE', '1234567.80'],
    ['Bs 12', 'es-VE', '12.00'],
    ['$ 0,500', 'es-VE', '0.50'],
    ['-', 'es-VE', '0.00'],
    ['(1.234,56)', 'es-VE', '-1234.56'],
    ['12,30-', 'es-VE', '-12.30'],
    ['−0,00', 'es-VE', '0.00'],
    // Another style's, or too exact to be money.
    ['12.50', 'es-VE', null],
    ['1,234.56', 'es-VE', null],
    ['1.23,4', 'es-VE', null],
    ['0.500', 'es-VE', null],
    ['0,500', 'international', null],
    ['10 50', 'es-VE', null],
    ['1 5', 'international', null],
    ['1 234,50', 'es-VE', '1234.50'],
    ['1 234.50', 'international', '1234.50'],
    ["1'234.50", 'international', '1234.50'],
    ['$5 $10', 'es-VE', null],
    ['$ 5 USD', 'es-VE', null],
    ['12,50 Bs.', 'es-VE', '12.50'],
    ['$ (1.234,56)', 'es-VE', '-1234.56'],
    ['EUR 5', 'es-VE', null],
    ['1,235', 'es-VE', null],
    ['1.234', 'international', null],
    ['1,234', 'international', '1234.00'],
    ['1,234.56', 'international', '1234.56'],
    ['1234.5', 'international', '1234.50'],
    ['1.234,56', 'international', null],
    ['', 'es-VE', null],
    ['doce', 'es-VE', null],
    ['--1', 'es-VE', null],
    ['(1', 'es-VE', null],
    ['1e3', 'international', null],
    ['9999999999999', 'es-VE', null],
    [1234.56, 'es-VE', '1234.56'],
    [0.1 + 0.2, 'es-VE', '0.30'],
    [1e21, 'es-VE', null],
    [1.005, 'es-VE', null],
    [Number.NaN, 'es-VE', null],
    [-0, 'es-VE', '0.00'],
  ])('%s by %s is %s', (text, style, amount) => {
    expect(readWrittenAmount(text, style, null)).toBe(amount)
  })

  const signs: Record<NumberStyle, [group: string, point: string]> = { 'es-VE': ['.', ','], international: [',', '.'] }

  it.each(numberStyles)('written by %s reads back to the cent, grouped or not, and never as another one', (style) => {
    const [group, point] = signs[style]
    fc.assert(
      fc.property(
        cents,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('', 'Bs ', '$'),
        (value, grouped, short, symbol) => {
          const amount = fromCents(value)
          const [whole = '', fraction = ''] = amount.replace('-', '').split('.')
          const digits = grouped ? whole.replace(/\B(?=(\d{3})+(?!\d))/g, group) : whole
          const decimals = short && fraction === '00' ? '' : point + fraction
          const written = `${value < 0n ? '-' : ''}${symbol}${digits}${decimals}`
          expect(readWrittenAmount(written, style, null)).toBe(amount)
          // By the other style it is the same amount or none: never ten, a hundred or a thousand times as much.
          const other = readWrittenAmount(written, numberStyles.find((one) => one !== style)!, null)
          if (grouped || decimals !== '') expect([amount, null, `${amount.split('.')[0]}.00`]).toContain(other)
        },
      ),
    )
  })

  it('of a spreadsheet is read to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }), (value) => {
        expect(readWrittenAmount(value / 100, 'es-VE', null)).toBe(fromCents(BigInt(value)))
      }),
    )
  })
})

describe('a day of a spreadsheet', () => {
  it.each([
    [46_348, '2026-11-22'],
    [46_348.75, '2026-11-22'],
    [29_221, '1980-01-01'],
    [0, null],
    [20_261_122, null],
    [Number.NaN, null],
  ])('%d is %s', (serial, day) => {
    expect(dayOfSheetNumber(serial)).toBe(day)
  })
})

describe('an amount with its currency', () => {
  it.each(currencies)(
    'as this program writes it in %s is read back, with either sign, and by no other currency',
    (currency) => {
      fc.assert(
        fc.property(cents, fc.boolean(), (value, clear) => {
          const written = formatMoney(fromCents(value), currency, clear)
          for (const of of currencies) {
            const shares = of === currency || (written.includes('$') && !written.includes('COP') && of !== 'BS')
            expect(readWrittenAmount(written, 'es-VE', of)).toBe(shares ? fromCents(value) : null)
          }
        }),
      )
    },
  )
})

describe('a currency', () => {
  it.each([
    ['Bs.', 'BS'],
    ['VES', 'BS'],
    ['Bolívares', 'BS'],
    ['US$', 'USD'],
    ['dólares', 'USD'],
    ['Pesos Colombianos', 'COP'],
    ['EUR', null],
    ['', null],
  ])('%s is %s', (text, currency) => {
    expect(readCurrency(text)).toBe(currency)
  })
})
