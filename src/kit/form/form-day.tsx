/** A calendar day in a form: text on the wire, a date in the picker. Apart, since the calendar weighs more than the form. */
import { DayPicker } from '../values/day-picker.tsx'

interface FormDayProps {
  /** `YYYY-MM-DD`. The form passes both. */
  value?: string | null
  onChange?: (day: string | null) => void
  id?: string
}

/** What was typed and is no day becomes the value: no schema takes it, so that a form never saves the day of before in its place. */
export default function FormDay({ value, onChange, ...told }: FormDayProps) {
  return (
    <DayPicker
      {...told}
      value={value ?? undefined}
      onChange={(chosen) => onChange?.(chosen ?? null)}
      onUnread={(text) => text !== null && onChange?.(text)}
    />
  )
}
