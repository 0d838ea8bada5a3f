/** Draws that were suspended, what was done with their bets, and suspending another. */
import { PlayCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo } from 'react'
import { draws } from '@contract/draws.ts'
import {
  suspendedDraws,
  suspensionModeLabels,
  type SuspensionMode,
  type SuspensionRow,
} from '@contract/suspended-draws.ts'
import { wordOf } from '@contract/field.ts'
import { clockOf, formatInstant, shortInstant } from '@contract/values/dates.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { StatusTag } from '@/kit/values/status-tag.tsx'
import { SuspendDrawer } from './drawer.tsx'
import { suspendState } from './view.ts'
import './suspend.css'

const { mode } = suspendedDraws.list.list.row.shape

function suspensionColumns(zone: string): ColumnSpec<SuspensionRow>[] {
  return [
    { key: 'product_name', fixed: true, render: (row) => <strong>{row.product_name}</strong> },
    { key: 'scheduled_at', align: 'left' },
    {
      key: 'state',
      title: 'Estado',
      render: (row) =>
        row.lifted_at === null ? (
          <StatusTag state="suspendido" tone="bad">
            Suspendido
          </StatusTag>
        ) : (
          <StatusTag state="inactivo" tone="neutral">
            Levantado {shortInstant(row.lifted_at, zone)}
            {row.lifted_by_name && `, ${row.lifted_by_name}`}
          </StatusTag>
        ),
    },
    {
      key: 'mode',
      render: (row) =>
        wordOf(mode, row.mode) + (row.moved_to_at === null ? '' : ` al ${shortInstant(row.moved_to_at, zone)}`),
    },
    'lines',
    { key: 'amounts', align: 'right' },
    { key: 'reason', width: 220 },
    'created_by_name',
    'created_at',
  ]
}

/** What lifting does not bring back. */
const stays: Record<SuspensionMode, string> = {
  devolver: 'Las jugadas devueltas siguen devueltas, y su dinero por entregar en taquilla. El sorteo queda sin ellas.',
  mover: 'Las jugadas movidas siguen en el sorteo al que se movieron.',
  mantener: 'Las jugadas que esperaban siguen en el sorteo y jugarán con su resultado.',
}

export default function SuspendRaffle() {
  const { zone } = useSession()
  const [state, set] = useUrlState(suspendState)
  const columns = useMemo(() => suspensionColumns(zone), [zone])
  const [ask, dialog] = useConfirm()
  const remove = useAction(suspendedDraws.remove, {
    invalidates: [suspendedDraws, draws],
    success: 'La suspensión se levantó.',
  })
  const lift = (row: SuspensionRow) => {
    const open = new Date(row.closes_at).getTime() > Date.now()
    ask({
      title: `Levantar la suspensión de ${row.product_name}, ${formatInstant(row.scheduled_at, zone)}`,
      text: stays[row.mode],
      effects: [
        {
          label: 'Sorteo',
          before: 'Suspendido',
          after: open ? `Abierto, vende hasta las ${clockOf(row.closes_at, zone)}` : 'Cerrado, espera resultado',
        },
      ],
      action: 'Levantar',
      run: () => remove.run({ params: { id: row.id } }),
    })
  }
  const create = (
    <Button type="primary" icon={<StopOutlined />} onClick={() => set({ create: true })}>
      Suspender un sorteo
    </Button>
  )
  return (
    <Page title="Suspender sorteos" actions={create}>
      <ListTable
        list={suspendedDraws.list}
        columns={columns}
        rowName={(row) => `${row.product_name} del ${formatInstant(row.scheduled_at, zone)}`}
        storageKey="suspended-draws"
        rowActions={(row) =>
          row.actions.includes('lift')
            ? [{ key: 'lift', label: 'Levantar', icon: <PlayCircleOutlined />, onSelect: () => lift(row) }]
            : []
        }
        empty={{
          title: 'Ningún sorteo suspendido',
          text: `Aquí se suspende uno que no se celebrará: ${Object.values(suspensionModeLabels).join(', ').toLowerCase()}.`,
          action: create,
        }}
      />
      {state.create && <SuspendDrawer state={state} set={set} />}
      {dialog}
    </Page>
  )
}
