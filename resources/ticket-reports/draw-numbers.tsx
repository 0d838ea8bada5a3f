/** What each number of a draw sold and would pay, and how much of its quota is used: fresh, because it is looked at before a close. */
import { LockFilled } from '@ant-design/icons'
import { Switch, Table } from 'antd'
import type { ColumnsType } from 'antd/es/table'
import { useMemo } from 'react'
import { ticketReports, type NumberRow } from '@contract/ticket-reports.ts'
import type { Currency } from '@contract/values/currency.ts'
import { compare, formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Money } from '@/kit/values/money.tsx'
import { QuotaUse } from '@/kit/values/quota-use.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { FilterControls, useFilters } from '@/kit/screen/filters.tsx'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'
import { BetNumber } from './bet-number.tsx'
import type { DrawPartProps } from './draw-view.tsx'

export function DrawNumbers({ draw, state, set }: DrawPartProps) {
  const session = useSession()
  const currency = state.currency ?? session.currency
  const { partner_id, bet_type_id, every } = state
  const query = { draw_id: draw.id, partner_id, bet_type_id, currency, all: every === 'si' }
  const call = useCall(
    ticketReports.betNumber,
    { query },
    { keepPrevious: true, refetchInterval: draw.state === 'abierto' ? 15_000 : false },
  )
  const columns = useMemo(() => columnsOf(currency), [currency])
  const own = useFilters(ticketReports.played.list)
  const filters = { ...own, values: { ...own.values, product_id: draw.product_id } }
  const answer = call.data
  return (
    <section
      className="surface panel stack gap-sm"
      data-padding="tight"
      aria-label="Números del sorteo"
      aria-busy={call.isFetching}
    >
      <div className="draw-tools row gap-sm">
        <FilterControls facts={ticketReports.played.list} state={filters} without={['currency']} />
        {draw.product_kind === 'animalitos' && (
          <label className="line gap-xs">
            <Switch size="small" checked={every === 'si'} onChange={(on) => set({ every: on ? 'si' : 'no' })} /> Todos
            los símbolos
          </label>
        )}
        {answer && (
          <p className="push">
            {formatCount(answer.total.lines)} jugadas ·{' '}
            <strong>
              <Money value={answer.total.sold} currency={currency} clear />
            </strong>
          </p>
        )}
      </div>
      {!answer && call.isError && <ProblemView error={call.error} onRetry={() => void call.refetch()} />}
      {!answer && !call.isError && <ListSkeleton rows={12} />}
      {answer && (
        <Table<NumberRow>
          aria-label="Números del sorteo"
          size="small"
          columns={columns}
          dataSource={answer.data}
          rowKey={(row) => `${row.bet_type_id}:${row.number}`}
          pagination={{ defaultPageSize: 100, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          showSorterTooltip={false}
          locale={{
            emptyText: (
              <EmptyState
                title="Sin ventas en esta moneda"
                text="Elija otra moneda, quite un filtro o muestre todos los símbolos."
              />
            ),
          }}
        />
      )}
    </section>
  )
}

function columnsOf(currency: Currency): ColumnsType<NumberRow> {
  const sold: ColumnsType<NumberRow>[number]['sorter'] = (one, other) => compare(one.sold, other.sold)
  return [
    {
      key: 'number',
      title: 'Número',
      fixed: 'left',
      width: 160,
      render: (_, row) => (
        <span className="line inline gap-xs">
          {row.symbol_name !== null && !row.number.includes('-') && (
            <SymbolImage code={row.number} name={row.symbol_name} image_url={row.image_url} />
          )}
          <BetNumber number={row.number} symbol={row.symbol_name} />
        </span>
      ),
    },
    { key: 'bet', title: 'Jugada', width: 120, render: (_, row) => row.bet_type_name },
    {
      key: 'lines',
      title: 'Jugadas',
      width: 100,
      align: 'right',
      sorter: (one, other) => one.lines - other.lines,
      sortDirections: ['descend', 'ascend'],
      render: (_, row) => formatCount(row.lines),
    },
    {
      key: 'sold',
      title: 'Vendido',
      width: 140,
      align: 'right',
      sorter: sold,
      sortDirections: ['descend', 'ascend'],
      render: (_, row) => <Money value={row.sold} currency={currency} clear />,
    },
    {
      key: 'liability',
      title: 'Pagaría',
      width: 150,
      align: 'right',
      sorter: (one, other) => compare(one.liability, other.liability),
      sortDirections: ['descend', 'ascend'],
      render: (_, row) => <Money value={row.liability} currency={currency} clear />,
    },
    {
      key: 'quota',
      title: 'Cupo usado',
      width: 200,
      sorter: (one, other) => compare(one.used_percent ?? '-1', other.used_percent ?? '-1'),
      sortDirections: ['descend', 'ascend'],
      render: (_, row) => <QuotaUse row={row} currency={currency} clear />,
    },
    {
      key: 'available',
      title: 'Disponible',
      width: 130,
      align: 'right',
      render: (_, row) =>
        row.blocked_id !== null ? (
          <span className="line inline gap-xs bad">
            <LockFilled aria-hidden="true" /> Bloqueado
          </span>
        ) : (
          <Money value={row.available} currency={currency} clear />
        ),
    },
  ]
}
