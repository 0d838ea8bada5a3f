/** How a screen is kept up: as it happens, every 15 seconds, or not since when. */
import { Tag } from 'antd'
import { formatInstant } from '@contract/values/dates.ts'
import { useLiveState } from '@providers/server-events.ts'
import { useSession } from '@providers/session.ts'

const looks = {
  opening: { color: 'default', text: 'Conectando' },
  live: { color: 'success', text: 'En vivo' },
  polling: { color: 'warning', text: 'Cada 15 segundos' },
} as const

export function LiveMark({ of }: { of: { name: string } }) {
  const { way, since } = useLiveState(of)
  const { zone } = useSession()
  const { color, text } =
    way === 'standing'
      ? { color: 'error', text: `Sin conexión desde ${formatInstant(new Date(since).toISOString(), zone)}` }
      : looks[way]
  return (
    <span role="status">
      <Tag color={color}>{text}</Tag>
    </span>
  )
}
