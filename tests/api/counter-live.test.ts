/** A seller's counter hears within a moment what made its catalogue old, by the draw's name where it is a draw, and nothing of others. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { counter as calls, drawNews, type DrawNews } from '../../contract/counter.ts'
import { session } from '../../contract/session.ts'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import { addUser } from '../support/factories.ts'
import { animal, openCounter } from './sale-setup.ts'

const counter = openCounter(({ db, partner }) =>
  addUser(db, { username: 'agente2', role: 'ADMIN_TAQUILLA', partner_id: partner.agencia2 }),
)
let url: string
let draw: number
beforeAll(async () => {
  url = await counter.app.app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  draw = await counter.world.draw('LOTTO_ACTIVO')
})

/** Listens through a connection of its own: how often something moved, and what was said. */
async function listen(as: string) {
  const leaving = new AbortController()
  const token = await counter.app.signInAs(as)
  const reply = await fetch(url + calls.live.path, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  const heard = { status: reply.status, moved: 0, said: [] as DrawNews[], ended: false, code: '' }
  if (!reply.ok) heard.code = ((await reply.json()) as { code: string }).code
  const read = async () => {
    let text = ''
    for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('event: movido')) heard.moved += 1
        const said = /^event: sorteo\ndata: (.*)$/.exec(event)
        if (said) heard.said.push(drawNews.parse(JSON.parse(said[1]!)))
      }
    }
  }
  if (reply.ok)
    void read()
      .catch(() => undefined)
      .finally(() => {
        heard.ended = true
      })
  return { heard, leave: () => leaving.abort() }
}
async function soon(holds: () => boolean): Promise<boolean> {
  for (const until = Date.now() + 3_500; Date.now() < until && !holds(); ) await sleep(20)
  return holds()
}
/** Those who listen and have heard that the first look was taken. */
async function listening(...names: string[]) {
  const all = await Promise.all(names.map(listen))
  expect(await soon(() => all.every(({ heard }) => heard.moved === 1))).toBe(true)
  return { all: all.map(({ heard }) => heard), leave: () => all.forEach((one) => one.leave()) }
}
const run = (query: Parameters<typeof counter.world.db.run>[0]) => counter.world.db.run(query)
const turns = ({ said }: { said: DrawNews[] }) => said.map(({ draw_id, turn }) => [draw_id, turn])

describe('a counter that listens', () => {
  it('hears that a draw was suspended and lifted, that it closes at another time, and its result', async () => {
    const { all, leave } = await listening('taquilla', 'agencia', 'lejana')
    const expected: [number, DrawNews['turn']][] = []
    const hears = async (turn: DrawNews['turn']) => {
      expected.push([draw, turn])
      await soon(() => all.every(({ said }) => said.length >= expected.length))
      expect(all.map(turns)).toEqual(all.map(() => expected))
    }
    const { body } = await counter.app.call(
      suspendedDraws.create,
      { body: { draw_id: draw, mode: 'devolver', reason: 'No se realizó' } },
      { as: 'banca' },
    )
    await hears('suspendido')
    expect(all[0]!.said[0]).toMatchObject({ product_name: 'Lotto Activo', turn: 'suspendido' })
    await counter.app.call(suspendedDraws.remove, { params: { id: body.id } }, { as: 'banca' })
    await hears('reanudado')
    await run(sql`UPDATE draws SET closes_at = now() + interval '5 minutes' WHERE id = ${draw}`)
    await hears('cierre')
    expect(Date.parse(all[0]!.said.at(-1)!.closes_at) - Date.now()).toBeLessThan(5 * 60_000)
    await run(sql`UPDATE draws SET closes_at = now() - interval '1 second' WHERE id = ${draw}`)
    await hears('cierre')
    await counter.prize(draw, '7')
    await soon(() => all.every(({ said }) => said.at(-1)?.turn === 'resultado'))
    expect(all.map(({ said }) => said.at(-1)?.turn)).toEqual(all.map(() => 'resultado'))
    expect(all.map(({ moved }) => moved)).toEqual([1, 1, 1])
    leave()
  })

  it('hears that draws came and went, and of a polla nothing: that has a counter of its own', async () => {
    const { all, leave } = await listening('taquilla')
    const made = await counter.world.draw('LA_GRANJITA')
    expect(await soon(() => all[0]!.moved === 2)).toBe(true)
    await run(sql`DELETE FROM draws WHERE id = ${made}`)
    expect(await soon(() => all[0]!.moved === 3)).toBe(true)
    await counter.world.draw('POLLA_DEL_DIA')
    await sleep(1_500)
    expect([all[0]!.moved, all[0]!.said]).toEqual([3, []])
    leave()
  })

  it('hears of its own limits, multipliers and products, and those above it, never of another branch’s', async () => {
    const { partner, product } = counter.world
    const { all, leave } = await listening('taquilla', 'agencia', 'vecina', 'lejana', 'agente2')
    const counts = () => all.map(({ moved }) => moved)
    const becomes = async (expected: number[]) => {
      await soon(() => JSON.stringify(counts()) === JSON.stringify(expected))
      expect(counts()).toEqual(expected)
    }
    await run(sql`INSERT INTO partner_limits (partner_id, currency, min_stake) VALUES (${partner.taquilla1}, 'BS', 2)`)
    await becomes([2, 2, 1, 1, 1])
    await run(sql`INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
      VALUES (${partner.agencia2}, ${product('LOTTO_ACTIVO')}, ${animal}, 28)`)
    await becomes([2, 2, 1, 2, 2])
    await run(sql`INSERT INTO partner_products (partner_id, product_id, enabled)
      VALUES (${partner.sur}, ${product('LA_GRANJITA')}, false)`)
    await becomes([3, 3, 2, 2, 2])
    await run(sql`UPDATE product_bet_types SET enabled = false
      WHERE product_id = ${product('LOTTO_ACTIVO')} AND bet_type_id = ${animal}`)
    await becomes([4, 4, 3, 3, 3])
    await run(sql`UPDATE product_bet_types SET enabled = true
      WHERE product_id = ${product('LOTTO_ACTIVO')} AND bet_type_id = ${animal}`)
    await becomes([5, 5, 4, 4, 4])
    // Rules that no catalogue shows: the version is another, what is shown is not.
    await run(sql`INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
      VALUES (${partner.banca}, ${product('LOTTO_ACTIVO')}, ${animal}, 'BS', 5000)`)
    await sleep(1_500)
    expect(counts()).toEqual([5, 5, 4, 4, 4])
    leave()
    for (const table of ['regular_quotas', 'partner_limits', 'partner_multipliers', 'partner_products'])
      await run(sql`DELETE FROM ${sql.raw(table)}`)
  })

  it('is one connection too many at the fifth of its person, and is let in when one leaves', async () => {
    const held = await Promise.all(Array.from({ length: 4 }, () => listen('vecina')))
    expect(held.map(({ heard }) => heard.status)).toEqual([200, 200, 200, 200])
    const fifth = await listen('vecina')
    expect([fifth.heard.status, fifth.heard.code]).toEqual([429, 'live_busy'])
    for (const { leave } of held) leave()
    await sleep(100)
    const again = await listen('vecina')
    expect(again.heard.status).toBe(200)
    again.leave()
  })

  it('is a seller’s: others are refused, and it ends with its session', async () => {
    for (const as of ['banca', 'supervisor', 'distribuidor', 'polla'])
      expect((await listen(as)).heard).toMatchObject({ status: 403, code: 'forbidden' })
    const { all, leave } = await listening('lejana')
    await counter.app.call(session.close, {}, { as: 'lejana' })
    expect(await soon(() => all[0]!.ended)).toBe(true)
    counter.app.signInAnew('lejana')
    leave()
  })
})
