/**
 * The table's shape while the first answer is on its way: its titles over empty lines. Plain elements, as tall as the
 * table's own: drawing a table that is thrown away a moment later would make whoever has a slow machine wait twice.
 */
import type { GridProps } from './grid.tsx'

const lines = Array.from({ length: 12 }, (_, line) => line)

export function TableBones<Row>({
  columns,
  titles,
  density,
  selection,
  actionsOf,
}: Pick<GridProps<Row>, 'columns' | 'titles' | 'density' | 'selection' | 'actionsOf'>) {
  return (
    <div className="data-table-bones scrolls" aria-hidden="true">
      <table data-density={density}>
        <thead>
          <tr>
            {selection && <th />}
            {columns.map(({ key, align, width, sortable }) => (
              <th key={key} style={{ textAlign: align, width }} className={sortable ? 'data-table-bones-sorts' : ''}>
                {titles[key] ?? key}
              </th>
            ))}
            {actionsOf && <th />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line}>
              {selection && <td />}
              {columns.map(({ key }) => (
                <td key={key}>
                  <span className="data-table-skeleton" />
                </td>
              ))}
              {actionsOf && <td />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
