/** A list's columns from its declaration: title, format, alignment and order of each field come from the contract. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Column } from '../table/columns.ts'
import type { PagedEndpoint, RowOf } from '../table/query.ts'
import { cellText, isFigure } from './cell.tsx'

/** A column: a field of the row as it is, or with what is its own. */
export type ColumnSaid<Row> =
  | (keyof Row & string)
  | ({ key: string } & Partial<
      Pick<Column<Row>, 'title' | 'render' | 'align' | 'width' | 'pinned' | 'optional' | 'fixed' | 'descend_first'>
    >)

/** `hrefOf` makes the fixed column the way to the record. */
export function columnsOf<E extends PagedEndpoint>(
  list: E,
  said: readonly ColumnSaid<RowOf<E>>[],
  { zone, hrefOf }: { zone: string; hrefOf?: (row: RowOf<E>) => string },
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
    return {
      ...(facts.sort.includes(own.key) && { sortable: true, ...(figure && { descend_first: true }) }),
      ...(figure && !own.fixed && { align: 'right' as const }),
      ...(own.fixed && { pinned: 'left' as const }),
      ...own,
      render: own.fixed && hrefOf ? (row: RowOf<E>) => <Link to={hrefOf(row)}>{render(row)}</Link> : render,
    }
  })
}
