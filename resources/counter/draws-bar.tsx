/** The draws that sell, by game: each chip says its key, its next draw and how long it is open; then the hours and columns chosen. */
import { memo, useMemo } from 'react'
import type { CounterDraw, CounterProduct } from '@contract/counter.ts'
import { countdownText, isClosingSoon } from '@/kit/counter/countdown.ts'
import { moveRoving } from '@/kit/page/roving-focus.ts'
import { columnsOfGame, dayOfDraw, drawsOfChoice, drawsToday, drawTime, nextDraw, productsOf } from './draws.ts'
import { Hours } from './hours.tsx'
import type { Basket, BasketAction, BetPlace, CounterContext } from './types.ts'

export interface DrawsBarProps {
  basket: Basket
  context: CounterContext
  change: (action: BasketAction) => void
  /** After something was pointed at, the hand goes back to the field. */
  onDone: () => void
}

export function DrawsBar({ basket, context, change, onDone }: DrawsBarProps) {
  const chosen = drawsOfChoice(context, basket.choice)
  const act = (action: BasketAction) => {
    change(action)
    onDone()
  }
  return (
    <div className="stack gap-xs">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus; the arrows bubble up from them */}
      <div className="sell-games" role="toolbar" aria-label="Juegos" onKeyDown={moveRoving}>
        {context.catalogue.products.map((product, index) => (
          <GameChip
            key={product.id}
            product={product}
            draw={chosen.find(({ product_id }) => product_id === product.id) ?? nextDraw(context, product.id)}
            more={chosen.filter(({ product_id }) => product_id === product.id).length - 1}
            pressed={chosen.some(({ product_id }) => product_id === product.id)}
            first={index === 0}
            context={context}
            onPress={(draw, beside) => act({ do: 'choose', draw_id: draw.id, only: !beside })}
          />
        ))}
      </div>
      <Hours chosen={chosen} context={context} onToggle={(draw_id) => act({ do: 'choose', draw_id, only: false })} />
      <Columns basket={basket} chosen={chosen} context={context} onToggle={(place) => act({ do: 'place', place })} />
    </div>
  )
}

interface GameChipProps {
  product: CounterProduct
  draw: CounterDraw | undefined
  /** How many of its draws are chosen beyond the one that is named. */
  more: number
  pressed: boolean
  first: boolean
  context: CounterContext
  /** `beside`: next to what is chosen, not in its place. */
  onPress: (draw: CounterDraw, beside: boolean) => void
}

function GameChip({ product, draw, more, pressed, first, context, onPress }: GameChipProps) {
  const left = draw ? Date.parse(draw.closes_at) - context.now : 0
  const key = product.counter_key
  return (
    <button
      type="button"
      data-roving=""
      tabIndex={first ? 0 : -1}
      className="sell-game cell hovers plain-button"
      aria-pressed={pressed}
      disabled={!draw}
      onClick={(event) => draw && onPress(draw, event.ctrlKey || event.shiftKey)}
    >
      <span className="line gap-xs">
        {key !== null && <kbd>/{key}</kbd>}
        <b className="cut">{product.name}</b>
      </span>
      <span className="line gap-xs small">
        {draw ? (
          <>
            <span className="sorteo-figures nowrap">
              {drawTime(draw, context)}
              {more > 0 && ` y ${more} más`}
            </span>
            {/* Of another day its name says enough, and both have no room beside each other. */}
            {dayOfDraw(draw, context) === context.catalogue.today && (
              <time className={`push sorteo-figures nowrap ${isClosingSoon(left) ? 'bad strong' : 'sorteo-muted'}`}>
                {countdownText(left)}
              </time>
            )}
          </>
        ) : (
          <span className="sorteo-muted">
            {drawsToday(context, product.id) ? 'cerrado por hoy' : 'hoy no tiene sorteo'}
          </span>
        )}
      </span>
    </button>
  )
}

interface ColumnsProps {
  basket: Basket
  chosen: readonly CounterDraw[]
  context: CounterContext
  onToggle: (place: BetPlace) => void
}

const Columns = memo(function Columns({ basket, chosen, context, onToggle }: ColumnsProps) {
  const places = useMemo(
    () => [...new Set(productsOf(context, chosen).flatMap(columnsOfGame))].sort(),
    [context, chosen],
  )
  if (places.length < 2) return null
  return (
    <div className="line gap-xs" role="group" aria-label="Columnas">
      <span className="small sorteo-muted">Columnas</span>
      {places.map((place) => (
        <button
          key={place}
          type="button"
          className="sell-hour cell hovers plain-button"
          aria-pressed={basket.choice.places.includes(place)}
          onClick={() => onToggle(place)}
        >
          {place}
        </button>
      ))}
    </div>
  )
})
