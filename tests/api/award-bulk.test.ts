/** A file of results, as people and spreadsheets write it: what is clear is read, what is not waits for a person. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import type { ResultFileRow } from '../../contract/result-file.ts'
import { products } from '../../contract/products.ts'
import { addDays, formatDay, weekday } from '../../contract/values/dates.ts'
import { animal, bet, openBench, pictureOf, type Bench } from './award-setup.ts'

let bench: Bench
/** A day before the banca existed: none of its draws were ever made. */
let day: string
beforeAll(async () => {
  bench = await openBench()
  day = addDays(bench.world.today, -40)
})
afterAll(() => bench?.close())
afterEach(() => bench.holds())

/** Of that day unless another is said. */
const row = (
  product: string,
  time: string,
  number: string | number,
  more: Partial<ResultFileRow> = {},
): ResultFileRow => ({
  product,
  day: '',
  time,
  place: '',
  number,
  sign: '',
  ...more,
})
const dated = (rows: ResultFileRow[]) => rows.map((one) => ({ ...one, day: one.day || day }))
async function checked(rows: ResultFileRow[]) {
  const reply = await bench.app.call(manageDraws.checkFile, { body: { rows: dated(rows) } }, { as: 'premiador' })
  expect(reply.status < 300 ? 200 : reply.problem.code).toBe(200)
  return reply.body.draws
}
const check = async (rows: ResultFileRow[]) =>
  (await checked(rows)).map(({ state, text, candidates }) => [state, text, candidates])
const enter = (rows: ResultFileRow[], leave_out = 0, { as = 'premiador', key }: { as?: string; key?: string } = {}) =>
  bench.app.call(manageDraws.enterFile, { body: { rows: dated(rows), leave_out } }, { as, ...(key && { key }) })
async function entered(rows: ResultFileRow[], leave_out = 0, as = 'premiador') {
  const reply = await enter(rows, leave_out, { as })
  expect(reply.status < 300 ? 200 : reply.problem.code).toBe(200)
  return reply.body
}

describe('reading', () => {
  it.each<[string, ResultFileRow, unknown[]]>([
    ['text keeps 0', row('Lotto Activo', '09:00', '0'), ['lista', '0', []]],
    ['and 00', row('lotto activo', '9:00 am', '00'), ['lista', '00', []]],
    ['a number 0 may be either', row('LOTTO_ACTIVO', '09:00', 0), ['revisar', '', ['0', '00']]],
    ['a number that has no zeros to lose is itself', row('Lotto Activo', '09:00', 7), ['lista', '7', []]],
    ['a name without its accent', row('Lotto  Activo', '1:00 p.m.', 'delfin'), ['lista', '0', []]],
    ['a name with it', row('Lotto Activo', '13:00:00', 'Águila'), ['lista', '9', []]],
    ['number and name', row('Lotto Activo', '01:00 PM', '00 Ballena'), ['lista', '00', []]],
    ['number and another’s name', row('Lotto Activo', '13:00', '0 Ballena'), ['revisar', '', ['0', '00']]],
    ['a zero too many', row('Lotto Activo', '13:00', '05'), ['revisar', '', ['5']]],
    ['a name beside it', row('Lotto Activo', '13:00', '00', { name: 'Ballena' }), ['lista', '00', []]],
    ['another name beside it', row('Lotto Activo', '13:00', '00', { name: 'Delfín' }), ['revisar', '', ['00', '0']]],
    ['the columns exchanged', row('Lotto Activo', '13:00', 'Delfín', { name: '00' }), ['revisar', '', ['0', '00']]],
    ['another animal beside it', row('Lotto Activo', '13:00', '25', { name: 'Vaca' }), ['revisar', '', ['25', '26']]],
    [
      'another one in a column of no name',
      row('Lotto Activo', '13:00', '25', { beside: ['Premiado', 'vaca'] }),
      ['revisar', '', ['25', '26']],
    ],
    ['words beside it', row('Lotto Activo', '13:00', '26', { beside: ['Premiado', 'Vaca'] }), ['lista', '26', []]],
    ['a zero too many beside its name', row('Lotto Activo', '13:00', '05', { name: 'León' }), ['lista', '5', []]],
    ['one beside another name', row('Lotto Activo', '13:00', '05', { name: 'Vaca' }), ['revisar', '', ['5', '26']]],
    ['a number 0 beside its name', row('Lotto Activo', '13:00', 0, { name: 'Ballena' }), ['lista', '00', []]],
    ['a number 0 twice', row('Lotto Activo', '13:00', 0, { name: 0 }), ['revisar', '', ['0', '00']]],
    [
      'a cell against itself, beside its name',
      row('Lotto Activo', '13:00', '0 Ballena', { name: 'Ballena' }),
      ['revisar', '', ['0', '00']],
    ],
    ['a name alone', row('Lotto Activo', '13:00', '', { name: 'Ballena' }), ['lista', '00', []]],
    ['no animal beside it', row('Lotto Activo', '13:00', '5', { name: 'Unicornio' }), ['revisar', '', ['5']]],
    ['no animal at all', row('Lotto Activo', '13:00', '77'), ['revisar', '', []]],
    ['an unknown product', row('Loto Inactivo', '13:00', '5'), ['sin_producto', '', []]],
    ['no draw at that hour', row('Lotto Activo', '13:10', '5'), ['sin_sorteo', '5', []]],
    ['no hour', row('Lotto Activo', 'mediodía', '5'), ['revisar', '5', []]],
    ['no day', row('Lotto Activo', '13:00', '5', { day: '31/02/2026' }), ['revisar', '5', []]],
    ['too long ago', row('Lotto Activo', '13:00', '5', { day: '2019-01-01' }), ['antiguo', '5', []]],
  ])('%s', async (_, one, expected) => {
    expect(await check([one])).toEqual([expected])
  })

  it('01 to 09 beside their names need nobody', async () => {
    const { data } = (
      await bench.app.call(products.symbols, { params: { id: bench.world.product('LOTTO_ACTIVO') } }, { as: 'banca' })
    ).body
    const ciphers = data.filter(({ code }) => /^[1-9]$/.test(code))
    const rows = ciphers.map(({ code, name }, at) => row('Lotto Activo', `${at + 9}:00`, `0${code}`, { name }))
    expect(await check(rows)).toEqual(ciphers.map(({ code }) => ['lista', code, []]))
    const wrong = rows.map((one, at) => ({ ...one, name: ciphers[(at + 1) % ciphers.length]!.name }))
    expect((await checked(wrong)).map((one) => one.state)).toEqual(ciphers.map(() => 'revisar'))
  })

  it('is shown with its animal and picture, and so is what it may be', async () => {
    const [first, second, third] = await checked([
      row('Lotto Activo', '09:00', '00'),
      row('Lotto Activo', '10:00', '00', { name: 'Delfín' }),
      row('Triple Zulia', '12:45', '007', { place: 'A' }),
    ])
    const [ballena, delfin] = ['Ballena', 'Delfín'].map((name) => ({
      name,
      image_url: expect.stringMatching(/^\/symbols\/[a-z]+\.svg$/),
    }))
    expect(first!.numbers).toEqual([
      { place: '', number: '00', sign: null, symbol_name: 'Ballena', image_url: ballena!.image_url },
    ])
    expect([second!.note, second!.candidate_symbols]).toEqual([
      '«00» y «Delfín» no son el mismo símbolo.',
      [
        { code: '00', ...ballena },
        { code: '0', ...delfin },
      ],
    ])
    expect(third!.numbers).toMatchObject([{ place: 'A', number: '007', symbol_name: null }])
  })

  it('against itself is not entered, and its line is named', async () => {
    const rows = [row('Lotto Activo', '17:00', '5'), row('Lotto Activo', '18:00', '25', { name: 'Águila' })]
    const reply = await enter(rows)
    expect([reply.status, reply.problem.code, reply.problem.errors]).toMatchObject([
      409,
      'result_file_changed',
      [{ path: 'rows.1', message: '«25» y «Águila» no son el mismo símbolo.' }],
    ])
  })

  it('lines of one draw are put together, in any order, and what is missing is said', async () => {
    const [date, time] = [formatDay(day), '16:45']
    const line = (place: string, number: string | number, sign = '') =>
      row('Triple Zulia', time, number, { place, sign, day: date })
    expect(await check([line('C', '123', 'Géminis'), line('A', '007'), line('b', '070')])).toEqual([
      ['lista', 'A 007 · B 070 · C 123 GEM', []],
    ])
    expect(await check([line('A', '007'), line('C', '123 leo')])).toEqual([['incompleto', 'A 007 · C 123 LEO', []]])
    expect(await check([line('A', 7), line('B', '70'), line('C', '123', 'LEO')])).toEqual([
      ['revisar', 'C 123 LEO', ['007', '070']],
    ])
    expect(await check([line('A', '007'), line('B', '070'), line('C', '123')])).toEqual([
      ['revisar', 'A 007 · B 070', []],
    ])
    expect(await check([line('A', '007'), line('A', '008'), line('B', '070'), line('C', '123', 'LEO')])).toMatchObject([
      ['revisar', 'A 007 · B 070 · C 123 LEO', []],
    ])
    expect(await check([line('', '007')])).toEqual([['revisar', '', []]])
  })

  it('Panama is found by its own clock, and by the banca’s', async () => {
    const sunday = addDays(day, -weekday(day))
    const prizes = (time: string) =>
      ['0045', '1200', '9999'].map((number, at) =>
        row('Panama Dominical', time, number, { place: `${at + 1}er`, day: sunday }),
      )
    for (const time of ['15:00', '16:00']) {
      expect(await checked(prizes(time))).toMatchObject([
        { state: 'lista', text: '1 0045 · 2 1200 · 3 9999', scheduled_at: `${sunday}T20:00:00.000Z` },
      ])
    }
    expect(
      await check([...prizes('15:00').slice(0, 2), row('Panama Dominical', '15:00', 45, { place: '3', day: sunday })]),
    ).toEqual([['revisar', '1 0045 · 2 1200', ['0045']]])
  })

  it('writes nothing, not even the draws it would make', async () => {
    const counts = () =>
      bench.world.db.one(
        sql`
          SELECT (SELECT count(*) FROM draws) AS draws, (SELECT count(*) FROM result_entries) AS entries,
            (SELECT count(*) FROM results) AS results`,
      )
    const before = [await counts(), await pictureOf(bench.world)]
    const [first] = await checked([row('Lotto Activo', '09:00', '0')])
    expect(first).toMatchObject({ state: 'lista', draw_id: null, note: '' })
    expect([await counts(), await pictureOf(bench.world)]).toEqual(before)
  })
})

describe('entering and confirming', () => {
  it('enters what is ready, answers what others entered alike, and confirms each by itself', async () => {
    const [sold, open] = (await bench.draws('La Granjita'.toUpperCase().replace(' ', '_'), 2)) as [number, number]
    const ticket = await bench.sell([bet(sold, '5', '1.00')])
    await bench.over(sold)
    const at = await bench.world.db.one<{ day: string; time: string; open_time: string; open_day: string }>(sql`
      UPDATE draws d
      SET scheduled_at = date_trunc('minute', d.scheduled_at), closes_at = date_trunc('minute', d.closes_at)
      FROM draws o
      WHERE d.id = ${sold} AND o.id = ${open}
      RETURNING (d.scheduled_at AT TIME ZONE 'America/Caracas')::date AS day,
        to_char(d.scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS time,
        to_char(o.scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS open_time,
        (o.scheduled_at AT TIME ZONE 'America/Caracas')::date AS open_day`)
    const rows = [
      row('Lotto Activo', '09:00', '0'),
      row('Lotto Activo', '10:00', 0),
      row('Lotto Activo', '11:00', '00'),
      row('La Granjita', at!.time, 'León', { day: at!.day }),
      row('La Granjita', at!.open_time, '5', { day: at!.open_day }),
    ]
    expect((await checked(rows)).map((one) => one.state)).toEqual(['lista', 'revisar', 'lista', 'lista', 'abierto'])
    const first = await entered(rows, 2)
    expect(first.entered).toBe(3)
    expect(first.entries.map((one) => [one.row, one.numbers[0]!.number, one.can_confirm])).toEqual([
      [0, '0', false],
      [2, '00', false],
      [3, '5', false],
    ])
    // The same file by another person enters nothing and finds what waits for them.
    const second = await entered(rows, 2, 'banca')
    expect([second.entered, second.entries.map((one) => [one.id, one.can_confirm])]).toEqual([
      0,
      first.entries.map((one) => [one.id, true]),
    ])
    expect((await checked([row('Lotto Activo', '09:00', '1')]))[0]).toMatchObject({
      state: 'revisar',
      note: 'Otro resultado, anotado por Premiador, espera confirmación.',
    })

    const [zero, double, lion] = second.entries as [
      (typeof second.entries)[0],
      (typeof second.entries)[0],
      (typeof second.entries)[0],
    ]
    const confirm = (entries: object[], as: string) =>
      bench.app.call(manageDraws.saveResult, { body: { step: 'bulk-confirm', entries: entries as never } }, { as })
    const own = await confirm([{ entry_id: zero.id, numbers: zero.numbers }], 'premiador')
    expect(own.body.bulk).toMatchObject({
      confirmed: [],
      failed: [{ entry_id: zero.id, detail: 'Quien anotó el resultado no puede confirmarlo.' }],
    })
    const { body } = await confirm(
      [
        { entry_id: lion.id, numbers: lion.numbers },
        { entry_id: zero.id, numbers: animal('00') },
        { entry_id: double.id, numbers: double.numbers },
        { entry_id: 99_999_999, numbers: animal('5') },
      ],
      'banca',
    )
    expect(body.bulk).toMatchObject({
      confirmed: [double.id, lion.id].sort((left, right) => left - right),
      failed: [{ entry_id: zero.id }, { entry_id: 99_999_999 }],
    })
    expect(await bench.look(ticket.serial)).toMatchObject({ state: 'ganador', prize: '30.00' })
    expect(
      (
        await checked([
          row('Lotto Activo', '11:00', '00'),
          row('Lotto Activo', '11:00', '00'),
          row('La Granjita', at!.time, '6', { day: at!.day }),
        ])
      ).map((one) => [one.state, one.rows]),
    ).toEqual([
      ['igual', [0, 1]],
      ['distinto', [2]],
    ])
  })

  it('of a second person is compared by what it reads, however it is written', async () => {
    const at = (hour: number) => `${hour}:00`
    const first = await entered([9, 10, 11, 12].map((hour) => row('La Granjita', at(hour), `${hour}`)))
    expect(first.entries).toHaveLength(4)
    const { data } = (
      await bench.app.call(products.symbols, { params: { id: bench.world.product('LA_GRANJITA') } }, { as: 'banca' })
    ).body
    const nameOf = (code: string) => data.find((symbol) => symbol.code === code)!.name
    // Another order, other words, one draw more, one less and one that says another animal.
    const other = [
      row('LA_GRANJITA', '1:00 pm', '5'),
      row('la granjita', '11:00 AM', nameOf('11')),
      row('LA_GRANJITA', '10:00 am', '7'),
      row('LA_GRANJITA', '9 am', '09', { name: nameOf('9') }),
    ]
    const second = await entered(other, 1, 'banca')
    expect([second.entered, second.entries.map((one) => [one.row, one.numbers[0]!.number, one.can_confirm])]).toEqual([
      1,
      [
        [0, '5', false],
        [1, '11', true],
        [3, '9', true],
      ],
    ])
  })

  it('several draws that one ticket plays in are counted together', async () => {
    const [one, two, three] = (await bench.draws('LOTTO_ACTIVO', 3)) as [number, number, number]
    const ticket = await bench.sell([
      bet(one, '5', '1.00'),
      bet(two, '6', '1.00'),
      bet(one, '1-2-3', '1.00', 'TRIPLETA'),
    ])
    const lost = await bench.sell([bet(one, '7-8-9', '1.00', 'TRIPLETA')], 'lejana')
    await bench.over(one, two, three)
    const entries = []
    for (const [draw_id, number] of [
      [one, '5'],
      [two, '6'],
      [three, '1'],
    ] as const) {
      const { body } = await bench.app.call(
        manageDraws.saveResult,
        { body: { step: 'enter', draw_id, numbers: animal(number) as never } },
        { as: 'premiador' },
      )
      entries.push({ entry_id: body.entry!.id, numbers: body.entry!.numbers })
    }
    const { body } = await bench.app.call(
      manageDraws.saveResult,
      { body: { step: 'bulk-confirm', entries } },
      { as: 'banca' },
    )
    expect(body.bulk).toMatchObject({
      confirmed: [expect.any(Number), expect.any(Number), expect.any(Number)],
      failed: [],
    })
    expect(await bench.look(ticket.serial)).toMatchObject({
      state: 'ganador',
      prize: '60.00',
      lines: [{ prize: '30.00' }, { prize: '30.00' }, { state: 'perdedora' }],
    })
    expect(
      await bench.world.db.one(
        sql`SELECT state::text AS state, pending_lines FROM tickets WHERE serial = ${lost.serial}`,
      ),
    ).toEqual({ state: 'perdedor', pending_lines: 0 })
  })
})
