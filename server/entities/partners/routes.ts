/** Partners: lists and selects over the caller's subtree. */
import type { partners } from '@contract/partners.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { afterSettling, settledListOf } from '../../rules/settlement/readers.ts'
import { previewMove } from './moving.ts'
import { directsOf, fathersFor, namesInUse, partnerList, partnerOptions } from './queries.ts'

export const partnersRoutes: Handlers<typeof partners> = {
  ...settledListOf(partnerList),
  options: ({ scope, db }, { query }) => partnerOptions(scope, db, query),
  directs: afterSettling((context, { query }) => directsOf(context, query)),
  fathers: ({ scope, db }, { query }) => fathersFor(scope, db, query),
  movePreview: (context, { body }) => previewMove(context, body),
  invalidNames: ({ scope, db }, { query }) => namesInUse(scope, db, query),
}
