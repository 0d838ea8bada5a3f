/** Where a period has no sales with what was chosen. */
import { EmptyState } from '@/kit/page/empty.tsx'

/** `what`: all that would have been seen, where it is more than sales. */
export function NoSales({ what = 'ventas' }: { what?: string }) {
  return (
    <EmptyState
      title="Sin ventas"
      text={`No hubo ${what} en este período con los filtros elegidos. Cambie el período o quite un filtro.`}
    />
  )
}
