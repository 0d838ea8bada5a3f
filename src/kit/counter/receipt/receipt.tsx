/**
 * The paper a customer takes away: 80 mm wide, 72 of them printable, black on white in any theme. The
 * same markup is shown on screen and printed, so that what was seen is what comes out.
 */
import type { ReactNode } from 'react'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { QrCode } from './qr-code.tsx'
import { receiptKey, type ReceiptGroup, type ReceiptTicket } from './receipt-ticket.ts'
import './receipt.css'

export interface ReceiptProps {
  ticket: ReceiptTicket
  /** 0 for the original; from 1 on the number of the duplicate, which the paper says. */
  copy: number
  /** The banca's own picture. */
  logo?: string | null
}

export function Receipt({ ticket, copy, logo }: ReceiptProps) {
  return (
    <article className="receipt" aria-label={`Recibo del ticket ${ticket.serial}`}>
      <header className="receipt-head">
        {logo && <img src={logo} alt="" style={{ maxWidth: '40mm', maxHeight: '16mm' }} />}
        <strong className="receipt-banca">{ticket.banca_name}</strong>
        <span>{ticket.agency_name}</span>
        <span>{ticket.office_name}</span>
        {copy > 0 && <strong className="receipt-copy">DUPLICADO {copy}</strong>}
      </header>
      <dl className="receipt-facts">
        <Fact name="Serial" value={<b className="receipt-serial">{ticket.serial}</b>} />
        <Fact name="Emitido" value={formatInstant(ticket.sold_at, ticket.zone)} />
        <Fact name="Vendedor" value={ticket.seller_name} />
        {ticket.client !== null && <Fact name="Cliente" value={ticket.client} />}
      </dl>
      {ticket.groups.map((group) => (
        <Group key={group.key} group={group} currency={ticket.currency} />
      ))}
      <p className="receipt-total">
        <span>Total</span>
        <strong>{formatMoney(ticket.total, ticket.currency, true)}</strong>
      </p>
      <div className="receipt-proof">
        <QrCode text={receiptKey(ticket)} label={`Código QR del ticket ${ticket.serial}`} />
        <p>Código</p>
        <p className="receipt-code">{ticket.code}</p>
      </div>
      <footer className="receipt-foot">
        <p>Válido hasta el {formatDay(ticket.expires_on)}</p>
        <p>Conserve este recibo: sin el código no se paga el premio.</p>
      </footer>
    </article>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Group({ group, currency }: { group: ReceiptGroup; currency: ReceiptTicket['currency'] }) {
  return (
    <section className="receipt-group">
      <p className="receipt-draw">
        <strong>{group.title}</strong>
        <span>{group.when}</span>
      </p>
      <ul>
        {group.lines.map((line) => (
          <li key={`${line.number}:${line.text}`}>
            <b>{line.number}</b>
            <span>{line.text}</span>
            {line.stake !== null && <span className="receipt-stake">{formatMoney(line.stake, currency, true)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
