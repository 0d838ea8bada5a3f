/** The day at a glance: key figures, the course of sales, who and what sold, what is at risk, what closes next. */
import { Button } from 'antd'
import { useDeferredValue } from 'react'
import type { FlatLevel } from '@contract/figures.ts'
import type { PartnerType } from '@contract/partners.ts'
import { comparisonLabels, comparisons } from '@contract/values/dates.ts'
import { capital } from '@contract/values/text.ts'
import { useSession } from '@providers/session.ts'
import { FramesDrawn } from '@/kit/chart/frame.tsx'
import { LazyTrendChart } from '@/kit/chart/lazy.tsx'
import { Select } from '@/kit/form/select.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { SavedViews } from '@/kit/screen/saved-views.tsx'
import { useName } from '@/kit/values/names.ts'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { usePartnerPath, type PathStep } from '@/kit/values/partner-tree.ts'
import { comparedName, stretchDays, stretchName } from '@/kit/values/period-days.ts'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import { FellLink } from '@resources/reports/who-fell.tsx'
import { RefreshControl } from '@/kit/page/refresh.tsx'
import { FirstSteps } from '@resources/first-steps/first-steps.tsx'
import { TicketPanel } from '@resources/tickets/ticket-panel.tsx'
import { numberLink, prizesLink, ticketsLink } from './consult-links.ts'
import { stepOf, useDashboardCalls, type DashboardCalls } from './dashboard-calls.ts'
import { fellLink, rowsLink, useDashboardFilters, type DashboardFilters } from './dashboard-filters.ts'
import { Alarms } from './alarms.tsx'
import { ByPartner } from './by-partner.tsx'
import { SoldBy } from './by-product.tsx'
import { ColdestNumbers, TopNumbers, TopRisk } from './by-number.tsx'
import { KpiRow } from './kpi-row.tsx'
import { PendingDraws } from './pending-draws.tsx'
import { NextDraws } from './next-draws.tsx'
import { LatestPartners, TopTickets } from './recent-sales.tsx'
import { Receivable } from './receivable.tsx'
import { SalesChart } from './sales-chart.tsx'
import { TicketStates } from './ticket-states.tsx'
import './kpis.css'

void LazyTrendChart.preload()

export default function SalesDashboard() {
  const filters = useDashboardFilters()
  const calls = useDashboardCalls(filters)
  const path = usePartnerPath(filters.state.partner_id)
  const stretch = calls.course.data?.stretch
  const choosePartner = (partner_id: number | undefined) => filters.set({ partner_id })
  return (
    <Page
      title="Ventas del día"
      actions={<SavedViews />}
      period={<DateRange control={filters.period} {...(stretch && { stretch })} />}
      filters={<Filters filters={filters} />}
    >
      <div className="sales-dashboard">
        <FirstSteps />
        <Narrowed filters={filters} calls={calls} path={path} onPartner={choosePartner} />
        <Figures filters={filters} calls={calls} path={path} onPartner={choosePartner} />
      </div>
    </Page>
  )
}

function Filters({ filters: { currency, state, set } }: { filters: DashboardFilters }) {
  return (
    <>
      <CurrencySwitch value={currency} onChange={(chosen) => set({ currency: chosen })} />
      <ProductSelect value={state.product_id} onChange={(product_id) => set({ product_id })} />
      <Select
        aria-label="Comparar con"
        style={{ width: 216, maxWidth: '100%' }}
        value={state.compare}
        options={comparisons.map((value) => ({ value, label: comparisonLabels[value] }))}
        popupMatchSelectWidth={false}
        onChange={(compare) => set({ compare })}
      />
    </>
  )
}

interface PartProps {
  filters: DashboardFilters
  calls: DashboardCalls
  path: readonly PathStep[]
  onPartner: (id: number | undefined) => void
}

/** What the figures speak of, in words, and everything that narrows them, cleared in one press. */
function Narrowed({ filters: { period, state, set, query }, calls, path, onPartner }: PartProps) {
  const { partner_type } = useSession()
  const { data } = calls.course
  const betType = useName('bet_type', state.bet_type_id)
  const narrowed = state.partner_id !== undefined || state.product_id !== undefined || state.bet_type_id !== undefined
  return (
    <div className="sales-narrowed row gap-md small">
      <PartnerPath path={path} onChoose={onPartner} />
      {state.bet_type_id !== undefined && (
        <span>
          Jugada: <strong>{betType}</strong>
        </span>
      )}
      <span className="grow row sorteo-muted" style={{ flexBasis: 160 }}>
        {data && (
          <span>
            {capital(stretchName(data.stretch, period.today))}
            {data.previous ? `, comparado con ${comparedName(data.previous.stretch, period.today)}` : ', sin comparar'}
          </span>
        )}
      </span>
      {narrowed && (
        <Button
          size="small"
          onClick={() => set({ partner_id: undefined, product_id: undefined, bet_type_id: undefined })}
        >
          Limpiar filtros
        </Button>
      )}
      <FellLink
        to={fellLink({ choice: period.choice, query }, state.compare, fellLevel(calls.partners, partner_type))}
      />
      <PendingDraws call={calls.pending} zone={period.zone} />
      <RefreshControl queries={Object.values(calls)} storageKey="sales-dashboard" />
    </div>
  )
}

/** The level at which partners lie beside one another: an agency has offices below it and nothing else. */
const fellLevel = ({ data }: DashboardCalls['partners'], own: PartnerType): FlatLevel =>
  own === 'agencia' || (data && data.data.length > 0 && data.data.every((row) => row.type === 'taquilla'))
    ? 'taquilla'
    : 'agencia'

function Figures(props: PartProps) {
  const { filters, calls } = props
  const { period, currency, state, query, by_line } = filters
  const previous = calls.course.data?.previous
  const all = Object.values(calls)
  // Said once, not in each panel.
  if (all.every(({ isError, data }) => isError && data === undefined))
    return (
      <div className="surface">
        <ProblemView error={calls.course.error} onRetry={() => void Promise.all(all.map((call) => call.refetch()))} />
      </div>
    )
  return (
    <>
      <KpiRow
        course={calls.course}
        by_line={by_line}
        step={stepOf(query)}
        rowsTo={rowsLink({ choice: period.choice, query, compared: state })}
        prizesTo={prizesLink({ choice: period.choice, query })}
        currency={currency}
        previousName={previous ? comparedName(previous.stretch, period.today) : null}
      />
      <Alarms filters={filters} />
      <Panels {...props} />
    </>
  )
}

function Panels({ filters, calls, path, onPartner }: PartProps) {
  const { period, currency, state, set, query } = filters
  const { today, zone, choice } = period
  const data = calls.course.data
  const previousName = data?.previous ? comparedName(data.previous.stretch, today) : null
  const name = data ? stretchName(data.stretch, today) : ''
  const previousDays = data?.previous ? stretchDays(data.previous.stretch, today) : null
  const products = calls.products.data?.data.map((row) => ({ ...row, id: row.product_id })) ?? []
  const betTypes = calls.bet_types.data?.data.map((row) => ({ ...row, id: row.bet_type_id })) ?? []
  const shownDay = query.from === query.to ? query.to : today
  const running = query.from <= today && today <= query.to
  const common = { currency, previousName }
  // The chart and what closes next stand first, and can be used while the rest is drawn.
  const beneath = useDeferredValue(true, false)
  return (
    <>
      <div className="sales-grid">
        <SalesChart
          course={calls.course}
          query={query}
          choice={period.choice}
          compared={state}
          name={name}
          previousDays={previousDays}
          {...common}
        />
        <NextDraws
          call={calls.draws}
          currency={currency}
          zone={zone}
          chosen={state.product_id}
          onChoose={(product_id) => set({ product_id: product_id === state.product_id ? undefined : product_id })}
        />
        <FramesDrawn value={beneath}>
          <ByPartner
            call={calls.partners}
            path={path}
            chosen={state.partner_id}
            onChoose={onPartner}
            rowsOf={(partner_id, hasChildren) =>
              rowsLink({
                choice,
                query: { ...query, partner_id },
                level: hasChildren ? 'directos' : 'producto',
                compared: state,
              })
            }
            {...common}
          />
          <SoldBy
            title="Por producto"
            what="Producto"
            colored
            call={calls.products}
            rows={products}
            chosen={state.product_id}
            onChoose={(product_id) => set({ product_id })}
            rowsOf={(product_id) => rowsLink({ choice, query: { ...query, product_id }, compared: state })}
            {...common}
          />
          <SoldBy
            title="Por tipo de jugada"
            what="Jugada"
            call={calls.bet_types}
            rows={betTypes}
            chosen={state.bet_type_id}
            onChoose={(bet_type_id) => set({ bet_type_id })}
            {...common}
          />
          <TopRisk call={calls.risk} currency={currency} zone={zone} open={running} />
          <TopNumbers call={calls.numbers} currency={currency} rowsOf={(row) => numberLink({ choice, query }, row)} />
          <TopTickets
            call={calls.tickets}
            currency={currency}
            zone={zone}
            today={shownDay}
            by={state.tickets_by}
            onBy={(tickets_by) => set({ tickets_by })}
          />
          <LatestPartners call={calls.latest} currency={currency} zone={zone} today={shownDay} onChoose={onPartner} />
          <ColdestNumbers call={calls.coldest} zone={zone} />
        </FramesDrawn>
      </div>
      <Receivable partner_id={query.partner_id} currency={currency} />
      <TicketStates call={calls.states} rowsOf={(ticketState) => ticketsLink({ choice, query }, ticketState)} />
      <TicketPanel />
    </>
  )
}
