/** Every file of ours that may come in again, with names that spreadsheets would run, bend or cut: nothing of it changes anything. */
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { read } from 'xlsx'
import type { z } from 'zod'
import { agencies } from '../../contract/agencies.ts'
import { commissions } from '../../contract/commissions.ts'
import { distributors } from '../../contract/distributors.ts'
import { everyEndpoint } from '../../contract/index.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { network } from '../../contract/network.ts'
import { partners } from '../../contract/partners.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { users } from '../../contract/users.ts'
import { tableReading, toRows } from '../../resources/results/result-columns.ts'
import { kindByName } from '../../server/entities/network/which-sheet.ts'
import { readTables } from '../../src/kit/files/tables.ts'
import { openNetwork, written as savedAgain } from './network-setup.ts'

const { at, checked, faults } = openNetwork()

/** Names and addresses as nobody should have them, and somebody does. */
const names: Readonly<Record<string, readonly [name: string, address: string, phone: string]>> = {
  norte: ['-Zona', '=1+1', '+58 4141234567'],
  sur: ["'=x", "'=x", '-584141234567'],
  // Called as another is coded.
  agencia1: ['AGENCIA2', '@casa, "la 2"; \'P.B.\'', '04141234567'],
  agencia2: ['@casa, Hijos; "Los" de D\'Amico', "''+uno", '+58 (414) 123-4567'],
  taquilla1: ['dos\nlíneas', 'primera\r\nsegunda', '0000000'],
  taquilla2: ['=SUMA', '00012345678901234567890', '12345678901234567890'],
  taquilla3: ['007', '12/11/2026', ''],
}
const lotto = '=Lotto, "el" Activo'

beforeAll(async () => {
  const { db, partner, product } = at.world
  for (const [key, [name, address, phone]] of Object.entries(names))
    await db.run(sql`
      UPDATE partners SET name = ${name}, name_key = lower(${name.replace(/\s+/g, ' ')}), address = ${address}, phone = ${phone}
      WHERE id = ${partner[key as keyof typeof partner]}`)
  await db.run(sql`UPDATE users SET name = '-' || name, email = '' WHERE username IN ('distribuidor', 'taquilla')`)
  await db.run(sql`UPDATE users SET name = '''=x' WHERE username IN ('agencia', 'vecina')`)
  await db.run(sql`UPDATE products SET name = ${lotto} WHERE id = ${product('LOTTO_ACTIVO')}`)
})

const written = [
  ['CSV', { format: 'csv', csv_style: 'es-VE' }],
  ['international CSV', { format: 'csv', csv_style: 'international' }],
  ['XLSX', { format: 'xlsx' }],
] as const
type Written = (typeof written)[number][1]

const lists = [
  ['distributors', (query: Written) => at.app.call(distributors.export, { query }, { as: 'banca' }), 2],
  ['agencies', (query: Written) => at.app.call(agencies.export, { query }, { as: 'banca' }), 2],
  ['offices', (query: Written) => at.app.call(ticketOffices.export, { query }, { as: 'banca' }), 3],
  ['all partners', (query: Written) => at.app.call(partners.export, { query }, { as: 'banca' }), 7],
  ['users', (query: Written) => at.app.call(users.export, { query }, { as: 'banca' }), 10],
  [
    'rates',
    (query: Written) => at.app.call(commissions.export, { query, body: { currencies: ['BS'] } }, { as: 'banca' }),
    200,
  ],
] as const

const titled: Readonly<Record<(typeof lists)[number][0], string>> = {
  distributors: distributors.list.list.title,
  agencies: agencies.list.list.title,
  offices: ticketOffices.list.list.title,
  'all partners': partners.list.list.title,
  users: users.list.list.title,
  rates: commissions.list.list.title,
}

describe('what comes in by files', () => {
  it('are pictures, the network, results and sales of other systems: each has its test', () => {
    const ways = everyEndpoint().filter(
      ({ endpoint: { upload, body } }) => upload || ((body as z.ZodObject | undefined)?.shape ?? {})['rows'],
    )
    // Of external sales: `external-own-files.test.ts`. What is entered of results was checked by the call before it.
    expect(ways.map(({ entity, name }) => `${entity}.${name}`).sort()).toEqual([
      // Records are named by their numbers, as those of payments and transactions below.
      'cashManage.many',
      'externalSales.load',
      'images.upload',
      'manageDraws.checkFile',
      'manageDraws.enterFile',
      'network.load',
      // `openings.test.ts`; payments are named by their numbers, and none of it comes as a file.
      'openings.post',
      'openings.read',
      'payments.many',
      // Written in a grid, and pasted into it: no file comes in.
      'quotas.save',
      'topQuotas.save',
      'transactions.expense',
      'transactions.income',
      // Software in parts, which is no table: `updates.test.ts`.
      'updates.part',
    ])
  })

  it('is of the network every list whose file is called as one of its sheets', () => {
    const known = everyEndpoint().flatMap(({ endpoint: { list } }) =>
      list && kindByName(list.title) ? list.title : [],
    )
    expect([...new Set(known)].sort()).toEqual(Object.values(titled).sort())
  })
})

const each = lists.flatMap(([list, file, least]) =>
  written.map(([format, query]) => [list, format, () => file(query), least] as const),
)

describe('the file of a list that was brought in', () => {
  it.each(each)('of %s as %s changes nothing', async (_list, _format, file, least) => {
    const { raw } = await file()
    const one = await checked(raw)
    expect([one.problem, await faults(one.id)]).toEqual([null, []])
    expect(one.sheets.map(({ counts: { crea, cambia } }) => [crea, cambia])).toEqual(one.sheets.map(() => [0, 0]))
    expect(one.sheets.reduce((sum, { counts: { igual } }) => sum + igual, 0)).toBeGreaterThanOrEqual(least)
    await at.app.call(network.discard, { params: { id: one.id } }, { as: 'banca' })
  })

  it.each(lists)('of %s that another program saved again changes nothing', async (_list, file, least) => {
    const { raw } = await file({ format: 'xlsx' })
    const one = await checked(savedAgain(read(raw, { cellNF: true })))
    expect([one.problem, await faults(one.id)]).toEqual([null, []])
    expect(one.sheets.map(({ counts: { crea, cambia } }) => [crea, cambia])).toEqual(one.sheets.map(() => [0, 0]))
    expect(one.sheets.reduce((sum, { counts: { igual } }) => sum + igual, 0)).toBeGreaterThanOrEqual(least)
    await at.app.call(network.discard, { params: { id: one.id } }, { as: 'banca' })
  })

  it.each([
    ['as it was made', (raw: Buffer) => raw],
    ['saved again by another program', (raw: Buffer) => savedAgain(read(raw, { cellNF: true }))],
  ])('as the workbook of the network, %s, changes nothing', async (_how, sent) => {
    const { raw } = await at.app.call(network.book, { query: {} }, { as: 'banca' })
    const one = await checked(sent(raw))
    expect([one.problem, await faults(one.id), one.others]).toEqual([null, [], []])
    expect(one.sheets.map(({ counts: { crea, cambia } }) => [crea, cambia])).toEqual([1, 2, 3, 4, 5].map(() => [0, 0]))
    await at.app.call(network.discard, { params: { id: one.id } }, { as: 'banca' })
  })
})

describe('the file of results that was brought in', () => {
  const confirmed = async (draw_id: number, numbers: { place: string; number: string; sign: string | null }[]) => {
    const entered = await at.app.call(
      manageDraws.saveResult,
      { body: { step: 'enter', draw_id, numbers: numbers as never } },
      { as: 'premiador' },
    )
    expect([entered.status, entered.problem?.detail]).toEqual([200, undefined])
    const { status, problem } = await at.app.call(
      manageDraws.saveResult,
      { body: { step: 'confirm', entry_id: entered.body.entry!.id, numbers: numbers as never } },
      { as: 'banca' },
    )
    expect([status, problem?.detail]).toEqual([200, undefined])
  }

  beforeAll(async () => {
    const { world } = at
    const draws = [
      ['LOTTO_ACTIVO', [{ place: '', number: '00', sign: null }]],
      ['LOTTO_ACTIVO', [{ place: '', number: '0', sign: null }]],
      ['LA_GRANJITA', [{ place: '', number: '7', sign: null }]],
      [
        'TRIPLE_ZULIA',
        [
          { place: 'A', number: '007', sign: null },
          { place: 'B', number: '120', sign: null },
          { place: 'C', number: '045', sign: 'LEO' },
        ],
      ],
    ] as const
    // Two minutes apart: the clock goes on between them.
    for (const [n, [code, numbers]] of draws.entries()) {
      const id = await world.draw(code)
      await world.db.run(sql`
        UPDATE draws
        SET opens_at = at - interval '2 hours', closes_at = at - interval '5 minutes', scheduled_at = at,
          day = (at AT TIME ZONE 'America/Caracas')::date
        FROM (SELECT date_trunc('minute', now()) - ${10 + 2 * n} * interval '1 minute' AS at) clock WHERE id = ${id}`)
      await confirmed(id, [...numbers])
    }
  })

  it.each(written)('as %s is there already, every number of it', async (_format, query) => {
    const { today } = at.world
    const period = { from: today.replace(/\d\d$/, '01'), to: today }
    const { raw } = await at.app.call(manageDraws.resultsExport, { query, body: period }, { as: 'banca' })
    const tables = await readTables(new File([new Uint8Array(raw)], 'resultados'), { bytes: 1_000_000, rows: 1_000 })
    const { body } = await at.app.call(
      manageDraws.checkFile,
      { body: { rows: toRows(tables[0]!, tableReading(tables[0]!, [lotto, 'La Granjita', 'Triple Zulia'])).rows } },
      { as: 'premiador' },
    )
    const read = body.draws.map(({ state, note, product_name }) => [product_name, state, note])
    expect(read.sort()).toEqual(
      [lotto, lotto, 'La Granjita', 'Triple Zulia'].map((name) => [name, 'igual', expect.any(String)]).sort(),
    )
  })
})
