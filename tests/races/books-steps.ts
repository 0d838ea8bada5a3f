/** What may happen to the books of a small tree, in any order: the steps of `books-model.test.ts`. */
import fc from 'fast-check'
import { isLong } from '../support/length.ts'

/** In the long run few sequences of many events over twice the weeks: some faults are found by such alone. */
export const weeks = isLong ? 8 : 4

export type Earning = 'venta' | 'premio' | 'comision' | 'vencido' | 'externa' | 'ajuste'
export type Step =
  | { do: 'earn'; what: Earning; at: number; day: number; cents: number }
  | { do: 'settle'; at: number; day: number; hour: number; product: number; rate: number; cents: number; wins: boolean }
  | { do: 'answer'; of: number; by: number; day: number }
  | { do: 'close'; of: number; week: number; over: boolean }
  | { do: 'reopen'; which: number }
  | { do: 'pay'; of: number; up: boolean; gives: boolean; from: boolean; to: boolean; cents: number }
  | { do: 'undo'; which: number }
  | { do: 'assign'; of: number; to: number; which: number; day: number; percent: number }
  | CashStep
/** What people move in drawers and funds beside tickets. */
export type CashStep =
  | { do: 'write'; at: number; what: 'plain' | 'asks' | 'borne'; comesIn: boolean; cents: number }
  | { do: 'decide'; which: number; approves: boolean }
  | { do: 'correct'; which: number; cents: number }
  | { do: 'erase'; which: number }
  | { do: 'give'; at: number; to: number; up: boolean; cents: number }
  | { do: 'take'; which: number; how: 'accepted' | 'refused' | 'back' }
  | { do: 'fund'; of: number; against: 'fund' | 'account' | 'outside'; comesIn: boolean; cents: number }
export type Do<Name extends Step['do']> = Extract<Step, { do: Name }>

const day = fc.integer({ min: 1, max: 7 * weeks })
const cents = fc.integer({ min: 1, max: 100_000 })

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('earn' as const),
      what: fc.constantFrom<Earning>('venta', 'premio', 'comision', 'vencido', 'externa', 'ajuste'),
      at: fc.nat(2),
      day,
      cents,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      at: fc.nat(2),
      day,
      hour: fc.integer({ min: 9, max: 20 }),
      product: fc.nat(1),
      // By their place in `lineRates`: those that carry losses twice as often, for it takes two of them.
      rate: fc.constantFrom(0, 1, 1, 2, 2, 3, 4),
      cents,
      wins: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('answer' as const), of: fc.nat(4), by: fc.nat(3), day }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      of: fc.nat(5),
      week: fc.integer({ min: 1, max: weeks }),
      over: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      of: fc.nat(4),
      up: fc.boolean(),
      gives: fc.boolean(),
      from: fc.boolean(),
      to: fc.boolean(),
      cents,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      of: fc.nat(4),
      to: fc.nat(2),
      which: fc.nat(2),
      day,
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      at: fc.nat(2),
      what: fc.constantFrom('plain' as const, 'asks' as const, 'borne' as const, 'borne' as const),
      comesIn: fc.boolean(),
      cents,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('decide' as const), which: fc.nat(9), approves: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), which: fc.nat(9), cents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      at: fc.nat(2),
      to: fc.nat(3),
      up: fc.boolean(),
      cents,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      which: fc.nat(9),
      how: fc.constantFrom('accepted' as const, 'accepted' as const, 'refused' as const, 'back' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      of: fc.nat(5),
      against: fc.constantFrom('fund' as const, 'account' as const, 'outside' as const, 'outside' as const),
      // Where nothing comes in, nothing is there to be given.
      comesIn: fc.constantFrom(true, true, false),
      cents: fc.integer({ min: 1, max: 500_000 }),
    }),
  },
)
