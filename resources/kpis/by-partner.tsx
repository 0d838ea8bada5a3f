/** Sales of a partner's direct dependants. Choosing one narrows the whole dashboard to it. */
import type { Currency } from '@contract/values/currency.ts'
import { partnerTypeLabels } from '@contract/partners.ts'
import { add } from '@contract/values/money.ts'
import { Change } from '@/kit/chart/change.tsx'
import { ChartFrame } from '@/kit/chart/frame.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Money } from '@/kit/values/money.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import type { PathStep } from '@/kit/values/partner-tree.ts'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import type { DashboardCalls } from './dashboard-calls.ts'
import { RankedTable } from './ranked-table.tsx'
import { FigureLink } from './figure-link.tsx'

export interface ByPartnerProps {
  call: DashboardCalls['partners']
  path: readonly PathStep[]
  /** The partner on screen. A ticket office has no dependants: it stands in its own list. */
  chosen: number | undefined
  currency: Currency
  previousName: string | null
  onChoose: (id: number | undefined) => void
  rowsOf: (partnerId: number, hasChildren: boolean) => string | undefined
}

export function ByPartner({ call, path, chosen, currency, previousName, onChoose, rowsOf }: ByPartnerProps) {
  const rows = call.data?.data ?? []
  return (
    <ChartFrame
      title="Por socio"
      note={<PartnerPath label="Jerarquía del desglose" path={path} onChoose={onChoose} />}
      query={call}
      isEmpty={call.data !== undefined && rows.length === 0}
      empty={
        <EmptyState
          title="Sin dependientes con ventas"
          text="Este socio no tiene dependientes que hayan vendido en el período."
        />
      }
      skeleton={<ListSkeleton />}
    >
      <RankedTable
        caption="Ventas por socio"
        columns={[{ title: 'Socio' }, { title: 'Ventas' }, { title: 'Utilidad', wide: true }, { title: 'Cambio' }]}
        rows={rows.map((row) => ({
          key: String(row.partner_id),
          name:
            row.partner_id === chosen ? (
              row.name
            ) : (
              <button
                type="button"
                onClick={() => onChoose(row.partner_id)}
                title={`Ver solo ${row.name} (${partnerTypeLabels[row.type]})`}
              >
                {row.name}
              </button>
            ),
          bar: row.sold,
          cells: [
            <FigureLink key="sold" to={rowsOf(row.partner_id, row.has_children)} of={row.name}>
              <Money value={row.sold} currency={currency} />
            </FigureLink>,
            <Money key="profit" value={row.profit} currency={currency} signed />,
            <Change
              key="change"
              short
              now={row.sold}
              before={row.previous_sold}
              currency={currency}
              {...(previousName !== null && { period: previousName })}
            />,
          ],
        }))}
        total={[
          'Total',
          <Money key="sold" value={add('0', ...rows.map((row) => row.sold))} currency={currency} />,
          <Money key="profit" value={add('0', ...rows.map((row) => row.profit))} currency={currency} signed />,
          '',
        ]}
      />
    </ChartFrame>
  )
}
