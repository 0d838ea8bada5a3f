/** Tab *schedule*: at which hours of which weekdays a product is drawn, and the days that are not like the others. */
import { Button, InputNumber, Space } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { productForm, products, type Product } from '@contract/products.ts'
import { inZone } from '@contract/values/dates.ts'
import { useReadOnce } from '@providers/queries.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { touched } from './actions.tsx'
import { EditFrame } from './edit-frame.tsx'
import { useEditing } from './editing.ts'
import { useNewest } from './newest.ts'
import { productPaths } from './paths.ts'
import { ScheduleAdd } from './schedule-add.tsx'
import { byHour, scheduleLines, type SchedulePart } from './schedule-draws.ts'
import { ScheduleExceptions } from './schedule-exceptions.tsx'
import { ScheduleGrid } from './schedule-grid.tsx'
import { SchedulePreview } from './schedule-preview.tsx'
import { bodyOf, zoneName } from './values.ts'
import './schedule.css'

const schema = productForm.pick({ schedules: true, exceptions: true })

function savedOf({ schedules, exceptions, version }: Product): { value: SchedulePart; version: number } {
  return { value: { schedules: byHour(schedules), exceptions }, version }
}

export function ProductSchedule({ row }: { row: Product }) {
  return row.kind === 'polla' ? <PollaSchedule row={row} /> : <OwnSchedule row={row} />
}

function PollaSchedule({ row }: { row: Product }) {
  return (
    <section className="product-panel">
      <EmptyState
        title="La polla no tiene horario propio"
        text={
          <>
            Cierra antes del primer sorteo del día de los productos que cuenta. Elíjalos en{' '}
            <Link to={productPaths.tab(row.id, 'bets')}>Jugadas y multiplicadores</Link>.
          </>
        }
      />
    </section>
  )
}

function OwnSchedule({ row }: { row: Product }) {
  const { zone } = useSession()
  const newest = useNewest(row)
  const read = useReadOnce(products.show)
  const saved = useMemo(() => savedOf(row), [row])
  const editing = useEditing({
    draft: `product:${row.id}:schedule`,
    saved,
    schema,
    endpoint: products.update,
    invalidates: touched,
    args: (value, version) => ({ params: { id: row.id }, body: { ...bodyOf(newest.get()), ...value, version } }),
    savedOf: (answer) => savedOf(newest.take(answer)),
    latest: async () => savedOf(newest.take(await read({ params: { id: row.id } }))),
  })
  const { value, set, faults } = editing
  const today = inZone(serverNow(), row.zone).day
  const setHours = (schedules: SchedulePart['schedules']) => set({ ...value, schedules })
  return (
    <EditFrame editing={editing} describe={scheduleLines}>
      <section className="product-panel" aria-labelledby="hours-title">
        <div className="product-panel-head">
          <h2 id="hours-title">Semana</h2>
          <span className="sorteo-muted">Horas de {zoneName(row.zone)}</span>
          {value.schedules.length > 1 && (
            <CloseAll
              onChange={(close_minutes) => setHours(value.schedules.map((one) => ({ ...one, close_minutes })))}
            />
          )}
        </div>
        {value.schedules.length === 0 ? (
          <EmptyState
            title="Aún no hay horas"
            text="Agregue una serie: por ejemplo de 08:00 a 19:00 cada hora, todos los días."
          />
        ) : (
          <ScheduleGrid schedules={value.schedules} faults={faults} onChange={setHours} />
        )}
        <ScheduleAdd schedules={value.schedules} onAdd={setHours} />
      </section>
      <ScheduleExceptions
        exceptions={value.exceptions}
        faults={faults}
        today={today}
        onChange={(exceptions) => set({ ...value, exceptions })}
      />
      <SchedulePreview part={value} today={today} zone={row.zone} bancaZone={zone} active={row.status === 'activo'} />
    </EditFrame>
  )
}

/** One close for every hour. */
function CloseAll({ onChange }: { onChange: (minutes: number) => void }) {
  const [minutes, setMinutes] = useState<number | null>(null)
  return (
    <Space.Compact className="schedule-close-all">
      <InputNumber
        aria-label="Minutos de cierre para todas las horas"
        min={0}
        max={720}
        precision={0}
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
