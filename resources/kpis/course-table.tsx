/** The table behind the main chart: the same slots, to the cent, with the totals of the cards. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigurePoint } from '@contract/kpis.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import { Change } from '@/kit/chart/change.tsx'
import { slotTitle } from '@/kit/chart/series.ts'
import { Money } from '@/kit/values/money.tsx'
import type { ComparisonQuery } from '@contract/values/dates.ts'
import type { PeriodChoice } from '@/kit/values/period-days.ts'
import type { Course, CourseSlot } from './dashboard-figures.ts'
import { courseLink, type KpiQuery } from './dashboard-filters.ts'

export interface CourseTableProps {
  caption: string
  course: Course
  slots: readonly CourseSlot[]
  currency: Currency
  step: 'hour' | 'day'
  previousName: string | null
  previousDays: string | null
  query: KpiQuery
  choice: PeriodChoice
  /** What the days are compared with on the screen: their rows go on being. */
  compared?: ComparisonQuery
}

type CourseFigures = Pick<FigurePoint, 'sold' | 'prizes' | 'commission' | 'profit' | 'tickets'>

interface CourseColumn {
  title: string
  render: (now: CourseFigures | null, before: CourseFigures | null) => ReactNode
}

function courseColumns({ currency, previousName, previousDays }: CourseTableProps): CourseColumn[] {
  const compared: CourseColumn[] = [
    {
      title: `Ventas ${previousDays}`,
      render: (_now, before) => <Money value={before?.sold ?? null} currency={currency} />,
    },
    {
      title: 'Cambio',
      render: (now, before) => (
        <Change
          short
          now={now?.sold ?? null}
          before={before?.sold ?? null}
          currency={currency}
          {...(previousName !== null && { period: previousName })}
        />
      ),
    },
  ]
  return [
    { title: 'Ventas', render: (now) => <Money value={now?.sold ?? null} currency={currency} /> },
    ...(previousName === null ? [] : compared),
    { title: 'Premios', render: (now) => <Money value={now?.prizes ?? null} currency={currency} /> },
    { title: 'Comisión', render: (now) => <Money value={now?.commission ?? null} currency={currency} /> },
    { title: 'Utilidad', render: (now) => <Money value={now?.profit ?? null} currency={currency} signed /> },
    { title: 'Tickets', render: (now) => (now ? formatCount(now.tickets) : '—') },
  ]
}

export function CourseTable(props: CourseTableProps) {
  const { caption, course, slots, step, query, choice, compared } = props
  const columns = courseColumns(props)
  const cells = (now: CourseFigures | null, before: CourseFigures | null) =>
    columns.map(({ title, render }) => <td key={title}>{render(now, before)}</td>)
  return (
    <table className="chart-table course-table">
      <caption className="sorteo-unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{step === 'hour' ? 'Hora' : 'Día'}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => (
          <tr key={slot.key}>
            <th scope="row">
              <Link to={courseLink(slot.key, { step, choice, query, compared })}>{slotTitle(slot)}</Link>
            </th>
            {cells(slot.now, slot.before)}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {cells(course.totals, course.previous?.totals ?? null)}
        </tr>
      </tfoot>
    </table>
  )
}
