/** How a fund came to what it holds. */
import { useMemo } from 'react'
import { cashFunds, type FundRow } from '@contract/cash-funds.ts'
import { Stack } from '@/kit/page/stack.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { Money } from '@/kit/values/money.tsx'
import { usePeriod } from '@/kit/values/period.ts'

export function FundHistory({ row: { id } }: { row: FundRow }) {
  const period = usePeriod('30d')
  const fixed = useMemo(() => ({ fund_id: id }), [id])
  return (
    <Stack gap="sm">
      <DateRange control={period} />
      <ListTable
        list={cashFunds.history}
        columns={[
          { key: 'day', fixed: true, width: 170, align: 'left' },
          { key: 'kind', width: 140 },
          { key: 'with_name', width: 208 },
          { key: 'concept', width: 208 },
          { key: 'reference', width: 110 },
          ...(['debit', 'credit', 'balance'] as const).map((key) => ({ key, width: 124 })),
          { key: 'movement_id', optional: true, width: 100 },
        ]}
        fixed={fixed}
        rowName={(line) => `${line.with_name}, ${line.concept}`}
        storageKey="fund-history"
        sums={{
          below: { balance: 'closing', debit: 'debit', credit: 'credit' },
          count: { of: 'rows', one: 'movimiento', many: 'movimientos' },
          more: ({ opening, currency }) => ({
            with_name: (
              <>
                Saldo anterior <Money value={opening} currency={currency} signed clear />
              </>
            ),
          }),
        }}
        empty={{
          title: 'Sin movimientos en este período',
          text: 'Lo mueven las entregas que acepta, las recargas que da, y lo que entra o sale con «Mover dinero».',
        }}
      />
    </Stack>
  )
}
