/** Other systems' sales of weeks that are closed. After each test the books are right (`openCounter`). */
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { externalSales } from '../../contract/external-sales.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { csv, header, openExternalSales } from './external-sales-setup.ts'

const { codeOf, counter, load, own, post, row, show } = openExternalSales()

it('is asked about where its week is closed, then posted late: it comes with the next closing', async () => {
  const { db, partner, today } = counter.world
  const sunday = addDays(today, -weekday(today))
  const close = (week: string) =>
    counter.app.call(accountBalance.close, { body: { week, partner_id: partner.agencia1 } }, { as: 'banca' })
  const last = async () =>
    (await db.one<{ week: string; external: string; late: string }>(sql`
      SELECT week::text AS week, external::text AS external, late::text AS late FROM closings
      WHERE partner_id = ${partner.agencia1} AND currency = 'BS' ORDER BY week DESC LIMIT 1`))!
  const system_id = await own({ grace_days: 0 })
  const first = await load(system_id, csv(header, row('40', { back: weekday(today) + 7 })))
  expect(codeOf(await post(first.id))).toBe(200)
  expect((await close(addDays(sunday, -7))).body).toMatchObject({ kept: 0 })
  // The same day anew with 10 more, which was not open any more.
  const { id } = await load(system_id, csv(header, row('50', { back: weekday(today) + 7 })))
  const shown = await show(id)
  expect(shown).toMatchObject({
    standings: { cerrada: 1, lista: 0 },
    settled_weeks: [{ agency_name: 'Agencia Uno', currency: 'BS', week: addDays(sunday, -13) }],
  })
  const asked = await post(id, { replace: true })
  expect([codeOf(asked), asked.problem]).toMatchObject(['external_week_settled', { status: 409, late: 1 }])
  expect(codeOf(await post(id, { replace: true, late: 2 }))).toBe('external_week_settled')
  expect(codeOf(await post(id, { replace: true, late: 1 }))).toBe(200)
  const before = await last()
  expect((await close(sunday)).body).toMatchObject({ kept: 0 })
  expect([before.late, await last()]).toEqual(['0.00', { week: sunday, external: expect.any(String), late: '10.00' }])
  // Days of grace are the banca's to give: within them nobody is asked.
  const { id: next } = await load(system_id, csv(header, row('60', { back: weekday(today) + 1 })))
  expect((await show(next)).standings).toMatchObject({ cerrada: 1, lista: 0 })
  const { body } = await counter.app.call(externalSales.config, {}, { as: 'banca' })
  const {
    names: _names,
    waiting: _waiting,
    product_name: _product,
    ...system
  } = body.data.find((one) => one.id === system_id)!
  await counter.app.call(externalSales.saveConfig, { body: { ...system, grace_days: 31 } }, { as: 'banca' })
  await counter.app.call(externalSales.reread, { params: { id: next } }, { as: 'banca' })
  expect((await show(next)).standings).toMatchObject({ cerrada: 0, lista: 1 })
})
