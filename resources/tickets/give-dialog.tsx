/**
 * Handing over money of a ticket from the back office: the receipt's code, and whose cash gives. What stands against it
 * is said in the dialog, and what would stand against it again cannot be tried again.
 */
import { Alert, Form, Input, Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ProblemBody, ProblemCode } from '@contract/problems.ts'
import type { TicketDetail } from '@contract/ticket-management.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import { Effects, type Effect } from '@/kit/page/confirm.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { scannedCode } from './serial.ts'

interface GiveDialogProps {
  ticket: TicketDetail
  title: string
  /** What the button says. */
  action: string
  effects: readonly Effect[]
  /** Of the field of the office: `Taquilla que paga`. */
  office: string
  pending: boolean
  problem: ProblemBody | null
  /** `office_id` where whoever gives has no counter of its own. */
  onGive: (code: string, office_id: number | undefined) => void
  /** Something was written anew: what was said of it is over. */
  onEdited: () => void
  onClose: () => void
  children?: ReactNode
}

export function GiveDialog(props: GiveDialogProps) {
  const { ticket, title, action, effects, office, pending, problem, onGive, onEdited, onClose, children } = props
  const { partner_type } = useSession()
  const [code, setCode] = useState(() => scannedCode(ticket.serial))
  const [office_id, setOffice] = useState<number | undefined>(ticket.office_id)
  const [missing, setMissing] = useState(false)
  const choosesOffice = partner_type !== 'taquilla'
  const wrong = problem?.code === 'ticket_wrong_code' ? problem.detail : null
  const final = problem !== null && finals.has(problem.code)
  const submit = () => {
    if (code.trim() === '') setMissing(true)
    else onGive(code, choosesOffice ? office_id : undefined)
  }
  return (
    <Modal
      open
      title={title}
      okText={action}
      okButtonProps={{ loading: pending, disabled: final }}
      cancelText={final ? 'Cerrar' : 'Cancelar'}
      cancelButtonProps={{ disabled: pending }}
      closable={!pending}
      maskClosable={false}
      keyboard={!pending}
      width={480}
      onOk={submit}
      onCancel={onClose}
    >
      <Effects effects={effects} />
      <Form layout="vertical" onFinish={submit} requiredMark className="ticket-pay">
        <Form.Item
          label="Código del recibo"
          required
          htmlFor="ticket-pay-code"
          {...((missing || wrong) && {
            validateStatus: 'error' as const,
            help: <span role="alert">{wrong ?? 'Escriba el código'}</span>,
          })}
        >
          <Input
            id="ticket-pay-code"
            className="sorteo-figures"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            value={code}
            disabled={final}
            aria-invalid={missing || wrong !== null}
            onChange={(event) => {
              setCode(event.target.value.toUpperCase())
              setMissing(false)
              onEdited()
            }}
          />
        </Form.Item>
        {choosesOffice && (
          <Form.Item label={office} htmlFor="ticket-pay-office" extra="De la caja de esta taquilla sale el dinero.">
            <PartnerSelect
              active
              id="ticket-pay-office"
              type="taquilla"
              placeholder="Elija la taquilla"
              value={office_id}
              onChange={setOffice}
            />
          </Form.Item>
        )}
        {children}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {problem && !wrong && <Refusal problem={problem} />}
    </Modal>
  )
}

/** Trying again would not help: the ticket itself stands against it. */
const finals: ReadonlySet<ProblemCode> = new Set([
  'ticket_already_paid',
  'ticket_annulled',
  'ticket_returned',
  'ticket_expired',
  'ticket_not_winner',
  'ticket_pending',
  'pay_needs_approval',
  'pay_rejected',
  'refund_none',
  'refund_expired',
])

function Refusal({ problem }: { problem: ProblemBody }) {
  const { zone } = useSession()
  const waits = problem.code === 'pay_needs_approval'
  const at = problem['paid_at'] ?? problem['refunded_at']
  const given = typeof at === 'string' ? ` Fue el ${formatInstant(at, zone)}.` : ''
  return (
    <Alert
      role="alert"
      showIcon
      type={waits ? 'info' : 'error'}
      message={problem.title}
      description={`${problem.detail}${given}`}
    />
  )
}
