/** The stand-in leaves in the page what the package's own would. */
import fc from 'fast-check'
import { removeCSS as theirRemove, updateCSS as theirUpdate } from 'rc-util/es/Dom/dynamicCSS'
import { expect, it } from 'vitest'
import { removeCSS, updateCSS } from './dynamic-css.ts'

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      key,
      css: fc.constantFrom('', 'a{}', 'b{color:red}'),
      options: fc.record(
        {
          mark: fc.constantFrom('data-css-hash', 'css-hash', 'data-token'),
          prepend: fc.constantFrom<boolean | 'queue'>(true, false, 'queue'),
          priority: fc.integer({ min: -10, max: 5 }),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('remove' as const),
      key,
      options: fc.record({ mark: fc.constantFrom('data-css-hash', 'data-token') }),
    }),
  },
)

it('puts, writes and takes away sheets as the package does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [ours, theirs] = [document.createElement('div'), document.createElement('div')]
      document.body.append(ours, theirs)
      for (const box of [ours, theirs]) box.innerHTML = '<meta><style>.own{}</style>'
      for (const one of steps) {
        if (one.do === 'update') {
          updateCSS(one.css, one.key, { ...one.options, attachTo: ours })
          theirUpdate(one.css, one.key, { ...one.options, attachTo: theirs } as never)
        } else {
          removeCSS(one.key, { ...one.options, attachTo: ours })
          theirRemove(one.key, { ...one.options, attachTo: theirs } as never)
        }
      }
      expect([...ours.children].map((node) => node.outerHTML)).toEqual(
        [...theirs.children].map((node) => node.outerHTML),
      )
      ours.remove()
      theirs.remove()
    }),
    { numRuns: 300 },
  )
})
