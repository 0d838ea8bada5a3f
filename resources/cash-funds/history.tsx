/** How a fund came to what it holds. */
import { useMemo } from 'react'
import { cashFunds, type FundRow } from '@contract/cash-funds.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { moneySums } from '../accounts/money-sums.tsx'

export function FundHistory({ row: { id } }: { row: FundRow }) {
  const period = usePeriod('30d')
  const fixed = useMemo(() => ({ fund_id: id }), [id])
  return (
    <Stack gap="sm">
      <DateRange control={period} />
      <ListTable
        list={cashFunds.history}
        columns={[
          { key: 'day', fixed: true, width: 152, align: 'left' },
          { key: 'kind', width: 104 },
          { key: 'with_name', width: 180 },
          { key: 'concept', width: 176 },
          { key: 'reference', width: 98 },
          ...(['debit', 'credit', 'balance'] as const).map((key) => ({ key, width: 124 })),
          { key: 'movement_id', optional: true, width: 100 },
        ]}
        fixed={fixed}
        rowName={(line) => `${line.with_name}, ${line.concept}`}
        storageKey="fund-history"
        sums={moneySums}
        empty={{
          title: 'Sin movimientos en este período',
          text: 'Lo mueven las entregas que acepta, las recargas que da, y lo que entra o sale con «Mover dinero».',
        }}
      />
    </Stack>
  )
}
