/** The stand-in answers as the package does, for what it is asked. */
import fc from 'fast-check'
// @ts-expect-error: the package says no types
import theirs from 'lodash-es/isEqual.js'
import { expect, it } from 'vitest'
import isEqual from './is-equal.ts'

const leaf = fc.oneof(
  fc.constantFrom(null, undefined, 0, -0, Number.NaN, '', 'a', true, false, 1),
  fc.date({ noInvalidDate: false }),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}))

it('tells the same values apart', () => {
  fc.assert(
    fc.property(value, value, fc.boolean(), (one, other, same) => {
      const second = same ? structuredClone(one) : other
      expect([one, second, isEqual(one, second)]).toEqual([one, second, theirs(one, second)])
    }),
    { numRuns: 2_000 },
  )
})
