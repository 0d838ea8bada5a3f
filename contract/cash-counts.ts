/** What is counted in a drawer: pieces of cash by their denomination, and what came by each other method. */
import { z } from 'zod'
import { id } from './endpoint.ts'
import { currency, type Currency } from './values/currency.ts'
import { add, money, multiply, positiveAmount } from './values/money.ts'

/** Coins and bills that there are, from the largest down: what a drawer is counted with unless its agency says otherwise. */
export const usualDenominations: Readonly<Record<Currency, readonly string[]>> = {
  BS: ['500.00', '200.00', '100.00', '50.00', '20.00', '10.00', '5.00', '1.00', '0.50', '0.25'],
  USD: ['100.00', '50.00', '20.00', '10.00', '5.00', '2.00', '1.00', '0.50', '0.25', '0.10', '0.05', '0.01'],
  COP: [
    '100000.00',
    '50000.00',
    '20000.00',
    '10000.00',
    '5000.00',
    '2000.00',
    '1000.00',
    '500.00',
    '200.00',
    '100.00',
    '50.00',
  ],
}

/** A difference up to this needs no words, unless the agency says otherwise. */
export const usualTolerances: Readonly<Record<Currency, string>> = { BS: '1.00', USD: '0.50', COP: '100.00' }

const count = z.object({
  currency,
  /** Null is cash. */
  method_id: id.nullable().default(null).meta({ description: 'De otro método que efectivo: su monto, una sola vez' }),
  denomination: positiveAmount,
  pieces: z.number({ error: 'Escriba cuántas' }).int().min(1).max(1_000_000).meta({ title: 'Piezas' }),
})
export type Count = z.output<typeof count>
/** As it is kept. */
export const countRow = count.extend({
  method_id: z.number().int().nullable(),
  denomination: money,
  pieces: z.number().int(),
})
/** A drawer has some dozens of denominations and methods. */
export const cashCounts = z.array(count).max(300).meta({ title: 'Conteo' })

export const countOf = ({ denomination, pieces }: Pick<Count, 'denomination' | 'pieces'>) =>
  multiply(denomination, String(pieces))

/** What was counted in a currency, by all methods or by one (null is cash). */
export function countedIn(counted: readonly Count[], of: Currency, method_id?: number | null): string {
  const own = counted.filter((one) => one.currency === of && (method_id === undefined || one.method_id === method_id))
  return add('0.00', ...own.map(countOf))
}

/** What a drawer should hold in a currency and what it does; nothing was counted while it is open. */
export const cashSum = z.object({
  currency,
  opening: money,
  expected: money,
  counted: money.nullable(),
  difference: money.nullable(),
})
export type CashSum = z.infer<typeof cashSum>
