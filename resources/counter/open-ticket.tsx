/** One ticket beside the basket: paid, given back, annulled, printed again or repeated, without leaving what is typed. */
import { CloseOutlined, PrinterOutlined, CopyOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { OperationClient } from '@contract/clients.ts'
import { counter } from '@contract/counter.ts'
import { tickets, type TicketView } from '@contract/tickets.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatMoney, isZero } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { TicketLines } from '@resources/tickets/ticket-lines.tsx'
import { TicketStateTag } from '@resources/tickets/ticket-tags.tsx'
import { PrizeForm } from '@resources/tickets/prize-form.tsx'
import { useServerClock } from '@/kit/counter/clock.ts'
import { CodeForm } from '@/kit/counter/code-form.tsx'
import { countdownText } from '@/kit/counter/countdown.ts'
import { approvalRefusal, obstacleOf, RefusalView, refusalOf } from '@/kit/counter/refusal.tsx'
import { useReprint } from '@/kit/counter/use-reprint.ts'
import { Facts, type Fact } from '@/kit/page/facts.tsx'
import { problemOf, ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Money } from '@/kit/values/money.tsx'

const refreshMs = 15_000
/** The scanner's own Enter is over by then: it shall press nothing here. */
const settleMs = 350
const changed = [counter, tickets]
const unpaid = {
  pending: 'Faltan sorteos de este ticket por jugarse.',
  lost: 'Ninguna de sus jugadas acertó.',
}

export interface OpenTicketProps {
  serial: string
  /** Known when the receipt was scanned: the payment needs no typing. */
  code: string | undefined
  /** Named where whoever sells has several. */
  office_id: number | undefined
  onClose: () => void
  onRepeat: (ticket: TicketView) => void
}

export function OpenTicket(props: OpenTicketProps) {
  const { serial, onClose } = props
  const { zone } = useSession()
  const { data, error, refetch } = useCall(tickets.bySerial, { params: { serial } }, { refetchInterval: refreshMs })
  const settled = useSettled()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it from any of its buttons
    <section
      className="stack gap-sm"
      aria-label={`Ticket ${serial}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="row baseline between gap-sm">
        <h2 className="sorteo-figures">Ticket {serial}</h2>
        <Button icon={<CloseOutlined />} onClick={onClose}>
          Cerrar
        </Button>
      </div>
      {!data && error && problemOf(error).code === 'not_found' && (
        <RefusalView refusal={refusalOf(problemOf(error), zone)} />
      )}
      {!data && error && problemOf(error).code !== 'not_found' && (
        <ProblemView error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton rows={4} />}
      {data && settled && <Ticket {...props} ticket={data} />}
    </section>
  )
}

function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const soon = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(soon)
  }, [])
  return settled
}

interface TicketProps extends OpenTicketProps {
  ticket: TicketView
}

function Ticket(props: TicketProps) {
  const { ticket } = props
  const { zone } = useSession()
  const won = ['ganador', 'pagado', 'vencido'].includes(ticket.state)
  return (
    <>
      <p className="row baseline gap-md">
        <TicketStateTag state={ticket.state} />
        <strong className="figure">
          <Money value={ticket.total} currency={ticket.currency} clear />
        </strong>
        {!isZero(ticket.prize) && (
          <span className="good">
            premio <Money value={ticket.prize} currency={ticket.currency} clear />
          </span>
        )}
      </p>
      {won && <Pay {...props} />}
      {ticket.actions.includes('refund') && <Refund {...props} />}
      <Actions {...props} />
      <Facts layout="lines" facts={factsOf(ticket, zone)} />
      <TicketLines ticket={ticket} zone={zone} />
    </>
  )
}

function factsOf(ticket: TicketView, zone: string): Fact[] {
  return [
    { label: 'Vendido', value: formatInstant(ticket.sold_at, zone) },
    { label: 'Vendedor', value: `${ticket.seller_name}, ${ticket.office_name}` },
    ...(ticket.paid_to === null ? [] : [{ label: 'Pagado a', value: ticket.paid_to }]),
    ...(ticket.annulled_at === null ? [] : [{ label: 'Anulado', value: formatInstant(ticket.annulled_at, zone) }]),
    { label: 'Vence', value: formatDay(ticket.expires_on) },
    ...(ticket.reprints === 0 ? [] : [{ label: 'Duplicados', value: String(ticket.reprints) }]),
  ]
}

const officeOf = (office_id: number | undefined) => (office_id === undefined ? {} : { office_id })

function Pay({ ticket, code, office_id }: TicketProps) {
  const { zone } = useSession()
  const toasts = useToasts()
  const { run, pending, problem, reset } = useAction(tickets.pay, {
    invalidates: changed,
    success: false,
    failure: false,
  })
  const seen = obstacleOf(ticket, unpaid, zone)
  const pay = async (read: string, client: OperationClient | undefined) => {
    const body = { code: read, client, ...officeOf(office_id) }
    const answer = await run({ params: { serial: ticket.serial }, body })
    // Over the banca's threshold it now waits for approval, which the ticket, asked for again, says.
    if (answer?.state === 'pagado')
      toasts.success(`Ticket ${answer.serial} pagado: ${formatMoney(answer.prize, answer.currency, true)}`)
    return answer !== undefined
  }
  return (
    <PrizeForm
      ticket={ticket}
      code={code}
      obstacle={seen?.code === 'pay_needs_approval' ? approvalRefusal(ticket.approval, zone) : seen}
      onPay={pay}
      pending={pending}
      problem={problem}
      onEdited={reset}
    />
  )
}

function Refund({ ticket, code = '', office_id }: TicketProps) {
  const { zone } = useSession()
  const toasts = useToasts()
  const { run, pending, problem, reset } = useAction(tickets.refund, {
    invalidates: changed,
    success: false,
    failure: false,
  })
  const amount = formatMoney(ticket.refund_due, ticket.currency, true)
  const give = async (read: string) => {
    const answer = await run({ params: { serial: ticket.serial }, body: { code: read, ...officeOf(office_id) } })
    if (answer) toasts.success(`${amount} devueltos del ticket ${ticket.serial}.`)
    return answer !== undefined
  }
  return (
    <CodeForm
      serial={ticket.serial}
      code={code}
      action={`Devolver ${amount}`}
      pending={pending}
      onGive={give}
      onEdited={reset}
    >
      {problem && <RefusalView refusal={refusalOf(problem, zone)} />}
    </CodeForm>
  )
}

function Actions({ ticket, office_id, onClose, onRepeat }: TicketProps) {
  const { reprint, pending } = useReprint(changed)
  return (
    <div className="stack gap-xs">
      <div className="counter-actions row stretch gap-xs">
        {ticket.actions.includes('reprint') && (
          <Button size="large" icon={<PrinterOutlined />} loading={pending} onClick={() => void reprint(ticket.serial)}>
            Imprimir duplicado
          </Button>
        )}
        <Button size="large" icon={<CopyOutlined />} onClick={() => onRepeat(ticket)}>
          Repetir
        </Button>
      </div>
      <Annul ticket={ticket} office_id={office_id} onClose={onClose} />
    </div>
  )
}

/** Annulling asks in its own place: what to give back, and once more. */
function Annul({ ticket, office_id, onClose }: Pick<TicketProps, 'ticket' | 'office_id' | 'onClose'>) {
  const { zone } = useSession()
  const now = useServerClock()
  const [asked, setAsked] = useState(false)
  const { run, pending, problem } = useAction(tickets.annul, {
    invalidates: changed,
    success: `Ticket ${ticket.serial} anulado`,
    failure: false,
  })
  const amount = formatMoney(ticket.total, ticket.currency, true)
  const left = ticket.annul_before === null ? 0 : Date.parse(ticket.annul_before) - now
  if (ticket.state !== 'vendido') return null
  if (!ticket.actions.includes('annul') || left <= 0)
    return (
      <p className="sorteo-muted">
        {ticket.annul_before !== null && left <= 0
          ? `Ya pasó el plazo para anularlo: terminó el ${formatInstant(ticket.annul_before, zone)}.`
          : 'Esta taquilla no puede anularlo.'}
      </p>
    )
  const annul = async () => {
    // The work is done: the ticket goes, and the field has the focus again.
    if (await run({ params: { serial: ticket.serial }, body: officeOf(office_id) })) onClose()
  }
  return (
    <>
      {asked ? (
        <div className="notice row baseline gap-sm" role="alert">
          <p className="grow">
            Devuelva <strong>{amount}</strong> al cliente y quédese con el recibo. No se puede deshacer.
          </p>
          <Button danger type="primary" loading={pending} autoFocus onClick={() => void annul()}>
            Anular ticket
          </Button>
          <Button onClick={() => setAsked(false)}>No anular</Button>
        </div>
      ) : (
        <Button size="large" danger icon={<StopOutlined />} onClick={() => setAsked(true)}>
          Anular, quedan <time className="strong sorteo-figures">{countdownText(left)}</time>
        </Button>
      )}
      {problem && <RefusalView refusal={refusalOf(problem, zone)} />}
    </>
  )
}
