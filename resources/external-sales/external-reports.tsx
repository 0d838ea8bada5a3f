/** Sales of agencies on other systems: loads and their state, one load under review, and what every system sold beside the own sales. */
import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalLoadRow } from '@contract/external-loads.ts'
import { Page } from '@/kit/page/page.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { loadReport, Report } from '@/kit/screen/report-screen.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { LoadView } from './load-view.tsx'
import { loadPath, viewQuery } from './paths.ts'
import { AllPendingNames } from './pending-names.tsx'
import { ExternalTabs } from './tabs.tsx'
import { UploadDrawer } from './upload-drawer.tsx'

const global = loadReport(externalSales.global, {
  title: 'Reportes externos',
  key: 'external-global',
  print: true,
  columns: [
    { key: 'name', fixed: true, width: 200 },
    { key: 'code', optional: true, width: 110 },
    { key: 'system_name', width: 140 },
    ...['sold', 'prizes', 'commission'].map((key) => ({ key, width: 140 })),
    { key: 'net', width: 156 },
    { key: 'share', width: 90 },
  ],
  rowKey: (row) => row.key,
  rowName: (row) => `${row.name}, ${row.system_name}`,
  drill: ({ partner_id, system_id }) =>
    system_id === null || partner_id === 0 ? null : { filters: { partner_id, system_id, level: 'agencia' as const } },
  nothing: {
    title: 'Sin ventas en estos días',
    text: 'Aquí se ven las ventas propias y las publicadas de otros sistemas. Elija otro período o quite un filtro.',
  },
})

const list = externalSales.list
const columns = [
  { key: 'filename', fixed: true, width: 260 },
  'system_name',
  'state',
  'first_day',
  'last_day',
  'rows',
  'pending',
  'faults',
  { key: 'ignored', optional: true },
  'loaded_at',
  'loaded_by',
  { key: 'decided_at', optional: true },
  { key: 'decided_by', optional: true },
] as const

function Loads() {
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const period = usePeriod(list.list.period?.preset)
  const add = (
    <Button type="primary" icon={<UploadOutlined />} onClick={() => setAdding(true)}>
      Cargar archivo
    </Button>
  )
  const hrefOf = (row: ExternalLoadRow) => loadPath(row.id)
  return (
    <Page
      title="Reportes externos"
      period={<DateRange control={period} />}
      actions={add}
      tabs={<ExternalTabs active="cargas" />}
    >
      <ListTable
        list={list}
        columns={columns}
        rowName={(row) => row.filename}
        hrefOf={hrefOf}
        onRowClick={(row) => void navigate(hrefOf(row))}
        storageKey="external-loads"
        empty={{
          title: 'Ninguna carga en estos días',
          text: 'Suba el archivo de ventas de otro sistema: se lee, se asignan sus nombres y se publica en las cuentas.',
          action: add,
        }}
      />
      {adding && (
        <UploadDrawer
          onClose={() => setAdding(false)}
          onLoaded={(load) => {
            setAdding(false)
            void navigate(loadPath(load.id))
          }}
        />
      )}
    </Page>
  )
}

export default function ExternalReports() {
  const [{ view, load }] = useUrlState(viewQuery)
  if (load !== undefined) return <LoadView key={load} id={load} />
  if (view === 'global') return <Report {...global} tabs={<ExternalTabs active="global" />} />
  return view === 'pendientes' ? <AllPendingNames /> : <Loads />
}
