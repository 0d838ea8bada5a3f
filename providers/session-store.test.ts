import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUser } from '@contract/session.ts'
import {
  receiveMessage,
  onIdentityChange,
  sessionClosed,
  sessionElsewhere,
  sessionEnded,
  sessionOpened,
  sessionState,
} from './session-store.ts'

const ana = { id: 1, database: 'principal', name: 'Ana' } as SessionUser
const restart = vi.fn()

beforeEach(() => {
  restart.mockClear()
  sessionClosed(false)
  sessionOpened(ana)
})

describe('what another tab says', () => {
  it('signing out there signs out here', () => {
    receiveMessage({ event: 'closed' }, restart)
    expect(sessionState()).toMatchObject({ status: 'unauthenticated', user: null })
  })

  it('signing in there as somebody else starts this tab over, where it is', () => {
    receiveMessage({ event: 'opened', id: 2, database: 'principal' }, restart)
    expect(restart.mock.calls).toEqual([[]])
  })

  it('going to another banca there leaves this tab as it is, asking, and coming back lets it go on', async () => {
    receiveMessage({ event: 'opened', id: 1, database: 'panama' }, restart)
    expect(sessionState()).toMatchObject({ user: ana, elsewhere: { database: 'panama', moving: false } })
    const held = sessionElsewhere('panama')
    receiveMessage({ event: 'opened', id: 1, database: 'principal' }, restart)
    await expect(held).resolves.toBe(true)
    expect(sessionState()).toMatchObject({ user: ana, elsewhere: null })
    expect(restart).not.toHaveBeenCalled()
  })

  it('somebody of another banca after this tab was signed out never finds its address', () => {
    receiveMessage({ event: 'closed' }, restart)
    receiveMessage({ event: 'opened', id: 1, database: 'panama' }, restart)
    receiveMessage({ event: 'opened', id: 2, database: 'principal' }, restart)
    expect(restart.mock.calls).toEqual([['/'], [undefined]])
  })

  it('signing out there fails what waits for this banca', async () => {
    const held = sessionElsewhere('panama')
    receiveMessage({ event: 'closed' }, restart)
    await expect(held).resolves.toBe(false)
    expect(sessionState()).toMatchObject({ user: null, elsewhere: null })
  })

  it('signing in there as the same person lets the calls here go on', async () => {
    const waiting = sessionEnded()
    expect(sessionState().ended).toBe(true)
    receiveMessage({ event: 'opened', id: 1, database: 'principal' }, restart)
    await expect(waiting).resolves.toBe(true)
    expect(sessionState().ended).toBe(false)
    expect(restart).not.toHaveBeenCalled()
  })
})

describe('the identity', () => {
  it('changes with the person and the database, not with a refetch', () => {
    const seen = vi.fn()
    const stop = onIdentityChange(seen)
    sessionOpened({ ...ana, name: 'Ana María' })
    expect(seen).not.toHaveBeenCalled()
    sessionOpened({ ...ana, database: 'panama' })
    sessionClosed(false)
    expect(seen.mock.calls.map(([user]) => (user as SessionUser | null)?.database)).toEqual(['panama', undefined])
    stop()
  })

  it('is asked about once, however many calls find the session ended', async () => {
    const all = [sessionEnded(), sessionEnded()]
    sessionClosed(false)
    await expect(Promise.all(all)).resolves.toEqual([false, false])
    await expect(sessionEnded()).resolves.toBe(false)
  })
})
