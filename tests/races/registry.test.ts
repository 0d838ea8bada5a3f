/**
 * The registry from several sides at once: what is removed while something is hung from it, names that two want, who
 * answers for an agency, and a workbook applied twice.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { network } from '../../contract/network.ts'
import { ticketOffices } from '../../contract/ticket-offices.ts'
import { users } from '../../contract/users.ts'
import { openNetwork } from '../api/network-setup.ts'
import { place } from '../api/agencies-setup.ts'
import { atOnce, openRush, race, tally, type Rush } from './rush.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
  await rush.app.signInAs('banca')
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})
const { at, checked, apply, settled } = openNetwork()

const as = { as: 'banca' }
const agencyForm = (name: string, code: string) => ({
  name,
  code,
  father_id: rush.world.partner.norte,
  ...place,
  currencies: ['BS' as const],
})
const create = (name: string, code: string) =>
  rush.app.call(agencies.create, { body: agencyForm(name, code) as never }, as)

it('an agency that gets offices and people at the instant it is removed keeps them, or is gone with none', async () => {
  const { app, world } = rush
  await race(async (trial) => {
    const { id } = (await create(`Agencia Fugaz ${trial}`, `FUGAZ-${trial}`)).body
    const [gone, ...hung] = await Promise.all([
      app.call(agencies.remove, { params: { id } }, as),
      ...Array.from({ length: 13 }, (_, n) =>
        app.call(
          ticketOffices.create,
          {
            body: {
              name: `Taquilla Fugaz ${trial}-${n}`,
              code: `TF-${trial}-${n}`,
              father_id: id,
              currencies: ['BS'],
            } as never,
          },
          as,
        ),
      ),
      ...Array.from({ length: 2 }, (_, n) =>
        app.call(
          users.create,
          {
            body: {
              username: `fugaz${trial}x${n}`,
              name: 'Persona Fugaz',
              role: 'ADMIN_TAQUILLA',
              partner_id: id,
            } as never,
          },
          as,
        ),
      ),
    ])
    expect([gone.status, Object.keys(tally(hung)).filter((code) => /^5|internal/.test(code))]).toEqual([200, []])
    const made = hung.filter(({ status }) => status === 201).length
    const left = (await world.db.one<{ n: number; there: boolean; orphans: number }>(sql`
      SELECT (SELECT count(*) FROM partners WHERE father_id = ${id})::int + (SELECT count(*) FROM users WHERE partner_id = ${id})::int AS n,
        EXISTS (SELECT 1 FROM partners WHERE id = ${id}) AS there,
        (SELECT count(*)::int FROM partner_ancestors a WHERE NOT EXISTS (SELECT 1 FROM partners p WHERE p.id = a.partner_id)) AS orphans`))!
    expect(left).toEqual({ n: made, there: gone.body.result !== 'eliminada', orphans: 0 })
    if (made > 0) expect(left.there).toBe(true)
  })
})

it('of sixteen who want one name, one has it, and the others are told by its field', async () => {
  await race(async (trial) => {
    const spelled = [`Agencia Única ${trial}`, `AGENCIA  UNICA ${trial}`, `agencia única ${trial}`]
    const replies = await atOnce(16, (n) => create(spelled[n % spelled.length]!, `UNICA-${trial}-${n}`))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, problem } of replies)
      if (status !== 201) expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'name_taken', 'name'])
  })
})

it('of sixteen who choose who answers for an agency, and all saw the same, one is heard', async () => {
  const { banca, norte } = rush.world.partner
  await race(async (trial) => {
    const { id } = (await create(`Agencia Respondida ${trial}`, `RESP-${trial}`)).body
    const chosen = (n: number) => (n % 2 === 0 ? id : banca)
    const replies = await atOnce(16, (n) =>
      rush.app.call(
        agencies.saveConfig,
        { body: { id, payments_responsible_partner_id: chosen(n), before: norte } },
        as,
      ),
    )
    const heard = replies.flatMap(({ status }, n) => (status === 200 ? [chosen(n)] : []))
    expect([heard.length, tally(replies)]).toEqual([1, { 200: 1, changed_meanwhile: 15 }])
    const now = await rush.app.call(agencies.config, { query: { id } }, as)
    expect(now.body.data[0]?.payments_responsible_partner_id).toBe(heard[0])
  })
})

it('a workbook that is applied from sixteen sides, and its twin, are written once', async () => {
  await race(async (trial) => {
    const sheets = {
      taquillas: [{ code: `DOS-${trial}`, name: `Taquilla de dos ${trial}`, father: 'Agencia Uno' }],
    }
    const [one, twin] = [await checked(sheets), await checked(sheets)]
    expect([one.faults, twin.faults]).toEqual([0, 0])
    const replies = await atOnce(16, (n) => apply(n % 2 === 0 ? one : twin))
    // Pressed again it is under way already; once it is done with, it is decided.
    for (const code of Object.keys(tally(replies)))
      expect(['202', 'network_decided', 'network_changed', 'conflict']).toContain(code)
    const states = [(await settled(one.id)).state, (await settled(twin.id)).state].sort()
    expect(states).toEqual(['aplicada', 'revisada'])
    const written = await at.world.db.rows(sql`SELECT 1 FROM partners WHERE code = ${`DOS-${trial}`}`)
    expect(written).toHaveLength(1)
    for (const { id } of [one, twin]) await at.app.call(network.discard, { params: { id } }, as)
  })
})

it('nobody waited in a circle', async () => {
  deadlocks = await rush.finish()
  expect(deadlocks).toBe(0)
})
