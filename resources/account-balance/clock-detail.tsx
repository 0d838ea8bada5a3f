/** A Monday of the clock, week by week. */
import { accountBalance, type ClockRow } from '@contract/account-balance.ts'
import { formatInstant, weekDays } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Busy } from '@/kit/page/busy.tsx'
import { Facts } from '@/kit/page/facts.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { WeekOutcome } from './outcome.tsx'

export function ClockDetail({ row }: { row: ClockRow }) {
  const { zone } = useSession()
  const weeks = useCall(accountBalance.clockedWeeks, { params: { id: row.id } })
  const facts = [
    { label: 'Empezó', value: formatInstant(row.begun_at, zone) },
    { label: 'Terminó', value: row.ended_at ? formatInstant(row.ended_at, zone) : 'Sigue' },
    ...(row.problem ? [{ label: 'Por qué no', value: row.problem, whole: true }] : []),
  ]
  return (
    <div className="stack gap-md">
      <Facts layout="pair" facts={facts} />
      {weeks.isError && <ProblemView error={weeks.error} onRetry={() => void weeks.refetch()} />}
      {!weeks.data && !weeks.isError && <Busy />}
      {weeks.data?.data.length === 0 && <p>No había semanas por cerrar.</p>}
      {weeks.data?.data.map((one) => (
        <section key={one.week} className="stack gap-xs" aria-label={`Semana del ${weekDays(one.week)}`}>
          <h3>Semana del {weekDays(one.week)}</h3>
          <WeekOutcome done={one} />
        </section>
      ))}
    </div>
  )
}
