/** Taking away everything that is filtered as a file: progress while it comes, a way to stop, what it held, and a way not to wait. */
import { CloudDownloadOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import FileSaver from 'file-saver'
import { useEffect, useRef, useState } from 'react'
import { files, longFileRows } from '@contract/files.ts'
import { formatCount, formatDecimal } from '@contract/values/money.ts'
import { download } from '@providers/http.ts'
import { useToasts } from '@providers/notifications.ts'
import { useEndpointCache, useSend } from '@providers/queries.ts'
import { Dialog } from '../page/dialog.tsx'
import { fileLeft } from '../files/left-files.ts'
import {
  exportArguments,
  formats,
  questionOf,
  type FileEndpoint,
  type Filters,
  type Format,
} from './export-question.ts'
import './data-table.css'

export interface ExportButtonProps {
  endpoint: FileEndpoint
  /** The filters on screen; the format is added here. */
  query: Filters
  /** Hears of the filters as they stand. */
  onQuery?: ((query: Filters) => void) | undefined
}

/** `1,2 MB`, `340 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${formatCount(Math.max(1, Math.round(bytes / 1000)))} kB`
  return `${formatDecimal((bytes / 1_000_000).toFixed(1))} MB`
}

interface Work {
  format: Format
  bytes: number
  stop: AbortController
}

/** Leaves a file to the server. Answers whether it took it. */
function useLeaving(endpoint: FileEndpoint, query: Filters) {
  const send = useSend(files.create)
  const toasts = useToasts()
  const { invalidate } = useEndpointCache()
  return async (format: Format, why = '') => {
    try {
      fileLeft(await send({ body: questionOf(endpoint, query, { format }) }))
      await invalidate(files)
      toasts.success(
        `${why}El archivo se prepara aparte. Puede seguir o cerrar: aquí se le avisa, y lo encontrará en la campana.`,
      )
      return true
    } catch (error) {
      toasts.error(error)
      return false
    }
  }
}

/** Runs one export at a time; `stop` abandons it, and leaving the screen does too. A long one is left to the server. */
function useExport(endpoint: FileEndpoint, query: Filters) {
  const [work, setWork] = useState<Work | null>(null)
  const running = useRef<AbortController | null>(null)
  const toasts = useToasts()
  const leave = useLeaving(endpoint, query)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (format: Format) => {
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    setWork({ format, bytes: 0, stop })
    let long = 0
    try {
      const file = await download(endpoint, exportArguments(endpoint, query, format), {
        signal: stop.signal,
        onDownload: (bytes, rows = 0) => {
          if (rows >= longFileRows && long === 0) {
            long = rows
            stop.abort()
          }
          setWork((was) => was && { ...was, bytes })
        },
      })
      if (stop.signal.aborted) return
      FileSaver.saveAs(file.blob, file.filename)
      toasts.success(
        file.rows === undefined
          ? undefined
          : `${formatCount(file.rows)} ${file.rows === 1 ? 'fila' : 'filas'} en ${file.filename}.`,
      )
    } catch (error) {
      if (!stop.signal.aborted) toasts.error(error)
    } finally {
      running.current = null
      setWork(null)
    }
    if (long > 0) await leave(format, `Son ${formatCount(long)} filas. `)
  }
  const goOn = async () => {
    if (work && (await leave(work.format))) work.stop.abort()
  }
  return { work, start, leave, goOn }
}

export function ExportButton({ endpoint, query, onQuery }: ExportButtonProps) {
  const { work, start, leave, goOn } = useExport(endpoint, query)
  useEffect(() => onQuery?.(query), [onQuery, query])
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        // Beside its button: what lies outside the page's regions is passed over by who goes through them.
        getPopupContainer={(button) => button.parentElement ?? document.body}
        disabled={work !== null}
        menu={{
          items: [
            ...formats.map(({ key, label }) => ({ key, label })),
            { type: 'divider' as const },
            { key: 'apart', label: 'Excel, sin esperar', icon: <CloudDownloadOutlined /> },
          ],
          onClick: ({ key }) => {
            const format = formats.find((one) => one.key === key)
            void (format ? start(format) : leave(formats[0]))
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
      <Dialog
        open={work !== null}
        title="Preparando el archivo"
        closable={false}
        maskClosable={false}
        width={400}
        destroyOnHidden
        onCancel={() => work?.stop.abort()}
        footer={
          <>
            <Button onClick={() => void goOn()}>Seguir sin esperar</Button>
            <Button autoFocus onClick={() => work?.stop.abort()}>
              Cancelar
            </Button>
          </>
        }
      >
        <div className="stack gap-xs" role="status">
          <div className="data-table-progress export-bar" data-busy aria-hidden="true" />
          <p>
            {work?.format.label}:{' '}
            {work && work.bytes > 0 ? `${sizeText(work.bytes)} recibidos` : 'reuniendo las filas…'}
          </p>
          <p className="sorteo-muted">El archivo lleva todo lo filtrado, no solo la página en pantalla.</p>
        </div>
      </Dialog>
    </>
  )
}
