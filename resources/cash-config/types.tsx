/** Kinds of incomes and outcomes: an agency's own beside the banca's, or the banca's for all. */
import { PlusOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { isNotPanama } from '@contract/access/rules.ts'
import { outcomes, type MovementTypeRow } from '@contract/outcomes.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm, type FormSchema } from '@/kit/form/form.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { FormFields } from '@/kit/screen/form-fields.tsx'
import { ActiveTag } from '@/kit/values/status-tag.tsx'

const form = outcomes.createType.body as FormSchema

/** What whoever is signed in may say of one: who bears it is the banca's word, and in Panama nothing waits. */
function useAsked(edited: MovementTypeRow | null): FormSchema {
  const session = useSession()
  return useMemo(() => {
    const fields = [
      ...(edited ? [] : ['direction']),
      'name',
      ...(isNotPanama(session) ? ['needs_approval'] : []),
      ...(!edited && session.partner_type === 'banca' && isNotPanama(session) ? ['borne_by'] : []),
      'status',
    ]
    return form.pick(Object.fromEntries(fields.map((name) => [name, true])) as never)
  }, [session, edited])
}

interface TypesProps {
  title: string
  note: string
}

export function MovementTypes({ title, note }: TypesProps) {
  const [edited, setEdited] = useState<MovementTypeRow | 'new' | null>(null)
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEdited('new')}>
          Nuevo tipo
        </Button>
      }
    >
      <div className="row stretch gap-lg" style={{ alignItems: 'start' }}>
        <Kinds title="Ingresos" direction="ingreso" onEdit={setEdited} />
        <Kinds title="Egresos" direction="egreso" onEdit={setEdited} />
      </div>
      {edited !== null && (
        <TypeForm
          key={edited === 'new' ? 'new' : edited.id}
          edited={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  )
}

interface KindsProps {
  title: string
  direction: MovementTypeRow['direction']
  onEdit: (type: MovementTypeRow) => void
}

function Kinds({ title, direction, onEdit }: KindsProps) {
  const { data, error, refetch } = useCall(outcomes.types, { query: { direction, inactive: true } })
  return (
    <section className="stack gap-xs" style={{ flex: '1 1 320px', minWidth: 0 }} aria-label={`Tipos: ${title}`}>
      <h3>{title}</h3>
      {!data && (error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={3} />)}
      {data?.data.length === 0 && (
        <EmptyState title="Aún no hay tipos" text="Sin uno, la taquilla no puede escribir ninguno: cree el primero." />
      )}
      <ul className="lined plain-list">
        {data?.data.map((type) => (
          <li key={type.id} className="row between gap-sm" style={{ padding: '8px 0' }}>
            <span className="stack grow">
              <span className="strong">{type.name}</span>
              <span className="note">{wordsOf(type)}</span>
            </span>
            <ActiveTag status={type.status} />
            {type.own ? (
              <Button size="small" aria-label={`Editar ${type.name}`} onClick={() => onEdit(type)}>
                Editar
              </Button>
            ) : (
              <span className="note">Solo lectura</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `Pide aprobación · Lo asume la banca`. */
const wordsOf = ({ needs_approval, borne_by, own, partner_name }: MovementTypeRow) =>
  [
    own ? null : `De ${partner_name}`,
    borne_by === 'banca' ? 'Lo asume y lo decide la banca' : needs_approval ? 'Pide aprobación' : 'Sin aprobación',
  ]
    .filter(Boolean)
    .join(' · ')

function TypeForm({ edited, onClose }: { edited: MovementTypeRow | null; onClose: () => void }) {
  const schema = useAsked(edited)
  const start = useMemo(
    () =>
      edited
        ? { values: { ...edited }, version: edited.version }
        : { values: { direction: 'egreso', status: 'activo' } },
    [edited],
  )
  const whole = edited
    ? { direction: edited.direction, borne_by: edited.borne_by, needs_approval: edited.needs_approval }
    : {}
  const shared = { schema, start, invalidates: [outcomes], onSaved: onClose }
  const creating = useServerForm({
    ...shared,
    draft: 'movement-type:new',
    endpoint: outcomes.createType,
    args: (values) => ({ body: values as never }),
  })
  const saving = useServerForm({
    ...shared,
    draft: `movement-type:${edited?.id}`,
    endpoint: outcomes.updateType,
    args: (values, version) => ({
      params: { id: edited!.id },
      body: { ...whole, ...values, version: version ?? edited!.version } as never,
    }),
  })
  const view = edited ? saving : creating
  const leave = () => view.unsaved.leave(onClose)
  return (
    <Drawer
      open
      width={520}
      title={edited ? edited.name : 'Nuevo tipo'}
      maskClosable={false}
      onClose={leave}
      afterOpenChange={(open) => {
        if (open) view.form.focusField('name')
      }}
    >
      <ServerFormView form={view}>
        <FormFields />
        <FormActions save={edited ? 'Guardar' : 'Crear tipo'} onCancel={leave} always={!edited} />
      </ServerFormView>
    </Drawer>
  )
}
