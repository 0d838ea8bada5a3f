/**
 * Rows gathered on a registry's list, and what is done with all of them: each answers for itself, and those that failed
 * can be tried again.
 */
import { Button } from 'antd'
import { useCallback, useRef, useState, type Key, type ReactNode } from 'react'
import { countText, formatCount } from '@contract/values/money.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { Dialog } from '../page/dialog.tsx'
import { useConfirm } from '../page/confirm.tsx'
import { FigureTable } from '../table/figure-table.tsx'
import type { Filters } from '../table/export-question.ts'
import type { TableSelection } from '../table/grid.tsx'
import type { BulkAction, BulkSpec, ListRow, Registry, RegistryEntity } from './registry.ts'
import '../page/parts.css'

interface Gathered {
  id: number
  version?: number
  actions: readonly string[]
}

interface Outcome {
  id: number
  name: string
  done: boolean
  text: string
  code: string | null
}

/** All that the list found with this filter. */
interface Whole {
  filter: Filters
  count: number
}

interface Answered {
  action: BulkAction
  outcomes: readonly Outcome[]
  /** That was given for all of them. */
  reason: string
}

export interface Bulk<Row> {
  selection?: TableSelection<Row>
  /** For the list's table: all that its filter finds can be taken. */
  onQuery?: (query: Filters) => void
  bar: ReactNode
}

/** Nothing where the screen has no such call, or the person may not write. */
export function useBulk<E extends RegistryEntity>({ entity, said }: Registry<E>, writes: boolean): Bulk<ListRow<E>> {
  const [rows, setRows] = useState<readonly Gathered[]>([])
  const [asked, setAsked] = useState<Filters>({})
  const [whole, setWhole] = useState<Whole | null>(null)
  const { bulk } = said
  const onQuery = useCallback((query: Filters) => {
    const { page: _page, per_page: _size, sort: _sort, ...filter } = query
    setAsked((before) => (isSame(before, filter) ? before : filter))
  }, [])
  // As they are counted now: an answer of the table may be of the filter before.
  const counted = useCall(entity.list, { query: { ...asked, page: 1, per_page: 1 } } as never, {
    enabled: bulk?.matching !== undefined && writes && rows.length > 0,
  })
  if (!bulk || !writes) return { bar: null }
  const count = (counted.data as { total: number } | undefined)?.total ?? 0
  const clear = () => {
    setRows([])
    setWhole(null)
  }
  return {
    selection: {
      keys: rows.map(({ id }) => id),
      onChange: (keys: Key[], chosen: ListRow<E>[]) => {
        setWhole(null)
        setRows((before) => {
          const known = new Map([...before, ...(chosen as unknown as Gathered[])].map((row) => [row?.id, row]))
          return keys.flatMap((key) => known.get(key as number) ?? []).slice(0, bulk.most)
        })
      },
      nameOf: said.name,
    },
    onQuery,
    bar: (
      <BulkBar
        bulk={bulk}
        rows={rows}
        // Another filter finds others.
        whole={whole && isSame(whole.filter, asked) ? whole : null}
        more={bulk.matching && count > rows.length ? count : 0}
        touches={[entity, ...(said.touches ?? [])]}
        onWhole={() => setWhole({ filter: asked, count })}
        onClear={clear}
      />
    ),
  }
}

interface BulkBarProps {
  bulk: BulkSpec
  rows: readonly Gathered[]
  whole: Whole | null
  /** How many the filter finds, where they are more than those gathered. */
  more: number
  touches: readonly { name: string }[]
  onWhole: () => void
  onClear: () => void
}

const isSame = (one: Filters, other: Filters) => JSON.stringify(one) === JSON.stringify(other)

/** Sends some of the rows, those of each kind by their own call. Those that failed are tried again as they were seen. */
function useSome(bulk: BulkSpec, rows: readonly Gathered[], touches: BulkBarProps['touches']) {
  const some = useAction(bulk.endpoint, { invalidates: touches, success: false })
  const others = useAction((bulk.apart ?? bulk).endpoint, { invalidates: touches, success: false })
  // Though they are gathered no more.
  const seen = useRef(new Map<number, number | undefined>())
  const kept = useRef(new Set<number>())
  for (const row of rows) {
    seen.current.set(row.id, row.version)
    const { of } = bulk.apart ?? {}
    if (of && (row as unknown as Record<string, unknown>)[of.field] === of.is) kept.current.add(row.id)
  }
  const send = async (
    action: string,
    ids: readonly number[],
    told: object,
  ): Promise<{ data: Outcome[] } | undefined> => {
    const asked = (which: readonly number[]) => ({
      body: {
        action,
        ...told,
        ...(bulk.versions ? { rows: which.map((id) => ({ id, version: seen.current.get(id) })) } : { ids: which }),
      },
    })
    const parts = [
      { call: some, which: ids.filter((id) => !kept.current.has(id)) },
      { call: others, which: ids.filter((id) => kept.current.has(id)) },
    ].filter(({ which }) => which.length > 0)
    const data: Outcome[] = []
    for (const { call, which } of parts) {
      const answer = (await call.run(asked(which) as never)) as { data: Outcome[] } | undefined
      if (!answer) return undefined
      data.push(...answer.data)
    }
    return { data }
  }
  return { send, pending: some.pending || others.pending }
}

function BulkBar({ bulk, rows, whole, more, touches, onWhole, onClear }: BulkBarProps) {
  const [one, many] = bulk.noun
  const some = useSome(bulk, rows, touches)
  const all = useAction((bulk.matching ?? bulk).endpoint, { invalidates: touches, success: false })
  const pending = some.pending || all.pending
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [ask, dialog] = useConfirm()
  const send = async ({ action, ...said }: BulkAction, ids: readonly number[] | null, reason: string) => {
    const told = said.asks === undefined ? {} : { [said.asks]: reason }
    const answer = (await (ids || !whole
      ? some.send(action, ids ?? [], told)
      : all.run({
          query: { expected_matched_rows: whole.count },
          body: { action, filter: whole.filter },
        } as never))) as { data: Outcome[] } | undefined
    if (!answer) return false
    setAnswered({ action: { action, ...said }, outcomes: answer.data, reason })
    onClear()
    return true
  }
  const allowed = ({ action }: BulkAction) => rows.filter(({ actions }) => actions.includes(action))
  return (
    <>
      {rows.length > 0 && (
        <div className="save-bar row" role="region" aria-label={bulk.masculine ? 'Elegidos' : 'Elegidas'}>
          <span aria-live="polite">
            {whole ? `Todo lo filtrado: ${countText(whole.count, one, many)}` : countText(rows.length, one, many)}
            {!whole && rows.length >= bulk.most && ` (hasta ${formatCount(bulk.most)} a la vez)`}
          </span>
          {!whole && more > 0 && bulk.matching && (
            <Button
              type="link"
              disabled={more > bulk.matching.most}
              title={more > bulk.matching.most ? `Hasta ${formatCount(bulk.matching.most)} a la vez: filtre menos` : ''}
              onClick={onWhole}
            >
              Seleccionar las {formatCount(more)}
            </Button>
          )}
          <span className="row stretch inline gap-xs">
            {bulk.actions.map((action) => {
              const which = allowed(action)
              if (!whole && which.length === 0) return null
              const count = countText(whole ? whole.count : which.length, one, many)
              return (
                <Button
                  key={action.action}
                  danger={action.danger ?? false}
                  disabled={pending}
                  onClick={() =>
                    ask({
                      title: `${action.label}: ${count}`,
                      text: whole
                        ? `${action.text(count)} A las que no les corresponda no se les hace nada, y se dice cuáles.`
                        : action.text(count),
                      action: action.label,
                      ...(action.danger && { danger: true }),
                      ...(action.asks !== undefined && { reason: true }),
                      run: (reason) => send(action, whole ? null : which.map(({ id }) => id), reason),
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
          masculine={bulk.masculine ?? false}
          pending={pending}
          onRetry={(ids) => void send(answered.action, ids, answered.reason)}
          onClose={() => setAnswered(null)}
        />
      )}
      {dialog}
    </>
  )
}

interface OutcomesProps {
  answered: Answered
  masculine: boolean
  pending: boolean
  onRetry: (ids: number[]) => void
  onClose: () => void
}

/** Those that failed first: the others need no look. */
function Outcomes({ answered: { action, outcomes }, masculine, pending, onRetry, onClose }: OutcomesProps) {
  const [one, end] = masculine ? ['el', 'o'] : ['la', 'a']
  const failed = outcomes.filter(({ done }) => !done)
  const done = outcomes.length - failed.length
  // To those that nothing was wrong with it need not be tried again.
  const again = failed.filter(({ code }) => code !== null)
  return (
    <Dialog
      open
      title={action.label}
      onCancel={onClose}
      footer={
        <>
          {again.length > 0 && (
            <Button loading={pending} onClick={() => onRetry(again.map(({ id }) => id))}>
              Reintentar{' '}
              {again.length === 1 ? `${one} que falló` : `l${end}s ${formatCount(again.length)} que fallaron`}
            </Button>
          )}
          <Button type="primary" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <p role="status">
        {countText(done, `hech${end}`, `hech${end}s`)}
        {failed.length > 0 && `, ${countText(failed.length, 'no', 'no')}`}.
      </p>
      <FigureTable
        caption={`Un${end} por un${end}`}
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
