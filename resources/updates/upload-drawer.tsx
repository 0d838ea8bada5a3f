/** Uploading a version: its file and what changes with it, how far it got, and going on with one that broke off. */
import { Button, Drawer, Input, Progress } from 'antd'
import { DropZone } from '@/kit/files/drop-zone.tsx'
import { useState } from 'react'
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import { goingPercent } from '@contract/values/progress.ts'
import { useToasts } from '@providers/notifications.ts'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { useSending, type Sending } from './use-sending.ts'
import { sizeText } from '@/kit/table/export.tsx'
import { versionText } from './view.ts'

const limitsText =
  `Un APK firmado de hasta ${softwareLimits.bytes / 1_000_000} MB, más nuevo que el último. ` +
  'Si se corta, elija el mismo archivo: continúa donde quedó.'

const doing: Record<Sending['phase'], string> = {
  hashing: 'Comprobando el archivo',
  sending: 'Subiendo',
  reading: 'Leyendo el APK',
}

function Going({ sending, onStop }: { sending: Sending; onStop: () => void }) {
  const { phase, done, total, retrying } = sending
  const said = phase === 'reading' ? '' : `: ${sizeText(done)} de ${sizeText(total)}`
  return (
    <div className="line gap-sm" role="status">
      <span className="grow">
        {doing[phase]}
        {said}
        {retrying && ' · Sin conexión: se intenta de nuevo'}
        <Progress percent={goingPercent(done, total)} size="small" status="active" />
      </span>
      {phase !== 'reading' && <Button onClick={onStop}>Detener</Button>}
    </div>
  )
}

interface VersionUploadProps {
  onClose: () => void
  onRead: (version: UpdateDetail) => void
}

export function VersionUpload({ onClose, onRead }: VersionUploadProps) {
  const toasts = useToasts()
  const [notes, setNotes] = useState('')
  const { sending, problem, broken, start, stop } = useSending((version) => {
    toasts.success(`${versionText(version)}: el APK se leyó y está lista.`)
    onRead(version)
  })
  return (
    <Drawer open width={560} title="Subir una versión" maskClosable={!sending} onClose={onClose}>
      <Stack>
        <label className="stack gap-xxs">
          Notas
          <Input.TextArea
            rows={3}
            maxLength={500}
            value={notes}
            disabled={sending !== null}
            placeholder="Qué cambia con ella"
            onChange={(event) => setNotes(event.target.value)}
          />
        </label>
        <DropZone
          accept=".apk,application/vnd.android.package-archive"
          title="Suelte aquí el APK o pulse para elegirlo"
          hint={limitsText}
          disabled={sending !== null}
          onFile={(file) => void start(file, notes)}
        />
        {sending && <Going sending={sending} onStop={stop} />}
        {problem && <ProblemNote problem={problem} />}
        {broken && (
          <div className="line gap-sm" role="status">
            <span className="grow">La subida de {broken.file.name} se detuvo. Lo que llegó se conserva.</span>
            <Button type="primary" onClick={() => void start(broken.file, broken.notes)}>
              Continuar
            </Button>
          </div>
        )}
      </Stack>
    </Drawer>
  )
}
