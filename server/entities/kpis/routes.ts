/** The dashboards' figures. A partner outside the caller's subtree is `not_found`. */
import type { kpis } from '@contract/kpis.ts'
import type { Comparison, Period } from '@contract/values/dates.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { salesByKind, salesByPartner } from './breakdown.ts'
import { latestPartners } from './latest.ts'
import { coldestNumbers, topRisk } from './numbers.ts'
import { figureSeries } from '../../rules/figures/series.ts'
import { checkRange, previousOf, stretchOf, wholeDaysWindow } from '../../rules/figures/stretch.ts'
import { subjectOf } from '../../rules/figures/subject.ts'
import { settleBefore } from '../../rules/settlement/settle.ts'
import { topNumbers } from './top-numbers.ts'
import { ticketsByDay, topTickets } from './tickets.ts'

interface Asked extends Period {
  partner_id?: number | undefined
  compare?: Comparison
}

/** What every call starts from: a range that holds, whose figures they are, and the stretches they speak of. */
async function ask({ db, scope, now, session: { zone } }: Context, query: Asked) {
  checkRange(query)
  const subject = await subjectOf(db, scope, query.partner_id)
  const clock = { now, zone }
  return {
    subject,
    stretch: stretchOf(query, clock),
    window: wholeDaysWindow(query),
    previous: previousOf(query, query.compare ?? 'ninguna', clock),
  }
}

/** The same for figures with commission in them: what waits for it is settled first. */
async function askSettled(context: Context, query: Asked) {
  const asked = await ask(context, query)
  await settleBefore(context.wire.database.pool, asked.subject.id)
  return asked
}

export const kpisRoutes: Handlers<typeof kpis> = {
  lossProfit: async (context, { query }) => {
    const { subject, stretch, window, previous } = await askSettled(context, query)
    const [now, before] = await Promise.all([
      figureSeries(context.db, subject, query, stretch, window, query.step),
      previous && figureSeries(context.db, subject, query, previous.stretch, previous.window, query.step),
    ])
    return { ...now, previous: before }
  },
  ticketsByDay: async (context, { query }) => {
    const { subject, stretch } = await ask(context, query)
    return { stretch, data: await ticketsByDay(context.db, subject, query, query) }
  },
  salesByPartner: async (context, { query }) => {
    const { subject, stretch, window, previous } = await askSettled(context, query)
    return { stretch, data: await salesByPartner(context.db, subject, query, window, previous?.window ?? null) }
  },
  salesByProduct: async (context, { query }) => {
    const { subject, stretch, window, previous } = await askSettled(context, query)
    const rows = await salesByKind('product', context.db, subject, query, window, previous?.window ?? null)
    return { stretch, data: rows.map(({ key, ...row }) => ({ product_id: key, ...row })) }
  },
  salesByBetTypes: async (context, { query }) => {
    const { subject, stretch, window, previous } = await askSettled(context, query)
    const rows = await salesByKind('bet_type', context.db, subject, query, window, previous?.window ?? null)
    return { stretch, data: rows.map(({ key, ...row }) => ({ bet_type_id: key, ...row })) }
  },
  topNumbers: async (context, { query }) => {
    const { subject, stretch } = await ask(context, query)
    return { stretch, data: await topNumbers(context.db, subject, query, query, query.limit) }
  },
  topRisk: async (context, { query }) => {
    const { subject, stretch } = await ask(context, query)
    return {
      stretch,
      data: await topRisk(context.db, subject, query, query, {
        limit: query.limit,
        only_open: query.only_open,
        order: query.by,
        at: context,
      }),
    }
  },
  topTickets: async (context, { query }) => {
    const { subject, stretch } = await ask(context, query)
    return { stretch, data: await topTickets(context.db, subject, query, query, query.by, query.limit) }
  },
  latestPartners: async (context, { query }) => {
    const { subject, stretch } = await ask(context, query)
    return { stretch, data: await latestPartners(context, subject, query, query, query.limit) }
  },
  coldestNumbers: async (context, { query }) => {
    const { stretch } = await ask(context, query)
    return { stretch, data: await coldestNumbers(context.db, query, query.product_id, query.limit) }
  },
}
