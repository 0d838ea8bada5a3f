/** Puts a report on paper, all its rows; where they are too many for that it says so and offers the file. */
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { formatCount } from '@contract/values/money.ts'
import { Dialog } from '../page/dialog.tsx'
import { ExportButton } from '../table/export.tsx'
import type { FileEndpoint, Filters } from '../table/export-question.ts'
import { paperRows } from '../table/paper.ts'

interface PrintButtonProps {
  file: FileEndpoint
  query: () => Filters | null
  reading: boolean
  /** How many rows there are, where they are too many; 0 otherwise. */
  tooMany: number
  print: () => Promise<void>
  close: () => void
}

export function PrintButton({ file, query, reading, tooMany, print, close }: PrintButtonProps) {
  return (
    <>
      <Button
        icon={<PrinterOutlined />}
        loading={reading}
        aria-label="Imprimir"
        title="Imprimir todas las filas"
        onClick={() => void print()}
      />
      <Dialog
        open={tooMany > 0}
        title="Son demasiadas filas para imprimirlas"
        width={440}
        destroyOnHidden
        onCancel={close}
        footer={
          <>
            <Button onClick={close}>Cerrar</Button>
            <ExportButton endpoint={file} query={query() ?? {}} />
          </>
        }
      >
        <p>
          Cumplen los filtros {formatCount(tooMany)} filas, y en papel se imprimen hasta {formatCount(paperRows)}. Elija
          un período más corto o filtre más, o llévese el archivo, que las trae todas.
        </p>
      </Dialog>
    </>
  )
}
