/** Lookups. */
import type { general } from '@contract/general.ts'
import { configuredSources } from '../../rules/external/sources.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { lookups } from './lookups.ts'
import { lookUpNames } from './names.ts'
import { listBetTypes, currenciesInForce, drawOptions, lotteries, productOptions } from './queries.ts'

export const generalRoutes: Handlers<typeof general> = {
  products: ({ db }, { query: { past } }) => productOptions(db, past === 'si'),
  names: ({ scope, db }, { query }) => lookUpNames(scope, db, query),
  currencies: ({ scope, db, now }) => currenciesInForce(scope, db, now),
  lotteries: ({ db }) => lotteries(db),
  draws: ({ db, now, today }, { query }) => drawOptions(db, query, { now, today }),
  typesBet: ({ db }) => listBetTypes(db),
  typesDraw: async () => lookups.typesDraw,
  playTypes: async () => lookups.playTypes,
  typesProduct: async () => lookups.typesProduct,
  ticketStatus: async () => lookups.ticketStatus,
  times: async () => lookups.times,
  categories: async () => lookups.categories,
  status: async () => lookups.status,
  paymentTypes: async () => lookups.paymentTypes,
  externalSystems: async () => ({
    data: configuredSources().map(({ name }) => ({ id: name, code: name.toUpperCase(), name })),
  }),
}
