/** A window over everything, drawers included: the browser's own modal dialog, which keeps the focus inside and gives it back. */
import { useEffect, useRef, type ReactNode } from 'react'
import './dialog.css'

interface DialogProps {
  open: boolean
  label: string
  className?: string
  /** Escape or a click beside it. Without it only the buttons inside close it. */
  onClose?: () => void
  children: ReactNode
}

/**
 * Whatever had the keyboard does not hear that a window took it, nor that it came back: a list that was being chosen from
 * stays open, a cell stays in writing, and what was typed by half stands as it stood.
 */
function unheard(act: () => void): void {
  const types = ['blur', 'focus', 'focusin', 'focusout']
  const stop = (event: Event) => event.stopImmediatePropagation()
  for (const type of types) window.addEventListener(type, stop, true)
  act()
  for (const type of types) window.removeEventListener(type, stop, true)
}

/** Where in its text the keyboard stood, and setting it there again: the browser gives back the field alone. */
function caretOf(field: Element | null): () => void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return () => undefined
  const { selectionStart: from, selectionEnd: to, selectionDirection: way } = field
  return () => {
    // Fields of another kind than text have none.
    if (from !== null && document.activeElement === field) field.setSelectionRange(from, to, way ?? undefined)
  }
}

export function ShellDialog({ open, label, className, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const caret = useRef<() => void>(() => undefined)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) {
      caret.current = caretOf(document.activeElement)
      unheard(() => {
        dialog.showModal()
        // The browser focuses the first control; React's autoFocus came too early, before it was shown.
        dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
      })
    }
    if (!open && dialog.open)
      unheard(() => {
        dialog.close()
        caret.current()
      })
  }, [open])
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const onCancel = (event: Event) => {
      event.preventDefault()
      onClose?.()
    }
    const onPress = (event: MouseEvent) => {
      if (event.target === dialog) onClose?.()
    }
    // A second Escape closes a dialog whatever its `cancel` says; one without a way out opens again.
    const onShut = () => (onClose ? onClose() : open && dialog.showModal())
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('mousedown', onPress)
    dialog.addEventListener('close', onShut)
    return () => {
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('mousedown', onPress)
      dialog.removeEventListener('close', onShut)
    }
  }, [onClose, open])
  return (
    <dialog
      ref={ref}
      aria-label={label}
      className={className ? `sorteo-dialog ${className}` : 'sorteo-dialog'}
      data-stays={onClose === undefined || undefined}
    >
      {open && <div className="sorteo-dialog-inside stack gap-sm">{children}</div>}
    </dialog>
  )
}
