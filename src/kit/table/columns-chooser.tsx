/** The button that opens the choice of a table's columns. */
import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Suspense } from 'react'
import { later } from '../page/later.tsx'
import { usePopover } from '../page/use-popover.ts'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const ColumnsPanel = later(async () => (await import('./columns-panel.tsx')).ColumnsPanel<never>)

export function ColumnChooser<Row>(props: ColumnsPanelProps<Row>) {
  const { button, over } = usePopover()
  return (
    <Popover
      {...over}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      getPopupContainer={(button) => button.parentElement ?? document.body}
      content={
        <Suspense fallback={null}>
          <ColumnsPanel {...(props as ColumnsPanelProps<never>)} />
        </Suspense>
      }
    >
      <Button
        ref={button}
        icon={<SettingOutlined />}
        aria-expanded={over.open}
        aria-label="Columnas y densidad"
        title="Columnas y densidad"
        onPointerEnter={() => void ColumnsPanel.preload()}
      >
        <span className="tool-label">Columnas</span>
      </Button>
    </Popover>
  )
}
