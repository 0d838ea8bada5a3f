/** Books carried to a server whose transactions count from the beginning: what comes late there is found as before. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { renumberBooks } from '../../server/rules/books/elsewhere.ts'
import { readSums } from '../../server/rules/cash/drawer.ts'
import { openRegister, sendRegister } from '../../server/rules/cash/registers.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { lockTree } from '../../server/rules/tree/tree.ts'
import { owedByPostings, toldDebts } from '../races/books-owed.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let first: string
let second: string
let draw: number
beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  second = addDays(past.world.today, -weekday(past.world.today))
  first = addDays(second, -7)
  draw = await past.world.draw('LOTTO_ACTIVO')
  for (const office of ['taquilla1', 'taquilla3'] as const)
    await past.sell(addDays(first, -4), '10:00', office, 'BS', [
      { draw, number: '7', stake: '100.00' },
      { draw, number: '5', stake: '1.00' },
    ])
  await past.prize(draw, addDays(first, -4), '15:00', animal('5'))
  await past.world.settle()
})
afterAll(async () => {
  await past?.world.close()
  await database?.drop()
})

const animal = (number: string) => [{ place: '', number, sign: null }]
const close = (week: string) =>
  past.world.run((tx) =>
    closeWeek(tx, {
      week,
      of: sql`true`,
      signature: { by: past.world.user['banca']!, at: new Date(), today: past.world.today },
    }),
  )
async function comesOut(number: string): Promise<void> {
  await past.world.run((tx) =>
    correct(tx, {
      draw_id: draw,
      numbers: animal(number),
      entered_by: null,
      confirmed_by: null,
      source: 'prueba',
      at: new Date(),
      reason: 'se leyó mal',
    }),
  )
  await past.world.settle()
}

/** The product's debts are those of the postings, and the books hold. */
async function expectSound(): Promise<void> {
  const { db, partner, today } = past.world
  const ids = [partner.norte, partner.sur, partner.agencia1, partner.agencia2]
  const told = await toldDebts(db, ids, { from: addDays(first, -6), to: today })
  expect([...told].map(([id, { debt }]) => [id, debt])).toEqual([...(await owedByPostings(db, ids, today))])
  await expectBooksHold(db)
}

const drawerOf = () => ({
  office_id: past.world.partner.taquilla1,
  agency_id: past.world.partner.agencia1,
  currencies: ['BS' as const],
})
const openDrawer = (day: number) =>
  past.world.run((tx) =>
    openRegister(tx, drawerOf(), {
      counts: [],
      hand: { by: past.world.user['taquilla']!, at: new Date(), today: addDays(past.world.today, day) },
    }),
  )
const sellToday = () =>
  past.world.run(async (tx) => {
    const { today, partner } = past.world
    await lockTree(tx, 'add')
    const [debit, credit] = (['caja', 'ingresos'] as const).map((kind) => ({ partner_id: partner.taquilla1, kind }))
    const one = { day: today, kind: 'ajuste' as const, ref_kind: 'adjustment' as const, ref_id: 1, currency: 'BS' }
    await postAll(tx, [{ ...one, moves: [{ debit: debit!, credit: credit!, amount: '1.00' }] }])
  })
/** What each register should hold of what came into its drawer, the first of them sent. */
async function expected(): Promise<string[]> {
  const rows = await past.world.db.rows<{ id: number; state: 'abierta' | 'enviada' }>(
    sql`SELECT id, state FROM cash_registers ORDER BY day`,
  )
  const sums = await readSums(past.world.db, rows)
  return rows.map(({ id }) => sums.get(id)!.find(({ currency }) => currency === 'BS')!.expected)
}

it('sees late what comes late, before the next closing and in it, and renumbers once', async () => {
  const { db, pool } = past.world
  const said: string[] = []
  await close(first)
  // Late for the closing before it is carried, and for no other.
  await comesOut('7')
  await expectSound()
  await renumberBooks(pool, (message) => said.push(message))
  expect(said).toEqual([])
  const register = await openDrawer(0)
  await sellToday()
  await db.run(sql`
    UPDATE cash_registers SET state = 'enviada', cut = pg_current_snapshot(), cut_at = now(), sent_at = now(), sent_by = opened_by`)
  await past.world.run((tx) => sendRegister(tx, register))

  // As rows come from a server that has had as many transactions more.
  const ahead = sql`1000000000`
  for (const table of ['ledger_entries', 'backdated_entries'])
    await db.run(sql`UPDATE ${sql.identifier(table)} SET xid = (xid::text::bigint + ${ahead})::text::xid8`)
  for (const [table, column] of [
    ['closings', 'cut'],
    ['cash_registers', 'since'],
    ['cash_registers', 'cut'],
  ] as const) {
    const cut = sql.identifier(column)
    await db.run(sql`
      UPDATE ${sql.identifier(table)} SET ${cut} = format('%s:%s:%s', pg_snapshot_xmin(${cut})::text::bigint + ${ahead},
        pg_snapshot_xmax(${cut})::text::bigint + ${ahead},
        (SELECT string_agg((running::text::bigint + ${ahead})::text, ',') FROM pg_snapshot_xip(${cut}) running))::pg_snapshot
      WHERE ${cut} IS NOT NULL`)
  }
  await renumberBooks(pool, (message) => said.push(message))
  expect(said).toEqual([
    expect.stringMatching(/^La base de datos viene de otro servidor: \d+ cortes? de semanas cerradas/),
  ])
  await expectSound()
  await openDrawer(1)
  await sellToday()
  expect(await expected()).toEqual(['1.00', '1.00'])
  await comesOut('9')
  await expectSound()
  await close(second)
  await expectSound()
  await comesOut('5')
  await expectSound()
  await renumberBooks(pool, (message) => said.push(message))
  expect(said).toHaveLength(1)
})
