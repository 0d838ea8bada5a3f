/** Always in reach at the bottom of a sheet once there is something to save: how much, what exactly, save or discard. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { formatCount } from '@contract/values/money.ts'
import { Effects, type Effect } from '../page/confirm.tsx'
import '../page/parts.css'

/** Changes that the dialog lists one by one; beyond them it says how many more there are. */
const mostListed = 200

export interface SaveBarProps {
  changes: readonly Effect[]
  pending: boolean
  /** What is to be settled first, in a sentence. */
  blocked: string | null
  onSave: () => void
  onDiscard: () => void
}

export function SaveBar({ changes, pending, blocked, onSave, onDiscard }: SaveBarProps) {
  const [open, setOpen] = useState(false)
  if (changes.length === 0) return null
  const more = changes.length - mostListed
  return (
    <div className="save-bar row" role="region" aria-label="Cambios sin guardar">
      <span aria-live="polite">
        {changes.length === 1 ? '1 cambio sin guardar' : `${formatCount(changes.length)} cambios sin guardar`}
      </span>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        Ver cambios
      </Button>
      {blocked !== null && <span className="sorteo-muted">{blocked}</span>}
      <span className="row stretch inline gap-xs">
        <Button disabled={pending} onClick={onDiscard}>
          Descartar
        </Button>
        <Button type="primary" loading={pending} disabled={blocked !== null} onClick={onSave}>
          Guardar
        </Button>
      </span>
      <Modal
        open={open}
        title="Cambios sin guardar"
        footer={<Button onClick={() => setOpen(false)}>Cerrar</Button>}
        onCancel={() => setOpen(false)}
      >
        <Effects effects={changes.slice(0, mostListed)} />
        {more > 0 && (
          <p className="sorteo-muted">{more === 1 ? 'Y 1 cambio más.' : `Y ${formatCount(more)} cambios más.`}</p>
        )}
      </Modal>
    </div>
  )
}
