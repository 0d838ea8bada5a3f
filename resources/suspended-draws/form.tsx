/** What becomes of a draw that is suspended and of its bets: shown before it is done. */
import { Select } from '@/kit/form/select.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { Button, Radio, Skeleton } from 'antd'
import { useId, useRef, useState } from 'react'
import { draws, drawStateLabels, type DrawRow } from '@contract/draws.ts'
import { sumsText } from '@contract/values/sums.ts'
import {
  suspendedDraws,
  suspensionModeLabels,
  suspensionModes,
  type SuspensionMode,
} from '@contract/suspended-draws.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { addDays, formatInstant, clockOf } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { Effects, useConfirm, type Effect } from '@/kit/page/confirm.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { refusal } from '@/kit/form/errors.ts'
import { useFirstFault } from '@/kit/form/first-fault.ts'
import { Money } from '@/kit/values/money.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { stateAt } from '../manage-draws/draws.ts'
import { ReasonField } from '@/kit/form/reason-field.tsx'

const form = suspendedDraws.create.body
const modeNotes: Record<SuspensionMode, string> = {
  devolver:
    'Cada jugada vuelve a valer lo que costó: el ticket que solo jugaba aquí queda devuelto y se reintegra en taquilla.',
  mover: 'Las mismas jugadas, con el mismo monto, juegan en otro sorteo abierto del producto.',
  mantener: 'Los tickets quedan como están y esperan a que la suspensión se levante.',
}
const afterOf: Record<SuspensionMode, string> = {
  devolver: 'se devuelve',
  mover: 'pasa al sorteo de destino',
  mantener: 'queda en espera',
}

export interface SuspendFormProps {
  draw: DrawRow
  mode: SuspensionMode | null
  onMode: (mode: SuspensionMode) => void
  reason: string
  onReason: (reason: string) => void
  onDone: () => void
  onCancel: () => void
}

interface Faults {
  mode?: string
  target?: string
  reason?: string
}

/** What changes with the suspension, as it is filled in so far. */
function effectsOf(draw: DrawRow, mode: SuspensionMode | null, target: DrawRow | null, zone: string): Effect[] {
  const state = {
    label: 'Sorteo',
    before: drawStateLabels[stateAt(draw, serverNow().getTime())],
    after: 'Suspendido: no vende ni se premia',
  }
  if (mode === null || draw.sold.length === 0) return [state]
  const after = mode === 'mover' && target ? `pasa al ${formatInstant(target.scheduled_at, zone)}` : afterOf[mode]
  return [state, { label: 'Lo vendido', before: sumsText(draw.sold), after }]
}

export function SuspendForm({ draw, mode, onMode, reason, onReason, onDone, onCancel }: SuspendFormProps) {
  const { zone } = useSession()
  const [target, setTarget] = useState<DrawRow | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [refusals, setRefusals] = useState(0)
  const body = useRef<HTMLFormElement>(null)
  useFirstFault(body, refusals)
  const [ask, dialog] = useConfirm()
  const action = useAction(suspendedDraws.create, {
    invalidates: [suspendedDraws, draws],
    success: `${draw.product_name} de las ${clockOf(draw.scheduled_at, zone)} quedó suspendido.`,
    failure: false,
  })
  const effects = effectsOf(draw, mode, target, zone)
  /** A fault goes with the next change of its field. */
  const settle = (field: keyof Faults, change: () => void) => {
    setFaults(({ [field]: _gone, ...others }) => others)
    change()
  }
  const submit = () => {
    const reasonFault = form ? refusal(form.shape.reason, reason.trim()) : null
    const found: Faults = {
      ...(mode === null && { mode: 'Elija qué se hace con las jugadas' }),
      ...(mode === 'mover' && target === null && { target: 'Elija el sorteo de destino' }),
      ...(reasonFault !== null && { reason: reasonFault }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0 || mode === null) return setRefusals((times) => times + 1)
    ask({
      title: `Suspender ${draw.product_name}, ${formatInstant(draw.scheduled_at, zone)}`,
      text: modeNotes[mode],
      effects,
      action: 'Suspender sorteo',
      danger: true,
      run: async () => {
        const answer = await action.run({
          body: {
            draw_id: draw.id,
            mode,
            reason: reason.trim(),
            ...(mode === 'mover' && target && { moved_to_draw_id: target.id }),
          },
        })
        if (answer) onDone()
        // What went wrong is said in the form, under the question.
        return true
      },
    })
  }
  return (
    <form
      ref={body}
      className="stack gap-sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SoldInDraw draw={draw} />
      <ModeChoice value={mode} fault={faults.mode} onChange={(chosen) => settle('mode', () => onMode(chosen))} />
      {mode === 'mover' && (
        <TargetSelect
          draw={draw}
          value={target}
          fault={faults.target}
          onChange={(chosen) => settle('target', () => setTarget(chosen))}
        />
      )}
      <ReasonField
        label="Motivo"
        value={reason}
        fault={faults.reason}
        required
        most={300}
        onChange={(written) => settle('reason', () => onReason(written))}
      />
      <Effects effects={effects} />
      {action.problem && <ProblemNote problem={action.problem} />}
      <div className="row stretch gap-xs">
        <Button type="primary" danger htmlType="submit" loading={action.pending}>
          Suspender sorteo
        </Button>
        <Button disabled={action.pending} onClick={onCancel}>
          Cancelar
        </Button>
      </div>
      {dialog}
    </form>
  )
}

interface ModeProps {
  value: SuspensionMode | null
  fault: string | undefined
  onChange: (mode: SuspensionMode) => void
}

function ModeChoice({ value, fault, onChange }: ModeProps) {
  const noteId = useId()
  return (
    <fieldset
      className="suspend-modes field stack gap-xs"
      data-fault={fault !== undefined}
      {...(fault && { 'aria-describedby': noteId })}
    >
      <legend>Qué se hace con las jugadas</legend>
      <Radio.Group
        className="stack gap-sm"
        value={value}
        onChange={(event) => onChange(event.target.value as SuspensionMode)}
      >
        {suspensionModes.map((one) => (
          <Radio key={one} value={one}>
            {suspensionModeLabels[one]}
            <p className="note">{modeNotes[one]}</p>
          </Radio>
        ))}
      </Radio.Group>
      {fault && (
        <span id={noteId} className="fault" role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  )
}

function SoldInDraw({ draw }: { draw: DrawRow }) {
  const summary = useCall(ticketReports.playedSummary, { query: { draw_id: draw.id } })
  if (summary.isError) return <ProblemView error={summary.error} onRetry={() => void summary.refetch()} />
  if (!summary.data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  const rows = summary.data.data
  if (rows.length === 0) return <p className="sorteo-muted">Aún no se ha vendido nada en este sorteo.</p>
  return (
    <FigureTable
      caption="Lo vendido en el sorteo"
      rows={rows}
      rowKey={(row) => row.currency}
      columns={[
        { title: 'Moneda', text: true, render: (row) => currencyFacts[row.currency].clear_symbol },
        { title: 'Tickets', render: (row) => formatCount(row.tickets) },
        { title: 'Jugadas', render: (row) => formatCount(row.lines) },
        { title: 'Vendido', render: (row) => <Money value={row.sold} currency={row.currency} clear /> },
      ]}
    />
  )
}

interface TargetProps {
  draw: DrawRow
  value: DrawRow | null
  fault: string | undefined
  onChange: (target: DrawRow | null) => void
}

/** Open draws of the same product, of its day and the next. */
function TargetSelect({ draw, value, fault, onChange }: TargetProps) {
  const { zone } = useSession()
  const field = useId()
  const noteId = useId()
  const here = useCall(draws.list, { query: { day: draw.day, product_id: draw.product_id } })
  const after = useCall(draws.list, { query: { day: addDays(draw.day, 1), product_id: draw.product_id } })
  const now = serverNow().getTime()
  const open = [...(here.data?.data ?? []), ...(after.data?.data ?? [])].filter(
    (one) => one.id !== draw.id && stateAt(one, now) === 'abierto',
  )
  return (
    <div className="stack gap-xxs" data-fault={fault !== undefined}>
      <label htmlFor={field}>Sorteo de destino</label>
      <Select
        id={field}
        {...(fault && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': noteId })}
        showSearch
        filterOption={matchesText}
        placeholder="Elija un sorteo abierto del producto"
        loading={here.isFetching || after.isFetching}
        value={value?.id ?? null}
        options={open.map((one) => ({
          value: one.id,
          label: `${formatInstant(one.scheduled_at, zone)} · cierra a las ${clockOf(one.closes_at, zone)}`,
        }))}
        notFoundContent={<span role="status">No hay otro sorteo abierto de este producto.</span>}
        onChange={(chosen) => onChange(open.find((one) => one.id === chosen) ?? null)}
      />
      {fault && (
        <span id={noteId} className="fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}
