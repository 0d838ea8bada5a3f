/** What a prepaid agency has left, under pressure: twenty sellers draw on it at once, while others annul, pay, close and switch it. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { add, compare, fromCents, negate } from '../../contract/values/money.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { reopenWeek } from '../../server/rules/books/reopen.ts'
import type { LedgerEntry } from '../../server/rules/ledger/entries.ts'
import { postWithDays } from '../support/posted.ts'
import { prepaidRules } from '../../server/rules/prepaid/verify.ts'
import { availableOf } from '../../server/rules/prepaid/movements.ts'
import { suspend } from '../../server/rules/suspension/suspend.ts'
import { lockTree } from '../../server/rules/tree/tree.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { addPartner, addUser } from '../support/factories.ts'
import { atOnce, line, openRush, race, tally, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'

const count = 20
const sellers = Array.from({ length: count }, (_, n) => `vende${n}`)
const place = placeOf('Zulia', 'Maracaibo')

let rush: Rush
let agency: number
let finished = false
beforeAll(async () => {
  rush = await openRush()
  const { db, partner } = rush.world
  await db.run(sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${partner.banca}, 60)`)
  agency = await addPartner(db, { father_id: partner.sur, type: 'agencia', code: 'PREPAGO', name: 'Agencia Prepago' })
  for (const [n, username] of sellers.entries()) {
    const office = await addPartner(db, { father_id: agency, type: 'taquilla', code: `PRE-${n}`, name: `Prepago ${n}` })
    await addUser(db, { username, role: 'VEND_TAQUILLA', partner_id: office })
    await rush.app.signInAs(username)
  }
  await turn(true)
})
afterEach(async () => {
  if (!finished) await expectBooksHold(rush.world.db)
})
afterAll(async () => {
  if (!finished) await rush?.finish()
})

/** Switches it on or off by its form, whoever else does meanwhile. */
async function turn(prepaid: boolean): Promise<number> {
  const { body: row } = await rush.app.call(agencies.show, { params: { id: agency } }, { as: 'banca' })
  const { name, code, father_id, document, phone, email, address, currencies, status, version } = row
  const form = {
    name,
    code,
    father_id,
    document,
    phone,
    email,
    address,
    currencies,
    status,
    version,
    ...place,
    prepaid,
  }
  return (await rush.app.call(agencies.update, { params: { id: agency }, body: form }, { as: 'banca' })).status
}
const left = () => availableOf(rush.world.db, agency, 'BS')
/** Entries of whoever posts, the tree shared. */
const posted = (entries: readonly LedgerEntry[]) =>
  rush.world.run(async (tx) => {
    await lockTree(tx, 'add')
    await postWithDays(tx, entries)
  })
/** An adjustment in its favour, or against it. */
const give = (amount: string) =>
  posted([
    {
      day: rush.world.today,
      kind: 'ajuste',
      ref_kind: 'batch',
      ref_id: agency,
      currency: 'BS',
      moves: [
        {
          debit: { partner_id: agency, kind: 'ajustes' },
          credit: { partner_id: rush.world.partner.banca, kind: 'ajustes' },
          amount,
        },
      ],
    },
  ])
async function leave(amount: string): Promise<void> {
  const difference = add(amount, negate(await left()))
  if (difference !== '0.00') await give(difference)
}
const annul = (serial: string, as: string) => rush.app.call(tickets.annul, { params: { serial }, body: {} }, { as })
const sold = (replies: readonly { status: number; body: { total: string } }[]) =>
  replies.filter(({ status }) => status === 201).map(({ body }) => body.total)

describe('what is left', () => {
  it('is sold by twenty at once to the last cent, and never below zero', async () => {
    await race(async (trial) => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      // So much is left for thirteen of sixty, and some over.
      await leave(add('91.00', fromCents(BigInt(trial))))
      const replies = await atOnce(3 * count, (n) =>
        rush.sell([line(draw, String(n % 30), '7.00')], sellers[n % count]!),
      )
      expect(tally(replies)).toEqual({ 201: 13, prepaid_short: 3 * count - 13 })
      expect(await left()).toBe(fromCents(BigInt(trial)))
    })
  })

  it('of tickets of all sizes is sold as far as they fit: none is refused that would', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      await leave('100.00')
      const stakes = Array.from({ length: 3 * count }, (_, n) => `${1 + ((n * 7) % 19)}.50`)
      const replies = await atOnce(stakes.length, (n) =>
        rush.sell([line(draw, String(n % 30), stakes[n]!)], sellers[n % count]!),
      )
      const over = add('100.00', ...sold(replies).map(negate))
      expect(compare(over, '0.00')).toBeGreaterThanOrEqual(0)
      expect(await left()).toBe(over)
      // Whoever was refused asked for more than there is now: only sales went by meanwhile.
      const refused = stakes.filter((_, n) => replies[n]!.status !== 201)
      expect(refused.filter((stake) => compare(stake, over) <= 0)).toEqual([])
    })
  })

  it('follows whoever annuls, pays, gives back and adjusts beside those who sell', async () => {
    await race(async () => {
      const [draw, won, gone] = [
        await rush.world.draw('LOTTO_ACTIVO'),
        await rush.world.draw('LOTTO_ACTIVO'),
        await rush.world.draw('LOTTO_ACTIVO'),
      ]
      await leave('2000.00')
      const before = await atOnce(count, (n) => rush.sell([line(draw, '1', '5.00')], sellers[n]!))
      const winners = await atOnce(8, (n) => rush.sell([line(won, '5', '1.00')], sellers[n]!))
      await atOnce(count, (n) => rush.sell([line(gone, '2', '3.00')], sellers[n]!))
      await rush.world.closeDraw(won)
      await rush.prize(won, '5')
      await leave('50.00')
      const [sales] = await Promise.all([
        atOnce(2 * count, (n) => rush.sell([line(draw, String(10 + (n % 20)), '4.00')], sellers[n % count]!)),
        atOnce(count, (n) => annul(before[n]!.body.serial, sellers[n]!)),
        atOnce(8, (n) =>
          rush.app.call(
            tickets.pay,
            { params: { serial: winners[n]!.body.serial }, body: { code: winners[n]!.body.code } },
            { as: sellers[n]! },
          ),
        ),
        rush.world.run((tx) =>
          suspend(tx, {
            draw_id: gone,
            mode: 'devolver',
            reason: 'prueba',
            by: rush.world.user['banca']!,
            at: new Date(),
            today: rush.world.today,
          }),
        ),
        give('11.00'),
      ])
      // 50 + 20 × 5 annulled + 8 × 30 paid + 20 × 3 given back + 11
      const came = '461.00'
      expect(tally(sales)[201]).toBe(sold(sales).length)
      expect(await left()).toBe(add(came, ...sold(sales).map(negate)))
    })
  })
})

describe('an agency', () => {
  it('that is switched on and off while all sell has what its books say', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      await leave('60.00')
      const [sales, statuses] = await Promise.all([
        atOnce(4 * count, (n) => rush.sell([line(draw, String(n % 30), '2.00')], sellers[n % count]!)),
        (async () => {
          const all: number[] = []
          for (const prepaid of [false, true, false, true]) all.push(await turn(prepaid))
          return all
        })(),
      ])
      expect(statuses).toEqual([200, 200, 200, 200])
      const counts = tally(sales)
      expect((counts[201] ?? 0) + (counts['prepaid_short'] ?? 0)).toBe(4 * count)
      expect(counts[201]).toBeGreaterThanOrEqual(30)
      await expectBooksHold(rush.world.db)
    })
  })

  it('whose week is closed and reopened while it is switched gets its commission once', async () => {
    const { world } = rush
    const week = addDays(world.today, -weekday(world.today))
    const signature = { by: world.user['banca']!, at: new Date(), today: world.today, reason: 'x' }
    const office = await world.db.one<{ id: number }>(
      sql`SELECT min(id) AS id FROM partners WHERE father_id = ${agency}`,
    )
    const earn = (amount: string) =>
      posted([
        {
          day: week,
          kind: 'comision',
          ref_kind: 'settlement',
          ref_id: agency,
          currency: 'BS',
          moves: [
            {
              debit: { partner_id: office!.id, kind: 'comision' },
              credit: { partner_id: office!.id, kind: 'comision_por_pagar' },
              amount,
            },
          ],
        },
      ])
    const close = () => world.run((tx) => closeWeek(tx, { week, of: sql`partner.id = ${agency}`, signature }))
    const reopen = async () => {
      const last = await world.db.one<{ id: number }>(sql`
        SELECT id FROM closings WHERE partner_id = ${agency} AND currency = 'BS' AND reversed_at IS NULL`)
      if (last) await world.run((tx) => reopenWeek(tx, last.id, signature))
    }
    await race(async () => {
      await earn('8.00')
      await leave('0.00')
      await Promise.all([
        close().then(reopen).then(close),
        turn(false).then(() => turn(true)),
        earn('4.00').then(() => give('1.00')),
      ])
      for (const [rule, query] of prepaidRules)
        expect([rule, await world.db.rows(sql`SELECT * FROM (${query}) broken`)]).toEqual([rule, []])
      await reopen()
      // No sale stands behind it.
      await earn('-12.00')
      expect(await left()).toBe('1.00')
    })
  })
})

it('and nobody waited in a circle', async () => {
  finished = true
  expect(await rush.finish()).toBe(0)
})
