/** Asks again for what is on the screen. The turning arrow is this button's alone: nothing else that is done has it. */
import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'

export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <Button
      icon={<ReloadOutlined spin={busy} />}
      onClick={onRefresh}
      aria-label="Actualizar ahora"
      title="Actualizar ahora"
    />
  )
}
