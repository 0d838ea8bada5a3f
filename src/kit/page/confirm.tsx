/**
 * Asking before something that is not easily undone: what will happen, each value before and after,
 * and the reason where one is due. The dialog stays open, showing work, until the answer is there.
 */
import { ArrowRightOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { focusBack, focusPlace, type FocusPlace } from './focus-back.ts'
import './parts.css'

export interface Effect {
  label: string
  before: ReactNode
  after: ReactNode
}

export interface Confirmation {
  title: string
  /** What happens, in a sentence or two. */
  text?: ReactNode
  effects?: readonly Effect[]
  /** What there is to know beyond that, in a wider dialog. */
  more?: ReactNode
  /** The verb of the button: `Desactivar`, never `Aceptar`. */
  action: string
  danger?: boolean
  /** Asks for a reason and passes it on. */
  reason?: boolean
  /** Does it. Answering `false` or `undefined` means that it failed (it was already said why) and keeps the dialog open. */
  run: (reason: string) => Promise<unknown>
  /** The person leaves it without. */
  onLeft?: () => void
}

/** What is asked before a save, and the mark of what was shown, which the save then carries. */
export interface Question extends Omit<Confirmation, 'run'> {
  shown?: string
}

/** `[ask, dialog]`: render the dialog once, call `ask` from any button. */
export function useConfirm(): [(confirmation: Confirmation) => void, ReactNode] {
  const [asked, setAsked] = useState<Confirmation | null>(null)
  const [open, setOpen] = useState(false)
  const asker = useRef<FocusPlace | null>(null)
  const ask = useCallback((confirmation: Confirmation) => {
    asker.current = focusPlace()
    setAsked(confirmation)
    setOpen(true)
  }, [])
  // The dialog's own button takes the focus before it is noted where it came from: nobody else gives it back.
  useEffect(() => {
    if (asked === null && asker.current) focusBack(asker.current)
  }, [asked])
  const dialog = asked && (
    <ConfirmDialog confirmation={asked} open={open} onClose={() => setOpen(false)} onClosed={() => setAsked(null)} />
  )
  return [ask, dialog]
}

interface DialogProps {
  confirmation: Confirmation
  open: boolean
  onClose: () => void
  onClosed: () => void
}

function ConfirmDialog({ confirmation, open, onClose, onClosed }: DialogProps) {
  const [pending, setPending] = useState(false)
  const [reason, setReason] = useState('')
  const running = useRef(false)
  const run = async () => {
    if (running.current) return
    running.current = true
    setPending(true)
    try {
      const done = await confirmation.run(reason.trim())
      if (done !== false && done !== undefined) onClose()
    } finally {
      running.current = false
      setPending(false)
    }
  }
  const missingReason = confirmation.reason === true && reason.trim().length < 5
  return (
    <Dialog
      open={open}
      title={confirmation.title}
      okText={confirmation.action}
      okButtonProps={{ danger: confirmation.danger ?? false, loading: pending, disabled: missingReason }}
      cancelText="Cancelar"
      // Where a reason is due it is written: a space typed on a button would press it.
      cancelButtonProps={{ disabled: pending, autoFocus: !confirmation.reason }}
      closable={!pending}
      maskClosable={false}
      keyboard={!pending}
      width={confirmation.more ? 720 : 480}
      onOk={() => void run()}
      onCancel={() => {
        confirmation.onLeft?.()
        onClose()
      }}
      afterClose={onClosed}
    >
      <div className="stack gap-sm">
        {confirmation.text && <p>{confirmation.text}</p>}
        {confirmation.effects && confirmation.effects.length > 0 && <Effects effects={confirmation.effects} />}
        {confirmation.more && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: without the focus no key does it
          <div className="confirm-more stack gap-sm" tabIndex={0} role="group" aria-label="Lo que cambia">
            {confirmation.more}
          </div>
        )}
        {confirmation.reason && (
          <label className="stack gap-xxs">
            Motivo
            <Input.TextArea
              rows={2}
              maxLength={200}
              autoFocus
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              aria-required="true"
            />
          </label>
        )}
      </div>
    </Dialog>
  )
}

/** A list of values before and after. */
export function Effects({ effects }: { effects: readonly Effect[] }) {
  return (
    <dl className="effects surface lined">
      {effects.map((effect) => (
        <div key={effect.label} className="row between stretch gap-md">
          <dt className="sorteo-muted">{effect.label}</dt>
          <dd className="row gap-xs">
            <span className="sorteo-muted">
              <span className="sorteo-unseen">Antes: </span>
              {effect.before}
            </span>
            <ArrowRightOutlined className="note" aria-hidden="true" />
            <span className="strong">
              <span className="sorteo-unseen">Después: </span>
              {effect.after}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
