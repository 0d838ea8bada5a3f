/** Choosing a file with a table in it, or pasting its rows. */
import { Alert, Button, Input } from 'antd'
import { DropZone } from './drop-zone.tsx'
import { useState } from 'react'
import { readTables, type Table, type TableLimits } from './tables.ts'

export interface FileChooserProps {
  limits: TableLimits
  /** What the file must hold. */
  hint: string
  /** Rows as they may be pasted. */
  example: string
  onRead: (name: string, tables: Table[]) => void
}

export function FileChooser({ limits, hint, example, onRead }: FileChooserProps) {
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
    <div className="stack gap-md">
      <DropZone
        accept=".csv,.txt,.tsv,.xlsx,.xls,.ods"
        title="Suelte aquí el archivo o pulse para elegirlo"
        hint={hint}
        onFile={(file) => void open(file)}
      />
      <label className="stack gap-xxs">
        O pegue las filas
        <Input.TextArea
          rows={4}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          placeholder={example}
        />
      </label>
      <div className="row">
        <span className="push" />
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
