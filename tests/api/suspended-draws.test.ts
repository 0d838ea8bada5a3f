/** A draw that is not held: its lines are given back, moved or kept, at every level and to the cent, and it can be lifted again. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { suspendedDraws, type SuspensionMode } from '../../contract/suspended-draws.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { polla } from '../../contract/polla.ts'
import { addDays } from '../../contract/values/dates.ts'
import { withdrawResult } from '../../server/rules/award/withdraw.ts'
import { openPolla, potsOf, settle } from './polla-setup.ts'
import { animal, figures, line, openCounter, tripleta } from './sale-setup.ts'
import { addCommission } from '../support/factories.ts'

const counter = openCounter(async (world) => {
  await world.db.run(
    sql`INSERT INTO partner_settings (partner_id, prize_days, annul_minutes) VALUES (${world.partner.banca}, 3, 5)`,
  )
  await addCommission(world.db, {
    partner_id: world.partner.agencia2,
    kind: 'UTILIDAD',
    commission_percent: 10,
    participation_percent: 25,
  })
  // Short, so that a test's draws are enough.
  await world.db.run(sql`UPDATE products SET settings = settings || '{"tripleta_draws": 3}'`)
})

const suspend = (draw_id: number, mode: SuspensionMode, more: object = {}, as = 'supervisor') =>
  counter.app.call(suspendedDraws.create, { body: { draw_id, mode, reason: 'Falla eléctrica', ...more } }, { as })
const lift = (id: number) => counter.app.call(suspendedDraws.remove, { params: { id } }, { as: 'banca' })
const draw = (id: number) =>
  counter.world.db.one<{ state: string }>(sql`SELECT state::text AS state FROM draws WHERE id = ${id}`)
const statesOf = async (serial: string) => {
  const ticket = await counter.look(serial)
  return [ticket.state, ...ticket.lines.map((one) => one.state)]
}
const ranges = async (serial: string) =>
  (
    await counter.world.db.rows<{ draw_id: number }>(sql`
  SELECT r.draw_id
  FROM tickets t
  JOIN line_draws r ON r.day = t.day AND r.ticket_id = t.id
  JOIN draws d ON d.id = r.draw_id
  WHERE t.serial = ${serial}
  ORDER BY d.scheduled_at`)
  ).map((row) => row.draw_id)

describe('given back', () => {
  it('the draw leaves no trace in any figure; a ticket with other draws goes on with them', async () => {
    const [first, second] = await counter.draws('LOTTO_ACTIVO', 2)
    await counter.sell([line(second!, '7', '33.33')], 'lejana')
    const mixed = await counter.sell([line(second!, '5', '4.44')])
    const before = await figures(counter.world)
    const [whole, far] = [
      await counter.sell([line(first!, '5', '10.01'), line(first!, '6', '0.07')]),
      await counter.sell([line(first!, '5', '99.99')], 'lejana'),
    ]
    const both = await counter.sell([line(first!, '8', '3.33')], 'vecina')
    const answer = await suspend(first!, 'devolver')
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      draw_id: first,
      mode: 'devolver',
      lines: 4,
      amounts: [{ currency: 'BS', amount: '113.40' }],
      created_by_name: 'Supervisor',
      lifted_at: null,
      actions: ['lift'],
    })
    expect(await figures(counter.world)).toEqual(before)
    expect([
      await statesOf(whole.serial),
      (await counter.look(far.serial, 'lejana')).state,
      (await counter.look(both.serial, 'vecina')).state,
    ]).toEqual([['devuelto', 'devuelta', 'devuelta'], 'devuelto', 'devuelto'])
    expect((await counter.pay(whole)).problem.code).toBe('ticket_returned')
    expect((await counter.ask([line(first!, '5')])).problem.code).toBe('draw_closed')
    expect(await statesOf(mixed.serial)).toEqual(['vendido', 'pendiente'])
    expect((await suspend(first!, 'mantener')).problem.code).toBe('draw_suspended')
  })

  it('a ticket over two draws waits for the other, wins it or loses it, and an annulment gives back only what was left', async () => {
    const [gone, stays, third] = await counter.draws('LOTTO_ACTIVO', 3)
    const [wins, loses, regretted] = [
      await counter.sell([line(gone!, '1', '5.00'), line(stays!, '2', '2.00')]),
      await counter.sell([line(gone!, '1'), line(stays!, '3')]),
      await counter.sell([line(gone!, '9', '1.11'), line(third!, '9', '2.22')]),
    ]
    const decided = await counter.sell([line(gone!, '4'), line(stays!, '3'), line(gone!, '5')])
    await suspend(gone!, 'devolver')
    expect(await statesOf(wins.serial)).toEqual(['vendido', 'devuelta', 'pendiente'])
    const annulled = await counter.app.call(
      ticketManagement.act,
      { params: { id: regretted.serial }, body: { action: 'annul', reason: 'error de tipeo' } },
      { as: 'agencia' },
    )
    expect(annulled.body).toMatchObject({ state: 'anulado' })
    expect(
      await counter.world.db.one(
        sql`SELECT sold, lines FROM draw_sales WHERE draw_id = ${third} AND partner_id = ${counter.world.partner.banca} AND number = '9'`,
      ),
    ).toEqual({ sold: '0.00', lines: 0 })
    await counter.prize(stays!, '2')
    expect([await statesOf(wins.serial), await statesOf(loses.serial), await statesOf(decided.serial)]).toEqual([
      ['ganador', 'devuelta', 'ganadora'],
      ['perdedor', 'devuelta', 'perdedora'],
      ['perdedor', 'devuelta', 'perdedora', 'devuelta'],
    ])
    expect((await counter.pay(wins)).body).toMatchObject({ state: 'pagado', prize: '60.00' })
  })

  it('after the other draws were decided, the ticket is what they made of it', async () => {
    const [won, lost, gone] = await counter.draws('LOTTO_ACTIVO', 3)
    const [winner, loser] = [
      await counter.sell([line(won!, '7', '1.00'), line(gone!, '7')]),
      await counter.sell([line(lost!, '7'), line(gone!, '7')]),
    ]
    await counter.prize(won!, '7')
    await counter.prize(lost!, '8')
    await counter.world.closeDraw(gone!)
    expect((await suspend(gone!, 'devolver')).status).toBe(201)
    expect([await statesOf(winner.serial), await statesOf(loser.serial)]).toEqual([
      ['ganador', 'ganadora', 'devuelta'],
      ['perdedor', 'perdedora', 'devuelta'],
    ])
    expect((await counter.pay(winner)).body.state).toBe('pagado')
    const { body } = await counter.app.call(ticketManagement.show, { params: { id: winner.serial } }, { as: 'banca' })
    expect(body.history.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['venta', '11.00'],
      ['resultado', '30.00'],
      ['devolucion', '10.00'],
      ['pago', '30.00'],
      ['reintegro', '10.00'],
    ])
  })
})

describe('a paid ticket', () => {
  it('stays paid when a result it lost with is withdrawn and its draw is not held after all', async () => {
    const [won, lost] = await counter.draws('LOTTO_ACTIVO', 2)
    const ticket = await counter.sell([line(won!, '7', '1.00'), line(lost!, '7')])
    await counter.prize(won!, '7')
    await counter.prize(lost!, '8')
    await counter.pay(ticket)
    const { id } = (await counter.world.db.one<{ id: number }>(
      sql`SELECT result_id AS id FROM draws WHERE id = ${lost}`,
    ))!
    await counter.world.run((tx) => withdrawResult(tx, { result_id: id, reason: 'prueba', by: null, at: new Date() }))
    expect((await suspend(lost!, 'devolver')).body).toMatchObject({ lines: 1 })
    expect(await statesOf(ticket.serial)).toEqual(['pagado', 'ganadora', 'devuelta'])
  })
})

describe('moved', () => {
  it('its lines count in the other draw, close with it, and win there; money stays where it was', async () => {
    const [from, to] = await counter.draws('LOTTO_ACTIVO', 2)
    const ticket = await counter.sell([line(from!, '5', '10.00')])
    await counter.sell([line(to!, '5', '1.00')], 'lejana')
    const money = async () => {
      await counter.world.settle()
      return counter.world.db.rows(sql`SELECT office_id, sold, commission FROM sales_days ORDER BY 1`)
    }
    const before = await money()
    await counter.world.db.run(
      sql`
        UPDATE draws
        SET closes_at = closes_at + interval '30 minutes', scheduled_at = scheduled_at + interval '30 minutes', day = day + 1
        WHERE id = ${to}`,
    )
    const answer = await suspend(from!, 'mover', { moved_to_draw_id: to })
    expect(answer.body).toMatchObject({ mode: 'mover', moved_to_draw_id: to, lines: 1 })
    expect(await money()).toEqual(before)
    const moved = await counter.look(ticket.serial)
    expect([moved.lines[0]!.draw_id, moved.lines[0]!.state, moved.actions]).toEqual([
      to,
      'pendiente',
      ['annul', 'reprint'],
    ])
    expect(Date.parse(`${moved.expires_on}T00:00:00Z`) - Date.parse(`${ticket.expires_on}T00:00:00Z`)).toBe(86_400_000)
    expect(
      await counter.world.db.one(
        sql`SELECT t.first_close_at = d.closes_at AS same FROM tickets t, draws d WHERE t.serial = ${ticket.serial} AND d.id = ${to}`,
      ),
    ).toEqual({ same: true })
    expect(
      await counter.world.db.rows(
        sql`
          SELECT draw_id, sold, lines
          FROM draw_sales
          WHERE partner_id = ${counter.world.partner.banca} AND number = '5' AND draw_id IN (${from}, ${to})
          ORDER BY draw_id`,
      ),
    ).toEqual([
      { draw_id: from, sold: '0.00', lines: 0 },
      { draw_id: to, sold: '11.00', lines: 2 },
    ])
    await counter.prize(to!, '5')
    expect((await counter.pay(ticket)).body.prize).toBe('300.00')
  })

  it('two lines of one number that came together are annulled as two, at every level', async () => {
    const [from, to] = await counter.draws('LOTTO_ACTIVO', 2)
    await counter.sell([line(to!, '4', '1.00')], 'lejana')
    const before = await figures(counter.world)
    const ticket = await counter.sell([line(from!, '4', '10.00'), line(to!, '4', '3.00')])
    await suspend(from!, 'mover', { moved_to_draw_id: to })
    const annulled = await counter.app.call(
      ticketManagement.act,
      { params: { id: ticket.serial }, body: { action: 'annul', reason: 'error de tipeo' } },
      { as: 'agencia' },
    )
    expect(annulled.body).toMatchObject({ state: 'anulado' })
    expect(await figures(counter.world)).toEqual(before)
  })

  it('not beyond the quota of any level: nothing is moved, and each number says what it has left', async () => {
    const [from, to] = await counter.draws('LA_GRANJITA', 2)
    const product = counter.world.product('LA_GRANJITA')
    await counter.sell([line(from!, '7', '40.00'), line(from!, '8', '40.00'), line(from!, '9', '5.00')])
    await counter.sell([line(to!, '7', '30.00')], 'lejana')
    await counter.world.db.run(
      sql`
        INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
        VALUES (${counter.world.partner.agencia1}, ${product}, ${animal}, 'BS', 35),
          (${counter.world.partner.norte}, ${product}, ${animal}, 'BS', 60)`,
    )
    const before = await figures(counter.world)
    const refused = await suspend(from!, 'mover', { moved_to_draw_id: to })
    expect(refused.problem).toMatchObject({
      code: 'suspension_quota',
      errors: [
        { path: 'moved_to_draw_id', extra: { number: '7', asked: '40.00', available: '30.00' } },
        { extra: { number: '8', asked: '40.00', available: '35.00' } },
      ],
    })
    expect([await figures(counter.world), await draw(from!)]).toEqual([before, { state: 'activo' }])
    await counter.world.db.run(sql`DELETE FROM regular_quotas`)
    expect((await suspend(from!, 'mover', { moved_to_draw_id: to })).status).toBe(201)
  })

  it('what is left and what would be taken are the same owner’s, and it is named', async () => {
    const [from, to] = await counter.draws('LA_GRANJITA', 2)
    const product = counter.world.product('LA_GRANJITA')
    await counter.sell([line(from!, '7', '40.00')])
    await counter.sell([line(from!, '7', '100.00')], 'lejana')
    const { banca, agencia1 } = counter.world.partner
    await counter.world.db.run(
      sql`
        INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
        VALUES (${agencia1}, ${product}, ${animal}, 'BS', 35), (${banca}, ${product}, ${animal}, 'BS', 120)`,
    )
    const name = await counter.world.db.one<{ name: string }>(sql`SELECT name FROM partners WHERE id = ${banca}`)
    const { problem } = await suspend(from!, 'mover', { moved_to_draw_id: to })
    // The banca lacks 20, the agency 5.
    expect(problem.errors).toMatchObject([
      { extra: { number: '7', asked: '140.00', available: '120.00', partner_id: banca } },
    ])
    expect(problem.detail).toContain(`a ${name!.name} le quedan Bs 120,00`)
    await counter.world.db.run(sql`DELETE FROM regular_quotas`)
  })

  it('only to another open draw of the same product', async () => {
    const [from, closed, awarded] = await counter.draws('LOTTO_ACTIVO', 3)
    const other = await counter.world.draw('LA_GRANJITA')
    await counter.world.closeDraw(closed!)
    await counter.prize(awarded!, '5')
    for (const target of [from, closed, awarded, other, 99_999_999, undefined]) {
      expect((await suspend(from!, 'mover', { moved_to_draw_id: target })).problem).toMatchObject({
        code: 'suspension_target',
        errors: [{ path: 'moved_to_draw_id' }],
      })
    }
    expect((await suspend(awarded!, 'devolver')).problem.code).toBe('draw_already_awarded')
    expect((await suspend(99_999_999, 'devolver')).problem.code).toBe('not_found')
    expect((await suspend(from!, 'devolver', { reason: 'no' })).problem.errors).toMatchObject([{ path: 'reason' }])
    expect((await suspend(from!, 'devolver', {}, 'distribuidor')).status).toBe(403)
  })
})

describe('kept, and lifted', () => {
  it('lines wait for the draw; lifted it sells again until its close, and no longer: what has closed never re-opens', async () => {
    const [kept] = await counter.draws('LOTTO_ACTIVO', 1)
    const ticket = await counter.sell([line(kept!, '5', '2.00')])
    const { body } = await suspend(kept!, 'mantener')
    expect(body).toMatchObject({ lines: 1, amounts: [{ currency: 'BS', amount: '2.00' }] })
    expect(await statesOf(ticket.serial)).toEqual(['vendido', 'pendiente'])
    await expect(counter.prize(kept!, '5')).rejects.toMatchObject({ code: 'draw_suspended' })
    await counter.world.db.run(sql`UPDATE draws SET closes_at = now() + interval '1 hour' WHERE id = ${kept}`)
    expect((await lift(body.id)).body).toMatchObject({ lifted_by_name: 'Banca', actions: [] })
    expect((await lift(body.id)).problem.code).toBe('suspension_lifted')
    expect((await lift(99_999_999)).problem.code).toBe('not_found')
    await counter.sell([line(kept!, '6', '1.00')])
    const again = await suspend(kept!, 'mantener')
    await counter.world.closeDraw(kept!)
    expect((await lift(again.body.id)).status).toBe(200)
    expect((await counter.ask([line(kept!, '5')])).problem.code).toBe('draw_closed')
    await counter.prize(kept!, '5')
    expect((await counter.pay(ticket)).body.prize).toBe('60.00')
  })

  it('what was given back stays so; a second suspension gives back only what was sold since', async () => {
    const [one] = await counter.draws('LOTTO_ACTIVO', 1)
    const first = await counter.sell([line(one!, '5', '2.00')])
    const { body } = await suspend(one!, 'devolver')
    await lift(body.id)
    const second = await counter.sell([line(one!, '5', '3.00')])
    expect(await statesOf(first.serial)).toEqual(['devuelto', 'devuelta'])
    expect((await suspend(one!, 'devolver')).body).toMatchObject({
      lines: 1,
      amounts: [{ currency: 'BS', amount: '3.00' }],
    })
    expect(await statesOf(second.serial)).toEqual(['devuelto', 'devuelta'])
    const { body: page } = await counter.app.call(
      suspendedDraws.list,
      { query: { product_id: counter.world.product('LOTTO_ACTIVO'), per_page: 2 } },
      { as: 'supervisor' },
    )
    expect(page.data.map((row) => [row.draw_id, row.lifted_at === null])).toEqual([
      [one, true],
      [one, false],
    ])
  })

  it('are read as a file, those of some days too', async () => {
    const [one] = await counter.draws('LOTTO_ACTIVO', 1)
    await counter.sell([line(one!, '5', '2.00')])
    await suspend(one!, 'devolver')
    const rows = async (query: object) => {
      const { headers, raw } = await counter.app.call(
        suspendedDraws.export,
        { query: { product_id: counter.world.product('LOTTO_ACTIVO'), format: 'csv', ...query } },
        { as: 'supervisor' },
      )
      return { rows: Number(headers['x-row-count']), text: raw.toString('utf8') }
    }
    const today = await rows({ from: counter.world.today })
    expect(today.rows).toBeGreaterThan(0)
    expect(today.text).toMatch(/Lotto Activo;.*;Devueltas;.*;1;"Bs 2,00";/)
    expect(await rows({ to: '2020-01-01' })).toMatchObject({ rows: 0 })
  })

  it('a result that waited for its confirmation is discarded', async () => {
    const [one] = await counter.draws('LOTTO_ACTIVO', 1)
    await counter.world.db.run(
      sql`
        INSERT INTO result_entries (draw_id, kind, numbers, entered_by)
        VALUES (${one}, 'resultado', '[]', ${counter.world.user['premiador']})`,
    )
    await suspend(one!, 'mantener')
    expect(await counter.world.db.one(sql`SELECT state FROM result_entries WHERE draw_id = ${one}`)).toEqual({
      state: 'descartada',
    })
  })
})

describe('tripletas', () => {
  const bet = (draw_id: number, number = '1-2-3', stake = '1.00') => line(draw_id, number, stake, tripleta)

  it('that pass through it get the next draw; those that begin with it go where its lines go', async () => {
    const product = 'LA_GRANJITA'
    const [d1, d2, d3, d4, d5] = await counter.draws(product, 5)
    const [passing, beginning] = [await counter.sell([bet(d1!)]), await counter.sell([bet(d2!, '4-5-6')])]
    expect([await ranges(passing.serial), await ranges(beginning.serial)]).toEqual([
      [d1, d2, d3],
      [d2, d3, d4],
    ])
    await suspend(d2!, 'mover', { moved_to_draw_id: d3 })
    expect([await ranges(passing.serial), await ranges(beginning.serial)]).toEqual([
      [d1, d3, d4],
      [d3, d4, d5],
    ])
    expect((await counter.look(beginning.serial)).lines[0]).toMatchObject({ draw_id: d3, draws: 3, draws_done: 0 })
    await suspend(d3!, 'devolver')
    expect([await ranges(passing.serial), (await counter.look(beginning.serial)).state]).toEqual([
      [d1, d4, d5],
      'devuelto',
    ])
    await counter.prize(d1!, '3')
    await counter.prize(d4!, '1')
    await counter.prize(d5!, '2')
    expect(await counter.look(passing.serial)).toMatchObject({
      state: 'ganador',
      prize: '50.00',
      lines: [{ draws: 3, draws_done: 3 }],
    })
  })

  it('without another draw ahead the suspension is refused, and nothing happened', async () => {
    const product = 'LOTTO_ACTIVO'
    await counter.world.db.run(
      sql`
        UPDATE draws
        SET scheduled_at = scheduled_at - interval '2 days', closes_at = closes_at - interval '2 days',
          opens_at = opens_at - interval '2 days'
        WHERE product_id = ${counter.world.product(product)}`,
    )
    const [d1, d2] = await counter.draws(product, 3)
    const ticket = await counter.sell([bet(d1!)])
    expect((await suspend(d2!, 'mantener')).problem.code).toBe('tripleta_draws_missing')
    expect([await draw(d2!), (await ranges(ticket.serial)).length]).toEqual([{ state: 'activo' }, 3])
  })
})

describe('a polla', () => {
  const sell = async (round_id: number, symbols: string[]) =>
    (
      await counter.app.call(
        polla.sell,
        { body: { round_id, currency: 'BS', symbols, confirm_repeated: true } },
        { as: 'polla' },
      )
    ).body

  it('counts without a suspended draw, and waits for it again once that is lifted', async () => {
    const { world, app } = counter
    const game = await openPolla(world)
    const [round, next] = [await game.round(addDays(world.today, -2), 2), await game.round(addDays(world.today, -1), 2)]
    const ticket = await sell(round.id, ['1', '2', '3'])
    expect((await suspend(round.id, 'mover', { moved_to_draw_id: next.id })).problem).toMatchObject({
      code: 'suspension_target',
      errors: [{ path: 'mode' }],
    })
    await game.close(round)
    await game.draw(round.draws[0]!, '9')
    const { body } = await suspend(round.draws[1]!, 'devolver')
    expect(await settle(world)).toBe(1)
    expect((await counter.look(ticket.serial, 'polla')).state).toBe('perdedor')
    const rolled = await potsOf(app, game.product_id, next.day)
    expect((await lift(body.id)).status).toBe(200)
    expect([
      (await counter.look(ticket.serial, 'polla')).state,
      (await potsOf(app, game.product_id, round.day)).primero,
      await settle(world),
    ]).toEqual(['vendido', rolled.primero, 0])
    await game.draw(round.draws[1]!, '1')
    expect(await settle(world)).toBe(1)
    expect((await counter.look(ticket.serial, 'polla')).lines).toMatchObject([
      { draws: 2, draws_done: 2, state: 'perdedora' },
    ])
    await game.end()
  })

  it("whose round is not held gives its share back to the pots' payers", async () => {
    const { world, app } = counter
    const game = await openPolla(world)
    const round = await game.round(world.today, 2)
    const tickets = [await sell(round.id, ['1', '2', '3']), await sell(round.id, ['4', '5', '6'])]
    expect((await suspend(round.id, 'devolver')).body).toMatchObject({
      lines: 2,
      amounts: [{ currency: 'BS', amount: '20.00' }],
    })
    for (const one of tickets) expect((await counter.look(one.serial, 'polla')).state).toBe('devuelto')
    expect(await potsOf(app, game.product_id, round.day)).toMatchObject({
      primero: '0.00',
      segundo: '0.00',
      semanal: '0.00',
    })
    await game.end()
  })
})
