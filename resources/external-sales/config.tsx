/** External systems: how their files are written, and the dictionary of their names. */
import { NextStep } from '@/kit/page/next-step.tsx'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Drawer, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import type { DictionaryRow } from '@contract/external-names.ts'
import { externalSales, type ExternalSystem } from '@contract/external-sales.ts'
import { wordOf } from '@contract/field.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import { useAction, useCall, useReadOnce } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { startOfRow } from '@/kit/screen/registry.ts'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { ExternalTabs } from './tabs.tsx'

const form = externalSales.saveConfig.body!.omit({ id: true, version: true })

function SystemDrawer({ system, onClose }: { system: ExternalSystem | null; onClose: () => void }) {
  const { currency } = useSession()
  const start = useMemo(
    () => (system ? startOfRow(form, system) : { values: { ...usual, currency } }),
    [system, currency],
  )
  const readOnce = useReadOnce(externalSales.config)
  const editing = useServerForm({
    schema: form,
    start,
    draft: `external-system:${system?.id ?? 'new'}`,
    endpoint: externalSales.saveConfig,
    args: (values, version) => ({ body: { ...values, ...(system && { id: system.id, version: version ?? 0 }) } }),
    invalidates: [externalSales],
    onSaved: onClose,
    latest: async () => startOfRow(form, (await readOnce({})).data.find(({ id }) => id === system?.id)!),
  })
  const leave = () => editing.unsaved.leave(onClose)
  return (
    <Drawer open width={640} title={system?.name ?? 'Nuevo sistema'} maskClosable={false} onClose={leave}>
      <ServerFormView form={editing}>
        <FormFields />
        <FormActions save={system ? 'Guardar' : 'Crear sistema'} onCancel={leave} always={!system} />
      </ServerFormView>
    </Drawer>
  )
}

/** What a new one starts with: as most files here are written. */
const usual = {
  file_kind: 'cualquiera',
  sheet: '',
  number_style: 'es-VE',
  day_order: 'dmy',
  grace_days: 3,
  status: 'activo',
} as const

function formatText(system: ExternalSystem): string {
  const { shape } = form
  return [
    wordOf(shape.file_kind, system.file_kind),
    `números ${wordOf(shape.number_style, system.number_style)}`,
    wordOf(shape.day_order, system.day_order).toLowerCase(),
    system.currency ? currencyFacts[system.currency].name : 'moneda en el archivo',
    system.product_name ?? 'producto en el archivo',
  ].join(' · ')
}

function SystemItem({ system, onEdit }: { system: ExternalSystem; onEdit: () => void }) {
  return (
    <li className="row gap-sm">
      <span className="stack grow">
        <strong>{system.name}</strong>
        <span className="note">{formatText(system)}</span>
      </span>
      <span className="note">
        {formatCount(system.names)} nombres · {formatCount(system.waiting)} por revisar
      </span>
      <ActiveTag status={system.status} />
      <Button aria-label={`Editar ${system.name}`} onClick={onEdit}>
        Editar
      </Button>
    </li>
  )
}

function Dictionary() {
  const [ask, dialog] = useConfirm()
  const forget = useAction(externalSales.forget, {
    invalidates: [externalSales],
    success: 'El nombre salió del diccionario.',
  })
  const askForget = (row: DictionaryRow) =>
    ask({
      title: `Quitar «${row.key}» de ${row.system_name}`,
      text: 'Las filas que esperan con ese nombre vuelven a quedar por asignar. Lo publicado no cambia.',
      effects: [{ label: row.key, before: row.target, after: 'Por asignar' }],
      action: 'Quitar',
      danger: true,
      run: () => forget.run({ query: { id: row.id } }),
    })
  return (
    <>
      <ListTable
        list={externalSales.dictionary}
        columns={[
          { key: 'key', fixed: true, width: 260 },
          'kind',
          { key: 'target', width: 240 },
          'system_name',
          'created_by',
          'created_at',
        ]}
        rowName={(row) => row.key}
        storageKey="external-dictionary"
        rowActions={(row) => [
          { key: 'forget', label: 'Quitar', icon: <DeleteOutlined />, onSelect: () => askForget(row) },
        ]}
        empty={{
          title: 'El diccionario está vacío',
          text: 'Los nombres entran aquí al asignarlos en una carga: agencias, productos y columnas.',
          action: <NextStep screen="external-reports">Cargar un archivo</NextStep>,
        }}
      />
      {dialog}
    </>
  )
}

export default function ExternalConfig() {
  const [edited, setEdited] = useState<ExternalSystem | 'new' | null>(null)
  const systems = useCall(externalSales.config)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
      Nuevo sistema
    </Button>
  )
  return (
    <Page title="Reportes externos" actions={add} tabs={<ExternalTabs active="config" />}>
      <Panel title="Sistemas">
        {systems.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
        {systems.isError && <ProblemView error={systems.error} onRetry={() => void systems.refetch()} />}
        {systems.data?.data.length === 0 && (
          <EmptyState
            title="Aún no hay sistemas"
            text="Cree uno por cada empresa cuyas ventas carga: dice cómo se escriben sus archivos."
            action={add}
          />
        )}
        <ul className="plain-list lined stack gap-sm" aria-label="Sistemas">
          {systems.data?.data.map((system) => (
            <SystemItem key={system.id} system={system} onEdit={() => setEdited(system)} />
          ))}
        </ul>
      </Panel>
      <section className="stack gap-xs" aria-labelledby="external-dictionary">
        <h2 id="external-dictionary">Diccionario</h2>
        <p className="sorteo-muted">Qué agencia, producto o columna es cada nombre de los sistemas.</p>
        <Dictionary />
      </section>
      {edited !== null && <SystemDrawer system={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}
