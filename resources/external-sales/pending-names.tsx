/** Names that nobody has assigned yet: each is given its agency or product here, and the rows follow. Of one load, or of all. */
import { useRef } from 'react'
import { NextStep } from '@/kit/page/next-step.tsx'
import { wordOf } from '@contract/field.ts'
import type { PendingName, WaitingName } from '@contract/external-names.ts'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { AssignName } from './assign-name.tsx'
import { ExternalTabs } from './tabs.tsx'
import './external.css'
import { useWholeItems } from '@/kit/page/whole-items.ts'

const { kind: kinds } = externalSales.pending.list.row.shape

function PendingItem({ system_id, pending }: { system_id: number; pending: PendingName }) {
  return (
    <li className="row gap-sm">
      <span className="stack grow">
        <span>
          <strong>{pending.name}</strong>
          {pending.label && ` · ${pending.label}`}
        </span>
        <span className="note">
          {wordOf(kinds, pending.kind)} · {countText(pending.rows, 'fila', 'filas')}
        </span>
      </span>
      <AssignName system_id={system_id} pending={pending} />
    </li>
  )
}

export function PendingNames({ load }: { load: ExternalLoad }) {
  const { pending_names, pending_total, system_id } = load
  const rest = pending_total - pending_names.length
  const list = useRef<HTMLUListElement>(null)
  useWholeItems(list, 'li')
  return (
    <Panel
      title={`Nombres por asignar: ${formatCount(pending_total)}`}
      note={
        'Lo que asigne queda en el diccionario del sistema: sus otras cargas y los próximos ' +
        'archivos lo reconocen. De lo que no es nuestro no se publica nada.'
      }
    >
      <ul
        ref={list}
        className="plain-list lined stack gap-xs external-pending scrolls"
        aria-label="Nombres por asignar"
      >
        {pending_names.map((pending) => (
          <PendingItem key={`${pending.kind} ${pending.name}`} system_id={system_id} pending={pending} />
        ))}
      </ul>
      {rest > 0 && <p className="note">Y {formatCount(rest)} más, que siguen al asignar estos.</p>}
    </Panel>
  )
}

const columns: readonly ColumnSpec<WaitingName>[] = [
  { key: 'name', fixed: true, width: 240 },
  { key: 'label', width: 180 },
  { key: 'kind', width: 100 },
  { key: 'system_name', width: 160 },
  { key: 'loads', width: 90 },
  { key: 'rows', width: 90 },
  {
    key: 'suggested_name',
    title: 'Asignar',
    width: 460,
    render: (row) => <AssignName system_id={row.system_id} pending={row} />,
  },
]

/** What waits over all loads: assigned once, a name is known in every load of its system. */
export function AllPendingNames() {
  return (
    <Page title="Reportes externos" tabs={<ExternalTabs active="pendientes" />}>
      <ListTable
        list={externalSales.pending}
        columns={columns}
        rowKey={(row) => row.key}
        rowName={(row) => `${row.name} de ${row.system_name}`}
        storageKey="external-pending"
        empty={{
          title: 'Ningún nombre espera',
          text: 'Todas las cargas por revisar se entienden. Los nombres nuevos de los próximos archivos aparecerán aquí.',
          action: <NextStep screen="external-reports">Ver las cargas</NextStep>,
        }}
      />
    </Page>
  )
}
