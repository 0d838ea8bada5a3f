/** What a ticket is now: its state and amounts large, then who sold it, until when it is good, and how it ended. */
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { TicketDetail } from '@contract/ticket-management.ts'
import { addDays, formatDay, formatInstant, inZone } from '@contract/values/dates.ts'
import { formatMoney, isZero } from '@contract/values/money.ts'
import { serverNow } from '@providers/session.ts'
import { Facts, type Fact } from '@/kit/page/facts.tsx'
import { Money } from '@/kit/values/money.tsx'
import { RefusalPicture } from './refusal-picture.tsx'
import { ApprovalTag, TicketStateTag } from './ticket-tags.tsx'

/** A prize that nobody has come for is worth a word this many days before it expires. */
const soonDays = 3

export interface TicketPartProps {
  ticket: TicketDetail
  /** The banca's: hours are read there. */
  zone: string
}

export function TicketHead({ ticket, zone }: TicketPartProps) {
  return (
    <>
      <div className="row between stretch gap-lg">
        <div>
          <strong className="large">
            <TicketStateTag state={ticket.state} />
          </strong>
          <p className="sorteo-muted">{formatInstant(ticket.sold_at, zone)}</p>
        </div>
        <Facts className="ticket-amounts" layout="figures" facts={amountsOf(ticket)} />
      </div>
      <Approval ticket={ticket} zone={zone} />
      <Facts layout="fill" facts={factsOf({ ticket, zone })} />
    </>
  )
}

function amountsOf(ticket: TicketDetail): Fact[] {
  const annulled = ticket.state === 'anulado' || ticket.state === 'devuelto'
  const total = <Money value={ticket.total} currency={ticket.currency} clear />
  return [
    { label: 'Total', value: annulled ? <span className="sorteo-muted struck">{total}</span> : total },
    {
      label: 'Premio',
      value: isZero(ticket.prize) ? (
        <span className="sorteo-muted">—</span>
      ) : (
        <Money value={ticket.prize} currency={ticket.currency} clear />
      ),
    },
    ...(isZero(ticket.refund_due)
      ? []
      : [
          {
            label: 'Por devolver',
            value: (
              <span className="warns">
                <Money value={ticket.refund_due} currency={ticket.currency} clear />
              </span>
            ),
          },
        ]),
  ]
}

/** `El premio vence el 20/11/2026` is a warning only while there is one to collect. */
function expiry(ticket: TicketDetail, zone: string): ReactNode {
  const today = inZone(serverNow(), zone).day
  const soon = ticket.state === 'ganador' && ticket.expires_on >= today && ticket.expires_on <= addDays(today, soonDays)
  return (
    <span className={soon ? 'strong warns' : undefined}>
      {formatDay(ticket.expires_on)}
      {soon && (ticket.expires_on === today ? ', hoy' : ', pronto')}
    </span>
  )
}

function factsOf({ ticket, zone }: TicketPartProps): Fact[] {
  const at = (instant: string, by: string | null) => [formatInstant(instant, zone), by].filter(Boolean).join(', por ')
  const facts: [label: string, value: ReactNode][] = [
    ['Agencia', ticket.agency_name],
    ['Taquilla', ticket.office_name],
    ['Vendedor', ticket.seller_name],
    ...(ticket.client === null ? [] : [['Cliente', ticket.client] as [string, ReactNode]]),
    ['Vence', expiry(ticket, zone)],
  ]
  if (ticket.actions.includes('annul') && ticket.annul_before && new Date(ticket.annul_before) > serverNow())
    facts.push(['Anulable en taquilla hasta', formatInstant(ticket.annul_before, zone)])
  if (ticket.refund_until !== null) facts.push(['Se devuelve hasta', formatDay(ticket.refund_until)])
  if (!isZero(ticket.refunded))
    facts.push(['Devuelto', <Money key="refunded" value={ticket.refunded} currency={ticket.currency} clear />])
  if (ticket.paid_at)
    facts.push(['Pagado', at(ticket.paid_at, ticket.paid_by_name)], ['Pagado en', ticket.paid_office_name ?? '—'])
  if (ticket.paid_to !== null) facts.push(['Pagado a', ticket.paid_to])
  if (ticket.annulled_at)
    facts.push(
      ['Anulado', at(ticket.annulled_at, ticket.annulled_by_name)],
      ['Motivo', ticket.annulled_reason ?? 'Sin motivo escrito'],
    )
  if (ticket.reprints > 0) facts.push(['Reimpresiones', String(ticket.reprints)])
  return facts.map(([label, value]) => ({ label, value }))
}

function Approval({ ticket, zone }: TicketPartProps) {
  const { approval } = ticket
  if (!approval) return null
  const asked = `Pedido por ${approval.requested_by_name} el ${formatInstant(approval.requested_at, zone)}.`
  const decided =
    approval.decided_at &&
    `Decidido por ${approval.decided_by_name ?? 'otra persona'} el ${formatInstant(approval.decided_at, zone)}.`
  return (
    <Alert
      type={approval.state === 'pendiente' ? 'warning' : approval.state === 'aprobado' ? 'success' : 'error'}
      message={
        <span className="row stretch inline gap-xs strong">
          Pago de {formatMoney(ticket.prize, ticket.currency, true)}: <ApprovalTag state={approval.state} />
        </span>
      }
      description={
        <>
          {[asked, decided, approval.reason && `Motivo: ${approval.reason}`].filter(Boolean).join(' ')}
          {ticket.refusal_picture_id !== null && <RefusalPicture id={ticket.refusal_picture_id} />}
        </>
      }
    />
  )
}
