/** Rows gathered on a registry's list, and what is done with all of them: each answers for itself, and those that failed can be tried again. */
import { Button } from 'antd'
import { useState, type Key, type ReactNode } from 'react'
import { countText, formatCount } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { Dialog } from '../page/dialog.tsx'
import { useConfirm } from '../page/confirm.tsx'
import { FigureTable } from '../table/figure-table.tsx'
import type { TableSelection } from '../table/grid.tsx'
import type { BulkAction, BulkSaid, ListRow, Registry, RegistryEntity } from './registry.ts'
import '../page/parts.css'

interface Gathered {
  id: number
  actions: readonly string[]
}

interface Outcome {
  id: number
  name: string
  done: boolean
  text: string
}

interface Answered {
  action: BulkAction
  outcomes: readonly Outcome[]
}

export interface Bulk<Row> {
  selection?: TableSelection<Row>
  bar: ReactNode
}

/** Nothing where the screen has no such call, or the person may not write. */
export function useBulk<E extends RegistryEntity>({ entity, said }: Registry<E>, writes: boolean): Bulk<ListRow<E>> {
  const [rows, setRows] = useState<readonly Gathered[]>([])
  const { bulk } = said
  if (!bulk || !writes) return { bar: null }
  return {
    selection: {
      keys: rows.map(({ id }) => id),
      onChange: (keys: Key[], chosen: ListRow<E>[]) =>
        setRows((before) => {
          const known = new Map([...before, ...(chosen as unknown as Gathered[])].map((row) => [row?.id, row]))
          return keys.flatMap((key) => known.get(key as number) ?? []).slice(0, bulk.most)
        }),
      nameOf: said.name,
    },
    bar: <BulkBar bulk={bulk} rows={rows} touches={[entity, ...(said.touches ?? [])]} onClear={() => setRows([])} />,
  }
}

interface BulkBarProps {
  bulk: BulkSaid
  rows: readonly Gathered[]
  touches: readonly { name: string }[]
  onClear: () => void
}

function BulkBar({ bulk, rows, touches, onClear }: BulkBarProps) {
  const [one, many] = bulk.noun
  const { run, pending } = useAction(bulk.endpoint, { invalidates: touches, success: false })
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [ask, dialog] = useConfirm()
  const send = async (action: BulkAction, ids: readonly number[]) => {
    const answer = (await run({ body: { action: action.action, ids } } as never)) as { data: Outcome[] } | undefined
    if (!answer) return false
    setAnswered({ action, outcomes: answer.data })
    onClear()
    return true
  }
  const allowed = ({ action }: BulkAction) => rows.filter(({ actions }) => actions.includes(action))
  return (
    <>
      {rows.length > 0 && (
        <div className="save-bar row" role="region" aria-label="Elegidas">
          <span aria-live="polite">
            {countText(rows.length, one, many)}
            {rows.length >= bulk.most && ` (hasta ${formatCount(bulk.most)} a la vez)`}
          </span>
          <span className="row stretch inline gap-xs">
            {bulk.actions.map((action) => {
              const which = allowed(action)
              if (which.length === 0) return null
              const count = countText(which.length, one, many)
              return (
                <Button
                  key={action.action}
                  danger={action.danger ?? false}
                  disabled={pending}
                  onClick={() =>
                    ask({
                      title: `${action.label}: ${count}`,
                      text: action.text(count),
                      action: action.label,
                      ...(action.danger && { danger: true }),
                      run: () =>
                        send(
                          action,
                          which.map(({ id }) => id),
                        ),
                    })
                  }
                >
                  {action.label}
                </Button>
              )
            })}
            <Button type="text" onClick={onClear}>
              Quitar selección
            </Button>
          </span>
        </div>
      )}
      {answered && (
        <Outcomes
          answered={answered}
          pending={pending}
          onRetry={(ids) => void send(answered.action, ids)}
          onClose={() => setAnswered(null)}
        />
      )}
      {dialog}
    </>
  )
}

interface OutcomesProps {
  answered: Answered
  pending: boolean
  onRetry: (ids: number[]) => void
  onClose: () => void
}

/** Those that failed first: the others need no look. */
function Outcomes({ answered: { action, outcomes }, pending, onRetry, onClose }: OutcomesProps) {
  const failed = outcomes.filter(({ done }) => !done)
  const done = outcomes.length - failed.length
  return (
    <Dialog
      open
      title={action.label}
      onCancel={onClose}
      footer={
        <>
          {failed.length > 0 && (
            <Button loading={pending} onClick={() => onRetry(failed.map(({ id }) => id))}>
              Reintentar {failed.length === 1 ? 'la que falló' : `las ${formatCount(failed.length)} que fallaron`}
            </Button>
          )}
          <Button type="primary" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <p role="status">
        {countText(done, 'hecha', 'hechas')}
        {failed.length > 0 && `, ${countText(failed.length, 'no', 'no')}`}.
      </p>
      <FigureTable
        caption="Una por una"
        rows={[...failed, ...outcomes.filter((one) => one.done)]}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Nombre', text: true, render: ({ name }) => name },
          {
            title: 'Qué pasó',
            text: true,
            render: ({ done: is_done, text }) => <span className={is_done ? 'good' : 'bad'}>{text}</span>,
          },
        ]}
      />
    </Dialog>
  )
}
