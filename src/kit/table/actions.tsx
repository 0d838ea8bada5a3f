/** The menu of what may be done with one row. */
import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

export interface RowAction {
  key: string
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Starts a group of its own: what is not easily undone. */
  apart?: boolean
  onSelect: () => void
}

const more = <MoreOutlined />

/**
 * `name` tells one row's button from another's. A row without actions has no button. A page has a hundred of these and
 * one is opened: until then there is the button alone.
 */
export function ActionsMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [open, setOpen] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  const used = open !== undefined
  // With its menu it is another button, which goes on where the first was pressed.
  useLayoutEffect(() => {
    if (used) button.current?.focus()
  }, [used])
  if (actions.length === 0) return null
  const opener = (
    <Button
      ref={button}
      type="text"
      size="small"
      icon={more}
      aria-label={`Acciones de ${name}`}
      aria-haspopup="menu"
      {...(!used && { onClick: () => setOpen(true) })}
    />
  )
  if (!used) return opener
  const items = actions.flatMap((action) => [
    ...(action.apart ? [{ type: 'divider' as const, key: `${action.key}:divider` }] : []),
    { key: action.key, label: action.label, icon: action.icon, danger: action.danger ?? false },
  ])
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      menu={{
        items,
        onClick: ({ key }) => {
          // The menu goes: what opens from it gives the keyboard back to its button.
          button.current?.focus()
          actions.find((action) => action.key === key)?.onSelect()
        },
      }}
    >
      {opener}
    </Dropdown>
  )
}
