/** The table of a wide window: sticky header and totals, sorting on the server, columns as the person chose them. */
import { Table, type TableProps } from 'antd'
import type { ColumnType } from 'antd/es/table'
import { useMemo, type Key, type MouseEvent, type ReactNode } from 'react'
import { fontFamily } from '@/theme/tokens.ts'
import type { Column, Density } from './columns.ts'
import { AnswerContext } from '../values/risen.tsx'
import { useRowsInTurn } from './first-rows.ts'
import { ResizableHeader } from './columns-resize.tsx'
import { useScrollFocus } from './scroll-focus.ts'
import { useWholeEdge } from './whole-edge.ts'

/** A row of totals: one per currency. `cells` by column key. */
export interface TotalsRow {
  key: string
  label: ReactNode
  cells: Record<string, ReactNode>
  /** The column of the sum that is said first where there is room for one; the first unless given. */
  main?: string | undefined
}

/** Rows that somebody gathers, over pages, to do something with all of them. */
export interface TableSelection<Row> {
  keys: readonly Key[]
  onChange: (keys: Key[], rows: Row[]) => void
  /** Names a row for whoever does not see it. */
  nameOf: (row: Row) => string
  /** What a tick does with a row, where it does not gather it: `Dibujar`. Then there is none for all at once. */
  verb?: string
  /** Why a row cannot be ticked. */
  against?: (row: Row) => string | undefined
}

export interface TableGridProps<Row> {
  columns: readonly Column<Row>[]
  titles: Record<string, string>
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  onResize: (key: string, width: number) => void
  onRowClick?: (row: Row) => void
  selection?: TableSelection<Row>
  actionsOf?: (row: Row) => ReactNode
  totals: readonly TotalsRow[]
  density: Density
  caption: string
  empty: ReactNode
}

/** The totals once more among the rows, unseen: they stand in a table of their own, and the columns must be wide enough for both. */
interface HiddenTotals {
  hidden_totals: TotalsRow
}

type TableRow<Row> = Row | HiddenTotals

export const sizes = { comoda: 'large', media: 'middle', compacta: 'small' } as const

/** What a cell shows without a `render` of its own. */
function plainCell(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="sorteo-muted">—</span>
  return Array.isArray(value) ? value.join(', ') : String(value)
}

export function renderCell<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.render ? column.render(row) : plainCell((row as Record<string, unknown>)[column.key])
}

function isHiddenTotals(row: unknown): row is HiddenTotals {
  return typeof row === 'object' && row !== null && 'hidden_totals' in row
}

function keyOf<Row>(row: TableRow<Row>, rowKey: (row: Row) => Key): Key {
  return isHiddenTotals(row) ? `:total:${row.hidden_totals.key}` : rowKey(row)
}

function cellContent<Row>(column: Column<Row>, row: TableRow<Row>, first: boolean): ReactNode {
  if (isHiddenTotals(row)) return first ? row.hidden_totals.label : row.hidden_totals.cells[column.key]
  return renderCell(column, row)
}

function orderOf(sort: string | undefined, key: string): 'ascend' | 'descend' | null {
  if (sort === key) return 'ascend'
  return sort === `-${key}` ? 'descend' : null
}

/** A press on a row opens it, unless it was on something that has a meaning of its own. */
function opens(event: MouseEvent): boolean {
  const target = event.target as HTMLElement
  return !target.closest('a, button, input, label, [role="menuitem"]') && !window.getSelection()?.toString()
}

/** The same for every cell: given anew each time, antd draws every cell again whenever it has measured a column. */
const noProps = {}
const onCell = () => noProps

const actionsKey = ':actions'

function tableColumns<Row>(props: TableGridProps<Row>): ColumnType<TableRow<Row>>[] {
  const { columns, titles, sort, actionsOf, onResize } = props
  const shown = columns.map(
    (column, index): ColumnType<TableRow<Row>> => ({
      key: column.key,
      title: titles[column.key] ?? column.key,
      align: column.align ?? 'left',
      ...(column.width !== undefined && { width: column.width }),
      ...(column.pinned && { fixed: column.pinned }),
      ...(column.sortable && {
        sorter: true,
        sortOrder: orderOf(sort, column.key),
        sortDirections: column.descend_first ? ['descend', 'ascend'] : ['ascend', 'descend'],
      }),
      onCell,
      onHeaderCell: () => ({ onWidth: (width: number) => onResize(column.key, width) }) as object,
      render: (_, row) => cellContent(column, row, index === 0),
    }),
  )
  if (!actionsOf) return shown
  const actions: ColumnType<TableRow<Row>> = {
    key: actionsKey,
    title: <span className="sorteo-unseen">Acciones</span>,
    width: 48,
    fixed: 'right',
    align: 'center',
    onCell,
    render: (_, row) => (isHiddenTotals(row) ? null : actionsOf(row)),
  }
  return [...shown, actions]
}

function headerHeight(): number {
  const height = getComputedStyle(document.documentElement).getPropertyValue('--sorteo-header-height')
  return Number.parseInt(height, 10) || 0
}

/** What a title takes beside its letters, and what a letter takes where nothing measures it. */
const room = { beside: 24, letter: 8 } as const

/** Columns that share the width by how wide their titles are. */
function shared<Row>(columns: readonly ColumnType<Row>[]): ColumnType<Row>[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen) pen.font = `600 14px ${fontFamily}`
  const widthOf = (title: string) => pen?.measureText(title).width ?? title.length * room.letter
  const widths = columns.map(({ title }) => room.beside + (typeof title === 'string' ? widthOf(title) : 0))
  const all = widths.reduce((sum, one) => sum + one, 0)
  return columns.map((column, at) => ({ ...column, width: `${(100 * widths[at]!) / all}%` }))
}

/** A field of a row that is called `children` counts them: no row holds others. */
const flat = { childrenColumnName: 'rows_below' }

export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { rowKey, onSort, onRowClick, totals, density, caption, empty } = props
  const keys = useMemo(() => props.columns.map(({ key }) => key), [props.columns])
  const rows = useRowsInTurn(props.rows, keys)
  const offsetHeader = useMemo(headerHeight, [])
  const named = useScrollFocus(caption)
  const all = tableColumns(props)
  // Where there is no row nothing scrolls: there would be nothing to take the focus. Nor is there anything to order or to do.
  const isEmpty = rows.length === 0
  const columns = isEmpty
    ? shared(all.filter(({ key }) => key !== actionsKey)).map(({ fixed: _fixed, sorter: _sorter, ...column }) => ({
        ...column,
        ellipsis: true,
      }))
    : all
  const change: TableProps<TableRow<Row>>['onChange'] = (_page, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    onSort(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined)
  }
  const edge = useWholeEdge()
  return (
    <AnswerContext value={props.rows}>
      <div ref={edge}>
        <Table<TableRow<Row>>
          {...named}
          className="data-table-grid"
          size={sizes[density]}
          columns={columns}
          components={{ header: { cell: ResizableHeader } }}
          dataSource={[...rows, ...(isEmpty ? [] : totals.map((one) => ({ hidden_totals: one })))]}
          rowKey={(row) => keyOf(row, rowKey)}
          rowClassName={(row) => (isHiddenTotals(row) ? 'data-table-hidden-totals' : '')}
          pagination={false}
          expandable={flat}
          scroll={{ x: isEmpty ? '100%' : 'max-content' }}
          sticky={{ offsetHeader }}
          locale={{ emptyText: empty }}
          showSorterTooltip={false}
          onChange={change}
          {...(props.selection && !isEmpty && { rowSelection: selecting(props.selection) })}
          {...(onRowClick && {
            onRow: (row) =>
              isHiddenTotals(row)
                ? {}
                : {
                    className: 'data-table-row',
                    onClick: (event) => {
                      if (opens(event)) onRowClick(row)
                    },
                  },
          })}
          {...(totals.length > 0 && {
            summary: () => totalsSummary(columns, totals, props.selection !== undefined && !isEmpty),
          })}
        />
      </div>
    </AnswerContext>
  )
}

/** Rows of other pages stay gathered. */
function selecting<Row>({
  keys,
  onChange,
  nameOf,
  verb,
  against,
}: TableSelection<Row>): TableProps<TableRow<Row>>['rowSelection'] {
  return {
    selectedRowKeys: [...keys],
    preserveSelectedRowKeys: true,
    columnWidth: verb === undefined ? 44 : 36,
    fixed: true,
    hideSelectAll: verb !== undefined,
    ...(verb !== undefined && { columnTitle: <span className="sorteo-unseen">{verb}</span> }),
    onChange: (chosen, rows) => onChange(chosen, rows as Row[]),
    getCheckboxProps: (row) =>
      isHiddenTotals(row)
        ? { disabled: true, style: { visibility: 'hidden' } }
        : ({
            'aria-label': `${verb ?? 'Elegir'} ${nameOf(row)}`,
            ...(against?.(row) !== undefined && { disabled: true, title: against(row) }),
          } as object),
    getTitleCheckboxProps: () => ({ 'aria-label': 'Elegir todas las de la página' }),
  }
}

/**
 * Not a component: antd keeps the totals in sight only when it is handed its own element. Where rows are ticked, their
 * ticks are a column before the others.
 */
function totalsSummary<Row>(
  columns: readonly ColumnType<Row>[],
  totals: readonly TotalsRow[],
  isTicked: boolean,
): ReactNode {
  const ticks = isTicked ? 1 : 0
  return (
    <Table.Summary fixed="bottom">
      {totals.map((row) => (
        <Table.Summary.Row key={row.key} className="data-table-totals">
          {columns.map((column, index) => (
            <Table.Summary.Cell
              key={String(column.key)}
              index={index === 0 ? 0 : index + ticks}
              colSpan={index === 0 ? 1 + ticks : 1}
              align={column.align ?? 'left'}
            >
              {index === 0 ? row.label : row.cells[String(column.key)]}
            </Table.Summary.Cell>
          ))}
        </Table.Summary.Row>
      ))}
    </Table.Summary>
  )
}
