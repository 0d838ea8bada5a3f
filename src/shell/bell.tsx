/** What the person was told meanwhile: how many wait in the header, and the list that opens. */
import { BellOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { notifications, notificationsEveryMs } from '@contract/notifications.ts'
import { useCall } from '@providers/queries.ts'
import { fileFound, isLookingOut, watchLeftFiles } from '../kit/files/left-files.ts'
import { later } from '../kit/page/later.tsx'

const LazyNotifications = later(async () => (await import('./notifications-drawer.tsx')).NotificationsDrawer)

/** While a file of this tab is being made, news is looked for more often. */
const lookOutEveryMs = 3_000

/** How many are unread; undefined until that is known. */
function useUnread(): number | undefined {
  const looking = useSyncExternalStore(watchLeftFiles, isLookingOut)
  const { data } = useCall(
    notifications.count,
    {},
    { refetchInterval: looking ? lookOutEveryMs : notificationsEveryMs },
  )
  const unread = data?.unread
  const known = useRef(unread)
  useEffect(() => {
    if (unread !== undefined && known.current !== undefined && unread > known.current) fileFound()
    known.current = unread
  }, [unread])
  return unread
}

export function Bell() {
  const unread = useUnread() ?? 0
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return (
    <>
      <Badge count={unread} size="small" overflowCount={99} offset={[-6, 6]}>
        <Button
          type="text"
          icon={<BellOutlined />}
          aria-haspopup="dialog"
          aria-label={unread === 0 ? 'Notificaciones' : `Notificaciones, ${unread} sin leer`}
          onPointerEnter={() => void LazyNotifications.preload()}
          onClick={() => setOpen(true)}
        />
      </Badge>
      {wanted && (
        <Suspense fallback={null}>
          <LazyNotifications open={open} unread={unread} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
