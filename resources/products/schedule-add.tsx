/** Adds one hour, or a series of them, on the weekdays chosen. */
import { PlusOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import type { Schedule } from '@contract/products.ts'
import { TimeField } from '@/kit/form/day-field.tsx'
import { hoursBetween, withHours } from './schedule-draws.ts'
import { WeekdayToggles } from './weekday-toggles.tsx'
import { NumberInput } from '@/kit/form/number-input.tsx'
import { Select } from '@/kit/form/select.tsx'

interface ScheduleAddProps {
  schedules: readonly Schedule[]
  onAdd: (schedules: Schedule[]) => void
}

const steps = [15, 20, 30, 60, 120].map((value) => ({
  value,
  label: value < 60 ? `${value} minutos` : value === 60 ? '1 hora' : `${value / 60} horas`,
}))

export function ScheduleAdd({ schedules, onAdd }: ScheduleAddProps) {
  const [mode, setMode] = useState<'una' | 'serie'>('serie')
  const [from, setFrom] = useState('08:00')
  const [to, setTo] = useState('19:00')
  const [every, setEvery] = useState(60)
  const [mask, setMask] = useState(127)
  const [close, setClose] = useState(5)
  const times = mode === 'una' ? [from] : hoursBetween(from, to, every)
  const added = withHours(schedules, times, mask, close)
  const nothing = mask === 0 || JSON.stringify(added) === JSON.stringify(withHours(schedules, [], 0, 0))
  return (
    <section className="schedule-add row gap-sm" aria-label="Agregar horas">
      <Segmented
        value={mode}
        onChange={setMode}
        options={[
          { value: 'serie', label: 'Una serie' },
          { value: 'una', label: 'Una hora' },
        ]}
      />
      <span className="row inline gap-xs">
        <TimeField
          label={mode === 'una' ? 'Hora' : 'Primera hora'}
          value={from}
          onChange={(next) => setFrom(next ?? '08:00')}
        />
        {mode === 'serie' && (
          <>
            <span>a</span>
            <TimeField label="Última hora" value={to} onChange={(next) => setTo(next ?? '19:00')} />
            <span>cada</span>
            <Select
              aria-label="Cada cuánto"
              value={every}
              options={steps}
              onChange={setEvery}
              popupMatchSelectWidth={false}
            />
          </>
        )}
      </span>
      <WeekdayToggles mask={mask} onChange={setMask} what="horas nuevas" />
      <NumberInput
        style={{ width: 190 }}
        aria-label="Minutos antes en que cierra la venta"
        min={0}
        max={720}
        prefix="Cierra"
        suffix="min antes"
        value={close}
        onChange={(next) => setClose(next ?? 0)}
      />
      <Button icon={<PlusOutlined aria-hidden="true" />} disabled={nothing} onClick={() => onAdd(added)}>
        {times.length === 1 ? 'Agregar hora' : `Agregar ${times.length} horas`}
      </Button>
    </section>
  )
}
