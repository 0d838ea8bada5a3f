import fastify from 'fastify'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { CallerGone, CommitUnknown } from '../db/lost.ts'
import { answerProblems, answerUnheard } from './errors.ts'
import { Problem } from './problem.ts'

async function answerTo(fault: Error) {
  const app = fastify()
  answerProblems(app)
  app.get('/', async () => {
    throw fault
  })
  const { statusCode, headers, body } = await app.inject('/')
  const { code, detail } = JSON.parse(body) as { code: string; detail: string }
  return { status: statusCode, code, detail, again: headers['retry-after'] }
}
const fault = (message: string, more: object = {}) => Object.assign(new Error(message), more)

describe('a database that is away', () => {
  it.each([
    fault('terminating connection due to administrator command', { code: '57P01' }),
    fault('terminating connection because of crash of another server process', { code: '57P02' }),
    fault('the database system is starting up', { code: '57P03' }),
    fault('connection failure', { code: '08006' }),
    fault('sorry, too many clients already', { code: '53300' }),
    fault('cannot execute INSERT in a read-only transaction', { code: '25006' }),
    fault('connect', { code: 'ECONNREFUSED' }),
    fault('write', { code: 'EPIPE' }),
    fault('connect', { code: 'ENOENT', syscall: 'connect' }),
    fault('Connection terminated unexpectedly'),
    fault('Client has encountered a connection error and is not queryable'),
    fault('timeout exceeded when trying to connect'),
    new CallerGone(),
  ])('is unavailable, and says when to ask again: %s', async (one) => {
    expect(await answerTo(one)).toMatchObject({ status: 503, code: 'unavailable', again: '2' })
  })

  it('with a commit on its way is told as not known', async () => {
    const told = await answerTo(new CommitUnknown(new Error('Connection terminated unexpectedly')))
    expect(told).toMatchObject({ status: 503, code: 'unavailable', again: '2' })
    expect(told.detail).toContain('no se sabe si la operación se hizo')
  })
})

describe('other faults', () => {
  it.each([
    [fault('canceling statement due to statement timeout', { code: '57014' }), 503, 'busy', '2'],
    [new Problem('busy', { headers: { 'retry-after': '9' } }), 503, 'busy', '9'],
    [fault('could not extend file', { code: '53100' }), 507, 'disk_full', undefined],
    [fault('write', { code: 'ENOSPC', syscall: 'write' }), 507, 'disk_full', undefined],
    [fault('duplicate key', { code: '23505' }), 409, 'conflict', undefined],
    [fault('deadlock detected', { code: '40P01' }), 409, 'conflict', undefined],
    [fault('relation does not exist', { code: '42P01' }), 500, 'internal', undefined],
    [fault('open', { code: 'ENOENT', syscall: 'open' }), 500, 'internal', undefined],
    [fault('x is not a function'), 500, 'internal', undefined],
  ])('%s', async (one, status, code, again) => {
    const told = await answerTo(one)
    expect([told.status, told.code, told.again]).toEqual([status, code, again])
    expect(told.detail).not.toContain(one.message)
  })
})

/** What a server that has one route says to these bytes. */
async function rawAnswer(sent: string): Promise<string> {
  const app = fastify({ clientErrorHandler: answerUnheard })
  app.get('/', async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const said = await new Promise<string>((resolve) => {
    let all = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(sent))
    socket.setEncoding('utf8').on('data', (some: string) => (all += some))
    socket.on('error', () => undefined).on('close', () => resolve(all))
  })
  await app.close()
  return said
}

describe('what is no request', () => {
  it.each([
    [
      'headers of 64 kB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(65_536)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no HTTP at all', 'hola\r\n\r\n', 400, 'malformed'],
  ])('is answered as every problem is: %s', async (_what, sent, status, code) => {
    const said = await rawAnswer(sent)
    const [head = '', body = ''] = said.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toContain('Content-Type: application/problem+json')
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
    expect(JSON.parse(body)).toMatchObject({ type: `urn:sorteo:problem:${code}`, status, code })
  })
})
