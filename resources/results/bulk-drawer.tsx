/**
 * Entering many results from a file: choose it, see every line as the server understood it, settle what
 * is doubtful, enter what is ready, and confirm (another person, where the banca asks for two).
 */
import { Alert, Button, Drawer, Progress, Steps } from 'antd'
import { useState } from 'react'
import type { BulkRow } from '@contract/manage-draws.ts'
import { formatCount } from '@contract/values/money.ts'
import { useUnsaved } from '@/kit/form/unsaved.tsx'
import { BulkFile } from './bulk-file.tsx'
import { BulkRows } from './bulk-rows.tsx'
import { useBulkWork, type BulkWork } from './bulk-work.ts'
import { settled } from './result-file.ts'
import './results.css'

export function BulkDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const work = useBulkWork()
  const [rows, setRows] = useState<BulkRow[]>([])
  const begin = (read: BulkRow[]) => {
    setRows(read)
    void work.check(read)
  }
  const again = () => {
    setRows([])
    work.reset()
  }
  const waiting = work.entries.length > 0 && work.confirmed === 0
  const unsaved = useUnsaved(open && rows.length > 0 && work.confirmed === 0, again)
  const close = () =>
    unsaved.leave(() => {
      again()
      onClose()
    })
  /** A person says what a doubtful number is: it is checked again as text. */
  const settle = (lines: readonly number[], number: string) => {
    const next = settled(rows, lines, number)
    setRows(next)
    void work.check(next)
  }
  const step = work.confirmed > 0 || work.entries.length > 0 ? 2 : rows.length > 0 ? 1 : 0
  return (
    <Drawer
      open={open}
      onClose={close}
      title="Cargar resultados desde un archivo"
      width="min(960px, 100vw)"
      destroyOnHidden
      maskClosable={!work.progress}
    >
      <div className="stack gap-lg">
        <Steps
          size="small"
          current={step}
          items={[{ title: 'Archivo' }, { title: 'Revisión' }, { title: 'Confirmación' }]}
        />
        {work.progress && <Working work={work} />}
        {step === 0 && <BulkFile onRead={begin} />}
        {step === 1 && (
          <BulkRows
            rows={work.rows}
            busy={work.progress !== null}
            onSettle={settle}
            onBack={again}
            onEnter={(ready) => void work.enter(ready.map((at) => rows[at]!))}
          />
        )}
        {step === 2 && (
          <Confirmation
            work={work}
            waiting={waiting}
            onDone={() => {
              again()
              onClose()
            }}
          />
        )}
      </div>
      {unsaved.dialog}
    </Drawer>
  )
}

function Working({ work }: { work: BulkWork }) {
  const { label, done, total } = work.progress!
  return (
    <div className="line gap-sm" role="status">
      <span>{label}…</span>
      <Progress
        className="fill"
        percent={Math.round((done / Math.max(total, 1)) * 100)}
        size="small"
        aria-label={label}
      />
      <Button size="small" onClick={work.cancel}>
        Cancelar
      </Button>
    </div>
  )
}

function Confirmation({ work, waiting, onDone }: { work: BulkWork; waiting: boolean; onDone: () => void }) {
  const own = work.entries.filter((one) => one.can_confirm).length
  const others = work.entries.length - own
  return (
    <div className="stack gap-md">
      {waiting && (
        <p>
          Se anotaron <strong>{formatCount(work.entries.length)}</strong> resultados. Nada se premia hasta confirmarlos.
        </p>
      )}
      {waiting && others > 0 && (
        <Alert
          type="info"
          showIcon
          message={`${formatCount(others)} deben confirmarse por otra persona: en Premiar sorteos, o cargando este mismo archivo con su usuario.`}
        />
      )}
      {work.confirmed > 0 && (
        <Alert type="success" showIcon message={`Se premiaron ${formatCount(work.confirmed)} sorteos.`} />
      )}
      {work.failed.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={`${formatCount(work.failed.length)} no se pudieron confirmar`}
          description={
            <ul>
              {work.failed.slice(0, 20).map((one) => (
                <li key={one.entry_id}>{one.detail}</li>
              ))}
            </ul>
          }
        />
      )}
      <div className="bulk-actions row gap-xs">
        <Button onClick={onDone}>Terminar</Button>
        {waiting && own > 0 && (
          <Button type="primary" loading={work.progress !== null} onClick={() => void work.confirm()}>
            Confirmar y premiar {formatCount(own)}
          </Button>
        )}
      </div>
    </div>
  )
}
