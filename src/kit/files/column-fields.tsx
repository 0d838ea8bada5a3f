/** The columns of a file, each with its name, some of its cells and what it is taken for; which a person may change. */
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { Select } from '../form/select.tsx'
import type { Recognised } from './columns.ts'
import type { Table } from './tables.ts'

export interface ColumnFieldsProps<F extends string> {
  table: Table
  reading: Recognised<F>
  labels: Record<F, string>
  onChange: (fields: (F | null)[]) => void
}

const none = 'ninguno'

export function ColumnFields<F extends string>({ table, reading, labels, onChange }: ColumnFieldsProps<F>) {
  const { fields, header, first } = reading
  const names = header === null ? [] : table.rows[header]!.cells
  const samples = (at: number) =>
    table.rows
      .slice(first, first + 200)
      .map(({ cells }) => String(cells[at] ?? ''))
      .filter(Boolean)
  const columns = fields.map((field, at) => ({ at, field, name: String(names[at] || `Columna ${at + 1}`) }))
  const options = [
    { value: none, label: 'No se usa' },
    ...(Object.keys(labels) as F[]).map((field) => ({ value: field as string, label: labels[field] })),
  ]
  return (
    <FigureTable
      caption="Columnas del archivo"
      rows={columns}
      rowKey={({ at }) => at}
      columns={[
        { title: 'Columna', text: true, render: ({ name }) => name },
        {
          title: 'Es',
          text: true,
          render: ({ at, field, name }) => (
            <Select
              size="small"
              aria-label={`Qué es la columna ${name}`}
              popupMatchSelectWidth={220}
              value={field ?? none}
              options={options}
              onChange={(chosen: string) =>
                onChange(fields.map((one, index) => (index === at ? (chosen === none ? null : (chosen as F)) : one)))
              }
            />
          ),
        },
        {
          title: 'Dice',
          text: true,
          render: ({ at }) => [...new Set(samples(at))].slice(0, 3).join(' · ').slice(0, 60),
        },
      ]}
    />
  )
}
