/** What each number of a draw sold and would pay, and how much of its quota is used: fresh, because it is looked at before a close. */
import { LockFilled } from '@ant-design/icons'
import { Switch, Table } from 'antd'
import type { SortOrder } from 'antd/es/table/interface'
import { useMemo, useState } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { ticketReports, type NumberRow } from '@contract/ticket-reports.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { compare, countText, formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import type { Column } from '@/kit/table/columns.ts'
import { PaperTable } from '@/kit/table/paper-table.tsx'
import { usePrinting } from '@/kit/table/printing.ts'
import { useScrollFocus } from '@/kit/table/scroll-focus.ts'
import { Money } from '@/kit/values/money.tsx'
import { QuotaUse } from '@/kit/values/quota-use.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { FilterControls, useFilters } from '@/kit/screen/filters.tsx'
import { factsOf } from '@/kit/screen/list-table.tsx'
import { PrintedHeader } from '@/kit/screen/printed-header.tsx'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'
import { BetNumber } from './bet-number.tsx'
import type { DrawPartProps } from './draw-view.tsx'
import { PrintedDraw } from './printed-draw.tsx'

const title = 'Números del sorteo'
const paperTitle = 'Números de un sorteo'
/** On paper they say the filters as the draw's lines do; what they are of is the draw, whatever its day. */
const paperFacts = { ...factsOf(ticketReports.played), title: paperTitle }
const noDays = { from: '', to: '' }

interface NumberColumn extends Column<NumberRow> {
  title: string
  render: (row: NumberRow) => React.ReactNode
  sorter?: (one: NumberRow, other: NumberRow) => number
}

/** How the rows stand: as they came unless a column was pressed. */
interface Sorted {
  key?: unknown
  order?: SortOrder | undefined
}

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
  const [sorted, setSorted] = useState<Sorted>({})
  const own = useFilters(ticketReports.played.list)
  const filters = { ...own, values: { ...own.values, product_id: draw.product_id } }
  const answer = call.data
  const scrolled = useScrollFocus(title)
  const printed = usePrinting()
  if (printed && answer)
    return (
      <>
        <PrintedHeader title={paperTitle} facts={paperFacts} values={{ ...own.values, currency }} days={noDays} />
        <PrintedDraw draw={draw} />
        <NumbersOnPaper {...{ answer, columns, sorted, currency }} />
      </>
    )
  return (
    <section className="surface panel stack gap-sm" data-padding="tight" aria-label={title} aria-busy={call.isFetching}>
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
          {...scrolled}
          size="small"
          columns={columns.map(({ pinned, sorter, render, ...column }) => ({
            ...column,
            ...(pinned && { fixed: pinned }),
            ...(sorter && { sorter, sortDirections: ['descend', 'ascend'] as const }),
            sortOrder: sorted.key === column.key ? (sorted.order ?? null) : null,
            render: (_: unknown, row: NumberRow) => render(row),
          }))}
          dataSource={answer.data}
          rowKey={keyOf}
          pagination={{ defaultPageSize: 100, size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          showSorterTooltip={false}
          onChange={(_page, _filters, by) => setSorted(Array.isArray(by) ? {} : { key: by.columnKey, order: by.order })}
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

const keyOf = (row: NumberRow) => `${row.bet_type_id}:${row.number}`

interface NumbersOnPaperProps {
  answer: Answer<typeof ticketReports.betNumber>
  columns: readonly NumberColumn[]
  sorted: Sorted
  currency: Currency
}

/** All of them, whatever page of them is on the screen, in its order. */
function NumbersOnPaper({ answer: { data, total }, columns, sorted: { key, order }, currency }: NumbersOnPaperProps) {
  const by = order ? columns.find((column) => column.key === key) : undefined
  const way = order === 'descend' ? -1 : 1
  const rows = by?.sorter ? data.toSorted((one, other) => way * by.sorter!(one, other)) : data
  const said = `${countText(rows.length, 'número', 'números')}, todos los que cumplen los filtros`
  const ordered =
    by && ` · Por ${by.title.toLowerCase()}, de ${order === 'descend' ? 'mayor a menor' : 'menor a mayor'}`
  const cells = {
    lines: formatCount(total.lines),
    sold: <Money value={total.sold} currency={currency} clear />,
  }
  return (
    <PaperTable
      columns={columns}
      titles={Object.fromEntries(columns.map((column) => [column.key, column.title]))}
      rows={rows}
      rowKey={keyOf}
      totals={[{ key: currency, label: `Total ${currencyFacts[currency].clear_symbol}`, cells }]}
      caption={title}
      note={[said, ordered]}
    />
  )
}

function columnsOf(currency: Currency): NumberColumn[] {
  return [
    {
      key: 'number',
      title: 'Número',
      pinned: 'left',
      width: 160,
      render: (row) => (
        <span className="line inline gap-xs">
          {row.symbol_name !== null && !row.number.includes('-') && (
            <SymbolImage code={row.number} name={row.symbol_name} image_url={row.image_url} />
          )}
          <BetNumber number={row.number} symbol={row.symbol_name} />
        </span>
      ),
    },
    { key: 'bet', title: 'Jugada', width: 120, render: (row) => row.bet_type_name },
    {
      key: 'lines',
      title: 'Jugadas',
      width: 100,
      align: 'right',
      sorter: (one, other) => one.lines - other.lines,
      render: (row) => formatCount(row.lines),
    },
    {
      key: 'sold',
      title: 'Vendido',
      width: 140,
      align: 'right',
      sorter: (one, other) => compare(one.sold, other.sold),
      render: (row) => <Money value={row.sold} currency={currency} clear />,
    },
    {
      key: 'liability',
      title: 'Pagaría',
      width: 150,
      align: 'right',
      sorter: (one, other) => compare(one.liability, other.liability),
      render: (row) => <Money value={row.liability} currency={currency} clear />,
    },
    {
      key: 'quota',
      title: 'Cupo usado',
      width: 200,
      sorter: (one, other) => compare(one.used_percent ?? '-1', other.used_percent ?? '-1'),
      render: (row) => <QuotaUse row={row} currency={currency} clear />,
    },
    {
      key: 'available',
      title: 'Disponible',
      width: 130,
      align: 'right',
      render: (row) =>
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
