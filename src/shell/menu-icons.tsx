/** One drawing per section of the menu. */
import {
  AppstoreOutlined,
  BankOutlined,
  BarChartOutlined,
  DashboardOutlined,
  ShopOutlined,
  ToolOutlined,
  TrophyOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

const icons: Record<string, ReactNode> = {
  dashboards: <DashboardOutlined />,
  administrative: <BankOutlined />,
  reports: <BarChartOutlined />,
  'cash-management': <WalletOutlined />,
  registry: <AppstoreOutlined />,
  tools: <ToolOutlined />,
  'ticket-office': <ShopOutlined />,
  polla: <TrophyOutlined />,
}

/** The icon of a section; a new section without one still gets a mark. */
export function SectionIcon({ section }: { section: string }) {
  return (
    <span className="middle large" style={{ width: 20 }} aria-hidden="true">
      {icons[section] ?? <AppstoreOutlined />}
    </span>
  )
}
