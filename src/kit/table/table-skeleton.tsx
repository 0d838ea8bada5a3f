/**
 * The table's shape while the first answer is on its way: its titles over empty lines. Plain elements, as tall as the
 * table's own: drawing a table that is thrown away a moment later would make whoever has a slow machine wait twice.
 */
import type { CSSProperties } from 'react'
import { cellRoom } from '@/theme/tokens.ts'
import { sizes, type TableGridProps } from './grid.tsx'

const lines = Array.from({ length: 12 }, (_, line) => line)
/** Where the arrows of a column that sorts will be. */
const arrows = <span style={{ display: 'inline-block', width: 16 }} />

type BonesProps<Row> = Pick<TableGridProps<Row>, 'columns' | 'titles' | 'density' | 'selection' | 'actionsOf'>

export function TableSkeleton<Row>({ columns, titles, density, selection, actionsOf }: BonesProps<Row>) {
  const [above, beside] = cellRoom[sizes[density]]
  const cell: CSSProperties = {
    padding: `${above}px ${beside}px`,
    borderBottom: '1px solid var(--ant-color-border-secondary)',
  }
  const head: CSSProperties = { ...cell, fontWeight: 600, background: 'var(--ant-color-fill-alter)' }
  return (
    <div className="data-table-bones scrolls" aria-hidden="true">
      <table className="full" style={{ borderSpacing: 0, lineHeight: 'var(--ant-line-height)' }}>
        <thead>
          <tr>
            {selection && <th style={head} />}
            {columns.map(({ key, align = 'left', width, sortable }) => (
              <th key={key} className="sorteo-muted nowrap" style={{ ...head, width, textAlign: align }}>
                {titles[key] ?? key}
                {sortable && arrows}
              </th>
            ))}
            {actionsOf && <th style={head} />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              {selection && <td style={cell} />}
              {columns.map(({ key }) => (
                <td key={key} style={cell}>
                  <span className="data-table-skeleton" />
                </td>
              ))}
              {actionsOf && <td style={cell} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
