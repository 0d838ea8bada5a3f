/** Entering, looking at, confirming, correcting and withdrawing results through the API, and who may. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { awardingControl } from '../../contract/awarding-control.ts'
import { draws } from '../../contract/draws.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { addDays } from '../../contract/values/dates.ts'
import { list } from '../../server/platform/db/connect.ts'
import { animal, bet, columns, openBench, pictureOf, type Bench, type Numbers } from './award-setup.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.close())
afterEach(() => bench.holds())

const save = (body: object, as = 'premiador') => bench.app.call(manageDraws.saveResult, { body: body as never }, { as })
/** How a step ended: its answer, or the code of its problem and the first field at fault. */
async function step(body: object, as = 'premiador') {
  const { status, body: answer, problem } = await save(body, as)
  return status < 300 ? answer : { refused: problem.code, at: problem.errors?.[0]?.path, extra: problem }
}
const enter = async (draw_id: number, numbers: Numbers, more: object = {}, as = 'premiador') => {
  const { status, body, problem } = await save({ step: 'enter', draw_id, numbers, ...more }, as)
  expect([status, status < 300 ? null : problem.code]).toEqual([200, null])
  return body.entry!
}
async function closed(product = 'LOTTO_ACTIVO', number?: string): Promise<number> {
  const [draw] = (await bench.draws(product, 1)) as [number]
  if (number !== undefined) await bench.sell([bet(draw, number, '2.00')])
  await bench.over(draw)
  return draw
}
const audits = () =>
  bench.world.db.rows<{ username: string; after: { step: string; refused?: string }; significant: boolean }>(
    sql`SELECT username, after, significant FROM audit_log WHERE entity = 'manageDraws' ORDER BY id DESC LIMIT 5`,
  )

describe('entering', () => {
  it.each<[string, string, Numbers, string, string]>([
    ['no symbol of the product', 'LOTTO_ACTIVO', animal('37'), 'result_invalid', 'numbers.0.number'],
    ['a code with a zero more', 'LOTTO_ACTIVO', animal('05'), 'result_invalid', 'numbers.0.number'],
    [
      'a column of an animal',
      'LOTTO_ACTIVO',
      [{ place: 'A', number: '5', sign: null }],
      'result_invalid',
      'numbers.0.place',
    ],
    ['two digits for three', 'TRIPLE_ZULIA', columns('07', '123', '456'), 'result_invalid', 'numbers.0.number'],
    ['letters', 'TRIPLE_ZULIA', columns('007', 'abc', '456'), 'result_invalid', 'numbers.1.number'],
    [
      'no sign where the zodiac plays',
      'TRIPLE_ZULIA',
      columns('007', '123', '456').map((one) => ({ ...one, sign: null })),
      'result_invalid',
      'numbers.2.sign',
    ],
    [
      'a sign where it does not',
      'TRIPLE_ZULIA',
      columns('007', '123', '456').map((one) => ({ ...one, sign: 'LEO' })),
      'result_invalid',
      'numbers.0.sign',
    ],
    ['a missing column', 'TRIPLE_ZULIA', columns('007', '123', '456').slice(1), 'result_invalid', 'numbers'],
    [
      'one column twice',
      'TRIPLE_ZULIA',
      [...columns('007', '123', '456').slice(0, 2), { place: 'A', number: '007', sign: null }],
      'result_invalid',
      'numbers.2.place',
    ],
    [
      'three digits in Panama',
      'PANAMA_DOMINICAL',
      ['1', '2', '3'].map((place) => ({ place, number: '123', sign: null })),
      'result_invalid',
      'numbers.0.number',
    ],
    ['any number of a polla', 'POLLA_DEL_DIA', animal('5'), 'result_invalid', ''],
  ])('refuses %s', async (_, product, numbers, refused, at) => {
    const draw = await closed(product)
    for (const asked of ['enter', 'preview'])
      expect(await step({ step: asked, draw_id: draw, numbers })).toMatchObject({ refused, at: at || undefined })
    await bench.world.db.run(sql`DELETE FROM draws WHERE id = ${draw}`)
  })

  it('refuses a draw that is open, not over, suspended, or none', async () => {
    const [open, early, suspended] = (await bench.draws('LA_GRANJITA', 3)) as [number, number, number]
    const codes = async (draw_id: number) =>
      ((await step({ step: 'enter', draw_id, numbers: animal('5') })) as { refused: string }).refused
    expect(await codes(open)).toBe('draw_open')
    await bench.world.closeDraw(early)
    expect(await codes(early)).toBe('draw_not_over')
    await bench.world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${suspended}`)
    expect(await codes(suspended)).toBe('draw_suspended')
    expect(await codes(99_999_999)).toBe('not_found')
  })

  it('shows the entry to those who award, with whether they may confirm it, and to nobody else', async () => {
    const draw = await closed('LOTTO_ACTIVO', '5')
    const entry = await enter(draw, animal('00'))
    expect(entry).toMatchObject({
      kind: 'resultado',
      text: '00 Ballena',
      source: 'manual',
      entered_by_name: 'Premiador',
      can_confirm: false,
    })
    const seen = async (as: string) =>
      (await bench.app.call(draws.list, {}, { as })).body.data.find((one) => one.id === draw)!
    expect((await seen('banca')).entry).toMatchObject({ id: entry.id, can_confirm: true })
    expect((await seen('premiador')).entry).toMatchObject({ id: entry.id, can_confirm: false })
    for (const as of ['supervisor', 'distribuidor', 'agencia']) expect((await seen(as)).entry).toBeNull()
    expect(await seen('agencia')).toMatchObject({ late: true, parts: [{ place: '', digits: null, sign: false }] })
    expect(await step({ step: 'enter', draw_id: draw, numbers: animal('5') }, 'banca')).toMatchObject({
      refused: 'result_pending',
    })
    expect(await step({ step: 'discard', entry_id: entry.id }, 'banca')).toMatchObject({ step: 'discard' })
    expect(await step({ step: 'discard', entry_id: entry.id }, 'banca')).toMatchObject({ refused: 'result_entry_gone' })
    expect(await step({ step: 'confirm', entry_id: entry.id, numbers: animal('00') }, 'banca')).toMatchObject({
      refused: 'result_entry_gone',
    })
    expect(await step({ step: 'confirm', entry_id: 99_999_999, numbers: animal('00') }, 'banca')).toMatchObject({
      refused: 'not_found',
    })
  })
})

describe('looking', () => {
  it('writes nothing, and says what confirming then does', async () => {
    const [before, draw] = (await bench.draws('LOTTO_ACTIVO', 2)) as [number, number]
    await bench.sell([bet(draw, '5', '10.00'), bet(draw, '6', '5.00')])
    const late = await bench.sell([bet(draw, '5', '0.50')], 'lejana')
    await bench.over(before)
    await bench.world.db.run(sql`UPDATE draws SET closes_at = now(), scheduled_at = now() WHERE id = ${draw}`)
    await bench.give(before, animal('5'))
    const picture = await pictureOf(bench.world)
    const { body } = await save({ step: 'preview', draw_id: draw, numbers: animal('5') }, 'banca')
    const preview = body.preview!
    expect(preview).toMatchObject({
      text: '5 León',
      winning_lines: 2,
      winning_tickets: 2,
      correction: null,
      by_currency: [{ currency: 'BS', sold: '15.50', prizes: '315.00', profit: '-299.50', payout_percent: '2032.3' }],
      by_bet_type: [{ bet_type_name: 'Animalito', number: '5', lines: 2, stake: '10.50', prize: '315.00' }],
      top_tickets: [
        { prize: '300.00', office_name: 'Taquilla Uno' },
        { prize: '15.00', serial: late.serial },
      ],
    })
    expect(preview.anomalies.map((one) => one.code).sort()).toEqual([
      'premio_concentrado',
      'repetido',
      'ultimo_minuto',
      'utilidad_negativa',
    ])
    expect(await pictureOf(bench.world)).toEqual(picture)
    const entry = await enter(draw, animal('5'))
    const confirmed = await save({ step: 'confirm', entry_id: entry.id, numbers: animal('5') }, 'banca')
    const did = confirmed.body.preview!
    expect({ ...did, anomalies: [], correction: null }).toEqual({ ...preview, anomalies: [], correction: null })
    expect(await bench.world.db.one(sql`SELECT sum(amount) AS amount FROM prizes WHERE draw_id = ${draw}`)).toEqual({
      amount: '315.00',
    })
  })

  it('shows a distributor its own subtree', async () => {
    await bench.world.db.run(sql`UPDATE users SET awarding_results = true WHERE username = 'sinhijos'`)
    await bench.world.db.run(sql`UPDATE users SET partner_id = ${bench.world.partner.sur} WHERE username = 'sinhijos'`)
    const [draw] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
    await bench.sell([bet(draw, '5', '10.00')])
    await bench.sell([bet(draw, '5', '1.00')], 'lejana')
    await bench.over(draw)
    const { body } = await save({ step: 'preview', draw_id: draw, numbers: animal('5') }, 'sinhijos')
    expect(body.preview).toMatchObject({
      winning_lines: 1,
      by_currency: [{ sold: '10.00', prizes: '300.00' }],
      top_tickets: [{ office_name: 'Taquilla Uno' }],
    })
    expect(body.preview!.anomalies.map((one) => one.code)).toContain('resultado_tardio')
    const { body: detail } = await bench.app.call(manageDraws.detail, { params: { id: draw } }, { as: 'sinhijos' })
    expect(detail).toMatchObject({
      by_currency: [{ sold: '10.00', lines: 1 }],
      liability: [{ number: '5', sold: '10.00', liability: '300.00' }],
    })
  })
})

describe('confirming', () => {
  it('needs another person, and the same numbers; what differs is kept in the log', async () => {
    const draw = await closed('LOTTO_ACTIVO', '0')
    const entry = await enter(draw, animal('0'))
    expect(await step({ step: 'confirm', entry_id: entry.id, numbers: animal('0') })).toMatchObject({
      refused: 'result_needs_other_user',
    })
    expect(await step({ step: 'confirm', entry_id: entry.id, numbers: animal('00') }, 'banca')).toMatchObject({
      refused: 'result_entries_differ',
    })
    expect((await audits())[0]).toMatchObject({
      username: 'banca',
      significant: true,
      after: { refused: 'result_entries_differ', numbers: animal('00') },
    })
    expect(await bench.world.db.one(sql`SELECT state, result_id FROM result_entries WHERE id = ${entry.id}`)).toEqual({
      state: 'pendiente',
      result_id: null,
    })
    const done = await save({ step: 'confirm', entry_id: entry.id, numbers: animal('0') }, 'banca')
    expect(done.body).toMatchObject({ step: 'confirm', preview: { text: '0 Delfín', winning_lines: 1 } })
    expect(
      await bench.world.db.one(sql`
      SELECT e.state, e.result_id, r.entered_by, r.confirmed_by
      FROM result_entries e
      JOIN results r ON r.id = e.result_id
      WHERE e.id = ${entry.id}`),
    ).toEqual({
      state: 'confirmada',
      result_id: done.body.result_id,
      entered_by: bench.world.user['premiador'],
      confirmed_by: bench.world.user['banca'],
    })
  })

  it('twice by one person where the banca runs with one', async () => {
    await bench.world.db.run(sql`UPDATE banca SET second_user_confirms = false`)
    const draw = await closed('LOTTO_ACTIVO', '3')
    const entry = await enter(draw, animal('3'))
    expect(entry.can_confirm).toBe(true)
    expect(await step({ step: 'confirm', entry_id: entry.id, numbers: animal('3') })).toMatchObject({
      preview: { winning_lines: 1 },
    })
    await bench.world.db.run(sql`UPDATE banca SET second_user_confirms = true`)
  })

  it('twice by one person where nobody else may award, though the banca asks for two', async () => {
    const had = await bench.world.db.rows<{ username: string }>(sql`SELECT username FROM users WHERE awarding_results`)
    await bench.world.db.run(sql`UPDATE users SET awarding_results = false WHERE username <> 'premiador'`)
    const entry = await enter(await closed('LOTTO_ACTIVO', '3'), animal('3'))
    const { body } = await bench.app.call(awardingControl.list, {}, { as: 'banca' })
    expect([entry.can_confirm, body.confirmation]).toEqual([true, { second_user_confirms: true, awarders: 1 }])
    expect(await step({ step: 'confirm', entry_id: entry.id, numbers: animal('3') })).toMatchObject({
      preview: { winning_lines: 1 },
    })
    await bench.world.db.run(
      sql`UPDATE users SET awarding_results = true WHERE username = ANY (${list(had.map((one) => one.username))}::text[])`,
    )
  })

  it('a correction says why, names who was paid, and keeps both results', async () => {
    const [draw] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
    const [paid, due] = [await bench.sell([bet(draw, '8', '1.00')]), await bench.sell([bet(draw, '8', '2.00')])]
    await bench.over(draw)
    await bench.give(draw, animal('8'))
    expect(await bench.pay(paid)).toBe('pagado')
    expect(await step({ step: 'enter', draw_id: draw, numbers: animal('8') })).toMatchObject({ refused: 'result_same' })
    expect(await step({ step: 'enter', draw_id: draw, numbers: animal('9') })).toMatchObject({
      refused: 'result_reason_missing',
      at: 'reason',
    })
    const { body: looked } = await save({ step: 'preview', draw_id: draw, numbers: animal('9') })
    expect(looked.preview).toMatchObject({
      correction: {
        previous_text: '8 Ratón',
        undone_prizes: [{ currency: 'BS', amount: '60.00' }],
        paid_tickets: [{ serial: paid.serial, paid: '30.00', due: '0.00' }],
      },
      anomalies: expect.arrayContaining([expect.objectContaining({ code: 'tickets_pagados' })]),
    })
    const entry = await enter(draw, animal('9'), { reason: 'se leyó al revés' })
    expect(entry).toMatchObject({ kind: 'correccion', reason: 'se leyó al revés' })
    expect(await step({ step: 'confirm', entry_id: entry.id, numbers: animal('9') }, 'banca')).toMatchObject({
      refused: 'result_paid',
      extra: { tickets: [{ serial: paid.serial, amount: '30.00' }] },
    })
    expect(
      await step({ step: 'confirm', entry_id: entry.id, numbers: animal('9'), accept_paid: true }, 'banca'),
    ).toMatchObject({ step: 'confirm' })
    expect([await bench.look(paid.serial), await bench.look(due.serial)]).toMatchObject([
      { state: 'pagado', prize: '30.00' },
      { state: 'perdedor', prize: '0.00' },
    ])
    const { body: detail } = await bench.app.call(manageDraws.detail, { params: { id: draw } }, { as: 'banca' })
    expect(detail.results.map(({ text, withdrawn_reason }) => [text, withdrawn_reason])).toEqual([
      ['9 Águila', null],
      ['8 Ratón', 'se leyó al revés'],
    ])
  })
})

describe('withdrawing', () => {
  it('needs a reason, undoes the prizes, and is found among the withdrawn', async () => {
    const draw = await closed('LOTTO_ACTIVO', '10')
    await bench.give(draw, animal('10'))
    const { day, product } = { day: bench.world.today, product: bench.world.product('LOTTO_ACTIVO') }
    const found = async (withdrawn: boolean) =>
      (
        await bench.app.call(
          manageDraws.results,
          { body: { from: day, to: day, product_ids: [product], withdrawn, q: 'tigre' } },
          { as: 'agencia' },
        )
      ).body.data.filter((one) => one.draw_id === draw)
    const [result] = await found(false)
    expect(result).toMatchObject({
      text: '10 Tigre',
      product_name: 'Lotto Activo',
      numbers: [{ number: '10', symbol_name: 'Tigre' }],
      withdrawn_at: null,
    })
    const params = { id: result!.id }
    expect(
      (await bench.app.call(manageDraws.withdraw, { params, query: { reason: '   ' } }, { as: 'banca' })).problem.code,
    ).toBe('invalid')
    expect(
      (
        await bench.app.call(
          manageDraws.withdraw,
          { params, query: { reason: 'era otro sorteo' } },
          { as: 'supervisor' },
        )
      ).problem.code,
    ).toBe('forbidden')
    expect(
      (await bench.app.call(manageDraws.withdraw, { params, query: { reason: 'era otro sorteo' } }, { as: 'banca' }))
        .body,
    ).toEqual({ id: result!.id, draw_id: draw, undone: [{ currency: 'BS', amount: '60.00' }] })
    expect(
      (await bench.app.call(manageDraws.withdraw, { params, query: { reason: 'era otro sorteo' } }, { as: 'banca' }))
        .status,
    ).toBe(409)
    expect([await found(false), (await found(true)).map((one) => one.withdrawn_reason)]).toEqual([
      [],
      ['era otro sorteo'],
    ])
    const shown = (await bench.app.call(draws.list, {}, { as: 'banca' })).body.data.find((one) => one.id === draw)
    expect(shown).toMatchObject({
      state: 'cerrado',
      result: null,
      result_id: null,
      prizes: [],
      sold: [{ amount: '2.00' }],
    })
    expect((await audits())[0]).toMatchObject({ username: 'banca', significant: true, after: { step: 'withdraw' } })
  })

  it('lists refuse days the wrong way round and too far apart', async () => {
    const { today } = bench.world
    const list = async (from: string, to: string) =>
      (await bench.app.call(manageDraws.results, { body: { from, to } }, { as: 'banca' })).problem.code
    expect([await list(today, addDays(today, -1)), await list(addDays(today, -400), today)]).toEqual([
      'range_backwards',
      'range_too_long',
    ])
    const body = { from: addDays(today, -400), to: today }
    expect((await bench.app.call(manageDraws.resultsExport, { body }, { as: 'banca' })).problem.code).toBe(
      'range_too_long',
    )
  })

  it('as a file hold what is listed, with the names of what they are narrowed by', async () => {
    const { today } = bench.world
    const body = { from: today, to: today, product_ids: [bench.world.product('LOTTO_ACTIVO')], withdrawn: true }
    const { data } = (await bench.app.call(manageDraws.results, { body }, { as: 'agencia' })).body
    expect(data.some((row) => row.withdrawn_at !== null)).toBe(true)
    const file = await bench.app.call(
      manageDraws.resultsExport,
      { body, query: { format: 'csv', csv_style: 'international' } },
      { as: 'agencia' },
    )
    const lines = file.raw.toString('utf8').split('\r\n')
    expect(lines).toContain('Productos,Lotto Activo')
    const at = lines.findIndex((text) => text.startsWith('Producto,Día,Sorteo,Resultado,Fuente,Anotado por,'))
    const cells = lines.slice(at + 1, at + 1 + data.length).map((text) => text.split(','))
    expect(cells.map((row) => [row[0], row[3]])).toEqual(data.map((row) => [row.product_name, row.text]))
    expect(file.headers['x-row-count']).toBe(String(data.length))
  })
})
