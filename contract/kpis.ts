/**
 * Key figures of the dashboards. Every call takes one currency (two are never added), a range of
 * business days, and optionally a partner of the caller's subtree, a product and a bet type.
 * The spelling of the paths is the specification's.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, flag, id, smallId } from './endpoint.ts'
import { ticketStates } from './tickets.ts'
import { currency } from './values/currency.ts'
import { calendarDay, comparisons, day, instant } from './values/dates.ts'
import { money } from './values/money.ts'
import { partnerTypes } from './partners.ts'

const kpiFilters = z.object({
  from: day,
  to: day,
  currency: currency.default('BS'),
  partner_id: id.optional(),
  product_id: smallId.optional(),
  bet_type_id: smallId.optional(),
})
const compared = kpiFilters.extend({
  compare: z.enum(comparisons).default('mismo-dia-semana').meta({ description: 'Con qué período se compara' }),
})
const limited = kpiFilters.extend({
  limit: z.coerce.number().int().min(1).max(100).default(10).meta({ description: 'Cuántos, los primeros' }),
})

/** The exact stretch a figure speaks of. `running` says that it ends now, not at midnight. */
export const stretch = z.object({
  from: calendarDay,
  to: calendarDay,
  from_at: instant,
  to_at: instant,
  zone: z.string(),
  running: z.boolean(),
})
export type Stretch = z.infer<typeof stretch>

/** profit = sold − prizes − commission. Percentages and averages are null when they have no base. */
export const figures = z.object({
  sold: money.meta({ title: 'Ventas' }),
  prizes: money.meta({ title: 'Premios' }),
  commission: money.meta({ title: 'Comisión' }),
  profit: money.meta({ title: 'Utilidad' }),
  /** Tickets; with a product or bet type filter, lines (jugadas). */
  tickets: z.number().int().meta({ title: 'Tickets' }),
  average_ticket: money.nullable().meta({ title: 'Ticket promedio' }),
  payout_percent: z.string().nullable().meta({ title: 'Premio/venta %' }),
})
export type Figures = z.infer<typeof figures>

const point = z.object({
  day: calendarDay,
  hour: z.number().int().min(0).max(23).nullable(),
  sold: money,
  prizes: money,
  commission: money,
  profit: money,
  tickets: z.number().int(),
})
export type FigurePoint = z.infer<typeof point>
const series = z.object({ stretch, points: z.array(point), totals: figures })
export type FigureSeries = z.infer<typeof series>

const base = '/api/v2/admin/kpis'
const access = rules.business
const common = { method: 'GET', access, reports: true } as const
const rows = <T extends z.ZodType>(row: T) => z.object({ stretch, data: z.array(row) })

export const kpis = entity('kpis', {
  lossProfit: endpoint({
    ...common,
    path: `${base}/loss-profit`,
    query: compared.extend({
      step: z.enum(['day', 'hour']).default('day').meta({ description: 'Un punto por día o por hora' }),
    }),
    response: series.extend({ previous: series.nullable() }),
    summary: 'Ventas − premios − comisión por día u hora, con el período anterior hasta el mismo minuto',
  }),
  ticketsByDay: endpoint({
    ...common,
    path: `${base}/tickets-by-day`,
    query: kpiFilters,
    response: rows(
      z.object({
        day,
        ...(Object.fromEntries(ticketStates.map((state) => [state, z.number().int()])) as Record<
          (typeof ticketStates)[number],
          z.ZodInt
        >),
        total: z.number().int(),
      }),
    ),
    summary: 'Tickets de cada día por estado',
  }),
  salesByPartner: endpoint({
    ...common,
    path: `${base}/sales-by-partner`,
    query: compared,
    response: rows(
      figures.extend({
        partner_id: z.number().int(),
        name: z.string(),
        type: z.enum(partnerTypes),
        has_children: z.boolean(),
        previous_sold: money.nullable(),
      }),
    ),
    summary: 'Ventas de los dependientes directos de un afiliado',
  }),
  salesByProduct: endpoint({
    ...common,
    path: `${base}/sales-by-product`,
    query: compared,
    response: rows(
      z.object({
        product_id: z.number().int(),
        name: z.string(),
        lines: z.number().int(),
        sold: money,
        prizes: money,
        commission: money,
        profit: money,
        previous_sold: money.nullable(),
      }),
    ),
    summary: 'Ventas por producto',
  }),
  salesByBetTypes: endpoint({
    ...common,
    path: `${base}/sales_by_bet_types`,
    query: compared,
    response: rows(
      z.object({
        bet_type_id: z.number().int(),
        name: z.string(),
        lines: z.number().int(),
        sold: money,
        prizes: money,
        commission: money,
        profit: money,
        previous_sold: money.nullable(),
      }),
    ),
    summary: 'Ventas por tipo de jugada',
  }),
  topNumbers: endpoint({
    ...common,
    path: `${base}/top-numbers`,
    query: limited,
    response: rows(
      z.object({
        product_id: z.number().int(),
        product_name: z.string(),
        bet_type_id: z.number().int(),
        bet_type_name: z.string(),
        number: z.string(),
        symbol_name: z.string().nullable(),
        lines: z.number().int(),
        sold: money,
      }),
    ),
    summary: 'Números más vendidos, por día del sorteo',
  }),
  /** Not from the replica: an alarm that lags is none. */
  topRisk: endpoint({
    method: 'GET',
    access,
    path: `${base}/top-risk`,
    query: limited.extend({
      only_open: flag.default(true).meta({ description: 'Solo sorteos abiertos' }),
      by: z.enum(['risk', 'quota']).default('risk').meta({ description: 'Por lo que costarían o por el cupo gastado' }),
    }),
    response: rows(
      z.object({
        draw_id: z.number().int(),
        product_name: z.string(),
        scheduled_at: instant,
        closes_at: instant,
        bet_type_id: z.number().int(),
        bet_type_name: z.string(),
        number: z.string(),
        symbol_name: z.string().nullable(),
        sold: money,
        liability: money,
        draw_sold: money,
        /** liability − the draw's sales: what the house loses if this number wins. */
        risk: money,
        quota: money.nullable(),
        used_percent: z.string().nullable(),
      }),
    ),
    summary: 'Números que más costarían si salieran, o que más gastaron su cupo',
  }),
  topTickets: endpoint({
    ...common,
    path: `${base}/top-tickets`,
    query: limited.extend({
      by: z.enum(['total', 'potential']).default('total').meta({ description: 'Por su monto o por su premio posible' }),
    }),
    response: rows(
      z.object({
        id: z.string(),
        serial: z.string(),
        office_name: z.string(),
        agency_name: z.string(),
        sold_at: instant,
        state: z.enum(ticketStates),
        total: money,
        potential: money,
      }),
    ),
    summary: 'Tickets de mayor monto o de mayor premio posible',
  }),
  latestPartners: endpoint({
    ...common,
    path: `${base}/lastest-partners`,
    query: limited,
    response: rows(
      z.object({
        partner_id: z.number().int(),
        name: z.string(),
        /** Null where whoever asks stands below. */
        father_name: z.string().nullable(),
        last_sale_at: instant,
        tickets: z.number().int(),
        sold: money,
      }),
    ),
    summary: 'Agencias por su última venta',
  }),
  coldestNumbers: endpoint({
    ...common,
    path: `${base}/coldest-numbers`,
    query: limited,
    response: rows(
      z.object({
        product_id: z.number().int(),
        product_name: z.string(),
        number: z.string(),
        symbol_name: z.string().nullable(),
        draws_since: z.number().int(),
        last_drawn_at: instant.nullable(),
      }),
    ),
    summary: 'Números que llevan más sorteos sin salir',
  }),
})
