/** Light, dark, or as the system has it. */
import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { chooseMode, useMode, useModeChoice, type ModeChoice } from '@/theme/mode.ts'

const items = [
  { key: 'light', label: 'Claro', icon: <SunOutlined /> },
  { key: 'dark', label: 'Oscuro', icon: <MoonOutlined /> },
  { key: 'system', label: 'Como el sistema', icon: <DesktopOutlined /> },
]

export function ModeMenu() {
  const mode = useMode()
  const choice = useModeChoice()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      menu={{ items, selectable: true, selectedKeys: [choice], onClick: ({ key }) => chooseMode(key as ModeChoice) }}
    >
      <Button
        type="text"
        aria-label="Tema"
        aria-haspopup="menu"
        icon={mode === 'dark' ? <MoonOutlined /> : <SunOutlined />}
      />
    </Dropdown>
  )
}
