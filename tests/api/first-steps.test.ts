/** What a first sale still needs: each step is done by the fact it names, within the reach of who asks, and only while the fact holds. */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { firstStepCalls } from '../../contract/first-steps.ts'
import { tickets } from '../../contract/tickets.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { animal, line, openCounter } from './sale-setup.ts'

const counter = openCounter()

const shown = async (as: string) => (await counter.app.call(firstStepCalls.show, {}, { as })).body
const doneBy = async (as: string) => (await shown(as)).done
const setStatus = (of: 'partners' | 'users' | 'products', status: string, id?: number) =>
  counter.world.db.run(sql`UPDATE ${sql.identifier(of)} SET status = ${status} ${id ? sql`WHERE id = ${id}` : sql``}`)

it('is told fact by fact to whoever asks, of what is theirs alone', async () => {
  const { db, partner } = counter.world
  const oeste = await addPartner(db, {
    father_id: partner.banca,
    type: 'distribuidor',
    code: 'OESTE',
    name: 'Distribuidor Oeste',
  })
  await addUser(db, { username: 'oeste', role: 'DISTRIBUIDOR', partner_id: oeste, manage_childs: true })
  // The banca's rates hold for all below it; what the other distributors have is not there for this one.
  expect(await shown('oeste')).toEqual({ sold: false, done: ['products', 'rates'] })
  expect(await doneBy('distribuidor')).toEqual(['products', 'agencies', 'offices', 'sellers', 'rates'])

  const agency = await addPartner(db, { father_id: oeste, type: 'agencia', code: 'AO', name: 'Agencia Oeste' })
  expect(await doneBy('oeste')).toEqual(['products', 'agencies', 'rates'])
  const office = await addPartner(db, { father_id: agency, type: 'taquilla', code: 'TO', name: 'Taquilla Oeste' })
  expect(await doneBy('oeste')).toEqual(['products', 'agencies', 'offices', 'rates'])
  const seller = await addUser(db, { username: 'oestino', role: 'VEND_TAQUILLA', partner_id: office })
  expect(await doneBy('oeste')).toEqual(['products', 'agencies', 'offices', 'sellers', 'rates'])
  await setStatus('users', 'inactivo', seller)
  expect(await doneBy('oeste')).not.toContain('sellers')
  await setStatus('users', 'activo', seller)
  await setStatus('partners', 'inactivo', office)
  expect(await doneBy('oeste')).toEqual(['products', 'agencies', 'rates'])
  await setStatus('partners', 'activo', office)

  const quotaOf = (id: number) =>
    db.run(sql`
      INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
      VALUES (${id}, ${counter.world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', 50)`)
  await quotaOf(partner.norte)
  expect([await doneBy('oeste'), await doneBy('distribuidor')].map((done) => done.includes('quotas'))).toEqual([
    false,
    true,
  ])
  await quotaOf(partner.banca)
  expect(await doneBy('oeste')).toContain('quotas')

  await db.run(sql`DELETE FROM commissions`)
  await setStatus('products', 'inactivo')
  expect(await doneBy('oeste')).toEqual(['agencies', 'offices', 'sellers', 'quotas'])
})

it('has nothing more to say once something was sold below who asks, and says it on to who sold nothing', async () => {
  await setStatus('products', 'activo')
  const body = { currency: 'BS' as const, lines: [line(await counter.world.draw('LOTTO_ACTIVO'), '7', '1.00')] }
  const sold = await counter.app.call(tickets.sell, { body }, { as: 'taquilla' })
  expect([sold.status, sold.problem?.detail]).toEqual([201, undefined])
  await counter.world.settle()
  expect([(await shown('banca')).sold, (await shown('distribuidor')).sold]).toEqual([true, true])
  expect((await shown('oeste')).sold).toBe(false)
})
