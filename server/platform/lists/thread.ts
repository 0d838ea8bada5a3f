/** What people say about a record to each other, beside it. */
import { sql } from 'drizzle-orm'
import type { ThreadComment } from '@contract/states.ts'
import { namedWithin } from '../db/scope.ts'
import type { Context } from '../http/context.ts'
import type { Reader } from './listing.ts'

interface Thread<Row> {
  /** Has `record_id`, `user_id`, `text` and `at`. */
  table: string
  read: (reader: Reader, id: number) => Promise<Row>
  tell: (context: Context, row: Row, text: string) => Promise<void>
}

/** What is said about a record, read and written by whoever sees it. */
export function threadOf<Row>({ table, read, tell }: Thread<Row>) {
  const name = sql.identifier(table)
  const said = async ({ db, scope, session }: Context, id: number) => ({
    data: await db.rows<ThreadComment>(sql`
      SELECT comment.id, comment.text, ${namedWithin(scope, sql`author.partner_id`, sql`author.name`)} AS by,
        author.id = ${session.id} AS own, comment.at
      FROM ${name} comment JOIN users author ON author.id = comment.user_id WHERE comment.record_id = ${id} ORDER BY comment.id`),
  })
  return {
    comments: async (context: Context, { params }: { params: { id: number } }) => {
      await read(context, params.id)
      return said(context, params.id)
    },
    comment: async (context: Context, { params, body }: { params: { id: number }; body: { text: string } }) => {
      const row = await read(context, params.id)
      await context.db.run(sql`
        INSERT INTO ${name} (record_id, user_id, text) VALUES (${params.id}, ${context.session.id}, ${body.text})`)
      await tell(context, row, body.text)
      context.audit({ entity_id: params.id, after: { comment: body.text } })
      return said(context, params.id)
    },
  }
}
