/** What drawers gave to a fund and what it gave to them: accepted, refused or taken back beside the list. */
import { Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { cashFunds, type FundRow } from '@contract/cash-funds.ts'
import { fundMovements, type FundMovementRow } from '@contract/fund-movements.ts'
import { payments } from '@contract/payments.ts'
import { reloads } from '@contract/reloads.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { RecordMoves } from '@/kit/screen/record-moves.tsx'
import { RowDrawer } from '@/kit/screen/row-drawer.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'

const amountOf = ({ amount, currency }: FundMovementRow) => formatMoney(amount, currency, true)
const nameOf = (row: FundMovementRow) => `${row.pair_name}, ${amountOf(row)}`

/** What `RecordMoves` asks of a screen. */
const screen = {
  entity: fundMovements,
  said: {
    name: nameOf,
    facts: [
      'kind',
      'fund_name',
      'agency_name',
      'concept',
      'created_by',
      'created_at',
      'decided_by',
      'decided_at',
      'observation',
    ],
    touches: [cashFunds, reloads, payments],
  },
} as never

export function Given({ row: { id, name } }: { row: FundRow }) {
  const period = usePeriod('mes')
  const [open, setOpen] = useState<FundMovementRow | null>(null)
  const fixed = useMemo(() => ({ fund_id: id }), [id])
  return (
    <Stack gap="sm">
      <DateRange control={period} />
      <ListTable
        list={fundMovements.list}
        columns={[
          { key: 'pair_name', fixed: true, width: 200 },
          { key: 'agency_name', width: 180 },
          { key: 'direction', width: 100 },
          { key: 'kind', width: 130 },
          { key: 'amount', width: 140 },
          { key: 'state', width: 130 },
          { key: 'age', width: 140 },
          { key: 'created_at', width: 160 },
          { key: 'concept', optional: true, width: 200 },
          { key: 'decided_by', optional: true, width: 150 },
          { key: 'decided_at', optional: true, width: 160 },
        ]}
        fixed={fixed}
        elsewhere={['fund_id']}
        rowName={nameOf}
        onOpen={setOpen}
        onRowClick={setOpen}
        storageKey="fund-given"
        empty={{
          title: 'Nada entregado en este período',
          text: `Aquí espera lo que las taquillas entregan a ${name}, y lo que ${name} les recarga.`,
        }}
      />
      <RowDrawer
        open={open !== null}
        shows={open?.id}
        walk={null}
        width={520}
        title={open ? nameOf(open) : ''}
        onClose={() => setOpen(null)}
      >
        {open && <Decided id={open.id} />}
      </RowDrawer>
    </Stack>
  )
}

function Decided({ id }: { id: number }) {
  const row = useCall(fundMovements.show, { params: { id } }).data
  if (!row) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  return (
    <RecordMoves
      screen={screen}
      row={row}
      evidence={
        <Facts
          layout="lines"
          facts={[
            { label: row.direction === 'entra' ? 'Entregó' : 'Recibe', value: row.pair_name },
            { label: 'Monto', value: <strong>{amountOf(row)}</strong> },
          ]}
        />
      }
      effectsOf={() => []}
      undecided={row.state === 'por_aceptar' && !row.own ? 'Lo decide quien tiene el fondo.' : null}
      onEdit={() => undefined}
    />
  )
}
