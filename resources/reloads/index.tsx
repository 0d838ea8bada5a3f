/** Reloads: what funds gave to drawers below them, and a new one. */
import { reloads, type ReloadRow } from '@contract/reloads.ts'
import { formatMoney } from '@contract/values/money.ts'
import { NextStep } from '@/kit/page/next-step.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { ReloadDetail } from './detail.tsx'
import { NewReload } from './new-reload.tsx'

const nameOf = (row: ReloadRow) => `${row.office_name}, ${formatMoney(row.amount, row.currency, true)}`

export default reportScreen(reloads.global, {
  title: 'Recargas',
  key: 'reloads',
  columns: [
    { key: 'office_name', fixed: true, width: 190 },
    { key: 'agency_name', width: 180 },
    { key: 'giver_name', width: 170 },
    { key: 'fund_name', width: 160 },
    { key: 'state', width: 130 },
    { key: 'moved', width: 150 },
    { key: 'accepted', width: 150 },
    { key: 'created_at', width: 160 },
    { key: 'receipt', width: 150 },
    { key: 'concept', optional: true, width: 200 },
    { key: 'created_by', optional: true, width: 150 },
    { key: 'decided_by', optional: true, width: 150 },
    { key: 'decided_at', optional: true, width: 160 },
    { key: 'currency', optional: true, width: 110 },
  ],
  rowName: nameOf,
  actions: <NewReload />,
  detail: {
    title: nameOf,
    width: 480,
    render: (row) => <ReloadDetail row={row} />,
  },
  nothing: {
    title: 'Ninguna recarga en este período',
    text: 'Una recarga sale de un fondo propio y entra en la caja de una taquilla cuando su vendedor la acepta.',
    action: (
      <>
        <NewReload />
        <NextStep screen="cash-funds">Ver los fondos</NextStep>
      </>
    ),
  },
  print: true,
})
