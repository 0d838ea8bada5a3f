/** A small table of figures inside a panel: it scrolls by itself, never the page, unless it is what the page is for. */
import { useId, type ReactNode } from 'react'
import { useWholeRows } from '../chart/whole-rows.ts'
import '../chart/chart.css'

export interface FigureColumn<Row> {
  title: string
  render: (row: Row) => ReactNode
  /** Words at the left; figures are at the right. */
  text?: boolean
  /** Long words go on in a second line, and push no figure out of sight. */
  wraps?: boolean
  /** Where several tables stand below each other and their columns are read as one. */
  width?: number
}

export interface FigureTableProps<Row> {
  caption: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** All rows, however many. */
  whole?: boolean
}

export function FigureTable<Row>({ caption, columns, rows, rowKey, whole = false }: FigureTableProps<Row>) {
  const title = useId()
  const box = useWholeRows()
  return (
    <div className="stack gap-xxs">
      <p id={title} className="strong small">
        {caption}
      </p>
      <div
        ref={box}
        className="figure-table surface scrolls"
        style={whole ? { maxHeight: 'none' } : undefined}
        role="group"
        aria-labelledby={title}
        // A group that scrolls must take the focus, to be scrolled by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table className="chart-table" aria-labelledby={title}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  data-text={column.text ?? false}
                  style={column.width === undefined ? undefined : { width: column.width }}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={rowKey(row, index)}>
                {columns.map((column) => (
                  <td
                    key={column.title}
                    data-text={column.text ?? false}
                    style={column.wraps ? { whiteSpace: 'normal' } : undefined}
                  >
                    {column.render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
