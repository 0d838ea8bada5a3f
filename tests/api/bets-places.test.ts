/**
 * A partner's own multipliers of a bet that may win three prizes: each of its own or inherited, asked for, frozen with
 * the sale and paid.
 */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { betTypeId } from '../support/world.ts'
import { line, openCounter } from './sale-setup.ts'

const counter = openCounter()
const terminal = betTypeId('TERMINAL_PA')

const show = async (agencyId: number) =>
  (await counter.app.call(betsConfigurations.show, { params: { agencyId } }, { as: 'banca' })).body

const ofPanama = async (agencyId: number) => {
  const product_id = counter.world.product('PANAMA_DOMINICAL')
  return (await show(agencyId)).products.find((one) => one.product_id === product_id)!.bet_types
}

async function save(agency_id: number, multipliers: object[], as = 'banca') {
  const { version } = await show(agency_id)
  return counter.app.call(
    betsConfigurations.save,
    {
      body: {
        agency_id,
        version,
        annul_minutes: null,
        prize_days: null,
        max_lines: null,
        pays_other_agencies: null,
        limits: [],
        products: [],
        multipliers: multipliers as never,
      },
    },
    { as },
  )
}

describe('a bet that may win three prizes', () => {
  it('asks for three multipliers, each own or inherited; one set so far is the first prize', async () => {
    const { partner, product, db } = counter.world
    const panama = product('PANAMA_DOMINICAL')
    await db.run(sql`INSERT INTO partner_multipliers VALUES (${partner.norte}, ${panama}, ${terminal}, 55)`)
    const bets = await ofPanama(partner.agencia1)
    expect(
      bets.map(({ bet_type_id, place, multiplier }) => [bet_type_id, place, multiplier.own, multiplier.inherited]),
    ).toEqual([
      [terminal, undefined, null, '55.00'],
      [terminal, 2, null, '12.00'],
      [terminal, 3, null, '8.00'],
    ])
    const of = { product_id: panama, bet_type_id: terminal }
    const saved = await save(partner.agencia1, [{ ...of, place: 2, multiplier: '11.00' }])
    expect(saved.status).toBe(200)
    expect((await ofPanama(partner.agencia1)).map(({ multiplier }) => multiplier.own)).toEqual([null, '11.00', null])
    // Frozen with the sale: the distributor's first, the agency's second, the product's third.
    const draw = await counter.world.draw('PANAMA_DOMINICAL')
    await counter.sell([{ ...line(draw, '57', '10.00'), bet_type_id: terminal }], 'taquilla')
    expect(
      await db.one(
        sql`SELECT multiplier, place_multipliers::text[] AS places FROM ticket_lines WHERE draw_id = ${draw}`,
      ),
    ).toEqual({ multiplier: '55.00', places: ['55.00', '11.00', '8.00'] })
  })

  it('is no more than the father grants in each of them, and has no prize that it cannot win', async () => {
    const { partner, product } = counter.world
    const of = { product_id: product('PANAMA_DOMINICAL'), bet_type_id: terminal }
    const above = await save(partner.agencia1, [{ ...of, place: 3, multiplier: '9.00' }], 'distribuidor')
    expect([above.status, above.problem.errors?.[0]]).toMatchObject([
      422,
      { path: 'multipliers.0.multiplier', code: 'setting_above_father' },
    ])
    const animal = { product_id: product('LOTTO_ACTIVO'), bet_type_id: betTypeId('ANIMALITO') }
    const none = await save(partner.agencia1, [{ ...animal, place: 2, multiplier: '9.00' }])
    expect([none.status, none.problem.errors?.[0]]).toMatchObject([
      400,
      { path: 'multipliers.0.place', code: 'invalid' },
    ])
  })

  it('is changed for many at once, one prize at a time', async () => {
    const { partner, product } = counter.world
    const change = {
      field: 'multiplier' as const,
      product_id: product('PANAMA_DOMINICAL'),
      bet_type_id: terminal,
      place: 3,
      value: '7.00',
    }
    const reply = await counter.app.call(
      betsConfigurations.global,
      { query: { expected_matched_rows: 2 }, body: { filter: { types: ['agencia'] }, change } },
      { as: 'banca' },
    )
    expect([reply.status, reply.body]).toEqual([200, { matched: 2, changed: 2 }])
    expect((await ofPanama(partner.agencia2)).map(({ multiplier }) => multiplier.own)).toEqual([null, null, '7.00'])
  })
})
