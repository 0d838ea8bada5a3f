/**
 * One change over everything a filter names: what the filter says, exactly how many rows that is, the
 * change, what it makes of the first of them, and one more question before it is done. The server does
 * it only if as many rows still match.
 */
import { Alert, Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { ProblemBody } from '@contract/problems.ts'
import { formatCount } from '@contract/values/money.ts'
import { Effects, useConfirm, type Effect } from '../page/confirm.tsx'
import { FigureSkeleton } from '../page/skeletons.tsx'
import { useProblem } from '../form/form.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import './grid.css'

export interface GlobalChangeProps {
  open: boolean
  onClose: () => void
  title: string
  /** The filter in words; empty says that there is none. */
  filter: readonly { label: string; value: string }[]
  /** Of what there are as many: `['cupo', 'cupos']`. */
  noun: readonly [one: string, many: string]
  /** How many match, as the server counted; undefined while it does. */
  count: { total: number | undefined; error: unknown; refetch: () => Promise<unknown> }
  /** The change in words, once it is complete: `subir 10 %`. */
  change: string | null
  /** The controls that make the change. */
  children: ReactNode
  /** The first rows, before and after. */
  sample: readonly Effect[]
  problem: ProblemBody | null
  pending: boolean
  /** Does it for exactly as many rows, and closes the drawer when it is done. */
  onRun: (matched: number) => Promise<void>
}

export function GlobalChange(props: GlobalChangeProps) {
  const { open, onClose, title, noun, count, change, sample, problem, pending, onRun } = props
  const [ask, dialog] = useConfirm()
  useProblem(problem, (now) => {
    if (now.code === 'matched_rows_changed') void count.refetch()
  })
  const { total } = count
  const amount = total === undefined ? '' : `${formatCount(total)} ${total === 1 ? noun[0] : noun[1]}`
  const confirm = () => {
    if (total === undefined || change === null) return
    ask({
      title: `¿Cambiar ${amount}?`,
      text: `Va a ${change} en ${amount}. Se hace de una vez y queda en la bitácora; no se puede deshacer desde aquí.`,
      effects: sample,
      action: `Cambiar ${amount}`,
      // Refused or done, the question is over: the drawer says why, with the new count.
      run: async () => {
        await onRun(total)
        return true
      },
    })
  }
  return (
    <Drawer
      title={title}
      width={520}
      open={open}
      onClose={onClose}
      maskClosable={!pending}
      destroyOnHidden
      footer={
        <div className="global-change-foot row stretch gap-xs">
          <Button disabled={pending} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="primary"
            loading={pending}
            disabled={total === undefined || total === 0 || change === null}
            onClick={confirm}
          >
            {total ? `Cambiar ${amount}` : 'Cambiar'}
          </Button>
        </div>
      }
    >
      <div className="global-change">
        <GlobalFilter filter={props.filter} />
        <GlobalCount count={count} noun={noun} />
        {problem && <Refused problem={problem} />}
        <section aria-labelledby="global-change-what">
          <h2 id="global-change-what">Cambio</h2>
          <div className="global-change-form stack gap-sm">{props.children}</div>
        </section>
        {sample.length > 0 && (
          <section>
            <h2>Así quedarían los primeros</h2>
            <Effects effects={sample} />
          </section>
        )}
      </div>
      {dialog}
    </Drawer>
  )
}

function GlobalFilter({ filter }: Pick<GlobalChangeProps, 'filter'>) {
  return (
    <section>
      <h2>Filtro</h2>
      {filter.length === 0 && <p className="sorteo-muted">Sin filtros: todo lo que está a su alcance.</p>}
      <dl className="global-change-filter">
        {filter.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function GlobalCount({ count, noun }: Pick<GlobalChangeProps, 'count' | 'noun'>) {
  const { total } = count
  if (count.error) return <ProblemView error={count.error} onRetry={() => void count.refetch()} />
  return (
    <p className="global-change-count" aria-live="polite">
      {total === undefined ? (
        <FigureSkeleton />
      ) : (
        <>
          <strong>{formatCount(total)}</strong> {total === 1 ? `${noun[0]} cumple` : `${noun[1]} cumplen`} el filtro
          ahora mismo.
        </>
      )}
    </p>
  )
}

/** What the server said, with how many match now where that was the reason. */
function Refused({ problem }: { problem: ProblemBody }) {
  const matched =
    typeof problem['matched'] === 'number'
      ? ` Ahora son ${formatCount(problem['matched'])}: revise y confirme de nuevo.`
      : ''
  const faults = problem.errors?.map((fault) => fault.message).filter((text) => text !== problem.detail) ?? []
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      message={problem.title}
      description={[problem.detail + matched, ...faults].join(' ')}
    />
  )
}
