/** A new record, and one that exists, in a drawer over the list as it was filtered. */
import { Drawer, Skeleton } from 'antd'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import type { Arguments } from '@contract/endpoint.ts'
import { byId } from '@contract/endpoint.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import { FormActions } from '../form/fields.tsx'
import { ServerFormView, useServerForm } from '../form/form.tsx'
import type { Unsaved } from '../form/unsaved.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import { useRowWalk, type RowWalk } from '../table/shown-rows.ts'
import { FormFields } from './form-fields.tsx'
import { RecordFacts, RecordRead } from './record-facts.tsx'
import { RowDrawer } from './row-drawer.tsx'
import { draftOf, formOf, useRecordForm } from './record-form.tsx'
import {
  newText,
  nobody,
  useRegistryPaths,
  type AnyEndpoint,
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
  return useCan(screen.entity.create?.access ?? nobody) ? (
    <NewRecordDrawer screen={screen} />
  ) : (
    <Navigate to={list} replace />
  )
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
    endpoint: entity.create!,
    args: (values) => ({ body: { ...create?.added, ...values } }) as Arguments<AnyEndpoint>,
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
  return parsed.success ? <Opened screen={screen} id={parsed.data.id} /> : <Navigate to={list} replace />
}

/** Asks before what is unsaved goes. */
type Leave = Unsaved['leave']

/** None of a row that left the list since: one that was decided, where only what waits is shown. */
const idOf = (row: unknown) => (row as { id: number } | undefined)?.id

/** The rows of the list before and after this one; what is unsaved here asks first. */
function useWay<E extends RegistryEntity>({ entity }: Registry<E>, id: number, leave: Leave): RowWalk | null {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { record } = useRegistryPaths(entity)
  const open = (row: unknown) => void navigate({ pathname: record(idOf(row)!), search }, { replace: true })
  const walk = useRowWalk({ list: entity.list, idOf, id, open })
  const asking = (way: (() => void) | null) => way && (() => leave(way))
  return (
    walk && {
      ...walk,
      previous: asking(walk.previous),
      next: asking(walk.next),
      go: (step) => leave(() => walk.go(step)),
    }
  )
}

function Opened<E extends RegistryEntity>({ screen, id }: { screen: Registry<E>; id: number }) {
  const { entity, said } = screen
  const result = useCall(entity.show, { params: { id } } as Arguments<E['show']>)
  const close = useClose(screen)
  const [guard, setGuard] = useState<Leave | null>(null)
  const leave: Leave = (action) => (guard ? guard(action) : action())
  const walk = useWay(screen, id, leave)
  const row = result.data as RecordRow<E> | undefined
  const mayEdit = (row as { actions?: readonly string[] } | undefined)?.actions?.includes('update') ?? false
  const [editing, setEditing] = useState<number | null>(null)
  const view = row && !(mayEdit && editing === id) && said.view?.(row, () => setEditing(id))
  const edits = mayEdit && !view
  return (
    <RowDrawer
      open
      shows={id}
      walk={walk}
      width={width}
      title={row ? said.name(row as ListRow<E>) : said.title}
      onClose={() => leave(close)}
      maskClosable={!edits}
    >
      {view}
      {row && edits && <EditForm key={id} screen={screen} row={row} onGuard={setGuard} onClose={close} />}
      {row && !edits && !view && <RecordRead screen={screen} row={row} />}
      {!row && result.isError && <ProblemView error={result.error} onRetry={() => void result.refetch()} />}
      {!row && !result.isError && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
    </RowDrawer>
  )
}

interface EditFormProps<E extends RegistryEntity> {
  screen: Registry<E>
  row: RecordRow<E>
  /** Who asks before the drawer goes, or goes on to another record. */
  onGuard: (leave: (() => Leave) | null) => void
  onClose: () => void
}

/** A save closes the drawer. */
function EditForm<E extends RegistryEntity>({ screen, row, onGuard, onClose }: EditFormProps<E>) {
  const { said } = screen
  const { id } = row as unknown as { id: number }
  const form = useRecordForm({ screen, row, onSaved: onClose })
  const { leave } = form.unsaved
  const discard = useRef(form.discard)
  useLayoutEffect(() => {
    discard.current = form.discard
  })
  // What was discarded is gone at once: the row of another page comes later, and nobody is asked again when it does.
  useLayoutEffect(() => {
    onGuard(
      () => (action) =>
        leave(() => {
          discard.current()
          action()
        }),
    )
    return () => onGuard(null)
  }, [onGuard, leave])
  return (
    <ServerFormView form={form}>
      <FormFields id={id} own={said.own?.(id) ?? {}} />
      {said.facts && (
        <div className="form-note">
          <RecordFacts screen={screen} row={row} />
        </div>
      )}
      <FormActions save="Guardar" onCancel={() => leave(onClose)} />
    </ServerFormView>
  )
}
