/** Lookups. */
import type { general } from '@contract/general.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { activeProducts, currenciesInForce } from './queries.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const generalRoutes: Handlers<typeof general> = {
  products: ({ db }) => activeProducts(db),
  currencies: ({ scope, db, now }) => currenciesInForce(scope, db, now),
  lotteries: pending,
  draws: pending,
  typesDraw: pending,
  typesBet: pending,
  playTypes: pending,
  typesProduct: pending,
  ticketStatus: pending,
  times: pending,
  categories: pending,
  status: pending,
  paymentTypes: pending,
  externalSystems: pending,
}
