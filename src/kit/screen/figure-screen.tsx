/** The screen of a report of figures: what changed stands beside what sold where it is compared, and a row opens the partners below it. */
import type { FigureEndpoint } from '@contract/figures.ts'
import type { PeriodChoice } from '../values/period-days.ts'
import type { RowWays } from './report-rows.tsx'
import { reportScreen } from './report-screen.tsx'
import { rowsUnder } from './rows-under.ts'

interface Row {
  day?: string
  partner_id: number
  product_id?: number
  product_name?: string
  name: string
  type: string
  currency: string
}
interface Column {
  key: string
  fixed?: true
  optional?: true
  width: number
}

/** Whose figures a row has. */
export const partnerColumns: readonly Column[] = [
  { key: 'name', fixed: true, width: 240 },
  { key: 'code', optional: true, width: 110 },
  { key: 'type', optional: true, width: 110 },
]

const changeColumns: readonly Column[] = [
  { key: 'sold_before', width: 140 },
  { key: 'sold_change', width: 140 },
  { key: 'sold_change_percent', width: 110 },
]

/** The columns of a report that is compared: what was sold before, and the change, beside what sold. */
export function withChanges<C extends string | { key: string }>(columns: readonly C[]): (C | Column)[] {
  return columns.flatMap((one) =>
    (typeof one === 'string' ? one : one.key) === 'sold' ? [one, ...changeColumns] : [one],
  )
}

interface FigureScreen {
  title: string
  /** Names the table's preferences. */
  key: string
  columns: readonly Column[]
  /** Where the rows behind a figure are, by its column. */
  links?: Readonly<Record<string, (row: never, query: never, choice: PeriodChoice) => string | undefined>>
}

/** Gives the component of the screen. */
export function figureScreen(list: { list: object }, { title, key, columns, links = {} }: FigureScreen) {
  const compared = withChanges(columns)
  return reportScreen(list as FigureEndpoint, {
    title,
    key,
    columns,
    useParts: ({ query }) => ({
      columns: ((query as { compare?: string }).compare ?? 'ninguna') === 'ninguna' ? columns : compared,
    }),
    rowKey: (row) => {
      const { day, partner_id, product_id, currency } = row as unknown as Row
      return [day, partner_id, product_id, currency].filter((part) => part !== undefined).join(':')
    },
    rowName: (row) => {
      const { name, product_name } = row as unknown as Row
      return product_name === undefined ? name : `${name}, ${product_name}`
    },
    nothing: { title: 'Sin ventas en este período', text: 'Elija otro período o quite un filtro.' },
    print: true,
    links: links as unknown as NonNullable<RowWays<FigureEndpoint>['links']>,
    drill: (row) => ((row as unknown as Row).type === 'taquilla' ? null : rowsUnder(row as unknown as Row)),
    itself: (row) => rowsUnder(row as unknown as Row),
  })
}
