/** Of a banca of Panama nobody decides a movement from above: no kind asks for it, and the screens of it are nobody's. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { outcomes } from '../../contract/outcomes.ts'
import { transactions } from '../../contract/transactions.ts'
import { expectBooksHold } from '../support/holds.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill({ country: 'PA' })
  await till.open('taquilla1')
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

it('no kind asks for approval, and one that did is not asked', async () => {
  const refused = async (body: object, as: string) => {
    const { problem } = await till.app.call(
      outcomes.createType,
      { body: { direction: 'egreso', ...body } as never },
      { as },
    )
    return [problem?.code, problem?.errors?.[0]?.path]
  }
  expect(await refused({ name: 'Viaje', needs_approval: true }, 'agencia')).toEqual(['invalid', 'needs_approval'])
  expect(await refused({ name: 'Viaje', borne_by: 'banca' }, 'banca')).toEqual(['invalid', 'borne_by'])
  await till.world.db.run(
    sql`UPDATE expenditure_types SET needs_approval = true, borne_by = 'banca' WHERE id = ${till.type.egreso_banca}`,
  )
  const { body } = await till.outcome({ type_id: till.type.egreso_banca })
  expect(body.state).toBe('registrado')
  expect(await till.held('taquilla1', 'egresos', 'BS', till.type.egreso_banca)).toBe('100.00')
})

it('nobody decides', async () => {
  for (const as of ['banca', 'agencia'])
    expect((await till.app.call(transactions.list, { query: {} }, { as })).status).toBe(403)
})
