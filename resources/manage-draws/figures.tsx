/** What is known of a draw: what it sold and what it would cost, who won, and every result it ever had. */
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { shortInstant } from '@contract/values/dates.ts'
import { currencies, currencyFacts } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import { prizeState } from '@contract/ticket-reports.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Money } from '@/kit/values/money.tsx'
import { StateTag, StatusTag } from '@/kit/values/status-tag.tsx'
import { type FigureColumn } from '@/kit/table/figure-table.tsx'
import type { ManagedDraw } from './work.tsx'

interface DetailProps {
  detail: ManagedDraw
}

function numberText({ number, symbol_name }: { number: string; symbol_name: string | null }): string {
  return symbol_name === null ? number : `${number} ${symbol_name}`
}

type CurrencyRow = ManagedDraw['by_currency'][number]

const soldColumns: FigureColumn<CurrencyRow>[] = [
  { title: 'Moneda', text: true, render: (row) => currencyFacts[row.currency].clear_symbol },
  { title: 'Tickets', render: (row) => formatCount(row.tickets) },
  { title: 'Jugadas', render: (row) => formatCount(row.lines) },
  { title: 'Vendido', render: (row) => <Money value={row.sold} currency={row.currency} clear /> },
]
/** Once there is a result to speak of. */
const prizeColumns: FigureColumn<CurrencyRow>[] = [
  { title: 'Premios', render: (row) => <Money value={row.prizes} currency={row.currency} clear /> },
  { title: 'Pagado', render: (row) => <Money value={row.paid} currency={row.currency} clear /> },
  { title: 'Utilidad', render: (row) => <Money value={row.profit} currency={row.currency} clear signed /> },
]

export function DrawFigures({ detail }: DetailProps) {
  if (detail.by_currency.length === 0)
    return <EmptyState title="Sin ventas" text="Nadie jugó a este sorteo: puede premiarse igual, sin ganadores." />
  return (
    <div className="award-tab stack gap-sm">
      <FigureTable
        caption="Ventas por moneda"
        rows={detail.by_currency}
        rowKey={(row) => row.currency}
        columns={detail.draw.state === 'premiado' ? [...soldColumns, ...prizeColumns] : soldColumns}
      />
      {detail.liability.length > 0 && (
        <FigureTable
          caption="Números que más costarían"
          rows={currencies.flatMap((currency) => detail.liability.filter((row) => row.currency === currency))}
          rowKey={(row) => `${row.bet_type_id}:${row.number}:${row.currency}`}
          columns={[
            { title: 'Número', text: true, render: (row) => <strong>{numberText(row)}</strong> },
            { title: 'Jugada', text: true, render: (row) => row.bet_type_name },
            { title: 'Vendido', render: (row) => <Money value={row.sold} currency={row.currency} clear /> },
            { title: 'Pagaría', render: (row) => <Money value={row.liability} currency={row.currency} clear /> },
          ]}
        />
      )}
    </div>
  )
}

export function DrawWinners({ detail }: DetailProps) {
  if (detail.winners.length === 0) {
    const awarded = detail.draw.state === 'premiado'
    return (
      <EmptyState
        title={awarded ? 'Sin ganadores' : 'Aún sin ganadores'}
        text={awarded ? 'Nadie acertó en este sorteo.' : 'Aparecen aquí cuando el sorteo esté premiado.'}
      />
    )
  }
  return (
    <div className="award-tab stack gap-sm">
      <FigureTable
        caption="Jugadas ganadoras"
        rows={detail.winners}
        rowKey={(_, index) => index}
        columns={[
          { title: 'Ticket', text: true, render: (row) => row.serial },
          { title: 'Taquilla', text: true, render: (row) => <span title={row.agency_name}>{row.office_name}</span> },
          { title: 'Jugada', text: true, render: (row) => `${row.bet_type_name} ${row.number}` },
          { title: 'Jugado', render: (row) => <Money value={row.stake} currency={row.currency} clear /> },
          { title: 'Premio', render: (row) => <Money value={row.prize} currency={row.currency} clear /> },
          {
            title: 'Estado',
            text: true,
            render: (row) => <StateTag of={prizeState} state={row.state} />,
          },
        ]}
      />
    </div>
  )
}

export function DrawHistory({ detail }: DetailProps) {
  const { zone } = useSession()
  if (detail.results.length === 0 && detail.external.length === 0)
    return (
      <EmptyState
        title="Sin historial"
        text="Aquí quedan los resultados del sorteo y lo que contesten las fuentes externas."
      />
    )
  return (
    <div className="award-tab stack gap-sm">
      {detail.results.length > 0 && (
        <FigureTable
          caption="Resultados del sorteo"
          rows={detail.results}
          rowKey={(row) => row.id}
          columns={[
            { title: 'Resultado', text: true, render: (row) => <strong>{row.text}</strong> },
            {
              title: 'Estado',
              text: true,
              render: (row) =>
                row.withdrawn_at === null ? (
                  <StatusTag state="activo" tone="good">
                    En vigor
                  </StatusTag>
                ) : (
                  <StatusTag state="retirado" tone="neutral">
                    Retirado {shortInstant(row.withdrawn_at, zone)}
                  </StatusTag>
                ),
            },
            {
              title: 'Premiado',
              text: true,
              render: (row) => (row.awarded_at === null ? '—' : shortInstant(row.awarded_at, zone)),
            },
            { title: 'Anotó', text: true, render: (row) => row.entered_by_name ?? row.source },
            { title: 'Confirmó', text: true, render: (row) => row.confirmed_by_name ?? '—' },
            { title: 'Motivo', text: true, render: (row) => row.withdrawn_reason ?? '—' },
          ]}
        />
      )}
      {detail.external.length > 0 && (
        <FigureTable
          caption="Respuestas de las fuentes"
          rows={detail.external}
          rowKey={(_, index) => index}
          columns={[
            { title: 'Fuente', text: true, render: (row) => row.source },
            { title: 'Consultada', text: true, render: (row) => shortInstant(row.fetched_at, zone) },
            { title: 'Resultado', text: true, render: (row) => <strong>{row.text}</strong> },
            { title: 'Nota', text: true, render: (row) => row.note || '—' },
          ]}
        />
      )}
    </div>
  )
}
