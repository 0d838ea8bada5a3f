import { beforeEach, describe, expect, it, vi } from 'vitest'
import axios from 'axios'
import type { AxiosRequestConfig } from 'axios'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { endpoint } from '@contract/endpoint.ts'
import { problems, type ProblemCode } from '@contract/problems.ts'
import { session, type SessionUser } from '@contract/session.ts'
import { dropAccessToken, keepAccessToken, readAccessToken } from './access-token.ts'
import { call, download, filenameOf, newOperationKey, ProblemError, urlOf } from './http.ts'
import { serverNow, sessionClosed, sessionOpened, sessionState } from './session-store.ts'

const list = endpoint({
  method: 'GET',
  path: '/things',
  access: rules.signedIn,
  response: z.object({ ok: z.boolean() }),
  summary: 'Lista',
})
const pay = endpoint({
  method: 'POST',
  path: '/things/:id/pay',
  access: rules.signedIn,
  moves_money: true,
  params: z.object({ id: z.number() }),
  body: z.object({ amount: z.string() }),
  response: z.object({ ok: z.boolean() }),
  summary: 'Paga',
})
const file = endpoint({
  method: 'GET',
  path: '/things/export',
  access: rules.signedIn,
  response: 'file',
  summary: 'Archivo',
})
const paying = { params: { id: 7 }, body: { amount: '10.00' } }

const user = { id: 1, username: 'ana', database: 'principal' } as SessionUser
type Answer = { status: number; data: unknown; headers?: Record<string, string> }
const network = vi.spyOn(axios, 'request')
let sent: AxiosRequestConfig[] = []

function problem(code: ProblemCode): Answer {
  return {
    status: problems[code].status,
    data: { type: '', code, ...problems[code], instance: 'urn:sorteo:request:r1' },
  }
}

/** Answers each request by `server`, after a turn of the event loop, as a network does. */
function answerBy(server: (config: AxiosRequestConfig) => Answer): void {
  network.mockImplementation(async (config) => {
    sent.push(config)
    await new Promise((resolve) => setTimeout(resolve, 1))
    return { headers: {}, ...server(config) }
  })
}

const tokenOf = (config: AxiosRequestConfig) => (config.headers as Record<string, string>).Authorization
const keyOf = (config: AxiosRequestConfig) => (config.headers as Record<string, string>)['Idempotency-Key']
const isRefresh = (config: AxiosRequestConfig) => config.url === session.refresh.path
const refreshes = () => sent.filter(isRefresh).length

/** A server whose old token is no longer good and that renews it. */
function renewing(config: AxiosRequestConfig): Answer {
  if (isRefresh(config)) return { status: 200, data: { access_token: 'new', user } }
  return tokenOf(config) === 'Bearer new' ? { status: 200, data: { ok: true } } : problem('session_expired')
}

beforeEach(() => {
  sent = []
  sessionClosed(false)
  sessionOpened(user)
  keepAccessToken('old')
})

describe('a refused token', () => {
  it('is renewed once for fifty calls at the same time, and each call is repeated', async () => {
    answerBy(renewing)
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(list)))
    expect(answers).toEqual(Array(50).fill({ ok: true }))
    expect(refreshes()).toBe(1)
    expect(readAccessToken()).toBe('new')
  })

  it('is not renewed when another tab has done it', async () => {
    answerBy((config) => {
      if (tokenOf(config) === 'Bearer old') keepAccessToken('new')
      return renewing(config)
    })
    await expect(call(list)).resolves.toEqual({ ok: true })
    expect(refreshes()).toBe(0)
  })

  it('repeats the call with the same operation key', async () => {
    answerBy(renewing)
    await call(pay, paying)
    const keys = sent.filter((config) => !isRefresh(config)).map(keyOf)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[0]).toBe(keys[1])
  })

  it('leaves the refresh token to the cookie: the call carries no body', async () => {
    answerBy(renewing)
    await call(list)
    expect(sent.find(isRefresh)?.data).toBeUndefined()
  })
})

describe('the session', () => {
  it.each([500, 502, 503])('goes on when the refresh answers %i', async (status) => {
    answerBy((config) => (isRefresh(config) ? { status, data: null } : problem('session_expired')))
    await expect(call(list)).rejects.toBeInstanceOf(ProblemError)
    expect(sessionState()).toMatchObject({ status: 'authenticated', ended: false })
    expect(readAccessToken()).toBe('old')
  })

  it('goes on when the network fails, during the call or during the refresh', async () => {
    network.mockRejectedValueOnce(new Error('Network Error'))
    await expect(call(list)).rejects.toMatchObject({ body: { code: 'unavailable' }, unanswered: true })
    answerBy((config) => {
      if (isRefresh(config)) throw new Error('Network Error')
      return problem('session_expired')
    })
    await expect(call(list)).rejects.toMatchObject({ body: { code: 'unavailable' } })
    expect(sessionState()).toMatchObject({ status: 'authenticated', ended: false })
    expect(readAccessToken()).toBe('old')
  })

  it('waits for the password when the refresh is refused, then the call goes on with its key', async () => {
    answerBy((config) => (isRefresh(config) ? problem('session_expired') : renewing(config)))
    const waiting = call(pay, paying)
    await vi.waitFor(() => expect(sessionState().ended).toBe(true))
    keepAccessToken('new')
    sessionOpened(user)
    await expect(waiting).resolves.toEqual({ ok: true })
    const keys = sent.filter((config) => !isRefresh(config)).map(keyOf)
    expect(new Set(keys).size).toBe(1)
  })

  it('fails the waiting calls when the person leaves', async () => {
    answerBy((config) => (isRefresh(config) ? problem('session_expired') : renewing(config)))
    const waiting = call(list)
    await vi.waitFor(() => expect(sessionState().ended).toBe(true))
    sessionClosed(true)
    await expect(waiting).rejects.toMatchObject({ body: { code: 'session_expired' } })
  })

  it('is not touched by wrong credentials', async () => {
    answerBy(() => problem('bad_credentials'))
    await expect(call(session.open, { body: { username: 'ana', password: 'x' } })).rejects.toMatchObject({
      body: { code: 'bad_credentials' },
    })
    expect(refreshes()).toBe(0)
    expect(sessionState().ended).toBe(false)
  })
})

describe('a session that went to another banca in another tab', () => {
  const there = 'panama.token'
  const own = 'principal.token'
  /** Long enough for whatever would be sent. */
  const aWhile = () => new Promise((resolve) => setTimeout(resolve, 20))

  beforeEach(() => keepAccessToken(there))

  it('sends nothing of this tab, of no kind, until it is back; then all goes on as this tab’s', async () => {
    answerBy(() => ({ status: 200, data: { ok: true } }))
    const waiting = Promise.all([call(list), call(pay, paying), download(file, {})])
    await aWhile()
    expect(sent).toEqual([])
    expect(sessionState().elsewhere).toEqual({ database: 'panama', moving: false })
    keepAccessToken(own)
    sessionOpened(user)
    await waiting
    expect(sent.map(tokenOf)).toEqual(Array(3).fill(`Bearer ${own}`))
    expect(sessionState().elsewhere).toBeNull()
  })

  it('keeps back what was on its way, and shows it once this tab is its own again', async () => {
    keepAccessToken(own)
    answerBy(() => {
      keepAccessToken(there)
      return { status: 200, data: { ok: true } }
    })
    const shown = vi.fn()
    const waiting = call(list).then(shown)
    await vi.waitFor(() => expect(readAccessToken()).toBe(there))
    await aWhile()
    expect(sent).toHaveLength(1)
    expect(shown).not.toHaveBeenCalled()
    keepAccessToken(own)
    sessionOpened(user)
    await waiting
    expect(shown).toHaveBeenCalledWith({ ok: true })
  })

  it('never repeats a refused call with the other banca’s token', async () => {
    keepAccessToken(own)
    answerBy(() => {
      keepAccessToken(there)
      return problem('session_expired')
    })
    void call(list).catch(() => undefined)
    await vi.waitFor(() => expect(sessionState().elsewhere).not.toBeNull())
    await aWhile()
    expect(sent.map(tokenOf)).toEqual([`Bearer ${own}`])
    expect(sessionState()).toMatchObject({ ended: false, elsewhere: { database: 'panama' } })
    sessionClosed(false)
  })

  it('is not overwritten by a renewal that was on its way', async () => {
    keepAccessToken(own)
    answerBy((config) => {
      if (!isRefresh(config)) return problem('session_expired')
      keepAccessToken(there)
      return { status: 200, data: { access_token: 'principal.renewed', user } }
    })
    void call(list).catch(() => undefined)
    await vi.waitFor(() => expect(readAccessToken()).toBe(there))
    await aWhile()
    expect(readAccessToken()).toBe(there)
    sessionClosed(false)
  })

  it('fails what waits when nobody waits for it any more, and asks to change as the session that there is', async () => {
    answerBy(() => ({ status: 200, data: { ok: true } }))
    const controller = new AbortController()
    const waiting = call(list, {}, { signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await call(list, {}, { as_session: true })
    expect(sent.map(tokenOf)).toEqual([`Bearer ${there}`])
  })
})

describe('a call', () => {
  it('carries the token, the zone and, on reads of who has several bancas, the session’s database', async () => {
    answerBy(() => ({ status: 200, data: { ok: true } }))
    await call(list)
    expect(sent.shift()?.url).toBe('/things')
    sessionOpened({ ...user, many_bancas: true })
    await call(list)
    await call(pay, paying)
    expect(sent[0]).toMatchObject({
      url: '/things?db-identifier=principal',
      headers: { Authorization: 'Bearer old', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    })
    expect(sent[1]?.url).toBe('/things/7/pay')
    expect(keyOf(sent[0]!)).toBeUndefined()
  })

  it('keeps the operation key it is given', async () => {
    answerBy(() => ({ status: 200, data: { ok: true } }))
    const operation_key = newOperationKey()
    await call(pay, paying, { operation_key })
    expect(keyOf(sent[0]!)).toBe(operation_key)
  })

  it('throws the problem that the server answered, with the request id', async () => {
    answerBy(() => problem('forbidden'))
    await expect(call(list)).rejects.toMatchObject({
      body: { code: 'forbidden', detail: problems.forbidden.detail },
      request_id: 'r1',
      statusCode: 403,
    })
  })

  it('tells a page of a proxy by its status', async () => {
    answerBy(() => ({ status: 502, data: '<html>' }))
    await expect(call(list)).rejects.toMatchObject({ body: { code: 'unavailable' }, unanswered: true })
  })

  it('throws AbortError when it is cancelled', async () => {
    const controller = new AbortController()
    network.mockImplementation(async () => {
      controller.abort()
      throw new Error('canceled')
    })
    await expect(call(list, {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('learns the clock of the server', async () => {
    answerBy(() => ({ status: 200, data: { ok: true, server_time: new Date(Date.now() + 3_600_000).toISOString() } }))
    await call(list)
    expect(serverNow().getTime() - Date.now()).toBeGreaterThan(3_590_000)
  })

  it('without a session and without a token fails as what it is', async () => {
    dropAccessToken()
    sessionClosed(false)
    answerBy((config) => (isRefresh(config) ? problem('session_expired') : problem('unauthenticated')))
    await expect(call(list)).rejects.toMatchObject({ body: { code: 'unauthenticated' } })
  })
})

describe('addresses and files', () => {
  it('fill in the path, join lists and leave out what is undefined', () => {
    expect(urlOf(pay, { params: { id: 'a/b' } })).toBe('/things/a%2Fb/pay')
    expect(urlOf(list, { query: { ids: [1, 2], q: undefined, none: [], from: '2026-11-20' } })).toBe(
      '/things?ids=1,2&from=2026-11-20',
    )
  })

  it('answer a blob with its name, and a problem from a blob', async () => {
    const disposition = 'attachment; filename="reporte.xlsx"; filename*=UTF-8\'\'liquidaci%C3%B3n.xlsx'
    answerBy(() => ({ status: 200, data: new Blob(['x']), headers: { 'content-disposition': disposition } }))
    await expect(download(file, {})).resolves.toMatchObject({ filename: 'liquidación.xlsx' })
    const busy = new Blob([JSON.stringify(problem('export_busy').data)])
    answerBy(() => ({ status: 429, data: busy }))
    await expect(download(file, {})).rejects.toMatchObject({ body: { code: 'export_busy' } })
    expect(filenameOf(null)).toBe('descarga')
  })
})
