/** The filters of the sales dashboard: all in the URL, all applied to every figure of it. */
import { useMemo } from 'react'
import { z } from 'zod'
import type { Params } from '@contract/address.ts'
import { id, smallId } from '@contract/endpoint.ts'
import { field } from '@contract/field.ts'
import type { FlatLevel } from '@contract/figures.ts'
import { screenLink } from '@contract/links.ts'
import type { GeneralLevel } from '@contract/reports.ts'
import { currency, type Currency } from '@contract/values/currency.ts'
import {
  comparisons,
  comparisonWithin,
  type Comparison,
  type ComparisonQuery,
  type Period,
} from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import { fixedRange, periodIn, type PeriodChoice } from '@/kit/values/period-days.ts'
import { usePeriod, type PeriodControl } from '@/kit/values/period.ts'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'

const dashboardState = z.object({
  currency: currency.optional(),
  partner_id: field(id, 'Afiliado').optional(),
  product_id: field(smallId, 'Producto').optional(),
  bet_type_id: field(smallId, 'Jugada').optional(),
  compare: field(z.enum(comparisons), 'Comparar con').default('mismo-dia-semana'),
  tickets_by: field(z.enum(['total', 'potential']), 'Tickets por').default('total'),
})
export type DashboardState = z.output<typeof dashboardState>

/** What the ten calls share. Never two currencies: one is always said. */
export interface KpiQuery {
  from: string
  to: string
  currency: Currency
  partner_id?: number
  product_id?: number
  bet_type_id?: number
}

export interface DashboardFilters {
  period: PeriodControl
  currency: Currency
  state: DashboardState
  set: SetUrlState<DashboardState>
  query: KpiQuery
  /** A product or bet type is filtered: what is counted is lines, not tickets. */
  by_line: boolean
}

/** The query of a view; what is not filtered is left out. */
export function kpiQuery(
  days: Period,
  of: Currency,
  { partner_id, product_id, bet_type_id }: Pick<DashboardState, 'partner_id' | 'product_id' | 'bet_type_id'>,
): KpiQuery {
  return {
    from: days.from,
    to: days.to,
    currency: of,
    ...(partner_id !== undefined && { partner_id }),
    ...(product_id !== undefined && { product_id }),
    ...(bet_type_id !== undefined && { bet_type_id }),
  }
}

export function useDashboardFilters(): DashboardFilters {
  const session = useSession()
  const period = usePeriod('hoy')
  const [state, set] = useUrlState(dashboardState)
  const of = state.currency ?? session.currency
  const query = useMemo(() => kpiQuery(period.days, of, state), [period.days, of, state])
  return {
    period,
    currency: of,
    state,
    set,
    query,
    by_line: state.product_id !== undefined || state.bet_type_id !== undefined,
  }
}

export interface RowsTarget {
  choice: PeriodChoice
  query: KpiQuery
  level?: GeneralLevel
  /** What the figure is compared with on the screen that it is left from: the rows go on being. */
  compared?: ComparisonQuery
}

export interface CourseTarget extends RowsTarget {
  step: 'hour' | 'day'
}

/**
 * Where the rows behind a figure are: the general report with the same filters, which sum to it. A
 * relative period stays relative. The report knows no bet types, so a figure of one has no link there.
 */
export function rowsLink({ choice, query, level = 'directos', compared = {} }: RowsTarget): string | undefined {
  if (query.bet_type_id !== undefined) return undefined
  return screenLink('general-sales', paramsOf({ choice, query }, { level, ...comparisonIn(compared) }))
}

/**
 * Who fell most against the period compared with: the general report at a flat level, whose rows open into the products to
 * blame. It knows no bet types: of one, gross sales tell partner and product at once.
 */
export function fellLink({ choice, query, compared }: RowsTarget, compare: Comparison, level: FlatLevel): string {
  const rule = compare === 'ninguna' ? 'mismo-dia-semana' : compare
  const params = paramsOf({ choice, query }, { level, compare: rule, compare_from: compared?.compare_from })
  if (query.bet_type_id === undefined) return screenLink('general-sales', params)
  return screenLink('gross-sales', { ...params, bet_type_id: query.bet_type_id })
}

/**
 * Where the rows behind a slot of the course are, by its key: of a day the report with the same filters, compared with the
 * day that stands at its place; of an hour or of a bet type, which that report does not know, the free question.
 */
export function courseLink(slot: string, { step, choice, query, compared = {} }: CourseTarget): string {
  const days = step === 'hour' ? { from: query.from, to: query.to } : { from: slot, to: slot }
  const target: RowsTarget = {
    choice: step === 'hour' ? choice : fixedRange,
    query: { ...query, ...days },
    compared: step === 'hour' ? compared : comparisonWithin(days, query, compared),
  }
  const rows = step === 'day' ? rowsLink(target) : undefined
  if (rows !== undefined) return rows
  return screenLink('analytical-dashboard', {
    ...paramsOf(target, { view: 'pregunta', by: 'afiliado', level: 'directos', ...comparisonIn(target.compared) }),
    hour: step === 'hour' ? Number(slot) : undefined,
    bet_type_id: query.bet_type_id,
  })
}

/** Who compares with nothing is asked for no comparison. */
const comparisonIn = ({ compare, compare_from }: ComparisonQuery = {}) => ({
  compare: compare === 'ninguna' ? undefined : compare,
  compare_from,
})

function paramsOf({ choice, query }: RowsTarget, more: Params): Params {
  const { currency, partner_id, product_id } = query
  const { period, ...days } = periodIn(choice, query)
  return { period, currency, ...more, ...days, partner_id, product_id }
}
