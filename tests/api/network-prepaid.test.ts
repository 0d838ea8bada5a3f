/** Agencies that a workbook makes prepaid, or lets sell on credit again: by who they owe, beside all else that it changes. */
import { sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { availableOf } from '../../server/rules/prepaid/movements.ts'
import { network } from '../../contract/network.ts'
import { openNetwork, sheetsIn } from './network-setup.ts'
import { expectBooksHold } from '../support/holds.ts'

const { at, applied, faultLines } = openNetwork()
afterEach(async () => {
  await expectBooksHold(at.world.db)
})
const where = { state: 'Zulia', municipality: 'Maracaibo' }
const prepaid = async (code: string) =>
  (await at.world.db.one<{ prepaid: boolean }>(sql`SELECT prepaid FROM partners WHERE code = ${code}`))?.prepaid

it('says so in a column of agencies: of new ones, of those there are, and back', async () => {
  const { world } = at
  const row = { code: 'PRE-1', name: 'Agencia PRE-1', ...where }
  await applied({
    agencias: [
      { ...row, prepaid: 'Sí' },
      { code: 'AGENCIA1', prepaid: 'S', phone: '0414-7770000' },
    ],
  })
  expect([await prepaid('PRE-1'), await prepaid('AGENCIA1'), await prepaid('AGENCIA2')]).toEqual([true, true, false])
  expect(await availableOf(world.db, world.partner.agencia1, 'BS')).toBe('0.00')
  // An empty cell changes nothing, and the book of all that there is neither.
  await applied({ agencias: [{ code: 'PRE-1', phone: '0414-7770001' }] })
  expect(await prepaid('PRE-1')).toBe(true)
  const book = await at.app.call(network.book, { query: {} as never }, { as: 'banca' })
  expect(sheetsIn(book.raw)['Agencias']!.find((one) => one['Código'] === 'PRE-1')).toMatchObject({ Prepago: 'Sí' })
  expect((await applied(book.raw)).state).toBe('aplicada')
  await applied({ agencias: [{ code: 'PRE-1', prepaid: 'No' }] })
  expect([await prepaid('PRE-1'), await prepaid('AGENCIA1')]).toEqual([false, true])
  expect(await world.db.rows(sql`SELECT DISTINCT partner_id FROM prepaid_agencies`)).toEqual([
    { partner_id: world.partner.agencia1 },
  ])
})

it('is refused of an agency that owes somebody out of reach, and where it says neither', async () => {
  const { world } = at
  await world.db.run(sql`UPDATE partners SET payments_responsible_partner_id = id WHERE id = ${world.partner.agencia1}`)
  expect(await faultLines({ agencias: [{ code: 'AGENCIA1', prepaid: 'No' }] }, 'distribuidor')).toEqual([
    'agencias 2 Prepago: Decide si vende prepago aquel a quien la agencia le debe, y no es usted ni depende de usted.',
  ])
  expect(await faultLines({ agencias: [{ code: 'AGENCIA1', prepaid: 'Quizás' }] })).toEqual([
    'agencias 2 Prepago: No se entiende. Escriba Sí o No.',
  ])
  await applied({ agencias: [{ code: 'AGENCIA2', prepaid: 'Sí' }] }, 'distribuidor')
  expect(await prepaid('AGENCIA2')).toBe(true)
})
