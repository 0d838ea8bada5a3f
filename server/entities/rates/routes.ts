/** Exchange rates. */
import type { rates } from '@contract/rates.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { rateCourse, ratesInForce } from './course.ts'
import { history } from './history.ts'
import { setRate, withdrawExchangeRate } from './set.ts'
import { createType, rateTypes, updateType } from './types.ts'

export const ratesRoutes: Handlers<typeof rates> = {
  ...listOf(history),
  create: (context, { body }) => setRate(context, body),
  withdraw: (context, { params }) => withdrawExchangeRate(context, params.id),
  inForce: async (context) => ({ data: await ratesInForce(context) }),
  course: (context, { query }) => rateCourse(context, query),
  types: async ({ db }) => ({ data: await rateTypes(db) }),
  createType: (context, { body }) => createType(context, body),
  updateType: (context, input) => updateType(context, input),
}
