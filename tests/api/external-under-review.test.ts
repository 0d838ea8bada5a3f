/**
 * Files of other systems that nobody has looked through yet hold back the closing of the weeks that they speak of, of the
 * agencies that they name. After each test the books are right (`openCounter`).
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { externalSales } from '../../contract/external-sales.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { Databases } from '../../server/platform/db/databases.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { queueMonday, weeklyClose } from '../../server/rules/books/weekly.ts'
import { csv, header, openExternalSales } from './external-sales-setup.ts'

const { codeOf, counter, load, name, own, post, row } = openExternalSales()

/** Sundays that are over, and how many days ago the last one was. */
let last: string
let back: number
beforeAll(() => {
  back = weekday(counter.world.today)
  last = addDays(counter.world.today, -back)
})
const sunday = (before: number) => addDays(last, -7 * before)

const close = async (week: string, partner_id?: number, reason = '') => {
  const body = { week, reason, ...(partner_id !== undefined && { partner_id }) }
  const reply = await counter.app.call(accountBalance.close, { body }, { as: 'banca' })
  expect([reply.status, reply.problem?.detail]).toEqual([200, undefined])
  return reply.body.kept_open.map((one) => [one.name, one.problem, one.text] as const)
}
const discard = (id: number) => counter.app.call(externalSales.discard, { params: { id } }, { as: 'banca' })
const told = async (partner_id: number, week: string) =>
  (
    await counter.world.db.one<{ external: string }>(sql`
      SELECT external::text AS external FROM closings WHERE partner_id = ${partner_id} AND week = ${week} AND currency = 'BS'`)
  )?.external
const held = (files: string, partner = 'Agencia Uno') => [partner, 'week_review', `Por revisar: ${files}.`] as const

it('holds who answers for an agency that has nothing else yet', async () => {
  const { norte, sur } = counter.world.partner
  const system_id = await own({ name: 'Primera' })
  const { id } = await load(system_id, csv(header, row('40', { back: back + 28 + 2, agency: 'Agencia Dos' })), {
    name: 'primera.csv',
  })
  const below = 'Por cerrar antes: 1 afiliado por el que responde (Agencia Dos).'
  const why = held('1 archivo de otro sistema con ventas suyas (Primera: primera.csv)', 'Agencia Dos')
  expect(await close(sunday(4), norte)).toEqual([why, ['Distribuidor Norte', 'week_below', below]])
  // Whom it says nothing of, and the week before it, are not held.
  expect(await close(sunday(4), sur)).toEqual([])
  expect(await close(sunday(5), norte)).toEqual([])
  expect(await close(sunday(4), norte, 'El archivo vuelve')).toEqual([])
  expect((await discard(id)).status).toBe(200)
  expect(await close(sunday(4), norte)).toEqual([])
})

it('holds the agencies that it names, in its week, until it is posted', async () => {
  const { agencia1, agencia2, sur } = counter.world.partner
  const system_id = await own({ name: 'Parley' })
  const before = await load(system_id, csv(header, row('30', { back: back + 21 + 2 })))
  expect(codeOf(await post(before.id))).toBe(200)
  expect(await close(sunday(3), agencia1)).toEqual([])
  // Two days before the first Sunday, and in the week after it; of an agency that nobody assigned, too.
  const { id } = await load(
    system_id,
    csv(
      header,
      row('40', { back: back + 14 + 2 }),
      row('9', { back: back + 7 + 2, agency: 'Agencia Dos' }),
      row('5', { back: back + 14 + 2, agency: 'Nadie' }),
    ),
    { name: 'lunes.csv' },
  )
  const why = held('1 archivo de otro sistema con ventas suyas (Parley: lunes.csv)')
  expect(await close(sunday(2), agencia1)).toEqual([why])
  // Who answers for it waits for it. Of the other one it says nothing in this week.
  expect(await close(sunday(2), sur)).toEqual([why, ['Distribuidor Sur', 'week_below', expect.any(String)]])
  expect(await close(sunday(2), agencia2)).toEqual([])
  await name({ system_id, kind: 'agency', name: 'Nadie', agency_id: null })
  expect(codeOf(await post(id))).toBe(200)
  expect(await close(sunday(2), agencia1)).toEqual([])
  expect(await told(agencia1, sunday(2))).toBe('40.00')
})

it('holds nobody once it is discarded, nor by what is left out or closed already', async () => {
  const { agencia1 } = counter.world.partner
  const system_id = await own({ name: 'Otro' })
  const bytes = (agency: string, product = 'Lotto Activo') =>
    csv(header, row('10', { back: back + 7 + 1, agency, product }), row('3', { back: back + 14 + 1, agency }))
  const some = [
    await load(system_id, bytes('Agencia Uno'), { name: 'a.csv' }),
    await load(system_id, bytes('AGENCIA1'), { name: 'b.csv' }),
    await load(system_id, bytes('agencia uno', 'La Granjita'), { name: 'c.csv' }),
    await load(system_id, bytes('Agencia Uno', 'La Granjita'), { name: 'd.csv' }),
  ]
  const files = (names: string, count: number) =>
    held(`${count} archivos de otros sistemas con ventas suyas (Otro: ${names})`)
  expect(await close(sunday(1), agencia1)).toEqual([files('a.csv, Otro: b.csv, Otro: c.csv y 1 más', 4)])
  expect((await discard(some[3]!.id)).status).toBe(200)
  expect((await discard(some[0]!.id)).status).toBe(200)
  expect(await close(sunday(1), agencia1)).toEqual([files('b.csv, Otro: c.csv', 2)])
  // A product that is not ours is nobody's sale; an agency that is not, nobody's at all.
  expect((await name({ system_id, kind: 'product', name: 'La Granjita', product_id: null })).status).toBe(200)
  expect(await close(sunday(1), agencia1)).toEqual([held('1 archivo de otro sistema con ventas suyas (Otro: b.csv)')])
  expect((await name({ system_id, kind: 'agency', name: 'AGENCIA1', agency_id: null })).status).toBe(200)
  // What is left in them is of the week before, which is closed: it comes late, whenever it comes.
  expect(await close(sunday(1), agencia1)).toEqual([])
  for (const { id } of some.slice(1, 3)) await discard(id)
})

it('is closed over with a reason, and what it brings comes with the next closing', async () => {
  const { agencia1 } = counter.world.partner
  const system_id = await own({ name: 'Tarde', grace_days: 0 })
  const { id } = await load(system_id, csv(header, row('25', { back: back + 1 })), { name: 'tarde.csv' })
  expect(await close(last, agencia1)).toHaveLength(1)
  expect(await close(last, agencia1, 'El archivo vuelve')).toEqual([])
  expect(await told(agencia1, last)).toBe('0.00')
  expect(codeOf(await post(id))).toBe('external_week_settled')
  expect(codeOf(await post(id, { late: 1 }))).toBe(200)
})

let instance: Databases | undefined
afterAll(() => instance?.close())

it('is told by the clock, which closes over nothing', async () => {
  const { agencia2 } = counter.world.partner
  const { db } = counter.world
  expect(await close(sunday(1), agencia2)).toEqual([])
  const system_id = await own({ name: 'Reloj' })
  await load(system_id, csv(header, row('25', { back: back + 1, agency: 'Agencia Dos' })), { name: 'reloj.csv' })
  await db.run(sql`UPDATE banca SET week_close_hour = 0, week_close_set_at = '2020-01-01'`)
  await queueMonday(db, new Date())
  instance = new Databases([{ key: 'principal', url: counter.url }])
  await workOn(weeklyClose, instance.main, new AbortController().signal)
  const { body } = await counter.app.call(accountBalance.clock, { query: {} } as never, { as: 'banca' })
  const params = { id: body.data[0]!.id }
  const weeks = await counter.app.call(accountBalance.clockedWeeks, { params }, { as: 'banca' })
  const kept = weeks.body.data.flatMap(({ kept_open }) => kept_open)
  expect(kept.find(({ partner_id }) => partner_id === agencia2)).toMatchObject({
    problem: 'week_review',
    text: 'Por revisar: 1 archivo de otro sistema con ventas suyas (Reloj: reloj.csv).',
  })
  const notice = await db.one<{ text: string }>(sql`SELECT text FROM notifications WHERE kind = 'cierre' LIMIT 1`)
  expect(notice!.text).toContain('Agencia Dos: Por revisar: 1 archivo de otro sistema')
})
