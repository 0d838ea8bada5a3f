/** The button that opens the choice of a table's columns. */
import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Suspense } from 'react'
import { later } from '../page/later.tsx'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const ColumnsPanel = later(async () => (await import('./columns-panel.tsx')).ColumnsPanel<never>)

export function ColumnChooser<Row>(props: ColumnsPanelProps<Row>) {
  return (
    <Popover
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
        icon={<SettingOutlined />}
        aria-label="Columnas y densidad"
        title="Columnas y densidad"
        onPointerEnter={() => void ColumnsPanel.preload()}
      >
        <span className="tool-label">Columnas</span>
      </Button>
    </Popover>
  )
}
