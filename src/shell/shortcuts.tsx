/** Keyboard shortcuts of the whole console, and the window that lists them. None fires while somebody is writing. */
import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Dialog } from './dialog.tsx'
import './dialog.css'

export type Shortcut = 'ctrl+k' | '?'

/** Is the person writing into something? */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [contenteditable="true"]') !== null)
  )
}

/** Does a key press mean this shortcut? On a Mac, Command stands for Control. */
function isPressed(shortcut: Shortcut, event: KeyboardEvent): boolean {
  const control = event.ctrlKey || event.metaKey
  if (shortcut === '?') return event.key === '?' && !control && !event.altKey
  return control && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
}

/** Runs `action` on a shortcut. `action` has to keep its identity between renders. */
export function useShortcut(shortcut: Shortcut, action: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        isWriting(event.target) ||
        document.querySelector('dialog[open]') ||
        !isPressed(shortcut, event)
      )
        return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [shortcut, action])
}

const groups: readonly { title: string; keys: readonly [keys: string[], text: string][] }[] = [
  {
    title: 'En toda la consola',
    keys: [
      [['Ctrl', 'K'], 'Buscar una pantalla o una acción'],
      [['?'], 'Ver estos atajos'],
      [['A'], 'Ayuda de la pantalla abierta'],
      [['Esc'], 'Cerrar lo que está encima'],
      [['Tab'], 'Ir al control siguiente; la primera vez, saltar al contenido'],
    ],
  },
  {
    title: 'En tableros y reportes',
    keys: [
      [['P'], 'Elegir el período'],
      [['B'], 'Quién bajó más, en los tableros y en Ventas generales'],
    ],
  },
  {
    title: 'En el buscador',
    keys: [
      [['↑', '↓'], 'Elegir'],
      [['Enter'], 'Abrir'],
    ],
  },
]

export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} label="Atajos de teclado">
      <div className="line between">
        <h2>Atajos de teclado</h2>
        <Button type="text" size="small" aria-label="Cerrar" icon={<CloseOutlined />} onClick={onClose} />
      </div>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="note">{title}</h3>
          <dl className="sorteo-shortcuts lined">
            {keys.map(([combination, text]) => (
              <div key={text} className="line gap-sm">
                <dt className="line gap-xxs">
                  {combination.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="sorteo-muted">Los atajos no actúan mientras escribe en un campo.</p>
    </Dialog>
  )
}
