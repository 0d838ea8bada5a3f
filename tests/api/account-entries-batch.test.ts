/** Batches that people write: balanced on every day and in every currency, or nothing of them is written. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountEntries } from '../../contract/account-entries.ts'
import { batchEntries, batchLimits, batchSums } from '../../contract/entry-batch.ts'
import { accountKinds, chart } from '../../contract/ledger-accounts.ts'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import { add, fromCents, toCents } from '../../contract/values/money.ts'
import { expectBooksHold } from '../support/holds.ts'
import { modelRuns } from '../support/length.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let app: TestApp
let world: World
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  // As of partners from before these were opened with them.
  await world.db.run(sql`DELETE FROM ledger_accounts WHERE kind = 'cambio'`)
  app = await startApp(database.url)
})
afterAll(async () => {
  await expectBooksHold(world.db)
  await app?.close()
  await world?.close()
  await database?.drop()
})

type Line = {
  day: string
  partner_id: number
  account: 'ajustes' | 'banco' | 'fondo' | 'cambio' | 'provision'
  currency: 'BS' | 'USD' | 'COP'
  memo: string
  debit?: string
  credit?: string
}
type Place = keyof World['partner']

/** A line of today in bolivares, of the account of a partner. */
function line(
  place: Place,
  account: Line['account'],
  amount: Pick<Line, 'debit' | 'credit'>,
  more: Partial<Line> = {},
) {
  const partner_id = world.partner[place]
  return { day: world.today, partner_id, account, currency: 'BS' as const, memo: 'Lote de prueba', ...amount, ...more }
}
const send = (entries: readonly object[], as = 'banca', key: string = randomUUID()) =>
  app.call(accountEntries.create, { body: { entries: [...entries] as Line[] } }, { as, key })

const written = () =>
  world.db.one<{ entries: string; postings: string; days: string; audited: string }>(sql`
    SELECT (SELECT count(*) FROM ledger_entries) AS entries, (SELECT count(*) FROM ledger_postings) AS postings,
      (SELECT sum(debit + credit)::text FROM ledger_days) AS days,
      (SELECT count(*) FROM audit_log WHERE action = 'accountEntries.create') AS audited`)

/** What is answered to lines that are refused, by which nothing is written. */
async function refusal(entries: readonly object[], as = 'banca') {
  const before = await written()
  const { status, problem } = await send(entries, as)
  expect(await written()).toEqual(before)
  return [status, problem.code, problem.errors?.map(({ path, code }) => (code ? `${path} ${code}` : path))]
}

describe('a batch', () => {
  it('is written whole: lines that balance one after another are one entry', async () => {
    const reply = await send([
      line('banca', 'banco', { debit: '100.00' }),
      line('banca', 'fondo', { credit: '60.00' }),
      line('banca', 'ajustes', { credit: '40.00' }, { memo: 'La otra parte' }),
      line('agencia1', 'banco', { credit: '8.00' }, { currency: 'USD' }),
      line('banca', 'fondo', { debit: '5.00' }, { day: addDays(world.today, -3) }),
      line('banca', 'banco', { credit: '5.00' }, { day: addDays(world.today, -3) }),
      line('agencia1', 'fondo', { debit: '8.00', credit: '0.00' }, { currency: 'USD' }),
    ])
    expect(reply.status).toBe(201)
    const { batch_id, lines, data } = reply.body
    expect([lines, data.map(({ day, currency, debit }) => [day, currency, debit])]).toEqual([
      7,
      [
        [world.today, 'BS', '100.00'],
        [addDays(world.today, -3), 'BS', '5.00'],
        [world.today, 'USD', '8.00'],
      ],
    ])
    const rows = await world.db.rows<object>(sql`
      SELECT entry.kind, entry.ref_kind, entry.ref_id::text AS ref_id, entry.memo, author.username, account.kind AS account,
        posting.amount::text AS amount
      FROM ledger_entries entry JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id LEFT JOIN users author ON author.id = entry.created_by
      WHERE entry.id = ${data[0]!.id}::bigint ORDER BY posting.amount DESC`)
    const entry = {
      kind: 'ajuste',
      ref_kind: 'batch',
      ref_id: batch_id,
      memo: 'Lote de prueba · La otra parte',
      username: 'banca',
    }
    expect(rows).toEqual([
      { ...entry, account: 'banco', amount: '100.00' },
      { ...entry, account: 'ajustes', amount: '-40.00' },
      { ...entry, account: 'fondo', amount: '-60.00' },
    ])
    const audited = await world.db.one<object>(sql`
      SELECT entity_id, after, significant FROM audit_log WHERE action = 'accountEntries.create' ORDER BY id DESC LIMIT 1`)
    expect(audited).toMatchObject({
      entity_id: batch_id,
      significant: true,
      after: { lines: 7, 'Debe BS': '105.00', 'Debe USD': '8.00' },
    })
  })

  it('pressed twice is written once; its key says one thing alone, and it has one', async () => {
    const key = randomUUID()
    const entries = [line('banca', 'banco', { debit: '1.00' }), line('banca', 'fondo', { credit: '1.00' })]
    const first = await send(entries, 'banca', key)
    const once = await written()
    const many = await Promise.all(Array.from({ length: 6 }, () => send(entries, 'banca', key)))
    expect(many.map(({ status, body }) => [status, body])).toEqual(many.map(() => [201, first.body]))
    expect(await written()).toEqual(once)
    const other = [line('banca', 'banco', { debit: '2.00' }), line('banca', 'fondo', { credit: '2.00' })]
    expect((await send(other, 'banca', key)).problem.code).toBe('idempotency_mismatch')
    const bare = await app.call(
      accountEntries.create,
      { body: { entries } },
      { as: 'banca', headers: { 'idempotency-key': '' } },
    )
    expect([bare.status, bare.problem.code]).toEqual([400, 'idempotency_key_missing'])
    expect(await written()).toEqual(once)
  })

  it('written by many at once is all there, and its days add up', async () => {
    const before = await written()
    const both = [
      [line('agencia1', 'ajustes', { debit: '3.00' }), line('agencia2', 'ajustes', { credit: '3.00' })],
      [line('agencia2', 'ajustes', { debit: '3.00' }), line('agencia1', 'ajustes', { credit: '3.00' })],
    ]
    const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => send(both[n % 2]!)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
    expect(Number((await written())!.entries) - Number(before!.entries)).toBe(24)
    expect(new Set(replies.map(({ body }) => body.batch_id)).size).toBe(24)
  })

  it('takes as many lines as are said, and no more', async () => {
    const pairs = Array.from({ length: batchLimits.lines / 2 }, (_, n) => [
      line('banca', 'banco', { debit: `${n + 1}.00` }),
      line('banca', 'fondo', { credit: `${n + 1}.00` }),
    ]).flat()
    const reply = await send(pairs)
    expect([reply.status, reply.body.data.length]).toEqual([201, batchLimits.lines / 2])
    expect((await refusal([...pairs, pairs[0]!])).slice(0, 2)).toEqual([400, 'invalid'])
    expect((await refusal([])).slice(0, 2)).toEqual([400, 'invalid'])
  })
})

describe('nothing is written', () => {
  const even = (debit: object, credit: object) => [debit, credit]

  it('of lines that are no lines, each told on its field', async () => {
    const sound = line('banca', 'banco', { credit: '10.00' })
    const wrong: [object, string][] = [
      [{ ...line('banca', 'banco', {}) }, 'debit'],
      [line('banca', 'banco', { debit: '0.00' }), 'debit'],
      [line('banca', 'banco', { debit: '1.00', credit: '1.00' }), 'credit'],
      [line('banca', 'banco', { debit: '-10.00' }), 'debit'],
      [line('banca', 'banco', { debit: '1000000000000.00' }), 'debit'],
      [line('banca', 'banco', { debit: '1.005' }), 'debit'],
      [line('banca', 'banco', { debit: '10.00' }, { memo: ' ' }), 'memo'],
      [line('banca', 'banco', { debit: '10.00' }, { day: '2026-02-30' }), 'day'],
      [line('banca', 'banco', { debit: '10.00' }, { currency: 'EUR' as never }), 'currency'],
      // What happened posts there, and nobody by hand.
      ...accountKinds
        .filter((kind) => !chart[kind].by_hand)
        .map((kind): [object, string] => [line('banca', kind as never, { debit: '10.00' }), 'account']),
    ]
    for (const [one, field] of wrong)
      expect([one, await refusal(even(one, sound))]).toEqual([one, [400, 'invalid', [`entries.0.${field}`]]])
    expect(accountKinds.filter((kind) => chart[kind].by_hand).sort()).toEqual([
      'ajustes',
      'banco',
      'cambio',
      'fondo',
      'provision',
    ])
  })

  it('of days that have not come, or that are too long ago', async () => {
    const on = (day: string) =>
      even(line('banca', 'banco', { debit: '1.00' }, { day }), line('banca', 'fondo', { credit: '1.00' }, { day }))
    const [ahead, behind] = [addDays(world.today, 1), addDays(world.today, -batchLimits.days_back - 1)]
    expect(await refusal(on(ahead))).toEqual([422, 'day_ahead', ['entries.0.day day_ahead', 'entries.1.day day_ahead']])
    expect(await refusal(on(behind))).toEqual([
      422,
      'day_behind',
      ['entries.0.day day_behind', 'entries.1.day day_behind'],
    ])
    expect((await send(on(addDays(world.today, -batchLimits.days_back)))).status).toBe(201)
  })

  it('of cents where there are none', async () => {
    const pesos = (amount: string) =>
      even(
        line('banca', 'banco', { debit: amount }, { currency: 'COP' }),
        line('banca', 'fondo', { credit: amount }, { currency: 'COP' }),
      )
    expect(await refusal(pesos('500.50'))).toEqual([
      422,
      'amount_decimals',
      ['entries.0.debit amount_decimals', 'entries.1.credit amount_decimals'],
    ])
    expect((await send(pesos('500'))).status).toBe(201)
  })

  it('where it does not balance, and what is missing is said of each day and currency', async () => {
    const yesterday = addDays(world.today, -1)
    const { status, problem } = await send([
      line('banca', 'banco', { debit: '10.00' }),
      line('banca', 'fondo', { credit: '9.99' }),
      // Even in its currency, and on neither of its days.
      line('banca', 'banco', { debit: '4.00' }, { currency: 'USD' }),
      line('banca', 'fondo', { credit: '4.00' }, { currency: 'USD', day: yesterday }),
    ])
    expect([status, problem.code, problem['differences']]).toEqual([
      422,
      'batch_unbalanced',
      [
        { day: yesterday, currency: 'USD', debit: '0.00', credit: '4.00', difference: '-4.00' },
        { day: world.today, currency: 'BS', debit: '10.00', credit: '9.99', difference: '0.01' },
        { day: world.today, currency: 'USD', debit: '4.00', credit: '0.00', difference: '4.00' },
      ],
    ])
    expect(problem.detail).toContain(`El ${formatDay(world.today)} faltan Bs 0,01 en el haber.`)
    expect(problem.detail).toContain(`El ${formatDay(yesterday)} faltan $ 4,00 en el debe.`)
    expect(await refusal([line('banca', 'banco', { debit: '10.00' })])).toEqual([
      422,
      'batch_unbalanced',
      ['entries batch_unbalanced'],
    ])
  })

  it('in accounts that are not there, of partners who are not, or who are beside the writer', async () => {
    const fine = line('norte', 'fondo', { credit: '1.00' })
    const of = (partner_id: number, account: Line['account'] = 'fondo') =>
      even({ ...line('norte', account, { debit: '1.00' }), partner_id }, fine)
    expect(await refusal(of(2_000_000))).toEqual([404, 'not_found', ['entries.0.partner_id not_found']])
    expect(await refusal(of(world.partner.banca), 'distribuidor')).toEqual([
      404,
      'not_found',
      ['entries.0.partner_id not_found'],
    ])
    // Nobody has one until it is opened.
    expect(await refusal(of(world.partner.norte, 'cambio'))).toEqual([
      422,
      'account_missing',
      ['entries.0.account account_missing'],
    ])
  })

  it('of several faults none is left untold', async () => {
    const tomorrow = addDays(world.today, 1)
    expect(
      await refusal([
        line('banca', 'banco', { debit: '1.00' }, { day: tomorrow }),
        { ...line('banca', 'fondo', { credit: '1.50' }, { currency: 'COP' }), partner_id: 2_000_000 },
      ]),
    ).toEqual([
      422,
      'day_ahead',
      ['entries.0.day day_ahead', 'entries.1.partner_id not_found', 'entries.1.credit amount_decimals'],
    ])
  })

  it('by which somebody would adjust what they owe themselves', async () => {
    const own = even(line('norte', 'ajustes', { debit: '10.00' }), line('norte', 'banco', { credit: '10.00' }))
    expect(await refusal(own, 'distribuidor')).toEqual([403, 'not_your_side', ['entries.0.account not_your_side']])
    // What is given to those below and comes from nowhere is taken from whoever is above.
    const given = even(line('agencia1', 'ajustes', { debit: '10.00' }), line('norte', 'banco', { credit: '10.00' }))
    expect(await refusal(given, 'distribuidor')).toEqual([403, 'not_your_side', ['entries.0.account not_your_side']])
    // On another day, or in another currency, it comes from nowhere too.
    const yesterday = { day: addDays(world.today, -1) }
    const apart = [
      line('agencia1', 'ajustes', { debit: '10.00' }),
      line('norte', 'banco', { credit: '10.00' }),
      line('norte', 'ajustes', { credit: '10.00' }, yesterday),
      line('norte', 'banco', { debit: '10.00' }, yesterday),
    ]
    expect((await refusal(apart, 'distribuidor')).slice(0, 2)).toEqual([403, 'not_your_side'])
    const sound = even(line('agencia1', 'ajustes', { debit: '10.00' }), line('norte', 'ajustes', { credit: '10.00' }))
    expect((await send(sound, 'distribuidor')).status).toBe(201)
    // The banca owes nobody.
    for (const as of ['banca', 'supervisor'])
      expect(
        (
          await send(
            even(line('agencia1', 'ajustes', { debit: '10.00' }), line('banca', 'banco', { credit: '10.00' })),
            as,
          )
        ).status,
      ).toBe(201)
  })
})

describe('whatever lines are written', () => {
  const amounts = fc.integer({ min: 1, max: 400 }).map((hundreds) => fromCents(BigInt(hundreds) * 100n))
  const lines = fc.array(
    fc.record({
      place: fc.constantFrom('banca', 'norte', 'agencia1' as const),
      account: fc.constantFrom('banco', 'fondo', 'ajustes' as const),
      currency: fc.constantFrom('BS', 'USD', 'COP' as const),
      back: fc.nat({ max: 2 }),
      is_debit: fc.boolean(),
      amount: amounts,
    }),
    { minLength: 1, maxLength: 12 },
  )

  it('they are posted as they are, in entries that balance, or nothing is', async () => {
    const outcomes = new Set<string>()
    await fc.assert(
      fc.asyncProperty(lines, fc.boolean(), async (drawn, mended) => {
        const entries: Line[] = drawn.map(({ place, account, currency, back, is_debit, amount }) =>
          line(place, account, is_debit ? { debit: amount } : { credit: amount }, {
            currency,
            day: addDays(world.today, -back),
          }),
        )
        if (mended)
          for (const { day, currency, difference } of batchSums(entries).filter((one) => one.difference !== '0.00')) {
            const side = difference.startsWith('-') ? { debit: difference.slice(1) } : { credit: difference }
            entries.push(line('banca', 'fondo', side, { day, currency }))
          }
        const sums = new Map<string, bigint>()
        for (const { day, currency, debit, credit } of entries) {
          const key = `${day} ${currency}`
          sums.set(key, (sums.get(key) ?? 0n) + toCents(debit ?? '0') - toCents(credit ?? '0'))
        }
        const balances = [...sums.values()].every((sum) => sum === 0n)
        const before = await written()
        const reply = await send(entries)
        outcomes.add(String(reply.status))
        if (!balances) {
          expect([reply.status, reply.problem.code, await written()]).toEqual([422, 'batch_unbalanced', before])
          return
        }
        expect([reply.status, reply.problem.detail]).toEqual([201, undefined])
        const posted = await world.db.rows<{ told: string }>(sql`
          SELECT concat_ws(' ', entry.day, account.partner_id, account.kind, posting.currency, posting.amount) AS told
          FROM ledger_entries entry JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
          JOIN ledger_accounts account ON account.id = posting.account_id
          WHERE entry.ref_kind = 'batch' AND entry.ref_id = ${reply.body.batch_id}::bigint`)
        const told = entries.map(({ day, partner_id, account, currency, debit, credit }) =>
          [day, partner_id, account, currency, debit === undefined ? `-${credit}` : debit].join(' '),
        )
        expect(posted.map((one) => one.told).sort()).toEqual(told.sort())
        const debit = entries.reduce((sum, one) => add(sum, one.debit ?? '0'), '0.00')
        expect(reply.body.data.reduce((sum, one) => add(sum, one.debit), '0.00')).toBe(debit)
        expect(reply.body.data).toHaveLength(batchEntries(entries).length)
      }),
      modelRuns(60),
    )
    expect([...outcomes].sort()).toEqual(['201', '422'])
  })
})

describe('the chart of accounts', () => {
  it('says of each type of partner what it keeps, of which class, and where a person may post', async () => {
    const { body } = await app.call(accountEntries.chart, {}, { as: 'distribuidor' })
    const by_hand = (type: string) =>
      body.data.filter((one) => one.partner_type === type && one.by_hand).map(({ account }) => account)
    expect(['banca', 'distribuidor', 'agencia', 'taquilla'].map(by_hand)).toEqual([
      ['fondo', 'banco', 'ajustes', 'provision', 'cambio'],
      ['fondo', 'banco', 'ajustes', 'cambio'],
      ['fondo', 'banco', 'ajustes', 'cambio'],
      ['ajustes'],
    ])
    expect(body.data.filter(({ account }) => account === 'caja')).toEqual([
      { partner_type: 'taquilla', account: 'caja', label: 'Caja', class: 'activo', by_hand: false, currencies: null },
    ])
    expect(
      (await app.call(accountEntries.chart, { query: { partner_id: 'x' as never } }, { as: 'banca' })).problem.code,
    ).toBe('invalid')
  })

  it('takes accounts that the banca opens, and posts to them then', async () => {
    const { norte, taquilla1 } = world.partner
    const open = (partner_id: number, account: string, currency = 'USD') =>
      app.call(accountEntries.openAccount, { body: { partner_id, account, currency } as never }, { as: 'banca' })
    const inNorte = async () => {
      const { body } = await app.call(accountEntries.chart, { query: { partner_id: norte } }, { as: 'supervisor' })
      return body.data.find(({ account }) => account === 'cambio')?.currencies
    }
    expect(await inNorte()).toEqual([])
    expect((await open(norte, 'cambio')).status).toBe(201)
    expect(await inNorte()).toEqual(['USD'])
    const changed = [
      line('norte', 'cambio', { debit: '5.00' }, { currency: 'USD' }),
      line('norte', 'banco', { credit: '5.00' }, { currency: 'USD' }),
    ]
    expect((await send(changed, 'distribuidor')).status).toBe(201)
    const refused = async (...of: Parameters<typeof open>) => {
      const { status, problem } = await open(...of)
      return [status, problem.code, problem.errors?.[0]?.path]
    }
    expect(await refused(norte, 'cambio')).toEqual([409, 'account_open', 'account'])
    expect(await refused(taquilla1, 'banco')).toEqual([422, 'account_elsewhere', 'account'])
    expect((await refused(2_000_000, 'banco')).slice(0, 2)).toEqual([404, 'not_found'])
    expect((await refused(norte, 'liquidacion')).slice(0, 2)).toEqual([400, 'invalid'])
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${norte}`)
    expect(await refused(norte, 'cambio', 'COP')).toEqual([422, 'currency_not_sold', 'currency'])
  })
})

describe('the texts of a sheet', () => {
  it('name partners by their code or their name, and who may be meant where they do not', async () => {
    const named = async (texts: string[], as = 'banca') => {
      const { body } = await app.call(accountEntries.partnersNamed, { body: { texts } }, { as })
      return body.data.map(({ text, partner, near }) => [text, partner?.code ?? null, near.map(({ code }) => code)])
    }
    expect(await named(['agencia1', ' AGENCIA DOS ', 'Taquilla', 'Nadie', 'Banca de Prueba'])).toEqual([
      ['agencia1', 'AGENCIA1', []],
      ['AGENCIA DOS', 'AGENCIA2', []],
      ['Taquilla', null, ['TAQUILLA2', 'TAQUILLA3', 'TAQUILLA1']],
      ['Nadie', null, []],
      ['Banca de Prueba', 'BANCA', []],
    ])
    expect(await named(['Banca de Prueba', 'agencia1'], 'distribuidor')).toEqual([
      ['Banca de Prueba', null, []],
      ['agencia1', 'AGENCIA1', []],
    ])
    // Two of two types may be called alike: neither is guessed.
    await world.db.run(
      sql`UPDATE partners SET name = 'Agencia Uno', name_key = 'agencia uno' WHERE id = ${world.partner.taquilla1}`,
    )
    expect(await named(['Agencia Uno'])).toEqual([['Agencia Uno', null, ['AGENCIA1', 'TAQUILLA1']]])
    const none = await app.call(accountEntries.partnersNamed, { body: { texts: [] } }, { as: 'banca' })
    expect(none.problem.code).toBe('invalid')
  })
})
