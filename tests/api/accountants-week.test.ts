/**
 * The accountant's week of docs/accountants-week.md: its tables are what is sold, drawn, adjusted and closed here, over the
 * API, and what the product answers is what they say, to the cent. The sums that the page writes out are worked out too.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { accountEntries } from '../../contract/account-entries.ts'
import { agencies } from '../../contract/agencies.ts'
import { looksOf } from '../../contract/field.ts'
import { chart, type AccountKind } from '../../contract/ledger-accounts.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { statementConceptLabels } from '../../contract/statement-words.ts'
import { statements } from '../../contract/statements.ts'
import { addDays, formatDay, weekday } from '../../contract/values/dates.ts'
import { fromCents } from '../../contract/values/money.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addPartner } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'

type Row = Record<string, string>
const page = readFileSync(new URL('../../docs/accountants-week.md', import.meta.url), 'utf8')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The tables below the heading, up to the next one. */
function tables(heading: string): Row[][] {
  const section = page.split(/^#+ /m).filter((part) => part.startsWith(`${heading}\n`))
  expect([heading, section.length]).toEqual([heading, 1])
  return section[0]!.split('\n\n').flatMap((block) => {
    if (!block.startsWith('|')) return []
    const [head, , ...rows] = block.trim().split('\n').map(cellsOf)
    return [rows.map((cells) => Object.fromEntries(head!.map((name, n) => [name, cells[n]!])))]
  })
}
/** What a cell comes to: the end of its sum, or the cell. */
const amountOf = (cell: string) => cell.split(' = ').at(-1)!

const percentOf = (cell: string) => cell.replace(' %', '')

/** The column of a partner in a table on paper, by line. */
const onPaper = (rows: readonly Row[], partner: string): Row =>
  Object.fromEntries(rows.map((row) => [Object.values(row)[0]!, amountOf(row[partner]!)]))

let database: TestDatabase
let past: Past
let app: TestApp
/** The Sunday before the first week. */
let begin: string
/** Partners of the page by their names. */
const ids = new Map<string, number>()
const offices = new Map<string, number>()
const draws = new Map<string, number>()

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  begin = addDays(world.today, -weekday(world.today) - 14)
  const { partner, db } = world
  const agency3 = await addPartner(db, {
    father_id: partner.sur,
    type: 'agencia',
    code: 'AGENCIA3',
    name: 'Agencia Tres',
  })
  const office = { type: 'taquilla', code: 'TAQUILLA4', name: 'Taquilla Cuatro' } as const
  offices.set('Agencia Tres', await addPartner(db, { ...office, father_id: agency3 }))
  offices.set('Agencia Uno', partner.taquilla1).set('Agencia Dos', partner.taquilla3)
  const named = await db.rows<{ id: number; name: string }>(sql`SELECT id, name FROM partners WHERE type <> 'taquilla'`)
  for (const { id, name } of named) ids.set(name, id)
  await db.run(sql`
    INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
    VALUES (${partner.banca}, ${world.product('LOTTO_ACTIVO')}, ${betTypeId('ANIMALITO')}, 25)`)
  for (const row of tables('The partners')[1]!)
    await db.run(sql`
      INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent)
      VALUES (${ids.get(row['Partner']!)!}, 'VENTA', ${percentOf(row['Of sales']!)}::numeric, 'COMPARTIDA',
        ${percentOf(row['Of what is left']!)}::numeric)`)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** `Wednesday 2` is that of the second week. */
function dayOf(said: string): string {
  if (said === 'that day') return past.world.today
  const [name, week] = said.split(' ')
  expect(names).toContain(name)
  return addDays(begin, 7 * (Number(week) - 1) + 1 + names.indexOf(name!))
}
const sunday = (week: number) => dayOf(`Sunday ${week}`)

/** Sells what the page says of a week, and draws. */
async function play(week: '1' | '2'): Promise<void> {
  const [sales, results] = tables('What happened') as [Row[], Row[]]
  const wednesday = dayOf(`Wednesday ${week}`)
  const drawn = results.filter((row) => row['Week'] === week && row['When'] === 'at its hour')
  for (const { Draw } of drawn) draws.set(`${week} ${Draw}`, await past.world.draw('LOTTO_ACTIVO'))
  for (const [agency, office_id] of offices)
    await past.world.run((tx) =>
      sell(tx, {
        office_id,
        seller_id: past.world.user['taquilla']!,
        currency: 'BS',
        confirm_repeated: true,
        at: past.at(wednesday, '10:00'),
        day: wednesday,
        lines: sales
          .filter((row) => row['Week'] === week && row['Agency'] === agency)
          .map((row) => ({
            draw_id: draws.get(`${week} ${row['Draw']}`)!,
            bet_type_id: betTypeId('ANIMALITO'),
            number: row['Number']!,
            stake: row['Stake']!,
          })),
      }),
    )
  for (const { Draw, Result } of drawn)
    await past.prize(draws.get(`${week} ${Draw}`)!, wednesday, Draw!, animal(Result!))
}
const animal = (number: string) => [{ place: '' as const, number, sign: null }]

async function correct(): Promise<void> {
  const late = tables('What happened')[1]!.filter((row) => row['When']!.startsWith('late'))
  for (const { Week, Draw, Result } of late) {
    const numbers = animal(Result!)
    const entered = await app.call(
      manageDraws.saveResult,
      { body: { step: 'enter', draw_id: draws.get(`${Week} ${Draw}`)!, numbers, reason: 'Se leyó mal' } },
      { as: 'premiador' },
    )
    expect([entered.status, entered.problem.code]).toEqual([200, undefined])
    const body = { step: 'confirm' as const, entry_id: entered.body.entry!.id, numbers }
    expect((await app.call(manageDraws.saveResult, { body }, { as: 'banca' })).status).toBe(200)
  }
}

/** Writes the lines of the page of a week. */
async function adjust(week: '1' | '2'): Promise<void> {
  for (const row of tables('What happened')[2]!.filter(({ Day }) => Day!.endsWith(week))) {
    const line = (said: string, of: object) => ({
      day: dayOf(row['Day']!),
      partner_id: ids.get(said.replace('Ajustes de ', ''))!,
      account: 'ajustes' as const,
      currency: 'BS' as const,
      memo: row['Concept']!,
      ...of,
    })
    const entries = [line(row['Debe']!, { debit: row['Amount'] }), line(row['Haber']!, { credit: row['Amount'] })]
    const reply = await app.call(accountEntries.create, { body: { entries } }, { as: 'banca' })
    expect([reply.status, reply.problem.detail]).toEqual([201, undefined])
  }
}

async function close(week: number, partner_id?: number) {
  const body = { week: sunday(week), ...(partner_id && { partner_id }) }
  const { status, body: answer } = await app.call(accountBalance.close, { body }, { as: 'banca' })
  expect([status, answer.kept]).toEqual([200, 0])
  return answer.closed
}

const closings = async (week: number) =>
  (
    await app.call(
      accountBalance.closings,
      { query: { from: sunday(week), to: sunday(week), currency: 'BS' } },
      { as: 'banca' },
    )
  ).body.data
const standing = async (week: number) =>
  (await closings(week))
    .filter(({ state }) => state === 'cerrada')
    .map((row) => ({
      Partner: row.name,
      'Le debe a': row.creditor_name,
      Ventas: row.sold,
      Premios: row.prizes,
      Comisión: row.commission,
      Participación: row.participation,
      Margen: row.margin,
      Ajustes: row.adjustments,
      'De los que responde': row.collected,
      Tardío: row.late,
      Resultado: row.total,
      'Saldo anterior': row.opening,
      'Saldo al cierre': row.closing,
    }))
const byPartner = (rows: readonly Row[]) =>
  [...rows].sort((one, other) => one['Partner']!.localeCompare(other['Partner']!))

interface Leg {
  closing_of: string
  day: string
  partner: string
  debit: AccountKind
  credit: AccountKind
  creditor: string
  amount: string
}
let seen = 0n
/** The legs in the ledger that were posted since the last look. */
async function legs(): Promise<string[]> {
  const rows = await past.world.db.rows<Leg & { id: string }>(sql`
    SELECT entry.id::text AS id, closing_of.name AS closing_of, entry.day::text AS day, min(partner.name) AS partner,
      min(account.kind) FILTER (WHERE posting.amount > 0) AS debit, min(account.kind) FILTER (WHERE posting.amount < 0) AS credit,
      min(creditor.name) AS creditor, (sum(posting.amount) FILTER (WHERE posting.amount > 0))::text AS amount
    FROM ledger_entries entry
    JOIN closings closing ON closing.id = entry.ref_id AND entry.ref_kind = 'closing'
    JOIN partners closing_of ON closing_of.id = closing.partner_id
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id
    JOIN partners partner ON partner.id = account.partner_id
    LEFT JOIN partners creditor ON creditor.id = account.sub
    WHERE entry.id > ${String(seen)}::bigint AND entry.kind IN ('cierre', 'reapertura')
    GROUP BY entry.id, closing_of.name, entry.day`)
  for (const { id } of rows) if (BigInt(id) > seen) seen = BigInt(id)
  return rows.map((leg) => legText({ ...leg, debit: chart[leg.debit].label, credit: chart[leg.credit].label })).sort()
}
const legText = (leg: Record<keyof Leg, string>) =>
  `${leg.closing_of}: ${leg.day} ${leg.partner} ${leg.debit} → ${leg.credit} ${leg.creditor} ${leg.amount}`
const legsOf = (heading: string) =>
  tables(heading)[0]!
    .map((row) => {
      const [debit, credit] = row['Debe → Haber']!.split(' → ') as [string, string]
      return legText({
        closing_of: row['Of the closing of']!,
        day: dayOf(row['Day']!),
        partner: row['Partner']!,
        debit,
        credit,
        creditor: row['Creditor']!,
        amount: row['Amount']!,
      })
    })
    .sort()

const words = looksOf(movementReports.list.list.row.shape.concept).labels!
async function statement(partner: string, to: string) {
  const query = { partner_id: ids.get(partner)!, currency: 'BS' as const, from: dayOf('Monday 1'), to, per_page: 100 }
  const { status, body } = await app.call(movementReports.list, { query }, { as: 'banca' })
  expect(status).toBe(200)
  return body.data.map((row) => [row.day, words[row.concept], row.debit, row.credit, row.balance])
}
const statementOf = (heading: string) =>
  tables(heading)[0]!.map((row) => [dayOf(row['Day']!), row['Concepto'], row['Debe'], row['Haber'], row['Saldo']])

async function balance(from: string, to: string) {
  const rows = []
  for (const level of ['agencia', 'distribuidor'] as const) {
    const { body } = await app.call(accountBalance.report, { body: { from, to, level } }, { as: 'banca' })
    rows.push(...body.data)
  }
  return rows.map((row) => ({
    Partner: row.name,
    'Saldo anterior': row.before,
    Ventas: row.sold,
    Premios: row.prizes,
    Comisión: row.commission,
    Participación: row.participation,
    Margen: row.margin,
    Ajustes: row.adjustments,
    Pagos: row.payments,
    Asignado: row.assigned,
    Saldo: row.debt,
  }))
}

/** The lines of a partner's statement of a week, as its page has them. */
async function weekOf(partner: string, week: string) {
  const query = { partner_ids: [ids.get(partner)!], week }
  const { status, body } = await app.call(statements.of, { query } as never, { as: 'banca' })
  expect([status, body.data.map(({ name }) => name), body.data[0]!.accounts.length]).toEqual([200, [partner], 1])
  return body.data[0]!.accounts[0]!.lines.map(({ concept, detail, amount, balance: owed }) => [
    statementConceptLabels[concept],
    detail,
    amount ?? '',
    owed,
  ])
}
const weekOnPaper = (heading: string) =>
  tables(heading)[0]!.map((row) => [
    row['Concepto'],
    row['Cómo']!.replace(/Sunday \d/, (said) => formatDay(dayOf(said))),
    row['Monto'],
    row['Saldo'],
  ])

/** What is left of what each owes, by creditor. */
const byCreditor = async () =>
  (
    await past.world.db.rows<Row>(sql`
      SELECT partner.name AS "Partner", creditor.name AS "Creditor", sum(ledger_day.debit - ledger_day.credit)::text AS "Saldo"
      FROM ledger_accounts account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      JOIN partners partner ON partner.id = account.partner_id
      JOIN partners creditor ON creditor.id = account.sub
      WHERE account.kind = 'liquidacion' GROUP BY 1, 2`)
  )
    .map(creditorText)
    .sort()
const creditorText = (row: Row) => [row['Partner'], row['Creditor'], amountOf(row['Saldo']!)].join(', ')
const sound = () => expectBooksHold(past.world.db)

/** Of each agency, what was worked out on paper of a week is what its closing says. */
async function isAsOnPaper(heading: string, week: number): Promise<void> {
  const paper = tables(heading).at(-1)!
  const told = await standing(week)
  for (const name of offices.keys()) {
    const { 'What is left': _left, ...said } = onPaper(paper, name)
    expect([name, told.find(({ Partner }) => Partner === name)]).toEqual([name, expect.objectContaining(said)])
  }
}

/** Of each distributor, what it earned on paper is what its closing says. */
async function earnsAsOnPaper(week: number): Promise<void> {
  const paper = tables(`The margin of week ${week}`)[0]!
  const told = await standing(week)
  for (const name of ['Distribuidor Sur', 'Distribuidor Norte']) {
    const { Margen, Tardío = '0.00' } = onPaper(paper, name)
    expect([name, told.find(({ Partner }) => Partner === name)]).toEqual([
      name,
      expect.objectContaining({ Margen, Tardío }),
    ])
  }
}

/** A sum of products, worked out to the cent: halves away from zero. */
function workedOut(sum: string): string {
  const scale = 100_000_000n
  let total = 0n
  for (const [, sign, product] of `+ ${sum}`.matchAll(/([+-]) (\S+(?: %)?(?: × \S+)*)/g)) {
    let value = scale
    for (const factor of product!.split(' × ')) {
      const [whole, decimals = ''] = factor.replace(' %', '').split('.') as [string, string?]
      value = (value * BigInt(whole + decimals)) / 10n ** BigInt(decimals.length + (factor.endsWith('%') ? 2 : 0))
    }
    total += sign === '-' ? -value : value
  }
  const cent = scale / 100n
  const half = total < 0n ? -cent / 2n : cent / 2n
  return fromCents((total + half) / cent)
}

describe('the accountant’s week', () => {
  it('has no sum that is written wrong', () => {
    const number = String.raw`-?\d+(?:\.\d\d)?(?: %)?`
    const sums = [...page.matchAll(new RegExp(`(${number}(?: [+×-] ${number})+) = (-?\\d+\\.\\d\\d)`, 'g'))]
    expect(sums).toHaveLength(page.split(/(?<=\d) = /).length - 1)
    expect(sums.length).toBeGreaterThan(30)
    expect(sums.map(([, sum]) => `${sum} = ${workedOut(sum!)}`)).toEqual(sums.map(([written]) => written))
  })

  it('closes week 1 as on paper', async () => {
    await play('1')
    await adjust('1')
    expect(await close(1)).toBe(5)
    await isAsOnPaper('Week 1, on paper', 1)
    await earnsAsOnPaper(1)
    expect(byPartner(await standing(1))).toEqual(byPartner(tables('The closings of week 1')[0]!))
    expect(await legs()).toEqual(legsOf('The legs of week 1'))
    expect(await statement('Agencia Uno', sunday(1))).toEqual(statementOf('The statement of Agencia Uno on Monday 2'))
    const [partners] = tables('The partners') as [Row[]]
    expect(byPartner(await standing(1)).map((row) => row['Le debe a'])).toEqual(
      byPartner(partners).map((row) => row['Week 1 is owed to']),
    )
    await sound()
  })

  it('closes week 2 as on paper, and what is late of week 1 for who answered then', async () => {
    const { partner, db } = past.world
    const body = { id: partner.agencia1, payments_responsible_partner_id: partner.norte }
    expect((await app.call(agencies.saveConfig, { body }, { as: 'banca' })).status).toBe(200)
    // It was saved on the day of the test, and is of the page's.
    await db.run(sql`
      UPDATE payment_responsibles SET since = ${dayOf('Tuesday 2')}
      WHERE partner_id = ${partner.agencia1} AND since <> '-infinity'`)
    await correct()
    await play('2')
    expect(await close(2)).toBe(5)
    await isAsOnPaper('Week 2, on paper', 2)
    await earnsAsOnPaper(2)
    expect(byPartner(await standing(2))).toEqual(byPartner(tables('The closings of week 2')[0]!))
    expect(byPartner(await standing(1))).toEqual(byPartner(tables('The closings of week 1')[0]!))
    expect(await legs()).toEqual(legsOf('The legs of week 2'))
    const [partners] = tables('The partners') as [Row[]]
    expect(byPartner(await standing(2)).map((row) => row['Le debe a'])).toEqual(
      byPartner(partners).map((row) => row['Week 2 is owed to']),
    )
    await sound()
  })

  it('opens a week again and closes it to the other sum', async () => {
    const agency = ids.get('Agencia Tres')!
    const closing = (await closings(2)).find(({ partner_id }) => partner_id === agency)!
    const body = { closing_id: closing.id, reason: 'Faltó un descuento' }
    expect((await app.call(accountBalance.reopen, { body }, { as: 'banca' })).body.state).toBe('reabierta')
    expect(await legs()).toEqual(legsOf('The legs of the reopening'))
    await sound()
    await adjust('2')
    expect(await close(2, agency)).toBe(1)
    expect(await legs()).toEqual(legsOf('The legs of the closing again'))
    const [again] = tables('The closing of Agencia Tres') as [Row[]]
    const before = tables('The closings of week 2')[0]!.filter((row) => row['Partner'] !== 'Agencia Tres')
    expect(byPartner(await standing(2))).toEqual(byPartner([...before, ...again]))
    const paper = onPaper(tables('Week 2 of Agencia Tres, opened again')[0]!, 'Agencia Tres')
    expect(again).toMatchObject([paper])
    await sound()
  })

  it('leaves everybody owing what the page says, by creditor, and tells it in statements', async () => {
    const [owed, by_creditor] = tables('What everybody owes at the end') as [Row[], Row[]]
    expect(byPartner(await balance(dayOf('Monday 1'), past.world.today))).toMatchObject(byPartner(owed))
    const weeks = tables('Each week begins with what the one before ended with')[0]!
    for (const week of ['1', '2']) {
      const told = await balance(dayOf(`Monday ${week}`), dayOf(`Sunday ${week}`))
      expect(byPartner(told.map((row) => ({ Week: week, ...row })))).toMatchObject(
        byPartner(weeks.filter(({ Week }) => Week === week)),
      )
    }
    expect(await byCreditor()).toEqual(by_creditor.map(creditorText).sort())
    expect(await statement('Agencia Uno', sunday(2))).toEqual(statementOf('The statement of Agencia Uno'))
    expect(await statement('Distribuidor Sur', past.world.today)).toEqual(
      statementOf('The statement of Distribuidor Sur'),
    )
  })

  it('tells the week line by line, as its closing did', async () => {
    for (const partner of ['Agencia Uno', 'Distribuidor Norte'])
      expect([partner, await weekOf(partner, sunday(2))]).toEqual([partner, weekOnPaper(`The week of ${partner}`)])
  })

  it('passes a debt to another creditor, and nobody owes more or less below the banca', async () => {
    const { partner, db, today } = past.world
    const body = {
      partner_id: partner.agencia1,
      from_id: partner.sur,
      to_id: partner.norte,
      currency: 'BS' as const,
      amount: '476.00',
      owed: '476.00',
      reason: 'Responde Norte',
    }
    expect((await app.call(accountBalance.assign, { body }, { as: 'banca' })).status).toBe(200)
    const passed = await db.rows<{ partner: string; debit: string; credit: string; amount: string; day: string }>(sql`
      SELECT entry.day::text AS day, partner.name AS partner,
        max(concat_ws(', ', account.kind, creditor.name)) FILTER (WHERE posting.amount > 0) AS debit,
        max(concat_ws(', ', account.kind, creditor.name)) FILTER (WHERE posting.amount < 0) AS credit, max(posting.amount)::text AS amount
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id
      JOIN partners partner ON partner.id = account.partner_id
      LEFT JOIN partners creditor ON creditor.id = account.sub
      WHERE entry.kind = 'asignacion' GROUP BY entry.id, entry.day, partner.name ORDER BY partner.name`)
    const labelled = (side: string) => side.replace(/^\w+/, (kind) => chart[kind as AccountKind].label)
    expect(
      passed.map(({ day, partner: of, debit, credit, amount }) => [day, of, labelled(debit), labelled(credit), amount]),
    ).toEqual(
      tables('The legs of the assignment')[0]!.map((row) => [
        dayOf(row['Day']!),
        row['Partner'],
        row['Debe'],
        row['Haber'],
        row['Amount'],
      ]),
    )
    const [owed, by_creditor] = tables('What is owed after it') as [Row[], Row[]]
    expect(byPartner(await balance(dayOf('Monday 3'), today))).toMatchObject(byPartner(owed))
    const left = by_creditor.map(creditorText).sort()
    expect(await byCreditor()).toEqual(left)
    expect(await weekOf('Distribuidor Sur', sunday(3))).toEqual(weekOnPaper('The week of Distribuidor Sur'))
    await sound()
  })
})
