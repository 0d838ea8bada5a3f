/**
 * What is owed by its age over HTTP: the report with its totals and file, one partner's, the debt beside the rows of partner
 * lists and in their files, and who is told of what is overdue or reaches a limit, once.
 */
import { sql } from 'drizzle-orm'
import { read, utils } from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { agencies } from '../../contract/agencies.ts'
import { ageNames } from '../../contract/debt-ages.ts'
import { distributors } from '../../contract/distributors.ts'
import { partners } from '../../contract/partners.ts'
import { payments } from '../../contract/payments.ts'
import { salesControl } from '../../contract/sales-control.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { add, subtract } from '../../contract/values/money.ts'
import { owedByCreditor, passDebt } from '../../server/rules/books/assign.ts'
import { tellDebts } from '../../server/rules/books/notices.ts'
import { withDebt } from '../../server/rules/books/owed.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
/** The last Sunday that is over; `sunday(1)` the one before. */
let last: string
const sunday = (before: number) => addDays(last, -7 * before)

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  last = addDays(world.today, -weekday(world.today))
  await addUser(world.db, { username: 'surista', role: 'DISTRIBUIDOR', partner_id: world.partner.sur })
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

const earn = (partner_id: number, day: string, amount: string, currency: 'BS' | 'USD' = 'BS') =>
  world.run((tx) =>
    postAll(tx, [
      {
        day,
        kind: 'ajuste',
        ref_kind: 'adjustment',
        ref_id: 1,
        currency,
        moves: [{ debit: { partner_id, kind: 'banco' }, credit: { partner_id, kind: 'ajustes' }, amount }],
      },
    ]),
  )
const close = async (week: string) => {
  const reply = await app.call(accountBalance.close, { body: { week, reason: 'De prueba' } }, { as: 'banca' })
  expect(reply.status).toBe(200)
}
async function pay(partner_id: number, amount: string): Promise<number> {
  const body = { partner_id, amount, currency: 'BS' as const, paid_on: world.today, to: 'banca' as const, again: true }
  const made = await app.call(payments.create, { body }, { as: 'banca' })
  const { id, version } = made.body
  const done = await app.call(payments.confirm, { params: { id }, body: { version } } as never, { as: 'banca' })
  expect([done.status, done.problem?.code]).toEqual([200, undefined])
  return id
}
const ageing = async (query: object, as = 'banca') => {
  const { status, body } = await app.call(accountBalance.ageing, { query: query as never }, { as })
  expect(status).toBe(200)
  return body
}
const debtOf = async (id: number, as = 'banca') =>
  (await app.call(accountBalance.debt, { params: { id } }, { as })).body.data
const figures = (row: Record<(typeof ageNames)[number], string>) => ageNames.map((name) => row[name]).join(' ')

describe('ages', () => {
  it('put what was paid on the oldest closed week, and tell what is overdue, open and in favour', async () => {
    const { agencia1, agencia2 } = world.partner
    for (const [week, amount] of [
      [5, '500.00'],
      [3, '300.00'],
      [1, '200.00'],
      [0, '100.00'],
    ] as const)
      await earn(agencia1, addDays(sunday(week), -2), amount)
    await earn(agencia2, addDays(sunday(5), -2), '40.00')
    for (const week of [5, 4, 3, 2, 1, 0]) await close(sunday(week))
    await earn(agencia1, world.today, '7.00')
    await pay(agencia1, '650.00')
    await pay(agencia2, '90.00')
    const { data, totals, total } = await ageing({ level: 'agencia', currency: 'BS' })
    const rows = new Map(data.map((row) => [row.name, row]))
    // debt overdue open week_1 week_2 week_3_4 older credit: on a Sunday the last closed week is a week old, not two.
    const [one, two] = [rows.get('Agencia Uno')!, rows.get('Agencia Dos')!]
    expect(figures(one)).toBe('457.00 350.00 7.00 100.00 200.00 150.00 0.00 0.00')
    expect(figures(two)).toBe('-50.00 0.00 0.00 0.00 0.00 0.00 0.00 -50.00')
    expect([one.paid_on, one.paid, one.key, one.type]).toEqual([world.today, '650.00', String(agencia1), 'agencia'])
    expect(total).toBe(2)
    expect(totals.map(({ currency, rows: of }) => [currency, of])).toEqual([['BS', 2]])
    for (const name of ageNames) expect([name, totals[0]![name]]).toEqual([name, add(one[name], two[name])])
    for (const row of data)
      expect(add(row.open, row.week_1, row.week_2, row.week_3_4, row.older, row.credit)).toBe(row.debt)
    expect(await verifyBooks(world.db)).toEqual([])
  })

  it('get their old age back when the payment is undone', async () => {
    const { agencia1 } = world.partner
    const id = await pay(agencia1, '250.00')
    expect(figures((await debtOf(agencia1))[0]!)).toBe('207.00 100.00 7.00 100.00 100.00 0.00 0.00 0.00')
    const { body: made } = await app.call(payments.show, { params: { id } }, { as: 'banca' })
    const body = { version: made.version, reason: 'No llegó' }
    expect((await app.call(payments.undo, { params: { id }, body }, { as: 'banca' })).status).toBe(200)
    const [again] = await debtOf(agencia1)
    expect(figures(again!)).toBe('457.00 350.00 7.00 100.00 200.00 150.00 0.00 0.00')
    expect([again!.paid, again!.debt_limit, again!.closed_through]).toEqual(['650.00', null, sunday(0)])
  })

  it('of a distributor are of what it answers for, once in the total, and by the days the banca gives', async () => {
    const { data, totals } = await ageing({ level: 'distribuidor', currency: 'BS' })
    expect(data.map(({ name, debt }) => [name, debt])).toEqual([
      ['Distribuidor Sur', '457.00'],
      ['Distribuidor Norte', '407.00'],
    ])
    expect(totals[0]!.debt).toBe('407.00')
    await world.db.run(sql`UPDATE banca SET week_due_days = 28`)
    expect((await debtOf(world.partner.agencia1))[0]!.overdue).toBe('0.00')
    await world.db.run(sql`UPDATE banca SET week_due_days = 7`)
  })

  it('are a file that says what the screen says', async () => {
    const query = { level: 'agencia', format: 'xlsx' }
    const file = await app.call(accountBalance.ageingExport, { query } as never, { as: 'banca' })
    expect(file.status).toBe(200)
    const book = read(file.raw)
    const [head, ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    const column = (title: string) => head!.indexOf(title)
    const row = rows.find((one) => one[column('Afiliado')] === 'Agencia Uno')!
    expect(['Saldo BS', '1 semana BS', '3 y 4 semanas BS', 'Vencido BS'].map((title) => row[column(title)])).toEqual([
      457, 100, 150, 350,
    ])
  })

  it('are seen by those they concern', async () => {
    expect((await ageing({ level: 'directos' }, 'agencia')).data.map(({ name }) => name)).toEqual(['Agencia Uno'])
    const { agencia2 } = world.partner
    const other = await app.call(accountBalance.ageing, { query: { partner_id: agencia2 } as never }, { as: 'agencia' })
    expect(other.status).toBe(404)
    const file = await app.call(
      accountBalance.ageingExport,
      { query: { partner_id: agencia2, format: 'csv' } as never },
      { as: 'agencia' },
    )
    expect(file.status).toBe(404)
    expect((await app.call(accountBalance.debt, { params: { id: agencia2 } }, { as: 'agencia' })).status).toBe(404)
  })
})

describe('the debt beside the rows of a list', () => {
  it('is what the balance says, in pages, records and files, of those rows alone', async () => {
    const { agencia1, sur } = world.partner
    const owed = [{ currency: 'BS', amount: '457.00' }]
    const list = (await app.call(agencies.list, { query: {} as never }, { as: 'banca' })).body.data
    expect(list.find(({ id }) => id === agencia1)!.debt).toEqual(owed)
    expect((await app.call(agencies.show, { params: { id: agencia1 } }, { as: 'banca' })).body.debt).toEqual(owed)
    const above = (await app.call(distributors.list, { query: {} as never }, { as: 'banca' })).body.data
    expect(above.find(({ id }) => id === sur)!.debt).toEqual(owed)
    const below = await app.call(partners.directs, { query: { partner_id: sur } as never }, { as: 'banca' })
    expect(below.body.data.map(({ name, debt }) => [name, debt])).toContainEqual(['Agencia Uno', owed])
    const file = await app.call(agencies.export, { query: { format: 'xlsx' } } as never, { as: 'banca' })
    const book = read(file.raw)
    const [head, ...rows] = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    expect(rows.map((row) => [row[head!.indexOf('Agencia')], row[head!.indexOf('Saldo BS')]])).toEqual(
      expect.arrayContaining([
        ['Agencia Uno', 457],
        ['Agencia Dos', -50],
      ]),
    )
    expect(await withDebt([{ id: world.partner.taquilla1 }], world)).toEqual([
      { id: world.partner.taquilla1, debt: [] },
    ])
    const sorted = await app.call(agencies.list, { query: { sort: 'debt' } as never }, { as: 'banca' })
    expect(sorted.status).toBe(400)
  })

  it('is in a file longer than is asked at once, of each row its own', async () => {
    const { sur } = world.partner
    const ids: number[] = []
    for (let n = 0; n < 520; n += 1)
      ids.push(
        await addPartner(world.db, {
          father_id: sur,
          type: 'agencia',
          code: `FILA${n}`,
          name: `Fila ${String(n).padStart(3, '0')}`,
          currencies: ['BS'],
        }),
      )
    const some = [0, 499, 500, 519]
    for (const n of some) await earn(ids[n]!, world.today, `${n + 1}.00`)
    const query = { q: 'Fila', sort: 'name', format: 'csv' }
    const file = await app.call(agencies.export, { query } as never, { as: 'banca' })
    const lines = file.raw.toString('utf8').split('\n')
    for (const n of some) {
      const line = lines.find((one) => one.includes(`Fila ${String(n).padStart(3, '0')}`))!
      expect(line).toContain(`${n + 1},00`)
    }
    expect(lines.filter((one) => one.includes('Fila 0') || one.includes('Fila 4')).length).toBeGreaterThan(100)
    for (const n of some) await earn(ids[n]!, world.today, `-${n + 1}.00`)
  })
})

describe('who is told', () => {
  const told = async () =>
    world.db.rows<{ who: string; level: string; title: string; text: string; link: string }>(sql`
      SELECT person.username AS who, note.level, note.title, note.text, note.link
      FROM notifications note JOIN users person ON person.id = note.user_id WHERE note.kind = 'saldo' ORDER BY note.id`)
  const tell = async () => {
    await world.db.run(sql`DELETE FROM notifications WHERE kind = 'saldo'`)
    const count = await tellDebts(world.pool, new Date())
    const all = await told()
    expect(all.length).toBe(count)
    return all
  }
  const limit = async (debt_limit: string | null) => {
    const known = await world.db.one<{ version: number }>(
      sql`SELECT version FROM partner_debt_limits WHERE partner_id = ${world.partner.agencia1} AND currency = 'BS'`,
    )
    const body = { currency: 'BS' as const, week_limit: null, debt_limit, version: known?.version ?? 0 }
    const params = { id: world.partner.agencia1 }
    expect((await app.call(salesControl.update, { params, body }, { as: 'banca' })).status).toBe(200)
  }
  const titles = (all: Awaited<ReturnType<typeof told>>) => all.map(({ who, title }) => `${who}: ${title}`).sort()

  it('is the debtor and whom it owes, once, with the way to it', async () => {
    const all = await tell()
    const own = all.filter(({ title }) => title.startsWith('Agencia Uno'))
    expect(own.map(({ who }) => who).sort()).toEqual(['agencia', 'surista'])
    expect(own[0]).toMatchObject({
      level: 'advierte',
      title: 'Agencia Uno: saldo vencido',
      text: 'Debe Bs 350,00 de semanas con más de 7 días desde su domingo. Su saldo de hoy es Bs 457,00.',
    })
    const link = new URL(own[0]!.link, 'http://console')
    expect(link.pathname).toMatch(/accountBalance$/)
    expect(Object.fromEntries(link.searchParams)).toEqual({
      view: 'antiguedad',
      partner_id: String(world.partner.agencia1),
      level: 'agencia',
      currency: 'BS',
    })
    const opened = await ageing({ partner_id: world.partner.agencia1, level: 'agencia', currency: 'BS' }, 'agencia')
    expect(opened.data.map(({ name }) => name)).toEqual(['Agencia Uno'])
    // Sur owes Norte, Norte the banca: each pair hears its own.
    expect(titles(all).filter((one) => one.includes('Distribuidor'))).toEqual(
      expect.arrayContaining([
        'distribuidor: Distribuidor Sur: saldo vencido',
        'surista: Distribuidor Sur: saldo vencido',
      ]),
    )
    expect(await tell()).toEqual([])
  })

  it('again once it was settled and came back', async () => {
    const { agencia1 } = world.partner
    const id = await pay(agencia1, '350.00')
    expect(await tell()).toEqual([])
    const { body: made } = await app.call(payments.show, { params: { id } }, { as: 'banca' })
    const body = { version: made.version, reason: 'No llegó' }
    await app.call(payments.undo, { params: { id }, body }, { as: 'banca' })
    expect(titles(await tell()).filter((one) => one.includes('Uno'))).toEqual([
      'agencia: Agencia Uno: saldo vencido',
      'surista: Agencia Uno: saldo vencido',
    ])
  })

  it('of a limit from 80 % and from 100 % on, and again only from some points below', async () => {
    const { agencia1 } = world.partner
    await limit('571.26')
    expect(await tell()).toEqual([])
    await limit('571.25')
    const near = await tell()
    expect(titles(near)).toEqual([
      'agencia: Agencia Uno: cerca de su límite',
      'surista: Agencia Uno: cerca de su límite',
    ])
    expect(near[0]).toMatchObject({
      level: 'advierte',
      text: 'Debe Bs 457,00, el 80,0 % de su límite de Bs 571,25.',
    })
    await limit('457.00')
    const passed = await tell()
    expect(titles(passed)).toEqual(['agencia: Agencia Uno: pasó su límite', 'surista: Agencia Uno: pasó su límite'])
    expect([passed[0]!.level, passed[0]!.link]).toEqual(['urge', expect.stringMatching(/sales-control\?/)])
    // Under the mark, but not settled: it does not tell the next sale that passes it again.
    await earn(agencia1, world.today, '-10.00')
    expect(await tell()).toEqual([])
    await earn(agencia1, world.today, '10.00')
    expect(await tell()).toEqual([])
    await earn(agencia1, world.today, subtract('430.00', '457.00'))
    expect(await tell()).toEqual([])
    await earn(agencia1, world.today, '27.00')
    expect(titles(await tell())).toEqual([
      'agencia: Agencia Uno: pasó su límite',
      'surista: Agencia Uno: pasó su límite',
    ])
    // Straight over both marks, only the higher is told.
    await limit(null)
    expect(await tell()).toEqual([])
    await limit('100.00')
    expect(titles(await tell())).toEqual([
      'agencia: Agencia Uno: pasó su límite',
      'surista: Agencia Uno: pasó su límite',
    ])
    await limit(null)
  })

  it('of many at once in one, to whom they owe', async () => {
    const { sur } = world.partner
    const rows = await world.db.rows<{ id: number }>(
      sql`SELECT id FROM partners WHERE father_id = ${sur} AND code LIKE 'FILA%' ORDER BY code LIMIT 5`,
    )
    for (const { id } of rows)
      await world.db.run(sql`
        INSERT INTO partner_debt_limits (partner_id, currency, debt_limit) VALUES (${id}, 'BS', '10.00')`)
    for (const { id } of rows) await earn(id, world.today, '9.00')
    const all = await tell()
    expect(titles(all)).toEqual(['surista: 5 afiliados cerca de su límite'])
    expect(all[0]!.text).toMatch(/^Fila \d{3}, Bs 9,00; .*; y 2 más\.$/)
    expect(await tell()).toEqual([])
  })
})

describe('a debt passed to another creditor', () => {
  it('is of the week in which it was passed for that one, and lowers the oldest of whoever had it', async () => {
    const { banca } = world.partner
    const add = (father_id: number, type: 'distribuidor' | 'agencia', name: string) =>
      addPartner(world.db, { father_id, type, code: name.toUpperCase(), name, currencies: ['BS'] })
    const alto = await add(banca, 'distribuidor', 'Alto')
    const bajo = await add(alto, 'distribuidor', 'Bajo')
    const vecino = await add(banca, 'distribuidor', 'Vecino')
    const puesto = await add(bajo, 'agencia', 'Puesto')
    const own = await add(vecino, 'agencia', 'Propio')
    const closeOf = async (week: string) => {
      for (const partner_id of [alto, vecino]) {
        const body = { week, partner_id, reason: 'De prueba' }
        const reply = await app.call(accountBalance.close, { body }, { as: 'banca' })
        expect([reply.status, reply.body.kept]).toEqual([200, 0])
      }
    }
    const pass = async (partner_id: number, to_id: number, amount: string, today: string) => {
      const [from] = await owedByCreditor(world.db, partner_id, 'BS')
      const asked = { partner_id, currency: 'BS' as const, from_id: from!.creditor_id, to_id, owed: from!.owed }
      await world.run((tx) =>
        passDebt(tx, { ...asked, amount, reason: 'De prueba' }, { by: world.user['banca']!, at: new Date(), today }),
      )
    }
    const told = async () =>
      Promise.all(
        [puesto, bajo, alto, vecino].map(async (id) => {
          const [row] = await debtOf(id)
          return row ? figures(row) : 'nothing'
        }),
      )
    await earn(puesto, addDays(sunday(4), -2), '100.00')
    await earn(own, addDays(sunday(4), -2), '30.00')
    await earn(puesto, addDays(sunday(2), -2), '60.00')
    for (const week of [4, 3, 2]) await closeOf(sunday(week))
    // debt overdue open week_1 week_2 week_3_4 older credit
    const all = '160.00 160.00 0.00 0.00 0.00 60.00 100.00 0.00'
    expect(await told()).toEqual([all, all, all, '30.00 30.00 0.00 0.00 0.00 0.00 30.00 0.00'])
    // Once its week is closed it is in the results of that week, more of one and less of the others.
    await pass(puesto, vecino, '120.00', addDays(sunday(2), 3))
    for (const week of [1, 0]) await closeOf(sunday(week))
    expect(await told()).toEqual([
      all,
      '40.00 40.00 0.00 0.00 0.00 40.00 0.00 0.00',
      '40.00 40.00 0.00 0.00 0.00 40.00 0.00 0.00',
      '150.00 150.00 0.00 0.00 120.00 0.00 30.00 0.00',
    ])
    // In the week that runs it has no age for the new one, and lowers the oldest of the others at once.
    await pass(puesto, vecino, '10.00', world.today)
    expect(await told()).toEqual([
      all,
      '30.00 30.00 0.00 0.00 0.00 30.00 0.00 0.00',
      '30.00 30.00 0.00 0.00 0.00 30.00 0.00 0.00',
      '160.00 150.00 10.00 0.00 120.00 0.00 30.00 0.00',
    ])
    // All of them may be passed on, and more comes back than there is of closed weeks.
    await pass(puesto, vecino, '30.00', world.today)
    expect((await told()).slice(1, 3)).toEqual(['nothing', 'nothing'])
    expect(await verifyBooks(world.db)).toEqual([])
  })
})
