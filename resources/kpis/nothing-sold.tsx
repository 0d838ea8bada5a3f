/** A period without sales: told apart from a business that has not sold yet. */
import { EmptyState } from '@/kit/page/empty.tsx'
import { addDays } from '@contract/values/dates.ts'
import { kpis } from '@contract/kpis.ts'
import { useCall } from '@providers/queries.ts'
import { useToday } from '@/kit/values/period.ts'
import { ChartSkeleton } from '@/kit/page/skeletons.tsx'
import type { KpiQuery } from './dashboard-filters.ts'
import { NoSales } from './no-sales.tsx'

const isUnfiltered = ({ from: _from, to: _to, currency: _currency, ...filters }: KpiQuery) =>
  Object.values(filters).every((value) => value === undefined)

/** Looks back a year for one sale in this currency, whatever the other filters. */
export function NothingSold({ query }: { query: KpiQuery }) {
  const today = useToday()
  const ever = useCall(kpis.latestPartners, {
    query: { from: addDays(today, -365), to: today, currency: query.currency, limit: 1 },
  })
  if (ever.isPending) return <ChartSkeleton />
  if (ever.data?.data.length === 0) {
    return (
      <EmptyState
        title="Aún no hay ventas en esta moneda"
        text="Las cifras aparecen aquí con el primer ticket que venda una taquilla."
      />
    )
  }
  if (query.from === today && isUnfiltered(query)) {
    return <EmptyState title="Aún no hay ventas hoy" text="Las cifras llegan solas, con la primera venta del día." />
  }
  return <NoSales what="ventas ni premios" />
}
