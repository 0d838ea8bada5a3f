/** What a draw sold and won by currency, and by bet type within it when asked. A bet type's name filters the lines below. */
import { Button } from 'antd'
import { useState } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatCount, subtract } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { ChartFrame, Scrolling } from '@/kit/chart/frame.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Money } from '@/kit/values/money.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import type { DrawPartProps } from './draw-view.tsx'

type Summary = Answer<typeof ticketReports.playedSummary>
type Sums = Summary['data'][number]

export function PlayedSummary({ draw, state, set }: DrawPartProps) {
  const { partner_id, currency } = state
  const query = { draw_id: draw.id, partner_id, currency }
  const call = useCall(
    ticketReports.playedSummary,
    { query },
    { keepPrevious: true, refetchInterval: draw.state === 'abierto' ? 30_000 : false },
  )
  const [broken, setBroken] = useState(state.bet_type_id !== undefined)
  // Few rows need no folding.
  const short = (call.data?.by_bet_type.length ?? 0) <= 6
  return (
    <ChartFrame
      className="played-frame"
      actions={
        !short && (
          <Button size="small" aria-pressed={broken} onClick={() => setBroken(!broken)}>
            {broken ? 'Solo totales' : 'Ver por jugada'}
          </Button>
        )
      }
      title="Lo jugado"
      note="Las jugadas anuladas y devueltas no cuentan; una tripleta de un sorteo anterior se vendió en aquel."
      query={call}
      isEmpty={call.data?.data.length === 0}
      empty={<EmptyState title="Nadie ha jugado este sorteo" text="Elija otro sorteo o quite un filtro." />}
      skeleton={<ListSkeleton rows={3} />}
    >
      {call.data && (
        <SummaryTable
          summary={call.data}
          broken={short || broken}
          chosen={state.bet_type_id}
          onChoose={(bet_type_id) => set({ bet_type_id })}
        />
      )}
    </ChartFrame>
  )
}

interface SummaryTableProps {
  summary: Summary
  /** By bet type too. */
  broken: boolean
  chosen: number | undefined
  onChoose: (bet_type_id: number | undefined) => void
}

function SummaryTable({ summary, broken, chosen, onChoose }: SummaryTableProps) {
  return (
    <Scrolling label="Lo jugado por moneda y jugada">
      <table className="chart-table">
        <caption className="sorteo-unseen">Lo jugado por moneda y jugada</caption>
        <thead>
          <tr>
            <th scope="col">Jugada</th>
            <th scope="col">Tickets</th>
            <th scope="col">Jugadas</th>
            <th scope="col">Vendido</th>
            <th scope="col">Ganadoras</th>
            <th scope="col">Premios</th>
            <th scope="col">Ventas − premios</th>
          </tr>
        </thead>
        {summary.data.map((whole) => (
          <tbody key={whole.currency}>
            {broken &&
              partsOf(summary, whole).map((row) => (
                <tr key={row.bet_type_name}>
                  <th scope="row">
                    <button
                      type="button"
                      className="quiet-link played-bet"
                      aria-pressed={chosen === row.bet_type_id}
                      title={chosen === row.bet_type_id ? 'Ver todas las jugadas' : `Ver solo ${row.bet_type_name}`}
                      onClick={() => onChoose(chosen === row.bet_type_id ? undefined : row.bet_type_id)}
                    >
                      {row.bet_type_name}
                    </button>
                  </th>
                  <SumCells sums={row} />
                </tr>
              ))}
            <tr className="played-whole">
              <th scope="row">Total {currencyFacts[whole.currency].name}</th>
              <SumCells sums={whole} />
            </tr>
          </tbody>
        ))}
      </table>
    </Scrolling>
  )
}

/** A single bet type is the total already. */
function partsOf(summary: Summary, { currency }: Sums): Summary['by_bet_type'] {
  const parts = summary.by_bet_type.filter((row) => row.currency === currency)
  return parts.length > 1 ? parts : []
}

function SumCells({ sums: { currency, tickets, lines, sold, winners, prizes } }: { sums: Sums }) {
  return (
    <>
      <td>{formatCount(tickets)}</td>
      <td>{formatCount(lines)}</td>
      <td>
        <Money value={sold} currency={currency} clear />
      </td>
      <td>{formatCount(winners)}</td>
      <td>
        <Money value={prizes} currency={currency} clear />
      </td>
      <td>
        <Money value={subtract(sold, prizes)} currency={currency} signed clear />
      </td>
    </>
  )
}
