/** How a screen is kept up: as it happens, every 15 seconds, or not since when. */
import { ClockCircleFilled, DisconnectOutlined, LoadingOutlined, WifiOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import { formatInstant } from '@contract/values/dates.ts'
import { useLiveState } from '@providers/server-events.ts'
import { useSession } from '@providers/session.ts'

const looks = {
  opening: { color: 'default', text: 'Conectando', icon: <LoadingOutlined /> },
  live: { color: 'success', text: 'En vivo', icon: <WifiOutlined /> },
  polling: { color: 'warning', text: 'Cada 15 segundos', icon: <ClockCircleFilled /> },
} as const

export function LiveMark({ of }: { of: { name: string } }) {
  const { way, since } = useLiveState(of)
  const { zone } = useSession()
  const { color, text, icon } =
    way === 'standing'
      ? {
          color: 'error',
          icon: <DisconnectOutlined />,
          text: `Sin conexión desde ${formatInstant(new Date(since).toISOString(), zone)}`,
        }
      : looks[way]
  return (
    <span role="status">
      <Tag color={color} icon={icon}>
        {text}
      </Tag>
    </span>
  )
}
