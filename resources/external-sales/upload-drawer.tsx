/** Sending a file of another system: which system, which day where the file does not say it, and the file. */
import { Button, Drawer, Progress } from 'antd'
import { DropZone } from '@/kit/files/drop-zone.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { externalLimits } from '@contract/external-file.ts'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { formatCount } from '@contract/values/money.ts'
import { mostWhileGoing } from '@contract/values/progress.ts'
import { ProblemError } from '@providers/http.ts'
import { useToasts } from '@providers/notifications.ts'
import { useCall, useEndpointCache } from '@providers/queries.ts'
import { useUpload } from '@providers/uploads.ts'
import { Select } from '@/kit/form/select.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { useToday } from '@/kit/values/period.ts'
import { configPath } from './paths.ts'

const limitsText =
  `XLSX o CSV, hasta ${formatCount(externalLimits.rows)} filas y ` +
  `${externalLimits.bytes / 1_000_000} MB. Se reconocen el encabezado, el separador y ` +
  'los acentos.'

/** Sends a file and says what became of it. What cannot be accepted is said before a byte leaves. */
function useSending(onLoaded: (load: ExternalLoad) => void) {
  const { progress, send, stop } = useUpload(externalSales.load)
  const { invalidate } = useEndpointCache()
  const toasts = useToasts()
  const [problem, setProblem] = useState<Pick<ProblemBody, 'title' | 'detail'> | null>(null)
  const start = async (file: File, system_id: number, day: string | undefined) => {
    setProblem(null)
    if (file.size > externalLimits.bytes) {
      setProblem({ title: 'Archivo demasiado grande', detail: limitsText })
      return
    }
    try {
      const load = await send(file, { system_id, ...(day !== undefined && { day }) })
      if (!load) return
      await invalidate(externalSales)
      toasts.success(load.repeated ? 'Ese archivo ya se había cargado: esta es su carga.' : 'El archivo se leyó.')
      onLoaded(load)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setProblem(error.body)
    }
  }
  return { progress, problem, start, stop }
}

interface UploadDrawerProps {
  onClose: () => void
  onLoaded: (load: ExternalLoad) => void
}

export function UploadDrawer({ onClose, onLoaded }: UploadDrawerProps) {
  const systems = useCall(externalSales.config)
  const active = (systems.data?.data ?? []).filter(({ status }) => status === 'activo')
  const [chosen, setChosen] = useState<number | null>(null)
  const [day, setDay] = useState<string | undefined>()
  const today = useToday()
  const { progress, problem, start, stop } = useSending(onLoaded)
  const system_id = chosen ?? (active.length === 1 ? active[0]!.id : null)
  const isSending = progress !== null
  return (
    <Drawer open width={560} title="Cargar ventas de otro sistema" maskClosable={!isSending} onClose={onClose}>
      {systems.data && active.length === 0 ? (
        <EmptyState
          title="Aún no hay sistemas"
          text="Un sistema dice cómo se escriben sus archivos y a qué nombres les corresponde qué."
          action={<Link to={configPath}>Crear un sistema</Link>}
        />
      ) : (
        <Stack>
          <label className="stack gap-xxs">
            Sistema
            <Select
              showSearch
              aria-label="Sistema"
              placeholder="Elija el sistema"
              loading={systems.isPending}
              disabled={isSending}
              value={system_id}
              filterOption={matchesText}
              options={active.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setChosen}
            />
          </label>
          <div className="stack gap-xxs">
            <span>Día de las ventas, si el archivo no lo dice</span>
            <DayPicker label="Día de las ventas" value={day} last={today} width={180} onChange={setDay} />
          </div>
          <DropZone
            accept=".csv,.txt,.tsv,.xlsx"
            title={system_id === null ? 'Elija antes el sistema' : 'Suelte aquí el archivo o pulse para elegirlo'}
            hint={limitsText}
            disabled={system_id === null || isSending}
            onFile={(file) => {
              if (system_id !== null) void start(file, system_id, day)
            }}
          />
          {isSending && (
            <div className="line gap-sm" role="status">
              <span className="grow">
                {progress < mostWhileGoing ? 'Subiendo el archivo…' : 'Leyendo las filas…'}
                <Progress percent={progress} size="small" status="active" />
              </span>
              <Button onClick={stop}>Cancelar</Button>
            </div>
          )}
          {problem && <ProblemNote problem={problem} />}
        </Stack>
      )}
    </Drawer>
  )
}
