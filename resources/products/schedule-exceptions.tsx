/** Days that are not like the others: without draws, without one of them, or with an extra one. */
import { DeleteOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Calendar } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { ProductForm } from '@contract/products.ts'
import { formatDay, weekday, weekdayNames } from '@contract/values/dates.ts'
import { TimeField } from '@/kit/form/day-field.tsx'
import { Fault } from '@/kit/form/part-frame.tsx'
import { Select } from '@/kit/form/select.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { exceptionText } from './schedule-draws.ts'

type Exception = ProductForm['exceptions'][number]
type What = 'dia' | 'hora' | 'extra'

interface ExceptionsProps {
  exceptions: readonly Exception[]
  faults: Readonly<Record<string, string>>
  today: string
  onChange: (exceptions: Exception[]) => void
}

const choices = [
  { value: 'dia', label: 'Sin sorteos todo el día' },
  { value: 'hora', label: 'Sin el sorteo de una hora' },
  { value: 'extra', label: 'Sorteo extra' },
] satisfies { value: What; label: string }[]

export function ScheduleExceptions({ exceptions, faults, today, onChange }: ExceptionsProps) {
  const [day, setDay] = useState(today)
  const [what, setWhat] = useState<What>('dia')
  const [hour, setHour] = useState('12:00')
  const [past, setPast] = useState(false)
  const local_time = what === 'dia' ? null : hour
  const there = exceptions.some((one) => one.day === day && one.local_time === local_time)
  const add = () =>
    onChange(
      [...exceptions, { day, local_time, kind: what === 'extra' ? ('extra' as const) : ('sin_sorteo' as const) }].sort(
        (one, other) => one.day.localeCompare(other.day),
      ),
    )
  const pastCount = exceptions.filter((one) => one.day < today).length
  return (
    <Panel title="Días especiales">
      <div className="exceptions-body">
        <Calendar
          fullscreen={false}
          headerRender={({ value, onChange: show }) => <MonthHead month={value} onMonth={show} />}
          value={dayjs(day)}
          onSelect={(next) => setDay(next.format('YYYY-MM-DD'))}
          fullCellRender={(date) => <DayCell day={date.format('YYYY-MM-DD')} chosen={day} exceptions={exceptions} />}
        />
        <div className="stack gap-sm">
          <div className="row gap-sm">
            <strong>
              {weekdayNames[weekday(day) - 1]} {formatDay(day)}
            </strong>
            <Select<What>
              aria-label="Qué pasa ese día"
              value={what}
              options={choices}
              onChange={setWhat}
              popupMatchSelectWidth={false}
            />
            {what !== 'dia' && <TimeField label="Hora" value={hour} onChange={(next) => setHour(next ?? '12:00')} />}
            <Button icon={<PlusOutlined aria-hidden="true" />} disabled={there || day < today} onClick={add}>
              Agregar
            </Button>
          </div>
          {exceptions.length === pastCount && (
            <p className="sorteo-muted">
              Ningún día especial por venir. Elija un día del calendario: Navidad, una fiesta, un sorteo extraordinario.
            </p>
          )}
          <ul className="plain-list lined">
            {exceptions.map((one, index) =>
              one.day < today && !past ? null : (
                <li
                  key={`${one.day} ${one.local_time}`}
                  className="row between gap-xs"
                  data-fault={Object.keys(faults).some((path) => path.startsWith(`exceptions.${index}.`))}
                >
                  <span>
                    <strong>{formatDay(one.day)}</strong> · {exceptionText(one)}
                  </span>
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined aria-hidden="true" />}
                    aria-label={`Quitar ${formatDay(one.day)}, ${exceptionText(one)}`}
                    onClick={() => onChange(exceptions.filter((_, at) => at !== index))}
                  />
                  <Fault text={faults[`exceptions.${index}.day`] ?? faults[`exceptions.${index}.local_time`]} />
                </li>
              ),
            )}
          </ul>
          {pastCount > 0 && (
            <Button type="link" size="small" onClick={() => setPast(!past)}>
              {past ? 'Ocultar los pasados' : `Ver los pasados (${pastCount})`}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** The month shown, with the ones before and after it. */
function MonthHead({ month, onMonth }: { month: Dayjs; onMonth: (month: Dayjs) => void }) {
  return (
    <div className="exceptions-month line between strong">
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined aria-hidden="true" />}
        aria-label="Mes anterior"
        onClick={() => onMonth(month.subtract(1, 'month'))}
      />
      <span aria-live="polite">{month.format('MMMM [de] YYYY')}</span>
      <Button
        type="text"
        size="small"
        icon={<RightOutlined aria-hidden="true" />}
        aria-label="Mes siguiente"
        onClick={() => onMonth(month.add(1, 'month'))}
      />
    </div>
  )
}

function DayCell({ day, chosen, exceptions }: { day: string; chosen: string; exceptions: readonly Exception[] }) {
  const said = exceptions.filter((one) => one.day === day)
  return (
    <div
      className="exceptions-day"
      data-chosen={day === chosen}
      data-said={said.length > 0}
      title={said.map(exceptionText).join('; ')}
    >
      {Number(day.slice(8))}
      {said.length > 0 && <span className="sorteo-unseen">: {said.map(exceptionText).join('; ')}</span>}
    </div>
  )
}
