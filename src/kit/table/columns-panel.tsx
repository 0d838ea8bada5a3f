/** Where a person chooses a table's columns, their order, pinned side and width, and its density. */
import { useRef } from 'react'
import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented, Tooltip } from 'antd'
import {
  defaultPreferences,
  densities,
  densityLabels,
  isShown,
  moveColumn,
  orderColumns,
  pinnedSide,
  type Column,
  type Density,
  type TablePreferences,
} from './columns.ts'
import { NumberInput } from '../form/number-input.tsx'
import './data-table.css'
import { useWholeItems } from '../page/whole-items.ts'

export interface ColumnsPanelProps<Row> {
  columns: readonly Column<Row>[]
  titles: Record<string, string>
  chosen: TablePreferences
  onChange: (chosen: TablePreferences) => void
}

export function ColumnsPanel<Row>({ columns, titles, chosen, onChange }: ColumnsPanelProps<Row>) {
  const ordered = orderColumns(columns, chosen)
  const list = useRef<HTMLUListElement>(null)
  useWholeItems(list, 'li')
  return (
    <div
      className="stack gap-xs"
      style={{ width: 'min(360px, calc(100vw - 48px))' }}
      role="group"
      aria-label="Columnas y densidad"
    >
      <Segmented<Density>
        block
        value={chosen.density}
        options={densities.map((value) => ({ value, label: densityLabels[value] }))}
        onChange={(density) => onChange({ ...chosen, density })}
      />
      <ul ref={list} className="column-chooser-list plain-list">
        {ordered.map((column) => (
          <ColumnLine key={column.key} column={column} {...{ columns, titles, chosen, onChange }} />
        ))}
      </ul>
      <Button block onClick={() => onChange(defaultPreferences)}>
        Restablecer
      </Button>
    </div>
  )
}

interface LineProps<Row> extends ColumnsPanelProps<Row> {
  column: Column<Row>
}

function ColumnLine<Row>({ column, columns, titles, chosen, onChange }: LineProps<Row>) {
  const title = titles[column.key] ?? column.key
  const [up, down] = ([-1, 1] as const).map((step) => moveColumn(columns, chosen, column.key, step))
  const pinned = pinnedSide(column, chosen) === 'left'
  const setWidth = (width: number | null) => {
    const widths = { ...chosen.widths }
    if (width === null) delete widths[column.key]
    else widths[column.key] = width
    onChange({ ...chosen, widths })
  }
  return (
    <li className="column-chooser-line line gap-xxs">
      <Checkbox
        checked={isShown(column, chosen)}
        disabled={column.fixed ?? false}
        onChange={(event) => onChange({ ...chosen, shown: { ...chosen.shown, [column.key]: event.target.checked } })}
      >
        {title}
      </Checkbox>
      <NumberInput
        size="small"
        min={60}
        max={800}
        step={10}
        controls={false}
        placeholder="auto"
        value={chosen.widths[column.key] ?? null}
        onChange={setWidth}
        aria-label={`Ancho de ${title} en píxeles`}
        className="column-chooser-width"
      />
      <Tooltip title={pinned ? 'Soltar' : 'Fijar a la izquierda'}>
        <Button
          type="text"
          size="small"
          icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
          aria-pressed={pinned}
          aria-label={`Fijar ${title} a la izquierda`}
          onClick={() => onChange({ ...chosen, pinned: { ...chosen.pinned, [column.key]: pinned ? 'none' : 'left' } })}
        />
      </Tooltip>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={up === chosen}
        aria-label={`Subir ${title}`}
        onClick={() => onChange(up!)}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={down === chosen}
        aria-label={`Bajar ${title}`}
        onClick={() => onChange(down!)}
      />
    </li>
  )
}
