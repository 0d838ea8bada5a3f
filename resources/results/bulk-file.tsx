/** Choosing the file and saying which of its columns is which. */
import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Select, Upload } from 'antd'
import { useState } from 'react'
import type { BulkRow } from '@contract/manage-draws.ts'
import { formatCount } from '@contract/values/money.ts'
import {
  fieldLabels,
  guessMapping,
  isMapped,
  neededFields,
  readResultFile,
  readResultText,
  toBulkRows,
  type Field,
  type Mapping,
  type ResultFile,
} from './result-file.ts'

export function BulkFile({ onRead }: { onRead: (rows: BulkRow[]) => void }) {
  const [file, setFile] = useState<ResultFile | null>(null)
  const [mapping, setMapping] = useState<Mapping | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  const open = async (reading: Promise<ResultFile>) => {
    setFault(null)
    try {
      const read = await reading
      const guessed = guessMapping(read.headers)
      setFile(read)
      setMapping(guessed)
      if (isMapped(guessed)) onRead(toBulkRows(read, guessed))
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'No se pudo leer el archivo.')
    }
  }
  return (
    <div className="stack gap-md">
      <Upload.Dragger
        accept=".csv,.txt,.xlsx,.xls,.ods"
        multiple={false}
        showUploadList={false}
        beforeUpload={(chosen) => {
          void open(readResultFile(chosen))
          return Upload.LIST_IGNORE
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>Suelte aquí el archivo o pulse para elegirlo</p>
        <p className="sorteo-muted">
          CSV o XLSX con producto, fecha, hora y número; columna (A, B, C) y signo donde haya. Los ceros se conservan.
        </p>
      </Upload.Dragger>
      <label className="stack gap-xxs">
        O pegue las filas, con su encabezado
        <Input.TextArea
          rows={4}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          placeholder={'Producto;Fecha;Hora;Columna;Número;Signo\nLotto Activo;20/11/2026;08:00;;00;'}
        />
      </label>
      <div className="bulk-actions row gap-xs">
        <Button disabled={pasted.trim() === ''} onClick={() => void open(readResultText(pasted))}>
          Leer lo pegado
        </Button>
      </div>
      {fault && <Alert type="error" showIcon message={fault} role="alert" />}
      {file && mapping && !isMapped(mapping) && (
        <Columns file={file} mapping={mapping} onChange={setMapping} onDone={() => onRead(toBulkRows(file, mapping))} />
      )}
    </div>
  )
}

interface ColumnsProps {
  file: ResultFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
  onDone: () => void
}

function Columns({ file, mapping, onChange, onDone }: ColumnsProps) {
  const options = [
    { value: -1, label: 'Ninguna' },
    ...file.headers.map((header, at) => ({ value: at, label: header || `Columna ${at + 1}` })),
  ]
  return (
    <section className="tiles gap-sm bulk-columns" aria-label="Columnas del archivo">
      <p className="whole">
        {file.name}: {formatCount(file.rows.length)} filas. Diga qué columna es cada una.
      </p>
      {(Object.keys(fieldLabels) as Field[]).map((field) => (
        <label key={field} className="stack gap-xxs">
          {fieldLabels[field]}
          {neededFields.includes(field) ? ' *' : ''}
          <Select
            aria-label={fieldLabels[field]}
            value={mapping[field]}
            options={options}
            onChange={(at: number) => onChange({ ...mapping, [field]: at })}
          />
        </label>
      ))}
      <Button type="primary" disabled={!isMapped(mapping)} onClick={onDone}>
        Revisar
      </Button>
    </section>
  )
}
