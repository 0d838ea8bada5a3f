/** Offices that are removed, moved and switched off while their agency sells at them: no ticket is ever without its office. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { trials } from '../support/length.ts'
import { line, openRush, type Rush } from './rush.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
  await rush.app.signInAs('agencia')
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})

const rounds = Math.max(10, trials)
let count = 0
async function office(): Promise<number> {
  count += 1
  const body = {
    name: `Taquilla Carrera ${count}`,
    code: `CAR-${count}`,
    father_id: rush.world.partner.agencia1,
    currencies: ['BS' as const],
  }
  const reply = await rush.app.call(ticketOffices.create, { body }, { as: 'banca' })
  expect([reply.status, reply.problem?.detail]).toEqual([201, undefined])
  return reply.body.id
}
const codeOf = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status === 201 ? 'sold' : problem?.code
const soldAt = async (id: number) =>
  (await rush.world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets WHERE office_id = ${id}`))!.n
const father = async (id: number) =>
  (await rush.world.db.one<{ father_id: number }>(sql`SELECT father_id FROM partners WHERE id = ${id}`))?.father_id

it('an office that sells at the instant it is removed stays, switched off; one that is gone sold nothing', async () => {
  const { world, app, sell } = rush
  const draw = await world.draw('LOTTO_ACTIVO')
  const seen = new Set<unknown>()
  for (let n = 0; n < rounds; n++) {
    const id = await office()
    const [removed, ...sales] = await Promise.all([
      app.call(ticketOffices.remove, { params: { id } }, { as: 'banca' }),
      ...Array.from({ length: 4 }, () => sell([line(draw, '7', '1.00')], 'agencia', { office_id: id })),
    ])
    expect(removed.status).toBe(200)
    // One that had its rules in mind finds the accounts gone: a conflict, of which nothing is kept.
    for (const sale of sales) expect(['sold', 'not_found', 'office_inactive', 'conflict']).toContain(codeOf(sale))
    const sold = sales.filter(({ status }) => status === 201).length
    expect(await soldAt(id)).toBe(sold)
    expect((await father(id)) === undefined).toBe(removed.body.result === 'eliminada')
    if (sold > 0) expect(removed.body.result).toBe('desactivada')
    seen.add(removed.body.result)
  }
  expect(seen.size).toBeGreaterThan(0)
})

it('an office that sells at the instant it is moved is moved unsold, or stays', async () => {
  const { world, app, sell } = rush
  const draw = await world.draw('LOTTO_ACTIVO')
  const { agencia1, agencia2 } = world.partner
  for (let n = 0; n < rounds; n++) {
    const id = await office()
    const row = (await app.call(ticketOffices.show, { params: { id } }, { as: 'banca' })).body
    const body = { ...(stripUnknown(ticketOffices.update.body!, row) as object), father_id: agencia2 } as never
    const [moved, sale] = await Promise.all([
      app.call(ticketOffices.update, { params: { id }, body }, { as: 'banca' }),
      sell([line(draw, '8', '1.00')], 'agencia', { office_id: id }),
    ])
    const outcome = [moved.status === 200 ? 'moved' : moved.problem.code, codeOf(sale)]
    expect(['moved not_found', 'moved sold', 'office_sold sold']).toContain(outcome.join(' '))
    expect(await father(id)).toBe(moved.status === 200 ? agencia2 : agencia1)
    // What was sold hangs where the office does, at every level.
    const uneven = await world.db.rows(sql`
      SELECT h.partner_id FROM sales_hours h WHERE h.partner_id = ${id}
        AND NOT EXISTS (
          SELECT 1
          FROM sales_hours up
          WHERE up.partner_id = (SELECT father_id FROM partners WHERE id = ${id}) AND up.day = h.day
        )`)
    expect(uneven).toEqual([])
    if (moved.status === 200 && sale.status === 201) throw new Error('an office that sold has moved')
  }
})

it('two moves of two offices at once wait for each other and never in a circle', async () => {
  const { world, app } = rush
  const move = async (id: number, to: number) => {
    const row = (await app.call(ticketOffices.show, { params: { id } }, { as: 'banca' })).body
    const body = { ...(stripUnknown(ticketOffices.update.body!, row) as object), father_id: to } as never
    return (await app.call(ticketOffices.update, { params: { id }, body }, { as: 'banca' })).status
  }
  const ids = [await office(), await office(), await office(), await office()]
  expect(await Promise.all(ids.map((id) => move(id, world.partner.agencia2)))).toEqual([200, 200, 200, 200])
})

it('many at once by two people end alike, whatever each presses', async () => {
  const { app } = rush
  const ids = [await office(), await office(), await office(), await office()]
  for (let n = 0; n < 4; n++) {
    const press = (action: 'activate' | 'deactivate', of: number[]) =>
      app.call(ticketOffices.bulk, { body: { action, ids: of } }, { as: 'banca' })
    const replies = await Promise.all([
      press('activate', ids),
      press('deactivate', [...ids].reverse()),
      press('activate', ids),
      press('deactivate', ids),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(replies.flatMap(({ body }) => body.data).filter(({ done }) => !done)).toEqual([])
  }
})

it('the books agree, and nobody waited in a circle', async () => {
  expect(await rush.world.run((tx) => verifyBooks(tx))).toEqual([])
  deadlocks = await rush.finish()
  expect(deadlocks).toBe(0)
})
