/** Versions of the terminals' software: uploading one, to whom it goes out, and what each office has. */
import {
  CloudUploadOutlined,
  DeleteOutlined,
  PauseCircleOutlined,
  RocketOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import type { UpdateRow } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import type { RowAction } from '@/kit/table/actions.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { sizeText } from '@/kit/table/export.tsx'
import { SoftwareOffices } from './offices.tsx'
import { RolloutDialog, useVersionActions } from './rollout.tsx'
import { VersionUpload } from './upload-drawer.tsx'
import { VersionDrawer } from './version-drawer.tsx'
import { updatesState, versionText } from './view.ts'

const columns = [
  { key: 'version_name', fixed: true, width: 150, render: versionText },
  'state',
  { key: 'share', width: 90, render: ({ share }: UpdateRow) => (share === null ? 'Ninguna' : `${share} %`) },
  'channel',
  'meant',
  'installed',
  'failed',
  { key: 'version_code', optional: true },
  { key: 'filename', width: 160 },
  { key: 'bytes', title: 'Tamaño', optional: true, width: 110, render: ({ bytes }: UpdateRow) => sizeText(bytes) },
  'created_at',
  { key: 'created_by', optional: true },
  { key: 'package', optional: true },
] as const

const tabs = [
  { key: 'versiones', label: 'Versiones' },
  { key: 'taquillas', label: 'Taquillas' },
] as const

export default function Updates() {
  const [{ view, version, upload }, set] = useUrlState(updatesState)
  const [sent, setSent] = useState<UpdateRow | null>(null)
  const close = () => set({ version: undefined }, { keep_page: true })
  const { dialog, ...actions } = useVersionActions(close)
  const actionsOf = (row: UpdateRow): RowAction[] => {
    const all: (RowAction & { key: UpdateRow['actions'][number] })[] = [
      {
        key: 'rollout',
        label: row.state === 'en_curso' ? 'Cambiar el despliegue' : 'Desplegar',
        icon: <RocketOutlined />,
        onSelect: () => setSent(row),
      },
      { key: 'halt', label: 'Detener', icon: <PauseCircleOutlined />, onSelect: () => actions.halt(row) },
      {
        key: 'withdraw',
        label: 'Retirar',
        icon: <RollbackOutlined />,
        danger: true,
        onSelect: () => actions.withdraw(row),
      },
      { key: 'remove', label: 'Eliminar', icon: <DeleteOutlined />, danger: true, onSelect: () => actions.remove(row) },
    ]
    return all.filter(({ key }) => row.actions.includes(key))
  }
  const open = (row: UpdateRow) => set({ version: row.id }, { keep_page: true })
  const start = (
    <Button
      type="primary"
      icon={<CloudUploadOutlined />}
      onClick={() => set({ upload: true, version: undefined }, { keep_page: true })}
    >
      Subir versión
    </Button>
  )
  return (
    <Page
      title="Actualizaciones"
      actions={start}
      tabs={
        <Tabs
          activeKey={view}
          items={tabs.map((one) => ({ ...one }))}
          onChange={(key) => set({ view: key as typeof view })}
        />
      }
    >
      {view === 'taquillas' ? (
        <SoftwareOffices />
      ) : (
        <ListTable
          list={updates.list}
          columns={columns}
          rowName={versionText}
          storageKey="updates"
          onOpen={open}
          onRowClick={open}
          rowActions={actionsOf}
          empty={{
            title: 'Ninguna versión',
            text: 'Suba el APK de las terminales: se lee, se ve qué pide y quién lo firmó, y se despliega a todas o a algunas.',
            action: start,
          }}
        />
      )}
      {version !== undefined && (
        <VersionDrawer
          id={version}
          onClose={close}
          onContinue={() => set({ upload: true, version: undefined }, { keep_page: true })}
          buttonsOf={(row) =>
            actionsOf(row).map(({ key, label, icon, danger, onSelect }) => (
              <Button
                key={key}
                type={key === 'rollout' && row.state === 'lista' ? 'primary' : 'default'}
                icon={icon}
                danger={danger ?? false}
                onClick={onSelect}
              >
                {label}
              </Button>
            ))
          }
        />
      )}
      {upload && (
        <VersionUpload
          onClose={() => set({ upload: undefined }, { keep_page: true })}
          onRead={({ id }) => set({ upload: undefined, version: id }, { keep_page: true })}
        />
      )}
      {sent && <RolloutDialog key={sent.version} row={sent} onClose={() => setSent(null)} />}
      {dialog}
    </Page>
  )
}
