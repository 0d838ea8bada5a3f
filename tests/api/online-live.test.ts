/** Who listens to today's sales is told of what is sold below it within seconds, of nothing else, and no longer than its session. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { onlineSales } from '../../contract/online-sales.ts'
import { session } from '../../contract/session.ts'
import { startApp } from '../support/app.ts'
import { addUser } from '../support/factories.ts'
import { line, openCounter } from './sale-setup.ts'

const counter = openCounter(({ db, partner }) =>
  addUser(db, { username: 'agente2', role: 'ADMIN_TAQUILLA', partner_id: partner.agencia2 }),
)
let url: string
let draw: number
beforeAll(async () => {
  url = await counter.app.app.listen({ port: 0, host: '127.0.0.1' })
  draw = await counter.world.draw('LOTTO_ACTIVO')
})

/** Listens through a connection of its own. */
async function listen(as: string, at = url) {
  const leaving = new AbortController()
  const token = await counter.app.signInAs(as)
  const reply = await fetch(at + onlineSales.live.path, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const heard = { status: reply.status, type: reply.headers.get('content-type'), moved: 0, ended: false }
  const body = reply.body!.pipeThrough(new TextDecoderStream())
  const read = async () => {
    for await (const text of body) heard.moved += text.split('event: movido').length - 1
  }
  if (reply.ok)
    void read()
      .catch(() => undefined)
      .finally(() => {
        heard.ended = true
      })
  return { heard, leave: () => leaving.abort(), problem: reply.ok ? undefined : await readAll(body) }
}
async function readAll(body: AsyncIterable<string>): Promise<{ code: string }> {
  let text = ''
  for await (const part of body) text += part
  return JSON.parse(text) as { code: string }
}

/** Until it holds, or three seconds have passed. */
async function soon(holds: () => boolean): Promise<boolean> {
  for (const until = Date.now() + 3_000; Date.now() < until && !holds(); ) await sleep(20)
  return holds()
}

describe('listening to today', () => {
  it('tells of a sale below, within three seconds, and nothing of one elsewhere', async () => {
    const [all, own, other] = await Promise.all([listen('banca'), listen('agencia'), listen('agente2')])
    const heard = [all, own, other].map((one) => one.heard)
    expect(heard.map(({ status, type }) => [status, type])).toEqual(heard.map(() => [200, 'text/event-stream']))
    expect(await soon(() => heard.every(({ moved }) => moved === 1))).toBe(true)
    await counter.sell([line(draw, '5')])
    expect(await soon(() => all.heard.moved === 2 && own.heard.moved === 2)).toBe(true)
    await sleep(1_500)
    expect(heard.map(({ moved }) => moved)).toEqual([2, 2, 1])
    for (const { leave } of [all, own, other]) leave()
  })

  it('tells of a sale and an annulment that leave the sums as they were', async () => {
    const sold = await counter.sell([line(draw, '7')])
    const { heard, leave } = await listen('agencia')
    await soon(() => heard.moved === 1)
    await counter.world.db.run(sql`
      WITH one AS (SELECT ctid FROM sales_hours WHERE partner_id = ${counter.world.partner.agencia1} LIMIT 1)
      UPDATE sales_hours s SET sold = sold FROM one WHERE s.ctid = one.ctid`)
    expect(await soon(() => heard.moved === 2)).toBe(true)
    expect(sold.state).toBe('vendido')
    leave()
  })

  it('refuses a user’s fifth screen by name, and takes no turn from anybody', async () => {
    const held = await Promise.all(Array.from({ length: 4 }, () => listen('supervisor')))
    expect(held.map(({ heard }) => heard.status)).toEqual([200, 200, 200, 200])
    const fifth = await listen('supervisor')
    expect([fifth.heard.status, fifth.problem?.code]).toEqual([429, 'live_busy'])
    const reply = await counter.app.call(onlineSales.partner, { query: {} }, { as: 'supervisor' })
    expect(reply.status).toBe(200)
    for (const { leave } of held) leave()
    await sleep(100)
    const again = await listen('supervisor')
    expect(again.heard.status).toBe(200)
    again.leave()
  })

  it('ends when its session does, by signing out or by being taken out', async () => {
    const leaving = await listen('sinhijos')
    await counter.app.call(session.close, {}, { as: 'sinhijos' })
    expect(await soon(() => leaving.heard.ended)).toBe(true)
    counter.app.signInAnew('sinhijos')
    const taken = await listen('sinhijos')
    await counter.world.db.run(sql`UPDATE users SET status = 'inactivo' WHERE username = 'sinhijos'`)
    expect(await soon(() => taken.heard.ended)).toBe(true)
    expect((await listen('taquilla')).problem?.code).toBe('forbidden')
  })

  it('asked by many at once, each is answered for its own, with all that was sold before it asked', async () => {
    const total = async (as: string) => {
      const { status, body } = await counter.app.call(onlineSales.partner, { query: { currency: 'BS' } }, { as })
      return status === 200 ? body.totals.map(({ sold }) => sold).join() : String(status)
    }
    const before = Number(await total('banca'))
    const stray: Promise<string>[] = []
    for (let round = 1; round <= 12; round++) {
      // Readings that begin before the sale and are still under way when it is asked for again.
      stray.push(...['banca', 'supervisor', 'agencia', 'agente2'].map(total))
      await counter.sell([line(draw, String(9 + round))])
      const asked = await Promise.all(
        ['banca', 'supervisor', 'agencia', 'agente2'].flatMap((as) =>
          Array.from({ length: 5 }, async () => [as, await total(as)]),
        ),
      )
      const sum = `${before + round * 10}.00`
      for (const [as, said] of asked) expect([as, said]).toEqual([as, as === 'agente2' ? '' : sum])
    }
    await Promise.all(stray)
  })

  it('does not keep the server from closing, and hears what another instance sells', async () => {
    const second = await startApp(counter.world.pool.options.connectionString!)
    const at = await second.app.listen({ port: 0, host: '127.0.0.1' })
    const { heard } = await listen('distribuidor', at)
    await soon(() => heard.moved === 1)
    await counter.sell([line(draw, '9')])
    expect(await soon(() => heard.moved === 2)).toBe(true)
    const begun = Date.now()
    await second.close()
    expect(await soon(() => heard.ended)).toBe(true)
    // A connection kept open would hold it for more than a minute.
    expect(Date.now() - begun).toBeLessThan(20_000)
  })
})
