import { Base } from '@ant-design/plots'
import { useCustom } from '@refinedev/core'
import { Card, Statistic, Table } from 'antd'
import { draws } from '../../../contract/draws.ts'
import { kpis, type FigureSeries } from '../../../contract/kpis.ts'
import { addDays, inZone } from '../../../contract/values/dates.ts'

const today = inZone(new Date(), 'America/Caracas').day
const asked = `from=${addDays(today, -6)}&to=${today}&currency=BS`
const { lossProfit, ticketsByDay, ...others } = kpis.endpoints
/** Those with rows of ten, each a table of the dashboard. */
const ranked = [
  others.salesByPartner,
  others.salesByProduct,
  others.salesByBetTypes,
  others.topNumbers,
  others.topRisk,
  others.coldestNumbers,
  others.topTickets,
  others.latestPartners,
]

type Row = Record<string, unknown>

function useAnswer<T extends object>(path: string): T | undefined {
  const { query } = useCustom<T>({ url: path, method: 'get' })
  return query.data?.data
}

const plain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

function Rows({ path }: { path: string }) {
  const rows = (useAnswer<{ data: Row[] }>(path)?.data ?? []).slice(0, 10)
  const keys = Object.keys(rows[0] ?? {}).filter((key) => plain(rows[0]?.[key]))
  return (
    <Card size="small">
      <Table
        size="small"
        pagination={false}
        rowKey={(row) => JSON.stringify(row)}
        columns={keys.slice(0, 4).map((key) => ({ key, dataIndex: key, title: key }))}
        dataSource={rows}
      />
    </Card>
  )
}

type Course = FigureSeries & { previous: FigureSeries | null }

const encode = { x: 'day', y: 'sold' }

function marksOf(course: Course) {
  const sold = (of: FigureSeries | null) =>
    of?.points.map((point, at) => ({ day: course.points[at]?.day, sold: Number(point.sold) })) ?? []
  return [
    { type: 'interval', data: sold(course), encode },
    { type: 'line', data: sold(course.previous), encode },
    { type: 'point', data: sold(course.previous), encode },
  ]
}

export default function Sales() {
  const course = useAnswer<Course>(`${lossProfit.path}?${asked}&step=day`)
  useAnswer(`${ticketsByDay.path}?${asked}`)
  return (
    <>
      {Object.entries(course?.totals ?? {}).map(([key, value]) => (
        <Card key={key} size="small">
          <Statistic title={key} value={value ?? ''} />
        </Card>
      ))}
      {course && <Base {...{ type: 'view', autoFit: true, animate: false, children: marksOf(course) }} />}
      {ranked.map(({ path }) => (
        <Rows key={path} path={`${path}?${asked}&limit=10`} />
      ))}
      <Rows path={`${draws.list.path}?day=${today}`} />
    </>
  )
}
