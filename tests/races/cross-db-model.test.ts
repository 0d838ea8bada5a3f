/**
 * A registration through any sequence of what makes and unmakes it, from both sides: after every step its person comes in,
 * or reads there, exactly when the model says so.
 */
import fc from 'fast-check'
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crossDb } from '../../contract/cross-db.ts'
import { modelRuns } from '../support/length.ts'
import { Browser, openTwoBancas, type TwoBancas } from '../api/cross-db-setup.ts'

let two: TwoBancas
beforeAll(async () => {
  two = await openTwoBancas()
})
afterAll(() => two?.close())

const names = ['register', 'endHere', 'endThere', 'password', 'user', 'role', 'here', 'there'] as const
type Step = (typeof names)[number]
/** What is mostly undone as soon as it was seen: else most sequences would stay where nobody comes in. */
const passing: readonly Step[] = ['user', 'role', 'here', 'there']

/** Somebody of here with a user there, and what they may expect. */
class Model {
  private readonly browser: Browser
  private readonly native: Browser
  private readonly remote: { id: number; username: string }
  private id = ''
  private readonly has = { home: false, guest: false, same_password: false }
  private readonly on = { user: true, role: true, here: true, there: true }

  constructor(browser: Browser, native: Browser, remote: Model['remote']) {
    this.browser = browser
    this.native = native
    this.remote = remote
  }

  get comesIn(): boolean {
    return [...Object.values(this.has), ...Object.values(this.on)].every(Boolean)
  }

  async run(step: Step): Promise<void> {
    if (step === 'register') return this.register()
    if (step === 'endHere' || step === 'endThere') return this.end(step === 'endHere' ? 'home' : 'guest')
    if (step === 'password') {
      this.has.same_password = false
      return this.set(sql`password_changed_at = password_changed_at + interval '1 millisecond'`)
    }
    this.on[step] = !this.on[step]
    if (step === 'user') return this.set(sql`status = ${this.on.user ? 'activo' : 'inactivo'}`)
    if (step === 'role') return this.set(sql`role = ${this.on.role ? 'SUPERV_BANCA' : 'DISTRIBUIDOR'}`)
    await two[step].db.run(sql`UPDATE banca SET cross_db = ${this.on[step]}`)
  }

  private async set(change: SQL): Promise<void> {
    await two.there.db.run(sql`UPDATE users SET ${change} WHERE id = ${this.remote.id}`)
  }

  private async register(): Promise<void> {
    const may = Object.values(this.on).every(Boolean) && !this.comesIn
    const { status, body } = await this.browser.register(this.remote.username)
    await two.here.db.run(sql`DELETE FROM sign_in_failures`)
    expect(status === 201).toBe(may)
    if (!may) return
    this.id = body.id
    Object.assign(this.has, { home: true, guest: true, same_password: true })
  }

  private async end(half: 'home' | 'guest'): Promise<void> {
    if (!this.id) return
    const { status } = await (half === 'home' ? this.browser : this.native).call(crossDb.end, {
      params: { id: this.id },
    })
    expect(status).toBe(this.has[half] ? 200 : 404)
    this.has[half] = false
    // The other half of whoever was named goes with one's own; one's own stays, to be seen that it was ended.
    if (half === 'home' && status === 200) this.has.guest = false
  }

  /** Both bancas work with others, for whoever comes next. */
  async leave(): Promise<void> {
    for (const side of ['here', 'there'] as const) if (!this.on[side]) await this.run(side)
  }

  /** Whether they read there, and pass over, now. */
  async look(): Promise<[boolean, boolean]> {
    const query = { 'db-identifier': 'otra' } as never
    const read = await two.app.call(crossDb.enabled, { query }, { token: this.browser.token })
    const visitor = new Browser(two.app)
    visitor.token = this.browser.token
    const change = await visitor.change('otra')
    if (change.status === 200) expect((await visitor.me()).body.user).toMatchObject({ username: this.remote.username })
    return [read.status === 200, change.status === 200]
  }
}

it('after whatever was done, a person comes in exactly when both halves and both bancas say so', async () => {
  const seen = { in: 0, out: 0 }
  const native = new Browser(two.app)
  native.token = await two.app.signInAs('o-banca')
  const taken = fc.record({ step: fc.constantFrom(...names), stays: fc.nat({ max: 3 }).map((n) => n === 0) })
  const sequences = fc.array(taken, { minLength: 4, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(sequences, async (steps) => {
      const [own, remote] = [await two.person(two.here), await two.person(two.there)]
      const browser = new Browser(two.app)
      await browser.enter(own.username)
      const model = new Model(browser, native, remote)
      const check = async () => {
        const expected = model.comesIn
        seen[expected ? 'in' : 'out'] += 1
        expect(await model.look()).toEqual([expected, expected])
      }
      try {
        for (const { step, stays } of [{ step: 'register' as const, stays: true }, ...steps]) {
          await model.run(step)
          await check()
          if (stays || !passing.includes(step)) continue
          await model.run(step)
          await check()
        }
      } finally {
        await model.leave()
      }
    }),
    modelRuns(30),
  )
  expect(Math.min(seen.in, seen.out)).toBeGreaterThan(10)
}, 240_000)
