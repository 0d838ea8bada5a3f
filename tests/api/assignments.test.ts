/** Debts passed from one creditor to another: what all three owe by it, what is refused, who is told, and what a broken one looks like. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { notifications } from '../../contract/notifications.ts'
import { statements } from '../../contract/statements.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import { passDebt } from '../../server/rules/books/assign.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { verifyBooks, type Finding } from '../../server/rules/ledger/verify.ts'
import { sumLedger } from '../../server/seed/ledger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp
/** Sundays: the first is closed, the second too once a debt was passed within its week. */
let first: string
let second: string

const signature = () => ({ by: past.world.user['banca']!, at: new Date(), today: past.world.today })
const close = (week: string) =>
  past.world.run((tx) => closeWeek(tx, { week, of: sql`true`, signature: { ...signature(), reason: 'Se cierra' } }))
async function sellOn(day: string): Promise<void> {
  const draw = await past.world.draw('LOTTO_ACTIVO')
  await past.sell(day, '10:00', 'taquilla1', 'BS', [{ draw, number: '7', stake: '1000.00' }])
  await past.sell(day, '10:00', 'taquilla3', 'BS', [{ draw, number: '5', stake: '100.00' }])
  await past.sell(day, '10:00', 'taquilla1', 'COP', [{ draw, number: '7', stake: '1000.00' }])
  await past.prize(draw, day, '15:00', [{ place: '', number: '5', sign: null }])
  await past.world.settle()
}

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  app = await startApp(database.url)
  const { today, partner } = past.world
  second = addDays(today, -weekday(today))
  first = addDays(second, -7)
  // Of 1,000.00 Agencia Uno keeps 120.00 and 30 % of 880.00: it owes 616.00. Agencia Dos paid 3,000.00 and is owed.
  await sellOn(addDays(first, -4))
  await close(first)
  // On the Tuesday after: 16.00 of it.
  await past.world.run((tx) =>
    passDebt(
      tx,
      {
        partner_id: partner.agencia1,
        currency: 'BS',
        from_id: partner.sur,
        to_id: partner.banca,
        amount: '16.00',
        owed: '616.00',
        reason: 'Se muda',
      },
      { ...signature(), today: addDays(first, 2) },
    ),
  )
  await sellOn(addDays(second, -4))
  await close(second)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})
afterEach(() => expectBooksHold(past.world.db))

type Who = 'agencia1' | 'agencia2' | 'sur' | 'norte' | 'banca' | 'taquilla1'
const id = (who: Who) => past.world.partner[who]
async function look(of: Who, currency: Currency = 'BS', to?: Who) {
  const query = { partner_id: id(of), currency, ...(to && { to_id: id(to) }) }
  const { body, status } = await app.call(accountBalance.assignable, { query }, { as: 'banca' })
  expect(status).toBe(200)
  return body
}
const owedTo = async (of: Who, to: Who, currency: Currency = 'BS') =>
  (await look(of, currency, to)).data.find((one) => one.id === id(to))!.owed

interface Asked {
  of?: Who
  from?: Who
  to?: Who
  amount?: string
  owed?: string
  currency?: Currency
  reason?: string
}
async function pass({ of = 'agencia1', from = 'sur', to = 'norte', currency = 'BS', ...more }: Asked, key?: string) {
  const owed = more.owed ?? (await owedTo(of, from, currency))
  const body = {
    partner_id: id(of),
    from_id: id(from),
    to_id: id(to),
    currency,
    amount: more.amount ?? '1.00',
    owed,
    reason: more.reason ?? 'Cambió de responsable',
  }
  return app.call(accountBalance.assign, { body }, { as: 'banca', ...(key && { key }) })
}
const report = async (of: Who, from: string, to: string) => {
  const level = of.startsWith('agencia') ? 'agencia' : 'distribuidor'
  const { body } = await app.call(
    accountBalance.report,
    { body: { from, to, level, currency: 'BS' } as never },
    { as: 'banca' },
  )
  return body.data.find(({ key }) => key === String(id(of)))!
}
const statement = async (of: Who, from: string, to: string) =>
  (
    await app.call(
      movementReports.list,
      { query: { partner_id: id(of), currency: 'BS', from, to, per_page: 200 } as never },
      { as: 'banca' },
    )
  ).body.data
    .filter(({ concept }) => concept === 'asignacion')
    .map(({ day, debit, credit }) => `${day} ${debit} ${credit}`)

describe('a debt that passed within a week', () => {
  it('is of that week’s closings, of whoever it was passed on to', async () => {
    const rows = await past.world.db.rows(sql`
      SELECT partner_id, collected, total, closing FROM closings
      WHERE week = ${second} AND currency = 'BS' AND partner_id IN (${id('agencia1')}, ${id('sur')}) ORDER BY partner_id = ${id('sur')}`)
    expect(rows).toEqual([
      { partner_id: id('agencia1'), collected: '0.00', total: '616.00', closing: '1232.00' },
      { partner_id: id('sur'), collected: '600.00', total: '600.00', closing: '1216.00' },
    ])
    const told = async (of: Who) =>
      (
        await app.call(statements.of, { query: { partner_ids: [id(of)], week: second } } as never, { as: 'banca' })
      ).body.data[0]!.accounts.find(({ currency }) => currency === 'BS')!
        .lines.filter(({ concept }) => ['cobranza', 'asignacion', 'pagos', 'saldo'].includes(concept))
        .map(({ concept, detail, amount, balance }) => [concept, detail, amount, balance].join(' · '))
    expect(await told('sur')).toEqual([
      'cobranza · Agencia Uno · 616.00 · 1232.00',
      'asignacion · Una deuda que ahora cobra otro · -16.00 · 1216.00',
      expect.stringContaining('1216.00'),
    ])
    expect(await told('agencia1')).toEqual([expect.stringContaining('1232.00')])
    expect((await look('agencia1')).data.map(({ name, owed }) => [name, owed])).toEqual([
      ['Banca de Prueba', '16.00'],
      ['Distribuidor Sur', '1216.00'],
    ])
  })
})

describe('passing a debt', () => {
  it('leaves what the partner owes, and changes what both creditors are owed and owe, up to where their lines meet', async () => {
    const { today } = past.world
    const before = await look('agencia1', 'BS', 'norte')
    expect(before.debt).toBe('1232.00')
    const [ofSur, ofNorte] = [await report('sur', second, today), await report('norte', second, today)]
    const { body, status } = await pass({ amount: '200.00', reason: 'Ahora responde Norte' })
    expect(status).toBe(200)
    expect(body.debt).toBe('1232.00')
    expect(body.data.map(({ name, owed, debt }) => [name, owed, debt])).toEqual([
      ['Banca de Prueba', '16.00', null],
      ['Distribuidor Norte', '200.00', ofNorte.debt],
      ['Distribuidor Sur', '1016.00', '1016.00'],
    ])
    const after = await report('sur', second, today)
    expect([after.before, after.assigned, after.payments, after.debt]).toEqual([
      ofSur.before,
      '-200.00',
      '0.00',
      '1016.00',
    ])
    expect(await statement('sur', second, today)).toEqual([`${today} 0.00 200.00`])
    expect(await statement('norte', second, today)).toEqual([])
    // Of the debtor's own the day alone is told.
    expect(await statement('agencia1', second, today)).toEqual([`${today} 0.00 0.00`])
    const entries = await past.world.db.rows(sql`
      SELECT entry.day, entry.memo, account.partner_id, account.kind, account.sub, posting.amount
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id
      WHERE entry.kind = 'asignacion' AND entry.memo = 'Ahora responde Norte' ORDER BY entry.id, posting.amount DESC`)
    const leg = (of: Who, kind: string, sub: Who | null, amount: string) => ({
      day: today,
      memo: 'Ahora responde Norte',
      partner_id: id(of),
      kind,
      sub: sub ? id(sub) : 0,
      amount,
    })
    expect(entries).toEqual([
      leg('agencia1', 'liquidacion', 'norte', '200.00'),
      leg('agencia1', 'liquidacion', 'sur', '-200.00'),
      leg('sur', 'cobranza', null, '200.00'),
      leg('sur', 'liquidacion', 'norte', '-200.00'),
    ])
  })

  it('may go up to the banca and down again, and a period begins with what the one before ended with', async () => {
    const { today } = past.world
    const before = await report('norte', today, today)
    expect((await pass({ from: 'norte', to: 'banca', amount: '200.00' })).status).toBe(200)
    const after = await report('norte', today, today)
    expect([after.before, after.assigned]).toEqual([before.before, '-200.00'])
    expect(Number(after.debt)).toBe(Number(before.debt) - 200)
    expect((await pass({ from: 'banca', to: 'sur', amount: '216.00' })).status).toBe(200)
    expect(await owedTo('agencia1', 'sur')).toBe('1232.00')
  })

  it('of what is owed to the partner goes the other way', async () => {
    const owed = await owedTo('agencia2', 'norte')
    expect(Number(owed)).toBeLessThan(-100)
    expect((await pass({ of: 'agencia2', from: 'norte', to: 'sur', amount: '100.00' })).status).toBe(200)
    expect(await owedTo('agencia2', 'sur')).toBe('-100.00')
    expect(await owedTo('agencia2', 'norte')).toBe((Number(owed) + 100).toFixed(2))
  })

  it('pressed twice with one key is done once', async () => {
    const owed = await owedTo('agencia1', 'sur')
    const asked = { amount: '5.00', owed }
    const key = 'asignar-una-sola-vez'
    const [one, other] = [await pass(asked, key), await pass(asked, key)]
    expect([one.status, other.status, other.body]).toEqual([200, 200, one.body])
    expect(await owedTo('agencia1', 'sur')).toBe((Number(owed) - 5).toFixed(2))
  })

  it('tells the people of all three, and stands in the log with its reason', async () => {
    await pass({ amount: '7.00', reason: 'Acuerdo del lunes' })
    for (const as of ['agencia', 'distribuidor']) {
      const { body } = await app.call(notifications.list, { body: {} }, { as })
      expect(body.data[0]).toMatchObject({
        title: 'Deuda asignada',
        text: 'De lo que Agencia Uno le debe a Distribuidor Sur, Bs 7,00 pasan a deberse a Distribuidor Norte: Acuerdo del lunes',
      })
    }
    expect(
      await past.world.db.one(
        sql`SELECT action, entity_id, reason, significant FROM audit_log WHERE entity = 'accountBalance' ORDER BY id DESC LIMIT 1`,
      ),
    ).toEqual({
      action: 'accountBalance.assign',
      entity_id: String(id('agencia1')),
      reason: 'Acuerdo del lunes',
      significant: true,
    })
  })
})

describe('nothing is passed', () => {
  it.each<[string, Asked, string]>([
    ['of more than is owed', { amount: '99999.00' }, 'more_than_owed'],
    ['of what is owed to nobody there', { from: 'banca', to: 'norte' }, 'more_than_owed'],
    ['of another sum than was seen', { owed: '1.00' }, 'changed_meanwhile'],
    ['of cents in pesos', { currency: 'COP', amount: '1.50' }, 'amount_decimals'],
    ['to the same', { to: 'sur' }, 'invalid'],
    ['to an agency', { to: 'agencia2' }, 'invalid'],
    ['to whoever is below', { of: 'norte', from: 'banca', to: 'sur' }, 'invalid'],
    ['of an office', { of: 'taquilla1', owed: '0.00' }, 'owes_nobody'],
    ['without a reason', { reason: '' }, 'invalid'],
  ])('%s', async (_, asked, code) => {
    const reply = await pass({
      ...asked,
      owed: asked.owed ?? (await owedTo('agencia1', asked.from ?? 'sur', asked.currency)),
    })
    expect(reply.problem.code).toBe(code)
  })

  it('of nobody, of whom nothing is told, and an office owes nobody', async () => {
    const body = { partner_id: 999_999, from_id: id('sur'), to_id: id('norte'), currency: 'BS' as const }
    const asked = { ...body, amount: '1.00', owed: '1.00', reason: 'Nadie' }
    expect((await app.call(accountBalance.assign, { body: asked }, { as: 'banca' })).problem.code).toBe('not_found')
    const ask = (partner_id: number) =>
      app.call(accountBalance.assignable, { query: { partner_id, currency: 'BS' } }, { as: 'banca' })
    expect((await ask(999_999)).problem.code).toBe('not_found')
    expect((await ask(id('taquilla1'))).body).toEqual({ debt: '0.00', data: [] })
    // Nor is anybody owed but the banca and distributors.
    for (const to of ['taquilla1', 'agencia2'] as const)
      expect((await look('agencia1', 'BS', to)).data.map((one) => one.id)).not.toContain(id(to))
  })

  it('in a week that one of them has closed', async () => {
    const { db } = past.world
    const owed = await owedTo('agencia1', 'sur')
    const books = sql`UPDATE partner_books SET closed_through = `
    const of = sql` WHERE partner_id = ${id('sur')} AND currency = 'BS'`
    await db.run(sql`${books}${addDays(second, 7)}${of}`)
    expect((await pass({ owed })).problem).toMatchObject({ code: 'week_closed' })
    await db.run(sql`${books}${second}${of}`)
  })

  it('by anybody but the banca', async () => {
    for (const as of ['supervisor', 'distribuidor', 'agencia']) {
      const query = { partner_id: id('agencia1'), currency: 'BS' as const }
      expect((await app.call(accountBalance.assignable, { query }, { as })).status).toBe(403)
    }
  })
})

/** What is found after a change, which is undone again. */
async function found(change: (tx: Tx) => Promise<unknown>): Promise<Finding[]> {
  let findings: Finding[] = []
  await past.world
    .run(async (tx) => {
      await change(tx)
      await tx.run(sql`DELETE FROM ledger_days`)
      await sumLedger(tx)
      findings = await verifyBooks(tx)
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
  return findings
}
const last = sql`(SELECT max(id) FROM assignments)`
const entries = sql`(SELECT id FROM ledger_entries WHERE ref_kind = 'assignment' AND ref_id = ${last})`

describe('the verification names', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>, RegExp]>([
    [
      'one of another amount',
      (tx) => tx.run(sql`UPDATE assignments SET amount = amount + 1 WHERE id = ${last}`),
      /^cada asignación pasó/,
    ],
    [
      'one the wrong way round',
      (tx) => tx.run(sql`UPDATE ledger_postings SET amount = -amount WHERE entry_id IN ${entries}`),
      /^cada asignación pasó/,
    ],
    [
      'one without the legs of its creditors',
      async (tx) => {
        const legs = sql`(
          SELECT posting.entry_id FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
          WHERE account.kind = 'cobranza' AND posting.entry_id IN ${entries})`
        await tx.run(sql`DELETE FROM ledger_entries WHERE id IN ${legs}`)
        await tx.run(
          sql`DELETE FROM ledger_postings WHERE entry_id IN ${entries} AND entry_id NOT IN (SELECT id FROM ledger_entries)`,
        )
      },
      /^cada asignación pasó/,
    ],
    [
      'legs that stand against payments',
      (tx) =>
        tx.run(sql`
          UPDATE ledger_postings posting SET account_id = paid.id
          FROM ledger_accounts account JOIN ledger_accounts paid ON paid.partner_id = account.partner_id
            AND paid.currency = account.currency AND paid.kind = 'pagos'
          WHERE account.id = posting.account_id AND account.kind = 'cobranza' AND posting.entry_id IN ${entries}`),
      /^lo que los afiliados deben por sus cierres y asignaciones/,
    ],
    [
      'one on another day',
      async (tx) => {
        await tx.run(sql`UPDATE ledger_postings SET day = day - 1 WHERE entry_id IN ${entries}`)
        await tx.run(sql`UPDATE ledger_entries SET day = day - 1 WHERE ref_kind = 'assignment' AND ref_id = ${last}`)
      },
      /^los asientos de una asignación/,
    ],
    [
      'one that is owed to somebody else',
      async (tx) => {
        const { agencia1, agencia2, norte } = past.world.partner
        await tx.run(sql`
          INSERT INTO ledger_accounts (partner_id, kind, currency, sub) VALUES (${agencia1}, 'liquidacion', 'BS', ${agencia2})`)
        await tx.run(sql`
          UPDATE ledger_postings posting SET account_id = other.id
          FROM ledger_accounts account JOIN ledger_accounts other ON other.partner_id = account.partner_id AND other.sub = ${agencia2}
            AND other.kind = account.kind AND other.currency = account.currency
          WHERE account.id = posting.account_id AND account.partner_id = ${agencia1} AND account.sub = ${norte}
            AND posting.entry_id IN ${entries}`)
      },
      /^cada asignación pasó/,
    ],
    [
      'half of one',
      (tx) =>
        tx.run(sql`
          DELETE FROM ledger_postings posting USING ledger_accounts account
          WHERE account.id = posting.account_id AND account.partner_id = ${past.world.partner.agencia1} AND posting.amount > 0
            AND posting.entry_id IN ${entries}`),
      /^cada asignación pasó/,
    ],
    [
      'one that is posted twice',
      (tx) =>
        tx.run(sql`
          INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
          SELECT day, entry_id, account_id, amount, currency FROM ledger_postings WHERE entry_id IN ${entries}`),
      /^cada asignación pasó/,
    ],
    [
      'one that nobody posted',
      async (tx) => {
        await tx.run(sql`DELETE FROM ledger_postings WHERE entry_id IN ${entries}`)
        await tx.run(sql`DELETE FROM ledger_entries WHERE ref_kind = 'assignment' AND ref_id = ${last}`)
      },
      /^cada asignación pasó/,
    ],
    [
      'one that says another line than it was posted to',
      (tx) =>
        tx.run(sql`
          UPDATE assignments SET to_line = ARRAY[partner_id, ${past.world.partner.banca}::int] WHERE id = ${last}`),
      /^cada asignación pasó/,
    ],
    [
      'an entry that says so of nothing',
      (tx) =>
        tx.run(
          sql`UPDATE ledger_entries SET ref_kind = 'adjustment' WHERE id = (SELECT min(id) FROM ledger_entries WHERE id IN ${entries})`,
        ),
      /^los asientos de una asignación/,
    ],
  ])('%s', async (_, change, rule) => {
    const findings = await found(change)
    const own = findings.find((one) => rule.test(one.rule))
    expect([findings.map((one) => one.rule), own?.first]).toEqual([
      expect.arrayContaining([expect.stringMatching(rule)]),
      expect.any(String),
    ])
  })
})
