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
  dismissToast,
  forgetToasts,
  holdToast,
  releaseToast,
  shownToasts,
  watchToasts,
  type StayingAction,
  type Toast as Shown,
  type ToastKind,
} from '@providers/toasts.ts'
import './signs.css'

onIdentityChange(forgetToasts)

const icons: Record<ToastKind, React.ReactNode> = {
  success: <CheckCircleFilled />,
  error: <CloseCircleFilled />,
  loading: <LoadingOutlined />,
}

const tones: Record<ToastKind, string> = { success: 'good', error: 'bad', loading: 'informs' }

export function Toasts() {
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return (
    <div className="sorteo-toasts stack">
      <div role="alert">{toasts.filter(({ kind }) => kind === 'error').map(toToast)}</div>
      <div role="status">{toasts.filter(({ kind }) => kind !== 'error').map(toToast)}</div>
    </div>
  )
}

function toToast(one: Shown) {
  return <Toast key={one.id} {...one} />
}

function Toast({ id, kind, title, detail, staying }: Shown) {
  return (
    <div
      className={`sorteo-toast line gap-sm ${tones[kind]}`}
      onPointerEnter={() => holdToast(id)}
      onPointerLeave={() => releaseToast(id)}
      onFocus={() => holdToast(id)}
      onBlur={() => releaseToast(id)}
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
            dismissToast(id)
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
