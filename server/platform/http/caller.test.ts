import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { callerOf, readTrust, SettingError } from './caller.ts'

/** Who a call is taken to be from, by what it says and what is trusted. */
async function caller(trust: string | undefined, forwarded?: string): Promise<string> {
  const app = fastify({ trustProxy: readTrust(trust) ?? false })
  app.get('/', async (request) => callerOf(request))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/', headers, remoteAddress: '10.0.0.9' })).body
}

describe('the caller', () => {
  it.each([
    [undefined, '1.2.3.4', '10.0.0.9'],
    ['0', '1.2.3.4', '10.0.0.9'],
    ['1', undefined, '10.0.0.9'],
    ['1', '1.2.3.4', '1.2.3.4'],
    ['1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    ['2', '9.9.9.9, 1.2.3.4', '9.9.9.9'],
    ['10.0.0.0/8', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
    ['10.0.0.0/8, 1.2.3.4', '9.9.9.9, 1.2.3.4', '9.9.9.9'],
    ['192.168.0.0/16', '1.2.3.4', '10.0.0.9'],
    ['1', 'unknown', '10.0.0.9'],
    ['1', "1.2.3.4'; DROP TABLE x", '10.0.0.9'],
    ['2', '9.9.9.9, x', '10.0.0.9'],
    ['2', 'x, 1.2.3.4', '1.2.3.4'],
    ['1', '2001:db8::7', '2001:db8::7'],
  ])('with TRUST_PROXY=%s, forwarded for %s, is %s', async (trust, forwarded, expected) => {
    expect(await caller(trust, forwarded)).toBe(expected)
  })

  it.each(['true', 'yes', '11', '-1', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '1,proxy.local'])(
    'TRUST_PROXY=%s is refused: it would trust anybody, or nobody knows whom',
    (text) => {
      expect(() => readTrust(text)).toThrow(SettingError)
    },
  )
})
