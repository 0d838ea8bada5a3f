/** Who set which rates of an affiliate, and from when; those that have not begun can be withdrawn. */
import { Button, Drawer } from 'antd'
import { partText } from '@contract/commission-rates.ts'
import { commissions, type CommissionHistoryRow } from '@contract/commissions.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'

interface RateHistoryProps {
  partnerId: number
  name: string
  readOnly: boolean
  onClose: () => void
}

function ofText({ product_name, bet_type_name, currency }: CommissionHistoryRow): string {
  const of = [product_name ?? 'Todos los productos', bet_type_name].filter(Boolean).join(' · ')
  return currency ? `${of} · ${currencyFacts[currency].name}` : of
}

export function RateHistory({ partnerId, name, readOnly, onClose }: RateHistoryProps) {
  const { zone } = useSession()
  const result = useCall(commissions.history, { params: { id: partnerId } })
  const withdraw = useAction(commissions.withdraw, {
    invalidates: [commissions],
    success: 'La comisión que aún no regía se retiró.',
  })
  const rows = result.data?.data
  return (
    <Drawer open width={820} title={`Comisiones de ${name}: desde cuándo`} onClose={onClose}>
      {!rows && result.isError && <ProblemView error={result.error} onRetry={() => void result.refetch()} />}
      {!rows && !result.isError && <ListSkeleton rows={6} />}
      {rows?.length === 0 && (
        <EmptyState title="Nunca ha tenido comisiones propias" text="Hereda las de quien está por encima." />
      )}
      {rows && rows.length > 0 && (
        <FigureTable
          caption="Las últimas primero"
          rows={rows}
          rowKey={(_, at) => at}
          columns={[
            {
              title: 'Desde',
              text: true,
              render: ({ starts_at }) => (starts_at ? formatInstant(starts_at, zone) : 'Siempre'),
            },
            { title: 'De qué', text: true, render: ofText },
            { title: 'Tasa', text: true, render: ({ rate }) => (rate ? partText(rate) : 'Hereda de nuevo') },
            { title: 'La fijó', text: true, render: ({ set_by }) => set_by ?? '—' },
            {
              title: 'Estado',
              text: true,
              render: ({ ahead, starts_at, partner_id, product_id, bet_type_id, currency }) =>
                ahead && starts_at && !readOnly ? (
                  <Button
                    size="small"
                    disabled={withdraw.pending}
                    onClick={() =>
                      void withdraw.run({ body: { partner_id, product_id, bet_type_id, currency, starts_at } })
                    }
                  >
                    Retirar
                  </Button>
                ) : ahead ? (
                  'Por regir'
                ) : (
                  ''
                ),
            },
          ]}
        />
      )}
    </Drawer>
  )
}
