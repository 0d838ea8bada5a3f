import { useList } from '@refinedev/core'
import { Button, Dropdown, Table, Tag, type TableColumnType } from 'antd'
import type { AgencyRow } from '../../../contract/agencies.ts'

const column = (key: keyof AgencyRow, more: TableColumnType<AgencyRow> = {}): TableColumnType<AgencyRow> => ({
  key,
  dataIndex: key,
  title: key,
  sorter: true,
  ...more,
})

const columns = [
  column('name', { fixed: 'left', render: (name: string) => <a href="#0">{name}</a> }),
  column('code'),
  column('father_name'),
  column('status', { render: (status: string) => <Tag color="success">{status}</Tag> }),
  column('last_sale_at', { align: 'right' }),
  column('offices', { align: 'right' }),
  column('balance', { align: 'right', render: (balance: unknown) => JSON.stringify(balance) }),
  column('payments_responsible_name'),
  column('currencies', { render: (all: string[]) => all.map((one) => <Tag key={one}>{one}</Tag>) }),
  column('state_name'),
  column('actions', {
    title: '',
    sorter: false,
    fixed: 'right',
    render: (actions: string[]) => (
      <Dropdown trigger={['click']} menu={{ items: actions.map((key) => ({ key, label: key })) }}>
        <Button type="text" size="small">
          …
        </Button>
      </Dropdown>
    ),
  }),
]

export default function Agencies() {
  const { result } = useList<AgencyRow>({ resource: 'agencies' })
  return (
    <Table
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={[...result.data]}
      scroll={{ x: 'max-content' }}
      sticky
      pagination={{ total: result.total ?? 0, pageSize: 100, position: ['bottomRight'] }}
    />
  )
}
