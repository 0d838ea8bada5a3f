/**
 * Paying a prize from the back office: the receipt's code, and whose cash pays. Each reason against it is told apart;
 * over the banca's threshold the payment waits for the father of the agency, which is no fault.
 */
import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { OperationClient } from '@contract/clients.ts'
import type { ProblemBody, ProblemCode } from '@contract/problems.ts'
import { ticketManagement, type TicketDetail } from '@contract/ticket-management.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Effects } from '@/kit/page/confirm.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { ClientFields, clientOf, useNoClient } from '../clients/client-fields.tsx'
import { forgetScanned, scannedCode } from './serial.ts'
import { changedByTicket } from './ticket-changes.ts'

export interface PayDialogProps {
  ticket: TicketDetail
  onClose: () => void
}

export function PayDialog({ ticket, onClose }: PayDialogProps) {
  const { partner_type } = useSession()
  const [code, setCode] = useState(() => scannedCode(ticket.serial))
  const [office_id, setOffice] = useState<number | undefined>(ticket.office_id)
  const [missing, setMissing] = useState(false)
  const [client, setClient] = useState(useNoClient())
  const payment = usePayment(ticket, onClose)
  const choosesOffice = partner_type !== 'taquilla'
  const wrong = payment.problem?.code === 'ticket_wrong_code' ? payment.problem.detail : null
  const amount = formatMoney(ticket.prize, ticket.currency, true)
  const submit = () => {
    if (code.trim() === '') setMissing(true)
    else void payment.pay(code, choosesOffice ? office_id : undefined, clientOf(client))
  }
  return (
    <Modal
      open
      title={`Pagar el premio de ${amount}`}
      okText={`Pagar ${amount}`}
      okButtonProps={{ loading: payment.pending, disabled: payment.final }}
      cancelText={payment.final ? 'Cerrar' : 'Cancelar'}
      cancelButtonProps={{ disabled: payment.pending }}
      closable={!payment.pending}
      maskClosable={false}
      keyboard={!payment.pending}
      width={480}
      onOk={submit}
      onCancel={onClose}
    >
      <Effects
        effects={[
          { label: `Ticket ${ticket.serial}`, before: 'Ganador', after: 'Pagado' },
          { label: 'Por pagar', before: amount, after: formatMoney('0.00', ticket.currency, true) },
        ]}
      />
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
            disabled={payment.final}
            aria-invalid={missing || wrong !== null}
            onChange={(event) => {
              setCode(event.target.value.toUpperCase())
              setMissing(false)
              payment.reset()
            }}
          />
        </Form.Item>
        {choosesOffice && (
          <Form.Item
            label="Taquilla que paga"
            htmlFor="ticket-pay-office"
            extra="De la caja de esta taquilla sale el dinero."
          >
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
        <Form.Item label="A quién se paga">
          <ClientFields
            value={client}
            onChange={(next) => {
              setClient(next)
              payment.reset()
            }}
          />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {payment.problem && !wrong && <Refusal problem={payment.problem} />}
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
])

function usePayment(ticket: TicketDetail, onClose: () => void) {
  const toasts = useToasts()
  const action = useAction(ticketManagement.act, { invalidates: changedByTicket, success: false, failure: false })
  const { invalidate } = useEndpointCache()
  const pay = async (code: string, office_id: number | undefined, client: OperationClient | undefined) => {
    const answer = await action.run({
      params: { id: ticket.serial },
      body: { action: 'pay', code, ...(office_id !== undefined && { office_id }), client },
    })
    // Whatever stood against it, the ticket on screen may be older than that.
    if (!answer) return void invalidate(ticketManagement)
    forgetScanned()
    const amount = formatMoney(ticket.prize, ticket.currency, true)
    toasts.success(
      answer.state === 'pagado'
        ? `Premio de ${amount} pagado en ${answer.paid_office_name ?? answer.office_name}.`
        : `El pago de ${amount} espera la aprobación del padre de la agencia.`,
    )
    onClose()
  }
  return {
    pay,
    pending: action.pending,
    problem: action.problem,
    reset: action.reset,
    final: action.problem !== null && finals.has(action.problem.code),
  }
}

function Refusal({ problem }: { problem: ProblemBody }) {
  const { zone } = useSession()
  const waits = problem.code === 'pay_needs_approval'
  const paid = typeof problem['paid_at'] === 'string' ? ` Fue el ${formatInstant(problem['paid_at'], zone)}.` : ''
  return (
    <Alert
      role="alert"
      showIcon
      type={waits ? 'info' : 'error'}
      message={problem.title}
      description={`${problem.detail}${paid}`}
    />
  )
}
