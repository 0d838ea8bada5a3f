/**
 * Prizes of the period by what became of them, one line of figures per currency under their names. Each figure is a button that shows its
 * own rows, and they add up to it; the first shows them all.
 */
import type { CSSProperties } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { prizeStateLabels, ticketReports, type PrizeState } from '@contract/ticket-reports.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatCount, isZero, ratioPercent, subtract } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { Money } from '@/kit/values/money.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import type { FilterState } from '@/kit/screen/filters.tsx'
import type { FiltersOf } from '@/kit/table/query.ts'

type Totals = Answer<typeof ticketReports.detailedPrizeSummary>['data'][number]

type PrizeQuery = FiltersOf<typeof ticketReports.detailedPrize>

interface PrizeCardsProps {
  query: PrizeQuery
  set: FilterState['set']
}

interface Figure {
  state: PrizeState | undefined
  label: string
  value: string
}

/** What is pending is either payable now or waits for the other draws of its ticket; the latter is said where any currency has some. */
export function prizeFigures(totals: Totals, waiting: string, waits = !isZero(waiting)): Figure[] {
  return [
    { state: undefined, label: 'Premiado', value: totals.awarded },
    { state: 'pagado', label: prizeStateLabels.pagado, value: totals.paid },
    { state: 'por_pagar', label: prizeStateLabels.por_pagar, value: subtract(totals.pending, waiting) },
    ...(waits ? [{ state: 'pendiente' as const, label: prizeStateLabels.pendiente, value: waiting }] : []),
    { state: 'vencido', label: prizeStateLabels.vencido, value: totals.expired },
  ]
}

export function PrizeCards({ query, set }: PrizeCardsProps) {
  const { state: _chosen, ...whole } = query
  const call = useCall(ticketReports.detailedPrizeSummary, { query: whole }, { keepPrevious: true })
  const waiting = useCall(
    ticketReports.detailedPrizeSummary,
    { query: { ...whole, state: 'pendiente' } },
    { keepPrevious: true },
  )
  const failed = [call, waiting].find((one) => one.isError && !one.data)
  if (failed)
    return (
      <div className="surface">
        <ProblemView
          error={failed.error}
          onRetry={() => {
            void call.refetch()
            void waiting.refetch()
          }}
        />
      </div>
    )
  if (!call.data || !waiting.data) return <Bones />
  const waitingOf = (currency: Currency) =>
    waiting.data.data.find((one) => one.currency === currency)?.awarded ?? '0.00'
  const waits = call.data.data.some(({ currency }) => !isZero(waitingOf(currency)))
  const rows = call.data.data.map((totals) => ({
    totals,
    figures: prizeFigures(totals, waitingOf(totals.currency), waits),
  }))
  if (rows.length === 0) return null
  return (
    <div
      className="prize-rows surface lined"
      style={{ '--figures': waits ? 5 : 4 } as CSSProperties}
      aria-busy={call.isFetching}
    >
      <div className="prize-row prize-head note" aria-hidden="true">
        {rows[0]?.figures.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      {rows.map(({ totals, figures }) => (
        <CurrencyFigures key={totals.currency} {...{ totals, figures, query, set }} alone={rows.length === 1} />
      ))}
    </div>
  )
}

interface CurrencyFiguresProps extends PrizeCardsProps {
  totals: Totals
  figures: readonly Figure[]
  alone: boolean
}

function CurrencyFigures({ totals, figures, query, set, alone }: CurrencyFiguresProps) {
  const { currency } = totals
  const chosen = (figure: Figure) => query.state === figure.state && (alone || query.currency === currency)
  const choose = (figure: Figure) =>
    set({
      state: figure.state,
      ...(!alone && { currency: figure.state === undefined && query.currency === currency ? undefined : currency }),
    })
  return (
    <div className="prize-row" role="group" aria-label={`Premios en ${currencyFacts[currency].name}`}>
      {figures.map((figure) => (
        <button
          key={figure.label}
          type="button"
          className="prize-figure plain-button hovers chosen-ring ring-inside row baseline gap-xs"
          aria-pressed={chosen(figure)}
          onClick={() => choose(figure)}
        >
          <span className="prize-label note">{figure.label}</span>
          <span className={`strong${figure.state === 'por_pagar' && !isZero(figure.value) ? ' warns' : ''}`}>
            <Money value={figure.value} currency={currency} clear />
          </span>
          <span className="note" title={figure.state && 'de lo premiado'}>
            {noteOf(figure, totals)}
          </span>
        </button>
      ))}
    </div>
  )
}

function noteOf(figure: Figure, { awarded, prizes, tickets }: Totals): string {
  if (figure.state === undefined)
    return `${formatCount(prizes)} en ${formatCount(tickets)} ${tickets === 1 ? 'ticket' : 'tickets'}`
  const part = ratioPercent(figure.value, awarded)
  return part === null || isZero(figure.value) ? '' : `${part.replace('.', ',')} %`
}

function Bones() {
  return (
    <div className="surface" aria-hidden="true">
      <span className="skeleton prize-bones" />
    </div>
  )
}
