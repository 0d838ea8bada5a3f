/** One draw: which it is and how it stands, then its lines or its numbers. */
import { drawState, type DrawRow } from '@contract/draws.ts'
import type { ticketReports } from '@contract/ticket-reports.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import type { ListPrinting } from '@/kit/screen/printing.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import type { ConsultState } from './consult-state.ts'
import { DrawNumbers } from './draw-numbers.tsx'
import { DrawPicker, useChosenDraw } from './draw-picker.tsx'
import { PrintedDraw } from './printed-draw.tsx'
import { PlayedLines } from './played-lines.tsx'
import { PlayedSummary } from './played-summary.tsx'

export interface DrawPartProps {
  draw: DrawRow
  state: ConsultState
  set: SetUrlState<ConsultState>
}

interface DrawViewProps extends Omit<DrawPartProps, 'draw'> {
  /** How the lines of the draw are put on paper. */
  printing: Pick<ListPrinting<typeof ticketReports.played>, 'header' | 'table'>
}

export function DrawView({ state, set, printing }: DrawViewProps) {
  const chosen = useChosenDraw(state)
  const { draw } = chosen
  return (
    <>
      <Panel label="Sorteo elegido" padding="tight" className="row gap-sm draw-chosen">
        <DrawPicker chosen={chosen} state={state} set={set} />
        {draw && <DrawStanding draw={draw} />}
      </Panel>
      {!draw && (
        <div className="surface">
          {chosen.error !== null ? (
            <ProblemView error={chosen.error} onRetry={chosen.retry} />
          ) : chosen.loading ? (
            <ListSkeleton />
          ) : (
            <EmptyState title="Elija un sorteo" text="Escoja el día, el producto y la hora para ver lo que se jugó." />
          )}
        </div>
      )}
      {draw && state.view === 'sorteo' && (
        <>
          {printing.header}
          <PrintedDraw draw={draw} />
          <PlayedSummary draw={draw} state={state} set={set} />
          <PlayedLines draw={draw} printed={printing.table} />
        </>
      )}
      {draw && state.view === 'numeros' && <DrawNumbers draw={draw} state={state} set={set} />}
    </>
  )
}

function DrawStanding({ draw }: { draw: DrawRow }) {
  const { zone } = useSession()
  return (
    <p className="row gap-sm">
      <StateTag of={drawState} state={draw.state} />
      {draw.state === 'abierto' && (
        <span className="sorteo-muted">Cierra el {formatInstant(draw.closes_at, zone)}</span>
      )}
      {draw.result !== null && (
        <span>
          Resultado <strong>{draw.result}</strong>
        </span>
      )}
    </p>
  )
}
