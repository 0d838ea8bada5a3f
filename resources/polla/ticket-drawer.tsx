/** One polla: its symbols with the hits so far, its facts, and what may be done with it now. */
import { CheckOutlined, PrinterOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { formatDay, formatInstant, clockOf } from '@contract/values/dates.ts'
import { formatMoney, isZero } from '@contract/values/money.ts'
import { countdownText } from '@/kit/counter/countdown.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { TicketStateTag } from '@resources/tickets/ticket-tags.tsx'
import { RowDrawer } from '@/kit/screen/row-drawer.tsx'
import { useRowWalk } from '@/kit/table/shown-rows.ts'
import { Facts, type Fact } from '@/kit/page/facts.tsx'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { useServerClock } from '@/kit/counter/clock.ts'
import { Money } from '@/kit/values/money.tsx'
import { problemOf, ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'
import { payFieldId } from '@/kit/counter/code-form.tsx'
import { RefusalView, refusalOf } from '@/kit/counter/refusal.tsx'
import { PayForm } from './pay-form.tsx'
import { RefundForm } from './refund-form.tsx'
import { usePollaReprint } from './use-polla-reprint.ts'

const refreshMs = 15_000

export interface PollaTicketDrawerProps {
  serial: string | undefined
  /** Known when the receipt was scanned: the payment needs no typing. */
  code?: string | undefined
  /** Another ticket of the list it was opened from. */
  onOpen: (serial: string) => void
  onClose: () => void
  /** After it has closed: the counter takes the focus back. */
  onClosed: () => void
}

const serialOf = (row: unknown) => (row as { serial: string }).serial

export function PollaTicketDrawer({ serial, code, onOpen, onClose, onClosed }: PollaTicketDrawerProps) {
  const walk = useRowWalk({ idOf: serialOf, id: serial, open: (row) => onOpen(serialOf(row)) })
  return (
    <RowDrawer
      shows={serial}
      walk={walk}
      open={serial !== undefined}
      onClose={onClose}
      // Opening gives the focus to the drawer itself: whoever comes to be paid finds it in the code's field.
      afterOpenChange={(open) => (open ? document.getElementById(payFieldId)?.focus() : onClosed())}
      width="min(460px, 100vw)"
      title={serial === undefined ? undefined : `Ticket ${serial}`}
      destroyOnHidden
    >
      {serial !== undefined && <OpenTicket key={serial} serial={serial} code={code} onClose={onClose} />}
    </RowDrawer>
  )
}

function OpenTicket({ serial, code, onClose }: { serial: string; code: string | undefined; onClose: () => void }) {
  const { zone } = useSession()
  const { data, error, refetch } = useCall(polla.show, { params: { serial } }, { refetchInterval: refreshMs })
  if (!data && error && problemOf(error).code === 'not_found')
    return <RefusalView refusal={refusalOf(problemOf(error), zone)} />
  if (!data && error) return <ProblemView error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} />
  return (
    <div className="stack gap-md">
      <Hits ticket={data} />
      {(data.state === 'ganador' || data.state === 'pagado' || data.state === 'vencido') && (
        <PayForm ticket={data} code={code} />
      )}
      {data.actions.includes('refund') && <RefundForm ticket={data} code={code} />}
      <PollaFacts ticket={data} zone={zone} />
      <TicketActions ticket={data} onAnnulled={onClose} />
    </div>
  )
}

function Hits({ ticket }: { ticket: PollaTicket }) {
  return (
    <>
      <p className="row baseline gap-md">
        <TicketStateTag state={ticket.state} />
        <strong className="figure">
          {ticket.hits} de {ticket.symbols.length} aciertos
        </strong>
        <span className="sorteo-muted">
          {ticket.draws_done} de {ticket.draws_total} sorteos
        </span>
      </p>
      <ul className="polla-hits plain-list" aria-label="Símbolos y aciertos">
        {ticket.symbols.map((symbol) => (
          <li key={symbol.code} className={`cell middle polla-symbol${symbol.hit ? ' polla-hit' : ''}`}>
            <SymbolImage {...symbol} size={48} />
            <b>{symbol.code}</b>
            <span>{symbol.name}</span>
            {symbol.hit && (
              <>
                <CheckOutlined className="polla-mark large" aria-hidden="true" />
                <span className="sorteo-unseen">Acertado</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function PollaFacts({ ticket, zone }: { ticket: PollaTicket; zone: string }) {
  const hour = (instant: string) => clockOf(instant, zone)
  const facts: Fact[] = [
    { label: 'Polla', value: `${ticket.product_name}, ${formatDay(ticket.day)}` },
    { label: 'Sorteos', value: `de ${hour(ticket.draws_from)} a ${hour(ticket.draws_to)}` },
    { label: 'Precio', value: <Money value={ticket.total} currency={ticket.currency} clear /> },
    ...(isZero(ticket.refund_due)
      ? []
      : [{ label: 'Por devolver', value: <Money value={ticket.refund_due} currency={ticket.currency} clear /> }]),
    { label: 'Vendido', value: formatInstant(ticket.sold_at, zone) },
    { label: 'Vendedor', value: `${ticket.seller_name}, ${ticket.office_name}` },
    ...(ticket.client === null ? [] : [{ label: 'Cliente', value: ticket.client }]),
    ...(ticket.paid_to === null ? [] : [{ label: 'Pagado a', value: ticket.paid_to }]),
    { label: 'Vence', value: formatDay(ticket.expires_on) },
    { label: 'Duplicados', value: String(ticket.reprints) },
  ]
  return <Facts layout="lines" facts={facts} />
}

/** Annulling ends when the window or the sale does, whichever is first, by the server's clock. */
function TicketActions({ ticket, onAnnulled }: { ticket: PollaTicket; onAnnulled: () => void }) {
  const { zone } = useSession()
  const now = useServerClock()
  const { reprint, pending } = usePollaReprint()
  const [ask, dialog] = useConfirm()
  const annul = useAction(polla.annul, { invalidates: [polla], success: `Ticket ${ticket.serial} anulado` })
  const left = Math.min(Date.parse(ticket.annul_before), Date.parse(ticket.closes_at)) - now
  const price = formatMoney(ticket.total, ticket.currency, true)
  const askAnnul = () =>
    ask({
      title: `Anular el ticket ${ticket.serial}`,
      text: `Devuelva ${price} al cliente y quédese con el recibo. No se puede deshacer.`,
      effects: [
        { label: 'Estado', before: <TicketStateTag state={ticket.state} />, after: <TicketStateTag state="anulado" /> },
        { label: 'Venta', before: price, after: formatMoney('0', ticket.currency, true) },
      ],
      action: 'Anular ticket',
      danger: true,
      run: async () => {
        const annulled = await annul.run({ params: { id: ticket.serial } })
        // The work is done: the drawer goes too, and the counter has the focus again.
        if (annulled) onAnnulled()
        return annulled
      },
    })
  return (
    <div className="counter-actions row stretch gap-xs">
      {ticket.actions.includes('reprint') && (
        <Button size="large" icon={<PrinterOutlined />} loading={pending} onClick={() => void reprint(ticket)}>
          Imprimir duplicado
        </Button>
      )}
      {ticket.actions.includes('annul') && left > 0 && (
        <Button size="large" danger icon={<StopOutlined />} onClick={askAnnul}>
          Anular, quedan <time className="strong sorteo-figures">{countdownText(left)}</time>
        </Button>
      )}
      {ticket.state === 'vendido' && !(ticket.actions.includes('annul') && left > 0) && (
        <p className="sorteo-muted">
          Ya pasó el plazo para anularlo: terminó el{' '}
          {formatInstant(ticket.annul_before < ticket.closes_at ? ticket.annul_before : ticket.closes_at, zone)}.
        </p>
      )}
      {dialog}
    </div>
  )
}
