/** What one affiliate sold: its figures and their course as the sales dashboard tells them, and a day a row below. */
import { useMemo } from 'react'
import { z } from 'zod'
import { dailySales } from '@contract/daily-sales.ts'
import { kpis } from '@contract/kpis.ts'
import { currency } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { ChartSwitch, useCharted } from '@/kit/screen/chart-switch.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { comparedName, stretchDays, stretchName } from '@/kit/values/period-days.ts'
import { usePeriod } from '@/kit/values/period.ts'
import { prizesLink } from '../kpis/consult-links.ts'
import { stepOf } from '../kpis/dashboard-calls.ts'
import { kpiQuery, rowsLink } from '../kpis/dashboard-filters.ts'
import { KpiRow } from '../kpis/kpi-row.tsx'
import { SalesChart } from '../kpis/sales-chart.tsx'
import '../kpis/kpis.css'

const chosen = z.object({ currency: currency.optional() })
const compared = { compare: 'mismo-dia-semana' } as const

interface PartnerSalesProps {
  id: number
  /** Whose days its sales are told by. */
  level: 'distribuidor' | 'agencia'
}

export function PartnerSales({ id, level }: PartnerSalesProps) {
  const session = useSession()
  const period = usePeriod('30d')
  const [state, set] = useUrlState(chosen)
  const of = state.currency ?? session.currency
  const { days, choice, today } = period
  const query = useMemo(() => kpiQuery(days, of, { partner_id: id }), [days, of, id])
  const course = useCall(kpis.lossProfit, { query: { ...query, ...compared, step: stepOf(query) } })
  const fixed = useMemo(() => ({ ...days, partner_id: id, level, currency: of }), [days, id, level, of])
  const [drawn, setDrawn] = useCharted(false)
  const { stretch, previous } = course.data ?? {}
  const common = { course, currency: of, previousName: previous ? comparedName(previous.stretch, today) : null }
  return (
    <Stack gap="sm">
      <div className="row gap-sm">
        <DateRange control={period} {...(stretch && { stretch })} />
        <CurrencySwitch value={of} onChange={(currency) => set({ currency })} />
        <ChartSwitch shown={drawn} onChange={setDrawn} />
      </div>
      <div className="sales-dashboard">
        <KpiRow
          {...common}
          by_line={false}
          step={stepOf(query)}
          rowsTo={rowsLink({ choice, query, level: level === 'agencia' ? 'producto' : 'directos', compared })}
          prizesTo={prizesLink({ choice, query })}
        />
        {drawn && (
          <SalesChart
            {...common}
            className="report-chart"
            query={query}
            choice={choice}
            compared={compared}
            name={stretch ? stretchName(stretch, today) : ''}
            previousDays={previous ? stretchDays(previous.stretch, today) : null}
          />
        )}
      </div>
      <ListTable
        list={dailySales.list}
        columns={[
          { key: 'day', width: 110, fixed: true },
          ...(level === 'distribuidor' ? [{ key: 'name' as const, width: 200 }] : []),
          { key: 'tickets', width: 96 },
          ...(['sold', 'prizes', 'commission', 'profit'] as const).map((key) => ({ key, width: 140 })),
          { key: 'payout_percent', width: 110 },
        ]}
        fixed={fixed as never}
        elsewhere={['level', 'partner_id', 'currency', 'compare', 'product_id', 'bet_type_id']}
        rowKey={(row) => `${row.day}:${row.partner_id}:${row.currency}`}
        rowName={(row) => `${row.day} ${row.name}`}
        storageKey="partner-sales"
        empty={{ title: 'Sin ventas en estos días', text: 'Elija otro período o quite un filtro.' }}
      />
    </Stack>
  )
}
