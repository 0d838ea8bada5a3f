/** Who may award: granted and withdrawn by the banca, and whether it takes two of them. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { awardingControl } from '../../contract/awarding-control.ts'
import { draws } from '../../contract/draws.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { animal, openBench, type Bench, type Numbers } from './award-setup.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.close())
afterEach(() => bench.holds())

const save = (body: object, as = 'premiador') => bench.app.call(manageDraws.saveResult, { body: body as never }, { as })
const enter = async (draw_id: number, numbers: Numbers, as: string) => {
  const { status, body, problem } = await save({ step: 'enter', draw_id, numbers }, as)
  expect([status, status < 300 ? null : problem.code]).toEqual([200, null])
  return body.entry!
}
async function closed(): Promise<number> {
  const [draw] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
  await bench.over(draw)
  return draw
}

describe('who may award', () => {
  it('is asked to be two by default; that one is enough is said by the banca, and logged', async () => {
    const configure = async (second_user_confirms: boolean) =>
      (await bench.app.call(awardingControl.configure, { body: { second_user_confirms } }, { as: 'banca' })).body
    const entry = await enter(await closed(), animal('5'), 'banca')
    expect(entry.can_confirm).toBe(false)
    expect(await configure(false)).toEqual({ second_user_confirms: false, awarders: 2 })
    const [open] = (await bench.app.call(draws.pending, {}, { as: 'banca' })).body.data.flatMap((one) =>
      one.entry?.id === entry.id ? [one.entry.can_confirm] : [],
    )
    expect(open).toBe(true)
    expect(await configure(true)).toEqual({ second_user_confirms: true, awarders: 2 })
    const logged = await bench.world.db.rows(
      sql`SELECT before, after FROM audit_log WHERE action = 'awardingControl.configure' AND significant ORDER BY id`,
    )
    expect(logged).toEqual([
      { before: { second_user_confirms: true }, after: { second_user_confirms: false } },
      { before: { second_user_confirms: false }, after: { second_user_confirms: true } },
    ])
  })

  it('is granted and withdrawn by the banca, to users of roles that can, at once', async () => {
    const { body } = await bench.app.call(awardingControl.list, {}, { as: 'banca' })
    expect(body.data.map((one) => [one.username, one.awarding_results])).toEqual([
      ['banca', true],
      ['premiador', true],
      ['distribuidor', false],
      ['sinhijos', false],
      ['supervisor', false],
    ])
    const userId = bench.world.user['supervisor']!
    const draw = await closed()
    const look = async () => (await save({ step: 'preview', draw_id: draw, numbers: animal('5') }, 'supervisor')).status
    expect(await look()).toBe(403)
    expect((await bench.app.call(awardingControl.grant, { params: { userId } }, { as: 'banca' })).body).toMatchObject({
      username: 'supervisor',
      awarding_results: true,
    })
    expect(await look()).toBe(200)
    expect(
      (await bench.app.call(awardingControl.withdraw, { params: { userId } }, { as: 'banca' })).body.awarding_results,
    ).toBe(false)
    expect(await look()).toBe(403)
    expect(
      (
        await bench.app.call(
          awardingControl.grant,
          { params: { userId: bench.world.user['taquilla']! } },
          { as: 'banca' },
        )
      ).problem.code,
    ).toBe('not_found')
    expect(
      await bench.world.db.one(
        sql`SELECT count(*)::int AS n FROM audit_log WHERE action IN ('awardingControl.grant', 'awardingControl.withdraw') AND significant`,
      ),
    ).toEqual({ n: 2 })
  })
})
