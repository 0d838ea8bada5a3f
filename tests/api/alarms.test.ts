/** The alarms: each below, at and above its threshold, and what is none: no history, a suspension, a holiday, a closed agency. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { alarmKinds } from '../../contract/alarms.ts'
import { tickets } from '../../contract/tickets.ts'
import { addPartner } from '../support/factories.ts'
import { animal, openAlarmsBanca } from './alarms-setup.ts'

const banca = openAlarmsBanca()
const keys = (found: readonly { key: string }[]) => found.map(({ key }) => key)

it('nothing stands in a banca without a history, nor where everything is switched off', async () => {
  const { at, set, standing, draw, sold, paid, world } = banca
  for (const kind of alarmKinds) expect([kind, await standing(kind, at('11:30'))]).toEqual([kind, []])
  await world.db.run(sql`INSERT INTO top_quotas VALUES (${world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', 100)`)
  await sold(await draw('15:00'), '100.00')
  await sold(await draw('09:00'), '100.00')
  for (let week = 0; week < 9; week++) await paid(week * 7, '100000.00', week ? '80000.00' : '200000.00')
  const seen = async () =>
    (await Promise.all(alarmKinds.map(async (kind) => (await standing(kind, at('11:30'))).map(() => kind)))).flat()
  expect(await seen()).toEqual(['cupo', 'resultado', 'pago'])
  await set({ quota_on: false, stake_on: false, late_on: false, payout_on: false, agency_on: false })
  expect(await seen()).toEqual([])
})

describe('a quota', () => {
  const full = async (amount: string, time = '15:00') => {
    const { world, draw, sold } = banca
    await world.db.run(
      sql`INSERT INTO top_quotas VALUES (${world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', 100) ON CONFLICT DO NOTHING`,
    )
    const id = await draw(time)
    await sold(id, amount)
    return id
  }

  it('is told from its part on, and needs somebody now when it is full', async () => {
    const { at, set, standing } = banca
    await full('89.99')
    const [just, spent] = [await full('90.00'), await full('100.00')]
    const found = await standing('cupo', at('11:30'))
    expect(found.map(({ key, level }) => [key, level])).toEqual([
      [`cupo:${spent}:${animal}:5:BS:lleno`, 'urge'],
      [`cupo:${just}:${animal}:5:BS`, 'advierte'],
    ])
    expect(found[1]).toMatchObject({ title: 'El 5 lleva el 90,0 % de su cupo' })
    expect(found[1]!.text).toContain('Bs 90,00 de Bs 100,00')
    await set({ quota_percent: 100 })
    expect(keys(await standing('cupo', at('11:30')))).toEqual([`cupo:${spent}:${animal}:5:BS:lleno`])
  })

  it('is of an open draw and of the level that is looked at', async () => {
    const { world, at, sold, standing } = banca
    const [over, open] = [await full('95.00', '11:00'), await full('10.00')]
    await world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${await full('95.00', '16:00')}`)
    await world.db.run(
      sql`INSERT INTO regular_quotas VALUES (${world.partner.norte}, ${world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', 10)`,
    )
    await sold(open, '9.00', { partner: world.partner.norte })
    await sold(over, '10.00', { partner: world.partner.norte })
    expect(await standing('cupo', at('11:30'))).toEqual([])
    const subject = { id: world.partner.norte, name: '', type: 'distribuidor' } as const
    expect(keys(await standing('cupo', at('11:30'), { subject }))).toEqual([`cupo:${open}:${animal}:5:BS`])
    expect(await standing('cupo', at('11:30'), { subject, by: { currency: 'USD' } })).toEqual([])
    expect(await standing('cupo', at('11:30'), { subject, by: { product_id: world.product('TRIPLE_ZULIA') } })).toEqual(
      [],
    )
  })
})

describe('a stake near the close', () => {
  /** A draw that closes in five minutes, with as many days behind it of the same hour. */
  const closing = async (days: number, usual: string) => {
    const { world, sold } = banca
    const id = await world.draw('LOTTO_ACTIVO', 300)
    for (let ago = 1; ago <= days; ago++) {
      const row = await world.db.one<{ id: number }>(sql`
        INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at, state)
        SELECT product_id, day - ${ago}::int, scheduled_at - make_interval(days => ${ago}::int),
          opens_at - make_interval(days => ${ago}::int), closes_at - make_interval(days => ${ago}::int), 'premiado'
        FROM draws WHERE id = ${id} RETURNING id`)
      await sold(row!.id, usual)
    }
    return id
  }
  const sell = (draw_id: number, stake: string, as = 'taquilla') =>
    banca.app.call(
      tickets.sell,
      {
        body: { currency: 'BS', lines: [{ draw_id, bet_type_id: animal, number: '5', stake }], confirm_repeated: true },
      },
      { as },
    )

  it('is told above so many times what the whole draw usually takes, and from its amount on', async () => {
    const { set, standing } = banca
    await set({ stake_from_bs: '20.00', stake_times: 3 })
    const id = await closing(4, '10.00')
    expect((await sell(id, '30.00')).status).toBe(201)
    expect(await standing('jugada', new Date())).toEqual([])
    const { body } = await sell(id, '1.00', 'lejana')
    const [found] = await standing('jugada', new Date())
    expect(found).toMatchObject({ key: `jugada:${id}:${animal}:5:BS`, level: 'advierte' })
    expect(found!.text).toContain('Bs 31,00 en los últimos 10 minutos; en todo el sorteo suele vender Bs 10,00')
    // Where one looks from: the other distributor's office did not sell that much.
    const subject = { id: banca.world.partner.sur, name: '', type: 'distribuidor' } as const
    expect(await standing('jugada', new Date(), { subject })).toEqual([])
    await set({ stake_from_bs: '31.01' })
    expect(await standing('jugada', new Date())).toEqual([])
    await set({ stake_from_bs: '31.00' })
    expect(await standing('jugada', new Date())).toHaveLength(1)
    // What is annulled was not staked.
    await banca.app.call(tickets.annul, { params: { serial: body.serial }, body: {} }, { as: 'lejana' })
    expect(await standing('jugada', new Date())).toEqual([])
  })

  it('needs enough earlier draws that sold something, and a close that is near', async () => {
    const { world, set, standing } = banca
    await set({ stake_from_bs: '20.00' })
    const [young, early] = [await closing(3, '10.00'), await closing(6, '10.00')]
    await world.db.run(sql`
      UPDATE draws SET closes_at = closes_at + interval '20 minutes', scheduled_at = scheduled_at + interval '20 minutes'
      WHERE id = ${early}`)
    for (const id of [young, early]) expect((await sell(id, '90.00')).status).toBe(201)
    expect(await standing('jugada', new Date())).toEqual([])
    // A holiday within the month sold nothing and is no measure.
    const idle = await closing(4, '10.00')
    await world.db.run(sql`UPDATE draw_sales SET sold = 0 WHERE draw_id = (SELECT max(id) FROM draws)`)
    expect((await sell(idle, '90.00')).status).toBe(201)
    expect(await standing('jugada', new Date())).toEqual([])
  })
})

describe('a result', () => {
  it('is late from its minutes on, for as long as a day, where something was sold', async () => {
    const { at, draw, sold, standing, world } = banca
    const [late, fresh, , suspended, old] = [
      await draw('11:00'),
      await draw('11:05'),
      await draw('10:00'),
      await draw('09:00', { state: 'suspendido' }),
      await draw('11:00', { days_ago: 1 }),
    ]
    for (const id of [late, fresh, suspended, old]) await sold(id, '10.00')
    const of = async (time: string) => keys(await standing('resultado', new Date(at(time).getTime() + 1_000)))
    expect(await of('11:29')).toEqual([])
    expect(await of('11:30')).toEqual([`resultado:${late}`])
    expect(await of('11:35')).toEqual([`resultado:${late}`, `resultado:${fresh}`])
    await world.db.run(sql`UPDATE draws SET state = 'premiado' WHERE id = ${late}`)
    expect(await of('11:35')).toEqual([`resultado:${fresh}`])
  })
})

describe('a payout', () => {
  const usual = async (weeks: number, from = 0, prizes = '80000.00') => {
    for (let week = 1; week <= weeks; week++) await banca.paid(from + week * 7, '100000.00', prizes)
  }

  it('is far above its usual from the points on, with enough sales on enough days', async () => {
    const { at, paid, set, standing, world } = banca
    await usual(4)
    await paid(0, '100000.00', '129999.00')
    expect(await standing('pago', at('20:00'))).toEqual([])
    await world.db.run(sql`UPDATE product_days SET prizes = 130000 WHERE day = ${world.today}`)
    expect(await standing('pago', at('20:00'))).toMatchObject([
      { key: `pago:${world.product('LOTTO_ACTIVO')}:BS:${world.today}`, level: 'advierte' },
    ])
    await set({ payout_from_bs: '100000.01' })
    expect(await standing('pago', at('20:00'))).toEqual([])
    await set({ payout_from_bs: '100000.00' })
    expect(await standing('pago', at('20:00'))).toHaveLength(1)
    await world.db.run(sql`DELETE FROM product_days WHERE day = ${world.today}::date - 28`)
    expect(await standing('pago', at('20:00'))).toEqual([])
  })

  it('that is too small is told of a finished day alone', async () => {
    const { at, paid, draw, standing, world } = banca
    await usual(8)
    await usual(8, 1)
    await paid(0, '100000.00', '0.00')
    await paid(1, '100000.00', '0.00')
    const waiting = await draw('19:00', { days_ago: 1 })
    expect(await standing('pago', at('09:00'))).toEqual([])
    await world.db.run(sql`UPDATE draws SET state = 'premiado' WHERE id = ${waiting}`)
    const found = await standing('pago', at('09:00'))
    expect(found.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Lotto Activo paga menos que lo usual el /),
    ])
  })
})

describe('an agency', () => {
  const weeks = [7, 14, 21, 28]
  /** One that usually sells at eleven in the morning. */
  const seller = async (agency: number, counts: readonly number[] = [10, 10, 10, 10]) => {
    for (const [n, count] of counts.entries()) await banca.tickets(agency, weeks[n]!, [10, 11], count)
  }

  it('stopped when it is silent for its minutes and a whole hour, and usually sells enough then', async () => {
    const { at, draw, lastSale, set, standing, world } = banca
    const { agencia1, agencia2, taquilla1, taquilla2 } = world.partner
    await draw('15:00')
    await seller(agencia1)
    await seller(agencia2, [10, 10, 10, 9])
    expect(keys(await standing('agencia', at('11:30')))).toEqual([`agencia:${agencia1}:${world.today}`])
    await lastSale(taquilla1, '10:01')
    expect(await standing('agencia', at('11:30'))).toEqual([])
    await lastSale(taquilla1, '10:00')
    const [found] = await standing('agencia', at('11:30'))
    expect(found).toMatchObject({
      title: 'Agencia Uno dejó de vender',
      text: 'Vendió por última vez a las 10:00, y suele vender a esta hora.',
    })
    // Any of its offices.
    await lastSale(taquilla2, '11:10')
    expect(await standing('agencia', at('11:30'))).toEqual([])
    await lastSale(taquilla2, '10:00')
    await set({ agency_minutes: 120 })
    expect(await standing('agencia', at('11:30'))).toEqual([])
    await set({ agency_minutes: 60, agency_tickets: 11 })
    expect(await standing('agencia', at('11:30'))).toEqual([])
  })

  it('did not stop where it is closed, has no habit, cannot sell, or is looked at by product', async () => {
    const { at, draw, standing, tickets: sells, world } = banca
    const { agencia1, agencia2, norte, sur } = world.partner
    await seller(agencia1)
    // Two weeks of four are no habit, and neither is an hour that has just begun to sell.
    await seller(agencia2, [40, 40])
    const third = await addPartner(world.db, {
      father_id: norte,
      type: 'agencia',
      code: 'TERCERA',
      name: 'Agencia Tres',
    })
    for (const ago of weeks) await sells(third, ago, [11], 40)
    expect(await standing('agencia', at('11:30'))).toEqual([])
    const id = await draw('15:00')
    expect(keys(await standing('agencia', at('11:30')))).toEqual([`agencia:${agencia1}:${world.today}`])
    expect(await standing('agencia', at('11:30'), { by: { product_id: world.product('LOTTO_ACTIVO') } })).toEqual([])
    expect(await standing('agencia', at('00:30'))).toEqual([])
    for (const partner of [agencia1, sur]) {
      await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${partner}`)
      expect(await standing('agencia', at('11:30'))).toEqual([])
      await world.db.run(sql`UPDATE partners SET status = 'activo' WHERE id = ${partner}`)
    }
    const subject = { id: sur, name: '', type: 'distribuidor' } as const
    expect(await standing('agencia', at('11:30'), { subject })).toHaveLength(1)
    await world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${id}`)
    expect(await standing('agencia', at('11:30'))).toEqual([])
    await world.db.run(sql`UPDATE partners SET status = 'inactivo' WHERE id = ${third}`)
  })
})
