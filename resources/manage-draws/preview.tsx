/** What a result would do, or did: figures by currency and bet type, the largest prizes, and what to look at before confirming. */
import { sumsText, type Sums } from '@contract/values/sums.ts'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { shortInstant } from '@contract/values/dates.ts'
import { WarningFilled } from '@ant-design/icons'
import type { AwardPreview as Preview } from '@contract/award-preview.ts'
import { currencies, currencyFacts } from '@contract/values/currency.ts'
import { add, countText, formatCount, formatDecimal, noBase } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { Effects } from '@/kit/page/confirm.tsx'
import { Money } from '@/kit/values/money.tsx'

export function AwardPreviewPanel({ preview }: { preview: Preview }) {
  const { zone } = useSession()
  return (
    <section className="stack gap-sm" aria-label="Qué hace este resultado">
      <p className="row baseline gap-md">
        <strong className="figure">{preview.text}</strong>
        <span>
          {countText(preview.winning_tickets, 'ticket ganador', 'tickets ganadores')},{' '}
          {countText(preview.winning_lines, 'jugada', 'jugadas')}
        </span>
      </p>
      <Anomalies anomalies={preview.anomalies} />
      {preview.correction && <Correction preview={preview} correction={preview.correction} />}
      <FigureTable
        caption="Por moneda"
        rows={preview.by_currency}
        rowKey={(row) => row.currency}
        columns={[
          { title: 'Moneda', text: true, render: (row) => currencyFacts[row.currency].clear_symbol },
          { title: 'Vendido', render: (row) => <Money value={row.sold} currency={row.currency} clear /> },
          { title: 'Premios', render: (row) => <Money value={row.prizes} currency={row.currency} clear /> },
          { title: 'Utilidad', render: (row) => <Money value={row.profit} currency={row.currency} signed clear /> },
          {
            title: 'Premio/venta %',
            render: (row) => (row.payout_percent === null ? noBase : `${formatDecimal(row.payout_percent)} %`),
          },
        ]}
      />
      {preview.by_bet_type.length > 0 && (
        <FigureTable
          caption="Premios por jugada"
          rows={preview.by_bet_type}
          rowKey={(row) => `${row.bet_type_id}:${row.number}:${row.currency}`}
          columns={[
            { title: 'Jugada', text: true, render: (row) => row.bet_type_name },
            { title: 'Número', text: true, render: (row) => row.number },
            { title: 'Jugadas', render: (row) => formatCount(row.lines) },
            { title: 'Jugado', render: (row) => <Money value={row.stake} currency={row.currency} clear /> },
            { title: 'Premio', render: (row) => <Money value={row.prize} currency={row.currency} clear /> },
          ]}
        />
      )}
      {preview.top_tickets.length > 0 && (
        <FigureTable
          caption="Tickets de mayor premio"
          rows={preview.top_tickets}
          rowKey={(row) => row.serial}
          columns={[
            { title: 'Ticket', text: true, render: (row) => row.serial },
            { title: 'Taquilla', text: true, render: (row) => <span title={row.agency_name}>{row.office_name}</span> },
            { title: 'Vendido', render: (row) => shortInstant(row.sold_at, zone) },
            { title: 'Jugado', render: (row) => <Money value={row.stake} currency={row.currency} clear /> },
            { title: 'Premio', render: (row) => <Money value={row.prize} currency={row.currency} clear /> },
          ]}
        />
      )}
    </section>
  )
}

/** What stays in sight beside the button that awards: the number, how many win, what it costs. */
export function AwardCost({ preview }: { preview: Preview }) {
  return (
    <p className="row baseline gap-md" style={{ flex: 1 }}>
      <strong className="figure">{preview.text}</strong>
      <span>
        {countText(preview.winning_tickets, 'ticket ganador', 'tickets ganadores')} · premios{' '}
        <strong>{sumsText(prizesOf(preview))}</strong>
      </span>
    </p>
  )
}

function Anomalies({ anomalies }: { anomalies: Preview['anomalies'] }) {
  if (anomalies.length === 0) return null
  return (
    <ul className="notice stack gap-xxs plain-list" aria-label="Mire esto antes de confirmar">
      {anomalies.map((anomaly) => (
        <li key={`${anomaly.code}:${anomaly.text}`}>
          <WarningFilled className="warns" aria-hidden="true" /> {anomaly.text}
        </li>
      ))}
    </ul>
  )
}

/** The prizes of the new result, as sums like those that are undone. */
function prizesOf(preview: Preview): Sums {
  return preview.by_currency
    .map(({ currency, prizes }) => ({ currency, amount: prizes }))
    .filter(({ amount }) => amount !== '0.00')
}

function Correction({ preview, correction }: { preview: Preview; correction: NonNullable<Preview['correction']> }) {
  return (
    <div className="stack gap-sm">
      <Effects
        effects={[
          { label: 'Resultado', before: correction.previous_text, after: preview.text },
          { label: 'Premios', before: sumsText(correction.undone_prizes), after: sumsText(prizesOf(preview)) },
        ]}
      />
      {correction.paid_tickets.length > 0 && <PaidTickets tickets={correction.paid_tickets} />}
    </div>
  )
}

type PaidTicket = NonNullable<Preview['correction']>['paid_tickets'][number]

function paidByCurrency(tickets: readonly PaidTicket[]): Sums {
  return currencies.flatMap((currency) => {
    const paid = tickets.filter((ticket) => ticket.currency === currency)
    return paid.length === 0 ? [] : [{ currency, amount: add(...paid.map((ticket) => ticket.paid)) }]
  })
}

/** Tickets whose money has left the register: a correction does not bring it back. */
function PaidTickets({ tickets }: { tickets: readonly PaidTicket[] }) {
  return (
    <>
      <p>
        <WarningFilled className="warns" aria-hidden="true" />{' '}
        {countText(tickets.length, 'ticket ya pagado', 'tickets ya pagados')} con el resultado anterior:{' '}
        {sumsText(paidByCurrency(tickets))}
      </p>
      <FigureTable
        caption="Tickets ya pagados"
        rows={tickets}
        rowKey={(row) => row.serial}
        columns={[
          { title: 'Ticket', text: true, render: (row) => row.serial },
          { title: 'Taquilla', text: true, render: (row) => row.office_name },
          { title: 'Pagado', render: (row) => <Money value={row.paid} currency={row.currency} clear /> },
          { title: 'Le corresponde', render: (row) => <Money value={row.due} currency={row.currency} clear /> },
        ]}
      />
    </>
  )
}
