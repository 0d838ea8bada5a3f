/** The table behind the main chart: the same slots, to the cent, with the totals of the cards. */
import { Link } from 'react-router'
import type { Currency } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import { Change } from '@/kit/chart/change.tsx'
import { Money } from '@/kit/values/money.tsx'
import { fixedRange } from '@/kit/values/period-days.ts'
import type { Course, CourseSlot } from './dashboard-figures.ts'
import { rowsLink, type KpiQuery } from './dashboard-filters.ts'

export interface CourseTableProps {
  caption: string
  course: Course
  slots: readonly CourseSlot[]
  currency: Currency
  step: 'hour' | 'day'
  previousName: string | null
  previousDays: string | null
  query: KpiQuery
}

export function CourseTable({
  caption,
  course,
  slots,
  currency,
  step,
  previousName,
  previousDays,
  query,
}: CourseTableProps) {
  const { totals, previous } = course
  const compared = previousName !== null
  return (
    <table className="chart-table course-table">
      <caption className="sorteo-unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{step === 'hour' ? 'Hora' : 'Día'}</th>
          <th scope="col">Ventas</th>
          {compared && <th scope="col">Ventas {previousDays}</th>}
          {compared && <th scope="col">Cambio</th>}
          <th scope="col">Premios</th>
          <th scope="col">Comisión</th>
          <th scope="col">Utilidad</th>
          <th scope="col">Tickets</th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => (
          <tr key={slot.key}>
            <th scope="row">
              <SlotName slot={slot} step={step} query={query} />
            </th>
            <td>
              <Money value={slot.now?.sold ?? null} currency={currency} />
            </td>
            {compared && (
              <td>
                <Money value={slot.before?.sold ?? null} currency={currency} />
              </td>
            )}
            {compared && (
              <td>
                <Change
                  short
                  now={slot.now?.sold ?? null}
                  before={slot.before?.sold ?? null}
                  currency={currency}
                  period={previousName}
                />
              </td>
            )}
            <td>
              <Money value={slot.now?.prizes ?? null} currency={currency} />
            </td>
            <td>
              <Money value={slot.now?.commission ?? null} currency={currency} />
            </td>
            <td>
              <Money value={slot.now?.profit ?? null} currency={currency} signed />
            </td>
            <td>{slot.now ? formatCount(slot.now.tickets) : '—'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>
            <Money value={totals.sold} currency={currency} />
          </td>
          {compared && (
            <td>
              <Money value={previous?.totals.sold ?? null} currency={currency} />
            </td>
          )}
          {compared && (
            <td>
              <Change
                short
                now={totals.sold}
                before={previous?.totals.sold ?? null}
                currency={currency}
                period={previousName}
              />
            </td>
          )}
          <td>
            <Money value={totals.prizes} currency={currency} />
          </td>
          <td>
            <Money value={totals.commission} currency={currency} />
          </td>
          <td>
            <Money value={totals.profit} currency={currency} signed />
          </td>
          <td>{formatCount(totals.tickets)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** A day leads to its rows; the report behind it has no hours. */
function SlotName({ slot, step, query }: { slot: CourseSlot; step: 'hour' | 'day'; query: KpiQuery }) {
  const to =
    step === 'day' ? rowsLink({ choice: fixedRange, query: { ...query, from: slot.key, to: slot.key } }) : undefined
  return to ? <Link to={to}>{slot.title}</Link> : <>{slot.title}</>
}
