/**
 * Entering many results from a file: choose it, see what was recognised and every draw as the server
 * understood it, settle what is doubtful, enter it whole, and confirm (another person, where the banca asks for two).
 */
import { Alert, Button, Drawer, Progress, Steps } from 'antd'
import { useEffect, useRef } from 'react'
import { formatCount, countText } from '@contract/values/money.ts'
import { goingPercent } from '@contract/values/progress.ts'
import { mostFileRows, type FileDraw, type FileEntry } from '@contract/result-file.ts'
import { FileChooser } from '@/kit/files/file-chooser.tsx'
import { useUnsaved } from '@/kit/form/unsaved.tsx'
import { Busy } from '@/kit/page/busy.tsx'
import { StatusTag } from '@/kit/values/status-tag.tsx'
import { BulkColumns } from './bulk-columns.tsx'
import { BulkRows, DrawTable } from './bulk-rows.tsx'
import { useBulkWork, type BulkWork } from './bulk-work.ts'
import './results.css'

export function BulkDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const work = useBulkWork()
  const done = () => {
    work.reset()
    onClose()
  }
  const unsaved = useUnsaved(open && work.chosen !== null && work.entries === null, work.reset)
  const step = work.entries ? 2 : work.chosen ? 1 : 0
  return (
    <Drawer
      open={open}
      onClose={() => unsaved.leave(done)}
      title="Cargar resultados desde un archivo"
      width="min(960px, 100vw)"
      destroyOnHidden
      maskClosable={!work.busy}
    >
      <div className="stack gap-lg">
        <Steps
          size="small"
          current={step}
          items={[{ title: 'Archivo' }, { title: 'Revisión' }, { title: 'Confirmación' }]}
        />
        {step === 0 && (
          <FileChooser
            limits={{ bytes: 5_000_000, rows: mostFileRows }}
            hint="CSV, XLSX, XLS u ODS con producto, fecha, hora y número; columna (A, B, C) y signo donde haya. Los ceros se conservan."
            example={'Producto;Fecha;Hora;Columna;Número;Signo\nLotto Activo;20/11/2026;08:00;;00;'}
            onRead={work.open}
          />
        )}
        {step === 1 && <BulkColumns work={work} />}
        {step === 1 && work.checked === null && work.busy && <Busy label="Revisando el archivo…" />}
        {step === 1 && work.checked && <BulkRows work={work} />}
        {step === 2 && <Confirmation work={work} onDone={done} />}
      </div>
      {unsaved.dialog}
    </Drawer>
  )
}

function Working({ work }: { work: BulkWork }) {
  const { done, total } = work.progress!
  return (
    <div className="line gap-sm" role="status">
      <span>Confirmando y premiando…</span>
      <Progress className="fill" percent={goingPercent(done, total)} size="small" aria-label="Confirmación" />
      <Button size="small" onClick={work.cancel}>
        Cancelar
      </Button>
    </div>
  )
}

type EntryRow = FileDraw & { entry: FileEntry }

function Confirmation({ work, onDone }: { work: BulkWork; onDone: () => void }) {
  const { entries, outcomes } = work
  // The button that led here stands below a long list.
  const top = useRef<HTMLElement>(null)
  useEffect(() => void top.current?.scrollIntoView({ block: 'start' }), [])
  const byRow = new Map(work.checked!.flatMap((draw) => draw.rows.map((row) => [row, draw] as const)))
  const rows = entries!.flatMap((entry): EntryRow[] => {
    const draw = byRow.get(entry.row)
    return draw ? [{ ...draw, entry }] : []
  })
  const outcome = ({ entry }: EntryRow) => outcomes.get(entry.id)
  const confirmed = rows.filter((row) => outcome(row)?.state === 'confirmada')
  const failed = rows.filter((row) => outcome(row)?.state === 'fallida')
  const waiting = rows.filter((row) => !outcome(row) && row.entry.can_confirm)
  const others = rows.filter((row) => !outcome(row) && !row.entry.can_confirm)
  const entered = countText(rows.length, 'resultado queda anotado', 'resultados quedan anotados')
  return (
    <section ref={top} className="stack gap-md" aria-label="Confirmación">
      {outcomes.size === 0 && <p>{entered}. Nada se premia hasta confirmarlo.</p>}
      {others.length > 0 && (
        <Alert
          type="info"
          showIcon
          message={
            `${countText(others.length, 'debe', 'deben')} confirmarse por otra persona: en ` +
            'Premiar sorteos, o cargando con su usuario un archivo que diga lo mismo.'
          }
        />
      )}
      {confirmed.length > 0 && (
        <Alert
          type="success"
          showIcon
          message={`${countText(confirmed.length, 'sorteo premiado', 'sorteos premiados')}.`}
        />
      )}
      {failed.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={`${countText(failed.length, 'sorteo no se confirmó', 'sorteos no se confirmaron')}: la lista dice por qué.`}
        />
      )}
      {work.progress && <Working work={work} />}
      <DrawTable
        rows={[...failed, ...waiting, ...others, ...confirmed]}
        lines={work.understood!.lines}
        state={(row) => <EntryTag row={row} work={work} />}
        note={(row) => {
          const one = outcome(row)
          return one?.state === 'fallida' ? one.detail : ''
        }}
      />
      <div className="bulk-actions row gap-xs">
        <Button onClick={onDone} disabled={work.progress !== null}>
          Terminar
        </Button>
        {waiting.length + failed.length > 0 && (
          <Button type="primary" loading={work.progress !== null} onClick={() => void work.confirm()}>
            Confirmar y premiar {formatCount(waiting.length + failed.length)}
          </Button>
        )}
      </div>
    </section>
  )
}

function EntryTag({ row: { entry }, work }: { row: EntryRow; work: BulkWork }) {
  const state = work.outcomes.get(entry.id)?.state
  if (state === 'confirmada')
    return (
      <StatusTag state="premiado" tone="good">
        Premiado
      </StatusTag>
    )
  if (state === 'fallida')
    return (
      <StatusTag state="fallida" tone="bad">
        No se confirmó
      </StatusTag>
    )
  return (
    <StatusTag state={entry.can_confirm ? 'por_confirmar' : 'de_otra_persona'} tone="waiting">
      {entry.can_confirm ? 'Por confirmar' : 'Espera a otra persona'}
    </StatusTag>
  )
}
