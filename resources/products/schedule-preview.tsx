/** The draws of the next seven days as the schedule on the screen would make them, saved or not. */
import { addDays, formatDay, weekday, weekdayNames } from '@contract/values/dates.ts'
import { zoneName } from '@contract/values/zones.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { exceptionText, hoursOf, minutesAhead, type SchedulePart } from './schedule-draws.ts'

interface SchedulePreviewProps {
  part: SchedulePart
  today: string
  /** The product's zone and the banca's. */
  zone: string
  bancaZone: string
  active: boolean
}

export function SchedulePreview({ part, today, zone, bancaZone, active }: SchedulePreviewProps) {
  const days = Array.from({ length: 7 }, (_, at) => addDays(today, at))
  const ahead = minutesAhead(new Date(`${today}T12:00:00Z`), bancaZone, zone)
  const away =
    ahead === 0
      ? ''
      : ` Son horas de ${zoneName(zone)}: en ${zoneName(bancaZone)} es ${Math.abs(ahead)} minutos más ${ahead > 0 ? 'tarde' : 'temprano'}.`
  return (
    <Panel
      title="Próximos 7 días"
      note={
        'Así quedan los sorteos con lo que está en ' +
        `pantalla${active ? '' : ' cuando el producto se active'}. Los que ya tienen ventas ` +
        `no cambian.${away}`
      }
    >
      <ul className="preview-days plain-list">
        {days.map((day) => {
          const hours = hoursOf(part, day)
          return (
            <li key={day} className="stack gap-xxs">
              <strong>
                {weekdayNames[weekday(day) - 1]} {formatDay(day).slice(0, 5)}
              </strong>
              <span className="sorteo-muted">{hours.length === 1 ? '1 sorteo' : `${hours.length} sorteos`}</span>
              <span className="row stretch gap-xxs">
                {hours.map((hour) => (
                  <span
                    key={hour.time}
                    className={`cell small${hour.extra ? ' special' : ''}`}
                    title={`Cierra ${hour.close_minutes} min antes`}
                  >
                    {hour.time}
                    {hour.extra ? ' extra' : ''}
                  </span>
                ))}
                {hours.length === 0 && (
                  <span className="sorteo-muted">
                    {part.exceptions
                      .filter((one) => one.day === day)
                      .map(exceptionText)
                      .join('; ') || 'No hay sorteos ese día'}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
