/**
 * A public history of results, taken in as a person would: the file read by the results screen's own
 * code, checked, entered, confirmed by somebody else, awarded. The numbers are those of New Jersey's
 * Pick 3 as its lottery published them; ten of them begin with a zero.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { products } from '../../contract/products.ts'
import { tickets } from '../../contract/tickets.ts'
import type { ResultFileRow } from '../../contract/result-file.ts'
import { tableReading, toRows } from '../../resources/results/result-columns.ts'
import { readTables } from '../../src/kit/files/tables.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'

const product = 'Pick 3 New Jersey'
const triple = betTypeId('TRIPLE_A')

let database: TestDatabase
let world: World
let app: TestApp
let product_id: number

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const hours = ['12:59', '22:57'].map((local_time) => ({
    weekday_mask: 127,
    local_time,
    close_minutes: 5,
    valid_from: null,
    valid_to: null,
  }))
  const created = await app.call(
    products.create,
    {
      body: {
        code: 'PICK_3_NJ',
        name: product,
        kind: 'triples',
        zone: 'America/Caracas',
        status: 'activo',
        position: 50,
        settings: {},
        schedules: hours,
        exceptions: [],
        offers: [{ bet_type_id: triple, multiplier: '500', enabled: true }],
        wildcards: [],
      },
    },
    { as: 'banca' },
  )
  expect(created.problem).not.toHaveProperty('code', 'invalid')
  product_id = created.body.id
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

async function rowsOf(text: string): Promise<ResultFileRow[]> {
  const [table] = await readTables(new File([text], 'historia.csv'), { bytes: 1_000_000, rows: 1_000 })
  return toRows(table!, tableReading(table!, [product])).rows
}

const done = <R extends { status: number; body: unknown; problem: { code?: string } }>(reply: R): R['body'] => {
  expect([reply.status, reply.problem.code]).toEqual([200, undefined])
  return reply.body
}
const check = async (rows: ResultFileRow[]) =>
  done(await app.call(manageDraws.checkFile, { body: { rows } }, { as: 'premiador' })).draws
const enter = async (rows: ResultFileRow[]) =>
  done(await app.call(manageDraws.enterFile, { body: { rows } }, { as: 'premiador' })).entries

/** A draw of today that sold one ticket to `007` and is over. */
async function soldDraw(): Promise<{ line: string; serial: string; code: string }> {
  const draw_id = await world.draw('LOTTO_ACTIVO')
  await world.db.run(sql`UPDATE draws SET product_id = ${product_id} WHERE id = ${draw_id}`)
  const sold = await app.call(
    tickets.sell,
    {
      body: {
        currency: 'BS',
        lines: [
          { draw_id, bet_type_id: triple, number: '007', stake: '2.00' },
          { draw_id, bet_type_id: triple, number: '700', stake: '2.00' },
        ],
      },
    },
    { as: 'taquilla' },
  )
  expect(sold.status).toBe(201)
  const at = await world.db.one<{ day: string; time: string }>(sql`
    UPDATE draws
    SET opens_at = at - interval '2 hours', closes_at = at - interval '5 minutes', scheduled_at = at,
      day = (at AT TIME ZONE 'America/Caracas')::date
    FROM (SELECT date_trunc('minute', now()) - interval '10 minutes' AS at) clock WHERE id = ${draw_id}
    RETURNING day, to_char(at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS time`)
  return { line: `${product};${at!.day};${at!.time};007\n`, serial: sold.body.serial, code: sold.body.code }
}

describe('a public history of results', () => {
  it('is read with its zeros, entered, confirmed by another person and awarded', async () => {
    const today = await soldDraw()
    const text = readFileSync(new URL('../fixtures/historia-publica.csv', import.meta.url), 'utf8') + today.line
    const rows = await rowsOf(text)
    expect(rows).toHaveLength(89)
    const checked = await check(rows)
    expect(checked.map((row) => row.state)).toEqual(rows.map(() => 'lista'))
    expect(await world.db.one(sql`SELECT count(*)::int AS n FROM result_entries`)).toEqual({ n: 0 })
    const entered = await enter(rows)
    expect(entered).toHaveLength(89)
    const entries = entered.map(({ id, numbers }) => ({ entry_id: id, numbers }))
    const { bulk } = done(
      await app.call(manageDraws.saveResult, { body: { step: 'bulk-confirm', entries } }, { as: 'banca' }),
    )
    expect([bulk!.confirmed.length, bulk!.failed]).toEqual([89, []])
    const kept = await world.db.rows<{ number: string }>(sql`
      SELECT n.number
      FROM results r
      JOIN result_numbers n ON n.result_id = r.id
      JOIN draws d ON d.id = r.draw_id
      WHERE d.product_id = ${product_id}
      ORDER BY d.scheduled_at`)
    expect(kept.map((row) => row.number)).toEqual(rows.map((row) => row.number))
    expect(kept.filter((row) => row.number.startsWith('0'))).toHaveLength(11)
    const paid = await app.call(
      tickets.pay,
      { params: { serial: today.serial }, body: { code: today.code } },
      { as: 'taquilla' },
    )
    expect([paid.body.state, paid.body.prize]).toEqual(['pagado', '1000.00'])
    await expectBooksHold(world.db)
  })

  it('read again changes nothing: every line is there already', async () => {
    const rows = await rowsOf(readFileSync(new URL('../fixtures/historia-publica.csv', import.meta.url), 'utf8'))
    expect(new Set((await check(rows)).map((row) => row.state))).toEqual(new Set(['igual']))
    expect(await enter(rows)).toEqual([])
  })
})
