/** The page around the three views: one affiliate's sheet, all of a filter, bets and limits. */
import { Alert, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '@/kit/page/page.tsx'
import { quotaPaths } from './paths.ts'

type QuotaTab = 'partner' | 'all' | 'bets'

const tabs: { key: QuotaTab; label: string; path: string }[] = [
  { key: 'partner', label: 'Por afiliado', path: quotaPaths.own },
  { key: 'all', label: 'Todos', path: quotaPaths.all },
  { key: 'bets', label: 'Jugadas y límites', path: quotaPaths.bets },
]

/** Said above a sheet that is only read. */
export function ReadOnlyQuotas() {
  return <Alert type="info" showIcon message="Su usuario puede ver los cupos, no cambiarlos." />
}

export interface QuotaFrameProps {
  tab: QuotaTab
  subtitle?: ReactNode
  filters?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function QuotaFrame({ tab, subtitle, filters, actions, children }: QuotaFrameProps) {
  const navigate = useNavigate()
  return (
    <Page
      title="Cupos"
      subtitle={subtitle}
      filters={filters}
      actions={actions}
      tabs={
        <Tabs
          activeKey={tab}
          items={tabs.map(({ key, label }) => ({ key, label }))}
          onChange={(key) => void navigate(tabs.find((one) => one.key === key)?.path ?? quotaPaths.own)}
        />
      }
    >
      {children}
    </Page>
  )
}
