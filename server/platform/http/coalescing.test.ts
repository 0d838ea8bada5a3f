import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallerGone } from '../db/lost.ts'
import { Coalescer } from './coalescing.ts'

const settled = () => new Promise<void>((done) => setImmediate(done))
const staying = () => new AbortController().signal

/** Readings that end by hand, each telling its number. */
function book() {
  const under: { end: (how?: Error) => void; signal: AbortSignal }[] = []
  const read = (signal: AbortSignal) =>
    new Promise<number>((resolve, reject) => {
      const number = under.length + 1
      under.push({ signal, end: (how) => (how ? reject(how) : resolve(number)) })
    })
  return { under, read }
}
const free = () => Promise.resolve(() => undefined)

describe('asking together', () => {
  it('five hundred who ask while one is read are answered by the next, which begins when that one has ended', async () => {
    const coalescer = new Coalescer<number>()
    const { under, read } = book()
    const ask = (who: string, key = 'a') => coalescer.read({ key, who, enter: free, read, signal: staying() })
    const first = ask('one')
    await settled()
    const rest = Array.from({ length: 500 }, (_, n) => ask(`user ${n}`))
    const other = ask('one', 'b')
    await settled()
    expect(under.length).toBe(2)
    under[1]!.end()
    expect(await other).toBe(2)
    under[0]!.end()
    expect(await first).toBe(1)
    await settled()
    expect(under.length).toBe(3)
    under[2]!.end()
    expect(new Set(await Promise.all(rest))).toEqual(new Set([3]))
    const later = ask('one')
    await settled()
    under[3]!.end()
    expect(await later).toBe(4)
  })

  it('whose turn does not come holds up nobody else, and all are told why when none comes', async () => {
    const coalescer = new Coalescer<number>()
    const { under, read } = book()
    const never = (signal: AbortSignal) =>
      new Promise<() => void>((_, reject) => signal.addEventListener('abort', () => reject(new CallerGone())))
    const slow = coalescer.read({ key: 'a', who: 'greedy', enter: never, read, signal: staying() })
    let given = 0
    const quick = coalescer.read({
      key: 'a',
      who: 'other',
      enter: () => Promise.resolve(() => (given += 1)),
      read,
      signal: staying(),
    })
    await settled()
    under[0]!.end()
    expect(await Promise.all([slow, quick])).toEqual([1, 1])
    expect(given).toBe(1)
    const refused = () => Promise.reject(new Error('busy'))
    const asked = ['x', 'y'].map((who) => coalescer.read({ key: 'a', who, enter: refused, read, signal: staying() }))
    expect(await Promise.allSettled(asked)).toMatchObject([
      { status: 'rejected', reason: { message: 'busy' } },
      { status: 'rejected', reason: { message: 'busy' } },
    ])
  })

  it('one who leaves takes the answer from nobody; the last one ends the reading, and what fails is told to all and not kept', async () => {
    const coalescer = new Coalescer<number>()
    const { under, read } = book()
    const leaving = [new AbortController(), new AbortController()]
    const asked = leaving.map(({ signal }, n) =>
      coalescer.read({ key: 'a', who: String(n), enter: free, read, signal }),
    )
    const outcomes = Promise.allSettled(asked)
    await settled()
    leaving[0]!.abort()
    expect(under[0]!.signal.aborted).toBe(false)
    leaving[1]!.abort()
    expect(under[0]!.signal.aborted).toBe(true)
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CallerGone) })
    const failing = ['x', 'y'].map((who) => coalescer.read({ key: 'a', who, enter: free, read, signal: staying() }))
    await settled()
    under[1]!.end(new Error('lost'))
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = coalescer.read({ key: 'a', who: 'x', enter: free, read, signal: staying() })
    await settled()
    under[2]!.end()
    expect(await again).toBe(3)
  })

  it('one that all who waited for it left does not let the next begin beside the one before', async () => {
    const coalescer = new Coalescer<number>()
    const { under, read } = book()
    const leaving = new AbortController()
    const ask = (signal: AbortSignal) => coalescer.read({ key: 'a', who: 'x', enter: free, read, signal })
    const first = ask(staying())
    await settled()
    const left = ask(leaving.signal).catch((error: unknown) => error)
    leaving.abort()
    expect(await left).toBeInstanceOf(CallerGone)
    const third = ask(staying())
    await settled()
    expect(under.length).toBe(1)
    under[0]!.end()
    expect(await first).toBe(1)
    await settled()
    under[1]!.end()
    expect(await third).toBe(2)
  })

  it(
    'whenever they come, stay or leave: no answer began before it was asked for, and one ' +
      'reading of a question runs at a time',
    async () => {
      const step = fc.record({
        do: fc.constantFrom('ask' as const, 'ask' as const, 'end' as const, 'fail' as const, 'leave' as const),
        who: fc.integer({ min: 0, max: 12 }),
        busy: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
          const coalescer = new Coalescer<number>()
          let clock = 0
          let running = 0
          const begun: { end: () => void; fail: () => void }[] = []
          const read = (signal: AbortSignal) =>
            new Promise<number>((resolve, reject) => {
              running += 1
              expect(running).toBe(1)
              const at = (clock += 1)
              let over = false
              const ending = (work: () => void) => () => {
                if (over) return
                over = true
                running -= 1
                work()
              }
              const fail = ending(() => reject(new Error('failed')))
              signal.addEventListener('abort', fail)
              begun.push({ end: ending(() => resolve(at)), fail })
            })
          const asked: { leave: () => void; outcome: Promise<void> }[] = []
          for (const { do: what, who, busy } of steps) {
            if (what === 'ask') {
              const leaving = new AbortController()
              const at = (clock += 1)
              const enter = () => (busy ? Promise.reject(new Error('busy')) : free())
              const answer = coalescer.read({ key: 'a', who: String(who), enter, read, signal: leaving.signal })
              asked.push({
                leave: () => leaving.abort(),
                outcome: answer.then(
                  (began) => expect(began).toBeGreaterThan(at),
                  (error: Error) => expect(['busy', 'failed', new CallerGone().message]).toContain(error.message),
                ),
              })
            } else if (what === 'leave') asked[who % Math.max(1, asked.length)]?.leave()
            else begun.at(-1)?.[what]()
            await settled()
          }
          for (let round = 0; round < 4; round++) {
            begun.at(-1)?.end()
            await settled()
          }
          await Promise.all(asked.map(({ outcome }) => outcome))
        }),
        { numRuns: 300 },
      )
    },
  )
})
