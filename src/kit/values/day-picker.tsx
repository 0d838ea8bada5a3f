/** Days of the banca's calendar, as `YYYY-MM-DD`. They pass through antd's pickers as plain dates, in no zone. */
import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { addDays, daysBetween, formatDay, isDay, type Period } from '@contract/values/dates.ts'
import { dayTyped, typedDay, type TypedDay } from './typed-day.ts'
import { TypedText, typedComponents } from './typed-text.tsx'

const written = 'DD/MM/YYYY'
const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

export interface DayPickerProps extends Pick<DatePickerProps, 'id' | 'allowClear' | 'inputReadOnly' | 'placeholder'> {
  /** Missing where a form's own label names it. */
  label?: string
  value: string | undefined
  /** The first and the last day offered. */
  first?: string
  last?: string
  width?: number
  fault?: boolean
  onChange: (day: string | undefined) => void
  /** What was typed and is no day; null once it was mended. */
  onUnread?: (text: string | null) => void
}

export function DayPicker({
  label,
  value,
  first,
  last,
  width = 140,
  fault = false,
  onChange,
  onUnread,
  ...rest
}: DayPickerProps) {
  const clears = rest.allowClear !== false
  return (
    <TypedText
      read={(typed) => typedDay(typed, { first, last })}
      onEmpty={clears ? () => onChange(undefined) : undefined}
      onUnread={onUnread}
    >
      <DatePicker
        {...rest}
        style={{ width }}
        {...(label !== undefined && { 'aria-label': label })}
        {...(fault && { status: 'error' as const })}
        format={written}
        components={typedComponents}
        value={value !== undefined && isDay(value) ? dayjs(value) : null}
        {...(first !== undefined && { minDate: dayjs(first) })}
        {...(last !== undefined && { maxDate: dayjs(last) })}
        onChange={(chosen: dayjs.Dayjs | null) => onChange(chosen ? text(chosen) : undefined)}
      />
    </TypedText>
  )
}

interface DaysPickerProps {
  label?: string
  labelledBy?: string
  days: Period
  first: string
  last?: string
  /** Days at most, both ends included. */
  longest?: number
  onChange: (days: Period) => void
}

/** Two days, the first and the last of a stretch. */
export function DaysPicker({ label, labelledBy, days, first, last, longest = Infinity, onChange }: DaysPickerProps) {
  // The start that was chosen before its end is no stretch yet.
  const [from, setFrom] = useState(days.from)
  const read = (typed: string, side: 'start' | 'end' | 'only'): TypedDay => {
    const found = typedDay(typed, { first, last })
    const day = dayTyped(typed)
    if ('fault' in found || day === null || side !== 'end') return found
    if (day < from) return { fault: `va antes del comienzo, el ${formatDay(from)}` }
    if (daysBetween(from, day) <= longest) return found
    return {
      fault: `son más de ${longest} días; desde ese comienzo va hasta el ${formatDay(addDays(from, longest - 1))}`,
    }
  }
  return (
    <TypedText read={read}>
      <DatePicker.RangePicker
        {...(label !== undefined && { 'aria-label': label })}
        {...(labelledBy !== undefined && { 'aria-labelledby': labelledBy })}
        format={written}
        components={typedComponents}
        allowClear={false}
        value={[dayjs(days.from), dayjs(days.to)]}
        placeholder={['Desde', 'Hasta']}
        minDate={dayjs(first)}
        disabledDate={(date, { from: start }) =>
          (last !== undefined && text(date) > last) ||
          (start !== undefined && Math.abs(date.diff(start, 'day')) >= longest)
        }
        onCalendarChange={([start]) => start && setFrom(text(start))}
        onChange={(chosen) => {
          const [start, end] = chosen ?? []
          if (start && end) onChange({ from: text(start), to: text(end) })
        }}
      />
    </TypedText>
  )
}
