/**
 * What a banca brings along of a product: pots that the next round is played for, and losses that an agency's ARRASTRE
 * makes up for in its first weeks.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { commissions } from '../../contract/commissions.ts'
import { openings, type OpeningRow, type ReadOpenings } from '../../contract/openings.ts'
import { polla } from '../../contract/polla.ts'
import { products } from '../../contract/products.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addCommission, addProduct } from '../support/factories.ts'
import { bookOf, type Lines } from '../support/foreign-files.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'
import { openPolla, sellBody, settle, type Polla } from './polla-setup.ts'

let database: TestDatabase
let past: Past
let app: TestApp
let game: Polla
let pollaName: string
/** The last Sunday. */
let last: string
beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  last = addDays(past.world.today, -weekday(past.world.today))
  app = await startApp(database.url)
  await past.world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE kind = 'polla'`)
  game = await openPolla(past.world)
  pollaName = (await past.world.db.one<{ name: string }>(sql`SELECT name FROM products WHERE id = ${game.product_id}`))!
    .name
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const titles = ['Código', 'Moneda', 'Qué es', 'Producto', 'Monto']
async function read(lines: Lines, header = titles): Promise<ReadOpenings> {
  const boundary = 'frontera'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="saldos.xlsx"\r\n\r\n`
  const response = await app.app.inject({
    method: 'POST',
    url: openings.read.path,
    payload: Buffer.concat([Buffer.from(head), bookOf([header, ...lines]), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: {
      authorization: `Bearer ${await app.signInAs('banca')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const post = (week: string, rows: OpeningRow[]) => app.call(openings.post, { body: { week, rows } }, { as: 'banca' })
const told = ({ fault_list }: ReadOpenings) =>
  fault_list.map(({ cell, value, message }) => `${cell} «${value}» ${message}`)
const units = () =>
  past.world.db.rows(sql`
    SELECT week::text AS week, sold, prizes, commission, carried, participation FROM settlement_weeks
    WHERE agency_id = ${past.world.partner.agencia1} ORDER BY week`)

it('tells whatever is wrong with a product in its own cell', async () => {
  const read_of = await read([
    ['AGENCIA1', 'Bs', 'Arrastre', '', 100],
    ['AGENCIA1', 'Bs', 'Arrastre', 'No hay', 100],
    ['AGENCIA1', 'Bs', 'Arrastre', 'Lotto Activo', -100],
    ['AGENCIA1', 'Bs', 'Arrastre', pollaName, 100],
    ['AGENCIA1', 'Bs', 'Deuda', 'LOTTO_ACTIVO', 100],
    ['NORTE', 'Bs', 'Arrastre', 'LOTTO_ACTIVO', 100],
    ['BANCA', 'Bs', 'Primer pote', 'LOTTO_ACTIVO', 100],
    ['BANCA', 'COP', 'Primer pote', pollaName, 100],
    ['AGENCIA2', 'Bs', 'Pote semanal', pollaName, 100],
    ['AGENCIA2', 'Bs', 'Arrastre', 'LOTTO_ACTIVO', 1],
    ['AGENCIA2', 'Bs', 'Arrastre', 'Lotto Activo', 2],
    ['AGENCIA2', 'Bs', 'Arrastre', 'LA_GRANJITA', 3],
  ])
  expect(told(read_of)).toEqual([
    'D2 «» Diga de qué producto es',
    'D3 «No hay» Ningún producto se llama así',
    'E4 «-100» Arrastre no puede ser menor que cero',
    `D5 «${pollaName}» Una polla no arrastra pérdidas`,
    'D6 «LOTTO_ACTIVO» Deuda no es de un producto',
    'C7 «Arrastre» Arrastre no es de este tipo de afiliado',
    'D8 «LOTTO_ACTIVO» Los potes son de una polla',
    'B9 «COP» La polla no se vende en esa moneda',
    'C10 «Pote semanal» Pote semanal no es de este tipo de afiliado',
    'C12 «Arrastre» Está dos veces en el libro',
  ])
  const without = titles.filter((title) => title !== 'Producto')
  expect(told(await read([['AGENCIA1', 'Bs', 'Arrastre', 100]], without))).toEqual(['C2 «» Diga de qué producto es'])
  // What is one's code and another's name is the code.
  const bets = { kind: 'animalitos', multipliers: { [betTypeId('ANIMALITO')]: 30 } } as const
  const twins = [
    await addProduct(past.world.db, { code: 'UNA', ...bets }),
    await addProduct(past.world.db, { code: 'OTRA', ...bets }),
  ]
  await past.world.db.run(sql`UPDATE products SET name = CASE code WHEN 'UNA' THEN 'Otra' ELSE 'Gemela' END
    WHERE id = ANY (${`{${twins.join(',')}}`}::int[])`)
  const of_twins = await read([
    ['AGENCIA2', 'Bs', 'Arrastre', 'Gemela', 1],
    ['AGENCIA1', 'Bs', 'Arrastre', 'OTRA', 1],
    ['AGENCIA1', 'Bs', 'Arrastre', 'una', 1],
  ])
  expect([told(of_twins), of_twins.data.map(({ product_id }) => product_id)]).toEqual([
    [],
    [twins[1], twins[1], twins[0]],
  ])
  // Whoever sends it without the sheet hears it too.
  const row: OpeningRow = { partner_id: past.world.partner.agencia2, currency: 'BS', kind: 'arrastre', amount: '1.00' }
  const codes = async (of: Partial<OpeningRow>) => {
    const { status, problem } = await post(addDays(last, 0), [{ ...row, ...of }])
    return [status, problem.code, problem.errors?.[0]?.path]
  }
  expect([await codes({}), await codes({ product_id: 32_000 })]).toEqual([
    [400, 'invalid', 'rows.0.product_id'],
    [404, 'not_found', 'rows.0.product_id'],
  ])
  expect(await past.world.db.rows(sql`SELECT 1 FROM openings`)).toEqual([])
})

it('a loss that was carried is made up for by the weeks that follow, those that were settled already too', async () => {
  const { world } = past
  const { db, partner } = world
  await addCommission(db, {
    partner_id: partner.agencia1,
    commission_percent: 12,
    participation_kind: 'ARRASTRE',
    participation_percent: 30,
  })
  const draw = await world.draw('LOTTO_ACTIVO')
  const day = addDays(last, -3)
  await past.sell(day, '10:00', 'taquilla1', 'BS', [{ draw, number: '7', stake: '1000.00' }])
  await past.prize(draw, day, '15:00', [{ place: '', number: '5', sign: null }])
  await world.settle()
  // 880.00 left of 1,000.00 at 12 %: 30 % of them.
  const monday = addDays(last, -6)
  const unit = { week: monday, sold: '1000.00', prizes: '0.00', commission: '120.00' }
  expect(await units()).toEqual([{ ...unit, carried: '0.00', participation: '264.00' }])
  const { week, data, faults, sums } = await read([
    ['AGENCIA1', 'Bs', 'Arrastre', 'LOTTO_ACTIVO', '500,00'],
    ['AGENCIA1', 'Bs', 'Deuda', '', '40,00'],
  ])
  expect([week, faults, sums.map(({ kind, amount }) => [kind, amount])]).toEqual([
    addDays(last, -7),
    0,
    [
      ['arrastre', '500.00'],
      ['deuda', '40.00'],
    ],
  ])
  expect((await post(week, data)).body).toMatchObject({ rows: 2, closed: 1 })
  expect((await post(week, data)).problem.errors?.map(({ code }) => code)).toEqual(['opening_there', 'opening_there'])
  await world.settle()
  // 880.00 less the 500.00 that it came with: 30 % of 380.00. Nobody owes it.
  expect(await units()).toEqual([{ ...unit, carried: '-500.00', participation: '114.00' }])
  await expectBooksHold(db)
  expect(await world.run((tx) => rebuildDays(tx, addDays(last, -10), world.today))).toMatchObject({ corrected: 0 })
  const closed = await app.call(accountBalance.close, { body: { week: last } }, { as: 'banca' })
  expect(closed.body).toMatchObject({ kept: 0 })
  const row = await db.one(sql`
    SELECT opening, participation, closing FROM closings WHERE partner_id = ${partner.agencia1} AND week = ${last}`)
  expect(row).toEqual({ opening: '40.00', participation: '114.00', closing: '806.00' })
  await expectBooksHold(db)
})

it('what nothing was sold of yet is carried all the same, as the preview of other rates says', async () => {
  const { world } = past
  const { db, partner } = world
  const { week, data } = await read([['AGENCIA2', 'Bs', 'Arrastre', 'La Granjita', '75,50']])
  expect((await post(week, data)).body).toMatchObject({ rows: 1, closed: 0 })
  const preview = await app.call(
    commissions.preview,
    {
      body: {
        partner_id: partner.agencia2,
        commissions: [
          {
            partner_id: partner.agencia2,
            product_id: null,
            bet_type_id: null,
            currency: null,
            rate: {
              commission_kind: 'VENTA',
              commission_percent: '12',
              participation_kind: 'ARRASTRE',
              participation_percent: '25',
            },
          },
        ],
      },
    },
    { as: 'banca' },
  )
  expect(preview.body.carried).toMatchObject([{ product_name: 'La Granjita', carried: '75.50', agencies: 1 }])
  // What it speaks of stays.
  const product_id = world.product('LA_GRANJITA')
  const removed = await app.call(products.remove, { params: { id: product_id } }, { as: 'banca' })
  expect(removed.body.result).toBe('desactivado')
  await expectBooksHold(db)
})

it('pots that were brought along are what the next round is played for', async () => {
  const { world } = past
  const { db, partner } = world
  const round = await game.round(world.today)
  const { week, data, sums } = await read([
    ['BANCA', 'Bs', 'Primer pote', pollaName, '100,00'],
    ['BANCA', 'Bs', 'Segundo pote', pollaName, '60,00'],
    ['BANCA', 'Bs', 'Pote semanal', pollaName, '30,00'],
    ['BANCA', 'USD', 'Pote semanal', pollaName, '7,00'],
  ])
  expect(sums.map(({ kind, currency, amount }) => `${kind} ${currency} ${amount}`)).toEqual([
    'primero BS 100.00',
    'segundo BS 60.00',
    'semanal BS 30.00',
    'semanal USD 7.00',
  ])
  expect((await post(week, data)).body).toMatchObject({ rows: 4, closed: 0 })
  expect((await post(week, data)).problem.code).toBe('opening_there')
  const shown = await app.call(
    polla.jackpots,
    { query: { day: world.today, product_id: game.product_id } },
    { as: 'banca' },
  )
  expect(
    shown.body.data
      .flatMap(({ currency, pots }) => pots.map(({ pot, amount }) => `${pot} ${currency} ${amount}`))
      .filter((text) => !text.endsWith(' 0.00'))
      .sort(),
  ).toEqual(['primero BS 100.00', 'segundo BS 60.00', 'semanal BS 30.00', 'semanal USD 7.00'])
  expect(
    await db.rows(sql`
    SELECT account.kind, account.currency::text AS currency, sum(posting.amount)::text AS amount
    FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE account.partner_id = ${partner.banca} AND posting.day = ${week} AND account.kind IN ('potes', 'apertura', 'provision')
    GROUP BY 1, 2 ORDER BY 1, 2`),
  ).toEqual([
    { kind: 'apertura', currency: 'BS', amount: '190.00' },
    { kind: 'apertura', currency: 'USD', amount: '7.00' },
    { kind: 'potes', currency: 'BS', amount: '-190.00' },
    { kind: 'potes', currency: 'USD', amount: '-7.00' },
  ])
  await expectBooksHold(db)
  // 80 % of 10.00, of them 60 % in the first pot and 10 % in the week's, whose only round it is: 130.00 + 4.80 + 0.80.
  const sold = await app.call(polla.sell, sellBody(round, ['1', '2', '3']), { as: 'polla' })
  expect(sold.status).toBe(201)
  await game.finish(round, ['1', '2', '3'])
  await settle(world)
  const won = await app.call(polla.show, { params: { serial: sold.body.serial } }, { as: 'polla' })
  expect(won.body).toMatchObject({ state: 'ganador', prize: '135.60' })
  await expectBooksHold(db)
})
