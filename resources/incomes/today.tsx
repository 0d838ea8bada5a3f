/** What was written in the open register: its sums per currency, and each movement with what may still be done with it. */
import { Button, Pagination } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { movementState, type CashMovementRow } from '@contract/cash-movements.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { shortMoment } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { CounterFigure } from '@/kit/counter/figure.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Money } from '@/kit/values/money.tsx'
import { useToday } from '@/kit/values/period.ts'
import { StateTag } from '@/kit/values/status-tag.tsx'
import { movementTitle } from './paper.tsx'

export const movementsPage = 20

type Row = CashMovementRow & { actions: readonly string[] }

export interface DrawerMovementsProps<R extends Row> {
  /** `Ingresos de la caja`. */
  title: string
  comesIn: boolean
  empty: string
  answer: { data: readonly R[]; total: number; totals: readonly { currency: Currency; moved: string }[] } | undefined
  error: unknown
  onRetry: () => void
  page: number
  onPage: (page: number) => void
  onPrint: (row: R) => void
  onCorrect?: (row: R) => void
  /** Answers whether it is gone. */
  onRemove: (row: R) => Promise<boolean>
}

export function DrawerMovements<R extends Row>(props: DrawerMovementsProps<R>) {
  const { title, empty, answer, error, onRetry, page, onPage } = props
  return (
    <Panel
      title={title}
      className="stack gap-sm"
      {...(answer && { actions: <span className="sorteo-muted">{formatCount(answer.total)}</span> })}
    >
      {!answer && (error ? <ProblemView error={error} onRetry={onRetry} /> : <ListSkeleton rows={6} />)}
      {answer?.data.length === 0 && <EmptyState title="Aún no hay ninguno" text={empty} />}
      {answer && answer.data.length > 0 && (
        <>
          <dl className="facts" data-layout="figures">
            {answer.totals.map(({ currency, moved }) => (
              <CounterFigure
                key={currency}
                label={`Total en ${currencyFacts[currency].name.toLowerCase()}`}
                value={moved}
                currency={currency}
              />
            ))}
          </dl>
          <ul className="lined plain-list">
            {answer.data.map((row) => (
              <li key={row.id} style={{ padding: '10px 0' }}>
                <Movement {...props} row={row} />
              </li>
            ))}
          </ul>
        </>
      )}
      {answer && answer.total > movementsPage && (
        <Pagination
          simple
          size="small"
          current={page}
          pageSize={movementsPage}
          total={answer.total}
          onChange={onPage}
        />
      )}
    </Panel>
  )
}

function Movement<R extends Row>({ row, comesIn, onPrint, onCorrect, onRemove }: DrawerMovementsProps<R> & { row: R }) {
  const { zone } = useSession()
  const today = useToday()
  const [asks, setAsks] = useState(false)
  const said = [row.method_name, row.reference, row.client, row.concept].filter(Boolean).join(' · ')
  const isStruck = row.state === 'eliminado' || row.state === 'rehusado'
  return (
    <article className="stack gap-xxs" aria-label={`Recibo ${row.id}`}>
      <span className="row baseline gap-sm">
        <b>{row.type_name ?? movementTitle(row, comesIn)}</b>
        <time className="sorteo-muted" dateTime={row.created_at}>
          {shortMoment(row.created_at, zone, today)}
        </time>
        <span className={isStruck ? 'push struck' : 'push strong'}>
          <Money value={row.amount} currency={row.currency} clear />
        </span>
      </span>
      <span className="row baseline gap-sm">
        <StateTag of={movementState} state={row.state} />
        <span className="sorteo-muted">Recibo {row.id}</span>
        {row.created_by && <span className="sorteo-muted">{row.created_by}</span>}
      </span>
      {said && <span className="sorteo-muted">{said}</span>}
      {row.observation && <span>{row.observation}</span>}
      {asks ? (
        <Removal row={row} comesIn={comesIn} onRemove={onRemove} onClose={() => setAsks(false)} />
      ) : (
        <span className="row gap-xs">
          <Button size="small" onClick={() => onPrint(row)}>
            Imprimir
          </Button>
          {onCorrect && row.actions.includes('update') && (
            <Button size="small" onClick={() => onCorrect(row)}>
              Corregir
            </Button>
          )}
          {row.actions.includes('remove') && (
            <Button size="small" onClick={() => setAsks(true)}>
              Eliminar
            </Button>
          )}
        </span>
      )}
    </article>
  )
}

interface RemovalProps<R extends Row> {
  row: R
  comesIn: boolean
  onRemove: (row: R) => Promise<boolean>
  onClose: () => void
}

/** The question stands where the buttons were. */
function Removal<R extends Row>({ row, comesIn, onRemove, onClose }: RemovalProps<R>) {
  const [pending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    const done = await onRemove(row)
    setPending(false)
    if (done) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves the question from either of its buttons
    <span className="row gap-xs" onKeyDown={onKeyDown}>
      <span role="alert">
        {row.kind === 'transferencia'
          ? '¿Retirar la entrega? El dinero vuelve a esta caja.'
          : `¿Eliminar el ${comesIn ? 'ingreso' : 'egreso'}? La caja queda como si no estuviera.`}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for with the button in whose place it stands */}
      <Button size="small" autoFocus disabled={pending} onClick={onClose}>
        Dejarlo
      </Button>
      <Button size="small" danger loading={pending} onClick={() => void remove()}>
        {row.kind === 'transferencia' ? 'Sí, retirar' : 'Sí, eliminar'}
      </Button>
    </span>
  )
}
