/** A list's own SQL, to be run without the product around it. */
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Executor } from '../../server/platform/db/connect.ts'
import { defaultZone } from '../../contract/values/dates.ts'
import { scopeOf } from '../../server/platform/db/scope.ts'
import { preparedOf, type Listed, type ListOfContract, type Reader } from '../../server/platform/lists/listing.ts'
import { pageStatement } from '../../server/platform/lists/reading.ts'

/** What a page of the list sends to the database when the whole banca asks for it. */
export async function pageSql<E extends ListOfContract, Raw>(
  db: Executor,
  list: Listed<E, Raw>,
  asked: Parameters<typeof pageStatement<E, Raw>>[2],
): Promise<{ text: string; values: unknown[] }> {
  const root = await db.one<{ partner_id: number }>(sql`SELECT id AS partner_id FROM partners WHERE type = 'banca'`)
  const prepared = await preparedOf(
    list,
    { db, scope: scopeOf(root!), now: new Date(), session: { zone: defaultZone } } as Reader,
    asked,
  )
  const { sql: text, params } = new PgDialect().sqlToQuery(pageStatement(list, prepared, asked))
  return { text, values: params }
}
