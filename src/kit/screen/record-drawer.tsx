/** A new record, and one that exists, in a drawer over the list as it was filtered. */
import { Drawer, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import type { Arguments } from '@contract/endpoint.ts'
import { byId } from '@contract/endpoint.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { FormActions } from '../form/fields.tsx'
import { ServerFormView, useServerForm } from '../form/form.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import { FormFields } from './form-fields.tsx'
import { RecordFacts, RecordRead } from './record-facts.tsx'
import { draftOf, formOf, useRecordForm } from './record-form.tsx'
import {
  newText,
  useRegistryPaths,
  type ListRow,
  type NewState,
  type RecordRow,
  type Registry,
  type RegistryEntity,
} from './registry.ts'

const width = 640

/** Back to the list as it was filtered, or to whoever led to a new one. */
function useClose<E extends RegistryEntity>({ entity }: Registry<E>) {
  const navigate = useNavigate()
  const { search, state } = useLocation() as { search: string; state: NewState | null }
  const { list } = useRegistryPaths(entity)
  return () => void navigate(state?.back ?? { pathname: list, search })
}

/** An address that asks for what this user may not do leads to the list. */
export function NewRecord<E extends RegistryEntity>({ screen }: { screen: Registry<E> }) {
  const { list } = useRegistryPaths(screen.entity)
  return useCan(screen.entity.create.access) ? <NewRecordDrawer screen={screen} /> : <Navigate to={list} replace />
}

function NewRecordDrawer<E extends RegistryEntity>({ screen }: { screen: Registry<E> }) {
  const { entity, said } = screen
  const session = useSession()
  const navigate = useNavigate()
  const paths = useRegistryPaths(entity)
  const close = useClose(screen)
  const { create } = said
  const [made, setMade] = useState<RecordRow<E> | null>(null)
  const schema = useMemo(() => formOf(screen, create?.only), [screen, create])
  const { state } = useLocation() as { state: NewState | null }
  // Whoever led here may know more than the session: under whom the new one is made.
  const start = useMemo(() => ({ values: { ...create?.start?.(session), ...state?.start } }), [create, session, state])
  const form = useServerForm({
    schema,
    start,
    draft: draftOf(entity, 'new'),
    endpoint: entity.create,
    args: (values) => ({ body: { ...create?.added, ...values } }) as Arguments<E['create']>,
    invalidates: [entity, ...(said.touches ?? [])],
    onSaved: (answer) => {
      const row = answer as RecordRow<E>
      if (create?.tells) setMade(row)
      // The way back leads to the list, not to a second form.
      else if (create?.opens && !state?.returns)
        void navigate(paths.tab((row as { id: number }).id, create.opens(row)), { replace: true })
      else close()
    },
  })
  const leave = () => form.unsaved.leave(close)
  if (made) return create?.tells?.(made, close)
  const [first = ''] = Object.keys(schema.shape)
  return (
    <Drawer
      open
      width={width}
      title={newText(said)}
      onClose={leave}
      maskClosable={false}
      afterOpenChange={(open) => {
        if (open) form.form.focusField(first)
      }}
    >
      <ServerFormView form={form}>
        <FormFields own={said.own?.(undefined) ?? {}} />
        {create?.note && <p className="sorteo-muted form-note">{create.note}</p>}
        <FormActions save={`Crear ${said.one}`} onCancel={leave} always />
      </ServerFormView>
    </Drawer>
  )
}

/** An id that is no number is nobody's record. */
export function RecordDrawer<E extends RegistryEntity>({ screen }: { screen: Registry<E> }) {
  const parsed = byId.safeParse(useParams())
  const { list } = useRegistryPaths(screen.entity)
  return parsed.success ? (
    <Opened key={parsed.data.id} screen={screen} id={parsed.data.id} />
  ) : (
    <Navigate to={list} replace />
  )
}

function Opened<E extends RegistryEntity>({ screen, id }: { screen: Registry<E>; id: number }) {
  const { entity, said } = screen
  const result = useCall(entity.show, { params: { id } } as Arguments<E['show']>)
  const close = useClose(screen)
  const row = result.data as RecordRow<E> | undefined
  if (row && (row as { actions?: readonly string[] }).actions?.includes('update'))
    return <EditDrawer screen={screen} row={row} onClose={close} />
  return (
    <Drawer open width={width} title={row ? said.name(row as ListRow<E>) : said.title} onClose={close}>
      {row && <RecordRead screen={screen} row={row} />}
      {!row && result.isError && <ProblemView error={result.error} onRetry={() => void result.refetch()} />}
      {!row && !result.isError && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
    </Drawer>
  )
}

interface EditDrawerProps<E extends RegistryEntity> {
  screen: Registry<E>
  row: RecordRow<E>
  onClose: () => void
}

/** A save closes the drawer; its form is over then and must not start anew under it. */
function EditDrawer<E extends RegistryEntity>({ screen, row, onClose }: EditDrawerProps<E>) {
  const { said } = screen
  const [opened] = useState(row)
  const { id } = row as unknown as { id: number }
  const form = useRecordForm({ screen, row, onSaved: onClose })
  const leave = () => form.unsaved.leave(onClose)
  return (
    <Drawer open width={width} title={said.name(opened as ListRow<E>)} onClose={leave} maskClosable={false}>
      <ServerFormView form={form}>
        <FormFields id={id} own={said.own?.(id) ?? {}} />
        {said.facts && (
          <div className="form-note">
            <RecordFacts screen={screen} row={row} />
          </div>
        )}
        <FormActions save="Guardar" onCancel={leave} />
      </ServerFormView>
    </Drawer>
  )
}
