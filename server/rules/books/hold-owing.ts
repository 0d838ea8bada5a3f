/** Taking the books of whoever owes, in one order for everybody: from the lowest to the highest, as whoever closes takes them. */
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'

/** Takes the books of rows `owing` (id, currency), shared against whoever closes one of them, or `alone`. */
export async function holdOwing(tx: Tx, owing: SQL, alone = false): Promise<void> {
  await tx.run(sql`
    INSERT INTO partner_books (partner_id, currency)
    SELECT owing.id, owing.currency FROM ${owing} owing
    WHERE NOT EXISTS (SELECT 1 FROM partner_books books WHERE books.partner_id = owing.id AND books.currency = owing.currency)
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING`)
  await tx.run(sql`
    SELECT 1
    FROM partner_books books
    JOIN partners partner ON partner.id = books.partner_id
    CROSS JOIN LATERAL (SELECT max(above.depth) AS depth FROM partner_ancestors above WHERE above.partner_id = partner.id) place
    WHERE (books.partner_id, books.currency) IN (SELECT owing.id, owing.currency FROM ${owing} owing)
    ORDER BY partner.type = 'distribuidor', CASE partner.type WHEN 'agencia' THEN 0 ELSE -place.depth END, books.partner_id,
      books.currency
    ${alone ? sql`FOR UPDATE OF books` : sql`FOR SHARE OF books`}`)
}
