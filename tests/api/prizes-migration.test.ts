/** A database from before prizes crossed and tripletas kept to the clock: the upgrade puts both right, once, and says so. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { placePrizes } from '../../server/rules/award/past.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { zone } from '../support/world.ts'
import { animal, bet, openBench, type Bench } from './award-setup.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
  const { db, partner } = bench.world
  await db.run(sql`UPDATE partner_settings SET pays_other_agencies = true WHERE partner_id = ${partner.banca}`)
})
afterAll(() => bench?.close())

const upgrade = async () => {
  const said: string[] = []
  await placePrizes(bench.world.pool, (message) => said.push(message), 2)
  return said
}
const broken = async () => (await verifyBooks(bench.world.db)).map((one) => one.rule)

it('moves prizes to the draw that completed them and crosses what was paid elsewhere, on the days these belong to', async () => {
  const { db, today, partner } = bench.world
  expect(await db.one(sql`SELECT to_regclass('prizes_before') AS left`)).toEqual({ left: null })
  // Five payments at another agency, and a tripleta over a week's edge.
  const [draw] = (await bench.draws('LOTTO_ACTIVO', 1)) as [number]
  const sold = []
  for (let n = 0; n < 5; n++) sold.push(await bench.sell([bet(draw, '5', '1.00')]))
  await bench.over(draw)
  await bench.give(draw, animal('5'))
  for (const ticket of sold) await bench.pay(ticket, 'lejana')
  await db.run(sql`UPDATE products SET settings = settings || '{"tripleta_draws": 4}' WHERE code = 'LOTTO_ACTIVO'`)
  const draws = (await bench.draws('LOTTO_ACTIVO', 4)) as [number, number, number, number]
  await bench.sell([bet(draws[0], '1-2-3', '2.00', 'TRIPLETA')])
  await bench.over(...draws)
  const sunday = addDays(today, 14 - weekday(today))
  for (const [n, id] of draws.entries()) {
    const on = addDays(sunday, n === 3 ? 1 : 0)
    await db.run(
      sql`
        UPDATE draws
        SET day = ${on}::date, scheduled_at = (${on}::date + make_interval(hours => ${8 + n})) AT TIME ZONE ${zone}
        WHERE id = ${id}`,
    )
  }
  for (const [n, number] of ['1', '2', '3', '3'].entries()) await bench.give(draws[n]!, animal(number))
  const entries = () =>
    db.rows(sql`
      SELECT e.day, a.partner_id, sum(p.amount) AS amount
      FROM ledger_entries e
      JOIN ledger_postings p ON p.day = e.day AND p.entry_id = e.id
      JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'ajustes' WHERE e.kind = 'pago_premio' GROUP BY 1, 2 ORDER BY 2`)
  const crossings = await entries()
  expect(crossings).toEqual([
    { day: today, partner_id: partner.agencia1, amount: '-150.00' },
    { day: today, partner_id: partner.agencia2, amount: '150.00' },
  ])

  // As it was before: no crossings, and the prize on another draw than the one that completes the three.
  const crossed = sql`account_id IN (SELECT id FROM ledger_accounts WHERE kind = 'ajustes')`
  await db.run(sql`DELETE FROM ledger_postings WHERE ${crossed}`)
  await db.run(sql`DELETE FROM ledger_days WHERE ${crossed}`)
  await db.run(
    sql`UPDATE result_numbers SET number = '9' WHERE result_id = (SELECT result_id FROM draws WHERE id = ${draws[2]})`,
  )
  expect(await broken()).toEqual(
    expect.arrayContaining([
      'un premio pagado en otra agencia está cruzado entre las dos, y ningún otro',
      'el premio de una tripleta está en el sorteo que la completó',
    ]),
  )
  await db.run(sql`CREATE TABLE prizes_before (singleton boolean)`)
  expect(await upgrade()).toEqual([
    'Tripletas: 1 premio pasó al sorteo que las completó, Bs 100,00.',
    'Pagos de otra agencia: 5 premios cruzados, Bs 150,00.',
  ])
  expect(await entries()).toEqual(crossings)
  expect(
    await db.rows(sql`SELECT draw_id FROM prizes p JOIN line_draws o USING (draw_id) WHERE p.withdrawn_at IS NULL`),
  ).toEqual([{ draw_id: draws[3] }])
  await bench.holds()
  expect(await bench.world.run((tx) => rebuildDays(tx, sunday, addDays(sunday, 1)))).toMatchObject({ corrected: 0 })
  expect(await upgrade()).toEqual([])
  // Asked again with nothing left to do, nothing is done.
  await db.run(sql`CREATE TABLE prizes_before (singleton boolean)`)
  expect(await upgrade()).toEqual([])
  expect(await entries()).toEqual(crossings)
})
