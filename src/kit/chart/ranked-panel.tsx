/** A ranking in its frame, as a table whose bars are in its rows: the chart and the table behind it are one. */
import type { ReactNode } from 'react'
import { compare } from '@contract/values/money.ts'
import { ListSkeleton } from '../page/skeletons.tsx'
import { ChartFrame, Scrolling, type ChartFrameProps } from './frame.tsx'
import { barWidth } from './value.ts'

interface RankedRow {
  key: string
  name: ReactNode
  /** Under the name: where it is, what it is. */
  place?: ReactNode
  /** Decimal string that the bar draws; without it there is no bar. */
  bar?: string
  color?: string
  cells: readonly ReactNode[]
}

interface RankedColumn {
  title: string
  /** Left out where the panel is narrow. */
  wide?: boolean
}

interface RankedTableProps {
  caption: string
  /** The first names the rows. */
  columns: readonly RankedColumn[]
  rows: readonly RankedRow[]
  /** A last row, such as the total. */
  total?: readonly ReactNode[]
}

function largestBar(rows: readonly RankedRow[]): string {
  return rows.reduce(
    (largest, row) => (row.bar !== undefined && compare(row.bar, largest) > 0 ? row.bar : largest),
    '0.00',
  )
}

function widthClass(column: RankedColumn | undefined): string | undefined {
  return column?.wide ? 'ranked-wide' : undefined
}

export interface RankedPanelProps
  extends RankedTableProps,
    Pick<ChartFrameProps, 'title' | 'note' | 'actions' | 'query' | 'empty' | 'className'> {}

export function RankedPanel({ caption, columns, rows, total, ...frame }: RankedPanelProps) {
  return (
    <ChartFrame {...frame} isEmpty={frame.query.data !== undefined && rows.length === 0} skeleton={<ListSkeleton />}>
      <RankedTable caption={caption} columns={columns} rows={rows} {...(total && { total })} />
    </ChartFrame>
  )
}

function RankedTable({ caption, columns, rows, total }: RankedTableProps) {
  const largest = largestBar(rows)
  return (
    <Scrolling label={caption}>
      <table className="chart-table ranked">
        <caption className="sorteo-unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={widthClass(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <span className="ranked-name">{row.name}</span>
                {row.place !== undefined && <span className="ranked-place note">{row.place}</span>}
                {row.bar !== undefined && (
                  <span className="track" aria-hidden="true">
                    <span
                      style={{
                        width: `${barWidth(row.bar, largest)}%`,
                        ...(row.color !== undefined && { background: row.color }),
                      }}
                    />
                  </span>
                )}
              </th>
              {row.cells.map((cell, index) => (
                <td key={columns[index + 1]?.title} className={widthClass(columns[index + 1])}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              <th scope="row">{total[0]}</th>
              {total.slice(1).map((cell, index) => (
                <td key={columns[index + 1]?.title} className={widthClass(columns[index + 1])}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Scrolling>
  )
}
