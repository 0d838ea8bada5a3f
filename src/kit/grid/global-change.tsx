/**
 * One change over everything a filter names: what the filter says, exactly how many rows that is, the
 * change, what it makes of the first of them, and one more question before it is done. The server does
 * it only if as many rows still match.
 */
import { Alert, Button, Drawer } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Arguments, Endpoint } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import type { expectedRows, changeCounts } from '@contract/quotas.ts'
import { formatCount } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { Effects, useConfirm, type Effect } from '../page/confirm.tsx'
import { FigureSkeleton } from '../page/skeletons.tsx'
import { useProblem } from '../form/form.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import './grid.css'

/** Takes what is to change and how many rows the person was told of; answers how many changed. */
// oxlint-disable-next-line typescript/no-explicit-any -- it has no parameters of its path
type GlobalEndpoint = Endpoint<any, typeof expectedRows, z.ZodObject, typeof changeCounts>

export interface GlobalChangeProps {
  open: boolean
  onClose: () => void
  title: string
  /** The filter in words; empty says that there is none. */
  words: readonly { label: string; value?: ReactNode }[]
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
  endpoint: GlobalEndpoint
  /** What the change touches. */
  touches: readonly { name: string }[]
  /** What is sent, once the change is complete. */
  body: { filter: object; change: object } | null
}

export function GlobalChange(props: GlobalChangeProps) {
  const { open, title, noun, count, change, sample, endpoint, touches, body } = props
  const [ask, dialog] = useConfirm()
  const toasts = useToasts()
  const { run, reset, problem, pending } = useAction(endpoint, { invalidates: touches, success: false, failure: false })
  useProblem(problem, (now) => {
    if (now.code === 'matched_rows_changed') void count.refetch()
  })
  const onClose = () => {
    reset()
    props.onClose()
  }
  const send = async (expected_matched_rows: number) => {
    const args = { query: { expected_matched_rows }, body } as Arguments<GlobalEndpoint>
    const answer = await run(args)
    if (answer === undefined) return
    toasts.success(`${answer.changed} de ${answer.matched} ${noun[1]} cambiaron.`)
    onClose()
  }
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
        await send(total)
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
        <GlobalFilter words={props.words} />
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

function GlobalFilter({ words }: Pick<GlobalChangeProps, 'words'>) {
  return (
    <section>
      <h2>Filtro</h2>
      {words.length === 0 && <p className="sorteo-muted">Sin filtros: todo lo que está a su alcance.</p>}
      <dl className="global-change-filter">
        {words.map(({ label, value }) => (
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
  const noticeRef = useRef<HTMLDivElement>(null)
  // The button that was pressed stands at the other end of the drawer.
  useEffect(() => noticeRef.current?.scrollIntoView({ block: 'nearest' }), [problem])
  return (
    <div ref={noticeRef}>
      <Alert
        type="error"
        showIcon
        role="alert"
        message={problem.title}
        description={[problem.detail + matched, ...faults].join(' ')}
      />
    </div>
  )
}
