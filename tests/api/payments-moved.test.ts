/**
 * Payments of an agency that hangs from another distributor by now: whom each names stays as it was reported, so each call is
 * tried by everybody on either side, old and new. Outside its reach a creditor knows of the debtor its name and code alone.
 */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AgencyRow } from '../../contract/agencies.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { openRegistry, outcome, type Registry } from './agencies-setup.ts'

/** Of the agency that moved, of whom it owed, above that one, of its new father, of the banca, and of nobody concerned. */
const people = ['movida', 'surena', 'distribuidor', 'esteno', 'banca', 'agencia'] as const
type Person = (typeof people)[number]

let registry: Registry
let agency: AgencyRow
/** Reported before the move, so many that each try has one of its own. */
const waiting: PaymentRow[] = []
const confirmed: PaymentRow[] = []
const receipt_url = `/images/guarded/${'e'.repeat(64)}.png`

beforeAll(async () => {
  registry = await openRegistry()
  const { world, app, created } = registry
  agency = await created({ father_id: world.partner.sur })
  const este = await addPartner(world.db, {
    father_id: world.partner.banca,
    type: 'distribuidor',
    code: 'ESTE',
    name: 'Distribuidor Este',
  })
  await addUser(world.db, { username: 'movida', role: 'ADMIN_TAQUILLA', partner_id: agency.id })
  await addUser(world.db, { username: 'surena', role: 'DISTRIBUIDOR', partner_id: world.partner.sur })
  await addUser(world.db, { username: 'esteno', role: 'DISTRIBUIDOR', partner_id: este })
  await world.db.run(sql`
    INSERT INTO images (hash, content_type, bytes, guarded) VALUES (repeat('e', 64), 'image/png', '\\x00', true)`)
  for (let n = 0; n < people.length * 6; n++) {
    const body = {
      partner_id: agency.id,
      amount: `${n + 1}.00`,
      currency: 'BS' as const,
      paid_on: world.today,
      receipt_url,
    }
    const reply = await app.call(payments.create, { body }, { as: 'movida' })
    expect(reply.status).toBe(201)
    waiting.push(reply.body)
  }
  for (let n = 0; n < people.length; n++) {
    const { id, version } = waiting.pop()!
    const reply = await app.call(payments.confirm, { params: { id }, body: { version } }, { as: 'surena' })
    expect(reply.status).toBe(200)
    confirmed.push(reply.body)
  }
  const moved = await registry.update(agency, { father_id: este })
  expect(outcome(moved)).toBe(200)
})
afterAll(() => registry?.close())
afterEach(() => expectBooksHold(registry.world.db))

const version = ({ version: seen }: PaymentRow) => ({ version: seen })
const at = ({ id }: PaymentRow) => ({ params: { id } })
const calls: Record<string, (as: Person) => Promise<string | number>> = {
  show: async (as) => outcome(await registry.app.call(payments.show, at(waiting[0]!), { as })),
  debt: async (as) => outcome(await registry.app.call(payments.debt, at(waiting[0]!), { as })),
  comments: async (as) => outcome(await registry.app.call(payments.comments, at(waiting[0]!), { as })),
  comment: async (as) =>
    outcome(await registry.app.call(payments.comment, { ...at(waiting[0]!), body: { text: 'Visto' } }, { as })),
  picture: async (as) =>
    outcome(await registry.app.call(payments.picture, { ...at(waiting[0]!), query: { which: 'receipt' } }, { as })),
  update: async (as) => {
    const row = waiting.pop()!
    const { partner_id, amount, paid_on } = row
    const body = { partner_id, amount, currency: 'BS' as const, paid_on, ...version(row) }
    return outcome(await registry.app.call(payments.update, { ...at(row), body }, { as }))
  },
  remove: async (as) => {
    const row = waiting.pop()!
    return outcome(await registry.app.call(payments.remove, { body: { payment_id: row.id, ...version(row) } }, { as }))
  },
  confirm: async (as) => {
    const row = waiting.pop()!
    return outcome(await registry.app.call(payments.confirm, { ...at(row), body: version(row) }, { as }))
  },
  reject: async (as) => {
    const row = waiting.pop()!
    const body = { ...version(row), observation: 'No llegó' }
    return outcome(await registry.app.call(payments.reject, { ...at(row), body }, { as }))
  },
  undo: async (as) => {
    const row = confirmed.pop()!
    const body = { ...version(row), reason: 'Se devolvió' }
    return outcome(await registry.app.call(payments.undo, { ...at(row), body }, { as }))
  },
}
const [seen, none, elsewhere] = [200, 'not_found', 'not_your_side'] as const
/** In the order of `people`. */
const told: Record<string, readonly (string | number)[]> = {
  show: [seen, seen, seen, seen, seen, none],
  debt: [seen, seen, seen, seen, seen, none],
  comments: [seen, seen, seen, seen, seen, none],
  comment: [seen, seen, seen, seen, seen, none],
  picture: [seen, seen, seen, seen, seen, none],
  update: [seen, elsewhere, elsewhere, seen, elsewhere, none],
  remove: [seen, elsewhere, elsewhere, seen, elsewhere, none],
  confirm: [elsewhere, seen, seen, elsewhere, seen, none],
  reject: [elsewhere, seen, seen, elsewhere, seen, none],
  undo: [elsewhere, seen, seen, elsewhere, seen, none],
}

describe('of an agency that moved', () => {
  it.each(Object.keys(told))('%s is answered as on the side that each stood', async (name) => {
    const answers: (string | number)[] = []
    for (const person of people) answers.push(await calls[name]!(person))
    expect(answers).toEqual(told[name])
  })

  it('is listed for both sides, and counted for who decides', async () => {
    const { app } = registry
    const last = waiting[0]!.id
    for (const as of people) {
      const { body } = await app.call(payments.list, { query: { per_page: 500 } }, { as })
      expect([as, body.data.some(({ id }) => id === last)]).toEqual([as, as !== 'agencia'])
    }
    const counted = async (as: Person) => (await app.call(payments.waiting, {}, { as })).body.count
    const left = waiting.length
    expect(left).toBeGreaterThan(0)
    expect([await counted('movida'), await counted('esteno'), await counted('agencia')]).toEqual([0, 0, 0])
    expect(await counted('surena')).toBeGreaterThanOrEqual(left)
  })

  it('tells whom it owed its name and code, and not what it owes now', async () => {
    const { app } = registry
    const shown = await app.call(payments.show, at(waiting[0]!), { as: 'surena' })
    expect(shown.body).toMatchObject({ partner_name: agency.name, partner_code: agency.code })
    const debt = async (as: Person) => (await app.call(payments.debt, at(waiting[0]!), { as })).body
    for (const as of ['surena', 'distribuidor'] as const) expect(await debt(as)).toEqual({ debt: null, after: null })
    for (const as of ['movida', 'esteno', 'banca'] as const) expect((await debt(as)).debt).toMatch(/^-?\d+\.00$/)
  })
})
