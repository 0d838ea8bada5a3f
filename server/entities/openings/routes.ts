/** What a banca brings along when it begins here, by one sheet. */
import type { Answer, ReceivedFile, Received } from '@contract/endpoint.ts'
import type { openings } from '@contract/openings.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { openingSums, postOpenings } from '../../rules/books/openings.ts'
import { readOpenings } from './sheet.ts'
import { openingTemplate } from './template.ts'

async function post(
  { db, session, now, today, audit }: Context,
  { body: { week, rows } }: Received<typeof openings.post>,
): Promise<Answer<typeof openings.post>> {
  const signature = { by: session.id, at: now, today }
  const { batch_id, closed } = await postOpenings(db, { week, rows, signature })
  const sums = openingSums(rows)
  audit({ entity_id: batch_id, after: { week, rows: rows.length, sums, closed }, significant: true })
  return { week, rows: rows.length, sums, closed }
}

export const openingsRoutes: Handlers<typeof openings> = {
  template: openingTemplate,
  read: (context, input) => readOpenings(context, (input as unknown as ReceivedFile).body),
  post,
}
