/**
 * Weeks that are closed and reopened by sixteen at once, beside whoever sells, annuls, corrects a result, adjusts, brings
 * another system's sales, pays, passes a debt on, moves an agency or has somebody else answer for it: each week is closed
 * once, nothing is lost and nothing is counted twice.
 */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { accountEntries } from '../../contract/account-entries.ts'
import { agencies } from '../../contract/agencies.ts'
import { externalSales } from '../../contract/external-sales.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import type { ProblemBody } from '../../contract/problems.ts'
import { addDays, formatDay, weekday } from '../../contract/values/dates.ts'
import { compare } from '../../contract/values/money.ts'
import { list } from '../../server/platform/db/connect.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { owedByCreditor } from '../../server/rules/books/assign.ts'
import { annul } from '../../server/rules/sale/annul.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { sell, type SaleKeys } from '../../server/rules/sale/sell.ts'
import { formOf } from '../api/agencies-setup.ts'
import { createPast, type Past } from '../api/figures.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { debtorsOf, movedByHand, owedByPostings, plant, toldDebts, type Tree } from './books-owed.ts'
import { atOnce, connections, countDeadlocks, line, race as raceOf, tally } from './rush.ts'

/** Trials of one banca: in one of thousands of agencies each would take longer. */
const trialsEach = 50

let database: TestDatabase
let past: Past
let app: TestApp
/** Of all bancas; none while one is open. */
let deadlocks = 0
let isOpen = false
/** The two Sundays before today. */
let first: string
let second: string
async function open(): Promise<void> {
  database = await createDatabase()
  past = await createPast(database.url)
  second = addDays(past.world.today, -weekday(past.world.today))
  first = addDays(second, -7)
  app = await startApp(database.url)
  await app.signInAs('banca')
  isOpen = true
}
async function finish(): Promise<void> {
  if (!isOpen) return
  isOpen = false
  await app.close()
  await past.world.close()
  deadlocks += await countDeadlocks(database.url)
  await database.drop()
}
const holds = () => expectBooksHold(past.world.db)
beforeAll(open)
afterAll(finish)
afterEach(async () => {
  if (isOpen) await holds()
})

/** Begins another banca after so many trials. */
async function anew(trial: number): Promise<void> {
  if (trial === 1 || trial % trialsEach !== 1) return
  await holds()
  await finish()
  await open()
}
const race = (run: (trial: number) => Promise<void>) => raceOf(run, anew)

const animal = (number: string) => [{ place: '', number, sign: null }]
const sellIn = (office_id: number, day: string, lines: ReturnType<typeof line>[], at = past.at(day, '10:00')) =>
  past.world.run((tx) =>
    sell(tx, {
      office_id,
      seller_id: past.world.user['taquilla']!,
      currency: 'BS',
      confirm_repeated: true,
      at,
      day,
      lines,
    }),
  )

/** What calls of several kinds answer, to be counted together. */
interface Replied {
  status: number
  problem: { code: string }
}
interface Weeks extends Tree {
  /** A draw of each week, with its result. */
  draws: [number, number]
  /** Tickets of the first week on a draw that is still open. */
  open: SaleKeys[]
}
let planted = 0
/** A tree that sold in both weeks. */
async function weeks(): Promise<Weeks> {
  planted += 1
  const { world } = past
  const tree = await plant(world.db, world.partner.banca, `C${planted}`)
  // Both distributors earn, and the lines' rates stay when an agency moves.
  await world.db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent)
    SELECT partner_id, 'VENTA', percent, 'COMPARTIDA', shared
    FROM (VALUES (${tree.top}::int, 15, 40), (${tree.under}::int, 13, 35)) own(partner_id, percent, shared)
    UNION ALL
    SELECT agency_id, 'VENTA', 12, 'COMPARTIDA', 30 FROM unnest(${list(tree.agencies)}::int[]) agency_id`)
  const [one, two, later] = [
    await world.draw('LOTTO_ACTIVO'),
    await world.draw('LOTTO_ACTIVO'),
    await world.draw('LOTTO_ACTIVO'),
  ]
  const open: SaleKeys[] = []
  for (const [n, office] of tree.offices.entries()) {
    await sellIn(office, addDays(first, -3), [line(one, '7', `${100 + n}.00`), line(one, '5', '2.00')])
    await sellIn(office, addDays(second, -3), [line(two, '7', `${200 + n}.00`), line(two, '5', '1.00')])
    open.push(await sellIn(office, addDays(first, -3), [line(later, '8', '9.00')]))
  }
  // A minute of its own, of as many as three days have.
  const [slot, back] = [planted % 720, 3 - (Math.floor(planted / 720) % 3)]
  const time = `${String(11 + Math.floor(slot / 60)).padStart(2, '0')}:${String(slot % 60).padStart(2, '0')}`
  await past.prize(one, addDays(first, -back), time, animal('5'))
  await past.prize(two, addDays(second, -back), time, animal('5'))
  await world.settle()
  return { ...tree, draws: [one, two], open }
}

const corrected = (draw_id: number, number: string) =>
  past.world.run((tx) =>
    correct(tx, {
      draw_id,
      numbers: animal(number),
      entered_by: null,
      confirmed_by: null,
      source: 'prueba',
      at: new Date(),
      reason: 'se leyó mal',
    }),
  )
const close = (week: string, partner_id: number, reason = 'Se cierra igual') =>
  app.call(accountBalance.close, { body: { week, partner_id, reason } }, { as: 'banca' })
const reopen = (closing_id: number) =>
  app.call(accountBalance.reopen, { body: { closing_id, reason: 'Se reabre' } }, { as: 'banca' })

/** Standing closings, as partner and Sunday. */
const standing = async (tree: Tree) =>
  (
    await past.world.db.rows<{ partner_id: number; week: string }>(sql`
    SELECT partner_id, week::text AS week FROM closings
    WHERE reversed_at IS NULL AND partner_id = ANY (${list(debtorsOf(tree))}::int[]) ORDER BY week, partner_id`)
  ).map(({ partner_id, week }) => [partner_id, week])
const both = (tree: Tree, of: readonly string[]) =>
  of.flatMap((week) => [...debtorsOf(tree)].sort((a, b) => a - b).map((id) => [id, week]))

/** What the product says that everybody of a tree owes is what the postings come to, today and at the end of each week. */
async function expectOwed(tree: Tree): Promise<void> {
  const { db, today } = past.world
  const ids = debtorsOf(tree)
  await past.world.settle()
  const told = await toldDebts(db, ids, { from: addDays(first, -6), to: today })
  const [posted, moved] = [await owedByPostings(db, ids, today), await movedByHand(db, ids)]
  expect([...told].map(([id, { debt }]) => [id, debt])).toEqual(ids.map((id) => [id, posted.get(id)! + moved.get(id)!]))
  for (const sunday of [first, second]) {
    const then = await toldDebts(db, tree.agencies, { from: addDays(first, -6), to: sunday })
    expect([...then].map(([id, { debt }]) => [id, debt])).toEqual([
      ...(await owedByPostings(db, tree.agencies, sunday)),
    ])
  }
}

describe('a week', () => {
  it('closed by sixteen, by tree, by distributor and by agency, is closed once of each', async () => {
    await race(async () => {
      const tree = await weeks()
      const of = [tree.top, tree.under, ...tree.agencies]
      for (const week of [first, second]) {
        const replies = await atOnce(connections, (n) => close(week, of[n % of.length]!))
        expect(tally(replies)).toEqual({ 200: connections })
        expect(replies.reduce((sum, { body }) => sum + body.closed, 0)).toBe(debtorsOf(tree).length)
      }
      expect(await standing(tree)).toEqual(both(tree, [first, second]))
      await expectOwed(tree)
    })
  })

  it('closed amid corrections, annulments, adjustments and sales has all of it once', async () => {
    await race(async (trial) => {
      const tree = await weeks()
      const { world } = past
      const draw = await world.draw('LOTTO_ACTIVO')
      const wait = (n: number) => new Promise((resolve) => setTimeout(resolve, ((trial + n) % 6) * 4))
      const anew = (number: string) => (n: number) => wait(n).then(() => corrected(tree.draws[0], number))
      const adjust = (day: string) => async (n: number) => {
        const [one, other] = [tree.agencies[n % 3]!, tree.agencies[(n + 1) % 3]!]
        const written = { day, account: 'ajustes' as const, currency: 'BS' as const, memo: 'Cruce' }
        const reply = await app.call(
          accountEntries.create,
          {
            body: {
              entries: [
                { ...written, partner_id: one, debit: '4.00' },
                { ...written, partner_id: other, credit: '4.00' },
              ],
            } as never,
          },
          { as: 'banca' },
        )
        expect([201, 'week_closed']).toContain(reply.status === 201 ? 201 : reply.problem.code)
      }
      const works: ((n: number) => Promise<unknown>)[] = [
        () => close(first, tree.top),
        () => close(first, tree.under),
        (n) => close(first, tree.agencies[n % 3]!),
        anew('6'),
        anew('7'),
        adjust(addDays(first, -2)),
        adjust(addDays(first, -1)),
        adjust(world.today),
        ...tree.open.map((ticket) => async () => {
          await world.db.run(sql`
            UPDATE tickets SET annul_before = now() + interval '1 minute' WHERE day = ${ticket.day} AND id = ${ticket.id}`)
          await world.run((tx) =>
            annul(tx, { ...ticket, by: world.user['banca']!, at: new Date(), today: world.today }),
          )
        }),
        (n) => sellIn(tree.offices[n % 3]!, world.today, [line(draw, '9', '3.00')]),
        (n) => sellIn(tree.offices[n % 3]!, world.today, [line(draw, '10', '3.00')]),
        // A call that came before midnight and ends after it.
        (n) => sellIn(tree.offices[n % 3]!, first, [line(draw, '11', '3.00')], new Date()),
        () => close(second, tree.top),
        () => world.settle(),
      ]
      await Promise.all(works.map((work, n) => work(n)))
      await expectOwed(tree)
      for (const week of [first, second]) expect((await close(week, tree.top)).status).toBe(200)
      // Whoever had never closed may have begun with the second.
      expect((await standing(tree)).filter(([, week]) => week === second)).toEqual(both(tree, [second]))
      await expectOwed(tree)
    })
  })

  it('closed in its first minute has what was sold in the last one and commits after it late, once', async () => {
    const { world } = past
    const tree = await weeks()
    const closeAll = (week: string, time: string) => {
      const today = addDays(week, 1)
      const signature = { by: world.user['banca']!, at: past.at(today, time), today, reason: 'Se cierra igual' }
      const of = sql`partner.id = ANY (${list(debtorsOf(tree))}::int[])`
      return world.run((tx) => closeWeek(tx, { week, of, signature }))
    }
    await closeAll(first, '09:00')
    const [office, agency] = [tree.offices[0]!, tree.agencies[0]!]
    const draw = await world.draw('LOTTO_ACTIVO')
    let commit = () => {}
    const closed = new Promise<void>((resolve) => (commit = resolve))
    let wrote = () => {}
    const written = new Promise<void>((resolve) => (wrote = resolve))
    const selling = world.run(async (tx) => {
      await sell(tx, {
        office_id: office,
        seller_id: world.user['taquilla']!,
        currency: 'BS',
        confirm_repeated: true,
        at: past.at(second, '23:59'),
        day: second,
        lines: [line(draw, '9', '77.00')],
      })
      wrote()
      await closed
    })
    await written
    const { closed: told } = await closeAll(second, '00:01').finally(commit)
    expect(told.length).toBeGreaterThan(0)
    await selling
    await expectOwed(tree)
    const { body } = await app.call(
      accountBalance.report,
      { body: { from: second, to: world.today, partner_id: agency, level: 'agencia', currency: 'BS' } },
      { as: 'banca' },
    )
    // What it leaves after commission and participation.
    expect(body.data.map(({ late }) => compare(late, '40.00') > 0 && compare(late, '77.00') < 0)).toEqual([true])
  })

  it('closed while another system’s sales of it are posted has them in it or late, once', async () => {
    await race(async (trial) => {
      // One may have some twenty files that wait.
      const system_id = await otherSystem()
      const tree = await weeks()
      const loads = [
        await loaded(system_id, tree, trial, addDays(first, -1)),
        await loaded(system_id, tree, trial, addDays(first, -2)),
      ]
      const replies = await Promise.all<Replied>([
        ...[tree.top, ...tree.agencies, tree.under].map((id) => close(first, id)),
        ...loads.map((id) => publish(id)),
      ])
      const outcomes = Object.keys(tally(replies))
      expect(outcomes.filter((one) => !['200', 'external_week_settled'].includes(one))).toEqual([])
      await expectOwed(tree)
      for (const week of [first, second]) await close(week, tree.top)
      expect(await standing(tree)).toEqual(both(tree, [first, second]))
      await expectOwed(tree)
      await setAside(loads)
    })
  })

  it('closed and reopened amid payments, undone ones, debts passed on, corrections, files and sales has all of it once', async () => {
    await race(async (trial) => {
      const system_id = await otherSystem()
      const tree = await weeks()
      const { world } = past
      for (const week of [first, second]) await close(week, tree.top)
      const last = await world.db.rows<{ id: number }>(sql`
        SELECT id FROM closings WHERE partner_id = ANY (${list(debtorsOf(tree))}::int[]) AND week = ${second} ORDER BY id`)
      const draw = await world.draw('LOTTO_ACTIVO')
      const load = await loaded(system_id, tree, trial, addDays(second, -1))
      const waiting = await Promise.all(tree.agencies.map((id) => reported(id, '5.00')))
      const paid = await Promise.all(
        tree.agencies.slice(0, 2).map(async (id) => (await confirmed(await reported(id, '7.00'))).body),
      )
      const pass = async (partner_id: number) => {
        const [owed] = await owedByCreditor(world.db, partner_id, 'BS')
        if (!owed) return
        const asked = { partner_id, from_id: owed.creditor_id, to_id: world.partner.banca, currency: 'BS' as const }
        const body = { ...asked, amount: '3.00', owed: owed.owed, reason: 'Pasa a la banca' }
        return app.call(accountBalance.assign, { body }, { as: 'banca' })
      }
      const works: (() => Promise<unknown>)[] = [
        ...last.map(
          ({ id }) =>
            () =>
              reopen(id),
        ),
        ...[tree.top, tree.under, tree.agencies[1]!].map((id) => () => close(second, id)),
        ...waiting.map((row) => () => confirmed(row)),
        ...paid.map((row) => () => undone(row)),
        ...[tree.agencies[0]!, tree.agencies[2]!].map((id) => () => pass(id)),
        () => publish(load, 3),
        () => publish(load),
        () => corrected(tree.draws[1], '6'),
        () => sellIn(tree.offices[trial % 3]!, world.today, [line(draw, '9', '3.00')]),
        () => world.settle(),
      ]
      const replies = await Promise.all(works.map((work) => work()))
      const outcomes = Object.keys(
        tally(replies.filter((one) => one !== undefined && 'status' in (one as object)) as Replied[]),
      )
      const fine = [
        '200',
        'changed_meanwhile',
        'more_than_owed',
        'external_week_settled',
        'external_decided',
        'external_changed',
      ]
      expect(outcomes.filter((one) => !fine.includes(one))).toEqual([])
      await expectOwed(tree)
      await close(second, tree.top)
      expect(await standing(tree)).toEqual(both(tree, [first, second]))
      await expectOwed(tree)
      await setAside([load])
    })
  })

  it('reopened while the next one is closed stays the last, or the next follows it', async () => {
    await race(async () => {
      const tree = await weeks()
      await close(first, tree.top)
      await close(second, tree.top)
      // Any agency's last one, by eight; the rest close what is opened again.
      const last = await past.world.db.rows<{ id: number }>(sql`
        SELECT id FROM closings WHERE partner_id = ANY (${list(tree.agencies)}::int[]) AND week = ${second}`)
      const replies = await atOnce(
        connections,
        (n): Promise<Replied> =>
          n % 2 ? reopen(last[n % last.length]!.id) : close(second, [tree.top, tree.under, ...tree.agencies][n % 5]!),
      )
      const reopened = replies.filter((_, n) => n % 2)
      expect(tally(reopened)).toEqual({ 200: last.length, week_not_last: reopened.length - last.length })
      await expectOwed(tree)
      await close(second, tree.top)
      expect(await standing(tree)).toEqual(both(tree, [first, second]))
      await expectOwed(tree)
    })
  })

  it('is closed before or after its next one’s predecessor is reopened, never with a week missing between', async () => {
    await race(async () => {
      const tree = await weeks()
      await close(first, tree.top)
      const [one] = await past.world.db.rows<{ id: number }>(sql`
        SELECT id FROM closings WHERE partner_id = ${tree.agencies[0]!} AND week = ${first}`)
      const replies = await atOnce(
        connections,
        (n): Promise<Replied> => (n % 2 ? reopen(one!.id) : close(second, tree.agencies[0]!)),
      )
      const reopened = tally(replies.filter((_, n) => n % 2))
      expect([1, undefined]).toContain(reopened['200'])
      expect(reopened['week_not_last']).toBe(connections / 2 - (reopened['200'] ?? 0))
      await expectOwed(tree)
      await close(first, tree.top)
      await close(second, tree.top)
      await expectOwed(tree)
    })
  })
})

describe('whoever answers', () => {
  it('changes, or its agency moves to another, while weeks are closed and reopened: each week stays with who answered then', async () => {
    await race(async () => {
      const tree = await weeks()
      await close(first, tree.top)
      const [one, two, three] = tree.agencies as [number, number, number]
      const answer = async (id: number, payments_responsible_partner_id: number) =>
        app.call(agencies.saveConfig, { body: { id, payments_responsible_partner_id } }, { as: 'banca' })
      const move = async (id: number, father_id: number) => {
        const { body: row } = await app.call(agencies.show, { params: { id } }, { as: 'banca' })
        return app.call(agencies.update, { params: { id }, body: { ...formOf(row), father_id } }, { as: 'banca' })
      }
      const replies = await Promise.all<Replied>([
        answer(one, tree.top),
        answer(one, one),
        answer(two, past.world.partner.banca),
        move(three, tree.under),
        ...[tree.top, tree.under, one, two, three].map((id) => close(second, id)),
        move(two, tree.top),
        ...[tree.top, three].map((id) => close(second, id)),
      ])
      // An agency that is moved while somebody else changes it says so.
      expect(Object.keys(tally(replies)).filter((outcome) => !['200', 'changed_meanwhile'].includes(outcome))).toEqual(
        [],
      )
      await expectOwed(tree)
      await close(second, tree.top)
      for (const id of tree.agencies) await close(second, id)
      await expectOwed(tree)
    })
  })

  it('of two distributors, each with an agency that was the other’s, neither waits for the other in a circle', async () => {
    await race(async () => {
      const [tree, other] = [await weeks(), await weeks()]
      const { db } = past.world
      // The first week of each one's agency belongs to the other.
      for (const [agency, before] of [
        [tree.agencies[2]!, other.top],
        [other.agencies[2]!, tree.top],
      ] as const) {
        await db.run(sql`UPDATE payment_responsibles SET since = ${addDays(first, 1)} WHERE partner_id = ${agency}`)
        await db.run(sql`INSERT INTO payment_responsibles VALUES (${agency}, '-infinity', ${before})`)
      }
      const replies = await atOnce(connections, (n) => close(second, (n % 2 ? tree : other).top))
      expect(tally(replies)).toEqual({ 200: connections })
      await expectOwed(tree)
      await expectOwed(other)
    })
  })
})

describe('all of it', () => {
  it('nobody ever waited for another in a circle', async () => {
    await finish()
    expect(deadlocks).toBe(0)
  })
})

async function reported(partner_id: number, amount: string): Promise<PaymentRow> {
  const body = { partner_id, amount, currency: 'BS' as const, paid_on: past.world.today, to: 'banca' as const }
  const reply = await app.call(payments.create, { body: { ...body, again: true } }, { as: 'banca' })
  expect(reply.status).toBe(201)
  return reply.body
}
const confirmed = ({ id, version }: PaymentRow) =>
  app.call(payments.confirm, { params: { id }, body: { version } }, { as: 'banca' })
const undone = ({ id, version }: PaymentRow) =>
  app.call(payments.undo, { params: { id }, body: { version, reason: 'No llegó' } }, { as: 'banca' })

/** Another system, which calls its product as we do. */
async function otherSystem(): Promise<number> {
  systems += 1
  const body = { name: `Otro sistema ${systems}`, currency: 'BS' }
  const config = await app.call(externalSales.saveConfig, { body: body as never }, { as: 'banca' })
  return config.body.id
}
let systems = 0
/** A file of it with a row of each agency, which waits for review. */
async function loaded(system_id: number, tree: Tree, n: number, day: string): Promise<number> {
  const { id } = await upload(system_id, [
    'Fecha;Agencia;Producto;Ventas;Premios;Comisión',
    ...[1, 2, 3].map((a) => `${formatDay(day)};${tree.code}A${a};Lotto Activo;${n * 10 + a};1;2`),
  ])
  return id
}
async function publish(id: number, late = 0) {
  const { body } = await app.call(externalSales.show, { params: { id } }, { as: 'banca' })
  return app.call(externalSales.post, { body: { load_id: id, review: body.review, late } }, { as: 'banca' })
}
/** What still waits of these files; else every closing of later trials looks through them. */
async function setAside(loads: readonly number[]): Promise<void> {
  for (const id of loads) {
    const { status, problem } = await app.call(externalSales.discard, { params: { id } }, { as: 'banca' })
    expect([200, 'external_decided']).toContain(status === 200 ? 200 : problem.code)
  }
}

async function upload(system_id: number, rows: readonly string[]): Promise<{ id: number }> {
  const boundary = 'frontera'
  const response = await app.app.inject({
    method: 'POST',
    url: `${externalSales.load.path}?system_id=${system_id}`,
    payload: [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="ventas.csv"',
      'Content-Type: text/csv',
      '',
      rows.join('\r\n'),
      `--${boundary}--`,
      '',
    ].join('\r\n'),
    headers: {
      authorization: `Bearer ${await app.signInAs('banca')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  expect([response.statusCode, response.json<ProblemBody>().code]).toEqual([200, undefined])
  return response.json()
}
