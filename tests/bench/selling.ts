/** Counters that sell all the time, to see who waits for what happens beside them. */
import { sql } from 'drizzle-orm'
import { transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { betTypeId } from '../support/world.ts'
import { ascending, timeOf } from './measure.ts'

export const counters = 16

/** Draws to sell for at any hour of the day, and as much as comes. */
export async function openDraws(db: Executor): Promise<number[]> {
  await db.run(sql`UPDATE regular_quotas SET amount = 100000000`)
  await db.run(sql`UPDATE top_quotas SET amount = 100000000`)
  await db.run(sql`DELETE FROM blocked_numbers`)
  const opened = await db.rows<{ id: number }>(sql`
    UPDATE draws
    SET opens_at = now() - interval '1 hour', closes_at = now() + interval '3 hours',
      scheduled_at = now() + interval '3 hours' + id * interval '1 second'
    WHERE id IN (
      SELECT d.id
      FROM draws d
      JOIN products p ON p.id = d.product_id AND p.kind = 'animalitos'
      WHERE d.state = 'activo' AND d.scheduled_at > now()
      ORDER BY d.scheduled_at DESC
      LIMIT 8
    )
    RETURNING id`)
  return opened.map(({ id }) => id)
}

/** Sixteen counters that sell until `while_` ends: how long each sale took, ascending. */
export async function selling(
  { db, pool }: { db: Executor; pool: Pool },
  draws: readonly number[],
  while_: () => Promise<unknown>,
): Promise<number[]> {
  const offices = await db.rows<{ id: number; seller_id: number }>(sql`
    SELECT p.id, (SELECT min(id) FROM users) AS seller_id
    FROM partners p
    WHERE p.type = 'taquilla' AND p.status = 'activo' AND 'BS' = ANY (p.currencies::text[])
    ORDER BY p.id
    LIMIT ${counters}`)
  const { day } = (await db.one<{ day: string }>(sql`SELECT (now() AT TIME ZONE zone)::date AS day FROM banca`))!
  const taken: number[] = []
  let open = true
  const sellers = offices.map(async ({ id, seller_id }, at) => {
    for (let n = at; open; n++) {
      const lines = [0, 1, 2, 3].map((k) => ({
        draw_id: draws[(n + k) % draws.length]!,
        bet_type_id: betTypeId('ANIMALITO'),
        number: String(1 + ((n * 7 + k) % 36)),
        stake: '20.00',
      }))
      const sale = {
        office_id: id,
        seller_id,
        currency: 'BS' as const,
        lines,
        confirm_repeated: true,
        at: new Date(),
        day,
      }
      taken.push(await timeOf(() => transaction(pool, (tx) => sell(tx, sale))))
    }
  })
  try {
    await while_()
  } finally {
    open = false
    await Promise.all(sellers)
  }
  return ascending(taken)
}
