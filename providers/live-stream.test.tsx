/** A stream that is heard, lost, refused and left: what is on screen follows it, and nothing asks more often than it may. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveStream } from './live-stream.ts'

const moving = 'event: movido\ndata:\n\n'
let hidden = false
let streams: ReadableStreamDefaultController<Uint8Array>[]
let stream: LiveStream
let leave = () => undefined as void
const moved = vi.fn()
const said = vi.fn()
const open = vi.fn()
let busy = false

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  hidden = false
  busy = false
  streams = []
  moved.mockReset()
  said.mockReset()
  open.mockReset().mockImplementation(async (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) })
    const at = streams.length - 1
    signal.addEventListener('abort', () => streams[at]!.error(new Error('aborted')))
    return body
  })
  stream = new LiveStream({ open, moved, said, changed: () => undefined, busy: () => busy, unanswered: () => true })
  leave = () => stream.leave()
  stream.join()
})
afterEach(() => {
  leave()
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const say = async (text: string) => {
  streams.at(-1)!.enqueue(new TextEncoder().encode(text))
  await pass(0)
}

describe('a live stream', () => {
  it('is one connection, and tells at most every two seconds, the last movement never lost', async () => {
    stream.join()
    await pass(0)
    await say(': abierto\n\n')
    expect([stream.state.way, moved.mock.calls.length]).toEqual(['live', 0])
    for (const part of [moving, moving, 'event: mov', 'ido\ndata:\n\n']) await say(part)
    expect(moved).toHaveBeenCalledTimes(1)
    await pass(2_000)
    expect(moved).toHaveBeenCalledTimes(2)
    await pass(10_000)
    expect([moved.mock.calls.length, open.mock.calls.length]).toEqual([2, 1])
    stream.leave()
  })

  it('says what an event says, however it comes in parts, and reads again for each', async () => {
    await pass(0)
    for (const part of ['event: sor', 'teo\ndata: {"draw_', 'id":7}\n\n', moving]) await say(part)
    expect(said.mock.calls).toEqual([['sorteo', '{"draw_id":7}']])
    await pass(2_000)
    expect(moved).toHaveBeenCalledTimes(2)
  })

  it('waits while what moved before is being read', async () => {
    busy = true
    await pass(0)
    await say(moving)
    await pass(5_000)
    expect(moved).not.toHaveBeenCalled()
    busy = false
    await pass(300)
    expect(moved).toHaveBeenCalledTimes(1)
  })

  it('is opened again at once when it ends after a while, and when it falls silent', async () => {
    await pass(0)
    await say(moving)
    await pass(6_000)
    streams[0]!.close()
    await pass(0)
    expect([stream.state.way, open.mock.calls.length]).toEqual(['live', 2])
    await say(': latido\n\n')
    await pass(41_000)
    expect([stream.state.way, open.mock.calls.length]).toEqual(['live', 3])
    open.mockRejectedValue(new Error('nobody there'))
    await pass(41_000)
    expect(stream.state.way).toBe('standing')
  })

  it('asks every fifteen seconds where it is refused, and is live again when it is let in', async () => {
    await pass(0)
    open.mockRejectedValue(new Error('refused'))
    streams[0]!.close()
    await pass(0)
    expect(moved).not.toHaveBeenCalled()
    await pass(15_000)
    expect(moved).toHaveBeenCalledTimes(1)
    await pass(15_000)
    expect([moved.mock.calls.length, open.mock.calls.length]).toEqual([2, 3])
  })

  it('hears nothing while the tab is hidden, and ends when nobody looks any more', async () => {
    await pass(0)
    await say(moving)
    hidden = true
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(60_000)
    expect(open).toHaveBeenCalledTimes(1)
    hidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(open).toHaveBeenCalledTimes(2)
    stream.leave()
    stream.join()
    await pass(5_000)
    expect(open).toHaveBeenCalledTimes(2)
    stream.leave()
    leave = () => undefined
    await pass(1_000)
    expect((open.mock.calls[1] as [AbortSignal])[0].aborted).toBe(true)
  })
})
