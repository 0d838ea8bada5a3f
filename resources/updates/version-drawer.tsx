/** One version: how far it is, what its APK says of itself, whose it is, and what may be done with it. */
import { Button, Drawer, Progress } from 'antd'
import type { ReactNode } from 'react'
import type { UpdateDetail, UpdateRow } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { goingPercent } from '@contract/values/progress.ts'
import { useCall } from '@providers/queries.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { RowFacts } from '@/kit/screen/record-facts.tsx'
import { sizeText } from '@/kit/table/export.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'
import { Notes } from './notes.tsx'
import { versionText } from './view.ts'

const { list } = updates
const { state } = list.list.row.shape

/** A long hash in groups, which a person can compare. */
function Hash({ of }: { of: string | null }) {
  return <code style={{ overflowWrap: 'anywhere' }}>{of === null ? '—' : (of.match(/.{8}/g) ?? []).join(' ')}</code>
}

function Rollout({ row, buttons }: { row: UpdateRow; buttons: ReactNode }) {
  const { channel, share, partners, meant, installed, failed } = row
  return (
    <Panel title="Despliegue" padding="tight" {...(buttons !== null && { actions: buttons })}>
      {channel === null ? (
        <p className="sorteo-muted">Ninguna taquilla la recibe todavía.</p>
      ) : (
        <Facts
          facts={[
            { label: 'Canal', value: channel === 'prueba' ? 'De prueba' : 'Estable' },
            { label: 'Parte', value: `${share} %` },
            { label: 'Solo para', value: partners.length > 0 ? partners.join(', ') : 'Todas las taquillas' },
            { label: 'Le toca a', value: countText(meant, 'taquilla', 'taquillas') },
            { label: 'La tienen', value: countText(installed, 'taquilla', 'taquillas') },
            { label: 'Con falla', value: formatCount(failed) },
          ]}
        />
      )}
    </Panel>
  )
}

function Apk({ row }: { row: UpdateDetail }) {
  return (
    <Panel title="Lo que dice el APK" padding="tight">
      <Stack gap="sm">
        <RowFacts
          list={list}
          row={row}
          names={['package', 'version_name', 'version_code', 'min_sdk', 'target_sdk', 'schemes']}
        />
        <Facts
          facts={[
            { label: 'Certificado (SHA-256)', value: <Hash of={row.certificate} />, whole: true },
            {
              label: `Permisos (${formatCount(row.permissions.length)})`,
              value: row.permissions.length === 0 ? 'Ninguno' : <Permissions all={row.permissions} />,
              whole: true,
            },
          ]}
        />
      </Stack>
    </Panel>
  )
}

function Permissions({ all }: { all: readonly string[] }) {
  return (
    <ul style={{ columns: '180px', margin: 0, paddingInlineStart: 16, overflowWrap: 'anywhere' }}>
      {all.map((one) => (
        <li key={one} title={one}>
          {one.replace(/^android\.permission\./, '')}
        </li>
      ))}
    </ul>
  )
}

interface VersionDrawerProps {
  id: number
  onClose: () => void
  onContinue: () => void
  buttonsOf: (row: UpdateRow) => ReactNode
}

function Version({ row, onContinue, buttonsOf }: { row: UpdateDetail } & Omit<VersionDrawerProps, 'id' | 'onClose'>) {
  return (
    <Stack>
      <div className="row gap-sm">
        <StateTag of={state} state={row.state} />
        <span className="sorteo-muted">{row.filename}</span>
      </div>
      {row.state === 'subiendo' ? (
        <Panel title="Subida" padding="tight" actions={buttonsOf(row)}>
          <Stack gap="sm">
            <span role="status">
              Llegaron {sizeText(row.received)} de {sizeText(row.bytes)}
              <Progress percent={goingPercent(row.received, row.bytes)} size="small" />
            </span>
            <p className="sorteo-muted">Para continuar, elija el mismo archivo: sigue donde quedó.</p>
            <span>
              <Button type="primary" onClick={onContinue}>
                Continuar la subida
              </Button>
            </span>
          </Stack>
        </Panel>
      ) : (
        <>
          <Rollout row={row} buttons={buttonsOf(row)} />
          <Apk row={row} />
          <Notes key={row.version} row={row} />
        </>
      )}
      <Panel title="Archivo" padding="tight">
        <Stack gap="sm">
          <Facts facts={[{ label: 'Tamaño', value: sizeText(row.bytes) }]} />
          <RowFacts list={list} row={row} names={['created_by', 'created_at']} />
          <Facts facts={[{ label: 'SHA-256 del archivo', value: <Hash of={row.sha256} />, whole: true }]} />
        </Stack>
      </Panel>
    </Stack>
  )
}

export function VersionDrawer({ id, onClose, ...rest }: VersionDrawerProps) {
  const found = useCall(updates.show, { params: { id } })
  return (
    <Drawer open width={640} title={found.data ? versionText(found.data) : 'Versión'} onClose={onClose}>
      {found.data && <Version row={found.data} {...rest} />}
      {found.isError && <ProblemView error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <ListSkeleton rows={6} />}
    </Drawer>
  )
}
