/** Draws. */
import type { draws } from '@contract/draws.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { drawsOfDay, drawsPending } from './queries.ts'

export const drawsRoutes: Handlers<typeof draws> = {
  list: ({ scope, db, session, now, today }, { query }) => drawsOfDay(scope, db, query, { session, now, today }),
  pending: ({ scope, db, session, now, today }, { query }) => drawsPending(scope, db, query, { session, now, today }),
}
