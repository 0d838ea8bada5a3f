/**
 * What a banca brings along when it begins: a sheet read with its faults by cell, posted whole or not at all and once, and
 * the weeks that follow it.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { read, utils } from 'xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { openings, type OpeningRow, type ReadOpenings } from '../../contract/openings.ts'
import type { ProblemBody } from '../../contract/problems.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents } from '../../contract/values/money.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { openingWeek, postOpenings } from '../../server/rules/books/openings.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addPartner } from '../support/factories.ts'
import { bookOf, type Lines } from '../support/foreign-files.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp
let last: string
beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  last = addDays(past.world.today, -weekday(past.world.today))
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

/** As sheets were before anything in them was of a product. */
const header = ['Código', 'Nombre', 'Moneda', 'Qué es', 'Monto']
async function upload(bytes: Uint8Array, as = 'banca') {
  const boundary = 'frontera'
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="saldos.xlsx"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  const response = await app.app.inject({
    method: 'POST',
    url: openings.read.path,
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: {
      authorization: `Bearer ${await app.signInAs(as)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  const answer: unknown = response.json()
  return { status: response.statusCode, body: answer as ReadOpenings, problem: answer as ProblemBody }
}
const sent = async (...lines: Lines) => (await upload(bookOf([header, ...lines]))).body
const post = (body: { week: string; rows: OpeningRow[] }, as = 'banca', key: string = crypto.randomUUID()) =>
  app.call(openings.post, { body }, { as, key })
const codeOf = async (name: string) =>
  (await past.world.db.one<{ code: string }>(sql`SELECT code FROM partners WHERE name = ${name}`))!.code
const balances = async () => {
  const body = { from: addDays(last, -13), to: past.world.today, level: 'agencia' }
  const reply = await app.call(accountBalance.report, { body: body as never }, { as: 'banca' })
  return Object.fromEntries(reply.body.data.map(({ name, currency, debt }) => [`${name} ${currency}`, debt]))
}
const held = async (partner_id: number, kind: string) =>
  (await past.world.db.one<{ amount: string }>(sql`
    SELECT coalesce(sum(posting.amount), 0)::text AS amount
    FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE account.partner_id = ${partner_id} AND account.kind = ${kind} AND account.currency = 'BS'`))!.amount
const sound = () => expectBooksHold(past.world.db)

it('has a template with a row for each that may still bring something, which is read as nothing', async () => {
  const file = await app.call(openings.template, {}, { as: 'banca' })
  expect(file.status).toBe(200)
  const book = read(file.raw)
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
  expect(rows[0]).toEqual(['Código', 'Nombre', 'Moneda', 'Qué es', 'Producto', 'Monto'])
  expect(rows.map(([, name, currency, kind, product]) => [name, currency, kind, product])).toEqual(
    expect.arrayContaining([
      ['Agencia Uno', 'BS', 'Deuda', ''],
      ['Distribuidor Norte', 'USD', 'Deuda', ''],
      ['Taquilla Uno', 'BS', 'Caja', ''],
      ['Banca de Prueba', 'BS', 'Fondo', ''],
      ['Banca de Prueba', 'BS', 'Pote semanal', 'Polla del día'],
    ]),
  )
  expect((await upload(file.raw)).problem).toMatchObject({ code: 'sheet_empty' })
  expect((await upload(Buffer.from('Una;Otra\r\n1;2'))).problem).toMatchObject({ code: 'sheet_header_missing' })
  expect((await upload(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]))).problem).toMatchObject({
    code: 'sheet_unreadable',
  })
  for (const as of ['supervisor', 'distribuidor']) expect((await upload(file.raw, as)).status).toBe(403)
})

it('tells every fault with its cell, and posts nothing of a sheet that has one', async () => {
  const [agency, office] = [await codeOf('Agencia Uno'), await codeOf('Taquilla Uno')]
  const body = await sent(
    [agency, '', 'Bs', 'Deuda', '1.000,50'],
    ['NADIE', '', 'Bs', 'Deuda', 10],
    [agency, '', 'Euros', 'Préstamo', 'mucho'],
    [office, '', 'Bs', 'Caja', -5],
    [agency, '', 'COP', 'Deuda', '10,50'],
    [agency, '', 'Bs', 'Deuda', 7],
    [agency, '', 'Bs', 'Caja', 7],
    [agency, '', 'USD', 'Deuda', '1.500'],
  )
  expect(body.fault_list.map(({ cell, value, message }) => `${cell} «${value}» ${message}`)).toEqual([
    'A3 «NADIE» Ningún afiliado tiene ese código',
    'C4 «Euros» No es una moneda: BS, USD, COP',
    'D4 «Préstamo» Diga qué es: Deuda, Caja, Fondo, Banco, Arrastre, Primer pote, Segundo pote, Pote semanal',
    'E4 «mucho» No es un monto como 1.234,56',
    'E5 «-5» Caja no puede ser menor que cero',
    'E6 «10,50» En pesos colombianos no hay céntimos',
    'D7 «Deuda» Está dos veces en el libro',
    'D8 «Caja» Caja no es de este tipo de afiliado',
    'E9 «1.500» Puede ser de miles o con decimales: escríbalo como 1.234,00',
  ])
  expect(body.faults).toBe(9)
  // Whoever sends them all the same hears the same.
  const refused = await post({ week: body.week, rows: body.data })
  expect([refused.status, refused.problem.errors?.map(({ path }) => path)]).toEqual([
    400,
    ['rows.1.amount', 'rows.2.amount', 'rows.3.kind', 'rows.4.kind'],
  ])
  expect(await past.world.db.rows(sql`SELECT 1 FROM openings`)).toEqual([])
  await sound()
})

it('is posted whole on the Sunday before, once, and is the first closing of whoever owes', async () => {
  const { partner } = past.world
  const lines: Lines = [
    [await codeOf('Agencia Uno'), '', 'Bs', 'Deuda', '1.000,50'],
    [await codeOf('Agencia Dos'), '', 'Bs', 'Deuda', -250],
    [await codeOf('Distribuidor Norte'), '', 'Bs', 'Deuda', 800],
    [await codeOf('Taquilla Uno'), '', 'Bs', 'Caja', 300],
    [await codeOf('Agencia Uno'), '', 'Bs', 'Banco', '90,00'],
    [await codeOf('Banca de Prueba'), '', 'Bs', 'Fondo', 400],
    [await codeOf('Agencia Dos'), '', 'USD', 'Deuda', 0],
  ]
  // What was sold here is of the week after the Sunday.
  const draw = await past.world.draw('LOTTO_ACTIVO')
  await past.sell(addDays(last, -3), '10:00', 'taquilla1', 'BS', [{ draw, number: '7', stake: '100.00' }])
  await past.prize(draw, addDays(last, -3), '15:00', [{ place: '', number: '5', sign: null }])
  await past.world.settle()
  const body = await sent(...lines)
  expect([body.faults, body.week, body.data.length]).toEqual([0, addDays(last, -7), 6])
  const stale = await post({ week: last, rows: body.data })
  expect([stale.status, stale.problem.code]).toEqual([409, 'changed_meanwhile'])
  const key = crypto.randomUUID()
  const asked = { week: body.week, rows: body.data }
  const [one, again] = [await post(asked, 'banca', key), await post(asked, 'banca', key)]
  expect([one.status, one.body]).toMatchObject([201, { week: body.week, rows: 6, closed: 3 }])
  expect(again.body).toEqual(one.body)
  // 100 sold, 12 % and 30 % of the 88 left: 61.60 more than it brought along.
  expect(await balances()).toEqual({ 'Agencia Uno BS': '1062.10', 'Agencia Dos BS': '-250.00' })
  expect([
    await held(partner.taquilla1, 'caja'),
    await held(partner.agencia1, 'banco'),
    await held(partner.banca, 'fondo'),
    await held(partner.agencia1, 'apertura'),
    await held(partner.banca, 'apertura'),
  ]).toEqual(['400.00', '90.00', '400.00', '-1390.50', '-400.00'])
  const first = await app.call(accountBalance.closings, { query: { from: body.week, to: body.week } } as never, {
    as: 'banca',
  })
  expect(first.body.data.map(({ name, is_first, closing, actions }) => [name, is_first, closing, actions])).toEqual(
    expect.arrayContaining([
      ['Agencia Uno', true, '1000.50', []],
      ['Agencia Dos', true, '-250.00', []],
      ['Distribuidor Norte', true, '800.00', []],
    ]),
  )
  await sound()
  const twice = await post(asked)
  expect([twice.status, twice.problem.code, new Set(twice.problem.errors?.map((each) => each.code))]).toEqual([
    409,
    'opening_there',
    new Set(['opening_there']),
  ])
  for (const as of ['supervisor', 'distribuidor']) expect((await post(asked, as)).status).toBe(403)
})

it('is followed by the week after as any other closing, and refused where something is closed', async () => {
  const { partner } = past.world
  const closed = await app.call(accountBalance.close, { body: { week: last } }, { as: 'banca' })
  expect(closed.body).toMatchObject({ kept: 0 })
  expect((await balances())['Agencia Uno BS']).toBe('1062.10')
  await sound()
  const row = (of: Partial<OpeningRow>): OpeningRow => ({
    partner_id: partner.agencia2,
    currency: 'BS',
    kind: 'fondo',
    amount: '10.00',
    ...of,
  })
  const week = await openingWeek(past.world.db, [partner.agencia2], past.world.today)
  const refused = async (of: Partial<OpeningRow>) => (await post({ week, rows: [row(of)] })).problem?.code
  expect(await refused({})).toBe('week_closed')
  expect(await refused({ partner_id: 999_999 })).toBe('not_found')
  expect(await refused({ kind: 'caja' })).toBe('account_elsewhere')
  expect(await refused({ currency: 'COP', amount: '1.50' })).toBe('amount_decimals')
  await past.world.db.run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${partner.agencia2}`)
  expect(await refused({ currency: 'COP' })).toBe('currency_not_sold')
})

it('of two who post the same at once is posted by one', async () => {
  const id = await addPartner(past.world.db, {
    father_id: past.world.partner.norte,
    type: 'agencia',
    code: 'DOS-VECES',
    name: 'Agencia a la vez',
  } as never)
  const rows: OpeningRow[] = [{ partner_id: id, currency: 'BS', kind: 'deuda', amount: '75.00' }]
  const week = await openingWeek(past.world.db, [id], past.world.today)
  const replies = await Promise.all([1, 2, 3].map(() => post({ week, rows })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await balances())['Agencia a la vez BS']).toBe('75.00')
  await sound()
})

it('any openings followed by any closings leave everybody owing what they brought along', async () => {
  let planted = 0
  const { world } = past
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((one) => one !== 0)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(cents), { minLength: 4, maxLength: 4 }).filter((all) => all.some((one) => one !== null)),
      fc.array(fc.record({ of: fc.nat(3), weeks: fc.integer({ min: 1, max: 2 }) }), { maxLength: 5 }),
      async (brought, closings) => {
        planted += 1
        const add = (father_id: number, type: string, name: string) =>
          addPartner(world.db, {
            father_id,
            type,
            code: `AP${planted}${name}`,
            name: `Apertura ${planted} ${name}`,
          } as never)
        const top = await add(world.partner.banca, 'distribuidor', 'D1')
        const under = await add(top, 'distribuidor', 'D2')
        const tree = [top, under, await add(under, 'agencia', 'A1'), await add(top, 'agencia', 'A2')]
        const rows = brought.flatMap((amount, n): OpeningRow[] =>
          amount === null
            ? []
            : [{ partner_id: tree[n]!, currency: 'BS', kind: 'deuda', amount: fromCents(BigInt(amount)) }],
        )
        const signature = { by: world.user['banca']!, at: new Date(), today: world.today }
        const week = await openingWeek(
          world.db,
          rows.map(({ partner_id }) => partner_id),
          world.today,
        )
        expect(week).toBe(last)
        await world.run((tx) => postOpenings(tx, { week, rows, signature }))
        for (const { of, weeks } of closings)
          await world.run((tx) =>
            closeWeek(tx, { week: addDays(week, 7 * weeks), of: sql`partner.id = ${tree[of]!}`, signature }),
          )
        for (const { partner_id, amount } of rows)
          expect(
            (await world.db.one(sql`
            SELECT sum(posting.amount)::text AS amount FROM ledger_postings posting
            JOIN ledger_accounts account ON account.id = posting.account_id
            WHERE account.partner_id = ${partner_id} AND account.kind = 'liquidacion'`))!,
          ).toEqual({ amount })
        await sound()
      },
    ),
    { numRuns: 15 },
  )
}, 120_000)
