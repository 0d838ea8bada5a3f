/**
 * A rate is set cell by cell: an edit makes one cell somebody's own and leaves every other as it was, own or inherited, and
 * what is not own goes on following whoever stands above. What the calls answer is compared with the rule told here again.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import type { Rate, RateField, RatePart } from '../../contract/commission-rates.ts'
import { commissions } from '../../contract/commissions.ts'
import { slowModelRuns } from '../support/length.ts'
import { animal, openCounter } from './sale-setup.ts'

const counter = openCounter()
const places = ['banca', 'norte', 'agencia1', 'taquilla1'] as const
type Place = (typeof places)[number]
const lotto = () => counter.world.product('LOTTO_ACTIVO')
/** From all that is sold to one bet type of one product in one currency. */
const reaches = ['todo', 'producto', 'jugada', 'moneda', 'producto en bolívares'] as const
type Reach = (typeof reaches)[number]
const keyOf = (reach: Reach) => ({
  product_id: reach === 'todo' || reach === 'moneda' ? null : lotto(),
  bet_type_id: reach === 'jugada' ? animal : null,
  currency: reach === 'moneda' || reach === 'producto en bolívares' ? ('BS' as const) : null,
})
const rateFields = ['commission_kind', 'commission_percent', 'participation_kind', 'participation_percent'] as const
const nothing: Rate = {
  commission_kind: 'VENTA',
  commission_percent: '0',
  participation_kind: 'COMPARTIDA',
  participation_percent: '0',
}
type Own = Partial<Rate>
type Model = Map<string, Own>
const rowOf = (model: Model, place: Place, reach: Reach): Own => model.get(`${place} ${reach}`) ?? {}

/** Which keys hold for `reach`, the most specific first. */
const under: Record<Reach, readonly Reach[]> = {
  todo: ['todo'],
  producto: ['producto', 'todo'],
  jugada: ['jugada', 'producto', 'todo'],
  moneda: ['moneda', 'todo'],
  'producto en bolívares': ['producto en bolívares', 'producto', 'moneda', 'todo'],
}
/** The row that holds at or above a place, and the part of it: its own, or that of the row which would hold without it. */
function partAt(model: Model, place: Place, reach: Reach, part: RateField, but_own: boolean): string | undefined {
  for (let at = places.indexOf(place); at >= 0; at -= 1)
    for (const one of under[reach]) {
      const own = rowOf(model, places[at]!, one)
      const skipped = but_own && places[at] === place && one === reach
      if (skipped || Object.keys(own).length === 0) continue
      return own[part] ?? partAt(model, places[at]!, one, part, true)
    }
  return undefined
}
const rateAt = (model: Model, place: Place, reach: Reach, but_own = false): Rate =>
  Object.fromEntries(
    rateFields.map((part) => [part, partAt(model, place, reach, part, but_own) ?? nothing[part]]),
  ) as Rate
const partOf = (own: Own): RatePart | null =>
  Object.keys(own).length === 0
    ? null
    : (Object.fromEntries(rateFields.map((part) => [part, own[part] ?? null])) as unknown as RatePart)

async function sheet(place: Place) {
  const reply = await counter.app.call(
    commissions.show,
    { params: { id: counter.world.partner[place] } },
    { as: 'banca' },
  )
  return (reach: Reach) => {
    const key = keyOf(reach)
    return reply.body.rows.find((row) => Object.entries(key).every(([name, value]) => row[name as never] === value))!
  }
}
/** What is saved holds from a moment on: that moment is brought forward. */
const begin = () =>
  counter.world.db.run(sql`
    ALTER TABLE commissions DISABLE TRIGGER USER;
    UPDATE commissions SET starts_at = '-infinity', until = NULL WHERE starts_at > '-infinity';
    ALTER TABLE commissions ENABLE TRIGGER USER`)

const edits = fc.array(
  fc.record({
    place: fc.constantFrom(...places),
    reach: fc.constantFrom(...reaches),
    cell: fc.oneof(
      fc.record({ part: fc.constant('commission_percent' as const), value: fc.constantFrom('3', '7.5', '12', null) }),
      fc.record({ part: fc.constant('participation_percent' as const), value: fc.constantFrom('10', '25', null) }),
      fc.record({ part: fc.constant('commission_kind' as const), value: fc.constantFrom('VENTA', 'UTILIDAD', null) }),
    ),
  }),
  { minLength: 1, maxLength: 7 },
)

beforeEach(() => counter.world.db.run(sql`TRUNCATE commissions`))

it('an edit makes one cell its own, and every other stays what it was', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (steps) => {
      await counter.world.db.run(sql`TRUNCATE commissions`)
      const model: Model = new Map()
      for (const { place, reach, cell } of steps) {
        const before = rowOf(model, place, reach)
        const { [cell.part]: _left, ...others } = before
        const after = (cell.value === null ? others : { ...others, [cell.part]: cell.value }) as Own
        const row = { partner_id: counter.world.partner[place], ...keyOf(reach) }
        const { status, problem } = await counter.app.call(
          commissions.save,
          { body: { commissions: [{ ...row, rate: partOf(after), before: partOf(before) }] } },
          { as: 'banca' },
        )
        expect([status, problem?.detail]).toEqual([200, undefined])
        model.set(`${place} ${reach}`, after)
        await counter.world.db.run(sql`
          DELETE FROM commissions c
          WHERE EXISTS (
            SELECT 1
            FROM commissions n
            WHERE n.partner_id = c.partner_id AND n.product_id IS NOT DISTINCT FROM c.product_id
              AND n.bet_type_id IS NOT DISTINCT FROM c.bet_type_id AND n.currency IS NOT DISTINCT FROM c.currency
              AND n.starts_at > c.starts_at
          )`)
        await begin()
        for (const one of places) {
          const shown = await sheet(one)
          for (const key of reaches) {
            const { own, inherited } = shown(key)
            const said = [own, inherited ?? nothing]
            const is = [partOf(rowOf(model, one, key)), rateAt(model, one, key, true)]
            expect([one, key, ...said]).toEqual([one, key, ...is])
          }
        }
      }
    }),
    slowModelRuns(8),
  )
})
