/** The registers of an office, each opening over today's. */
import { useMemo } from 'react'
import { cashRegisters, type RegisterRow } from '@contract/cash-registers.ts'
import { formatDay } from '@contract/values/dates.ts'
import { compare } from '@contract/values/money.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { ListTable } from '@/kit/screen/list-table.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { Money } from '@/kit/values/money.tsx'
import { Gap } from './book.tsx'

/** What was counted and what it lacked, of the currencies that it held; of an open one what it should hold. */
function Sums({ row }: { row: RegisterRow }) {
  const held = row.sums.filter(({ expected, counted }) =>
    [expected, counted ?? '0'].some((of) => compare(of, '0') !== 0),
  )
  if (held.length === 0) return <span className="sorteo-muted">Sin dinero</span>
  return held.map(({ currency, expected, counted, difference }) => (
    <span key={currency} className="row gap-sm">
      <Money value={counted ?? expected} currency={currency} clear />
      {difference !== null && <Gap value={difference} currency={currency} />}
    </span>
  ))
}

const columns: ColumnSpec<RegisterRow>[] = [
  { key: 'day', fixed: true, width: 130, align: 'left' },
  { key: 'state', width: 140 },
  { key: 'sums', width: 320, render: (row) => <Sums row={row} /> },
  { key: 'observation', width: 220, optional: true },
  { key: 'refusal', width: 200, optional: true },
  { key: 'opened_by', width: 150, optional: true },
  { key: 'sent_by', width: 150 },
  { key: 'sent_at', width: 160 },
  { key: 'decided_by', width: 150, optional: true },
  { key: 'decided_at', width: 160, optional: true },
]

export function PastRegisters({ office_id, onOpen }: { office_id: number; onOpen: (id: number) => void }) {
  const period = usePeriod(cashRegisters.list.list.period?.preset)
  const fixed = useMemo(() => ({ office_id }), [office_id])
  return (
    <div className="stack gap-sm">
      <div className="row between gap-sm">
        <h2>Todas sus cajas</h2>
        <DateRange control={period} />
      </div>
      <ListTable
        list={cashRegisters.list}
        columns={columns}
        fixed={fixed}
        rowName={(row) => `la caja del ${formatDay(row.day)}`}
        storageKey="cash-registers-of-office"
        onRowClick={(row) => onOpen(row.id)}
        onOpen={(row) => onOpen(row.id)}
        empty={{
          title: 'Aún no hay cajas',
          text: 'Abra la de hoy con F9: cada día queda aquí con lo contado y su diferencia.',
        }}
      />
    </div>
  )
}
