/** The columns of the general settlement and its totals, one row per currency. */
import type { Answer } from '@contract/endpoint.ts'
import { generalRow, type GeneralRow, type generalTotals, type reports } from '@contract/reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatCount, formatDecimal } from '@contract/values/money.ts'
import type { z } from 'zod'
import type { Column } from '@/kit/table/columns.ts'
import type { TotalsRow } from '@/kit/table/grid.tsx'
import { Money } from '@/kit/values/money.tsx'
import type { ReactNode } from 'react'
import { FigureLink } from '@resources/kpis/figure-link.tsx'
import type { RowLinks } from './general-filters.ts'

type Totals = z.input<typeof generalTotals>
type Settled = GeneralRow | Totals

/** Amounts of a settlement, in the order of its arithmetic; results are told by sign. */
const amounts = ['sold', 'prizes', 'commission', 'profit', 'participation', 'total', 'annulled'] as const
const results: ReadonlySet<string> = new Set(['profit', 'participation', 'total'])

function settledCell(
  row: Settled,
  key: (typeof amounts)[number] | 'tickets' | 'payout_percent' | 'currency',
): ReactNode {
  if (key === 'currency') return currencyFacts[row.currency].clear_symbol
  if (key === 'tickets')
    return row.tickets === null ? <span className="sorteo-muted">—</span> : formatCount(row.tickets)
  if (key === 'payout_percent')
    return row.payout_percent === null ? (
      <span className="sorteo-muted">—</span>
    ) : (
      `${formatDecimal(row.payout_percent)} %`
    )
  return <Money value={row[key]} currency={row.currency} signed={results.has(key)} clear />
}

const typeNames: Record<GeneralRow['type'], string> = {
  distribuidor: 'Distribuidor',
  agencia: 'Agencia',
  taquilla: 'Taquilla',
  producto: 'Producto',
  dia: 'Día',
}

/** `nameCell` draws the column that names the row and opens it; `linksTo` says where the rows behind its sales and prizes are. */
export function generalColumns(
  nameCell: (row: GeneralRow) => ReactNode,
  linksTo: (row: GeneralRow) => RowLinks,
  severalCurrencies: boolean,
): Column<GeneralRow>[] {
  const right = { align: 'right', sortable: true, descend_first: true } as const
  return [
    { key: 'name', fixed: true, pinned: 'left', sortable: true, width: 220, render: nameCell },
    { key: 'code', optional: true, width: 110 },
    { key: 'type', optional: true, width: 110, render: (row) => typeNames[row.type] },
    ...(severalCurrencies
      ? [
          {
            key: 'currency',
            width: 84,
            title: generalRow.shape.currency.meta()?.title ?? '',
            render: (row: GeneralRow) => settledCell(row, 'currency'),
          },
        ]
      : []),
    { key: 'tickets', ...right, width: 96, render: (row) => settledCell(row, 'tickets') },
    ...amounts.map(
      (key): Column<GeneralRow> => ({
        key,
        ...right,
        width: 148,
        optional: key === 'annulled',
        render: (row) =>
          key === 'sold' || key === 'prizes' ? (
            <FigureLink to={linksTo(row)[key]} of={`${row.name}`}>
              {settledCell(row, key)}
            </FigureLink>
          ) : (
            settledCell(row, key)
          ),
      }),
    ),
    { key: 'payout_percent', ...right, width: 100, render: (row) => settledCell(row, 'payout_percent') },
  ]
}

/** Totals of everything that is filtered, not of the page. Never one over two currencies. */
export function generalTotalsRows(answer: Answer<typeof reports.general>): TotalsRow[] {
  return answer.totals.map((totals) => ({
    key: totals.currency,
    label: answer.totals.length > 1 ? `Total ${currencyFacts[totals.currency].clear_symbol}` : 'Total',
    cells: Object.fromEntries(
      (['currency', 'tickets', ...amounts, 'payout_percent'] as const).map((key) => [key, settledCell(totals, key)]),
    ),
  }))
}
