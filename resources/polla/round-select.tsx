/** Which round to sell: each that sells now, with the time it has left by the server's clock. */
import type { PollaRound } from '@contract/polla.ts'
import { countdownText, isClosingSoon } from '@/kit/counter/countdown.ts'
import { useServerClock } from '@/kit/counter/clock.ts'
import { dayName } from './rounds.ts'

export interface RoundSelectProps {
  rounds: readonly PollaRound[]
  chosen: number | undefined
  today: string
  onChoose: (id: number) => void
}

export function RoundSelect({ rounds, chosen, today, onChoose }: RoundSelectProps) {
  const now = useServerClock()
  return (
    <fieldset className="polla-rounds gap-xs">
      <legend className="sorteo-unseen">Polla</legend>
      {rounds.map((round) => {
        const left = Date.parse(round.closes_at) - now
        return (
          <label key={round.id} className="polla-round stack hovers chosen-ring">
            <input
              type="radio"
              name="polla-round"
              className="sorteo-unseen"
              value={round.id}
              checked={round.id === chosen}
              onChange={() => onChoose(round.id)}
            />
            <span>
              {round.product_name} <b>{dayName(round.day, today)}</b>
            </span>
            <span className="sorteo-muted">
              {round.symbols_needed} símbolos, {left > 0 ? 'cierra en ' : ''}
              <time
                dateTime={round.closes_at}
                className={isClosingSoon(left) ? 'strong sorteo-figures warns' : 'strong sorteo-figures'}
              >
                {countdownText(left)}
              </time>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
