/** The numbers: most sold, longest without coming, and the dearest if they came. */
import { rules } from '@contract/access/rules.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { compare, formatCount } from '@contract/values/money.ts'
import { useCan } from '@providers/session.ts'
import { ChartFrame, Scrolling } from '@/kit/chart/frame.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Money } from '@/kit/values/money.tsx'
import { QuotaUse } from '@/kit/values/quota-use.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { blockLink, drawLink } from '@contract/links.ts'
import type { DashboardCalls } from './dashboard-calls.ts'
import { FigureLink } from '@/kit/values/figure-link.tsx'
import { RankedPanel } from '@/kit/chart/ranked-panel.tsx'

const nothing = (
  <EmptyState title="Nada para este filtro" text="Ningún número cumple los filtros elegidos en este período." />
)

/** A bet's number is text: `0` and `00` are two animals. */
function BetNumber({ number, symbol }: { number: string; symbol: string | null }) {
  return (
    <>
      <span className="strong">{number}</span>
      {symbol !== null && ` ${symbol}`}
    </>
  )
}

type NumberRow = NonNullable<DashboardCalls['numbers']['data']>['data'][number]

interface TopNumbersProps {
  call: DashboardCalls['numbers']
  currency: Currency
  /** Where the tickets that played a number are. */
  rowsOf: (row: NumberRow) => string
}

export function TopNumbers({ call, currency, rowsOf }: TopNumbersProps) {
  const rows = call.data?.data ?? []
  return (
    <RankedPanel
      title="Números más vendidos"
      note="por día del sorteo"
      query={call}
      empty={nothing}
      caption="Números más vendidos"
      columns={[{ title: 'Número' }, { title: 'Jugadas', wide: true }, { title: 'Ventas' }]}
      rows={rows.map((row) => ({
        key: `${row.product_id}:${row.bet_type_id}:${row.number}`,
        name: (
          <FigureLink to={rowsOf(row)} rows="los tickets que jugaron" of={`${row.number}, ${row.product_name}`}>
            <BetNumber number={row.number} symbol={row.symbol_name} />
          </FigureLink>
        ),
        place: `${row.product_name} · ${row.bet_type_name}`,
        bar: row.sold,
        cells: [formatCount(row.lines), <Money key="sold" value={row.sold} currency={currency} />],
      }))}
    />
  )
}

export function ColdestNumbers({ call, zone }: { call: DashboardCalls['coldest']; zone: string }) {
  const rows = call.data?.data ?? []
  return (
    <RankedPanel
      title="Números más fríos"
      note="sorteos sin salir"
      query={call}
      empty={nothing}
      caption="Números que llevan más sorteos sin salir"
      columns={[{ title: 'Número' }, { title: 'Última vez', wide: true }, { title: 'Sorteos' }]}
      rows={rows.map((row) => ({
        key: `${row.product_id}:${row.number}`,
        name: <BetNumber number={row.number} symbol={row.symbol_name} />,
        place: row.product_name,
        bar: String(row.draws_since),
        cells: [
          row.last_drawn_at === null ? 'nunca' : formatInstant(row.last_drawn_at, zone),
          formatCount(row.draws_since),
        ],
      }))}
    />
  )
}

/** What the banca would lose, draw by draw and number by number, and how full its quota is. */
export function TopRisk({
  call,
  currency,
  zone,
  open,
}: {
  call: DashboardCalls['risk']
  currency: Currency
  zone: string
  open: boolean
}) {
  const rows = call.data?.data ?? []
  const blocks = useCan(rules.supervision) && open
  return (
    <ChartFrame
      className="sales-risk"
      title="Mayor riesgo"
      note={open ? 'sorteos abiertos o sin resultado, si saliera ese número' : 'si saliera ese número'}
      query={call}
      isEmpty={call.data !== undefined && rows.length === 0}
      empty={
        open ? (
          <EmptyState
            title="Sin riesgo abierto"
            text="Ningún sorteo abierto o sin resultado tiene jugadas con estos filtros."
          />
        ) : (
          nothing
        )
      }
      skeleton={<ListSkeleton />}
    >
      <Scrolling label="Mayor riesgo">
        <table className="chart-table ranked risk-table">
          <caption className="sorteo-unseen">Números que más costarían si salieran, con su cupo</caption>
          <thead>
            <tr>
              <th scope="col">Número y sorteo</th>
              <th scope="col">Vendido</th>
              <th scope="col">A pagar</th>
              <th scope="col">Riesgo</th>
              <th scope="col">Cupo usado</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.draw_id}:${row.bet_type_id}:${row.number}`}>
                <th scope="row">
                  <span className="ranked-name">
                    <FigureLink
                      to={blocks ? blockLink(row) : drawLink(row.draw_id, 'numeros')}
                      of={`${row.product_name} en el tablero de números`}
                    >
                      <BetNumber number={row.number} symbol={row.symbol_name} />
                    </FigureLink>{' '}
                    <span className="sorteo-muted">{row.bet_type_name}</span>
                  </span>
                  <span className="ranked-place note">
                    {row.product_name} · {formatInstant(row.scheduled_at, zone)}
                  </span>
                </th>
                <td>
                  <Money value={row.sold} currency={currency} />
                </td>
                <td>
                  <Money value={row.liability} currency={currency} />
                </td>
                <td>
                  <strong className={compare(row.risk, '0') > 0 ? 'bad' : undefined}>
                    <Money value={row.risk} currency={currency} />
                  </strong>
                </td>
                <td>
                  <QuotaUse row={row} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </ChartFrame>
  )
}
