/**
 * The banca that is proven: the demo as every day's tests have it; in the long run one of PROOF_TICKETS tickets, or the
 * one that PROOF_DATABASE_URL names, made beforehand by `npm run seed`.
 */
import { sql } from 'drizzle-orm'
import { addDays } from '../../contract/values/dates.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { createPool, executor, transaction } from '../../server/platform/db/connect.ts'
import { award } from '../../server/rules/award/award.ts'
import { instantOf } from '../../server/rules/figures/stretch.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { settlePending } from '../../server/rules/settlement/settle.ts'
import { seedDemo } from '../../server/seed/demo.ts'
import { addDraw } from '../support/factories.ts'
import { createDatabase, createSeededDatabase } from '../support/postgres.ts'
import { betTypeId, zone } from '../support/world.ts'

export const proofTickets = Number(process.env['PROOF_TICKETS'] ?? 2_000)

export async function largeBanca(): Promise<{ url: string; close(): Promise<void> }> {
  const there = process.env['PROOF_DATABASE_URL']
  if (there) return { url: there, close: async () => undefined }
  if (process.env['PROOF_TICKETS'] === undefined) {
    const seeded = await createSeededDatabase()
    return { url: seeded.url, close: seeded.drop }
  }
  const made = await createDatabase()
  await seedDemo(made.url, { tickets: proofTickets })
  return { url: made.url, close: made.drop }
}

/** The instants at which a day's figures part. */
const midnights = (day: string) => {
  const at = (on: string, time: string, ms = 0) => ({ day: on, at: new Date(instantOf(on, time, zone).getTime() + ms) })
  const [before, after] = [addDays(day, -1), addDays(day, 1)]
  return [
    at(before, '23:59', 59_999),
    at(day, '00:00'),
    at(day, '00:00', 1),
    at(day, '12:00'),
    at(day, '23:59', 59_999),
    at(after, '00:00'),
    at(after, '00:59', 59_999),
  ]
}

/**
 * Sales of offices of several fathers on the edges of a day, for draws that are drawn on its first minute and on its
 * last, and won by some of them. Once: of a banca that has them already nothing is asked.
 */
export async function sellAroundMidnight(url: string, day: string): Promise<void> {
  const pool = createPool(url, { max: 2 })
  try {
    const db = executor(pool)
    const products = await db.rows<{ id: number; code: string }>(
      sql`SELECT id::int AS id, code FROM products WHERE code IN ('LOTTO_ACTIVO', 'LA_GRANJITA') ORDER BY code`,
    )
    const times = ['00:00', '23:59'] as const
    const first = instantOf(day, times[0], zone).toISOString()
    if (await db.one(sql`SELECT 1 FROM draws WHERE scheduled_at = ${first}`)) return
    const draws = await Promise.all(
      products.map(({ id }) => addDraw(db, { product_id: id, day: addDays(day, 2), drawn_in: 7_200 })),
    )
    const offices = await db.rows<{ id: number; seller: number }>(sql`
      SELECT o.id, (SELECT id FROM users WHERE username = 'taquilla') AS seller FROM partners o
      WHERE o.type = 'taquilla' AND o.status = 'activo' AND o.currencies @> ARRAY['BS', 'USD']::currency[]
      ORDER BY o.father_id = (SELECT partner_id FROM users WHERE username = 'agencia') DESC, o.id
      LIMIT 12`)
    const stakes: Record<Currency, string> = { BS: '37.05', USD: '1.35', COP: '1000.00' }
    for (const [n, { id, seller }] of offices.entries())
      for (const [m, { day: on, at }] of midnights(day).entries()) {
        const currency: Currency = (n + m) % 3 === 0 ? 'USD' : 'BS'
        const lines = draws.map((draw_id, k) => ({
          draw_id,
          bet_type_id: betTypeId('ANIMALITO'),
          number: String(1 + ((n + m + k) % 20)),
          stake: stakes[currency],
        }))
        await transaction(pool, (tx) =>
          sell(tx, { office_id: id, seller_id: seller, currency, confirm_repeated: true, at, day: on, lines }),
        )
      }
    for (const [n, draw_id] of draws.entries()) {
      const when = instantOf(day, times[n]!, zone).toISOString()
      await db.run(
        sql`
          UPDATE draws
          SET day = ${day}, scheduled_at = ${when}, closes_at = ${when}::timestamptz - interval '5 minutes',
            opens_at = ${when}::timestamptz - interval '1 day'
          WHERE id = ${draw_id}`,
      )
      await transaction(pool, (tx) =>
        award(tx, {
          draw_id,
          numbers: [{ place: '', number: '7', sign: null }],
          entered_by: null,
          confirmed_by: null,
          source: 'prueba',
          at: new Date(),
        }),
      )
    }
    await settlePending(pool)
  } finally {
    await pool.end()
  }
}
