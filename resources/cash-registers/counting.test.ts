/** The arithmetic of a count: what is typed against what it comes to and what the drawer should hold. */
import { describe, expect, it } from 'vitest'
import type { CurrentRegister, RegisterDetail } from '@contract/cash-registers.ts'
import { unreadOf } from '@/kit/form/money-reading.ts'
import {
  amountIn,
  typedCount,
  countRows,
  drawerCurrencies,
  typedSums,
  gapText,
  uncounted,
  isSameCount,
  needsWords,
  nextField,
  pieceName,
  typedCounts,
  typedOf,
} from './counting.ts'

const office: Pick<CurrentRegister, 'denominations' | 'methods'> = {
  denominations: [
    { currency: 'BS', amounts: ['100.00', '20.00', '0.50'] },
    { currency: 'USD', amounts: ['1.00'] },
  ],
  methods: [{ id: 7, name: 'Pago móvil', currency: 'BS' }],
}
const counted: RegisterDetail['counts'] = [
  { currency: 'BS', method_id: null, method_name: null, denomination: '100.00', pieces: 12 },
  { currency: 'BS', method_id: null, method_name: null, denomination: '50.00', pieces: 3 },
  { currency: 'BS', method_id: 7, method_name: 'Pago móvil', denomination: '85.40', pieces: 1 },
  { currency: 'BS', method_id: 9, method_name: 'Zelle viejo', denomination: '1.00', pieces: 1 },
]
const rows = countRows(office, counted)
const row = (key: string) => rows.find((one) => one.key === key)!
const sum = (currency: 'BS' | 'USD', expected: string) => ({
  currency,
  opening: '0.00',
  expected,
  counted: null,
  difference: null,
})

describe('what is counted', () => {
  it('has the largest piece first, methods last, and what was counted once and is no more', () => {
    expect(rows.filter(({ currency }) => currency === 'BS').map(({ name }) => name)).toEqual([
      'Bs 100',
      'Bs 50',
      'Bs 20',
      'Bs 0,50',
      'Pago móvil',
      'Zelle viejo',
    ])
    expect(pieceName('1000.00', 'COP')).toMatch(/1\.000$/)
  })

  it('is read back from its own fields', () => {
    const { counts, wrong } = typedCounts(rows, typedOf(counted))
    expect(wrong).toEqual([])
    expect(counts).toEqual(counted.map(({ method_name: _name, ...one }) => one))
  })

  it('comes to pieces times what each is worth, to the cent', () => {
    expect(amountIn(row('BS:100.00'), '12')).toBe('1200.00')
    expect(amountIn(row('BS:0.50'), '3')).toBe('1.50')
    expect(amountIn(row('BS:0.50'), '1.440')).toBe('720.00')
    expect(amountIn(row('BS:m7'), '85.40')).toBe('85.40')
    expect(amountIn(row('BS:100.00'), '')).toBe('0.00')
  })

  it('is nothing where nothing or zero is typed, and wrong where it is no whole number', () => {
    expect(typedCount(row('BS:100.00'), ' 0 ')).toBeNull()
    expect(typedCount(row('BS:m7'), '0.00')).toBeNull()
    for (const text of ['1,5', 'doce', '-3', '1000001', '5.000'])
      expect(typedCount(row('BS:100.00'), text)).toBe('wrong')
    expect(typedCount(row('BS:m7'), unreadOf('12.50'))).toBe('wrong')
    expect(typedCounts(rows, { 'BS:20.00': 'x', 'USD:1.00': '4' })).toEqual({
      counts: [{ currency: 'USD', method_id: null, denomination: '1.00', pieces: 4 }],
      wrong: [row('BS:20.00')],
    })
  })

  it('is the same however its empty fields are kept', () => {
    expect(isSameCount({ a: '1', b: ' ' }, { a: ' 1' })).toBe(true)
    expect(isSameCount({ a: '1' }, { a: '2' })).toBe(false)
  })
})

describe('a difference', () => {
  const { counts } = typedCounts(rows, { 'BS:100.00': '1', 'BS:m7': '10.50', 'USD:1.00': '3' })
  const sums = typedSums([sum('BS', '115.50'), sum('USD', '2.00')], counts)

  it('is what is typed, by all methods, less what should be there, each currency by itself', () => {
    expect(sums.map(({ counted: of, difference }) => [of, difference])).toEqual([
      ['110.50', '-5.00'],
      ['3.00', '1.00'],
    ])
  })

  it('is said in words', () => {
    expect(sums.map(({ difference, currency }) => gapText(difference!, currency))).toEqual([
      'Faltan Bs 5,00',
      'Sobran $ 1,00',
    ])
    expect(gapText('0.00', 'BS')).toBe('Cuadra')
  })

  it('is none before anything is counted, unless nothing should be there', () => {
    const [none, nothing] = typedSums([sum('BS', '115.50'), sum('USD', '0.00')], [])
    expect(uncounted(none!)).toMatchObject({ expected: '115.50', counted: null, difference: null })
    expect(uncounted(nothing!)).toMatchObject({ counted: '0.00', difference: '0.00' })
    expect(uncounted(sums[0]!)).toBe(sums[0])
  })

  it('asks for words beyond what is tolerated, in either direction', () => {
    const tolerated = (bs: string, usd: string) => [
      { currency: 'BS' as const, amount: bs },
      { currency: 'USD' as const, amount: usd },
    ]
    expect(needsWords(sums, tolerated('5.00', '1.00'))).toBe(false)
    expect(needsWords(sums, tolerated('4.99', '1.00'))).toBe(true)
    expect(needsWords(sums, tolerated('5.00', '0.99'))).toBe(true)
    expect(needsWords([sum('BS', '9.00')], [])).toBe(false)
  })
})

it('the currencies of an office stand in their order, with those that are held besides', () => {
  expect(drawerCurrencies(['USD'], [sum('BS', '1.00')])).toEqual(['BS', 'USD'])
})

it('Enter and the arrows go from field to field, and on from the last one', () => {
  expect([0, 1, 2].map((at) => nextField(at, 'Enter', 3))).toEqual([1, 2, 3])
  expect(nextField(0, 'ArrowUp', 3)).toBeNull()
  expect(nextField(2, 'ArrowUp', 3)).toBe(1)
  expect(nextField(1, '5', 3)).toBeNull()
})
