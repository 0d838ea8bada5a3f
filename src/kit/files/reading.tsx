/** How a file is read, for a person to see and to change: its sheet, its columns, where its rows begin, its days. */
import { Radio } from 'antd'
import { useId, type ReactNode } from 'react'
import { readDay, type DayOrder } from '@contract/values/reading.ts'
import { Select } from '../form/select.tsx'
import { ColumnFields } from './column-fields.tsx'
import type { Recognised } from './columns.ts'
import type { DaysRead } from './day-order.ts'
import { separatorNames, type Table } from './tables.ts'
import { NumberInput } from '../form/number-input.tsx'

/** What was chosen, and how one of its tables is read. */
export interface ReadFile<F extends string, R extends Recognised<F> = Recognised<F>> {
  name: string
  tables: Table[]
  sheet: number
  /** Several of its sheets could be read: a person says which. */
  several: boolean
  reading: R
  /** As a person said; null where the file itself tells. */
  order: DayOrder | null
}

/** `resultados.csv · separado por punto y coma · encabezado en la línea 3 · fechas día/mes/año`. */
export function readingText<F extends string>(
  { name, tables, sheet, reading }: ReadFile<F>,
  order: DayOrder | null,
): string {
  const table = tables[sheet]!
  return [
    name,
    table.separator !== null && `separado por ${separatorNames[table.separator] ?? `«${table.separator}»`}`,
    tables.length > 1 && `hoja ${table.name}`,
    reading.header === null ? 'sin encabezado' : `encabezado en la línea ${table.rows[reading.header]!.line}`,
    order && `fechas ${order === 'dmy' ? 'día/mes/año' : 'mes/día/año'}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

export interface FileReadingProps<F extends string, R extends Recognised<F>> {
  file: ReadFile<F, R>
  labels: Record<F, string>
  days: DaysRead
  /** In force: said by a person or by the file. */
  order: DayOrder | null
  onChange: (change: Partial<ReadFile<F, R>>) => void
  /** What else holds for all rows. */
  children?: ReactNode
}

export function FileReading<F extends string, R extends Recognised<F>>({
  file: { tables, sheet, several, reading },
  labels,
  days,
  order,
  onChange,
  children,
}: FileReadingProps<F, R>) {
  const table = tables[sheet]!
  const lineOf = (at: number) => table.rows[at]?.line ?? 1
  return (
    <>
      {tables.length > 1 && (
        <Labelled title={several ? 'Varias hojas pueden leerse: ¿cuál?' : 'Hoja'}>
          <Select
            aria-label="Hoja"
            value={sheet}
            options={tables.map((one, at) => ({ value: at, label: `${one.name} (${one.rows.length} filas)` }))}
            onChange={(chosen: number) => onChange({ sheet: chosen, several: false, order: null })}
          />
        </Labelled>
      )}
      <ColumnFields
        table={table}
        reading={reading}
        labels={labels}
        onChange={(fields) => onChange({ reading: { ...reading, fields } })}
      />
      <div className="row gap-md">
        {children}
        <Labelled title="Los datos empiezan en la línea">
          <NumberInput
            aria-label="Los datos empiezan en la línea"
            min={1}
            max={lineOf(table.rows.length - 1)}
            value={lineOf(reading.first)}
            onChange={(line) => {
              const first = table.rows.findIndex((row) => row.line >= (line ?? 1))
              if (first >= 0) onChange({ reading: { ...reading, first } })
            }}
          />
        </Labelled>
        {days.example && !days.told && (
          <Labelled title="Orden de las fechas">
            <Radio.Group
              value={order}
              options={(['dmy', 'mdy'] as const).map((value) => ({ value, label: orderText(value, days.example!) }))}
              onChange={({ target }) => onChange({ order: target.value as DayOrder })}
            />
          </Labelled>
        )}
      </div>
    </>
  )
}

/** `5 de octubre de 2026`: figures alone would not tell day from month. */
const inWords = new Intl.DateTimeFormat('es-VE', { dateStyle: 'long', timeZone: 'UTC' })

function orderText(order: DayOrder, example: string): string {
  const day = readDay(example, order)
  const name = order === 'dmy' ? 'Día/mes' : 'Mes/día'
  return day ? `${name}: ${example} es el ${inWords.format(new Date(day))}` : name
}

/** Something to choose with its title over it. */
export function Labelled({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="stack gap-xxs" role="group" aria-labelledby={id}>
      <span id={id}>{title}</span>
      {children}
    </div>
  )
}
