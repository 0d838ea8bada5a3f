/** The books. Mounted at its screen's path with everything below. */
import { Tabs } from 'antd'
import { Navigate, Route, Routes } from 'react-router'
import { Report } from '@/kit/screen/report-screen.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { NewBatchPage } from './batch.tsx'
import { booksPath, bookViews, bookQuery } from './paths.ts'
import { balanceView, journalView, ledgerView } from './views.tsx'

const labels = { diario: 'Diario', balance: 'Balance de comprobación', mayor: 'Mayor' } as const
const items = bookViews.map((key) => ({ key, label: labels[key] }))

/** Partner, account, type and currency go along from one view to the next; order and search are each one's own. */
function Books() {
  const [{ view }, set] = useUrlState(bookQuery)
  const choose = (key: string) =>
    set({ view: key, sort: undefined, q: undefined } as unknown as { view: (typeof bookViews)[number] })
  const tabs = <Tabs activeKey={view} items={items} onChange={choose} />
  if (view === 'balance') return <Report key={view} {...balanceView} tabs={tabs} />
  if (view === 'mayor') return <Report key={view} {...ledgerView} tabs={tabs} />
  return <Report key={view} {...journalView} tabs={tabs} />
}

export default function AccountEntries() {
  return (
    <Routes>
      <Route index element={<Books />} />
      <Route path="create" element={<NewBatchPage />} />
      <Route path="*" element={<Navigate to={booksPath} replace />} />
    </Routes>
  )
}
