/** Figures of several bancas side by side: each as its own dashboard has them, to the cent. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crossDb } from '../../contract/cross-db.ts'
import { kpis } from '../../contract/kpis.ts'
import { tickets } from '../../contract/tickets.ts'
import { currencies, type Currency } from '../../contract/values/currency.ts'
import { inZone } from '../../contract/values/dates.ts'
import { betTypeId, zone, type World } from '../support/world.ts'
import { Browser, openTwoBancas, type TwoBancas } from './cross-db-setup.ts'

let two: TwoBancas
beforeAll(async () => {
  two = await openTwoBancas()
  const sales: [World, string, Currency, string][] = [
    [two.here, 'taquilla', 'BS', '10.01'],
    [two.here, 'lejana', 'BS', '7.50'],
    [two.here, 'taquilla', 'USD', '3.33'],
    [two.there, 'o-taquilla', 'BS', '1234.56'],
    [two.there, 'o-lejana', 'COP', '5000.00'],
  ]
  for (const [world, as, currency, stake] of sales) {
    const line = { draw_id: await world.draw('LOTTO_ACTIVO'), bet_type_id: betTypeId('ANIMALITO'), number: '7', stake }
    expect((await two.app.call(tickets.sell, { body: { currency, lines: [line] } }, { as })).status).toBe(201)
  }
})
afterAll(() => two?.close())

it('are those of each banca’s own dashboard, a row for each of its currencies', async () => {
  const [own, remote] = [await two.person(two.here), await two.person(two.there)]
  const browser = new Browser(two.app)
  await browser.enter(own.username)
  await browser.register(remote.username)
  const day = inZone(new Date(), zone).day
  const asked = await browser.call(crossDb.figures)
  expect(asked.body.data).toMatchObject([
    { database: 'principal', banca_name: 'Banca de Prueba', state: 'disponible', current: true, day, zone },
    { database: 'otra', banca_name: 'La Otra', state: 'disponible', current: false, day, zone },
  ])
  for (const [at, as] of [own, remote].entries()) {
    const row = asked.body.data[at]!
    expect(row.currencies.map(({ currency }) => currency)).toEqual([...currencies])
    for (const { currency, ...figures } of row.currencies) {
      const query = { from: day, to: day, currency, compare: 'ninguna' as const }
      const dashboard = await two.app.call(kpis.lossProfit, { query }, { as: as.username })
      expect([currency, figures]).toEqual([currency, dashboard.body.totals])
    }
  }
  expect(asked.body.data.map((row) => row.currencies.map(({ sold }) => sold))).toEqual([
    ['17.51', '3.33', '0.00'],
    ['1234.56', '0.00', '5000.00'],
  ])
  await browser.change('otra')
  const away = (await browser.call(crossDb.figures)).body.data
  expect(away.map(({ database, current }) => [database, current])).toEqual([
    ['principal', false],
    ['otra', true],
  ])
  expect(away.map((row) => row.currencies)).toEqual(asked.body.data.map((row) => row.currencies))
})

it('of who has no more than their own are their own; of an ended registration there are none', async () => {
  const [own, remote] = [await two.person(two.here), await two.person(two.there)]
  const browser = new Browser(two.app)
  await browser.enter(own.username)
  expect((await browser.call(crossDb.figures)).body.data.map(({ database }) => database)).toEqual(['principal'])
  const { body } = await browser.register(remote.username)
  const native = new Browser(two.app)
  await native.enter(remote.username)
  await native.call(crossDb.end, { params: { id: body.id } })
  expect((await browser.call(crossDb.figures)).body.data[1]).toMatchObject({
    state: 'terminada',
    currencies: [],
    day: null,
  })
})

it('take no turn of another banca’s reports while the user there has all of theirs', async () => {
  const [own, remote] = [await two.person(two.here), await two.person(two.there)]
  const browser = new Browser(two.app)
  await browser.enter(own.username)
  await browser.register(remote.username)
  const asked = await Promise.all(Array.from({ length: 12 }, () => browser.call(crossDb.figures)))
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { body } of asked)
    expect(body.data[1]!.currencies.map(({ sold }) => sold)).toEqual(['1234.56', '0.00', '5000.00'])
})
