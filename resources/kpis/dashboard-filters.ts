/** The filters of the sales dashboard: all in the URL, all applied to every figure of it. */
import { useMemo } from 'react'
import { z } from 'zod'
import { screens } from '@contract/access/screens.ts'
import { id, smallId } from '@contract/endpoint.ts'
import { field } from '@contract/field.ts'
import type { FlatLevel } from '@contract/figures.ts'
import type { GeneralLevel } from '@contract/reports.ts'
import { currency, type Currency } from '@contract/values/currency.ts'
import { comparisons, type Comparison, type Period } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import { fixedRange, type PeriodChoice } from '@/kit/values/period-days.ts'
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

const pathOf = (key: string) => screens.find((screen) => screen.key === key)?.path ?? ''
const reportPath = pathOf('general-sales')
const grossPath = pathOf('gross-sales')
const questionPath = pathOf('analytical-dashboard')

export interface RowsTarget {
  choice: PeriodChoice
  query: KpiQuery
  level?: GeneralLevel
}

/**
 * Where the rows behind a figure are: the general report with the same filters, which sum to it. A
 * relative period stays relative. The report knows no bet types, so a figure of one has no link there.
 */
export function rowsLink({ choice, query, level = 'directos' }: RowsTarget): string | undefined {
  if (query.bet_type_id !== undefined) return undefined
  return `${reportPath}?${paramsOf({ choice, query }, { level }).toString()}`
}

/**
 * Who fell most against the period compared with: the general report at a flat level, whose rows open into the products to
 * blame. It knows no bet types: of one, gross sales tell partner and product at once.
 */
export function fellLink({ choice, query }: RowsTarget, compare: Comparison, level: FlatLevel): string {
  const params = paramsOf({ choice, query }, { level, compare: compare === 'ninguna' ? 'mismo-dia-semana' : compare })
  if (query.bet_type_id === undefined) return `${reportPath}?${params.toString()}`
  params.set('bet_type_id', String(query.bet_type_id))
  return `${grossPath}?${params.toString()}`
}

/**
 * Where the rows behind a slot of the course are, by its key: of a day the report with the same filters; of an hour or of
 * a bet type, which that report does not know, the free question.
 */
export function courseLink(slot: string, { step, choice, query }: RowsTarget & { step: 'hour' | 'day' }): string {
  const target: RowsTarget =
    step === 'hour' ? { choice, query } : { choice: fixedRange, query: { ...query, from: slot, to: slot } }
  const rows = step === 'day' ? rowsLink(target) : undefined
  if (rows !== undefined) return rows
  const params = paramsOf(target, { view: 'pregunta', by: 'afiliado', level: 'directos' })
  if (step === 'hour') params.set('hour', String(Number(slot)))
  if (query.bet_type_id !== undefined) params.set('bet_type_id', String(query.bet_type_id))
  return `${questionPath}?${params.toString()}`
}

function paramsOf({ choice, query }: RowsTarget, more: Record<string, string>): URLSearchParams {
  const params = new URLSearchParams({ period: choice, currency: query.currency, ...more })
  if (choice === fixedRange) {
    params.set('from', query.from)
    params.set('to', query.to)
  }
  if (query.partner_id !== undefined) params.set('partner_id', String(query.partner_id))
  if (query.product_id !== undefined) params.set('product_id', String(query.product_id))
  return params
}
