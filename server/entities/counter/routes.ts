/** The counter that sells: what it needs to know, what a ticket would meet, and what its office sold. */
import type { counter } from '@contract/counter.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listenTo } from '../../platform/http/listeners.ts'
import { fileOf } from '../../platform/lists/file.ts'
import { pageOf } from '../../platform/lists/reading.ts'
import { quote } from '../../rules/sale/quote.ts'
import { whileRulesHold } from '../../rules/sale/known.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
import { catalogueOf } from './catalogue.ts'
import { counterTickets, todaysUnlessAsked } from './list.ts'
import { counterNews } from './live.ts'

export const counterRoutes: Handlers<typeof counter> = {
  catalogue: (context, { query }) => whileRulesHold(() => catalogueOf(context, query.office_id)),
  quote: async (context, { body }) => {
    const office_id = await actingOffice(context, body.office_id)
    return whileRulesHold(() => quote(context.db, { ...body, office_id, at: context.now }))
  },
  live: (context) => listenTo(counterNews, context.scope.partner_id, context),
  tickets: (context, { query }) => pageOf(counterTickets, context, todaysUnlessAsked(query, context.today)),
  ticketsExport: (context, { query }) => fileOf(counterTickets, context, todaysUnlessAsked(query, context.today)),
}
