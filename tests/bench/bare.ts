/** A call's own SQL, to be run without the product around it. */
import pg from 'pg'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Executor } from '../../server/platform/db/connect.ts'
import { defaultZone } from '../../contract/values/dates.ts'
import { scopeOf } from '../../server/platform/db/scope.ts'
import type { Listed, ListOfContract, Reader } from '../../server/platform/lists/listing.ts'
import { preparedOf } from '../../server/platform/lists/statements.ts'
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

/** What a call asks of the database, as the driver sends it. */
export interface Statement {
  text: string
  values?: unknown[]
  name?: string
}

/** A query of the driver, as it leaves for the server. */
interface Leaving extends Statement {
  submit(this: Leaving, connection: unknown): unknown
}

/** The statements that a call sends to the database, in their order, with their values. Throws where it sends none. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const leaving = pg.Query.prototype as unknown as Leaving
  const { submit } = leaving
  leaving.submit = function (connection) {
    const { text, values, name } = this
    sent.push({ text, ...(values && { values }), ...(name && { name }) })
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    leaving.submit = submit
  }
  if (sent.length === 0) throw new Error('nothing was heard of what was asked of the database')
  return sent
}
