/** The types of rates: the central bank's, the market's, the offices' own. */
import { sql } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import type { rates, RateType } from '@contract/rates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { refusingDuplicates } from '../../platform/lists/versioned.ts'

const columns = sql`id, codigo, nombre, by_offices, version`
const unique = { rate_types_codigo_key: ['codigo', 'code_taken'] } as const

export function rateTypes(db: Executor): Promise<RateType[]> {
  return db.rows<RateType>(sql`SELECT ${columns} FROM rate_types ORDER BY id`)
}

export async function createType(
  context: Context,
  { codigo, nombre, by_offices }: Received<typeof rates.createType>['body'],
): Promise<RateType> {
  const made = await refusingDuplicates(unique, () =>
    context.db.one<RateType>(sql`
      INSERT INTO rate_types (codigo, nombre, by_offices) VALUES (${codigo}, ${nombre}, ${by_offices}) RETURNING ${columns}`),
  )
  context.audit({ entity_id: made!.id, after: made, significant: true })
  return made!
}

/**
 * What offices set stays theirs when the mark goes: from then on the banca's holds, since nobody reads theirs.
 * @throws Problem `not_found`, `changed_meanwhile`, `code_taken`
 */
export async function updateType(
  context: Context,
  { params, body }: Received<typeof rates.updateType>,
): Promise<RateType> {
  const before = await context.db.one<RateType>(sql`SELECT ${columns} FROM rate_types WHERE id = ${params.id}`)
  if (!before) throw new Problem('not_found')
  const saved = await refusingDuplicates(unique, () =>
    context.db.one<RateType>(sql`
      UPDATE rate_types
      SET codigo = ${body.codigo}, nombre = ${body.nombre}, by_offices = ${body.by_offices}, version = version + 1
      WHERE id = ${params.id} AND version = ${body.version}
      RETURNING ${columns}`),
  )
  if (!saved) {
    const current = await context.db.one<RateType>(sql`SELECT ${columns} FROM rate_types WHERE id = ${params.id}`)
    throw new Problem('changed_meanwhile', { extra: { current } })
  }
  context.audit({ entity_id: params.id, before, after: saved, significant: true })
  return saved
}
