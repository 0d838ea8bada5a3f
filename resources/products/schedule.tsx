/** Tab *schedule*: at which hours of which weekdays a product is drawn, and the days that are not like the others. */
import { Button, Space } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { productForm, products, type Product } from '@contract/products.ts'
import { inZone } from '@contract/values/dates.ts'
import { zoneName } from '@contract/values/zones.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { PartFrame } from '@/kit/form/part-frame.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { useRegistryPaths } from '@/kit/screen/registry.ts'
import { useProductPart } from './product-part.ts'
import { ScheduleAdd } from './schedule-add.tsx'
import { byHour, scheduleLines, type SchedulePart } from './schedule-draws.ts'
import { ScheduleExceptions } from './schedule-exceptions.tsx'
import { ScheduleGrid } from './schedule-grid.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { NumberInput } from '@/kit/form/number-input.tsx'
import './schedule.css'

const part = {
  name: 'schedule',
  schema: productForm.pick({ schedules: true, exceptions: true }),
  partOf: ({ schedules, exceptions }: Product): SchedulePart => ({ schedules: byHour(schedules), exceptions }),
  into: (value: SchedulePart) => value,
}

export function ProductSchedule({ row }: { row: Product }) {
  return row.kind === 'polla' ? <PollaSchedule row={row} /> : <OwnSchedule row={row} />
}

function PollaSchedule({ row }: { row: Product }) {
  const paths = useRegistryPaths(products)
  return (
    <Panel label="Horario">
      <EmptyState
        title="La polla no tiene horario propio"
        text={
          <>
            Cierra antes del primer sorteo del día de los productos que cuenta. Elíjalos en{' '}
            <Link to={paths.tab(row.id, 'bets')}>Jugadas y multiplicadores</Link>.
          </>
        }
      />
    </Panel>
  )
}

function OwnSchedule({ row }: { row: Product }) {
  const { zone } = useSession()
  const editing = useProductPart(row, part)
  const { value, set, faults } = editing
  const today = inZone(serverNow(), row.zone).day
  const setHours = (schedules: SchedulePart['schedules']) => set({ ...value, schedules })
  return (
    <PartFrame editing={editing} describe={scheduleLines}>
      <Panel
        title="Semana"
        actions={
          <>
            <span className="sorteo-muted">Horas de {zoneName(row.zone)}</span>
            {value.schedules.length > 1 && (
              <CloseAll
                onChange={(close_minutes) => setHours(value.schedules.map((one) => ({ ...one, close_minutes })))}
              />
            )}
          </>
        }
      >
        {value.schedules.length === 0 ? (
          <EmptyState
            title="Aún no hay horas"
            text="Agregue una serie: por ejemplo de 08:00 a 19:00 cada hora, todos los días."
          />
        ) : (
          <ScheduleGrid schedules={value.schedules} faults={faults} onChange={setHours} />
        )}
        <ScheduleAdd schedules={value.schedules} onAdd={setHours} />
      </Panel>
      <ScheduleExceptions
        exceptions={value.exceptions}
        faults={faults}
        today={today}
        onChange={(exceptions) => set({ ...value, exceptions })}
      />
      <SchedulePreview part={value} today={today} zone={row.zone} bancaZone={zone} active={row.status === 'activo'} />
    </PartFrame>
  )
}

/** One close for every hour. */
function CloseAll({ onChange }: { onChange: (minutes: number) => void }) {
  const [minutes, setMinutes] = useState<number | null>(null)
  return (
    <Space.Compact>
      <NumberInput
        style={{ width: 180 }}
        aria-label="Minutos de cierre para todas las horas"
        min={0}
        max={720}
        prefix="Cierra"
        suffix="min antes"
        value={minutes}
        onChange={setMinutes}
      />
      <Button
        disabled={minutes === null}
        onClick={() => {
          if (minutes !== null) onChange(minutes)
        }}
      >
        A todas
      </Button>
    </Space.Compact>
  )
}
