/** Tickets from the back office: who may annul, pay and decide, what is told of a ticket, and payments that need the father's word. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Arguments } from '../../contract/endpoint.ts'
import { tickets } from '../../contract/tickets.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { line, openCounter } from './sale-setup.ts'

type Act = NonNullable<Arguments<typeof ticketManagement.act>['body']>
const counter = openCounter((world) => world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "1000.00"}'`))

const act = (serial: string, body: Act, as: string) =>
  counter.app.call(ticketManagement.act, { params: { id: serial }, body }, { as })
const show = async (serial: string, as: string) =>
  await counter.app.call(ticketManagement.show, { params: { id: serial } }, { as })
const annul: Act = { action: 'annul', reason: 'error de tipeo' }

/** A ticket that won thirty times its stake. */
async function winner(stake: string, as = 'taquilla') {
  const draw = await counter.world.draw('LOTTO_ACTIVO')
  const ticket = await counter.sell([line(draw, '5', stake)], as)
  await counter.prize(draw, '5')
  return ticket
}

describe('a ticket', () => {
  it('says what it is, what came out, and everything that happened to it', async () => {
    const [first, second] = await counter.draws('LOTTO_ACTIVO', 2)
    const sold = await counter.sell([line(first!, '7', '2.00'), line(second!, '0')])
    expect(sold).toMatchObject({
      banca_name: 'Banca de Prueba',
      reprints: 0,
      approval: null,
      actions: ['annul', 'reprint'],
      lines: [
        { symbol_names: ['Perico'], last_at: null, draws: 1, draws_done: 0, result: null },
        { symbol_names: ['Delfín'] },
      ],
    })
    const copy = await counter.app.call(tickets.reprint, { params: { serial: sold.serial } }, { as: 'taquilla' })
    expect(copy.body).toMatchObject({ code: sold.code, reprints: 1 })
    for (const [as, code] of [
      ['vecina', 'ticket_other_office'],
      ['lejana', 'not_found'],
      ['polla', undefined],
    ] as const) {
      expect(
        (await counter.app.call(tickets.reprint, { params: { serial: sold.serial } }, { as })).problem.code,
      ).toEqual(code ?? sold.code)
    }
    await counter.prize(first!, '7')
    const { body } = await show(sold.serial, 'distribuidor')
    expect(body).toMatchObject({
      state: 'ganador',
      prize: '60.00',
      reprints: 2,
      lines: [{ draws_done: 1, result: '7 Perico' }, { result: null }],
      paid_by_name: null,
      actions: [],
    })
    expect(body).not.toHaveProperty('code')
    expect(body.history.map(({ kind, by, amount }) => [kind, by, amount])).toEqual([
      ['venta', 'Taquilla', '12.00'],
      ['reimpresion', 'Taquilla', null],
      ['reimpresion', 'Polla', null],
      ['resultado', null, '60.00'],
    ])
    await counter.prize(second!, '00')
    expect((await show(sold.serial, 'agencia')).body.actions).toEqual(['pay', 'reprint'])
    expect((await act(sold.serial, { action: 'pay', code: sold.code }, 'agencia')).problem.errors?.[0]?.path).toBe(
      'office_id',
    )
    const paid = await act(
      sold.serial,
      { action: 'pay', code: sold.code, office_id: counter.world.partner.taquilla2 },
      'agencia',
    )
    expect(paid.body).toMatchObject({
      state: 'pagado',
      paid_office_name: 'Taquilla Dos',
      paid_by_name: 'Agencia',
      actions: ['reprint'],
    })
    expect(paid.body.history.at(-1)).toMatchObject({ kind: 'pago', amount: '60.00', by: 'Agencia' })
  })

  it('is seen by those above it alone', async () => {
    const ticket = await counter.sell([line(await counter.world.draw('LOTTO_ACTIVO'), '5')], 'lejana')
    expect([
      (await show(ticket.serial, 'agencia')).problem.code,
      (await act(ticket.serial, annul, 'agencia')).problem.code,
    ]).toEqual(['not_found', 'not_found'])
    expect((await show(ticket.serial, 'distribuidor')).status).toBe(200)
    expect((await show('2TR0000000', 'banca')).problem.code).toBe('not_found')
  })
})

describe('annulment from the back office', () => {
  it('the agency within the window, the banca later until a result is known, nobody else, and never without a reason', async () => {
    const [first, second] = await counter.draws('LOTTO_ACTIVO', 2)
    const [one, two, three] = [
      await counter.sell([line(first!, '5')]),
      await counter.sell([line(first!, '6')]),
      await counter.sell([line(first!, '7'), line(second!, '7')]),
    ]
    for (const as of ['supervisor', 'distribuidor'])
      expect((await act(one.serial, annul, as)).problem.code).toBe('forbidden')
    expect((await act(one.serial, { action: 'annul', reason: 'no' }, 'agencia')).problem.errors).toMatchObject([
      { path: 'reason' },
    ])
    const done = await act(one.serial, annul, 'agencia')
    expect(done.body).toMatchObject({
      state: 'anulado',
      annulled_by_name: 'Agencia',
      annulled_reason: 'error de tipeo',
      actions: [],
    })
    await counter.world.db.run(
      sql`UPDATE tickets SET annul_before = now(), first_close_at = now() WHERE serial IN (${two.serial}, ${three.serial})`,
    )
    await counter.world.closeDraw(first!)
    expect((await act(two.serial, annul, 'agencia')).problem.code).toBe('annul_draw_closed')
    expect([(await show(two.serial, 'agencia')).body.actions, (await show(two.serial, 'banca')).body.actions]).toEqual([
      ['reprint'],
      ['annul'],
    ])
    expect((await act(two.serial, annul, 'banca')).body).toMatchObject({ state: 'anulado', annulled_by_name: 'Banca' })
    // Written down once is known, though not in force yet.
    await counter.world.db.run(
      sql`
        INSERT INTO result_entries (draw_id, kind, numbers)
        VALUES (${first}, 'resultado', '[{"place": "", "number": "7", "sign": null}]')`,
    )
    expect((await act(three.serial, annul, 'banca')).problem.code).toBe('annul_result_known')
    await counter.world.db.run(sql`DELETE FROM result_entries`)
    await counter.prize(first!, '9')
    expect([
      (await act(three.serial, annul, 'banca')).problem.code,
      (await show(three.serial, 'banca')).body.actions,
    ]).toEqual(['annul_result_known', []])
    expect((await act(two.serial, annul, 'banca')).problem.code).toBe('ticket_annulled')
  })
})

describe('a payment over the threshold', () => {
  it('waits, is asked once, is decided above the agency by another person, and is paid once where it was asked', async () => {
    const ticket = await winner('50.00')
    const asked = await counter.pay(ticket)
    expect(asked.body).toMatchObject({
      state: 'ganador',
      paid_at: null,
      approval: { state: 'pendiente', requested_by_name: 'Taquilla', decided_at: null },
      actions: ['reprint'],
    })
    expect((await counter.pay(ticket)).body).toMatchObject({ state: 'ganador', approval: { state: 'pendiente' } })
    expect((await counter.pay(ticket, 'vecina')).problem.code).toBe('pay_needs_approval')
    expect((await counter.pay({ ...ticket, code: '0000000000000' })).problem.code).toBe('ticket_wrong_code')
    expect([
      (await show(ticket.serial, 'agencia')).body.actions,
      (await show(ticket.serial, 'distribuidor')).body.actions,
    ]).toEqual([['reprint'], ['approve', 'reject']])
    expect((await act(ticket.serial, { action: 'approve' }, 'agencia')).problem.code).toBe('forbidden')
    expect((await act(ticket.serial, { action: 'approve' }, 'distribuidor')).body).toMatchObject({
      state: 'ganador',
      approval: { state: 'aprobado', decided_by_name: 'Distribuidor' },
      actions: ['pay'],
    })
    expect((await act(ticket.serial, { action: 'reject', reason: 'no corresponde' }, 'banca')).problem).toMatchObject({
      code: 'approval_decided',
      state: 'aprobado',
    })
    expect((await counter.pay(ticket, 'vecina')).problem.code).toBe('ticket_other_office')
    expect((await counter.pay(ticket)).body).toMatchObject({ state: 'pagado', prize: '1500.00' })
    expect((await counter.pay(ticket)).problem.code).toBe('ticket_already_paid')
    expect((await show(ticket.serial, 'banca')).body.history.map((one) => one.kind)).toEqual([
      'venta',
      'resultado',
      'solicitud',
      'aprobado',
      'pago',
    ])
  })

  it('rejected stays so for the counter; from above the office it may be asked again, and whoever asks does not decide', async () => {
    const ticket = await winner('40.00')
    await counter.pay(ticket)
    expect((await act(ticket.serial, { action: 'reject', reason: 'Falta la cédula' }, 'banca')).body).toMatchObject({
      approval: { state: 'rechazado', reason: 'Falta la cédula' },
    })
    expect((await counter.pay(ticket)).problem).toMatchObject({
      code: 'pay_rejected',
      detail: expect.stringContaining('Falta la cédula'),
    })
    const again = await act(
      ticket.serial,
      { action: 'pay', code: ticket.code, office_id: counter.world.partner.taquilla1 },
      'banca',
    )
    expect(again.body).toMatchObject({
      state: 'ganador',
      approval: { state: 'pendiente', requested_by_name: 'Banca' },
      actions: [],
    })
    expect((await act(ticket.serial, { action: 'approve' }, 'banca')).problem.code).toBe('forbidden')
    expect((await act(ticket.serial, { action: 'approve' }, 'supervisor')).body.approval?.state).toBe('aprobado')
    expect((await counter.pay(ticket)).body.state).toBe('pagado')
  })

  it('is only for what is above it, in its currency', async () => {
    expect((await counter.pay(await winner('33.33'))).body.state).toBe('pagado')
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const dollars = await counter.sell([line(draw, '5', '500.00')], 'taquilla', 'USD')
    await counter.prize(draw, '5')
    expect((await counter.pay(dollars)).body).toMatchObject({ state: 'pagado', prize: '15000.00' })
    const ticket = await counter.sell([line(await counter.world.draw('LOTTO_ACTIVO'), '5')])
    expect((await act(ticket.serial, { action: 'approve' }, 'banca')).problem.code).toBe('conflict')
  })

  it('whose prize was corrected is asked for again, and one whose threshold rose is paid without a word', async () => {
    const ticket = await winner('60.00')
    await counter.pay(ticket)
    await act(ticket.serial, { action: 'approve' }, 'distribuidor')
    await counter.world.db.run(
      sql`UPDATE pay_approvals a SET amount = 1 FROM tickets t WHERE t.id = a.ticket_id AND t.serial = ${ticket.serial}`,
    )
    expect((await counter.pay(ticket)).body).toMatchObject({ state: 'ganador', approval: { state: 'pendiente' } })
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "9000.00"}'`)
    expect((await counter.pay(ticket)).body.state).toBe('pagado')
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "1000.00"}'`)
  })

  it('two who decide at once: one does', async () => {
    const ticket = await winner('70.00')
    await counter.pay(ticket)
    const decisions: Act[] = [{ action: 'approve' }, { action: 'reject', reason: 'no corresponde' }]
    const replies = await Promise.all(
      decisions.flatMap((body) => ['distribuidor', 'banca', 'supervisor'].map((as) => act(ticket.serial, body, as))),
    )
    expect(replies.map((reply) => reply.problem.code ?? 'done').sort()).toEqual([
      ...Array(5).fill('approval_decided'),
      'done',
    ])
  })
})
