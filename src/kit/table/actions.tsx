/** The menu of what may be done with one row. */
import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'

export interface RowAction {
  key: string
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Starts a group of its own: what is not easily undone. */
  apart?: boolean
  onSelect: () => void
}

/** `name` tells one row's button from another's. A row without actions has no button. */
export function ActionsMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null
  const items = actions.flatMap((action) => [
    ...(action.apart ? [{ type: 'divider' as const, key: `${action.key}:divider` }] : []),
    { key: action.key, label: action.label, icon: action.icon, danger: action.danger ?? false },
  ])
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => actions.find((action) => action.key === key)?.onSelect() }}
    >
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={`Acciones de ${name}`}
        aria-haspopup="menu"
      />
    </Dropdown>
  )
}
