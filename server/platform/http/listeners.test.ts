/** Many who listen cost one look a round, each is told in a line, and nobody stays who takes nothing or may not. */
import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../db/databases.ts'
import { Listeners, listenerLimits, type Said, type Watched } from './listeners.ts'

/** A database of made-up states: `looks` counts the rounds' statements. */
function database() {
  const moved = new Map<number, string>()
  const places = new Map<string, string>()
  const seen = { looks: 0, broken: false }
  const aside = {
    one: async () => ({ id: 'familia' }),
    rows: async (_query: SQL) => {
      seen.looks += 1
      if (seen.broken) throw new Error('lost')
      return [
        ...[...places].map(([key, state]) => ({ what: 'session', key, state })),
        ...[...moved].map(([key, state]) => ({ what: 'moved', key: String(key), state })),
      ]
    },
  }
  places.set('familia', '1 ROL')
  return { moved, places, seen, database: { key: 'una', reports: { aside } } as unknown as Database }
}

let of: ReturnType<typeof database>
let listeners: Listeners
let closing: AbortController
beforeEach(() => {
  vi.useFakeTimers()
  of = database()
  listeners = new Listeners()
  closing = new AbortController()
})
afterEach(() => {
  closing.abort()
  vi.useRealTimers()
})

const plain: Watched = { name: 'moved', states: () => sql`SELECT 1` }

/** Listens as a user at a place, and writes down what comes. */
async function listen(user_id: number, key = 7, reads = true, watched = plain) {
  const caller = new AbortController()
  const stream = await listeners.listen({
    home: of.database,
    database: of.database,
    access_token: 'una.llave',
    user_id,
    key,
    watched,
    signal: caller.signal,
    closing: closing.signal,
  })
  const heard = { lines: [] as string[], chunks: [] as string[], ended: false }
  if (reads)
    stream.on('data', (chunk: Buffer) => {
      heard.chunks.push(String(chunk))
      heard.lines.push(String(chunk).split('\n')[0]!)
    })
  stream.on('close', () => {
    heard.ended = true
  })
  return { heard, stream, leave: () => caller.abort() }
}
const rounds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)
const moved = (lines: readonly string[]) => lines.filter((line) => line === 'event: movido').length

describe('listeners', () => {
  it('a hundred cost one look a second, and are each told of their own place alone', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, (_, n) => listen(n, n % 2)))
    await rounds(1)
    expect(of.seen.looks).toBe(1)
    expect(all.map(({ heard }) => moved(heard.lines))).toEqual(all.map(() => 1))
    of.moved.set(1, 'otro')
    await rounds(3)
    expect(of.seen.looks).toBe(4)
    expect(all.map(({ heard }) => moved(heard.lines))).toEqual(all.map((_, n) => (n % 2 === 1 ? 2 : 1)))
    for (const { leave } of all) leave()
    await rounds(5)
    expect(of.seen.looks).toBe(4)
  })

  it('are refused past a user’s own few, which are free again when one leaves', async () => {
    const own = await Promise.all(Array.from({ length: listenerLimits.each }, () => listen(1)))
    await expect(listen(1)).rejects.toMatchObject({ code: 'live_busy' })
    await listen(2)
    own[0]!.leave()
    await rounds(1)
    await listen(1)
  })

  it('are refused past the most of a process', async () => {
    await Promise.all(Array.from({ length: listenerLimits.most }, (_, n) => listen(n)))
    await expect(listen(-1)).rejects.toMatchObject({ code: 'live_busy' })
  })

  it('who takes nothing is told nothing more, and let go in the end', async () => {
    const { heard, stream } = await listen(1, 7, false)
    await rounds(10)
    of.moved.set(7, 'otro')
    await rounds(10)
    expect(stream.readableLength).toBeLessThan(64)
    expect(heard.ended).toBe(false)
    await rounds(20)
    expect(heard.ended).toBe(true)
  })

  it('end with their session, with another place of their user, and with the server', async () => {
    const { heard } = await listen(1)
    await rounds(1)
    of.places.set('familia', '2 ROL')
    await rounds(2)
    expect(heard.ended).toBe(true)
    const next = await listen(1)
    await rounds(1)
    of.places.clear()
    await rounds(2)
    expect(next.heard.ended).toBe(true)
    of.places.set('familia', '2 ROL')
    const last = await listen(1)
    closing.abort()
    await rounds(1)
    expect(last.heard.ended).toBe(true)
  })

  it('are told what is said of their place in its order, and only that it moved where that is more than anybody reads', async () => {
    const news = new Map<number, Said[]>()
    const watched: Watched = { name: 'moved', states: () => sql`SELECT 1`, news: async () => news }
    const [own, other] = [await listen(1, 7, true, watched), await listen(2, 8, true, watched)]
    // What the first look finds is no news to whoever has just come.
    news.set(7, [{ name: 'sorteo', data: 0 }])
    await rounds(1)
    news.set(7, [{ name: 'sorteo', data: { n: 1 } }, 'movido'])
    await rounds(1)
    news.set(
      7,
      Array.from({ length: 60 }, (_, n) => ({ name: 'sorteo', data: n })),
    )
    await rounds(1)
    expect(own.heard.chunks.slice(1)).toEqual([
      'event: movido\ndata:\n\n',
      'event: sorteo\ndata: {"n":1}\n\nevent: movido\ndata:\n\n',
      'event: movido\ndata:\n\n',
    ])
    expect(other.heard.chunks.slice(1)).toEqual(['event: movido\ndata:\n\n'])
  })

  it('show a sign of life, and are let go when the database does not answer', async () => {
    const { heard } = await listen(1)
    await rounds(16)
    expect(heard.lines).toEqual([': abierto', 'event: movido', ': latido'])
    of.seen.broken = true
    await rounds(3)
    expect(heard.ended).toBe(false)
    await rounds(4)
    expect(heard.ended).toBe(true)
  })
})
