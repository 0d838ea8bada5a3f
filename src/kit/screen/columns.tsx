/** A list's columns from its declaration: title, format, alignment and order of each field come from the contract. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Column } from '../table/columns.ts'
import type { PagedEndpoint, RowOf } from '../table/query.ts'
import { cellText, isFigure } from './cell.tsx'

/** A column: a field of the row as it is, or with what is its own. */
export type ColumnSpec<Row> =
  | (keyof Row & string)
  | ({ key: string } & Partial<
      Pick<Column<Row>, 'title' | 'render' | 'align' | 'width' | 'pinned' | 'optional' | 'fixed' | 'descend_first'>
    >)

/**
 * `hrefOf` or `onOpen` makes the fixed column the way to the record, where a row has one: for the keyboard and for a card on
 * a phone too.
 */
export function columnsOf<E extends PagedEndpoint>(
  list: E,
  said: readonly ColumnSpec<RowOf<E>>[],
  {
    zone,
    hrefOf,
    onOpen,
  }: { zone: string; hrefOf?: (row: RowOf<E>) => string | null; onOpen?: (row: RowOf<E>) => void },
): Column<RowOf<E>>[] {
  const facts = list.list
  if (!facts) throw new Error(`${list.path} is no list of the contract`)
  return said.map((one) => {
    const own = typeof one === 'string' ? { key: one } : one
    const schema = facts.row.shape[own.key] as z.ZodType | undefined
    const figure = schema !== undefined && isFigure(schema)
    const plain = (row: RowOf<E>): ReactNode => {
      const values = row as Record<string, unknown>
      return schema ? cellText(schema, values[own.key], { zone, currency: values['currency'] }) : null
    }
    const render = own.render ?? plain
    const way = (row: RowOf<E>): ReactNode => {
      const to = hrefOf?.(row)
      if (to) return <Link to={to}>{render(row)}</Link>
      if (!onOpen) return render(row)
      return (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onOpen(row)}>
          {render(row)}
        </Button>
      )
    }
    return {
      ...(facts.sort.includes(own.key) && { sortable: true, ...(figure && { descend_first: true }) }),
      ...(figure && !own.fixed && { align: 'right' as const }),
      ...(own.fixed && { pinned: 'left' as const }),
      ...own,
      render: own.fixed ? way : render,
    }
  })
}
