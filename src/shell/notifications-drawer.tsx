/** Notifications and files made apart, in a drawer. What is opened counts as read. */
import {
  BellOutlined,
  CheckOutlined,
  ExclamationCircleFilled,
  FileDoneOutlined,
  WarningFilled,
} from '@ant-design/icons'
import { Button, Drawer, Switch, Tabs } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { pageLimits } from '@contract/endpoint.ts'
import {
  notificationLevelLabels,
  notifications,
  notificationsKeptDays,
  type Notification,
} from '@contract/notifications.ts'
import { shortMoment } from '@contract/values/dates.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { PreparedFiles } from '../kit/files/prepared-files.tsx'
import { useTakeFile } from '../kit/files/take-file.ts'
import { EmptyState } from '../kit/page/empty.tsx'
import { ProblemView } from '../kit/page/problem-view.tsx'
import { ListSkeleton } from '../kit/page/skeletons.tsx'
import { useToday } from '../kit/values/period.ts'
import './dialog.css'

interface NotificationsDrawerProps {
  open: boolean
  unread: number
  onClose: () => void
}

export function NotificationsDrawer({ open, unread, onClose }: NotificationsDrawerProps) {
  const [tab, setTab] = useState('told')
  const items = [
    {
      key: 'told',
      label: unread === 0 ? 'Avisos' : `Avisos (${unread})`,
      children: <NotificationList onClose={onClose} onFiles={() => setTab('files')} />,
    },
    { key: 'files', label: 'Archivos', children: <PreparedFiles /> },
  ]
  return (
    <Drawer open={open} onClose={onClose} title="Notificaciones" width={440} destroyOnHidden>
      <Tabs activeKey={tab} onChange={setTab} items={items} tabBarStyle={{ marginBottom: 12 }} destroyOnHidden />
    </Drawer>
  )
}

interface NotificationListProps {
  onClose: () => void
  onFiles: () => void
}

function NotificationList({ onClose, onFiles }: NotificationListProps) {
  const [page, setPage] = useState(1)
  const [without_reading, setUnreadOnly] = useState(false)
  const { data, error, refetch } = useCall(
    notifications.list,
    { body: { page, per_page: pageLimits.size, without_reading } },
    { keepPrevious: true },
  )
  const read = useAction(notifications.read, { invalidates: [notifications], success: false })
  const open = useOpening(onClose, onFiles)
  if (!data) return error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton />
  const press = (one: Notification) => {
    if (one.read_at === null) void read.run({ body: { notification_ids: [one.id] } })
    open(one)
  }
  const pages = Math.ceil(data.total / data.per_page)
  return (
    <>
      <div className="row gap-sm">
        <label className="line inline gap-xs">
          <Switch
            size="small"
            checked={without_reading}
            onChange={(on) => {
              setUnreadOnly(on)
              setPage(1)
            }}
          />{' '}
          Solo sin leer
        </label>
        <Button
          className="push"
          size="small"
          icon={<CheckOutlined />}
          loading={read.pending}
          onClick={() => void read.run({ body: { read_all: true } })}
        >
          Marcar todo como leído
        </Button>
      </div>
      {data.data.length === 0 && (
        <EmptyState
          title={without_reading ? 'Todo está leído' : 'No hay avisos'}
          text={`Los archivos listos y las alarmas de la banca aparecen aquí, y se guardan ${notificationsKeptDays} días.`}
        />
      )}
      <ul className="sorteo-activity lined plain-list" aria-label="Avisos">
        {data.data.map((one) => (
          <Line key={one.id} one={one} onPress={() => press(one)} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="row gap-sm">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Más nuevos
          </Button>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Más antiguos
          </Button>
        </div>
      )}
    </>
  )
}

/** A file is taken away, or looked for where it failed; anything else is shown where it happens. */
function useOpening(onClose: () => void, onFiles: () => void) {
  const navigate = useNavigate()
  const { take } = useTakeFile()
  return ({ kind, level, link, file_id }: Notification) => {
    if (kind === 'archivo') return file_id !== null && level === 'informa' ? void take(file_id) : onFiles()
    if (link === null) return
    onClose()
    void navigate(link)
  }
}

const signs: Record<Notification['level'], [ReactNode, string]> = {
  informa: [<BellOutlined key="sign" />, 'informs'],
  advierte: [<ExclamationCircleFilled key="sign" />, 'warns'],
  urge: [<WarningFilled key="sign" />, 'bad'],
}

function Line({ one, onPress }: { one: Notification; onPress: () => void }) {
  const { zone } = useSession()
  const today = useToday()
  const { kind, level, title, text, at, read_at } = one
  const [sign, tone] = signs[level]
  return (
    <li>
      <button type="button" className="plain-button line stretch gap-sm hovers fill" onClick={onPress}>
        <span className={tone} role="img" aria-label={notificationLevelLabels[level]}>
          {kind === 'archivo' && level === 'informa' ? <FileDoneOutlined /> : sign}
        </span>
        <span className="stack fill">
          {read_at === null ? <strong>{title}</strong> : <span>{title}</span>}
          <span>{text}</span>
          <time className="note" dateTime={at}>
            {shortMoment(at, zone, today)}
            {read_at === null && ' · sin leer'}
          </time>
        </span>
      </button>
    </li>
  )
}
