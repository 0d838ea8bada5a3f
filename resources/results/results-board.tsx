/** One day at a glance: a row per product, a column per hour. */
import { useMemo, useRef } from 'react'
import { manageDraws } from '@contract/manage-draws.ts'
import type { ResultRow } from '@contract/draw-detail.ts'
import { clockOf } from '@contract/values/dates.ts'
import { compareNames } from '@contract/values/text.ts'
import { useCall } from '@providers/queries.ts'
import '@/kit/chart/chart.css'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { ResultNumbers } from './result-numbers.tsx'
import { useWholeItems } from '@/kit/page/whole-items.ts'

export interface ResultsGrid {
  hours: string[]
  products: { name: string; cells: Map<string, ResultRow> }[]
}

/** Hours are read in the banca's zone.  */
function boardOf(rows: readonly ResultRow[], zone: string): ResultsGrid {
  const hours = new Set<string>()
  const products = new Map<string, Map<string, ResultRow>>()
  for (const row of rows) {
    const hour = clockOf(row.scheduled_at, zone)
    hours.add(hour)
    const cells = products.get(row.product_name) ?? new Map<string, ResultRow>()
    products.set(row.product_name, cells.set(hour, row))
  }
  return {
    hours: [...hours].sort(),
    products: [...products]
      .map(([name, cells]) => ({ name, cells }))
      .sort((a, b) => columnsOf(a.cells) - columnsOf(b.cells) || compareNames(a.name, b.name)),
  }
}

/** Products of one number stand together, above those of several columns. */
function columnsOf(cells: Map<string, ResultRow>): number {
  return Math.max(...[...cells.values()].map((row) => row.numbers.length))
}

const most = 500

export function ResultsBoard({ day, product_ids, zone }: { day: string; product_ids: number[]; zone: string }) {
  const asked = {
    body: { from: day, to: day, product_ids, per_page: most, sort: 'scheduled_at' as const },
  }
  const result = useCall(manageDraws.results, asked, { keepPrevious: true, refetchInterval: 30_000 })
  const box = useRef<HTMLDivElement>(null)
  useWholeItems(box, 'tbody tr')
  const board = useMemo(() => boardOf(result.data?.data ?? [], zone), [result.data, zone])
  if (result.isError && !result.data) return <ProblemView error={result.error} onRetry={() => void result.refetch()} />
  if (!result.data) return <ListSkeleton />
  if (board.products.length === 0)
    return (
      <EmptyState title="Sin resultados este día" text="Elija otro día, o espere a que se premie el primer sorteo." />
    )
  return (
    <div
      ref={box}
      className="results-board surface scrolls"
      role="region"
      aria-label="Tablero de resultados"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways must be reachable by keyboard
      tabIndex={0}
    >
      <table className="chart-table">
        <caption className="sorteo-unseen">Resultados del día por producto y hora</caption>
        <thead>
          <tr>
            <th scope="col">Producto</th>
            {board.hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.products.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {board.hours.map((hour) => {
                const row = cells.get(hour)
                return <td key={hour}>{row ? <ResultNumbers numbers={row.numbers} size={28} /> : null}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
