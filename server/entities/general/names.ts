/** The names behind numbers, for screens that hold no more than the number: of what is switched off too. */
import { sql, type SQL } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { general } from '@contract/general.ts'
import type { NamedKind } from '@contract/names.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'

interface Named {
  /** The table `t`. */
  from: SQL
  name?: SQL
  /** Whether a row may be off. */
  switched?: true
  /** Of a row that is somebody's: the caller's part. */
  reach?: (scope: Scope) => SQL | undefined
}

const sources: Record<NamedKind, Named> = {
  partner: { from: sql`partners t`, switched: true, reach: (scope) => within(scope, sql`t.id`) },
  user: { from: sql`users t`, switched: true, reach: (scope) => within(scope, sql`t.partner_id`) },
  product: { from: sql`products t`, switched: true },
  bet_type: { from: sql`bet_types t` },
  draw: {
    from: sql`draws t JOIN products p ON p.id = t.product_id CROSS JOIN banca b`,
    name: sql`p.name || ' ' || to_char(t.scheduled_at AT TIME ZONE b.zone, 'DD/MM/YYYY HH24:MI')`,
  },
  // Read by the banca alone.
  system: {
    from: sql`external_systems t`,
    switched: true,
    reach: ({ whole }) => (whole ? undefined : sql`false`),
  },
  state: { from: sql`states t` },
  municipality: { from: sql`municipalities t` },
}

/** Each by its number, in no order; what there is not, or is out of the caller's reach, is left out. */
export async function lookUpNames(
  scope: Scope,
  db: Executor,
  { kind, ids }: Received<typeof general.names>['query'],
): Promise<Answer<typeof general.names>> {
  const { from, name = sql`t.name`, switched, reach } = sources[kind]
  const reached = reach?.(scope) ?? sql`true`
  const data = await db.rows<Answer<typeof general.names>['data'][number]>(sql`
    SELECT t.id::int AS id, ${name} AS name, ${switched ? sql`t.status` : sql`NULL`}::text AS status
    FROM ${from} WHERE ${reached} AND t.id = ANY (${list(ids)}::int[])`)
  return { data }
}
