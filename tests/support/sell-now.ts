/** Sales of the demo at this very moment: by night no shop sold yet, and what is of today would have no rows. */
import { sql } from 'drizzle-orm'
import { inZone } from '../../contract/values/dates.ts'
import { createPool, executor, transaction } from '../../server/platform/db/connect.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { settlePending } from '../../server/rules/settlement/settle.ts'
import { addDraw } from './factories.ts'
import { betTypeId, zone } from './world.ts'

/** A ticket of two products at an office of each of three agencies, settled. */
export async function sellNow(url: string): Promise<void> {
  const pool = createPool(url, { max: 2 })
  try {
    const db = executor(pool)
    const games = await db.rows<{ id: number }>(
      sql`SELECT id FROM products WHERE kind = 'animalitos' AND status = 'activo' ORDER BY id LIMIT 2`,
    )
    // Draws of its own: late in the evening no other sells any more.
    const draws: number[] = []
    for (const { id } of games) draws.push(await addDraw(db, { product_id: id, drawn_in: 3_900 }))
    const offices = await db.rows<{ office_id: number; seller_id: number }>(sql`
      SELECT DISTINCT ON (p.father_id) p.id AS office_id, u.id AS seller_id
      FROM users u
      JOIN partners p ON p.id = u.partner_id AND p.type = 'taquilla' AND p.status = 'activo'
      WHERE u.role = 'VEND_TAQUILLA' AND u.status = 'activo' AND 'BS' = ANY (p.currencies)
      ORDER BY p.father_id, p.id LIMIT 3`)
    const [at, bet_type_id] = [new Date(), betTypeId('ANIMALITO')]
    for (const [n, office] of offices.entries()) {
      const lines = draws.map((draw_id, k) => ({
        draw_id,
        bet_type_id,
        number: String(k + 5),
        stake: `${n + 2}0.00`,
      }))
      const ticket = {
        ...office,
        currency: 'BS' as const,
        lines,
        confirm_repeated: true,
        at,
        day: inZone(at, zone).day,
      }
      await transaction(pool, (tx) => sell(tx, ticket))
    }
    await settlePending(pool)
  } finally {
    await pool.end()
  }
}
