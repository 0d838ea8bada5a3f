/** The week: one row per hour, one button per weekday, when its sale ends, and from when to when it holds. */
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import type { Schedule } from '@contract/products.ts'
import { formatDay } from '@contract/values/dates.ts'
import { DayField, TimeField } from '@/kit/form/day-field.tsx'
import { Fault } from '@/kit/form/part-frame.tsx'
import { WeekdayToggles } from './weekday-toggles.tsx'
import { NumberInput } from '@/kit/form/number-input.tsx'

interface ScheduleGridProps {
  schedules: readonly Schedule[]
  faults: Readonly<Record<string, string>>
  onChange: (schedules: Schedule[]) => void
}

export function ScheduleGrid({ schedules, faults, onChange }: ScheduleGridProps) {
  const put = (index: number, part: Partial<Schedule>) =>
    onChange(schedules.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <div className="lined" role="list" aria-label="Horas de sorteo">
      <div className="schedule-row schedule-head note" aria-hidden="true">
        <span>Hora</span>
        <span>Días</span>
        <span>Cierra antes</span>
        <span>Vigencia</span>
        <span />
      </div>
      {schedules.map((schedule, index) => (
        <ScheduleRow
          // Rows have no id of their own; their place is theirs as long as none is added or removed.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          schedule={schedule}
          faults={{
            time: faults[`schedules.${index}.local_time`],
            mask: faults[`schedules.${index}.weekday_mask`],
            close: faults[`schedules.${index}.close_minutes`],
            to: faults[`schedules.${index}.valid_to`],
          }}
          onChange={(part) => put(index, part)}
          onRemove={() => onChange(schedules.filter((_, at) => at !== index))}
        />
      ))}
    </div>
  )
}

interface RowProps {
  schedule: Schedule
  faults: Record<'time' | 'mask' | 'close' | 'to', string | undefined>
  onChange: (part: Partial<Schedule>) => void
  onRemove: () => void
}

function ScheduleRow({ schedule, faults, onChange, onRemove }: RowProps) {
  const { local_time, weekday_mask, close_minutes } = schedule
  const what = `sorteo de las ${local_time}`
  const fault = faults.time ?? faults.mask ?? faults.close ?? faults.to
  return (
    <div className="schedule-row" role="listitem" data-fault={fault !== undefined}>
      <TimeField
        label={`Hora del ${what}`}
        value={local_time}
        fault={faults.time !== undefined}
        onChange={(next) => {
          if (next) onChange({ local_time: next })
        }}
      />
      <WeekdayToggles mask={weekday_mask} what={what} onChange={(mask) => onChange({ weekday_mask: mask })} />
      <NumberInput
        className="schedule-close"
        aria-label={`Minutos antes del ${what} en que cierra la venta`}
        min={0}
        max={720}
        suffix="min"
        value={close_minutes}
        onChange={(next) => onChange({ close_minutes: next ?? 0 })}
      />
      <Validity schedule={schedule} what={what} onChange={onChange} />
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden="true" />}
        aria-label={`Quitar el ${what}`}
        onClick={onRemove}
      />
      <Fault text={fault} />
    </div>
  )
}

function validityText({ valid_from, valid_to }: Schedule): string {
  if (valid_from && valid_to) return `${formatDay(valid_from)} a ${formatDay(valid_to)}`
  if (valid_from) return `Desde ${formatDay(valid_from)}`
  return valid_to ? `Hasta ${formatDay(valid_to)}` : 'Siempre'
}

function Validity({
  schedule,
  what,
  onChange,
}: {
  schedule: Schedule
  what: string
  onChange: (part: Partial<Schedule>) => void
}) {
  return (
    <Popover
      trigger="click"
      title="Vigencia"
      content={
        <div className="stack gap-xs">
          <span className="schedule-validity">
            Desde{' '}
            <DayField
              label={`Vigente desde, ${what}`}
              placeholder="Siempre"
              value={schedule.valid_from}
              onChange={(valid_from) => onChange({ valid_from })}
            />
          </span>
          <span className="schedule-validity">
            Hasta{' '}
            <DayField
              label={`Vigente hasta, ${what}`}
              placeholder="Siempre"
              value={schedule.valid_to}
              onChange={(valid_to) => onChange({ valid_to })}
            />
          </span>
        </div>
      }
    >
      <Button
        type="text"
        size="small"
        className="schedule-validity-button"
        aria-label={`Vigencia del ${what}: ${validityText(schedule)}`}
      >
        {validityText(schedule)}
      </Button>
    </Popover>
  )
}
