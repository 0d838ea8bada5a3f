/** Seven buttons, Monday first: on which days. */
import { weekdayNames } from '@contract/values/dates.ts'
import { weekdayLetters } from './schedule-draws.ts'

interface WeekdayTogglesProps {
  mask: number
  onChange: (mask: number) => void
  /** Says what happens on the day: `sorteo de las 08:00`. */
  what: string
}

export function WeekdayToggles({ mask, onChange, what }: WeekdayTogglesProps) {
  return (
    <span className="weekday-toggles line inline gap-xxs" role="group" aria-label={`Días, ${what}`}>
      {weekdayLetters.map((letter, at) => (
        <button
          key={letter}
          type="button"
          className="weekday-toggle cell small"
          aria-pressed={(mask & (1 << at)) !== 0}
          aria-label={`${weekdayNames[at]}, ${what}`}
          onClick={() => onChange(mask ^ (1 << at))}
        >
          {letter}
        </button>
      ))}
    </span>
  )
}
