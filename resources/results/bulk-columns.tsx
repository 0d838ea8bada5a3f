/** What was recognised in the file: shown in a line where it is plain, and to be changed where it is not. */
import { Alert, Button, InputNumber, Radio, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { formatDay } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { readDay, type DayOrder } from '@contract/values/written.ts'
import { ColumnFields } from '@/kit/files/column-fields.tsx'
import { separatorNames } from '@/kit/files/tables.ts'
import { fieldLabels } from './result-columns.ts'
import type { BulkWork } from './bulk-work.ts'

export function BulkColumns({ work }: { work: BulkWork }) {
  const { chosen, understood, checked } = work
  const [opened, setOpened] = useState(false)
  if (!chosen || !understood) return null
  const shown = opened || checked === null
  return (
    <section className="bulk-part stack gap-sm" aria-label="Lo reconocido en el archivo">
      <div className="row gap-xs">
        <span>{summary(work)}</span>
        {checked !== null && (
          <Button size="small" onClick={() => setOpened(!opened)} aria-expanded={shown}>
            {opened ? 'Ocultar columnas' : 'Ver o cambiar columnas'}
          </Button>
        )}
      </div>
      {understood.days.mixed && (
        <Alert
          type="warning"
          showIcon
          message="Unas fechas son de hoja de cálculo y otras son texto: la hoja pudo cambiar el día por el mes en las primeras. Compare los sorteos de la revisión con su fuente."
        />
      )}
      {shown && <Choices work={work} />}
    </section>
  )
}

/** `resultados.csv · separado por punto y coma · encabezado en la línea 3 · fechas día/mes · 120 números`. */
function summary({ chosen, understood }: BulkWork): string {
  const { name, tables, sheet, reading } = chosen!
  const table = tables[sheet]!
  return [
    name,
    table.separator !== null && `separado por ${separatorNames[table.separator] ?? `«${table.separator}»`}`,
    tables.length > 1 && `hoja ${table.name}`,
    reading.header === null ? 'sin encabezado' : `encabezado en la línea ${table.rows[reading.header]!.line}`,
    understood!.order &&
      understood!.days.example &&
      `fechas ${understood!.order === 'dmy' ? 'día/mes/año' : 'mes/día/año'}`,
    countText(understood!.rows.length, 'número', 'números'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Choices({ work }: { work: BulkWork }) {
  const { tables, sheet, several, reading } = work.chosen!
  const { days, lacking } = work.understood!
  const table = tables[sheet]!
  const lineOf = (at: number) => table.rows[at]?.line ?? 1
  return (
    <>
      {tables.length > 1 && (
        <Labelled title={several ? 'Varias hojas tienen resultados: ¿cuál se lee?' : 'Hoja'}>
          <Select
            aria-label="Hoja"
            value={sheet}
            options={tables.map((one, at) => ({ value: at, label: `${one.name} (${one.rows.length} filas)` }))}
            onChange={(chosen: number) => work.change({ sheet: chosen, several: false, order: null })}
          />
        </Labelled>
      )}
      <ColumnFields
        table={table}
        reading={reading}
        labels={fieldLabels}
        onChange={(fields) => work.change({ reading: { ...reading, fields } })}
      />
      <div className="row gap-md">
        {!reading.fields.includes('product') && (
          <Labelled title="Producto de todas las filas">
            <Select
              aria-label="Producto de todas las filas"
              showSearch
              popupMatchSelectWidth={240}
              placeholder="Elija el producto"
              value={reading.product}
              options={work.products.map((name) => ({ value: name, label: name }))}
              onChange={(product: string) => work.change({ reading: { ...reading, product } })}
            />
          </Labelled>
        )}
        <Labelled title="Los datos empiezan en la línea">
          <InputNumber
            aria-label="Los datos empiezan en la línea"
            min={1}
            max={lineOf(table.rows.length - 1)}
            value={lineOf(reading.first)}
            onChange={(line) => {
              const first = table.rows.findIndex((row) => row.line >= (line ?? 1))
              if (first >= 0) work.change({ reading: { ...reading, first } })
            }}
          />
        </Labelled>
        {days.example && <Order example={days.example} work={work} />}
      </div>
      {lacking.length > 0 && <Alert type="warning" showIcon message={`Falta decir ${lacking.join(', ')}.`} />}
      <div className="bulk-actions row stretch gap-xs">
        <Button onClick={work.reset}>Elegir otro archivo</Button>
        <Button type="primary" disabled={lacking.length > 0} loading={work.busy} onClick={work.check}>
          Revisar
        </Button>
      </div>
    </>
  )
}

function Order({ example, work }: { example: string; work: BulkWork }) {
  const label = (order: DayOrder) => {
    const day = readDay(example, order)
    const name = order === 'dmy' ? 'Día/mes' : 'Mes/día'
    return day ? `${name}: ${example} es ${formatDay(day)}` : name
  }
  return (
    <Labelled title="Orden de las fechas (se muestran como día/mes/año)">
      <Radio.Group
        value={work.understood!.order}
        options={(['dmy', 'mdy'] as const).map((order) => ({ value: order, label: label(order) }))}
        onChange={({ target }) => work.change({ order: target.value as DayOrder })}
      />
    </Labelled>
  )
}

function Labelled({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="stack gap-xxs" role="group" aria-labelledby={id}>
      <span id={id}>{title}</span>
      {children}
    </div>
  )
}
