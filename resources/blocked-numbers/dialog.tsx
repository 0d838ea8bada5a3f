/** Blocking the chosen numbers: where, for how long, why; and what stays as it is. */
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { blockedNumbers } from '@contract/blocked-numbers.ts'
import type { DrawRow } from '@contract/draws.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { formatDay, formatInstant, type Period } from '@contract/values/dates.ts'
import { add, formatMoney, countText } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Effects } from '@/kit/page/confirm.tsx'
import { DaysPicker } from '@/kit/values/day-picker.tsx'
import type { BoardCell } from './board.ts'
import type { BlockChoices } from './choices.ts'
import { ReasonField } from '../../src/kit/form/reason-field.tsx'

export interface BlockDialogProps {
  cells: readonly BoardCell[]
  choices: BlockChoices
  partner_id: number | undefined
  onClose: () => void
  onDone: () => void
}

type Range = 'sorteo' | 'siempre' | 'fechas'

export function BlockDialog({ cells, choices, partner_id, onClose, onDone }: BlockDialogProps) {
  const { product, betType, numbers, currency, today } = choices
  // The draw is that of the board on screen: the day's list may still be on its way.
  const draw = numbers.data && { id: numbers.data.draw_id, scheduled_at: numbers.data.scheduled_at }
  const [range, setRange] = useState<Range>(draw ? 'sorteo' : 'siempre')
  const [days, setDays] = useState<Period>({ from: today, to: today })
  const [everyType, setEveryType] = useState(false)
  const [reason, setReason] = useState('')
  const toasts = useToasts()
  const action = useAction(blockedNumbers.create, {
    invalidates: [blockedNumbers, ticketReports],
    success: false,
    failure: false,
  })
  const sold = add('0', ...cells.map((cell) => cell.row?.sold ?? '0'))
  const save = async () => {
    if (!product || !betType) return
    const answer = await action.run({
      body: {
        product_id: product.id,
        numbers: cells.map((cell) => cell.number),
        bet_type_id: everyType ? null : betType.id,
        reason: reason.trim(),
        ...(partner_id !== undefined && { partner_id }),
        ...(range === 'sorteo' && draw && { draw_id: draw.id }),
        ...(range === 'fechas' && { from_day: days.from, to_day: days.to }),
      },
    })
    if (!answer) return
    const { blocked, already } = answer
    const sentences = [
      `${countText(blocked, 'número bloqueado', 'números bloqueados')}.`,
      already > 0 && `${countText(already, 'ya lo estaba', 'ya lo estaban')}.`,
    ]
    toasts.success(sentences.filter(Boolean).join(' '))
    onDone()
  }
  return (
    <Modal
      open
      title={`Bloquear ${countText(cells.length, 'número', 'números')} de ${product?.name ?? ''}`}
      okText={`Bloquear ${countText(cells.length, 'número', 'números')}`}
      okButtonProps={{ danger: true, loading: action.pending }}
      cancelText="Cancelar"
      cancelButtonProps={{ disabled: action.pending }}
      closable={!action.pending}
      maskClosable={false}
      width={520}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="stack gap-md">
        <p className="strong sorteo-figures">
          {cells
            .slice(0, 40)
            .map((cell) => cell.number)
            .join(' · ')}
          {cells.length > 40 && ` y ${cells.length - 40} más`}
        </p>
        <RangeChoice draw={draw} today={today} range={range} days={days} onRange={setRange} onDays={setDays} />
        <Radio.Group
          aria-label="En qué jugadas"
          value={everyType}
          onChange={(event) => setEveryType(event.target.value === true)}
          className="stack gap-xs"
        >
          <Radio value={false}>Solo {betType?.name}</Radio>
          <Radio value>Todas las jugadas del producto donde vale ese número</Radio>
        </Radio.Group>
        <ReasonField label="Motivo" value={reason} most={200} onChange={setReason} />
        <Effects
          effects={[
            {
              label: 'Venta de estos números',
              before: 'según su cupo',
              after:
                range === 'fechas' ? `rechazada del ${formatDay(days.from)} al ${formatDay(days.to)}` : 'rechazada',
            },
            { label: 'Lo ya vendido', before: formatMoney(sold, currency, true), after: 'queda y cobra si sale' },
          ]}
        />
        {action.problem && <ProblemNote problem={action.problem} />}
      </div>
    </Modal>
  )
}

interface RangeProps {
  draw: Pick<DrawRow, 'scheduled_at'> | undefined
  today: string
  range: Range
  days: Period
  onRange: (range: Range) => void
  onDays: (days: Period) => void
}

function RangeChoice({ draw, today, range, days, onRange, onDays }: RangeProps) {
  const { zone } = useSession()
  return (
    <>
      <Radio.Group
        aria-label="En qué sorteos"
        value={range}
        onChange={(event) => onRange(event.target.value as Range)}
        className="stack gap-xs"
      >
        {draw && <Radio value="sorteo">Solo el sorteo del {formatInstant(draw.scheduled_at, zone)}</Radio>}
        <Radio value="siempre">Todos los sorteos, hasta que se levante</Radio>
        <Radio value="fechas">Los sorteos entre dos fechas</Radio>
      </Radio.Group>
      {range === 'fechas' && <DaysPicker label="Fechas del bloqueo" days={days} first={today} onChange={onDays} />}
    </>
  )
}
