/** The views of external sales, each behind its tab. */
import { Tabs } from 'antd'
import { useNavigate } from 'react-router'
import { configPath, listPath } from './paths.ts'

const items = [
  { key: listPath, label: 'Cargas' },
  { key: `${listPath}?view=pendientes`, label: 'Por asignar' },
  { key: `${listPath}?view=global`, label: 'Ventas por sistema' },
  { key: configPath, label: 'Configuración' },
]

export function ExternalTabs({ active }: { active: 'cargas' | 'pendientes' | 'global' | 'config' }) {
  const navigate = useNavigate()
  const at = { cargas: 0, pendientes: 1, global: 2, config: 3 }[active]
  return <Tabs activeKey={items[at]!.key} items={items} onChange={(key) => void navigate(key)} />
}
