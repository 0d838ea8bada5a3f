/** The product's symbols as a board: what is typed is lit on it, and pressing one chooses it. */
import { memo, useEffect, useMemo, useRef } from 'react'
import { useWholeItems } from '@/kit/page/whole-items.ts'
import { SymbolFace } from '@/kit/values/symbol-face.tsx'
import { findSymbols, type SymbolOption } from './numbers.ts'
import { moveRoving } from '../../src/kit/page/roving-focus.ts'

interface SymbolBoardProps {
  symbols: readonly SymbolOption[]
  /** What is typed so far. */
  text: string
  onChoose: (code: string) => void
}

export function SymbolBoard({ symbols, text, onChoose }: SymbolBoardProps) {
  const found = useMemo(() => new Set(findSymbols(text, symbols).map((symbol) => symbol.code)), [text, symbols])
  const searching = text.trim() !== ''
  const board = useRef<HTMLDivElement>(null)
  useWholeItems(board, '.award-symbol')
  useEffect(() => {
    const lit = board.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (board.current && lit) board.current.scrollTop = lit.offsetTop - board.current.clientHeight / 2
  }, [found])
  return (
    <div
      ref={board}
      className="award-board tiles gap-xxs scrolls"
      role="toolbar"
      tabIndex={-1}
      aria-label="Símbolos del producto"
      onKeyDown={moveRoving}
      onClick={(event) => {
        const code = (event.target as HTMLElement).closest<HTMLElement>('[data-code]')?.dataset['code']
        if (code !== undefined) onChoose(code)
      }}
    >
      {symbols.map((symbol, index) => (
        <SymbolButton
          key={symbol.code}
          symbol={symbol}
          first={index === 0}
          lit={found.has(symbol.code)}
          dim={searching && !found.has(symbol.code)}
        />
      ))}
    </div>
  )
}

const SymbolButton = memo(function SymbolButton({
  symbol,
  first,
  lit,
  dim,
}: {
  symbol: SymbolOption
  first: boolean
  lit: boolean
  dim: boolean
}) {
  return (
    <button
      type="button"
      data-roving
      data-code={symbol.code}
      tabIndex={first ? 0 : -1}
      aria-pressed={lit}
      className="award-symbol cell hovers chosen-ring"
      data-dim={dim}
    >
      <SymbolFace {...symbol} />
    </button>
  )
})
