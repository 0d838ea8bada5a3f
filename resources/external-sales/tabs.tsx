/** The views of external sales, each behind its tab. */
import { Tabs } from 'antd'
import { useNavigate } from 'react-router'
import { configPath, listPath } from './paths.ts'

const items = [
  { key: listPath, label: 'Cargas' },
  { key: `${listPath}?view=global`, label: 'Ventas por sistema' },
  { key: configPath, label: 'Configuración' },
]

export function ExternalTabs({ active }: { active: 'cargas' | 'global' | 'config' }) {
  const navigate = useNavigate()
  const at = { cargas: 0, global: 1, config: 2 }[active]
  return <Tabs activeKey={items[at]!.key} items={items} onChange={(key) => void navigate(key)} />
}
