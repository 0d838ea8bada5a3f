/** What may be done with a record, as the server says on each row, and the questions before it is done. */
import { DeleteOutlined, EditOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { Arguments } from '@contract/endpoint.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useReadOnce } from '@providers/queries.ts'
import { useConfirm, type Confirmation } from '../page/confirm.tsx'
import type { RowAction } from '../table/actions.tsx'
import { ActiveTag } from '../values/status-tag.tsx'
import { useDialogState } from './record-dialogs.tsx'
import {
  oneText,
  startOfRow,
  useRegistryPaths,
  type DialogAction,
  type ListRow,
  type RecordRow,
  type Registry,
  type RegistryEntity,
  type RegistryScreen,
} from './registry.ts'

export interface RecordActions<Row> {
  /** In the order of the menu; only what the row allows. */
  actionsOf: (row: Row) => RowAction[]
  /** Render it once. */
  dialog: ReactNode
}

type Status = 'activo' | 'inactivo'

/** What rows of a registry have that has states and removals. */
interface Known {
  id: number
  status?: Status
  actions?: readonly string[]
}

/** What switching a record on or off does, before it is done. */
function statusConfirmation<E extends RegistryEntity>(
  said: RegistryScreen<E>,
  row: ListRow<E>,
  run: () => Promise<unknown>,
): Confirmation {
  const active = (row as Known).status === 'activo'
  const verb = active ? 'Desactivar' : 'Activar'
  const other: Status = active ? 'inactivo' : 'activo'
  return {
    title: `${verb} ${said.name(row)}`,
    text: active ? said.switching?.off(row) : said.switching?.on(row),
    effects: [
      {
        label: 'Estado',
        before: <ActiveTag status={active ? 'activo' : 'inactivo'} />,
        after: <ActiveTag status={other} />,
      },
      ...(said.switching?.effects?.(row, active) ?? []),
    ],
    action: verb,
    danger: active,
    run,
  }
}

/** The server offers it only where nothing is lost by it; if that changes meanwhile it switches off instead. */
function removalConfirmation<E extends RegistryEntity>(
  said: RegistryScreen<E>,
  row: ListRow<E>,
  run: () => Promise<unknown>,
): Confirmation {
  const { status } = row as Known
  const text = said.removal?.text
  const label = `${oneText(said)} ${(said.code ?? said.name)(row)}`
  return {
    title: `Eliminar ${said.name(row)}`,
    text: typeof text === 'function' ? text(row) : text,
    effects: [{ label, before: status ? <ActiveTag status={status} /> : 'Existe', after: 'Ya no existe' }],
    action: 'Eliminar',
    danger: true,
    run,
  }
}

/** `onRemoved` runs when the record no longer exists. */
export function useRecordActions<E extends RegistryEntity>(
  { entity, said }: Registry<E>,
  onRemoved?: () => void,
): RecordActions<ListRow<E>> {
  const navigate = useNavigate()
  const { search } = useLocation()
  const paths = useRegistryPaths(entity)
  const [ask, dialog] = useConfirm()
  const dialogs = useDialogState(said)
  const toasts = useToasts()
  const touched = [entity, ...(said.touches ?? [])]
  const readOnce = useReadOnce(entity.show)
  const update = useAction(entity.update ?? entity.show, { invalidates: touched })
  const removeEndpoint = entity.remove ?? entity.update ?? entity.show
  const remove = useAction(removeEndpoint, { invalidates: touched, success: false })

  /** The record as it is now, with the other state: a row of the list may be old, and need not hold all of it. */
  const switchStatus = async (row: ListRow<E>) => {
    const { id, status } = row as Known
    try {
      const current = (await readOnce({ params: { id } } as Arguments<E['show']>)) as RecordRow<E>
      const start = startOfRow(entity.create!.body as z.ZodObject, current)
      const other: Status = status === 'activo' ? 'inactivo' : 'activo'
      const body = { ...start.values, status: other, version: start.version }
      return await update.run({ params: { id }, body } as never)
    } catch (error) {
      toasts.error(error)
      return false
    }
  }
  const removeRecord = async (row: ListRow<E>) => {
    const { id } = row as Known
    const answer = (await remove.run({ params: { id } } as never)) as { result: string } | undefined
    if (answer === undefined) return false
    const removed = answer.result.startsWith('eliminad')
    const name = said.name(row)
    toasts.success(
      removed
        ? (said.removal?.done?.(row) ?? `${name} se eliminó.`)
        : (said.removal?.kept?.(row) ?? `${name} ya se usa.`),
    )
    if (removed) onRemoved?.()
    return true
  }

  const switching = {
    activate: (row: ListRow<E>) => ({
      label: 'Activar',
      icon: <PlayCircleOutlined />,
      apart: true,
      onSelect: () => ask(statusConfirmation(said, row, () => switchStatus(row))),
    }),
    deactivate: (row: ListRow<E>) => ({
      label: 'Desactivar',
      icon: <PauseCircleOutlined />,
      apart: true,
      onSelect: () => ask(statusConfirmation(said, row, () => switchStatus(row))),
    }),
  }
  const asking =
    (name: string, { dialog: _dialog, ...shown }: DialogAction<E>) =>
    (row: ListRow<E>) => ({ ...shown, onSelect: () => dialogs.show(name, (row as Known).id) })
  const first = said.page?.tabs[0]?.segment
  const all: Readonly<Record<string, (row: ListRow<E>) => Omit<RowAction, 'key'>>> = {
    update: (row) => ({
      label: 'Editar',
      icon: <EditOutlined />,
      onSelect: () => {
        const { id } = row as Known
        void navigate(first ? paths.tab(id, first) : { pathname: paths.record(id), search })
      },
    }),
    ...Object.fromEntries(
      Object.entries(said.actions ?? {}).map(([name, action]) => [
        name,
        'dialog' in action ? asking(name, action) : action,
      ]),
    ),
    ...(said.switching && switching),
    ...(said.removal && {
      remove: (row: ListRow<E>) => ({
        label: 'Eliminar',
        icon: <DeleteOutlined />,
        danger: true,
        onSelect: () => ask(removalConfirmation(said, row, () => removeRecord(row))),
      }),
    }),
  }
  return {
    actionsOf: (row) => {
      const allowed = (row as Known).actions ?? []
      return Object.entries(all).flatMap(([key, action]) => (allowed.includes(key) ? [{ key, ...action(row) }] : []))
    },
    dialog,
  }
}
