/** Draws the toasts at the bottom right. The two regions are always there, so that what appears in them is announced. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  DownloadOutlined,
  LoadingOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { onIdentityChange } from '@providers/session-store.ts'
import {
  dismissNotice,
  forgetNotices,
  holdNotice,
  letGo,
  shownNotices,
  watchNotices,
  type StayingAction,
  type Toast as Shown,
  type NoticeKind,
} from '@providers/notice.ts'
import './signs.css'

onIdentityChange(forgetNotices)

const icons: Record<NoticeKind, React.ReactNode> = {
  success: <CheckCircleFilled />,
  error: <CloseCircleFilled />,
  loading: <LoadingOutlined />,
}

const tones: Record<NoticeKind, string> = { success: 'good', error: 'bad', loading: 'informs' }

export function Toasts() {
  const notices = useSyncExternalStore(watchNotices, shownNotices)
  return (
    <div className="sorteo-toasts stack">
      <div role="alert">{notices.filter(({ kind }) => kind === 'error').map(toToast)}</div>
      <div role="status">{notices.filter(({ kind }) => kind !== 'error').map(toToast)}</div>
    </div>
  )
}

function toToast(one: Shown) {
  return <Toast key={one.id} {...one} />
}

function Toast({ id, kind, title, detail, staying }: Shown) {
  const stays = kind === 'loading' || staying !== undefined
  return (
    <div
      className={`sorteo-toast line gap-sm ${tones[kind]}`}
      onPointerEnter={() => holdNotice(id)}
      onPointerLeave={() => !stays && letGo(id)}
      onFocus={() => holdNotice(id)}
      onBlur={() => !stays && letGo(id)}
    >
      <span className="large" aria-hidden="true">
        {icons[kind]}
      </span>
      <div className="sorteo-toast-text fill">
        <strong>{title}</strong>
        {detail && <p>{detail}</p>}
        {staying?.action && <Action {...staying.action} />}
      </div>
      {kind !== 'loading' && (
        <button
          type="button"
          className="plain-button middle hovers sorteo-muted"
          aria-label="Cerrar el aviso"
          onClick={() => {
            dismissNotice(id)
            staying?.onClose()
          }}
        >
          <CloseOutlined />
        </button>
      )}
    </div>
  )
}

function Action({ label, name, run }: StayingAction) {
  const [running, setRunning] = useState(false)
  const press = async () => {
    setRunning(true)
    await run()
    setRunning(false)
  }
  return (
    <Button type="primary" icon={<DownloadOutlined />} aria-label={name} loading={running} onClick={() => void press()}>
      {label}
    </Button>
  )
}
