/** A calendar day in a form: text on the wire, a date in the picker. Apart, since the calendar weighs more than the form. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface FormDayProps {
  /** `YYYY-MM-DD`. The form passes both. */
  value?: string | null
  onChange?: (day: string | null) => void
  id?: string
}

export default function FormDay({ value, onChange, ...told }: FormDayProps) {
  return (
    <DatePicker
      {...told}
      format="DD/MM/YYYY"
      value={value ? dayjs(value) : null}
      onChange={(chosen: dayjs.Dayjs | null) => onChange?.(chosen?.format('YYYY-MM-DD') ?? null)}
    />
  )
}
