/** Columns of the list of agencies. Titles come from the contract. */
import { Tag } from 'antd'
import { Link } from 'react-router'
import type { AgencyRow } from '@contract/agencies.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import type { Column } from '@/kit/table/columns.ts'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { agencyPaths } from './paths.ts'

function Instant({ value, zone }: { value: string | null; zone: string }) {
  return value === null ? (
    <span className="sorteo-muted">Nunca</span>
  ) : (
    <time dateTime={value}>{formatInstant(value, zone)}</time>
  )
}

/** `zone` is the banca's: days and hours are read there. */
export function agencyColumns(zone: string): Column<AgencyRow>[] {
  return [
    {
      key: 'name',
      sortable: true,
      fixed: true,
      pinned: 'left',
      render: (row) => <Link to={agencyPaths.general(row.id)}>{row.name}</Link>,
    },
    { key: 'code', sortable: true },
    { key: 'father_name', sortable: true },
    { key: 'status', sortable: true, render: (row) => <ActiveTag status={row.status} /> },
    {
      key: 'last_sale_at',
      sortable: true,
      descend_first: true,
      align: 'right',
      render: (row) => <Instant value={row.last_sale_at} zone={zone} />,
    },
    { key: 'offices', sortable: true, descend_first: true, align: 'right', render: (row) => formatCount(row.offices) },
    { key: 'payments_responsible_name', sortable: true },
    {
      key: 'currencies',
      render: (row) => (
        <span className="agency-currencies">
          {row.currencies.map((code) => (
            <Tag key={code}>{code}</Tag>
          ))}
        </span>
      ),
    },
    { key: 'state_name', sortable: true },
    { key: 'municipality_name', sortable: true, optional: true },
    { key: 'document', sortable: true, optional: true },
    { key: 'phone', optional: true },
    { key: 'email', optional: true },
    { key: 'address', optional: true, width: 240 },
    {
      key: 'created_at',
      optional: true,
      sortable: true,
      descend_first: true,
      align: 'right',
      render: (row) => <Instant value={row.created_at} zone={zone} />,
    },
  ]
}
