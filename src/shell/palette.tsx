/** Ctrl+K: any screen, action, partner, draw or ticket by a few letters. The list of screens is in memory, so it opens at once. */
import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useId, useState, type KeyboardEvent, useRef } from 'react'
import { useWholeItems } from '@/kit/page/whole-items.ts'
import { ShellDialog } from './dialog.tsx'
import { usePaletteEntries } from './palette-entries.ts'
import type { PaletteEntry } from './palette-search.ts'
import './dialog.css'

interface PaletteProps {
  open: boolean
  onClose: () => void
  /** Before what was chosen opens: whatever else lies over the screen goes. */
  onChosen: () => void
}

export function CommandPalette({ open, onClose, onChosen }: PaletteProps) {
  return (
    <ShellDialog open={open} onClose={onClose} label="Buscar" className="sorteo-palette">
      <Search onChosen={onChosen} />
    </ShellDialog>
  )
}

function Search({ onChosen }: Pick<PaletteProps, 'onChosen'>) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { entries, searching } = usePaletteEntries(text)
  const chosen = entries[Math.min(at, entries.length - 1)]
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onChosen()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, entries.length - 1) + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(chosen)
    }
  }
  return (
    <>
      <div className="sorteo-palette-input line gap-sm large sorteo-muted">
        <SearchOutlined aria-hidden="true" />
        <input
          data-autofocus
          className="fill"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          aria-autocomplete="list"
          aria-label="Buscar pantallas, afiliados, sorteos o un serial"
          placeholder="Buscar pantallas, afiliados, sorteos o un serial"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <Results id={id} entries={entries} chosen={chosen} onPoint={setAt} onChoose={run} />
      <p className="sorteo-palette-foot note" role="status">
        {footOf(entries.length, searching)}
      </p>
    </>
  )
}

function footOf(count: number, searching: boolean): string {
  if (searching) return 'Buscando afiliados…'
  if (count === 0) return 'Nada coincide. Pruebe con otra palabra.'
  return count === 1 ? '1 resultado' : `${count} resultados`
}

interface ResultsProps {
  id: string
  entries: readonly PaletteEntry[]
  chosen: PaletteEntry | undefined
  onPoint: (at: number) => void
  onChoose: (entry: PaletteEntry) => void
}

function Results({ id, entries, chosen, onPoint, onChoose }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  useWholeItems(list, '[role="option"]')
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Resultados" className="sorteo-palette-list scrolls">
      {entries.map((entry, at) => (
        // The keyboard stays in the input, which names the chosen option; the pointer only helps.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={entry.key}
          id={`${id}-${entry.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={entry === chosen}
          className="sorteo-palette-option line gap-sm"
          onPointerMove={() => entry !== chosen && onPoint(at)}
          onClick={() => onChoose(entry)}
        >
          <span>{entry.label}</span>
          {entry.hint && <span className="sorteo-muted">{entry.hint}</span>}
          <span className="sorteo-palette-group note push">{entry.group}</span>
        </div>
      ))}
    </div>
  )
}
