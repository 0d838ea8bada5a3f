/** Choosing the file, or pasting its lines. */
import { InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Upload } from 'antd'
import { useState } from 'react'
import { mostFileRows } from '@contract/result-file.ts'
import { readTables, type Table } from '@/kit/files/tables.ts'

const limits = { bytes: 5_000_000, rows: mostFileRows }

export function BulkFile({ onRead }: { onRead: (name: string, tables: Table[]) => void }) {
  const [fault, setFault] = useState<string | null>(null)
  const [pasted, setPasted] = useState('')
  const open = async (file: File) => {
    setFault(null)
    try {
      onRead(file.name, await readTables(file, limits))
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'No se pudo leer el archivo.')
    }
  }
  return (
    <div className="bulk-part stack">
      <Upload.Dragger
        accept=".csv,.txt,.tsv,.xlsx,.xls,.ods"
        multiple={false}
        showUploadList={false}
        beforeUpload={(file) => {
          void open(file)
          return Upload.LIST_IGNORE
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>Suelte aquí el archivo o pulse para elegirlo</p>
        <p className="sorteo-muted">
          CSV, XLSX, XLS u ODS con producto, fecha, hora y número; columna (A, B, C) y signo donde haya. Los ceros se
          conservan.
        </p>
      </Upload.Dragger>
      <label className="stack gap-xxs">
        O pegue las filas
        <Input.TextArea
          rows={4}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          placeholder={'Producto;Fecha;Hora;Columna;Número;Signo\nLotto Activo;20/11/2026;08:00;;00;'}
        />
      </label>
      <div className="bulk-actions row stretch gap-xs">
        <Button
          disabled={pasted.trim() === ''}
          onClick={() => void open(new File([pasted], 'texto pegado', { type: 'text/plain' }))}
        >
          Leer lo pegado
        </Button>
      </div>
      {fault && <Alert type="error" showIcon message={fault} role="alert" />}
    </div>
  )
}
