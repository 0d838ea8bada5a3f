/** The counter that sells: what a ticket would meet. */
import type { counter } from '@contract/counter.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { quote } from '../../rules/sale/quote.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'

export const counterRoutes: Handlers<typeof counter> = {
  quote: async (context, { body }) =>
    quote(context.db, { ...body, office_id: await actingOffice(context, body.office_id), at: context.now }),
}
