/** Of any ticket: what is shown before Enter is what is sent, sums agree, and no text and no order of keys breaks anything. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add } from '@contract/values/money.ts'
import { isBetNumber } from '@contract/values/bet-numbers.ts'
import { counterAt, typeInto } from '../../tests/support/counter-catalogue.ts'
import { changeBasket, newBasket } from './basket.ts'
import { drawById, isOpen, productById } from './draws.ts'
import { readEntry } from './grammar.ts'
import { nextStep } from './next-step.ts'
import { groupsOf, toSend, totalOf } from './ticket.ts'
import type { Basket, BasketAction, CounterContext, NewLine } from './types.ts'

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
const stakeText = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map(String),
  fc.constantFrom('12,50', '1.500,00', '0,5', '12.50', '9999', ''),
)
const number = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map(String),
  digits(2),
  digits(3),
  digits(2).map((two) => `${two},`),
  digits(3).map((three) => `${three},`),
  fc.tuple(digits(3), fc.integer({ min: 1, max: 12 })).map(([three, sign]) => `${three},${sign}`),
  fc.tuple(digits(2), fc.integer({ min: 1, max: 12 })).map(([two, sign]) => `${two},${sign}`),
  digits(2).map((two) => `,${two}`),
  fc.tuple(fc.nat(9), fc.nat(9)).map(([first, last]) => `${first},${last}`),
  fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.nat(9))
    .map(([from, more]) => `${String(from).padStart(3, '0')}-${String(from + more).padStart(3, '0')}`),
  fc.uniqueArray(fc.integer({ min: 1, max: 36 }), { minLength: 3, maxLength: 5 }).map((codes) => codes.join('-')),
  fc.constantFrom('mono', 'leo', '00', '253leo', '25pis'),
)
const entry = fc
  .tuple(fc.array(number, { minLength: 1, maxLength: 3 }), fc.option(stakeText))
  .map(([numbers, stake]) => numbers.join('+') + (stake === null ? '' : `*${stake}`))
const game = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom('', '', '11', '12', '16', '*2', '*'))
const draws = fc
  .tuple(fc.constantFrom('/', '/', '/+', '//'), game, fc.constantFrom('', '', ',12', ',123', ',3'))
  .map(([slash, [key, hour], columns]) => `${slash}${key}${hour}${columns}`)
const text = fc.oneof(
  { weight: 6, arbitrary: entry },
  { weight: 3, arbitrary: draws },
  { weight: 1, arbitrary: stakeText.map((stake) => `*${stake}`) },
  { weight: 1, arbitrary: fc.constantFrom('-', '//', '') },
)
const open = counterAt()
const runs = { numRuns: 400 }

const bet = ({
  draw_id,
  bet_type_id,
  number: played,
  stake,
}: Pick<NewLine, 'draw_id' | 'bet_type_id' | 'number' | 'stake'>) => `${draw_id}|${bet_type_id}|${played}|${stake}`

/** By the catalogue alone: a line is of an open draw, and of a bet that its product offers and takes this number. */
function isSound(line: NewLine, context: CounterContext): boolean {
  const draw = drawById(context, line.draw_id)
  const product = draw && productById(context, draw.product_id)
  const offered = product?.bet_types.find(({ id }) => id === line.bet_type_id)
  if (!draw || !product || !offered) return false
  const codes = new Set(product.symbols.map(({ code }) => code))
  return isOpen(draw, context) && offered.place === line.place && isBetNumber(offered.kind, line.number, codes)
}

it('what was read before Enter is what is sent after it, line for line', () => {
  let lines = 0
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (texts) => {
      let basket = newBasket(open)
      for (const typed of texts) {
        const before = toSend(basket, open).lines.map(bet)
        const reading = readEntry(typed, basket, open)
        const after = changeBasket(basket, { do: 'take', reading }, open)
        const sent = toSend(after, open).lines.map(bet)
        if (reading.kind === 'lines') {
          expect(reading.lines.every((line) => isSound(line, open))).toBe(true)
          expect(sent).toEqual([...before, ...reading.lines.filter(({ stake }) => stake !== null).map(bet)])
          lines += reading.lines.length
        } else if (reading.kind === 'amount') {
          expect(
            after.lines
              .filter(({ stake }, at) => stake !== basket.lines[at]!.stake)
              .every(({ stake, key }) => stake === reading.stake && reading.keys.includes(key)),
          ).toBe(true)
        } else if (reading.kind !== 'back') expect(sent).toEqual(before)
        expect(after.lines.length).toBeLessThanOrEqual(open.catalogue.office.max_lines)
        basket = after
      }
    }),
    runs,
  )
  expect(lines).toBeGreaterThan(500)
})

it('the total is the sum of what is sent, and of its groups', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('10:40', '11:40', '12:44', '19:30'),
      (texts, time) => {
        const { ticket } = typeInto(`${texts.join('↵')}↵`, open)
        const later = counterAt(time)
        const total = totalOf(ticket, later)
        expect(add('0.00', ...toSend(ticket, later).lines.map(({ stake }) => stake))).toBe(total)
        const groups = groupsOf(ticket, later)
        expect(add('0.00', ...groups.filter(({ closed }) => !closed).map(({ subtotal }) => subtotal))).toBe(total)
        expect(groups.flatMap(({ lines }) => lines).length).toBe(ticket.lines.length)
      },
    ),
    runs,
  )
})

const signs = '0123456789*+-/,. abclmnoxñ$%()'
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...signs), maxLength: 14 }),
  fc.string({ maxLength: 20 }),
  text,
)
const someKey = fc.integer({ min: 1, max: 30 }).map(String)
const action: fc.Arbitrary<BasketAction> = fc.oneof(
  fc.record({ do: fc.constant('remove' as const), keys: fc.array(someKey) }),
  fc.record({ do: fc.constant('remove_entry' as const), entry: fc.nat(30) }),
  fc.constantFrom<BasketAction>({ do: 'clear' }, { do: 'clock' }, { do: 'adjust', quoted: null }),
  fc.record({
    do: fc.constant('currency' as const),
    currency: fc.constantFrom('BS' as const, 'USD' as const, 'COP' as const),
  }),
  fc.record({ do: fc.constant('choose' as const), draw_id: fc.integer({ min: 98, max: 1_210 }), only: fc.boolean() }),
  fc.record({
    do: fc.constant('place' as const),
    place: fc.constantFrom('' as const, 'A' as const, 'B' as const, 'C' as const),
  }),
  fc.record({
    do: fc.constant('stake' as const),
    key: someKey,
    stake: fc.option(fc.oneof(fc.string(), fc.constant('10.00'))),
  }),
  fc.record({ do: fc.constant('quick' as const), stake: fc.oneof(fc.string(), fc.constant('10.00')) }),
  fc.record({ do: fc.constant('move' as const), also_closed: fc.array(fc.integer({ min: 100, max: 112 })) }),
)

it('no text, action or hour throws, repeats a key or leaves the catalogue', () => {
  const times = ['07:00', '10:40', '10:56', '16:44', '18:57', '23:30']
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(anyText, action), fc.constantFrom(...times)), { maxLength: 25 }),
      (steps) => {
        let basket: Basket = newBasket(open)
        for (const [step, time] of steps) {
          const context = counterAt(time)
          const next: BasketAction =
            typeof step === 'string' ? { do: 'take', reading: readEntry(step, basket, context) } : step
          if (next.do === 'take' && 'says' in next.reading) expect(next.reading.says).toMatch(/\S/)
          basket = changeBasket(basket, next, context)
          expect(new Set(basket.lines.map(({ key }) => key)).size).toBe(basket.lines.length)
          expect(basket.lines.every((line) => Number(line.key) <= basket.serial && line.entry <= basket.serial)).toBe(
            true,
          )
          const sent = toSend(basket, context)
          const back = changeBasket(basket, { do: 'bring_back', sent }, context)
          expect(back.lines.length).toBe(basket.lines.length + sent.lines.length)
          expect(nextStep(basket, context, null).label).toMatch(/\S/)
        }
      },
    ),
    runs,
  )
})
