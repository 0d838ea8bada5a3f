/** A polla's settings: the pots share all of what is for prizes, and what it counts are draws of symbols. */
import { sql } from 'drizzle-orm'
import type { FieldFault } from '@contract/problems.ts'
import type { ProductForm } from '@contract/products.ts'
import { add, compare, percentOf } from '@contract/values/money.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { fault } from './check-schedule.ts'

/** A percentage has four decimals: of a million, each is a whole number of hundredths. */
const whole = '1000000.00'

export async function checkPolla(
  db: Executor,
  { kind, status, settings: { polla } }: ProductForm,
  id = 0,
): Promise<FieldFault[]> {
  if (kind !== 'polla') return []
  if (!polla)
    return status === 'activo'
      ? [fault('settings.polla', 'invalid', 'Configure el precio y el reparto antes de activar la polla')]
      : []
  const shared = add(
    ...[polla.first_percent, polla.second_percent, polla.weekly_percent].map((percent) => percentOf(whole, percent)),
  )
  const sources = await db.rows<{ id: number }>(
    sql`SELECT id FROM products WHERE kind = 'animalitos' AND id = ANY (${list(polla.source_products)}::int[])`,
  )
  const banca = await db.one<{ currencies: string[] }>(sql`SELECT currencies::text[] AS currencies FROM banca`)
  return [
    ...(compare(shared, whole) === 0 ? [] : [fault('settings.polla.weekly_percent', 'split_not_whole')]),
    ...polla.source_products.flatMap((source, index) =>
      source !== id && sources.some((one) => one.id === source)
        ? []
        : [fault(`settings.polla.source_products.${index}`, 'invalid', 'Solo cuentan sorteos de animalitos')],
    ),
    ...(new Set(polla.source_products).size < polla.source_products.length
      ? [fault('settings.polla.source_products', 'invalid', 'Un producto está repetido')]
      : []),
    ...(Object.keys(polla.price).length
      ? []
      : [fault('settings.polla.price', 'invalid', 'Escriba el precio en al menos una moneda')]),
    ...Object.keys(polla.price).flatMap((currency) =>
      banca?.currencies.includes(currency)
        ? []
        : [fault(`settings.polla.price.${currency}`, 'currency_not_sold', 'La banca no vende en esa moneda')],
    ),
  ]
}
