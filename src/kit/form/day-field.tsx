/** Days and hours as the contract writes them, in antd's pickers. */
import { DatePicker, TimePicker } from 'antd'
import dayjs from 'dayjs'
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
    <DatePicker
      aria-label={label}
      format="DD/MM/YYYY"
      placeholder={placeholder}
      value={value ? dayjs(value) : null}
      {...(fault && { status: 'error' as const })}
      onChange={(next) => onChange(next ? next.format('YYYY-MM-DD') : null)}
    />
  )
}

/** A clock time, `HH:MM`. It is taken on leaving the field too: nobody looks for a button after typing it. */
export function TimeField({ value, onChange, label, placeholder = 'Hora', fault }: FieldProps) {
  return (
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
      value={value ? dayjs(`2000-01-01T${value}`) : null}
      {...(fault && { status: 'error' as const })}
      onChange={(next) => onChange(next ? next.format('HH:mm') : null)}
    />
  )
}
