/** What the hand or a thumb points at in the place of the keys: symbols of the chosen game, or signs of the zodiac. */
import { useMemo } from 'react'
import { signNames, signs } from '@contract/values/bet-numbers.ts'
import { CounterBoard } from '@/kit/counter/symbol-board.tsx'
import { drawsOfChoice, productsOf } from './draws.ts'
import type { Basket, CounterContext, Reading } from './types.ts'

export interface BoardFaceProps {
  basket: Basket
  context: CounterContext
  reading: Reading
  /** Adds the number, as if it had been written and entered. */
  onNumber: (code: string) => void
  /** Writes behind what stands in the field. */
  onWrite: (text: string) => void
}

const none: ReadonlySet<string> = new Set()

export function BoardFace({ basket, context, reading, onNumber, onWrite }: BoardFaceProps) {
  const products = productsOf(context, drawsOfChoice(context, basket.choice))
  const game = products[0]
  const zodiac = products.some(({ bet_types }) => bet_types.some(({ kind }) => kind === 'zodiacal'))
  const typed = useMemo(
    () => (reading.kind === 'lines' ? new Set(reading.lines.map(({ number }) => number)) : none),
    [reading],
  )
  if (game && game.symbols.length > 0)
    return (
      <CounterBoard
        symbols={game.symbols}
        chosen={basket.lines.filter(({ product_id }) => product_id === game.id).map(({ number }) => number)}
        typed={typed}
        onPress={({ code }) => onNumber(code)}
      />
    )
  if (zodiac)
    return (
      <div className="row gap-xxs" role="group" aria-label="Signos">
        {signs.map((sign, at) => (
          <button
            key={sign}
            type="button"
            className="sell-hour cell hovers plain-button"
            onClick={() => onWrite(`,${at + 1}`)}
          >
            <b className="sorteo-figures">{at + 1}</b> {signNames[sign]}
          </button>
        ))}
      </div>
    )
  return <p className="sorteo-muted">{game ? `${game.name} se escribe con números.` : 'No hay sorteos abiertos.'}</p>
}
