/** The same rows on a phone: one card each, the first column as its title. */
import type { Key, ReactNode } from 'react'
import type { Column } from './columns.ts'
import { cellOf, type TotalsRow } from './grid.tsx'

export interface CardsProps<Row> {
  columns: readonly Column<Row>[]
  titles: Record<string, string>
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  actionsOf?: (row: Row) => ReactNode
  totals: readonly TotalsRow[]
  caption: string
  empty: ReactNode
}

export function TableCards<Row>({ columns, titles, rows, rowKey, actionsOf, totals, caption, empty }: CardsProps<Row>) {
  if (!rows) return <CardBones caption={caption} />
  if (rows.length === 0) return <>{empty}</>
  const [heading, ...others] = [...columns].sort(
    (one, other) => Number(other.fixed ?? false) - Number(one.fixed ?? false),
  )
  return (
    <ul className="data-table-cards" aria-label={caption}>
      {totals.map((row) => (
        <li key={row.key} className="data-table-card data-table-totals">
          <div className="data-table-card-head">{row.label}</div>
          <Facts
            columns={columns.filter((column) => column.key in row.cells)}
            titles={titles}
            cell={(column) => row.cells[column.key]}
          />
        </li>
      ))}
      {rows.map((row) => (
        <li key={rowKey(row)} className="data-table-card">
          <div className="data-table-card-head">
            <div>{heading && cellOf(heading, row)}</div>
            {actionsOf?.(row)}
          </div>
          <Facts columns={others} titles={titles} cell={(column) => cellOf(column, row)} />
        </li>
      ))}
    </ul>
  )
}

interface FactsProps<Row> {
  columns: readonly Column<Row>[]
  titles: Record<string, string>
  cell: (column: Column<Row>) => ReactNode
}

function Facts<Row>({ columns, titles, cell }: FactsProps<Row>) {
  return (
    <dl className="data-table-facts">
      {columns.map((column) => (
        <div key={column.key}>
          <dt>{titles[column.key] ?? column.key}</dt>
          <dd>{cell(column)}</dd>
        </div>
      ))}
    </dl>
  )
}

function CardBones({ caption }: { caption: string }) {
  return (
    <ul className="data-table-cards" aria-label={caption}>
      {[0, 1, 2, 3, 4].map((place) => (
        <li key={place} className="data-table-card data-table-card-skeleton">
          <span className="data-table-skeleton" />
          <span className="data-table-skeleton" />
          <span className="data-table-skeleton" />
        </li>
      ))}
    </ul>
  )
}
