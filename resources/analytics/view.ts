/** What the analytical dashboard is narrowed to and drawn by: in the address, and the same for its charts and the free question. */
import { useMemo } from 'react'
import { z } from 'zod'
import { queryWith } from '@contract/address.ts'
import {
  analytics,
  longestHours,
  measureLabels,
  stacks,
  steps,
  type RowDimension,
  type StackBy,
} from '@contract/analytics.ts'
import { field } from '@contract/field.ts'
import { flatLevels, type FlatLevel } from '@contract/figures.ts'
import type { Measure } from '@contract/measures.ts'
import type { Currency } from '@contract/values/currency.ts'
import { comparisons, comparisonWithin, daysBetween, type Period } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import { fellLink, kpiQuery } from '@resources/kpis/dashboard-filters.ts'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { factsOf } from '@/kit/screen/list-table.tsx'
import { useFilters, type FilterState } from '@/kit/screen/filters.tsx'
import { usePeriod, type PeriodControl } from '@/kit/values/period.ts'
import { fixedRange, periodIn } from '@/kit/values/period-days.ts'
import type { CourseStep } from './course.ts'

export const facts = factsOf(analytics.rows)

export const stepLabels: Record<CourseStep, string> = { hora: 'Hora', dia: 'Día', semana: 'Semana', mes: 'Mes' }
/** What a chart may be stacked by, each level of partners a choice of its own; in the address they are two words. */
export const stackLabels = {
  ninguno: 'Sin apilar',
  directos: 'Por afiliado',
  agencia: 'Por agencia',
  taquilla: 'Por taquilla',
  producto: 'Por producto',
  jugada: 'Por tipo de jugada',
  moneda: 'Por moneda',
} as const
export type StackChoice = keyof typeof stackLabels
const isLevel = (choice: StackChoice): choice is FlatLevel => (flatLevels as readonly string[]).includes(choice)

export function stackOf(choice: StackChoice): { stack: StackBy; level?: FlatLevel } {
  return isLevel(choice) ? { stack: 'afiliado', level: choice } : { stack: choice }
}
export const stackChoice = ({ stack, level }: Pick<Drawn, 'stack' | 'level'>): StackChoice =>
  stack === 'afiliado' ? level : stack
/** `Por agencia`. */
export const stackName = (drawn: Pick<Drawn, 'stack' | 'level'>) => stackLabels[stackChoice(drawn)]

const drawn = z.object({
  step: field(
    z.enum(steps.filter((step) => step !== 'mapa') as unknown as [CourseStep, ...CourseStep[]]),
    'Paso',
  ).optional(),
  stack: field(z.enum(stacks), 'Apilado').default('ninguno'),
  of: field(z.enum(Object.keys(measureLabels) as [Measure, ...Measure[]]), 'Medida').default('sold'),
  level: field(z.enum(flatLevels), 'Nivel').default('directos'),
  heat: field(z.enum(['sold', 'tickets']), 'Mapa de horas').default('sold'),
})
const comparison = z.enum(comparisons)
type Drawn = z.output<typeof drawn>

export interface AnalyticalView {
  period: PeriodControl
  filters: FilterState
  drawn: Drawn
  set: SetUrlState<Drawn>
  step: CourseStep
  currency: Currency
  /** What every chart is asked with. */
  query: {
    from: string
    to: string
    currency?: Currency
    partner_id?: number
    product_id?: number
    bet_type_id?: number
    compare?: never
    compare_from?: string
  }
  /** The address of who fell most, with the same filters. */
  fell: string
  /** The address of the rows behind a figure: the free question with the same filters. */
  rowsOf: (days: Period, by: readonly RowDimension[], more?: Record<string, string>) => string
}

/** How a stretch is best told where nobody chose: an hour is too little of a month, a day too little of a year. */
function usualStep({ from, to }: Period): CourseStep {
  const days = daysBetween(from, to)
  return days === 1 ? 'hora' : days <= 62 ? 'dia' : days <= 184 ? 'semana' : 'mes'
}

const narrowing = ['partner_id', 'product_id', 'bet_type_id', 'compare', 'compare_from'] as const

export function useAnalyticalView(): AnalyticalView {
  const session = useSession()
  const period = usePeriod(facts.period?.preset)
  const filters = useFilters(facts)
  const [state, set] = useUrlState(drawn)
  const currency = (filters.values['currency'] as Currency | undefined) ?? session.currency
  const { days } = period
  const { partner_type } = session
  const asked = state.step ?? usualStep(days)
  const step = asked === 'hora' && daysBetween(days.from, days.to) > longestHours ? 'dia' : asked
  return useMemo(() => {
    const narrowed = Object.fromEntries(
      narrowing.flatMap((name) => (filters.values[name] === undefined ? [] : [[name, filters.values[name]]])),
    )
    return {
      period,
      filters,
      drawn: state,
      set,
      step,
      currency,
      query: { from: days.from, to: days.to, ...(state.stack !== 'moneda' && { currency }), ...narrowed },
      fell: fellLink(
        {
          choice: period.choice,
          query: kpiQuery({ from: days.from, to: days.to }, currency, narrowed),
          compared: { compare_from: narrowed['compare_from'] as string | undefined },
        },
        comparison.safeParse(narrowed['compare']).data ?? 'ninguna',
        partner_type === 'agencia' ? 'taquilla' : 'agencia',
      ),
      rowsOf: (stretch, by, more = {}) => {
        const whole = stretch.from === days.from && stretch.to === days.to
        const query = queryWith('', {
          view: 'pregunta',
          by,
          currency,
          ...periodIn(whole ? period.choice : fixedRange, stretch),
          ...narrowed,
          ...(whole ? {} : comparisonWithin(stretch, days, narrowed)),
          ...more,
          level: by.includes('afiliado') ? (state.level satisfies FlatLevel) : undefined,
        })
        return `?${query}`
      },
    }
  }, [period, filters, state, set, step, currency, partner_type, days])
}
