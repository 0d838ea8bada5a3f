/** A database from before refunds were owed: what left the drawer at once stays so, nothing of it is due, and its books hold. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMigrations } from '../../server/migrations/files.ts'
import { migrate } from '../../server/migrations/migrate.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { refund } from '../../server/rules/pay/refund.ts'
import { annul } from '../../server/rules/sale/annul.ts'
import { sell, type SaleKeys } from '../../server/rules/sale/sell.ts'
import { suspend } from '../../server/rules/suspension/suspend.ts'
import { upgrade } from '../../server/upgrade.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createBareDatabase, versionWith, type Version } from '../support/migrations.ts'
import type { TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'
import { line } from './sale-setup.ts'

/** What came after and the sale of today asks for; it changes nothing of refunds, and bears being done twice. */
const soldWith = readMigrations().filter(({ name }) =>
  /_(prepaid|rates|whole_money_and_assignments|clients_asked)$/.test(name),
)
const migration = readMigrations().find(({ name }) => name.endsWith('_refunds'))!

let database: TestDatabase
let before: Version
let pool: Pool
let db: Executor
let world: World

beforeAll(async () => {
  database = await createBareDatabase()
  before = versionWith({ last: Number(migration.name.slice(0, 4)) - 1 })
  await migrate(database.url, { folder: before.folder })
  pool = createPool(database.url, { max: 2 })
  db = executor(pool)
  for (const { parts } of soldWith) for (const { text } of parts) await db.run(sql.raw(text))
  world = await createWorld(database.url)
  // The accounts of today are opened with every partner; that version opened all but one of them.
  await db.run(sql`DELETE FROM ledger_accounts WHERE kind = 'devoluciones_por_pagar'`)
})
afterAll(async () => {
  await world?.close()
  await pool?.end()
  await database?.drop()
  before?.remove()
})

const sold = (lines: readonly ReturnType<typeof line>[]) =>
  world.run((tx) =>
    sell(tx, {
      office_id: world.partner.taquilla1,
      seller_id: world.user['taquilla']!,
      currency: 'BS',
      confirm_repeated: true,
      at: new Date(),
      day: world.today,
      lines: [...lines],
    }),
  )

/** An entry as that version wrote it: out of the sales and out of the drawer, on the day of the sale. */
async function postedAtOnce(
  kind: 'anulacion' | 'devolucion',
  ref: ['ticket' | 'draw', string | number],
  amount: string,
) {
  await db.run(sql`
    WITH entry AS (
      INSERT INTO ledger_entries (day, kind, ref_kind, ref_id, office_id)
      VALUES (${world.today}, ${kind}, ${ref[0]}, ${ref[1]}, ${world.partner.taquilla1}) RETURNING id
    ), side AS (
      SELECT account.id, CASE account.kind WHEN 'ventas' THEN ${amount}::numeric ELSE -${amount}::numeric END AS amount
      FROM ledger_accounts account
      WHERE account.partner_id = ${world.partner.taquilla1} AND account.currency = 'BS' AND account.kind IN ('ventas', 'caja')
    ), day AS (
      INSERT INTO ledger_days AS ledger_day (account_id, day, debit, credit)
      SELECT id, ${world.today}::date, greatest(amount, 0), greatest(-amount, 0) FROM side
      ON CONFLICT (account_id, day) DO UPDATE SET debit = ledger_day.debit + excluded.debit, credit = ledger_day.credit + excluded.credit
    )
    INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
    SELECT ${world.today}::date, entry.id, side.id, side.amount, 'BS' FROM entry, side`)
  await db.run(sql`UPDATE sales_days SET sold = sold - ${amount}::numeric WHERE office_id = ${world.partner.taquilla1}`)
}

async function returnedBefore(draw_id: number, amount: string): Promise<void> {
  await db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${draw_id}`)
  await db.run(sql`UPDATE ticket_lines SET state = 'devuelta' WHERE draw_id = ${draw_id}`)
  await db.run(sql`UPDATE draw_sales SET sold = 0, lines = 0 WHERE draw_id = ${draw_id}`)
  await postedAtOnce('devolucion', ['draw', draw_id], amount)
}

async function annulledBefore({ day, id }: SaleKeys, amount: string): Promise<void> {
  await db.run(sql`UPDATE tickets SET state = 'anulado', annulled_at = now() WHERE day = ${day} AND id = ${id}`)
  await db.run(sql`UPDATE ticket_lines SET state = 'anulada' WHERE day = ${day} AND ticket_id = ${id}`)
  await postedAtOnce('anulacion', ['ticket', id], amount)
}

const kept = ({ day, id }: SaleKeys) =>
  db.one(sql`SELECT returned, refunded FROM tickets WHERE day = ${day} AND id = ${id}`)

it('keeps what was given as given, owes what comes back from now on, and may be begun anew after each of its parts', async () => {
  const [gone, open] = [await world.draw('LOTTO_ACTIVO'), await world.draw('LOTTO_ACTIVO')]
  const whole = await sold([line(gone, '5', '2.50'), line(gone, '6', '0.50')])
  const partly = await sold([line(gone, '5', '1.00'), line(open, '5', '4.00')])
  const annulled = await sold([line(open, '7', '7.00')])
  const untouched = await sold([line(open, '8', '8.00')])
  await returnedBefore(gone, '4.00')
  await annulledBefore(annulled, '7.00')

  await upgrade(database.url, () => undefined)
  expect([await kept(whole), await kept(partly), await kept(annulled), await kept(untouched)]).toEqual([
    { returned: '3.00', refunded: '3.00' },
    { returned: '1.00', refunded: '1.00' },
    { returned: '0.00', refunded: '0.00' },
    { returned: '0.00', refunded: '0.00' },
  ])
  await expectBooksHold(db)
  // As where its last part was not yet noted when it was interrupted.
  await db.run(sql`DELETE FROM drizzle.__drizzle_migrations WHERE created_at = ${migration.when}`)
  await upgrade(database.url, () => undefined)
  await expectBooksHold(db)
  const index = await db.rows<{ valid: boolean }>(sql`
    SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'tickets_refund_due'::regclass
    UNION ALL SELECT EXISTS (SELECT 1 FROM pg_constraint WHERE conname LIKE '%refunds_check' AND NOT convalidated) = false`)
  expect(index).toEqual([{ valid: true }, { valid: true }])

  const by = { by: world.user['banca']!, at: new Date(), today: world.today }
  const taken = { ...partly, code: partly.code, office_id: world.partner.taquilla1, ...by }
  await expect(world.run((tx) => refund(tx, taken))).rejects.toMatchObject({ code: 'refund_none' })
  await world.run((tx) => suspend(tx, { draw_id: open, mode: 'devolver', reason: 'prueba', ...by }))
  expect([await kept(partly), await world.run((tx) => refund(tx, taken))]).toEqual([
    { returned: '5.00', refunded: '1.00' },
    '4.00',
  ])
  const other = await world.draw('LOTTO_ACTIVO')
  await world.run(async (tx) => annul(tx, { ...(await sell(tx, saleOn(other))), ...by }))
  await expectBooksHold(db)
})

const saleOn = (draw_id: number) => ({
  office_id: world.partner.taquilla1,
  seller_id: world.user['taquilla']!,
  currency: 'BS' as const,
  confirm_repeated: true,
  at: new Date(),
  day: world.today,
  lines: [line(draw_id, '9')],
})
