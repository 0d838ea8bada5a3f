/** What has been chosen so far, large, and how much is missing. */
import { CloseOutlined } from '@ant-design/icons'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'
import type { Picks, PollaSymbol } from './picks.ts'
import './polla.css'

export interface SlotsProps {
  needed: number
  picks: Picks
  symbols: readonly PollaSymbol[]
  onRemove: (code: string) => void
}

export function Slots({ needed, picks, symbols, onRemove }: SlotsProps) {
  const places = Array.from({ length: needed }, (_, place) => picks[place])
  return (
    <ol
      className="polla-slots gap-xs plain-list"
      style={{ display: 'grid', gridTemplateColumns: `repeat(${needed}, minmax(0, 112px))` }}
      aria-label={`Símbolos elegidos: ${picks.length} de ${needed}`}
    >
      {places.map((code, place) => {
        const symbol = symbols.find((one) => one.code === code)
        if (!symbol)
          return (
            <li
              key={`empty-${place}`}
              className={place === picks.length ? 'polla-slot middle polla-slot-next' : 'polla-slot middle'}
            >
              <span aria-hidden="true">{place + 1}</span>
              <span className="sorteo-unseen">Falta el símbolo {place + 1}</span>
            </li>
          )
        return (
          <li key={symbol.code} className="polla-slot middle polla-slot-full">
            <button
              type="button"
              className="middle full plain-button hovers"
              onClick={() => onRemove(symbol.code)}
              aria-label={`Quitar ${symbol.code} ${symbol.name}`}
            >
              <SymbolImage {...symbol} size={44} />
              <b>{symbol.code}</b>
              <span className="cut small">{symbol.name}</span>
              <CloseOutlined className="polla-mark note" aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ol>
  )
}
