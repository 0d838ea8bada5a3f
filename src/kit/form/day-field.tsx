/** Days and hours as the contract writes them, in antd's pickers. */
import { TimePicker } from 'antd'
import dayjs from 'dayjs'
import { DayPicker } from '../values/day-picker.tsx'
import { typedTime } from '../values/typed-day.ts'
import { TypedText, typedComponents } from '../values/typed-text.tsx'
import './form.css'

interface FieldProps {
  value: string | null
  onChange: (value: string | null) => void
  label: string
  placeholder?: string
  fault?: boolean
}

/** A calendar day, `YYYY-MM-DD`. */
export function DayField({ value, onChange, label, placeholder = 'Sin fecha', fault }: FieldProps) {
  return (
    <DayPicker
      label={label}
      placeholder={placeholder}
      value={value ?? undefined}
      {...(fault && { fault })}
      onChange={(next) => onChange(next ?? null)}
    />
  )
}

/** A clock time, `HH:MM`. It is taken on leaving the field too: nobody looks for a button after typing it. */
export function TimeField({ value, onChange, label, placeholder = 'Hora', fault }: FieldProps) {
  return (
    <TypedText read={typedTime}>
      <TimePicker
        aria-label={label}
        format="HH:mm"
        placeholder={placeholder}
        allowClear={false}
        needConfirm={false}
        changeOnScroll
        showNow={false}
        suffixIcon={null}
        className="time-field"
        components={typedComponents}
        value={value ? dayjs(`2000-01-01T${value}`) : null}
        {...(fault && { status: 'error' as const })}
        onChange={(next) => onChange(next ? next.format('HH:mm') : null)}
      />
    </TypedText>
  )
}
