/** Who is told of an alarm, how often and in how many words; what the dashboard asks; and the banca's thresholds. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { alarmConfig, type AlarmThresholds } from '../../contract/alarm-config.ts'
import { alarms } from '../../contract/alarms.ts'
import type { Answer } from '../../contract/endpoint.ts'
import { notifyAlarms } from '../../server/rules/alarms/notify.ts'
import { addPartner } from '../support/factories.ts'
import { animal, openAlarmsBanca } from './alarms-setup.ts'

const banca = openAlarmsBanca()
const silent = '11:30'
const tell = (time = silent) => notifyAlarms(banca.world.db, banca.at(time))

/** What each person was told, by title. */
async function told(): Promise<Record<string, string[]>> {
  const rows = await banca.world.db.rows<{ username: string; titles: string[] }>(sql`
    SELECT u.username, array_agg(n.title ORDER BY n.id) AS titles FROM notifications n JOIN users u ON u.id = n.user_id GROUP BY 1`)
  return Object.fromEntries(rows.map(({ username, titles }) => [username, titles]))
}
/** An agency that sells at that hour every week, and not today. */
async function silence(...agencies: number[]) {
  for (const agency of agencies) for (const ago of [7, 14, 21, 28]) await banca.tickets(agency, ago, [10, 11], 10)
}
async function fullNumber(draw: number, number: string) {
  const { world, sold } = banca
  await world.db.run(
    sql`INSERT INTO top_quotas VALUES (${world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', 100) ON CONFLICT DO NOTHING`,
  )
  await sold(draw, '95.00', { number })
}

describe('the job', () => {
  it('tells the banca everything, and those below only what is theirs', async () => {
    const { draw, sold, world } = banca
    await fullNumber(await draw('15:00'), '5')
    const late = await draw('09:00')
    await sold(late, '10.00')
    await silence(world.partner.agencia1)
    const stopped = 'Agencia Uno dejó de vender'
    const all = ['El 5 lleva el 95,0 % de su cupo', 'Lotto Activo de las 09:00: sin resultado', stopped]
    expect(await tell()).toBe(3 * 3 + 3)
    expect(await told()).toEqual({
      banca: expect.arrayContaining(all),
      supervisor: expect.arrayContaining(all),
      premiador: expect.arrayContaining(all),
      distribuidor: [stopped],
      sinhijos: [stopped],
      agencia: [stopped],
    })
    const links = await world.db.rows<{ username: string; link: string }>(sql`
      SELECT u.username, n.link FROM notifications n JOIN users u ON u.id = n.user_id WHERE n.kind = 'resultado' ORDER BY 1`)
    // Whoever may award is led to the awarding.
    expect(links.map(({ username, link }) => [username, link])).toEqual([
      ['banca', `/admin/tools/award-raffle?draw=${late}`],
      ['premiador', `/admin/tools/award-raffle?draw=${late}`],
      ['supervisor', expect.stringMatching(`ticketConsult.view=sorteo&draw=${late}`)],
    ])
  })

  it('says the same once, however many instances look at once and however often', async () => {
    const { draw, world } = banca
    const open = await draw('15:00')
    await fullNumber(open, '5')
    await fullNumber(open, '7')
    await silence(world.partner.agencia1)
    const counts = await Promise.all(Array.from({ length: 8 }, () => tell()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3 * 3 + 3)
    expect(await tell('11:31')).toBe(0)
    expect(await tell('11:59')).toBe(0)
    await fullNumber(open, '9')
    expect(await tell('11:59')).toBe(3)
    await world.db.run(sql`UPDATE users SET status = 'inactivo' WHERE username = 'premiador'`)
    await fullNumber(await draw('16:00'), '9')
    expect(await tell('11:59')).toBe(2)
    await world.db.run(sql`UPDATE users SET status = 'activo' WHERE username = 'premiador'`)
  })

  it('says again of a number that it filled its quota, to whoever heard that it nearly had', async () => {
    const { draw, world } = banca
    const open = await draw('15:00')
    await fullNumber(open, '5')
    expect(await tell()).toBe(3)
    await world.db.run(sql`UPDATE draw_sales SET sold = 100 WHERE draw_id = ${open} AND number = '5'`)
    expect([await tell(), await tell('11:31')]).toEqual([3, 0])
    expect((await told())['banca']!.toSorted()).toEqual(['El 5 llenó su cupo', 'El 5 lleva el 95,0 % de su cupo'])
  })

  it('says many of a draw as one, and then none of them apart', async () => {
    const { draw } = banca
    const [open, other] = [await draw('15:00'), await draw('16:00')]
    for (const number of ['1', '2', '3', '4', '5']) await fullNumber(open, number)
    await fullNumber(other, '1')
    expect(await tell()).toBe(2 * 3)
    expect((await told())['banca']).toEqual([
      '5 números de Lotto Activo de las 15:00 casi llenan su cupo',
      'El 1 lleva el 95,0 % de su cupo',
    ])
    const { text } = (await banca.world.db.one<{ text: string }>(
      sql`SELECT text FROM notifications WHERE key = ${`cupo:${open}`} LIMIT 1`,
    ))!
    expect(text).toMatch(/^El 1 lleva el 95,0 % de su cupo; .*; y 2 más\.$/)
    await banca.world.db.run(sql`DELETE FROM draw_sales WHERE number IN ('2', '3', '4', '5')`)
    expect(await tell()).toBe(0)
  })

  it('takes half of the agencies at once for one thing, which is the banca’s alone', async () => {
    const { draw, lastSale, world } = banca
    const { norte } = world.partner
    await draw('15:00')
    const [active, ...stopped] = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((name) =>
        addPartner(world.db, { father_id: norte, type: 'agencia', code: `MUCHAS-${name}`, name: `Muchas ${name}` }),
      ),
    )
    await silence(active!, ...stopped)
    const office = await addPartner(world.db, {
      father_id: active!,
      type: 'taquilla',
      code: 'MUCHAS-T',
      name: 'Muchas T',
    })
    await lastSale(office, '11:20')
    expect(await tell()).toBe(3)
    const title = '4 de las 5 agencias que suelen vender a esta hora no venden'
    expect(await told()).toEqual({ banca: [title], supervisor: [title], premiador: [title] })
    // With as many again that sell, it is they who stopped, and those above them are told.
    await world.db.run(sql`DELETE FROM notifications`)
    const { agencia1, agencia2, taquilla1, taquilla3 } = world.partner
    await silence(agencia1, agencia2)
    for (const one of [taquilla1, taquilla3]) await lastSale(one, '11:20')
    for (const [n, agency] of stopped.slice(0, 1).entries()) {
      const seller = await addPartner(world.db, {
        father_id: agency,
        type: 'taquilla',
        code: `SIGUE-${n}`,
        name: `Sigue ${n}`,
      })
      await lastSale(seller, '11:20')
    }
    expect(await tell()).toBe(3 * 3 + 2 * 3)
    expect((await told())['distribuidor']).toHaveLength(3)
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE code LIKE 'MUCHAS%'`)
  })
})

describe('the dashboard', () => {
  const standing = (as: string, query: object = {}) => banca.app.call(alarms.standing, { query } as never, { as })

  it('answers what stands for whoever asks, led where they may go', async () => {
    const { world } = banca
    const open = await world.draw('LOTTO_ACTIVO')
    const late = await world.draw('LOTTO_ACTIVO')
    await fullNumber(open, '5')
    await banca.sold(late, '10.00')
    await world.db.run(sql`
      UPDATE draws
      SET scheduled_at = now() - interval '40 minutes', closes_at = now() - interval '45 minutes',
        opens_at = now() - interval '3 hours'
      WHERE id = ${late}`)
    await world.db.run(
      sql`INSERT INTO regular_quotas VALUES (${world.partner.norte}, ${world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', 10)`,
    )
    await banca.sold(open, '9.50', { partner: world.partner.norte, number: '7' })
    await banca.sold(late, '9.50', { partner: world.partner.norte, number: '7' })
    const { body } = await standing('banca')
    expect(body.counts).toEqual([
      { kind: 'cupo', count: 1 },
      { kind: 'resultado', count: 1 },
    ])
    expect(body.data.map(({ key, link }) => [key, link])).toEqual([
      [`cupo:${open}:${animal}:5:BS`, `/admin/tools/block-number?draw=${open}&bet_type_id=${animal}&number=5`],
      [`resultado:${late}`, `/admin/tools/award-raffle?draw=${late}`],
    ])
    expect(body.watched).toContain('cupos desde el 90 %')
    // A late result is the banca's matter; a distributor's quota is its own.
    const below = (await standing('distribuidor')).body
    expect(below.data.map(({ key, link }) => [key, link])).toEqual([
      [`cupo:${open}:${animal}:7:BS`, expect.stringMatching(/ticketConsult\?view=numeros&draw=\d+$/)],
    ])
    expect((await standing('agencia')).body.data).toEqual([])
    expect((await standing('banca', { partner_id: world.partner.norte })).body.counts).toContainEqual({
      kind: 'cupo',
      count: 1,
    })
    expect((await standing('agencia', { partner_id: world.partner.norte })).problem.code).toBe('not_found')
    expect((await standing('banca', { currency: 'USD' })).body.counts).toEqual([{ kind: 'resultado', count: 1 }])
  })

  it('says since when whoever asks was told, alone or of many at once', async () => {
    const { world } = banca
    const open = await world.draw('LOTTO_ACTIVO')
    await fullNumber(open, '5')
    expect((await standing('banca')).body.data.map(({ since }) => since)).toEqual([null])
    await notifyAlarms(world.db, new Date())
    const first = (await standing('banca')).body.data[0]!.since!
    expect(Math.abs(Date.now() - new Date(first).getTime())).toBeLessThan(60_000)
    const other = await world.draw('LOTTO_ACTIVO')
    for (const n of ['1', '2', '3', '4']) await fullNumber(other, n)
    await notifyAlarms(world.db, new Date())
    const all = (await standing('banca')).body.data
    expect(all).toHaveLength(5)
    expect(all.filter(({ since }) => since === null)).toEqual([])
    expect(all.filter(({ since }) => since === first).map(({ key }) => key)).toEqual([`cupo:${open}:${animal}:5:BS`])
  })

  it('answers no more of a kind than are read, and says how many there are', async () => {
    const { world } = banca
    const open = await world.draw('LOTTO_ACTIVO')
    for (let n = 0; n < 60; n++) await fullNumber(open, `n${n}`)
    const { body } = await standing('banca')
    expect([body.data.length, body.counts]).toEqual([50, [{ kind: 'cupo', count: 60 }]])
  })
})

describe('the thresholds', () => {
  const read = async (as = 'banca') => (await banca.app.call(alarmConfig.config, {}, { as })).body
  const save = (body: object) => banca.app.call(alarmConfig.saveConfig, { body } as never, { as: 'banca' })
  const form = ({ updated_at: _at, ...rest }: Answer<typeof alarmConfig.config>) => rest

  it('are the banca’s, changed from the version that was read, and the log keeps both', async () => {
    const { world } = banca
    const before = await read()
    const reply = await save({ ...form(before), quota_percent: 95, stake_from_bs: '1234.50', agency_on: false })
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { quota_percent: 95, stake_from_bs: '1234.50', agency_on: false, version: 2 },
    ])
    const second = await save({ ...form(before), quota_percent: 80 })
    expect([second.status, second.problem]).toMatchObject([
      409,
      { code: 'changed_meanwhile', current: { quota_percent: 95 } },
    ])
    const log = await world.db.one<object>(sql`
      SELECT before ->> 'quota_percent' AS was, after ->> 'quota_percent' AS is, significant
      FROM audit_log
      WHERE entity = 'alarmConfig'
      ORDER BY id DESC
      LIMIT 1`)
    expect(log).toEqual({ was: '90', is: '95', significant: true })
    for (const as of ['supervisor', 'distribuidor', 'agencia'])
      expect((await banca.app.call(alarmConfig.config, {}, { as })).problem.code).toBe('forbidden')
  })

  it('of two people who save at once, one does', async () => {
    const before = form(await read())
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => save({ ...before, late_minutes: 20 + n })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const saved = replies.find(({ status }) => status === 200)!.body
    expect(await read()).toEqual(saved)
  })

  it.each([
    [{ quota_percent: 49 }, 'quota_percent', 'Escriba un número de 50 a 100'],
    [{ quota_percent: 101 }, 'quota_percent', 'Escriba un número de 50 a 100'],
    [{ stake_minutes: 0 }, 'stake_minutes', 'Escriba un número de 1 a 60'],
    [{ stake_times: 2.5 }, 'stake_times', 'Escriba un número de 2 a 100'],
    [{ stake_from_bs: '-1' }, 'stake_from_bs', 'Escriba un monto como 1.234,56'],
    [{ late_minutes: null }, 'late_minutes', 'Escriba un número de 5 a 720'],
    [{ payout_points: 9 }, 'payout_points', 'Escriba un número de 10 a 1000'],
    [{ payout_from_cop: '1e9' }, 'payout_from_cop', 'Escriba un monto como 1.234,56'],
    [{ agency_minutes: 59 }, 'agency_minutes', 'Escriba un número de 60 a 720'],
    [{ agency_tickets: 4 }, 'agency_tickets', 'Escriba un número de 5 a 1000'],
  ] satisfies [object, keyof AlarmThresholds, string][])('%j is refused on its field', async (wrong, path, message) => {
    const { status, problem } = await save({ ...form(await read()), ...wrong })
    expect([status, problem.errors]).toMatchObject([400, [{ path, message }]])
  })
})
