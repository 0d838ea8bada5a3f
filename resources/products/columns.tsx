/** Columns of the list of products. Titles come from the contract. */
import { Link } from 'react-router'
import { productKindLabels, type ProductRow } from '@contract/products.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import type { Column } from '@/kit/table/columns.ts'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { productPaths } from './paths.ts'

/** `zone` is the banca's: hours are read there. */
export function productColumns(zone: string): Column<ProductRow>[] {
  return [
    { key: 'position', sortable: true, align: 'right', width: 80 },
    {
      key: 'name',
      sortable: true,
      fixed: true,
      pinned: 'left',
      render: (row) => <Link to={productPaths.tab(row.id, 'general')}>{row.name}</Link>,
    },
    { key: 'code', sortable: true, optional: true },
    { key: 'kind', sortable: true, render: (row) => productKindLabels[row.kind] },
    { key: 'status', sortable: true, render: (row) => <ActiveTag status={row.status} /> },
    { key: 'bet_types', sortable: true, align: 'right', render: (row) => formatCount(row.bet_types) },
    {
      key: 'symbols',
      sortable: true,
      align: 'right',
      render: (row) => (row.symbols ? formatCount(row.symbols) : <span className="sorteo-muted">—</span>),
    },
    { key: 'draws_today', sortable: true, align: 'right', render: (row) => formatCount(row.draws_today) },
    {
      key: 'next_draw_at',
      sortable: true,
      align: 'right',
      render: (row) => <NextDraw at={row.next_draw_at} zone={zone} />,
    },
    { key: 'zone', sortable: true, optional: true },
  ]
}

function NextDraw({ at, zone }: { at: string | null; zone: string }) {
  return at === null ? (
    <span className="sorteo-muted">Sin sorteos</span>
  ) : (
    <time dateTime={at}>{formatInstant(at, zone)}</time>
  )
}
