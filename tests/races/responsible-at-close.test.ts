/**
 * Somebody else answers for an agency around midnight of Sunday, while its week is closed: the week is of whoever answered on
 * its Sunday when it is told, nobody's debt is lost and none is there twice, whichever of the two comes first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { list, type Tx } from '../../server/platform/db/connect.ts'
import { closeWeek, holdResponsibles } from '../../server/rules/books/close.ts'
import { postAll } from '../../server/rules/ledger/post-all.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, zone, type World } from '../support/world.ts'
import { debtorsOf, owedByPostings, plant, toldDebts, type Tree } from './books-owed.ts'

let database: TestDatabase
let world: World
/** The nearest Sunday. */
let sunday: string
let monday: string
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  const last = addDays(world.today, -weekday(world.today))
  sunday = weekday(world.today) <= 4 ? last : addDays(last, 7)
  monday = addDays(sunday, 1)
})
afterAll(async () => {
  await world?.close()
  await database?.drop()
})
afterEach(async () => {
  await world.db.run(sql`UPDATE banca SET zone = ${zone}`)
  await expectBooksHold(world.db)
})

/** From now on the banca's clock says so: its zone is as far from ours as that takes. */
async function itIs(day: string, time: string): Promise<void> {
  const behind = Math.round((Date.now() - Date.parse(`${day}T${time}Z`)) / 1_000)
  const size = Math.abs(behind)
  const spec = [size / 3_600, (size / 60) % 60, size % 60].map((part) => String(Math.floor(part)).padStart(2, '0'))
  await world.db.run(sql`UPDATE banca SET zone = ${`CLK${behind < 0 ? '-' : ''}${spec.join(':')}`}`)
}

let planted = 0
/** Everybody earned something in the week. */
async function lived(): Promise<Tree> {
  planted += 1
  const tree = await plant(world.db, world.partner.banca, `R${planted}`)
  await world.run((tx) =>
    postAll(
      tx,
      tree.agencies.map((partner_id, n) => ({
        day: addDays(sunday, -2),
        kind: 'ajuste',
        ref_kind: 'adjustment',
        ref_id: 1,
        currency: 'BS',
        moves: [
          { debit: { partner_id, kind: 'banco' }, credit: { partner_id, kind: 'ajustes' }, amount: `${100 + n}.00` },
        ],
      })),
    ),
  )
  return tree
}

const close = (tree: Tree, week = sunday) =>
  world.run((tx) =>
    closeWeek(tx, {
      week,
      of: sql`partner.id = ANY (${list(debtorsOf(tree))}::int[])`,
      signature: { by: null, at: new Date(), today: addDays(week, 1) },
    }),
  )
async function answers(tx: Tx, agency_id: number, by: number): Promise<void> {
  await holdResponsibles(tx)
  await tx.run(sql`UPDATE partners SET payments_responsible_partner_id = ${by} WHERE id = ${agency_id}`)
}
const waiting = () =>
  world.db.one(sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`)
const creditorOf = async (agency_id: number, week = sunday) =>
  (await world.db.one<{ creditor_id: number }>(
    sql`SELECT creditor_id FROM closings WHERE partner_id = ${agency_id} AND week = ${week} AND reversed_at IS NULL`,
  ))!.creditor_id
const sinceOf = async (agency_id: number) =>
  (await world.db.one<{ since: string }>(
    sql`SELECT since::text AS since FROM payment_responsibles WHERE partner_id = ${agency_id} ORDER BY since DESC LIMIT 1`,
  ))!.since

/** What everybody owes is what was earned below them, now and once the week after is closed too. */
async function expectOwed(tree: Tree): Promise<void> {
  const ids = debtorsOf(tree)
  const owed = async () => {
    const told = await toldDebts(world.db, ids, { from: addDays(sunday, -6), to: addDays(monday, 6) })
    const posted = await owedByPostings(world.db, ids, addDays(monday, 6))
    expect([...told].map(([id, { debt }]) => [id, debt])).toEqual([...posted])
  }
  await owed()
  await expectBooksHold(world.db)
  await close(tree, addDays(sunday, 7))
  await owed()
}

/** A promise that a transaction waits for, from within. */
function held() {
  let release!: () => void
  const until = new Promise<void>((resolve) => (release = resolve))
  return { until, release }
}

describe('who answers, changed around midnight of Sunday', () => {
  it('is waited for by Monday’s closing where it was not committed yet: the week is the new one’s', async () => {
    const tree = await lived()
    const [agency] = tree.agencies as [number]
    await itIs(sunday, '23:59:00')
    const [changed, may] = [held(), held()]
    const changing = world.run(async (tx) => {
      await answers(tx, agency, tree.top)
      changed.release()
      await may.until
    })
    await changed.until
    await itIs(monday, '00:01:00')
    const closing = close(tree)
    await expect.poll(waiting).toBeDefined()
    may.release()
    await changing
    await closing
    expect([await sinceOf(agency), await creditorOf(agency)]).toEqual([sunday, tree.top])
    await expectOwed(tree)
  })

  it('waits for a closing under way, and is of the week after it', async () => {
    const tree = await lived()
    const [agency] = tree.agencies as [number]
    await itIs(monday, '00:01:00')
    const [closed, may] = [held(), held()]
    const closing = world.run(async (tx) => {
      await closeWeek(tx, {
        week: sunday,
        of: sql`partner.id = ANY (${list(debtorsOf(tree))}::int[])`,
        signature: { by: null, at: new Date(), today: monday },
      })
      closed.release()
      await may.until
    })
    await closed.until
    const changing = world.run((tx) => answers(tx, agency, tree.top))
    await expect.poll(waiting).toBeDefined()
    may.release()
    await Promise.all([closing, changing])
    expect([await sinceOf(agency), await creditorOf(agency)]).toEqual([monday, tree.under])
    await expectOwed(tree)
    expect(await creditorOf(agency, addDays(sunday, 7))).toBe(tree.top)
  })

  it('is of the day on which it is done, not of the one on which its transaction began', async () => {
    const tree = await lived()
    const [agency] = tree.agencies as [number]
    await itIs(sunday, '23:59:59')
    await world.run(async (tx) => {
      // The beginning of the transaction is its first statement's.
      await tx.run(sql`SELECT 1`)
      await sleep(1_500)
      await close(tree)
      await answers(tx, agency, tree.top)
    })
    expect([await sinceOf(agency), await creditorOf(agency)]).toEqual([monday, tree.under])
    await expectOwed(tree)
  })

  it('leaves a week that is closed as it was, by a clock that is behind too', async () => {
    const tree = await lived()
    const [agency] = tree.agencies as [number]
    await close(tree)
    await itIs(sunday, '23:00:00')
    await world.run((tx) => answers(tx, agency, tree.top))
    // Of whoever is above it no less: the closed week of those below would go to somebody else.
    await world.run((tx) => answers(tx, tree.under, world.partner.banca))
    expect([await sinceOf(agency), await sinceOf(tree.under)]).toEqual([monday, monday])
    expect([await creditorOf(agency), await creditorOf(tree.under)]).toEqual([tree.under, tree.top])
    await expectOwed(tree)
  })
})
