/** One day of the banca's calendar, as `YYYY-MM-DD`. It passes through antd's picker as a plain date, in no zone. */
import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'

export interface DayPickerProps extends Pick<DatePickerProps, 'allowClear' | 'inputReadOnly' | 'placeholder'> {
  label: string
  value: string | undefined
  /** The first and the last day offered. */
  first?: string
  last?: string
  width?: number
  onChange: (day: string | undefined) => void
}

export function DayPicker({ label, value, first, last, width = 140, onChange, ...rest }: DayPickerProps) {
  return (
    <DatePicker
      {...rest}
      style={{ width }}
      aria-label={label}
      format="DD/MM/YYYY"
      value={value === undefined ? null : dayjs(value)}
      {...(first !== undefined && { minDate: dayjs(first) })}
      {...(last !== undefined && { maxDate: dayjs(last) })}
      onChange={(chosen: dayjs.Dayjs | null) => onChange(chosen?.format('YYYY-MM-DD'))}
    />
  )
}
