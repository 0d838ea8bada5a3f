/** A list on paper: one plain table. Nothing scrolls, sorts or opens; its head comes again on every sheet, its sums once. */
import type { Key, ReactNode } from 'react'
import type { Column } from './columns.ts'
import { renderCell, type TotalsRow } from './grid.tsx'

interface PaperTableProps<Row> {
  columns: readonly Column<Row>[]
  titles: Record<string, string>
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  totals: readonly TotalsRow[]
  caption: string
  /** What the rows are, above them. */
  note: ReactNode
}

export function PaperTable<Row>({ columns, titles, rows, rowKey, totals, caption, note }: PaperTableProps<Row>) {
  return (
    <table className="paper-table" aria-label={caption}>
      <caption>{note}</caption>
      <thead>
        <tr>
          {columns.map(({ key, align }) => (
            <th key={key} scope="col" align={align}>
              {titles[key]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} align={column.align}>
                {renderCell(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map((row) => (
          <tr key={row.key} className="data-table-totals">
            {columns.map(({ key, align }, index) => (
              <td key={key} align={align}>
                {index === 0 ? row.label : row.cells[key]}
              </td>
            ))}
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
