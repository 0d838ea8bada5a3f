/** Draws that were suspended, what was done with their bets, and suspending another. */
import { PlayCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { draws } from '@contract/draws.ts'
import {
  suspendedDraws,
  suspensionModeLabels,
  type SuspensionMode,
  type SuspensionRow,
} from '@contract/suspended-draws.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import type { Column } from '@/kit/table/columns.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import { StatusTag } from '@/kit/values/status-tag.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { clockOf, shortInstant } from '../manage-draws/draws.ts'
import { sumsText } from '../manage-draws/preview.tsx'
import { SuspendDrawer } from './drawer.tsx'
import { suspendState, type SuspendState } from './view.ts'
import '../manage-draws/award.css'
import './suspend.css'

const done: Record<SuspensionMode, string> = { devolver: 'Devueltas', mover: 'Movidas', mantener: 'En espera' }

function suspensionColumns(zone: string): Column<SuspensionRow>[] {
  return [
    { key: 'product_name', fixed: true, render: (row) => <strong>{row.product_name}</strong> },
    {
      key: 'scheduled_at',
      title: 'Sorteo',
      sortable: true,
      descend_first: true,
      render: (row) => formatInstant(row.scheduled_at, zone),
    },
    {
      key: 'state',
      title: 'Estado',
      render: (row) =>
        row.lifted_at === null ? (
          <StatusTag tone="waiting">Suspendido</StatusTag>
        ) : (
          <StatusTag tone="neutral">
            Levantado {shortInstant(row.lifted_at, zone)}
            {row.lifted_by_name && `, ${row.lifted_by_name}`}
          </StatusTag>
        ),
    },
    {
      key: 'mode',
      render: (row) =>
        row.moved_to_at === null ? done[row.mode] : `${done[row.mode]} al ${shortInstant(row.moved_to_at, zone)}`,
    },
    { key: 'lines', align: 'right', sortable: true, descend_first: true, render: (row) => formatCount(row.lines) },
    {
      key: 'amounts',
      title: 'Monto',
      align: 'right',
      render: (row) => <span className="sorteo-figures">{sumsText(row.amounts)}</span>,
    },
    { key: 'reason', width: 220 },
    { key: 'created_by_name', render: (row) => row.created_by_name ?? '—' },
    {
      key: 'created_at',
      sortable: true,
      descend_first: true,
      align: 'right',
      render: (row) => formatInstant(row.created_at, zone),
    },
  ]
}

/** What lifting does not bring back. */
const stays: Record<SuspensionMode, string> = {
  devolver: 'Las jugadas devueltas siguen devueltas: su dinero ya se entregó. El sorteo queda sin ellas.',
  mover: 'Las jugadas movidas siguen en el sorteo al que se movieron.',
  mantener: 'Las jugadas que esperaban siguen en el sorteo y jugarán con su resultado.',
}

export default function SuspendRaffle() {
  const { zone } = useSession()
  const [state, set] = useUrlState(suspendState)
  const columns = useMemo(() => suspensionColumns(zone), [zone])
  const filters = useMemo(
    () => ({ from: state.from, to: state.to, product_id: state.product_id }),
    [state.from, state.to, state.product_id],
  )
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
      <DataTable
        endpoint={suspendedDraws.list}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.product_name} del ${formatInstant(row.scheduled_at, zone)}`}
        caption="Sorteos suspendidos"
        storageKey="suspended-draws"
        defaultSort="-created_at"
        searchPlaceholder="Buscar por producto o motivo"
        toolbar={<SuspensionFilters state={state} set={set} />}
        activeFilters={useActive(state, set)}
        onClearFilters={() => set({ from: undefined, to: undefined, product_id: undefined })}
        rowActions={(row) =>
          row.actions.includes('lift')
            ? [{ key: 'lift', label: 'Levantar', icon: <PlayCircleOutlined />, onSelect: () => lift(row) }]
            : []
        }
        empty={
          <EmptyState
            title="Ningún sorteo suspendido"
            text={`Aquí se suspende uno que no se celebrará: ${Object.values(suspensionModeLabels).join(', ').toLowerCase()}.`}
            action={create}
          />
        }
      />
      {state.create && <SuspendDrawer state={state} set={set} />}
      {dialog}
    </Page>
  )
}

interface FilterProps {
  state: SuspendState
  set: SetUrlState<SuspendState>
}

function SuspensionFilters({ state, set }: FilterProps) {
  const day = (label: string, value: string | undefined, onChange: (next: string | undefined) => void) => (
    <DatePicker
      style={{ width: 140 }}
      aria-label={label}
      placeholder={label}
      format="DD/MM/YYYY"
      value={value === undefined ? null : dayjs(value)}
      onChange={(chosen) => onChange(chosen?.format('YYYY-MM-DD'))}
    />
  )
  return (
    <>
      <Filter label="Desde">{day('Desde', state.from, (from) => set({ from }))}</Filter>
      <Filter label="Hasta">{day('Hasta', state.to, (to) => set({ to }))}</Filter>
      <Filter label="Producto">
        <ProductSelect value={state.product_id} onChange={(product_id) => set({ product_id })} />
      </Filter>
    </>
  )
}

function useActive(state: SuspendState, set: SetUrlState<SuspendState>): ActiveFilter[] {
  return [
    ...(state.from === undefined
      ? []
      : [{ key: 'from', label: `Desde ${formatDay(state.from)}`, onClear: () => set({ from: undefined }) }]),
    ...(state.to === undefined
      ? []
      : [{ key: 'to', label: `Hasta ${formatDay(state.to)}`, onClear: () => set({ to: undefined }) }]),
    ...(state.product_id === undefined
      ? []
      : [{ key: 'product_id', label: 'Un producto', onClear: () => set({ product_id: undefined }) }]),
  ]
}
