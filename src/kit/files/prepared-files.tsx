/** Files that the server makes apart, or has made: how far each is, taking it away, and doing without it. */
import { CloseOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { files, filesKeptDays, type PreparedFile } from '@contract/files.ts'
import { formatDay, shortInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { goingPercent } from '@contract/values/progress.ts'
import { notifications } from '@contract/notifications.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '../page/empty.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import { ListSkeleton } from '../page/skeletons.tsx'
import { sizeText } from '../table/export.tsx'
import { fileSettled } from './left-files.ts'
import { useTakeFile } from './take-file.ts'

/** While one is being made, it is looked at this often. */
const everyMs = 2_000
const isWaiting = ({ state }: PreparedFile) => state === 'en_cola' || state === 'en_curso'

export function PreparedFiles() {
  // Whoever throws one away stands where it was, not nowhere: the keyboard goes on from there.
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1}>
      <FileList onRemoved={() => place.current?.focus()} />
    </div>
  )
}

function FileList({ onRemoved }: { onRemoved: () => void }) {
  const [waits, setWaits] = useState(false)
  const { data, error, refetch } = useCall(files.list, {}, { refetchInterval: waits && everyMs })
  const { take, taking } = useTakeFile()
  const any = data?.data.some(isWaiting) ?? false
  if (any !== waits) setWaits(any)
  if (!data) return error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton />
  if (data.data.length === 0)
    return (
      <EmptyState
        title="No hay archivos"
        text="Los que exporte sin esperar, y las vistas que reciba cada mañana, aparecen aquí."
      />
    )
  return (
    <>
      <ul className="sorteo-activity lined plain-list" aria-label="Archivos">
        {data.data.map((file) => (
          <FileLine
            key={file.id}
            file={file}
            taking={taking === file.id}
            onTake={() => void take(file.id)}
            onRemoved={onRemoved}
          />
        ))}
      </ul>
      <p className="note">Se guardan {filesKeptDays} días.</p>
    </>
  )
}

/** What is to say of one below its title. */
function said({ state, rows, rows_done, bytes, problem }: PreparedFile): string {
  if (state === 'fallido') return problem ?? ''
  if (state === 'en_cola') return 'En espera'
  const counted = `${formatCount(rows_done)} ${rows_done === 1 ? 'fila' : 'filas'}`
  if (state === 'listo') return `${counted}, ${sizeText(bytes)}`
  return rows === null ? 'Reuniendo las filas…' : `${formatCount(rows_done)} de ${formatCount(rows)} filas`
}

interface FileLineProps {
  file: PreparedFile
  taking: boolean
  onTake: () => void
  onRemoved: () => void
}

function FileLine({ file, taking, onTake, onRemoved }: FileLineProps) {
  const { zone } = useSession()
  const remove = useAction(files.remove, { invalidates: [files, notifications], success: false })
  const { id, title, filename, state, rows, rows_done, requested_at, morning } = file
  const name = filename ?? title
  const ending = isWaiting(file) ? `Dejar de preparar ${name}` : `Quitar ${name}`
  return (
    <li className="line stretch gap-sm">
      <div className="fill">
        <strong>{name}</strong>
        {state === 'en_curso' && (
          <Progress percent={goingPercent(rows_done, rows ?? 0)} size="small" status="active" aria-label={name} />
        )}
        <p className={state === 'fallido' ? 'bad' : undefined}>{said(file)}</p>
        <time className="note" dateTime={requested_at}>
          {morning ? `De la mañana del ${formatDay(morning)}` : `Pedido el ${shortInstant(requested_at, zone)}`}
        </time>
      </div>
      {state === 'listo' && (
        <Button icon={<DownloadOutlined />} loading={taking} onClick={onTake} aria-label={`Descargar ${name}`}>
          Descargar
        </Button>
      )}
      <Button
        type="text"
        icon={<CloseOutlined />}
        aria-label={ending}
        title={isWaiting(file) ? 'Dejar de preparar' : 'Quitar'}
        loading={remove.pending}
        onClick={async () => {
          if (!(await remove.run({ params: { id } }))) return
          fileSettled(id)
          onRemoved()
        }}
      />
    </li>
  )
}
