/** Whoever hands out calls hears first that the server goes; then it refuses in words, and ends what is under way. */
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { Leaving } from './leaving.ts'

it('says that it goes, answers for a while, refuses with a time to come again, and waits for what runs', async () => {
  const app = fastify({ return503OnClosing: false, forceCloseConnections: 'idle' })
  const leaving = new Leaving()
  leaving.attendTo(app)
  let finish = () => undefined as void
  app.get('/slow', () => new Promise((resolve) => (finish = () => resolve('done'))))
  app.get('/quick', () => 'done')
  app.get('/livez', () => 'alive')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = fetch(`${url}/slow`).then((reply) => reply.text())
  let left = false
  const going = leaving.leave(200).then(() => (left = true))
  expect([leaving.isGoing, (await fetch(`${url}/quick`)).status]).toEqual([true, 200])
  await expect.poll(() => fetch(`${url}/quick`).then(({ status }) => status)).toBe(503)
  const refused = await fetch(`${url}/quick`)
  expect([
    refused.headers.get('content-type'),
    refused.headers.get('retry-after'),
    refused.headers.get('connection'),
    ((await refused.json()) as { code: string }).code,
  ]).toEqual(['application/problem+json', '2', 'close', 'unavailable'])
  expect([(await fetch(`${url}/livez`)).status, leaving.closing.aborted, left]).toEqual([200, true, false])
  finish()
  expect(await slow).toBe('done')
  await going
  await app.close()
})
