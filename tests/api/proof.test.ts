/**
 * Each figure is its rows, what they open into, its file and the ledger, to the cent: of several roles, from browsers
 * in several time zones, on days around midnight. Every day of a small banca; in the long run of a million tickets.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read, utils } from 'xlsx'
import { kpis } from '../../contract/kpis.ts'
import { onlineSales } from '../../contract/online-sales.ts'
import { reports } from '../../contract/reports.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { currencies } from '../../contract/values/currency.ts'
import { addDays, inZone, type Period } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { zone } from '../support/world.ts'
import { largeBanca, proofTickets, sellAroundMidnight } from './proof-banca.ts'
import { readProof, type Proof, type Sums } from './proof-facts.ts'
import { questions, type Asked, type FigureName } from './proof-reports.ts'

const patience = 4 * 3_600_000
const zones = ['America/Caracas', 'UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
const isLong = process.env['PROOF_TICKETS'] !== undefined
type Role = 'banca' | 'supervisor' | 'distribuidor' | 'agencia'
const roles: readonly Role[] = isLong
  ? ['banca', 'supervisor', 'distribuidor', 'agencia']
  : ['banca', 'distribuidor', 'agencia']

let banca: Awaited<ReturnType<typeof largeBanca>>
let app: TestApp
let proof: Proof
let subjects: Record<string, number>
const today = inZone(new Date(), zone).day
/** Sold on a second before its midnights, on them and after them; its draws are at its first and last minute. */
const night = addDays(today, -2)
const days = (from: number, to: number) => ({ from: addDays(night, from), to: addDays(night, to) })
const month = { from: addDays(today, -29), to: today }
const year = { from: addDays(today, -364), to: today }
const periods: readonly Period[] = [days(0, 0), days(-1, 1), ...(isLong ? [days(-1, -1), days(1, 1)] : []), month]

beforeAll(async () => {
  banca = await largeBanca()
  await sellAroundMidnight(banca.url, night)
  app = await startApp(banca.url, { password: demoPassword })
  // What waits to be settled is settled by whoever asks first.
  await ask('banca', reports.general, { from: night, to: today, level: 'dia' })
  proof = await readProof(banca.url)
  const users = await proof.db.rows<{ username: string; partner_id: number }>(
    sql`SELECT username, partner_id FROM users WHERE username IN ('banca', 'supervisor', 'distribuidor', 'agencia')`,
  )
  subjects = Object.fromEntries(users.map(({ username, partner_id }) => [username, partner_id]))
}, patience)
afterAll(async () => {
  await app?.close()
  await proof?.close()
  await banca?.close()
})

type Row = Record<string, unknown> & { currency: string }
interface Answer {
  data: Row[]
  total: number
  totals: Row[]
}
let turn = 0
/** From a browser of another zone each time. */
async function ask(as: string, endpoint: object, query: object, from = zones[turn++ % zones.length]!): Promise<Answer> {
  const reply = await app.call(endpoint as typeof reports.general, { query } as never, {
    as,
    headers: { timezone: from },
  })
  expect(reply.status, JSON.stringify([query, reply.problem])).toBe(200)
  return reply.body as unknown as Answer
}

/** All pages, and what they say of themselves. */
async function whole(as: string, endpoint: object, query: object): Promise<Answer> {
  const data: Row[] = []
  for (let page = 1; ; page++) {
    const answer = await ask(as, endpoint, { ...query, page, per_page: 500 })
    data.push(...answer.data)
    if (data.length >= answer.total || answer.data.length === 0) return { ...answer, data }
  }
}

const counts = new Set<FigureName>(['tickets', 'lines'])
const figureOf = (row: Row, name: FigureName) => {
  const value = row[name]
  if (value === null) return null
  return counts.has(name) ? BigInt(value as number) : toCents(String(value))
}
const summed = (rows: readonly Row[], name: FigureName, currency: string) =>
  rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + (figureOf(row, name) ?? 0n), 0n)

/** What a row works out of its sums, worked out again from them. A report without commission tells no profit either. */
let workedOut = 0
function expectWorkedOut(row: Row) {
  const of = (name: string) => (typeof row[name] === 'string' ? toCents(row[name]) : null)
  const [sold, prizes, commission, participation] = ['sold', 'prizes', 'commission', 'participation'].map(of)
  const profit = of('profit')
  if (profit !== null) expect([row, profit]).toEqual([row, sold! - prizes! - commission!])
  const total = of('total')
  if (total !== null && participation != null) expect([row, total]).toEqual([row, profit! - participation])
  // By the day of the draw it is of what awarded draws sold.
  if (typeof row['payout_percent'] === 'string' && commission !== null) {
    const tenths = (prizes! * 2_000n + sold!) / (2n * sold!)
    expect([row, Number(row['payout_percent'])]).toEqual([row, Number(tenths) / 10])
  }
  if (profit !== null) workedOut++
}

/** The rows and totals of a report as the lines have them. */
async function expectRows(
  { question, figures, alive, list, query, keyOf, keysOf, overlaps }: Asked,
  role: Role,
  period: Period,
) {
  const subject = subjects[role]!
  const answer = await whole(role, list, { ...period, ...query })
  for (const row of [...answer.data, ...answer.totals]) expectWorkedOut(row)
  const asked = { ...question, ...period }
  const wanted = await proof.sums(asked, subject, (row) => keysOf(row, proof.tree, subject))
  const isAlive = (sums: Sums) => alive.some((name) => sums[name] !== 0n)
  for (const [key, sums] of wanted) if (!isAlive(sums)) wanted.delete(key)
  const own = new Map(answer.data.map((row) => [`${keyOf(row)} ${row.currency}`, row]))
  expect(own.size).toBe(answer.data.length)
  expect([...own.keys()].toSorted()).toEqual([...wanted.keys()].toSorted())
  for (const [key, sums] of wanted)
    expect([key, ...figures.map((name) => figureOf(own.get(key)!, name))]).toEqual([
      key,
      ...figures.map((name) => sums[name]),
    ])
  const once = await proof.sums(asked, subject, () => ['whole'])
  for (const total of answer.totals)
    for (const name of figures) {
      expect([total.currency, name, figureOf(total, name)]).toEqual([
        total.currency,
        name,
        once.get(`whole ${total.currency}`)![name],
      ])
      if (!overlaps && name !== 'tickets') expect(summed(answer.data, name, total.currency)).toBe(figureOf(total, name))
    }
  return answer
}

/** The file of the same, opened again: its rows in the same order, and its line of totals. */
async function expectFile(
  { file, query, figures, titles }: Asked,
  role: Role,
  period: Period,
  { data, totals }: Answer,
) {
  const reply = await app.call(
    file as typeof reports.generalExport,
    { query: { ...period, ...query, format: 'xlsx' } },
    { as: role, headers: { timezone: zones[turn++ % zones.length]! } },
  )
  expect(reply.status).toBe(200)
  const [sheet, about] = Object.values(read(reply.raw).Sheets)
  const cells = utils.sheet_to_json<unknown[]>(sheet!, { header: 1, raw: true, blankrows: true })
  const figure = (value: unknown, name: FigureName) => {
    if (value === undefined || value === '') return null
    return counts.has(name) ? BigInt(value as number) : toCents((value as number).toFixed(2))
  }
  const [header, ...rows] = cells as [unknown[], ...unknown[][]]
  const columns = (name: FigureName, currency: unknown) =>
    header.flatMap((title, at) => (title === titles[name] || title === `${titles[name]} ${String(currency)}` ? at : []))
  expect(
    rows.map((row) => {
      const currency = row[header.indexOf('Moneda')]
      return figures.map((name) => figure(row[columns(name, currency)[0]!], name))
    }),
  ).toEqual(data.map((row) => figures.map((name) => figureOf(row, name))))
  const sums = utils.sheet_to_json<unknown[]>(about!, { header: 1, raw: true, blankrows: true })
  const under = sums.find(([label]) => label === 'Totales')
  for (const total of totals) {
    const line = (name: FigureName) => sums.find(([label]) => label === titles[name])?.[under!.indexOf(total.currency)]
    expect(figures.map((name) => figure(line(name), name))).toEqual(figures.map((name) => figureOf(total, name)))
  }
  return data.length
}

/** What some rows open into comes to what they say; the largest, and a few others. */
async function expectDrills({ drillsOf, list, query, figures }: Asked, role: Role, period: Period, { data }: Answer) {
  let opened = 0
  for (const row of isLong ? [...data.slice(0, 3), ...data.slice(-2)] : [...data.slice(0, 1), ...data.slice(-1)])
    for (const drill of drillsOf?.(row) ?? []) {
      const { compared = figures, more, endpoint = list, named } = drill
      const answer = await ask(role, endpoint, { ...period, ...query, currency: row.currency, ...more })
      const [of] = answer.totals
      for (const name of compared) {
        const figure = figureOf(row, name) ?? 0n
        expect([more, name, of ? toCents(String(of[named ?? name])) : 0n]).toEqual([
          more,
          name,
          counts.has(name) ? figure * 100n : figure,
        ])
      }
      opened += 1
    }
  return opened
}

describe.each(roles)('for %s', (role) => {
  it(
    'every report is the lines, the prizes and the tickets; its rows open into what they say, and so does its file',
    async () => {
      let [rows, filed, opened] = [0, 0, 0]
      for (const asked of questions(role))
        for (const period of asked.few ? [...periods, year] : periods) {
          if (asked.many && period === month) continue
          const answer = await expectRows(asked, role, period)
          rows += answer.data.length
          opened += await expectDrills(asked, role, period, answer)
          if (period === periods[0] || period === month) filed += await expectFile(asked, role, period, answer)
        }
      expect(rows).toBeGreaterThan(200)
      expect(filed).toBeGreaterThan(20)
      expect(opened).toBeGreaterThan(isLong ? 50 : 20)
    },
    patience,
  )

  it(
    'what is sold, won and earned is what the ledger has, of each day and of each just below',
    async () => {
      const subject = subjects[role]!
      const accounts = {
        sold: 'ventas',
        prizes: 'premios',
        commission: 'comision',
        participation: 'participacion',
      } as const
      for (const period of periods)
        for (const level of ['dia', 'directos'] as const) {
          const { data, totals } = await whole(role, reports.general, { ...period, level })
          for (const [name, account] of Object.entries(accounts)) {
            const posted = await proof.ledger(account, period, subject, ({ partner_id, day }) =>
              level === 'dia' ? day : proof.tree.below(subject, partner_id)!,
            )
            // Sales are owed to the banca, the rest by it.
            const sign = account === 'ventas' ? -1n : 1n
            const said = new Map(
              data.map((row) => [`${String(row['key'])} ${row.currency}`, toCents(String(row[name]))]),
            )
            for (const [key, amount] of posted)
              if (amount !== 0n) expect([name, key, said.get(key)]).toEqual([name, key, amount * sign])
            for (const [key, amount] of said)
              if (amount !== 0n) expect([name, key, posted.get(key)]).toEqual([name, key, amount * sign])
            for (const total of totals) {
              const all = [...posted]
                .filter(([key]) => key.endsWith(` ${total.currency}`))
                .reduce((sum, [, amount]) => sum + amount, 0n)
              expect(toCents(String(total[name]))).toBe(all * sign)
            }
          }
        }
    },
    patience,
  )

  it(
    'cards, prizes, tickets and today’s sales are the same sums',
    async () => {
      const subject = subjects[role]!
      for (const period of periods) {
        const once = await proof.sums({ clock: 'sale', by: [], ...period }, subject, () => ['whole'])
        const ofDraws = await proof.sums({ clock: 'draw', by: [], ...period }, subject, () => ['whole'])
        const prizes = await ask(role, ticketReports.detailedPrize, { ...period, per_page: 1 })
        const tickets = await ask(role, ticketReports.consult, { ...period, per_page: 1 })
        for (const currency of currencies) {
          const sums = once.get(`whole ${currency}`)
          const card = (await ask(role, kpis.lossProfit, { ...period, currency, compare: 'ninguna' })) as unknown as {
            totals: Row
            points: Row[]
          }
          expectWorkedOut(card.totals)
          const said = (name: 'sold' | 'prizes') => toCents(String(card.totals[name]))
          expect([currency, said('sold'), said('prizes'), card.totals['tickets']]).toEqual([
            currency,
            sums?.sold ?? 0n,
            sums?.prizes ?? 0n,
            Number(sums?.tickets ?? 0),
          ])
          expect(card.points.reduce((sum, point) => sum + toCents(String(point['sold'])), 0n)).toBe(said('sold'))
          const of = ({ totals }: Answer, name: string) =>
            toCents(String(totals.find((row) => row.currency === currency)?.[name] ?? '0'))
          expect([currency, of(prizes, 'awarded')]).toEqual([currency, ofDraws.get(`whole ${currency}`)?.prizes ?? 0n])
          expect([currency, of(tickets, 'sold')]).toEqual([currency, sums?.sold ?? 0n])
        }
      }
      const sold = await proof.sums({ clock: 'sale', by: [], from: today, to: today }, subject, () => ['whole'])
      for (const endpoint of [onlineSales.partner, onlineSales.product, onlineSales.summary])
        for (const total of (await ask(role, endpoint, {})).totals) {
          expectWorkedOut(total)
          expect([total.currency, total['sold']]).toEqual([
            total.currency,
            fromCents(sold.get(`whole ${total.currency}`)?.sold ?? 0n),
          ])
        }
    },
    patience,
  )
})

it('profit is worked out again wherever it is told', () => {
  expect(workedOut).toBeGreaterThan(100)
})

it('a day is the banca’s, wherever the browser stands', async () => {
  const period = { from: night, to: night }
  for (const [endpoint, query] of [
    [reports.general, { level: 'taquilla' }],
    [ticketReports.consult, { sort: 'total' }],
    [kpis.lossProfit, { step: 'hour' }],
  ] as const) {
    const [first, ...others] = await Promise.all(
      zones.map((from) => ask('banca', endpoint, { ...period, ...query }, from)),
    )
    for (const other of others) expect(other).toEqual(first)
  }
})

it('is of as many tickets as were asked for', () => {
  expect(proof.tickets).toBeGreaterThan(proofTickets)
})
