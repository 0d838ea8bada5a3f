/** The same rows on a phone: one card each, the first column as its title. */
import { Checkbox } from 'antd'
import type { Key, ReactNode } from 'react'
import { Facts, type Fact } from '../page/facts.tsx'
import { AnswerContext } from '../values/risen.tsx'
import type { Column } from './columns.ts'
import { renderCell, type TableSelection, type TotalsRow } from './grid.tsx'

export interface CardsProps<Row> {
  columns: readonly Column<Row>[]
  titles: Record<string, string>
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  actionsOf?: (row: Row) => ReactNode
  selection?: TableSelection<Row>
  totals: readonly TotalsRow[]
  caption: string
  empty: ReactNode
}

export function TableCards<Row>(props: CardsProps<Row>) {
  const { columns, titles, rows, rowKey, actionsOf, totals, caption, empty, selection } = props
  if (!rows) return <CardBones caption={caption} />
  if (rows.length === 0) return <>{empty}</>
  const [heading, ...others] = [...columns].sort(
    (one, other) => Number(other.fixed ?? false) - Number(one.fixed ?? false),
  )
  const [inOrder, atOnce] = inTurn(others)
  return (
    <AnswerContext value={rows}>
      <ul className="plain-list" aria-label={caption}>
        {totals.map((row) => (
          <li key={row.key} className="data-table-card data-table-totals">
            <CardTotals
              row={row}
              open={totals.length === 1}
              facts={factsOf(
                columns.filter((column) => column.key in row.cells),
                titles,
                (column) => row.cells[column.key],
              )}
            />
          </li>
        ))}
        {rows.map((row) => (
          <li key={rowKey(row)} className="data-table-card">
            <div className="data-table-card-head line between gap-xs">
              <div className="line gap-sm fill">
                {selection && (
                  <Checkbox
                    aria-label={`${selection.verb ?? 'Elegir'} ${selection.nameOf(row)}`}
                    disabled={selection.against?.(row) !== undefined}
                    checked={selection.keys.includes(rowKey(row))}
                    onChange={({ target }) =>
                      selection.onChange(...toggled(selection, rows, rowKey, row, target.checked))
                    }
                  />
                )}
                {heading && renderCell(heading, row)}
              </div>
              {actionsOf?.(row)}
            </div>
            <CardFacts facts={factsOf(inOrder, titles, (column) => renderCell(column, row))} most={atOnce} />
          </li>
        ))}
      </ul>
    </AnswerContext>
  )
}

/** Totals of several currencies would push the rows away: each is a line with its main sum until it is opened. */
function CardTotals({ row, open, facts }: { row: TotalsRow; open: boolean; facts: Fact[] }) {
  const main = facts.find(({ key }) => key === row.main) ?? facts[0]
  return (
    <details className="data-table-more" open={open}>
      <summary>
        {row.label}
        {main && (
          <span className="note">
            {' · '}
            {main.label} <strong>{main.value}</strong>
          </span>
        )}
      </summary>
      <Facts className="data-table-facts" layout="pair" facts={facts} />
    </details>
  )
}

function toggled<Row>(
  { keys }: TableSelection<Row>,
  rows: readonly Row[],
  rowKey: (row: Row) => Key,
  row: Row,
  on: boolean,
): [Key[], Row[]] {
  const next = on ? [...keys, rowKey(row)] : keys.filter((key) => key !== rowKey(row))
  return [next, rows.filter((one) => next.includes(rowKey(one)))]
}

/** What is as wide as this in a table has no room beside another fact: controls, long words. */
const wholeLine = 400

/** Of a card with more facts than these and one, the others are shown when asked; amounts always are. */
const factsAtOnce = 4

/** What a card shows at once, before what it shows when asked, and how many the first are. */
function inTurn<Row>(columns: readonly Column<Row>[]): [columns: Column<Row>[], atOnce: number] {
  const shown = columns.filter(({ align }, at) => at < factsAtOnce || align === 'right')
  const asked = columns.filter((column) => !shown.includes(column))
  return [[...shown, ...asked], asked.length > 1 ? shown.length : columns.length]
}

function CardFacts({ facts, most }: { facts: Fact[]; most: number }) {
  return (
    <>
      <Facts className="data-table-facts" layout="pair" facts={facts.slice(0, most)} />
      {most < facts.length && (
        <details className="data-table-more">
          <summary className="informs">{facts.length - most} datos más</summary>
          <Facts className="data-table-facts" layout="pair" facts={facts.slice(most)} />
        </details>
      )}
    </>
  )
}

/** A column's title with its cell, in a card's facts. */
function factsOf<Row>(
  columns: readonly Column<Row>[],
  titles: Record<string, string>,
  cell: (column: Column<Row>) => ReactNode,
): Fact[] {
  return columns.map((column) => ({
    key: column.key,
    label: titles[column.key] ?? column.key,
    value: cell(column),
    whole: (column.width ?? 0) >= wholeLine,
  }))
}

function CardBones({ caption }: { caption: string }) {
  return (
    <ul className="plain-list" aria-label={caption}>
      {[0, 1, 2, 3, 4].map((place) => (
        <li key={place} className="data-table-card data-table-card-skeleton">
          <span className="data-table-skeleton" />
          <span className="data-table-skeleton" />
          <span className="data-table-skeleton" />
        </li>
      ))}
    </ul>
  )
}
