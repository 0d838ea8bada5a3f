/** Symbols as buttons to be pressed: arrows move among them, Space and Enter choose, a finger too. */
import { memo } from 'react'
import { moveRoving } from '../page/roving-focus.ts'
import { SymbolFace } from '../values/symbol-face.tsx'
import './counter.css'

interface BoardSymbol {
  code: string
  name: string
  image_url?: string | null | undefined
}

export interface CounterBoardProps<S extends BoardSymbol> {
  symbols: readonly S[]
  /** Codes of those that are pressed in. */
  chosen: readonly string[]
  /** What is being typed: its symbols stand out. */
  typed: ReadonlySet<string>
  onPress: (symbol: S) => void
}

/** One stop for Tab; the arrows move inside. Typing goes to the counter's field, which the screen sees to. */
function Board<S extends BoardSymbol>({ symbols, chosen, typed, onPress }: CounterBoardProps<S>) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus; the arrows bubble up from them
    <div className="counter-board tiles" role="toolbar" aria-label="Tablero de símbolos" onKeyDown={moveRoving}>
      {symbols.map((symbol, index) => (
        <button
          key={symbol.code}
          type="button"
          data-roving=""
          className={`counter-cell cell hovers${typed.has(symbol.code) ? ' counter-cell-typed' : ''}`}
          aria-pressed={chosen.includes(symbol.code)}
          aria-label={`${symbol.code} ${symbol.name}`}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onPress(symbol)}
        >
          <SymbolFace code={symbol.code} name={symbol.name} image_url={symbol.image_url ?? null} />
        </button>
      ))}
    </div>
  )
}

export const CounterBoard = memo(Board) as typeof Board
