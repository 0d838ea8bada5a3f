/** By what money comes into a drawer and goes out of it: cash, which comes first, and the methods of the office's line. */
import { sql } from 'drizzle-orm'
import { inCash } from '@contract/cash-movements.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { incomes } from '@contract/incomes.ts'
import type { Context } from '../../platform/http/context.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'

type Methods = Answer<typeof incomes.methods>

/** Of an office; of the agency's line where its administrator names none. @throws Problem `not_found` */
export async function officeMethods(
  context: Context,
  use: 'ingresos' | 'egresos' | 'transacciones',
  office_id: number | undefined,
): Promise<Methods> {
  const { db, session } = context
  const of = office_id === undefined ? session.partner_id : await actingOffice(context, office_id)
  const rows = await db.rows<Methods['data'][number]>(sql`
    SELECT method.id, method.name, method.kind, method.currency::text AS currency
    FROM partner_ancestors above JOIN payment_methods method ON method.partner_id = above.ancestor_id
    WHERE above.partner_id = ${of} AND method.status = 'activo' AND ${use} = ANY (method.uses)
    ORDER BY above.depth, method.name, method.id`)
  return { data: [{ id: null, name: inCash, kind: 'efectivo', currency: null }, ...rows] }
}
