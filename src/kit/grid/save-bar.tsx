/** Always in reach at the bottom of a sheet once there is something to save: what it does, how much it is, save or discard. */
import { Button, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { countText } from '@contract/values/money.ts'
import { capital } from '@contract/values/text.ts'
import { Effects, type Effect } from '../page/confirm.tsx'
import '../page/parts.css'

/** Changes that the dialog lists one by one; beyond them it says how many more there are. */
const mostListed = 200
/** Those that stand above the bar itself. */
const mostShown = 2

export interface SaveBarProps {
  changes: readonly Effect[]
  /** What they do, where a screen works it out; the first of them by themselves otherwise. */
  effect?: ReactNode
  pending: boolean
  /** What is to be settled first, in a sentence. */
  blocked: string | null
  onSave: () => void
  onDiscard: () => void
  /** What is not saved yet is counted in; `cambios` unless said. */
  noun?: readonly [one: string, many: string]
  /** What its button says. */
  action?: string
}

const changesNoun = ['cambio', 'cambios'] as const

export function SaveBar({
  changes,
  effect,
  pending,
  blocked,
  onSave,
  onDiscard,
  noun = changesNoun,
  action = 'Guardar',
}: SaveBarProps) {
  const [open, setOpen] = useState(false)
  if (changes.length === 0) return null
  const more = changes.length - mostListed
  return (
    <div className="save-bar stack gap-xs" role="region" aria-label="Cambios sin guardar">
      <div className="save-effect stack gap-xxs">{effect ?? <FirstChanges changes={changes} />}</div>
      <div className="row gap-sm">
        <span aria-live="polite">{countText(changes.length, ...noun)} sin guardar</span>
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          Ver {noun[1]}
        </Button>
        {blocked !== null && <span className="sorteo-muted">{blocked}</span>}
        <span className="row stretch inline gap-xs push">
          <Button disabled={pending} onClick={onDiscard}>
            Descartar
          </Button>
          <Button type="primary" loading={pending} disabled={blocked !== null} onClick={onSave}>
            {action}
          </Button>
        </span>
      </div>
      <Modal
        open={open}
        title={`${capital(noun[1])} sin guardar`}
        footer={<Button onClick={() => setOpen(false)}>Cerrar</Button>}
        onCancel={() => setOpen(false)}
      >
        <Effects effects={changes.slice(0, mostListed)} />
        {more > 0 && <p className="sorteo-muted">Y {countText(more, ...noun)} más.</p>}
      </Modal>
    </div>
  )
}

/** The last that were edited, so that the one just typed is among them. */
function FirstChanges({ changes }: Pick<SaveBarProps, 'changes'>) {
  return changes.slice(-mostShown).map(({ label, before, after }) => (
    <span key={label} className="save-change">
      {label}: <span className="sorteo-muted">{before}</span> → <span className="strong">{after}</span>
    </span>
  ))
}
