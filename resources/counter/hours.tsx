/** Hours of the chosen games that are still open, in one row whatever their number: one or several are chosen. */
import { useEffect, useRef } from 'react'
import type { CounterDraw, CounterProduct } from '@contract/counter.ts'
import { drawKey, drawTime, openDraws, productsOf } from './draws.ts'
import type { CounterContext } from './types.ts'

export interface HoursProps {
  chosen: readonly CounterDraw[]
  context: CounterContext
  onToggle: (draw_id: number) => void
}

/** Between two chips, and what shows of a neighbour. */
const peek = 12

/** The row goes as far as an hour that was chosen; the next to close of each game stays at its beginning by itself. */
function showHour(row: HTMLElement, draw_id: string): void {
  const chip = row.querySelector<HTMLElement>(`[data-draw="${draw_id}"]`)
  const first = chip?.parentElement?.querySelector<HTMLElement>('[data-draw]')
  if (!chip || !first) return
  const [all, own] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  const before = own.left - (first === chip ? 0 : first.offsetWidth) - peek - all.left
  if (before < 0) row.scrollLeft += before
  else row.scrollLeft += Math.max(0, own.right + peek - all.right)
}

export function Hours({ chosen, context, onToggle }: HoursProps) {
  const row = useRef<HTMLDivElement>(null)
  const before = useRef<readonly string[]>([])
  const ids = chosen.map(({ id }) => id).join()
  useEffect(() => {
    const now = ids.split(',')
    const more = now.filter((id) => !before.current.includes(id))
    before.current = now
    // One beside the others, else the first of them all.
    const shown = more.length === 1 ? more[0] : now[0]
    if (row.current && shown && more.length > 0) showHour(row.current, shown)
  }, [ids])
  const games = productsOf(context, chosen)
  if (games.length === 0) return null
  return (
    <div ref={row} className="sell-strip line gap-sm scrolls" role="group" aria-label="Sorteos">
      {games.map((game) => (
        <HoursOf
          key={game.id}
          game={game}
          named={games.length > 1}
          chosen={chosen}
          context={context}
          onToggle={onToggle}
        />
      ))}
    </div>
  )
}

function HoursOf({ game, named, chosen, context, onToggle }: HoursProps & { game: CounterProduct; named: boolean }) {
  return (
    <div className="line gap-xxs">
      {named && <b className="small nowrap">{game.name}</b>}
      {openDraws(context, game.id).map((draw) => (
        <button
          key={draw.id}
          type="button"
          data-draw={draw.id}
          className="sell-hour cell hovers plain-button sorteo-figures nowrap small"
          aria-pressed={chosen.some(({ id }) => id === draw.id)}
          title={drawKey(draw, context) ?? undefined}
          onClick={() => onToggle(draw.id)}
        >
          {drawTime(draw, context)}
        </button>
      ))}
    </div>
  )
}
