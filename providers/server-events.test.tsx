/** A stream is of this tab's banca, as every call is: it is not opened with the token of another. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rules } from '@contract/access/rules.ts'
import { endpoint } from '@contract/endpoint.ts'
import type { SessionUser } from '@contract/session.ts'
import { keepAccessToken } from './access-token.ts'
import { streamOf } from './server-events.ts'
import { sessionClosed, sessionOpened, sessionState } from './session-store.ts'

const live = endpoint({
  method: 'GET',
  path: '/things/live',
  access: rules.signedIn,
  response: 'events',
  summary: 'Movimientos',
})
const user = { id: 1, username: 'ana', database: 'principal', many_bancas: true } as SessionUser
const asked = vi.spyOn(globalThis, 'fetch')
const stream = streamOf('things', live, () => undefined)

beforeEach(() => {
  asked.mockReset().mockImplementation(async () => new Response(new ReadableStream()))
  sessionOpened(user)
})
afterEach(() => {
  stream.leave()
  sessionClosed(false)
})

it('waits until the session is back, and then says whose it is', async () => {
  keepAccessToken('panama.token')
  stream.join()
  await vi.waitFor(() => expect(sessionState().elsewhere?.database).toBe('panama'))
  expect(asked).not.toHaveBeenCalled()
  keepAccessToken('principal.token')
  sessionOpened(user)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  const [address, init] = asked.mock.calls[0]!
  expect(address).toBe('/things/live?db-identifier=principal')
  expect(init?.headers).toMatchObject({ Authorization: 'Bearer principal.token' })
})
