/** Lookups. */
import type { general } from '@contract/general.ts'
import type { Handlers } from '../http/context.ts'
import { activeProducts, currenciesInForce } from './queries.ts'

export const generalRoutes: Handlers<typeof general> = {
  products: ({ db }) => activeProducts(db),
  currencies: ({ scope, db, now }) => currenciesInForce(scope, db, now),
}
