/** What was recognised in the file: in a line where it is plain, and to be changed where it is not. */
import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { countText } from '@contract/values/money.ts'
import { FileReading, Labelled, readingText } from '@/kit/files/reading.tsx'
import { Select } from '@/kit/form/select.tsx'
import { resultFieldLabels } from './result-columns.ts'
import type { BulkWork } from './bulk-work.ts'

export function BulkColumns({ work }: { work: BulkWork }) {
  const { chosen, understood, checked } = work
  const [opened, setOpened] = useState(false)
  if (!chosen || !understood) return null
  const { days, order, rows, lacking, gaps, skipped } = understood
  const { reading } = chosen
  return (
    <section className="stack gap-sm" aria-label="Lo reconocido en el archivo">
      <div className="row gap-xs">
        <span>
          {readingText(chosen, days.example === null ? null : order)} · {countText(rows.length, 'número', 'números')}
          {skipped > 0 && ` · ${countText(skipped, 'fila que no es un resultado', 'filas que no son resultados')}`}
        </span>
        {checked !== null && (
          <Button size="small" onClick={() => setOpened(!opened)} aria-expanded={opened}>
            {opened ? 'Ocultar columnas' : 'Ver o cambiar columnas'}
          </Button>
        )}
      </div>
      {days.mixed && (
        <Alert
          type="warning"
          showIcon
          message={
            'Unas fechas son de hoja de cálculo y otras son texto: la hoja pudo cambiar el día ' +
            'por el mes en las primeras. Compare los sorteos de la revisión con su fuente.'
          }
        />
      )}
      {days.contradict && (
        <Alert
          type="warning"
          showIcon
          message="Unas fechas del archivo van día/mes y otras mes/día. Las que no se lean como usted diga quedan por revisar."
        />
      )}
      {(opened || checked === null) && (
        <>
          <FileReading file={chosen} labels={resultFieldLabels} days={days} order={order} onChange={work.change}>
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
          </FileReading>
          {gaps.length > 0 && (
            <Checkbox
              checked={reading.repeats}
              onChange={({ target }) => work.change({ reading: { ...reading, repeats: target.checked } })}
            >
              Hay celdas vacías en {gaps.join(', ')}: son lo mismo que la fila de arriba
            </Checkbox>
          )}
          {lacking.length > 0 && <Alert type="warning" showIcon message={`Falta decir ${lacking.join(', ')}.`} />}
          <div className="bulk-actions row gap-xs">
            <Button onClick={work.reset}>Elegir otro archivo</Button>
            <Button type="primary" disabled={lacking.length > 0} loading={work.busy} onClick={work.check}>
              Revisar
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
