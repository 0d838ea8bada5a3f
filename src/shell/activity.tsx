/** What the toasts said, for whoever missed one. Of this tab, newest first. */
import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Drawer, Empty } from 'antd'
import { useSyncExternalStore } from 'react'
import { formatInstant } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import { recentActivity, watchToasts } from '@providers/toasts.ts'
import './dialog.css'

export function Activity({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { zone } = useSession()
  const toasts = useSyncExternalStore(watchToasts, recentActivity)
  return (
    <Drawer open={open} onClose={onClose} title="Actividad reciente" width={380}>
      {toasts.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="Lo que haga aparecerá aquí, por si se le escapa un aviso."
        />
      )}
      <ul className="sorteo-activity lined plain-list">
        {toasts.map(({ id, kind, title, detail, at }) => (
          <li key={id} className="line stretch gap-sm">
            <span className={kind === 'error' ? 'bad' : 'good'} aria-hidden="true">
              {kind === 'error' ? <CloseCircleFilled /> : <CheckCircleFilled />}
            </span>
            <div>
              <strong>{title}</strong>
              {detail && <p>{detail}</p>}
              <time className="note" dateTime={at.toISOString()}>
                {formatInstant(at.toISOString(), zone)}
              </time>
            </div>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
