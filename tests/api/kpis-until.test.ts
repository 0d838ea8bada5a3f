/** What a past day had sold until a minute: added to minute by minute, and never stale. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { kpisRoutes } from '../../server/entities/kpis/routes.ts'
import { lockTree, moveSubtree } from '../../server/rules/tree/tree.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let tickets: { day: string; id: string }[]

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, before, sell } = past
  const draw = await world.draw('LOTTO_ACTIVO')
  const other = await world.draw('LA_GRANJITA')
  tickets = []
  for (const [n, time] of ['09:00', '14:04', '14:05', '14:06', '20:00'].entries()) {
    tickets.push(
      await sell(
        before,
        time,
        n % 2 ? 'taquilla1' : 'taquilla3',
        'BS',
        [
          { draw, number: String(n + 1), stake: `${n + 1}.01` },
          { draw: other, number: String(n + 1), stake: `${n * 10 + 1}.50` },
        ],
        n,
      ),
    )
  }
})
afterAll(async () => {
  await past?.world.close()
  await database?.drop()
})

type Key = keyof Past['world']['partner']

/** Both breakdowns at an instant a week later, each added up, against the lines themselves. */
async function check(partner: Key, time: string, product?: string): Promise<string> {
  const { world, day, before, at, contextOf, counted } = past
  const partner_id = world.partner[partner]
  const context = contextOf(partner_id, at(day, time, 15_000))
  const product_id = product && world.product(product)
  const query = { from: day, to: day, currency: 'BS', compare: 'mismo-dia-semana', product_id } as never
  const { sold } = await counted({
    partner_id,
    currency: 'BS',
    from: before,
    to: before,
    until: at(before, time),
    ...(product_id && { product_id }),
  })
  for (const call of [kpisRoutes.salesByProduct, kpisRoutes.salesByBetTypes, kpisRoutes.salesByPartner]) {
    const { data } = await call(context, { params: {}, body: {}, query })
    expect(add('0', ...data.map((row) => row.previous_sold ?? '0'))).toBe(sold)
  }
  return sold
}

it('goes forwards, stands still and goes back', async () => {
  const seen: string[] = []
  for (const time of ['08:59', '14:05', '14:06', '14:06', '14:07', '14:05', '23:59', '00:00'])
    seen.push(await check('banca', time))
  expect(new Set(seen).size).toBe(5)
  for (const partner of ['norte', 'agencia1', 'taquilla3'] as const)
    for (const time of ['14:05', '14:07']) await check(partner, time, 'LA_GRANJITA')
})

it('notices an annulment among the minutes already counted', async () => {
  const before = await check('banca', '14:07')
  await past.annul(tickets[1]!)
  expect(await check('banca', '14:07')).not.toBe(before)
  await check('banca', '14:07', 'LOTTO_ACTIVO')
  await check('agencia1', '14:08', 'LA_GRANJITA')
})

it('notices an agency that moved inside the branch, which changes no total of it', async () => {
  const { world } = past
  const { agencia1, norte, sur } = world.partner
  const byDependant = async () => {
    const context = past.contextOf(norte, past.at(past.day, '14:09'))
    const product_id = world.product('LOTTO_ACTIVO')
    const query = { from: past.day, to: past.day, currency: 'BS', compare: 'mismo-dia-semana', product_id }
    const { data } = await kpisRoutes.salesByPartner(context, { params: {}, body: {}, query: query as never })
    return Object.fromEntries(data.map((row) => [row.partner_id, row.previous_sold]))
  }
  const before = await byDependant()
  expect(Object.keys(before)).toContain(String(sur))
  await world.run(async (tx) => {
    await lockTree(tx, 'move')
    await tx.run(sql`UPDATE partners SET father_id = ${norte} WHERE id = ${agencia1}`)
    await moveSubtree(tx, { partner_id: agencia1, from: sur, to: norte })
  })
  const { [sur]: ofSur, ...others } = before
  expect(await byDependant()).toEqual({ ...others, [agencia1]: ofSur })
})

it('keeps one banca apart from another', async () => {
  const elsewhere = await createDatabase()
  const other = await createPast(elsewhere.url)
  try {
    const context = other.contextOf(other.world.partner.banca, other.at(other.day, '14:07'))
    const { data } = await kpisRoutes.salesByProduct(context, {
      params: {},
      body: {},
      query: { from: other.day, to: other.day, currency: 'BS', compare: 'mismo-dia-semana' } as never,
    })
    expect(data).toEqual([])
    expect(addDays(other.before, 7)).toBe(past.day)
    expect(await other.world.db.one(sql`SELECT count(*)::int AS sold FROM tickets`)).toEqual({ sold: 0 })
  } finally {
    await other.world.close()
    await elsewhere.drop()
  }
})
