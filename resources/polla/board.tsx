/** The symbols of a round as buttons to be pressed: arrows move among them, Space and Enter choose, a finger too. */
import { memo, useRef, useState, type KeyboardEvent } from 'react'
import { SymbolFace } from '@/kit/values/symbol-face.tsx'
import { neighbour, type Picks, type PollaSymbol } from './picks.ts'
import './polla.css'

export interface PickBoardProps {
  symbols: readonly PollaSymbol[]
  picks: Picks
  /** What is being typed: its symbols stand out. */
  typed: ReadonlySet<string>
  onToggle: (symbol: PollaSymbol) => void
}

/** How many buttons the first row holds, as the window lays them out. */
function columnsOf(cells: readonly HTMLElement[]): number {
  const top = cells[0]?.offsetTop
  const next = cells.findIndex((cell) => cell.offsetTop !== top)
  return next < 1 ? cells.length : next
}

/** One stop for Tab; the arrows move inside. Typing goes to the code field, which the screen sees to. */
export const PickBoard = memo(function Board({ symbols, picks, typed, onToggle }: PickBoardProps) {
  const group = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const stop = Math.min(at, symbols.length - 1)
  const move = (event: KeyboardEvent) => {
    const cells = Array.from(group.current?.querySelectorAll('button') ?? [])
    const next = neighbour(stop, event.key, cells.length, columnsOf(cells))
    if (next === stop) return
    event.preventDefault()
    setAt(next)
    cells[next]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus; the arrows bubble up from them
    <div ref={group} className="polla-board tiles" role="toolbar" aria-label="Tablero de símbolos" onKeyDown={move}>
      {symbols.map((symbol, index) => {
        const chosen = picks.includes(symbol.code)
        return (
          <button
            key={symbol.code}
            type="button"
            className={`polla-cell cell hovers${typed.has(symbol.code) ? ' polla-cell-typed' : ''}`}
            aria-pressed={chosen}
            aria-label={`${symbol.code} ${symbol.name}`}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => setAt(index)}
            onClick={() => onToggle(symbol)}
          >
            <SymbolFace {...symbol} />
          </button>
        )
      })}
    </div>
  )
})
