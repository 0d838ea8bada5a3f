import { useList, type BaseRecord } from '@refinedev/core'
import { Table } from 'antd'

const columns = ['code', 'name', 'status'].map((key) => ({
  key,
  dataIndex: key,
  title: key,
  render: (value: unknown) => <a href="#0">{String(value)}</a>,
}))

export default function Agencies() {
  const { result } = useList<BaseRecord>({ resource: 'agencies' })
  return <Table rowKey="id" columns={columns} dataSource={[...result.data]} pagination={false} />
}
