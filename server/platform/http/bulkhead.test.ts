import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallerGone } from '../db/lost.ts'
import { Bulkhead, type BulkheadLimits } from './bulkhead.ts'

const usual: BulkheadLimits = { most: 4, each: 3, waiting_each: 2, waiting: 5, patience_ms: 60_000 }
/** What has been decided by now, in the order it was asked for. */
const settled = () => new Promise<void>((done) => setImmediate(done))

describe('turns', () => {
  it('one caller has its own few, waits for more, and is refused past its queue; others go on', async () => {
    const bulkhead = new Bulkhead(usual)
    const log: string[] = []
    const ask = (who: string, name: string) =>
      bulkhead.take(who).then(
        (leave) => {
          log.push(`${name} begins`)
          return leave
        },
        (error: { code?: string }) => {
          log.push(`${name} ${error.code}`)
          return () => undefined
        },
      )
    const held = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => ask('a', name))
    await settled()
    expect(log).toEqual(['a1 begins', 'a2 begins', 'a3 begins', 'a6 busy'])
    const other = ask('b', 'b1')
    await settled()
    expect(log.at(-1)).toBe('b1 begins')
    const leave = await held[0]!
    leave()
    leave()
    await settled()
    expect(log.slice(5)).toEqual(['a4 begins'])
    ;(await other)()
    await settled()
    expect(log.slice(6)).toEqual([])
    ;(await held[1]!)()
    await settled()
    expect(log.slice(6)).toEqual(['a5 begins'])
  })

  it('whoever has least under way comes first', async () => {
    const bulkhead = new Bulkhead({ ...usual, most: 2, each: 2 })
    const held = [await bulkhead.take('a'), await bulkhead.take('a')]
    const order: string[] = []
    const waiting = ['a', 'b'].map(async (who) => {
      const leave = await bulkhead.take(who)
      order.push(who)
      leave()
    })
    held[0]!()
    await Promise.all(waiting)
    expect(order).toEqual(['b', 'a'])
  })

  it('a wait too long is refused, and a caller who leaves waits no more', async () => {
    const bulkhead = new Bulkhead({ ...usual, most: 1, each: 1, patience_ms: 5 })
    const leave = await bulkhead.take('a')
    await expect(bulkhead.take('b')).rejects.toMatchObject({ code: 'busy', status: 503 })
    const gone = new AbortController()
    const waiting = bulkhead.take('b', gone.signal)
    gone.abort()
    await expect(waiting).rejects.toBeInstanceOf(CallerGone)
    await expect(bulkhead.take('b', gone.signal)).rejects.toBeInstanceOf(CallerGone)
    leave()
    expect(await bulkhead.take('b')).toBeTypeOf('function')
  })

  it('whatever comes and goes, no limit is passed and no turn is lost', async () => {
    const step = fc.record({ who: fc.constantFrom('a', 'b', 'c'), act: fc.constantFrom('ask', 'ask', 'end', 'leave') })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const bulkhead = new Bulkhead(usual)
        const running: { who: string; end: () => void }[] = []
        let waiting: { who: string; gone: AbortController }[] = []
        for (const { who, act } of steps) {
          if (act === 'ask') {
            const one = { who, gone: new AbortController() }
            waiting.push(one)
            const over = () => {
              waiting = waiting.filter((other) => other !== one)
            }
            void bulkhead.take(who, one.gone.signal).then((end) => {
              over()
              running.push({ who, end })
            }, over)
          } else if (act === 'end') running.shift()?.end()
          else waiting[0]?.gone.abort()
          await settled()
          const of = (name: string, all: readonly { who: string }[]) => all.filter((one) => one.who === name).length
          expect(running.length).toBeLessThanOrEqual(usual.most)
          expect(waiting.length).toBeLessThanOrEqual(usual.waiting)
          for (const name of ['a', 'b', 'c']) {
            expect(of(name, running)).toBeLessThanOrEqual(usual.each)
            expect(of(name, waiting)).toBeLessThanOrEqual(usual.waiting_each)
            // Nobody waits while there is a turn for it.
            if (of(name, waiting) > 0 && of(name, running) < usual.each) expect(running).toHaveLength(usual.most)
          }
        }
      }),
    )
  })
})
