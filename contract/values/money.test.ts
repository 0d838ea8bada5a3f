/** Money against exact fractions of whole numbers: every figure the business rounds, it rounds once, half away from zero. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  amount,
  changePercent,
  compare,
  divide,
  formatAmount,
  formatMoney,
  fromCents,
  multiply,
  negate,
  percent,
  percentOf,
  positiveAmount,
  ratioPercent,
  readAmount,
  readWhole,
  subtract,
  toCents,
  type ReadAmount,
} from './money.ts'
import { numberStyles, readPercent } from './amount-text.ts'
import type { Currency } from './currency.ts'
import { readWrittenAmount } from './reading.ts'

/** Hundredths of any amount that travels: 15 digits before the point. */
const cents = fc.bigInt({ min: -(10n ** 17n) + 1n, max: 10n ** 17n - 1n })
/** Hundredths a person may enter: 12 digits before the point. */
const entered = fc.bigInt({ min: 0n, max: 10n ** 14n - 1n })
const decimal = (digits: bigint, decimals: number) => {
  const text = digits.toString().padStart(decimals + 1, '0')
  return decimals ? `${text.slice(0, -decimals)}.${text.slice(-decimals)}` : text
}

/** Is `rounded` the whole number nearest to dividend ÷ divisor, and of two equally near the one away from zero? */
function isHalfUp(rounded: bigint, dividend: bigint, divisor: bigint): boolean {
  const [top, bottom] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor]
  const error = 2n * (rounded * bottom - top)
  const size = error < 0n ? -error : error
  return size < bottom || (size === bottom && (top < 0n ? rounded * bottom <= top : rounded * bottom >= top))
}

describe('exact arithmetic', () => {
  it('writes and reads the same amount', () => {
    fc.assert(
      fc.property(cents, (value) => toCents(fromCents(value)) === value && /^-?\d+\.\d{2}$/.test(fromCents(value))),
    )
  })

  it('adds, subtracts and compares as whole numbers do', () => {
    fc.assert(
      fc.property(
        fc.array(entered, { maxLength: 20 }),
        (values) => toCents(add(...values.map(fromCents))) === values.reduce((sum, value) => sum + value, 0n),
      ),
    )
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        expect(subtract(fromCents(one), fromCents(other))).toBe(fromCents(one - other))
        expect(compare(fromCents(one), fromCents(other))).toBe(one < other ? -1 : one > other ? 1 : 0)
        expect(negate(negate(fromCents(one)))).toBe(fromCents(one))
      }),
    )
  })

  it('reads one decimal or none as the same amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (whole) => toCents(`${whole}`) === whole * 100n && toCents(`${whole}.5`) === whole * 100n + 50n,
      ),
    )
  })

  it.each([
    '',
    '-',
    '.',
    '1.',
    '.5',
    '1.234',
    '1,5',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    'NaN',
    'Infinity',
    '１２',
    `${'9'.repeat(16)}`,
  ])('«%s» is no amount', (text) => {
    expect(() => toCents(text)).toThrow(RangeError)
  })

  it('what is entered is checked before it is counted', () => {
    expect(positiveAmount.safeParse('0.00').success).toBe(false)
    expect(positiveAmount.safeParse('0.01').success).toBe(true)
    expect(positiveAmount.safeParse('tres').error?.issues).toHaveLength(1)
    for (const wrong of ['-1', '1.001', '1e9', `${'9'.repeat(13)}`]) expect(amount.safeParse(wrong).success).toBe(false)
    expect([
      percent.safeParse('100').success,
      percent.safeParse('100.0001').success,
      percent.safeParse('12.5').success,
    ]).toEqual([true, false, true])
  })
})

describe('rounding', () => {
  const factor = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 10n }), fc.integer({ min: 0, max: 6 }))

  it('a product is half-up at the cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }), factor, (value, [digits, decimals]) =>
        isHalfUp(
          toCents(multiply(fromCents(value), decimal(digits, decimals))),
          value * digits,
          10n ** BigInt(decimals),
        ),
      ),
    )
  })

  it('a percentage is half-up at the cent', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        (value, digits) =>
          isHalfUp(toCents(percentOf(fromCents(value), decimal(digits, 4))), value * digits, 1_000_000n),
      ),
    )
  })

  it('an average is half-up at the cent, and there is none of nothing', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 10_000_000 }), (value, parts) =>
        isHalfUp(toCents(divide(fromCents(value), parts)!), value, BigInt(parts)),
      ),
    )
    expect(divide('10.00', 0)).toBeNull()
  })

  it('a ratio is half-up at its last decimal, whatever the sign of the part, and of zero or a loss there is none', () => {
    fc.assert(
      fc.property(
        cents,
        cents.filter((value) => value > 0n),
        fc.integer({ min: 0, max: 4 }),
        (part, whole, decimals) => {
          expect(ratioPercent(fromCents(part), fromCents(-whole), decimals)).toBeNull()
          const text = ratioPercent(fromCents(part), fromCents(whole), decimals)!
          expect(text).toMatch(decimals ? new RegExp(`^-?\\d+\\.\\d{${decimals}}$`) : /^-?\d+$/)
          expect(isHalfUp(BigInt(text.replace('.', '')), part * 100n * 10n ** BigInt(decimals), whole)).toBe(true)
        },
      ),
    )
    expect([ratioPercent('5.00', '0.00'), changePercent('5.00', '0.00')]).toEqual([null, null])
    expect([
      changePercent('150.00', '100.00'),
      changePercent('50.00', '100.00'),
      changePercent('-50.00', '-100.00'),
      changePercent('0.00', '-100.00'),
    ]).toEqual(['50.0', '-50.0', null, null])
  })

  it.each([
    ['0.05', '0.1', '0.01'],
    ['0.04', '0.1', '0.00'],
    ['-0.05', '0.1', '-0.01'],
    ['12.50', '30', '375.00'],
    ['0.33', '0.5', '0.17'],
  ])('%s × %s = %s', (value, by, expected) => {
    expect(multiply(value, by)).toBe(expected)
  })

  it('nothing comes out as a negative zero', () => {
    expect([
      negate('0.00'),
      multiply('-0.01', '0.1'),
      percentOf('-0.01', '1'),
      formatAmount('-0.00'),
      ratioPercent('-0.01', '1000.00'),
    ]).toEqual(['0.00', '0.00', '0.00', '0,00', '0.0'])
  })
})

describe('what people read and write', () => {
  it('what is written is read back as the same amount, never asked about', () => {
    fc.assert(
      fc.property(entered, (value) => {
        expect(readAmount(formatAmount(fromCents(value)))).toEqual({ kind: 'amount', amount: fromCents(value) })
      }),
    )
  })

  it('with its symbol, pasted with spaces, too', () => {
    fc.assert(
      fc.property(entered, fc.constantFrom('BS' as const, 'USD' as const, 'COP' as const), (value, currency) => {
        for (const text of [
          formatMoney(fromCents(value), currency),
          formatMoney(fromCents(value), currency, true),
          ` ${formatAmount(fromCents(value))} `,
        ]) {
          expect(readAmount(text, currency)).toEqual({ kind: 'amount', amount: fromCents(value) })
        }
      }),
    )
  })

  const grouped = (whole: bigint) => whole.toLocaleString('en-US')
  /** The ways people write one amount, and which part of it each writes. */
  const writings: [
    name: string,
    write: (whole: bigint, fraction: string) => string,
    kept: (fraction: string) => string,
  ][] = [
    ['es-VE without grouping', (whole, fraction) => `${whole},${fraction}`, (fraction) => fraction],
    ['a point for decimals', (whole, fraction) => `${whole}.${fraction}`, (fraction) => fraction],
    ['one decimal after a point', (whole, fraction) => `${whole}.${fraction[0]}`, (fraction) => `${fraction[0]}0`],
    ['English grouping', (whole, fraction) => `${grouped(whole)}.${fraction}`, (fraction) => fraction],
    ['English grouping without decimals', (whole) => grouped(whole), () => '00'],
    ['es-VE grouping without decimals', (whole) => grouped(whole).replaceAll(',', '.'), () => '00'],
  ]
  it.each(writings)('%s is never taken in silence for another amount', (_, write, kept) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.integer({ min: 0, max: 99 }), (whole, hundredths) => {
        const fraction = String(hundredths).padStart(2, '0')
        const meant = fromCents(toCents(`${whole}.${kept(fraction)}`))
        const read = readAmount(write(whole, fraction))
        expect(read.kind === 'amount' ? [read.amount] : read.kind === 'ambiguous' ? read.candidates : []).toContain(
          meant,
        )
      }),
    )
  })

  it.each([
    ['1.234,56', '1234.56'],
    ['1234,56', '1234.56'],
    ['1234', '1234.00'],
    ['1.234.567', '1234567.00'],
    ['0,5', '0.50'],
    ['0,500', '0.50'],
    ['1234,500', '1234.50'],
    ['1 234', '1234.00'],
    ['1\u00a0234\u00a0567,5', '1234567.50'],
    ["1'234,50", '1234.50'],
  ])('«%s» is clear', (text, expected) => {
    expect(readAmount(text)).toEqual({ kind: 'amount', amount: expected })
  })

  it.each<[string, string[]]>([
    ['1.234', ['1234.00', '1.23']],
    ['1.500', ['1500.00', '1.50']],
    ['1,500', ['1500.00', '1.50']],
    ['1,234', ['1234.00', '1.23']],
    ['12.50', ['12.50', '1250.00']],
    ['1.5', ['1.50', '15.00']],
    // Nothing but cents: thousands begin with no zero.
    ['0.500', ['0.50']],
    ['0.5', ['0.50']],
    ['1234.500', ['1234.50']],
    ['1,234.56', ['1234.56']],
    ['1 234.50', ['1234.50']],
    ['1,234,567', ['1234567.00']],
  ])('«%s» is asked as %j', (text, candidates) => {
    expect(readAmount(text)).toEqual({ kind: 'ambiguous', candidates })
  })

  it.each<[string, Currency | null, ReadAmount]>([
    ['Bs 1.234,50', 'BS', { kind: 'amount', amount: '1234.50' }],
    ['Bs 12,50', 'BS', { kind: 'amount', amount: '12.50' }],
    ['12,50 Bs.', 'BS', { kind: 'amount', amount: '12.50' }],
    ['$ 12,50', 'USD', { kind: 'amount', amount: '12.50' }],
    ['US$12,50', 'USD', { kind: 'amount', amount: '12.50' }],
    ['12,50 dólares', 'USD', { kind: 'amount', amount: '12.50' }],
    ['$ 10', 'COP', { kind: 'amount', amount: '10.00' }],
    ['COP $ 10', 'COP', { kind: 'amount', amount: '10.00' }],
    ['COP 1.500', 'COP', { kind: 'ambiguous', candidates: ['1500.00', '1.50'] }],
    ['COP 1.500', 'BS', { kind: 'currency', currencies: ['COP'] }],
    ['USD 1.234,50', 'BS', { kind: 'currency', currencies: ['USD'] }],
    ['$ 12,50', 'BS', { kind: 'currency', currencies: ['USD', 'COP'] }],
    ['US$ 12,50', 'COP', { kind: 'currency', currencies: ['USD'] }],
    ['Bs 30', null, { kind: 'currency', currencies: ['BS'] }],
    ['EUR 5', 'USD', { kind: 'invalid' }],
    ['$ 5 USD', 'USD', { kind: 'invalid' }],
  ])('«%s» where amounts are of %s says its currency', (text, of, read) => {
    expect(readAmount(text, of)).toEqual(read)
  })

  it.each([
    '-5',
    '1..2',
    '1,2,3',
    '12,345.6.7',
    'diez',
    '1,23.4',
    '1 000 000 000 000 000',
    '0x1F',
    '1e5',
    '=1+1',
    '.5',
    ',5',
    '12.',
    '10 50',
    '1 5',
    '1 2',
    '1  234',
    '1 234.567',
    '12 34 567',
    '0 500',
    '0.500.000',
    '0.505',
    '1.234,505',
    '$5 $10',
    '5 $ 10',
    '1$5',
  ])('«%s» is not an amount', (text) => {
    expect(readAmount(text, 'USD').kind).toBe('invalid')
  })

  it('figures that are put together are no amount unless they are groups of three', () => {
    const parts = fc.array(fc.nat({ max: 99_999 }).map(String), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(parts, fc.constantFrom(' ', '  ', '\u00a0', ' $ ', ' - ', "'", '/', ';'), (figures, between) => {
        const read = readAmount(figures.join(between), 'USD')
        const [first = '', ...more] = figures
        const grouped = /^[1-9]\d{0,2}$/.test(first) && more.every((one) => one.length === 3)
        const allowed = grouped && [' ', '\u00a0', "'"].includes(between) && figures.join('').length <= 12
        expect(read).toEqual(allowed ? { kind: 'amount', amount: `${figures.join('')}.00` } : { kind: 'invalid' })
      }),
    )
  })

  it('what both styles read, each as another amount, is never taken', () => {
    const text = fc.stringMatching(/^\d{1,4}([., ]\d{1,4}){0,3}$/)
    fc.assert(
      fc.property(text, (figures) => {
        const read = readAmount(figures)
        const [ours, theirs] = numberStyles.map((style) => readWrittenAmount(figures, style, null))
        if (read.kind === 'amount') expect([read.amount, theirs ?? read.amount]).toEqual([ours, ours])
        for (const one of [ours, theirs])
          if (one !== null && read.kind === 'ambiguous') expect(read.candidates).toContain(one)
        if (read.kind === 'invalid') expect([ours, theirs]).toEqual([null, null])
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string, ReadAmount]>([
    ['1440', { kind: 'amount', amount: '1440' }],
    ['1.440', { kind: 'amount', amount: '1440' }],
    ['5,00', { kind: 'amount', amount: '5' }],
    ['5.000', { kind: 'ambiguous', candidates: ['5000', '5'] }],
    ['12.50', { kind: 'ambiguous', candidates: ['1250'] }],
    ['1 5', { kind: 'invalid' }],
    ['5,5', { kind: 'invalid' }],
    ['', { kind: 'empty' }],
  ])('«%s» as a whole number', (text, read) => {
    expect(readWhole(text)).toEqual(read)
  })

  it.each<[string, number, string | null]>([
    ['12', 4, '12'],
    ['12,50 %', 4, '12.5'],
    ['0.0001', 4, '0.0001'],
    ['012', 4, '12'],
    ['1.000', 2, null],
    ['1 2', 4, null],
    ['1%2', 4, null],
    ['% 12', 4, null],
    ['12 % %', 4, null],
    ['1.000,5', 4, null],
    ['-1', 4, null],
  ])('«%s» as a percentage of %d decimals is %s', (text, decimals, percentage) => {
    expect(readPercent(text, decimals)).toBe(percentage)
  })

  it('nothing typed is nothing, and whatever is typed is never a fault', () => {
    expect(readAmount('  ')).toEqual({ kind: 'empty' })
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readAmount(text)
        for (const value of read.kind === 'amount' ? [read.amount] : read.kind === 'ambiguous' ? read.candidates : [])
          expect(amount.safeParse(value).success).toBe(true)
      }),
    )
  })

  it.each([
    ['1234.5', '1.234,50'],
    ['-1234567.89', '−1.234.567,89'],
    ['999.99', '999,99'],
    ['0', '0,00'],
  ])('%s is written %s', (value, expected) => {
    expect(formatAmount(value)).toBe(expected)
  })
  it('a symbol stands before, and its sign before it', () => {
    expect([formatMoney('-10.00', 'BS'), formatMoney('10.00', 'COP', true), formatMoney('10.00', 'COP')]).toEqual([
      '−Bs 10,00',
      'COP $ 10,00',
      '$ 10,00',
    ])
  })
})
