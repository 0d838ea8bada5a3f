/** Registrations of other bancas' databases while several do something to them at once. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crossDb } from '../../contract/cross-db.ts'
import { homeCookie } from '../../contract/session.ts'
import { Browser, openTwoBancas, type TwoBancas } from '../api/cross-db-setup.ts'

let two: TwoBancas
beforeAll(async () => {
  two = await openTwoBancas()
})
afterAll(() => two?.close())

async function pair() {
  const [own, remote] = [await two.person(two.here), await two.person(two.there)]
  const browser = new Browser(two.app)
  await browser.enter(own.username)
  return { own, remote, browser }
}
const forget = () => two.here.db.run(sql`DELETE FROM sign_in_failures`)
const outcome = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status < 300 ? String(status) : (problem?.code ?? '')

it('the same registration twenty times at once is one, with both halves', async () => {
  const { own, remote, browser } = await pair()
  const all = await Promise.all(Array.from({ length: 20 }, () => browser.register(remote.username)))
  const made = all.filter(({ status }) => status === 201)
  expect(made).toHaveLength(1)
  const others = all.filter(({ status }) => status !== 201).map(outcome)
  expect(others.filter((code) => !['database_registered', 'too_many_requests'].includes(code))).toEqual([])
  const here = await two.here.db.rows<{ id: string }>(sql`SELECT id FROM user_databases WHERE user_id = ${own.id}`)
  const there = await two.there.db.rows<{ id: string }>(
    sql`SELECT id FROM database_guests WHERE user_id = ${remote.id}`,
  )
  expect([here, there]).toEqual([[{ id: made[0]!.body.id }], [{ id: made[0]!.body.id }]])
  await forget()
})

it('whoever comes in while it is ended is out, or never came in', async () => {
  for (let round = 0; round < 15; round++) {
    const { own, remote, browser } = await pair()
    const { id } = (await browser.register(remote.username)).body
    const [ender, native] = [new Browser(two.app), new Browser(two.app)]
    await ender.enter(own.username)
    await native.enter(remote.username)
    const [change] = await Promise.all([
      browser.change('otra'),
      (round % 2 ? ender : native).call(crossDb.end, { params: { id } }),
    ])
    expect(['200', 'connection_ended', 'foreign_database']).toContain(outcome(change))
    if (change.status === 200) expect(outcome(await browser.me())).toBe('session_expired')
    const open = await two.there.db.rows(sql`
      SELECT 1 FROM session_families WHERE user_id = ${remote.id} AND ended_at IS NULL`)
    // The user's own, who signed in there.
    expect(open).toHaveLength(1)
  }
})

it('passing over and back several times at once leaves sessions that go on, each with its way back', async () => {
  const { own, remote, browser } = await pair()
  await browser.register(remote.username)
  const tabs = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const tab = new Browser(two.app)
      tab.token = browser.token
      await tab.change('otra')
      return tab
    }),
  )
  for (const tab of tabs) {
    expect((await tab.renew()).body.user.username).toBe(remote.username)
    const twice = new Browser(two.app)
    twice.token = tab.token
    for (const [name, value] of tab.cookies) twice.cookies.set(name, value)
    const back = await Promise.all([tab.change('principal'), twice.change('principal')])
    expect(back.map(outcome).filter((code) => code === '200').length).toBeGreaterThan(0)
    // Two that go back at once are given the same, or the later finds itself gone already.
    expect(back.map(outcome).filter((code) => !['200', 'session_expired', 'home_session_over'].includes(code))).toEqual(
      [],
    )
    const went = back[0].status === 200 ? tab : twice
    expect((await went.renew()).body.user.username).toBe(own.username)
    expect(went.cookies.has(homeCookie)).toBe(false)
  }
})
