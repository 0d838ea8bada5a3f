import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@contract/values/dates.ts'
import { fromCents } from '@contract/values/money.ts'
import { isUnread } from '../form/money-reading.ts'
import { fullText, readTypedValue, shownText, typedText, unreadFault, type Valued, type ValueKind } from './values.ts'

const labels = { VENTA: 'Venta', UTILIDAD: 'Utilidad' }
const of = (kind: ValueKind): Valued => ({ kind, ...(kind === 'choice' && { labels }) })
const cents = fc.bigInt({ min: 0n, max: 9_999_999_99n }).map(fromCents)
/** What each kind may hold. */
const values: Record<ValueKind, fc.Arbitrary<string>> = {
  amount: cents,
  multiplier: cents,
  whole: fc.nat({ max: 9_999_999 }).map(String),
  flag: fc.constantFrom('0', '1'),
  percent: fc.nat({ max: 1_000_000 }).map((parts) => String(parts / 10_000)),
  choice: fc.constantFrom('VENTA', 'UTILIDAD'),
  currency: fc.constantFrom('BS', 'USD', 'COP'),
  day: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days)),
  text: fc
    .string({ minLength: 1 })
    .map((text) => text.trim().replace(/^¿+/, ''))
    .filter((text) => text.trim() === text && text !== ''),
}

describe('a value of a sheet', () => {
  it.each(Object.entries(values))('of kind %s comes back from the clipboard as it was', (kind, some) => {
    fc.assert(
      fc.property(some, (value) => {
        expect(readTypedValue(of(kind as ValueKind), typedText(of(kind as ValueKind), value)).value).toBe(value)
      }),
    )
  })

  it('is shown, typed and told each in its way', () => {
    const texts = (one: Valued, value: string) => [shownText(one, value), typedText(one, value), fullText(one, value)]
    expect(texts({ kind: 'amount', currency: 'BS' }, '1234.50')).toEqual(['1.234,50', '1.234,50', 'Bs 1.234,50'])
    expect(texts(of('multiplier'), '6000.00')).toEqual(['6.000', '6000', '× 6.000'])
    expect(texts(of('multiplier'), '30.50')).toEqual(['30,5', '30,5', '× 30,5'])
    expect(texts(of('whole'), '1440')).toEqual(['1.440', '1440', '1.440'])
    expect(texts(of('flag'), '1')).toEqual(['Sí', 'Sí', 'Sí'])
    expect([shownText(of('flag'), null), shownText(of('whole'), null)]).toEqual(['', ''])
  })

  it.each<[ValueKind, string, string | null]>([
    ['whole', '5', '5'],
    ['whole', '5,00', '5'],
    ['whole', '1.440', '1440'],
    ['whole', '', null],
    ['flag', 'Sí', '1'],
    ['flag', 'si', '1'],
    ['flag', 'VERDADERO', '1'],
    ['flag', ' No ', '0'],
    ['flag', 'FALSO', '0'],
    ['flag', '', null],
    ['multiplier', '30,5', '30.50'],
    ['percent', '12,5 %', '12.5'],
    ['percent', '0.0001', '0.0001'],
    ['percent', ' ', null],
    ['choice', 'u', 'UTILIDAD'],
    ['choice', 'VENTA', 'VENTA'],
    ['choice', '', null],
    ['currency', 'Bs.', 'BS'],
    ['currency', '$', 'USD'],
    ['currency', 'pesos', 'COP'],
    ['day', '20/11/2026', '2026-11-20'],
    ['day', '2026-11-05', '2026-11-05'],
    ['day', ' ', null],
    ['text', ' AG-01 ', 'AG-01'],
    ['text', '1.234,50', '1.234,50'],
  ])('%s: «%s» is %s', (kind, typed, value) => {
    expect(readTypedValue(of(kind), typed).value).toBe(value)
  })

  it.each<[ValueKind, string, readonly string[]]>([
    ['whole', '5,5', []],
    ['whole', '12.50', ['1250']],
    ['whole', 'diez', []],
    ['flag', 'quizás', []],
    ['flag', '5', []],
    ['percent', 'doce', []],
    ['percent', '1.000,5', []],
    ['choice', 'nada', []],
    ['multiplier', '12.50', ['12.50', '1250.00']],
    ['multiplier', '6.000', ['6000.00', '6.00']],
    ['multiplier', '10 50', []],
    ['whole', '1 5', []],
    ['whole', '5.000', ['5000', '5']],
    ['percent', '1 2', []],
    ['currency', 'euros', []],
    ['day', '31/02/2026', []],
    ['day', 'ayer', []],
    ['amount', '0.500', ['0.50']],
    ['amount', '$5 $10', []],
  ])('%s: «%s» is never guessed', (kind, typed, candidates) => {
    const { reading, value } = readTypedValue(of(kind), typed)
    expect([isUnread(value), reading.kind === 'ambiguous' ? reading.candidates : []]).toEqual([true, candidates])
    // Neither the cell nor its field changes what was written.
    expect([shownText(of(kind), value), typedText(of(kind), value)]).toEqual([typed, typed])
  })

  it('of another currency is not taken, and says so', () => {
    const bolivars: Valued = { kind: 'amount', currency: 'BS' }
    expect([
      readTypedValue(bolivars, 'Bs 5').value,
      readTypedValue({ ...bolivars, currency: 'COP' }, '$ 5').value,
    ]).toEqual(['5.00', '5.00'])
    expect([readTypedValue(bolivars, 'USD 5').value, unreadFault(bolivars, '¿USD 5')]).toEqual([
      '¿USD 5',
      'Está en dólares y aquí va en bolívares',
    ])
    expect(unreadFault(of('multiplier'), '¿Bs 30')).toBe('Está en bolívares y aquí no va una moneda')
  })

  it('says what to write instead', () => {
    const kinds: ValueKind[] = ['amount', 'multiplier', 'whole', 'flag', 'percent', 'choice', 'currency', 'day']
    expect(kinds.map((kind) => unreadFault(of(kind), '¿x'))).toEqual([
      'Escriba un monto como 1.234,56',
      'Escriba un número como 30 o 30,50',
      'Escriba un número entero como 30',
      'Escriba Sí o No',
      'Escriba un porcentaje como 12 o 12,5',
      'Escriba Venta o Utilidad',
      'Escriba Bolívares, Dólares o Pesos Colombianos',
      'Escriba un día como 20/11/2026',
    ])
  })
})
