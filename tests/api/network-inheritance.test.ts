/** A workbook of the network gives nobody more than whoever brings it may, and leaves what was set from above. */
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { addCommission, addPartner } from '../support/factories.ts'
import { openNetwork } from './network-setup.ts'

const { at, checked, faults, faultLines, apply, applied, settled } = openNetwork()
const where = { state: 'Zulia', municipality: 'Maracaibo' }
const by = 'distribuidor'
let count = 0
const row = (father: string, more: object = {}) => {
  count += 1
  return { code: `LIB-${count}`, name: `Del libro ${count}`, ...where, father, ...more }
}
const run = (query: ReturnType<typeof sql>) => at.world.db.run(query)
const id = (of: keyof typeof at.world.partner) => at.world.partner[of]
const rate = (commission_percent: number) => ({ commission_percent, participation_percent: 0 })

beforeEach(async () => {
  for (const table of ['partner_settings', 'regular_quotas', 'blocked_numbers'])
    await run(sql`DELETE FROM ${sql.identifier(table)}`)
  await run(sql`TRUNCATE commissions`)
  await addCommission(at.world.db, { partner_id: id('banca'), commission_percent: 12, participation_percent: 30 })
})

describe('a workbook that a distributor brings', () => {
  it('makes nobody under one who has more: each row is told, with what it would have', async () => {
    await run(
      sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${id('norte')}, 5), (${id('sur')}, 60)`,
    )
    const sub = row('SUR')
    const sheets = {
      distribuidores: [sub],
      agencias: [row('SUR'), row(sub.code), row('NORTE')],
      taquillas: [row('AGENCIA1'), row('AGENCIA2')],
    }
    const told = 'Ahí recibiría más de lo que usted puede dar. Minutos para anular: 60, y usted puede dar hasta 5.'
    expect(await faultLines(sheets, by)).toEqual([
      `distribuidores 2 Padre: ${told}`,
      `agencias 2 Padre: ${told}`,
      `agencias 3 Padre: ${told}`,
      `taquillas 2 Agencia: ${told}`,
    ])
    expect(await faultLines(sheets, 'banca')).toEqual([])
  })

  it('moves nobody away from what was set from above, nor to more', async () => {
    const product = at.world.product('LOTTO_ACTIVO')
    await run(sql`
      INSERT INTO regular_quotas
      SELECT ${id('sur')}, product_id, bet_type_id, 'BS', 50
      FROM product_bet_types
      WHERE product_id = ${product}
      ORDER BY bet_type_id
      LIMIT 1`)
    const [from, to] = [row('SUR'), row('NORTE')]
    for (const [one, father_id] of [
      [from, id('sur')],
      [to, id('norte')],
    ] as const)
      await addPartner(at.world.db, { father_id, type: 'agencia', code: one.code, name: one.name })
    const moved = (one: typeof from, father: string) => ({ agencias: [{ ...one, father }] })
    expect(await faultLines(moved(from, 'NORTE'), by)).toEqual([
      expect.stringMatching(
        /^agencias 2 Padre: Ahí cambiaría lo que tiene\. Cupo de Lotto Activo · .*: Bs 50,00 → sin cupo\.$/,
      ),
    ])
    await addCommission(at.world.db, { partner_id: id('sur'), commission_percent: 20, participation_percent: 50 })
    expect(await faultLines(moved(to, 'SUR'), by)).toEqual([expect.stringContaining('→ Venta 20 % y compartida 50 %')])
    expect((await applied(moved(from, 'NORTE'))).state).toBe('aplicada')
    expect((await applied(moved(to, 'SUR'))).state).toBe('aplicada')
  })

  it('may give a rate of its own where it has more above it, within what the distributor has', async () => {
    await addCommission(at.world.db, { partner_id: id('sur'), commission_percent: 20 })
    const [sub, agency] = [row('SUR'), row('SUR')]
    const comisiones = [
      { partner: sub.code, ...rate(12) },
      { partner: agency.code, ...rate(10) },
    ]
    const under = row(sub.code)
    const one = await applied({ distribuidores: [sub], agencias: [agency, under], comisiones }, by)
    expect(one.state).toBe('aplicada')
    // One of a single product leaves the rest to what stands above.
    const more = row('SUR')
    const single = [{ partner: more.code, product: 'Lotto Activo', ...rate(10) }]
    expect((await faultLines({ agencias: [more], comisiones: single }, by)).length).toBeGreaterThan(0)
  })

  it('is looked at again where the banca gave more since', async () => {
    const one = await checked({ agencias: [row('SUR')] }, by)
    expect([one.state, one.faults]).toEqual(['revisada', 0])
    await addCommission(at.world.db, { partner_id: id('sur'), commission_percent: 20, participation_percent: 50 })
    expect((await apply(one, by)).status).toBe(202)
    const after = await settled(one.id, by)
    expect([after.state, after.faults]).toEqual(['revisada', 1])
    expect((await faults(one.id, by))[0]!.message).toContain('Venta 20 % y compartida 50 %')
  })

  it('of thousands is looked at in little time', async () => {
    const subs = Array.from({ length: 200 }, () => row('NORTE'))
    const filled = subs.map(({ code, name }) => ({ code, name }))
    for (const one of filled) {
      const partner_id = await addPartner(at.world.db, { father_id: id('norte'), type: 'distribuidor', ...one })
      await addCommission(at.world.db, { partner_id, commission_percent: 10, participation_percent: 20 })
      await run(sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${partner_id}, 5)`)
    }
    const agencias = Array.from({ length: 3_000 }, (_, n) => row(subs[n % 200]!.code))
    const began = performance.now()
    const one = await checked({ agencias }, by)
    expect([one.state, one.faults]).toEqual(['revisada', 0])
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 60_000)
})
