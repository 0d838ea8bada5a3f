/**
 * Short random lives of tickets beside their model: sold on one draw and on several, annulled, awarded,
 * corrected, withdrawn, suspended, lifted, approved, paid, refunded, expired, lapsed. Sequences run a few at a time, each on
 * draws of its own, so that they also meet in the same offices' rows. As many as its time allows; the long
 * run has all the time it takes. A failure prints its seed.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { lapseRefunds } from '../../server/rules/pay/lapse.ts'
import { expectBooksHold } from '../support/holds.ts'
import { betTypeId } from '../support/world.ts'
import { threshold, tripletaDraws } from './life-model.ts'
import { drawCount, Sequence, type Step } from './life-sequence.ts'
import { isLong, modelRuns } from '../support/length.ts'
import { openRush, type Rush } from './rush.ts'
import { addProduct } from '../support/factories.ts'

/** At a time, each with a product of its own, so that ranges of one never see another's draws. */
const together = 6
const seconds = 12
const { numRuns: sequences, ...seeded } = modelRuns(1_000)
vi.setConfig({ testTimeout: 180_000 + (isLong ? sequences * 500 : 0) })

let rush: Rush
const products: number[] = []
beforeAll(async () => {
  rush = await openRush()
  const { db } = rush.world
  await db.run(sql`UPDATE banca SET pay_approval_threshold = ${JSON.stringify({ BS: threshold })}::jsonb`)
  for (let n = 0; n < together; n++) {
    products.push(
      await addProduct(db, {
        code: `VIDA_${n}`,
        name: `Vida ${n}`,
        kind: 'animalitos',
        settings: { tripleta_draws: tripletaDraws },
        multipliers: { [betTypeId('ANIMALITO')]: 30, [betTypeId('TRIPLETA')]: 50 },
        symbols: 3,
      }),
    )
  }
})
afterAll(async () => {
  expect(await rush.finish()).toBe(0)
})

const draw = fc.nat(drawCount - 1)
const number = fc.constantFrom('1', '2', '3')
const which = fc.nat(5)
const sale = fc.record({
  kind: fc.constant('sell' as const),
  office: fc.nat(1),
  bets: fc.array(
    fc.record({ draw, number: fc.constantFrom('1', '2', '3', '3-1-2'), cents: fc.integer({ min: 1, max: 900 }) }),
    { minLength: 1, maxLength: 2 },
  ),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: sale },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('award' as const), draw, number }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('suspend' as const),
      draw,
      mode: fc.constantFrom('devolver' as const, 'mover' as const, 'mantener' as const),
      target: draw,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('correct' as const, 'withdraw' as const), draw, number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lift' as const), draw }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('annul' as const, 'annul_here' as const, 'refund' as const),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      which,
      state: fc.constantFrom('aprobado' as const, 'rechazado' as const),
    }),
  },
)
/** A sale first, or there is nothing to live; some come to their end, and for some the last days pass. */
const life = fc.record({
  first: sale,
  steps: fc.array(step, { minLength: 2, maxLength: 6 }),
  ends: fc.option(number, { nil: null }),
  expires: fc.boolean(),
})

async function holds(): Promise<void> {
  const { db, today, run } = rush.world
  await expectBooksHold(db)
  expect((await run((tx) => rebuildDays(tx, addDays(today, -2), addDays(today, 2)))).corrected).toBe(0)
}

describe('lives of tickets', () => {
  it('are in the database as they are in the model', async () => {
    let batch = 0
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: together, maxLength: together }), async (lives) => {
        batch += 1
        const running = await Promise.all(lives.map((_, slot) => Sequence.open(rush.world, products[slot]!, batch)))
        const ended = await Promise.allSettled(
          lives.map(async ({ first, steps, ends }, slot) => {
            await running[slot]!.run([first, ...steps])
            if (ends) await running[slot]!.finish(ends)
          }),
        )
        for (const one of ended) if (one.status === 'rejected') throw one.reason
        for (const [slot, { expires }] of lives.entries()) if (expires) await running[slot]!.passDays()
        await expireTickets(rush.world.pool, new Date())
        await lapseRefunds(rush.world.pool, new Date())
        for (const one of running) await one.compare()
        if (batch % 25 === 0) await holds()
      }),
      {
        ...seeded,
        numRuns: Math.ceil(sequences / together),
        ...(!isLong && { interruptAfterTimeLimit: seconds * 1_000 }),
      },
    )
    await holds()
    // Fewer than asked on a busy machine, but never none.
    expect(batch).toBeGreaterThan(0)
  })
})
