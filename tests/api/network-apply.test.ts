/** Applying a workbook: to the network that was looked at or not at all, by whoever may, and never half. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { networkLimits } from '../../contract/network-sheets.ts'
import { network } from '../../contract/network.ts'
import { lockTree } from '../../server/rules/tree/tree.ts'
import { placeOf } from '../../server/seed/locations.ts'
import { line } from './sale-setup.ts'
import { tickets } from '../../contract/tickets.ts'
import { addCommission } from '../support/factories.ts'
import { openNetwork, sheetsIn } from './network-setup.ts'

const { at, send, show, settled, checked, faultLines, apply, applied } = openNetwork()
const where = { state: 'Zulia', municipality: 'Maracaibo' }
const agency = (code: string, more: object = {}) => ({ code, name: `Agencia ${code}`, ...where, ...more })
const id = async (code: string) =>
  (await at.world.db.one<{ id: number }>(sql`SELECT id FROM partners WHERE code = ${code}`))?.id
const discard = (book: number) => at.app.call(network.discard, { params: { id: book } }, { as: 'banca' })

describe('a workbook that was looked at', () => {
  it('is not applied to a network that changed meanwhile: it is looked at again', async () => {
    const one = await checked({ agencias: [agency('CAM-1'), agency('CAM-2')] })
    const made = await at.app.call(
      agencies.create,
      {
        body: {
          name: 'Agencia CAM-2',
          code: 'CAM-9',
          father_id: at.world.partner.norte,
          ...placeOf('Zulia', 'Maracaibo'),
          currencies: ['BS'],
        } as never,
      },
      { as: 'banca' },
    )
    expect(made.status).toBe(201)
    expect((await apply(one)).status).toBe(202)
    const after = await settled(one.id)
    expect([after.state, after.faults]).toEqual(['revisada', 1])
    expect(after.problem).toContain('La red cambió')
    expect(await id('CAM-1')).toBeUndefined()
    await discard(one.id)
    expect((await apply(after)).problem.code).toBe('network_decided')
  })

  it('is applied once, however often it is pressed', async () => {
    const one = await checked({ agencias: [agency('VEZ-1')] })
    const replies = await Promise.all(Array.from({ length: 6 }, () => apply(one)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202))
    expect((await settled(one.id)).state).toBe('aplicada')
    // Pressed again after its end, as often and by as many as may be, it is the same.
    const again = await Promise.all(Array.from({ length: 3 }, () => apply(one)))
    expect(again.map(({ status, body }) => [status, body.state])).toEqual(again.map(() => [202, 'aplicada']))
    expect((await discard(one.id)).problem.code).toBe('network_decided')
    const columns = { sheet: 'agencias' as const, columns: [{ name: 'X', field: null }] }
    expect(
      (await at.app.call(network.columns, { params: { id: one.id }, body: columns }, { as: 'banca' })).problem.code,
    ).toBe('network_decided')
    expect((await at.app.call(network.passwords, { params: { id: one.id } }, { as: 'banca' })).problem.code).toBe(
      'network_nobody',
    )
    const audits = await at.world.db.rows(
      sql`
        SELECT before, after
        FROM audit_log
        WHERE action = 'network.apply' AND entity = 'partners' AND entity_id = ${String(await id('VEZ-1'))}`,
    )
    expect(audits).toMatchObject([{ before: null, after: { code: 'VEZ-1', name: 'Agencia VEZ-1' } }])
  })

  it('asks for the review that was shown', async () => {
    const one = await checked({ agencias: [agency('REV-1')] })
    const reply = await at.app.call(
      network.apply,
      { params: { id: one.id }, body: { review: 'otra' } },
      { as: 'banca' },
    )
    expect(reply.problem.code).toBe('network_changed')
    expect((await discard(one.id)).body.state).toBe('descartada')
  })

  it('moves who never sold, with who hangs from them, and nobody who did', async () => {
    await applied({
      agencias: [agency('MUE-1')],
      taquillas: [{ code: 'MUE-T', name: 'Taquilla MUE', father: 'MUE-1' }],
    })
    await applied({ agencias: [agency('MUE-1', { father: 'Distribuidor Norte' })] })
    const above = await at.world.db.rows<{ name: string }>(
      sql`
        SELECT p.name
        FROM partner_ancestors a
        JOIN partners p ON p.id = a.ancestor_id
        WHERE a.partner_id = ${await id('MUE-T')}
        ORDER BY a.depth`,
    )
    expect(above.map(({ name }) => name)).toEqual([
      'Taquilla MUE',
      'Agencia MUE-1',
      'Distribuidor Norte',
      'Banca de Prueba',
    ])
    const draw_id = await at.world.draw('LOTTO_ACTIVO')
    expect(
      (await at.app.call(tickets.sell, { body: { currency: 'BS', lines: [line(draw_id, '5')] } }, { as: 'taquilla' }))
        .status,
    ).toBe(201)
    const code = (await at.world.db.one<{ code: string }>(
      sql`SELECT code FROM partners WHERE id = ${at.world.partner.agencia1}`,
    ))!.code
    expect(await faultLines({ agencias: [{ code, father: 'Distribuidor Norte' }] })).toEqual([
      'agencias 2 Padre: Ya vendió: se mueve en su ficha, donde se ve qué cifras van con él.',
    ])
  })

  it('moves many at once, and what it makes under them', async () => {
    await applied({ agencias: [agency('VIA-1'), agency('VIA-2')] })
    const father = 'Distribuidor Norte'
    const done = await applied({
      agencias: [agency('VIA-1', { father }), agency('VIA-2', { father })],
      taquillas: [{ code: 'VIA-T', name: 'Taquilla VIA', father: 'VIA-1' }],
    })
    expect([done.state, done.problem]).toEqual(['aplicada', null])
    const { norte } = at.world.partner
    const below = await at.world.db.rows<{ code: string }>(
      sql`
        SELECT p.code
        FROM partner_ancestors a
        JOIN partners p ON p.id = a.partner_id
        WHERE a.ancestor_id = ${norte} AND p.code LIKE 'VIA%'
        ORDER BY 1`,
    )
    expect(below.map(({ code }) => code)).toEqual(['VIA-1', 'VIA-2', 'VIA-T'])
  })

  it('waits no longer for the tree than sales may wait behind it', async () => {
    await applied({ agencias: [agency('ESP-1')] })
    const one = await checked({ agencias: [agency('ESP-1', { father: 'Distribuidor Norte' }), agency('ESP-2')] })
    await at.world.run(async (tx) => {
      await lockTree(tx, 'add')
      await apply(one)
      const after = await settled(one.id)
      expect([after.state, after.problem]).toEqual(['revisada', expect.stringContaining('Espere unos segundos')])
    })
    expect(await at.world.db.one(sql`SELECT 1 FROM partners WHERE code = 'ESP-2'`)).toBeUndefined()
    await apply(await show(one.id))
    expect((await settled(one.id)).state).toBe('aplicada')
  })

  it('takes a currency up from the top down, and drops none', async () => {
    await applied({
      agencias: [agency('MON-1', { currencies: 'BS' })],
      taquillas: [{ code: 'MON-T', name: 'Taquilla MON', father: 'MON-1' }],
    })
    await applied({ agencias: [{ code: 'MON-1', currencies: 'BS, USD' }] })
    const office = await at.world.db.one(
      sql`SELECT currencies::text[] AS currencies FROM partners WHERE code = 'MON-T'`,
    )
    expect(office).toEqual({ currencies: ['BS', 'USD'] })
    expect(await faultLines({ agencias: [{ code: 'MON-1', currencies: 'USD' }] })).toMatchObject([
      expect.stringContaining('no quita monedas'),
    ])
  })
})

describe('whoever brings it', () => {
  it('reaches what is below, and gives no more than it has', async () => {
    await addCommission(at.world.db, { partner_id: at.world.partner.norte, commission_percent: 10 })
    const norte = (await at.world.db.one<{ code: string }>(
      sql`SELECT code FROM partners WHERE id = ${at.world.partner.norte}`,
    ))!.code
    const as = 'distribuidor'
    expect(
      await faultLines(
        {
          distribuidores: [{ code: norte, name: 'Otro Nombre' }],
          agencias: [agency('DIS-1', { father: 'Banca de Prueba' })],
          usuarios: [{ username: 'nueva.banca', name: 'Ana Ana', role: 'Supervisor de banca', partner: 'x' }],
          comisiones: [
            { partner: norte, commission_percent: 5 },
            { partner: 'Agencia Dos', commission_percent: 11 },
          ],
        },
        as,
      ),
    ).toMatchObject([
      expect.stringContaining('agencias 2 Padre: Nadie tiene ese código o nombre'),
      expect.stringContaining('Es su propio afiliado'),
      expect.stringContaining('Un libro no hace usuarios con el rol Supervisor de banca'),
      expect.stringContaining('Sus propias tasas las fija'),
      expect.stringContaining('Puede dar hasta lo que usted tiene: 10 %'),
    ])
    const done = await applied(
      { agencias: [agency('DIS-2')], comisiones: [{ partner: 'DIS-2', commission_percent: 9 }] },
      as,
    )
    expect(done.state).toBe('aplicada')
    const father = await at.world.db.one(
      sql`SELECT f.name FROM partners p JOIN partners f ON f.id = p.father_id WHERE p.code = 'DIS-2'`,
    )
    expect(father).toEqual({ name: 'Distribuidor Norte' })
    const book = sheetsIn((await at.app.call(network.book, {}, { as })).raw)
    expect(book['Distribuidores']!.map((row) => row['Nombre'])).toEqual(['Distribuidor Sur'])
    expect((await at.app.call(network.show, { params: { id: done.id } }, { as: 'banca' })).problem.code).toBe(
      'not_found',
    )
  })

  it('gives no password of whoever was given more since', async () => {
    const as = 'distribuidor'
    const user = { username: 'nueva.jefa', name: 'Ana Jefa', role: 'Distribuidor', partner: 'Distribuidor Sur' }
    const { id } = await applied({ usuarios: [user] }, as)
    const give = () => at.app.call(network.passwords, { params: { id } }, { as })
    expect((await give()).status).toBe(200)
    await at.world.db.run(sql`UPDATE users SET awarding_results = true WHERE username = 'nueva.jefa'`)
    expect((await give()).problem.code).toBe('network_nobody')
  })

  it('gives no more than it has of all that a rate will hold for', async () => {
    const { norte } = at.world.partner
    await at.world.db.run(sql`TRUNCATE commissions`)
    await addCommission(at.world.db, { partner_id: norte, commission_percent: 12 })
    await addCommission(at.world.db, {
      partner_id: norte,
      commission_percent: 10,
      product_id: at.world.product('LOTTO_ACTIVO'),
    })
    const as = 'distribuidor'
    const general = { partner: 'Agencia Dos', commission_percent: 12 }
    expect(await faultLines({ comisiones: [general] }, as)).toMatchObject([
      expect.stringContaining('Puede dar hasta lo que usted tiene: 10 %'),
    ])
    const lotto = { partner: 'Agencia Dos', product: 'Lotto Activo', commission_percent: 9 }
    expect((await applied({ comisiones: [general, lotto] }, as)).state).toBe('aplicada')
  })

  it('who lost the right meanwhile writes nothing', async () => {
    const one = await checked({ agencias: [agency('DER-1', { father: 'Distribuidor Norte' })] }, 'distribuidor')
    expect((await apply(one, 'distribuidor')).status).toBe(202)
    await at.world.db.run(sql`UPDATE users SET manage_childs = false WHERE username = 'distribuidor'`)
    await settled(one.id, 'banca').catch(() => undefined)
    await at.world.db.run(sql`UPDATE users SET manage_childs = true WHERE username = 'distribuidor'`)
    const after = await show(one.id, 'distribuidor')
    // Where the work was quicker than the change it is written by right.
    expect(after.state === 'aplicada' ? await id('DER-1') : ((await id('DER-1')) ?? null)).toEqual(
      after.state === 'aplicada' ? expect.any(Number) : null,
    )
  })

  it('is told what is no workbook, and has no more than some undecided at once', async () => {
    const told = async (bytes: Buffer) => {
      const reply = await send(bytes)
      return (await settled(reply.body.id)).problem
    }
    expect(await told(Buffer.from('Código;Nombre\nA;B'))).toContain('No se sabe qué son estas filas')
    expect(await told(Buffer.from('%PDF-1.7'))).toContain('PDF')
    expect(await told(Buffer.alloc(0))).toContain('vacío')
    const waiting = []
    for (let n = 0; n < networkLimits.waiting; n++) waiting.push(await checked({ agencias: [agency(`ESP-${n}`)] }))
    const reply = await send(Buffer.from('x'))
    expect([reply.status, reply.problem.code]).toEqual([409, 'network_too_many'])
    for (const one of waiting) await discard(one.id)
  })
})
