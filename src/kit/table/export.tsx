/** Taking away everything that is filtered as a file: progress while it comes, a way to stop, and what it held. */
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Modal } from 'antd'
import FileSaver from 'file-saver'
import { useEffect, useRef, useState } from 'react'
import type { Arguments, Endpoint } from '@contract/endpoint.ts'
import { formatCount, formatDecimal } from '@contract/values/money.ts'
import { download } from '@providers/http.ts'
import { useNotice } from '@providers/notifications.ts'
import './data-table.css'

/** The ways a file is written, and what each is for. */
const formats = [
  { key: 'xlsx', label: 'Excel (XLSX)', query: { format: 'xlsx' } },
  { key: 'csv', label: 'CSV, coma decimal', query: { format: 'csv', csv_style: 'es-VE' } },
  { key: 'csv-int', label: 'CSV internacional, punto decimal', query: { format: 'csv', csv_style: 'international' } },
] as const
type Format = (typeof formats)[number]

// oxlint-disable-next-line typescript/no-explicit-any -- the schemas of any export fit here
type FileEndpoint = Endpoint<any, any, any, 'file'>

export interface ExportButtonProps {
  endpoint: FileEndpoint
  /** The filters on screen; the format is added here. */
  query: Record<string, unknown>
  disabled?: boolean
}

/** `1,2 MB`, `340 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${formatCount(Math.max(1, Math.round(bytes / 1000)))} kB`
  return `${formatDecimal((bytes / 1_000_000).toFixed(1))} MB`
}

interface Work {
  label: string
  bytes: number
  stop: AbortController
}

/** Where the list asks by a body, its file does too, and the format stays in the address. A file has no pages. */
function asked(endpoint: FileEndpoint, query: Record<string, unknown>, format: Format): Arguments<FileEndpoint> {
  const { page: _page, per_page: _size, ...filters } = query
  const parts = endpoint.body ? { body: filters, query: format.query } : { query: { ...filters, ...format.query } }
  return parts as Arguments<FileEndpoint>
}

/** Runs one export at a time; `stop` abandons it, and leaving the screen does too. */
function useExport(endpoint: FileEndpoint, query: Record<string, unknown>) {
  const [work, setWork] = useState<Work | null>(null)
  const running = useRef<AbortController | null>(null)
  const notice = useNotice()
  useEffect(() => () => running.current?.abort(), [])
  const start = async (format: Format) => {
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    setWork({ label: format.label, bytes: 0, stop })
    try {
      const args = asked(endpoint, query, format)
      const file = await download(endpoint, args, {
        signal: stop.signal,
        onDownload: (bytes) => setWork((was) => was && { ...was, bytes }),
      })
      if (stop.signal.aborted) return
      FileSaver.saveAs(file.blob, file.filename)
      notice.success(
        file.rows === undefined
          ? undefined
          : `${formatCount(file.rows)} ${file.rows === 1 ? 'fila' : 'filas'} en ${file.filename}.`,
      )
    } catch (error) {
      if (!stop.signal.aborted) notice.error(error)
    } finally {
      running.current = null
      setWork(null)
    }
  }
  return { work, start }
}

export function ExportButton({ endpoint, query, disabled = false }: ExportButtonProps) {
  const { work, start } = useExport(endpoint, query)
  return (
    <>
      <Dropdown
        trigger={['click']}
        disabled={disabled || work !== null}
        menu={{
          items: formats.map(({ key, label }) => ({ key, label })),
          onClick: ({ key }) => {
            const format = formats.find((one) => one.key === key)
            if (format) void start(format)
          },
        }}
      >
        <Button
          icon={<DownloadOutlined />}
          loading={work !== null}
          aria-label="Exportar"
          title="Exportar"
          aria-haspopup="menu"
        >
          <span className="tool-label">Exportar</span>
        </Button>
      </Dropdown>
      <Modal
        open={work !== null}
        title="Preparando el archivo"
        closable={false}
        maskClosable={false}
        width={400}
        destroyOnHidden
        onCancel={() => work?.stop.abort()}
        footer={
          <Button autoFocus onClick={() => work?.stop.abort()}>
            Cancelar
          </Button>
        }
      >
        <div className="stack gap-xs" role="status">
          <div className="export-bar" aria-hidden="true" />
          <p>
            {work?.label}: {work && work.bytes > 0 ? `${sizeText(work.bytes)} recibidos` : 'reuniendo las filas…'}
          </p>
          <p className="sorteo-muted">El archivo lleva todo lo filtrado, no solo la página en pantalla.</p>
        </div>
      </Modal>
    </>
  )
}
