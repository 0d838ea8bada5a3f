/** The books as they are read: whatever is asked, entries, balances and lines are those that the postings themselves add up to. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountEntries, balanceLevels } from '../../contract/account-entries.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import { accountClasses, accountKinds, chart, type AccountKind } from '../../contract/ledger-accounts.ts'
import { postingsText } from '../../contract/ledger-entries.ts'
import { addDays } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { ledgerOfRow } from '../../resources/account-entries/paths.ts'
import { modelRuns } from '../support/length.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

type AnyEndpoint = Endpoints[string]

let database: TestDatabase
let app: TestApp
let past: Past

interface Posted {
  day: string
  entry_id: string
  kind: string
  account: AccountKind
  partner_id: number
  currency: string
  amount: string
}
/** Every posting there is, in the order of the days. */
let all: Posted[]
/** Each partner with all below it. */
let below: Map<number, Set<number>>

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, day, before, sell, annul, prize } = past
  const draw = await world.draw('LOTTO_ACTIVO')
  const other = await world.draw('LA_GRANJITA')
  await sell(before, '09:00', 'taquilla1', 'BS', [{ draw, number: '3', stake: '10.00' }])
  await sell(before, '10:00', 'taquilla3', 'USD', [{ draw, number: '4', stake: '2.50' }])
  for (const office of ['taquilla1', 'taquilla2', 'taquilla3'] as const)
    await sell(day, '08:00', office, 'BS', [{ draw, number: '3', stake: '100.10' }])
  await sell(day, '08:30', 'taquilla3', 'COP', [{ draw, number: '7', stake: '5000.00' }])
  await annul(await sell(day, '09:00', 'taquilla2', 'BS', [{ draw: other, number: '5', stake: '44.00' }]))
  await prize(draw, day, '10:00', [{ place: '', number: '3', sign: null }])
  app = await startApp(database.url)
  await world.settle()
  const { agencia1, agencia2, norte, sur } = world.partner
  await write('banca', {
    currency: 'BS',
    debit: [agencia1, 'ajustes', '30.00'],
    credit: [agencia2, 'ajustes', '30.00'],
  })
  await write('distribuidor', { currency: 'USD', debit: [sur, 'banco', '7.77'], credit: [norte, 'fondo', '7.77'] })
  all = await world.db.rows<Posted>(sql`
    SELECT e.day, e.id::text AS entry_id, e.kind, a.kind AS account, a.partner_id, p.currency::text AS currency, p.amount::text AS amount
    FROM ledger_postings p
    JOIN ledger_entries e ON e.day = p.day AND e.id = p.entry_id
    JOIN ledger_accounts a ON a.id = p.account_id
    ORDER BY e.day, e.id`)
  const pairs = await world.db.rows<{ ancestor_id: number; partner_id: number }>(
    sql`SELECT ancestor_id, partner_id FROM partner_ancestors`,
  )
  below = new Map()
  for (const { ancestor_id, partner_id } of pairs)
    below.set(ancestor_id, (below.get(ancestor_id) ?? new Set()).add(partner_id))
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

type Side = readonly [partner_id: number, account: 'ajustes' | 'banco' | 'fondo', amount: string]
/** A batch of two lines, of the day of the sales. */
async function write(as: string, { currency, debit, credit }: { currency: 'BS' | 'USD'; debit: Side; credit: Side }) {
  const line = ([partner_id, account]: Side) => ({
    day: past.day,
    partner_id,
    account,
    currency,
    memo: 'Cuenta de prueba',
  })
  const entries = [
    { ...line(debit), debit: debit[2] },
    { ...line(credit), credit: credit[2] },
  ]
  const reply = await app.call(accountEntries.create, { body: { entries } }, { as })
  expect([reply.status, reply.problem.detail]).toEqual([201, undefined])
  return reply.body
}

interface Asked {
  from: string
  to: string
  partner_id?: number
  account?: AccountKind
  kind?: string
  currency?: string
}
const cents = (rows: readonly Posted[]) => rows.reduce((sum, { amount }) => sum + toCents(amount), 0n)
const debits = (rows: readonly Posted[]) => fromCents(cents(rows.filter(({ amount }) => !amount.startsWith('-'))))
const credits = (rows: readonly Posted[]) => fromCents(-cents(rows.filter(({ amount }) => amount.startsWith('-'))))
/** Postings that a question is of, whatever their day. */
function meant({ partner_id, account, kind, currency }: Asked, reach: number): Posted[] {
  const of = below.get(partner_id ?? reach)!
  return all.filter(
    (one) =>
      of.has(one.partner_id) &&
      (account === undefined || one.account === account) &&
      (kind === undefined || one.kind === kind) &&
      (currency === undefined || one.currency === currency),
  )
}
const inDays = (rows: readonly Posted[], { from, to }: Asked) => rows.filter(({ day }) => from <= day && day <= to)
const earlier = (rows: readonly Posted[], { from, kind }: Asked) =>
  kind === undefined ? rows.filter(({ day }) => day < from) : []
const currenciesOf = (rows: readonly Posted[]) => [...new Set(rows.map(({ currency }) => currency))].sort()
const byCurrency = ['BS', 'USD', 'COP']

async function answered(endpoint: object, query: object, as: string) {
  const reply = await app.call(endpoint as AnyEndpoint, { query: { per_page: 500, ...query } }, { as })
  expect([reply.status, reply.problem?.detail, query]).toEqual([200, undefined, query])
  // oxlint-disable-next-line typescript/no-explicit-any -- three lists of several shapes, read by name
  return reply.body as any
}
const reaches = { banca: 'banca', distribuidor: 'norte', supervisor: 'banca' } as const

const questions = fc.record({
  as: fc.constantFrom('banca', 'distribuidor', 'supervisor' as const),
  partner: fc.constantFrom(undefined, 'norte', 'sur', 'agencia1', 'agencia2', 'taquilla1', 'taquilla3' as const),
  account: fc.constantFrom(undefined, undefined, 'caja', 'ventas', 'ajustes', 'comision', 'banco' as const),
  kind: fc.option(fc.constantFrom('venta', 'anulacion', 'premiacion', 'ajuste'), { freq: 1, nil: undefined }),
  currency: fc.constantFrom(undefined, 'BS', 'USD', 'COP' as const),
  // On days that have entries, and beside them.
  from: fc.constantFrom(-2, 0, 1, 6, 7, 8),
  length: fc.constantFrom(0, 1, 7, 12),
})
type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never

function asked({ partner, account, kind, currency, from, length }: Question): Asked {
  const first = addDays(past.before, from)
  const given = {
    from: first,
    to: addDays(first, length),
    partner_id: partner && past.world.partner[partner as 'sur'],
    account: account as AccountKind | undefined,
    kind,
    currency,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as unknown as Asked
}
const reachOf = ({ as }: Question) => past.world.partner[reaches[as as 'banca']]

describe('whatever is asked', () => {
  it('each account stands where its postings leave it, and the whole tree balances', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.constantFrom(...balanceLevels), async (question, by) => {
        const of = asked(question)
        const rows = meant(of, reachOf(question))
        const told = (one: Posted) =>
          [
            chart[one.account].class,
            by === 'clase' ? '' : one.account,
            by === 'afiliado' ? one.partner_id : '',
            one.currency,
          ].join()
        const groups = new Map<string, Posted[]>()
        for (const one of rows.filter(({ day }) => day <= of.to))
          groups.set(told(one), [...(groups.get(told(one)) ?? []), one])
        const expected = [...groups].flatMap(([key, own]) => {
          const [now, before] = [inDays(own, of), earlier(own, of)]
          const opening = fromCents(cents(before))
          if (now.length === 0 && opening === '0.00') return []
          const balance = fromCents(cents(before) + cents(now))
          return [[key, of.kind === undefined ? opening : null, debits(now), credits(now), balance].join(' ')]
        })
        const body = await answered(accountEntries.summary, { ...of, by }, question.as)
        // oxlint-disable-next-line typescript/no-explicit-any -- read by name
        const shown = body.data.map((row: any) => {
          const key = [row.class, row.account ?? '', row.partner_id ?? '', row.currency].join()
          return [key, row.opening, row.debit, row.credit, row.balance].join(' ')
        })
        expect([...shown].sort()).toEqual(expected.sort())
        const places = body.data.map(
          (row: { class: 'activo'; account: AccountKind | null }) =>
            accountClasses.indexOf(row.class) * 100 + (row.account ? accountKinds.indexOf(row.account) : 0),
        )
        expect(places).toEqual([...places].sort((one: number, two: number) => one - two))
        const whole = reachOf(question) === past.world.partner.banca && !question.partner && !of.account
        for (const sums of whole ? body.totals : []) expect([sums.debit, sums.balance]).toEqual([sums.credit, '0.00'])
      }),
      modelRuns(60),
    )
  })

  it('the journal has the entries that touch those accounts, each once, and their sums', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const of = asked(question)
        const now = inDays(meant(of, reachOf(question)), of)
        const ids = [...new Set(now.map(({ day, entry_id }) => `${day} ${entry_id}`))]
        const body = await answered(accountEntries.list, of, question.as)
        const order = (one: string) => one.replace(/ (\d+)$/, (_, id: string) => ` ${id.padStart(12, '0')}`)
        expect(body.data.map((row: { day: string; id: string }) => `${row.day} ${row.id}`)).toEqual(
          ids.sort((one, two) => (order(one) < order(two) ? 1 : -1)),
        )
        expect(body.total).toBe(ids.length)
        const sums = currenciesOf(now).map((currency) => {
          const own = now.filter((one) => one.currency === currency)
          return { currency, debit: debits(own), credit: credits(own) }
        })
        expect([...body.totals].sort((one, two) => (one.currency < two.currency ? -1 : 1))).toEqual(sums)
        for (const row of body.data) {
          const own = now.filter(({ entry_id }) => entry_id === row.id)
          expect([row.debit, row.credit, row.currency]).toEqual([debits(own), credits(own), own[0]!.currency])
        }
      }),
      modelRuns(60),
    )
  })

  it('the ledger runs from what stood before to what stands after, on every page and in either order', async () => {
    await fc.assert(
      fc.asyncProperty(questions, fc.constantFrom(3, 500), async (question, per_page) => {
        const of = asked(question)
        const rows = meant(of, reachOf(question))
        const [now, before] = [inDays(rows, of), earlier(rows, of)]
        const body = await answered(accountEntries.ledger, of, question.as)
        const stand = new Map(byCurrency.map((one) => [one, cents(before.filter(({ currency }) => currency === one))]))
        for (const row of body.data) {
          stand.set(row.currency, stand.get(row.currency)! + toCents(row.debit) - toCents(row.credit))
          expect(row.balance).toBe(fromCents(stand.get(row.currency)!))
        }
        expect(body.data.map((row: { entry_id: string }) => row.entry_id).sort()).toEqual(
          now.map((one) => one.entry_id).sort(),
        )
        for (const sums of body.totals) {
          const own = now.filter(({ currency }) => currency === sums.currency)
          const opening = cents(before.filter(({ currency }) => currency === sums.currency))
          expect(sums).toEqual({
            currency: sums.currency,
            rows: own.length,
            opening: of.kind === undefined ? fromCents(opening) : null,
            debit: debits(own),
            credit: credits(own),
            closing: fromCents(opening + cents(own)),
          })
        }
        const pages = []
        for (let page = 1; pages.length < body.total; page++)
          pages.push(
            ...(await answered(accountEntries.ledger, { ...of, sort: '-day', page, per_page }, question.as)).data,
          )
        expect(pages.reverse()).toEqual(body.data)
      }),
      modelRuns(60),
    )
  })
})

describe('an entry', () => {
  const days = () => ({ from: past.before, to: past.world.today })

  it('says what it came from, who wrote it and which accounts it moved', async () => {
    const { data } = await answered(accountEntries.list, { ...days(), kind: 'venta', currency: 'COP' }, 'banca')
    const ticket = await past.world.db.one<{ serial: string }>(sql`SELECT serial FROM tickets WHERE currency = 'COP'`)
    expect(data).toMatchObject([{ ref_kind: 'ticket', ref_name: ticket!.serial, elsewhere: '0.00', debit: '5000.00' }])
    expect(postingsText(data[0].postings)).toBe('Caja → Ventas, Taquilla Tres')
    const written = await answered(accountEntries.list, { ...days(), kind: 'ajuste', currency: 'BS' }, 'banca')
    expect(written.data).toMatchObject([{ ref_kind: 'batch', created_by_name: 'Banca', memo: 'Cuenta de prueba' }])
    expect(postingsText(written.data[0].postings)).toBe('Ajustes de Agencia Uno → Ajustes de Agencia Dos')
  })

  it('is found by its number, by a word of what it is about, and by its batch', async () => {
    const all_of = await answered(accountEntries.list, { ...days(), kind: 'ajuste' }, 'banca')
    expect(all_of.total).toBe(2)
    const [first] = all_of.data
    const found = async (query: object) => {
      const { data, totals } = await answered(accountEntries.list, { ...days(), ...query }, 'banca')
      return [data.map(({ id }: { id: string }) => id), totals.map(({ debit }: { debit: string }) => debit)]
    }
    expect(await found({ q: first.id })).toEqual([[first.id], [first.debit]])
    expect(await found({ batch_id: first.ref_id })).toEqual([[first.id], [first.debit]])
    expect((await found({ q: 'PRUEBA cuenta' }))[0]).toHaveLength(2)
    expect((await found({ q: 'nadie' }))[0]).toEqual([])
  })

  it('of accounts beyond somebody’s network shows theirs alone, and what the rest comes to', async () => {
    const query = { ...days(), kind: 'ajuste', currency: 'BS', partner_id: past.world.partner.sur }
    const whole = await answered(accountEntries.list, query, 'distribuidor')
    // The distributor above both sees both sides, and the sums are of what was asked for.
    expect(whole.data).toMatchObject([{ debit: '30.00', credit: '0.00', elsewhere: '0.00', created_by_name: null }])
    expect(whole.data[0].postings).toHaveLength(2)
    await past.world.db.run(sql`
      INSERT INTO users (username, name, password_hash, role, partner_id)
      SELECT 'medio', 'Medio', password_hash, role, ${past.world.partner.sur}::int FROM users WHERE username = 'sinhijos'`)
    const { data, totals } = await answered(accountEntries.list, { ...days(), kind: 'ajuste', currency: 'BS' }, 'medio')
    expect(data).toMatchObject([{ debit: '30.00', credit: '0.00', elsewhere: '-30.00' }])
    expect(data[0].postings).toMatchObject([{ partner_name: 'Agencia Uno', account: 'ajustes', debit: '30.00' }])
    expect(totals).toEqual([{ currency: 'BS', debit: '30.00', credit: '0.00' }])
    expect(postingsText(data[0].postings)).toBe('Ajustes → fuera de su alcance, Agencia Uno')
  })

  it('is asked for with its days alone', async () => {
    for (const endpoint of [accountEntries.list, accountEntries.summary, accountEntries.ledger])
      expect((await app.call(endpoint as AnyEndpoint, { query: {} }, { as: 'banca' })).problem.code).toBe('invalid')
  })
})

describe('a figure of the trial balance', () => {
  it.each(balanceLevels)('by %s opens the lines that it is the sum of', async (by) => {
    const days = { from: past.day, to: past.world.today }
    const { data } = await answered(
      accountEntries.summary,
      { ...days, by, partner_id: past.world.partner.norte },
      'banca',
    )
    const opened: string[] = []
    for (const row of data) {
      const link = ledgerOfRow(row, { ...days, partner_id: past.world.partner.norte }, 'rango')
      if (link === undefined) continue
      const { view, period: _period, ...query } = Object.fromEntries(new URL(link, 'http://sorteo.test').searchParams)
      const { totals } = await answered(accountEntries.ledger, query, 'banca')
      const [sums] = totals
      expect([view, totals.length, row.account, sums]).toEqual([
        'mayor',
        1,
        row.account,
        expect.objectContaining({ opening: row.opening, debit: row.debit, credit: row.credit, closing: row.balance }),
      ])
      opened.push(row.account)
    }
    // A class is of several accounts, each of which has its own.
    expect(opened.length > 0).toBe(by !== 'clase')
  })
})
