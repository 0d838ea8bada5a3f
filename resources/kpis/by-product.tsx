/** Sales by product, by bet type and by partner: the same table over three calls. Choosing a row filters the whole dashboard. */
import type { ReactNode } from 'react'
import type { Currency } from '@contract/values/currency.ts'
import { add } from '@contract/values/money.ts'
import { Change } from '@/kit/chart/change.tsx'
import type { FramedQuery } from '@/kit/chart/frame.tsx'
import { seriesColor, useChartTheme } from '@/kit/chart/theme.ts'
import { Money } from '@/kit/values/money.tsx'
import { FigureLink } from '@/kit/values/figure-link.tsx'
import { RankedPanel } from '@/kit/chart/ranked-panel.tsx'
import { NoSales } from './no-sales.tsx'

interface SoldRow {
  id: number
  name: string
  sold: string
  profit: string
  previous_sold: string | null
}

export interface SoldByProps {
  title: string
  /** What a row is, in the singular: `Producto`. */
  what: string
  call: FramedQuery
  rows: readonly SoldRow[]
  currency: Currency
  previousName: string | null
  /** The row that is filtered, if one is. */
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
  rowsOf?: (id: number) => string | undefined
  /** Products have a colour of their own everywhere. */
  colored?: boolean
  note?: ReactNode
  actions?: ReactNode
  empty?: ReactNode
  /** The row's name, and what a press on it does; a button that filters by the row unless given. */
  nameOf?: (row: SoldRow) => ReactNode
}

export function SoldBy({
  title,
  what,
  call,
  rows,
  currency,
  previousName,
  chosen,
  onChoose,
  rowsOf,
  colored = false,
  note,
  actions,
  empty = <NoSales />,
  nameOf,
}: SoldByProps) {
  const theme = useChartTheme()
  const previous = rows.map((row) => row.previous_sold).filter((sold) => sold !== null)
  const before = previous.length > 0 ? add('0', ...previous) : null
  return (
    <RankedPanel
      title={title}
      query={call}
      note={note}
      actions={actions}
      empty={empty}
      caption={`Ventas ${title.toLowerCase()}`}
      columns={[{ title: what }, { title: 'Ventas' }, { title: 'Utilidad', wide: true }, { title: 'Cambio' }]}
      rows={rows.map((row) => ({
        key: String(row.id),
        name: nameOf?.(row) ?? (
          <button
            type="button"
            className="quiet-link"
            aria-pressed={chosen === row.id}
            title={chosen === row.id ? 'Quitar este filtro' : `Ver solo ${row.name}`}
            onClick={() => onChoose(chosen === row.id ? undefined : row.id)}
          >
            {row.name}
          </button>
        ),
        bar: row.sold,
        ...(colored && { color: seriesColor(theme, row.id - 1) }),
        cells: [
          <FigureLink key="sold" to={rowsOf?.(row.id)} of={row.name}>
            <Money value={row.sold} currency={currency} />
          </FigureLink>,
          <Money key="profit" value={row.profit} currency={currency} signed />,
          <Change
            key="change"
            short
            now={row.sold}
            before={row.previous_sold}
            currency={currency}
            {...(previousName !== null && { period: previousName })}
          />,
        ],
      }))}
      total={[
        `Total de ${rows.length}`,
        <Money key="sold" value={add('0', ...rows.map((row) => row.sold))} currency={currency} />,
        <Money key="profit" value={add('0', ...rows.map((row) => row.profit))} currency={currency} signed />,
        <Change
          key="change"
          short
          now={add('0', ...rows.map((row) => row.sold))}
          before={before}
          currency={currency}
          {...(previousName !== null && { period: previousName })}
        />,
      ]}
    />
  )
}
